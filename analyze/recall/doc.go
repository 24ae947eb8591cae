// Package recall works out calibration cycles: what a lever did to the share of known
// bugs that a benchmark's runs find, what the log says of it, and which logs of runs
// the measurements were. The list of known bugs is the reference list; an earlier
// report is a baseline, and none of this package's business.
package recall
