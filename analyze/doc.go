// Package analyze turns the tables into the report: what got better, what got
// worse, is it real, what was flaky, what was slow, why did it stop, and can
// these logs be trusted.
//
// Build is the pipeline. Each pass is a function of what Build hands it, in a room
// of its own:
//
//	metric   units with their rows, what is measured on each, and the families of numbers
//	recall   calibration cycles: comparisons, verdicts, reference lists, histories
//	change   against the baseline, and from the runs before to the new ones
//	problem  what is wrong, under keys that last, and what to look at first
//	present  sections, charts, tables, sentences and pages, from data alone
package analyze
