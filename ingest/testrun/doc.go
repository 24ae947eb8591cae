// Package testrun writes what any test runner reports into the tables: a run, the groups
// of its tests, each test with its attempts, and what the report claims about itself. A
// format reads its own records and hands over a [Run]; everything that has to be the same
// for all of them stands here: names that last from one run date to the next, retries, the
// result of the run, times, and the counts that a report states.
package testrun
