// Package analyze turns the tables into the report: what got better, what got
// worse, is it real, what was flaky, what was slow, why did it stop, and can
// these logs be trusted.
//
// metrics.go is the list of metrics. A metric samples the rows of one unit after
// another and never sees a second one, the cut-off time or a baseline; what goes
// over several units (cycles, histories, regressions) is a pass of its own.
// Every sentence of the report is built in words.go, from numbers.
package analyze
