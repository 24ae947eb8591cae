package testrun

import (
	"fmt"

	"runreport/ingest/record"
	"runreport/ingest/table"
)

// Claim is a number that a report states about its own tests.
type Claim struct {
	At      *record.Record
	By      string // the record that states it: testsuites, summary
	Subject string // name of the group; "": the whole report
	Field   string // as the report calls it: tests, failures
	Number  float64
	// Counted are the numbers that the report's own tests come to, one for each way in which
	// writers count; none: nothing to hold the claim against.
	Counted []int64
}

// claims writes what the report states beside what its tests come to.
func (r *Run) claims(t *table.Set) {
	for _, c := range r.Claims {
		s := &t.Claims
		row := r.Unit.Row(&s.Rows, &s.Run, c.At)
		s.By.Set(row, c.By)
		s.Subject.SetText(row, c.Subject)
		s.Field.Set(row, c.Field)
		s.Number.Set(row, c.Number)
		if !c.holds() {
			r.Unit.Finding(t, countDisagrees, c.At,
				fmt.Sprintf("%s of %s: %g, its tests come to %d", c.Field, c.By, c.Number, c.Counted[0]), "the number of its own tests")
		}
	}
}

func (c *Claim) holds() bool {
	for _, n := range c.Counted {
		if float64(n) == c.Number {
			return true
		}
	}
	return len(c.Counted) == 0
}

// Counts are the numbers that every run of tests comes to.
var Counts = []*record.CountKind{testCount}

var testCount = &record.CountKind{
	Name: "tests", Title: "Tests",
	Doc: "tests of the run, and those of each result; a test with several attempts is one",
}

func (r *Run) counts(t *table.Set) {
	by, all := map[table.Result]int{}, 0
	for _, x := range r.Tests {
		if x.Kind == "" {
			by[x.Result]++
			all++
		}
	}
	r.Unit.Count(t, record.Counted{Kind: testCount, Value: float64(all), At: r.First, SaidBy: "tests"})
	for _, result := range table.Results() {
		if n := by[result]; n > 0 {
			r.Unit.Count(t, record.Counted{Kind: testCount, By: "result", Part: string(result), Value: float64(n), At: r.First, SaidBy: "tests"})
		}
	}
}
