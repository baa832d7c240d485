package main

//go:generate go run ../../internal/gendocs ../../docs/questions.md
