// Package change says what changed: against an earlier report, the baseline, and from
// the runs before to the new ones.
package change
