// Package failure says what failed and why: which steps and runs fail on the last run
// date of their series, the line of their logs that tells the error, whether the failure
// is new, and which failures have the same text.
//
// A series is a step of a subject of a system over all runs, as the step e2e of the
// workflow shop, or the runs of a subject as a whole. A run date is the UTC date on which
// a run started.
package failure
