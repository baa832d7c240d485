package main

//go:generate go run ../../internal/gendocs ../../docs
