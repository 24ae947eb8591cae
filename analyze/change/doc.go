// Package change says what changed: change points over the whole history of a series, and
// calls for the last run date, each with a state; and what is new, fixed and gone against
// an earlier report, the baseline ([Earlier]).
//
// Change points and calls are numbers in, numbers out: they know no log and no table.
//
// # Input and output
//
// The input of [Find] is a list of [Series]: a key, a unit, and one [Point] per run date
// with the values of that date's runs (or a count x of n), the names of its first and last
// run, and its revisions. The output is a [Result] of plain structs:
//
//	Changes   one row per series that changed, as summary.json's changes[] has it
//	Points    change points: date, size, runs before and after, revisions (STATISTICS 1.15);
//	          of rates without the dates of Outages
//	Past      every change of level on any date, of change points and calls
//	Alarms    calls of every date with their life: new, standing, ended (1.21, 1.21a)
//	Common    dates on which a whole group was slower or faster (1.26)
//	Outages   dates on which many steps failed or flaked together (1.21a)
//	Visible   what could have been seen on the last date (1.21b)
//
// [Plan] and [RecallPlan] give the numbers of `runreport plan`, [AcrossBenchmarks] the
// pooled loss of recall (1.27).
//
// # Rules
//
// The unit of evidence is the run date, never the run: runs of one date share their
// machine. A window of last dates and its reference never overlap. Durations are logs in
// here and per cent or seconds outside. Nothing depends on the order of the input, on a
// clock or on a map's order; shuffles start at a fixed seed.
//
// An empty input gives an empty result, a series of one date no change. A series that
// never varies has the scale 0.02 in logs, so that a millisecond is no change.
package change
