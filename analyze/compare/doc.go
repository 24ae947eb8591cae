// Package compare holds the items of evals and benchmarks against each other: those of runs
// with one value of a column, as a model, against those with another. Items are paired by
// benchmark and name, so that only what both sides tried is compared.
package compare
