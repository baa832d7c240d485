// Package bench measures the whole program: how fast documents become facts beside the same rows
// written raw, and what a command costs from start to end. What was measured stands in README.md.
package bench
