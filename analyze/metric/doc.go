// Package metric measures units: a metric samples the rows of one unit after another
// and never sees a second one, the cut-off time or a baseline. metrics.go is the list.
// The families (flakes, durations, stops, usage, competitions, gates) sum the samples up.
package metric
