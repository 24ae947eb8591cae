package junit

import (
	"runreport/ingest/record"
	"runreport/ingest/table"
	"runreport/ingest/testrun"
)

// tally is what the cases of a suite come to. Writers count in two ways: each case once, or
// each attempt, as Surefire does where it runs a test again.
type tally struct {
	cases, attempts      int64
	failures, failedOnce int64 // cases with a failure; attempts that failed
	errors, erredOnce    int64
	failed               int64 // cases with a failure or an error
	skipped, skippedToo  int64 // cases that were skipped; with those that failed as well
	teardowns            int64 // cases that pytest counts twice: they passed, and a fixture failed after them
}

// add counts a case into its suite and those around it.
func (c *testCase) add(to []*tally) {
	var has tally
	has.cases, has.attempts = 1, 1
	if c.rerun {
		has.cases = 0
	}
	for _, o := range c.children {
		switch o.Str("element") {
		case elementFailure:
			has.failures, has.failed = 1, 1
			has.failedOnce++
		case elementError:
			has.errors, has.failed = 1, 1
			has.erredOnce++
			if ofTeardown(o) {
				has.teardowns = 1
			}
		case elementSkipped:
			has.skippedToo = 1
		case "flakyFailure", "rerunFailure":
			has.attempts++
			has.failedOnce++
		case "flakyError", "rerunError":
			has.attempts++
			has.erredOnce++
		}
	}
	if m, known := c.status(); known && m.Result == table.Skipped && len(c.children) == 0 {
		has.skippedToo = 1
	}
	has.skipped = has.skippedToo * (1 - has.failed)
	has.teardowns *= 1 - has.failures
	for _, t := range to {
		t.cases += has.cases
		t.attempts += has.attempts
		t.failures += has.failures
		t.failedOnce += has.failedOnce
		t.errors += has.errors
		t.erredOnce += has.erredOnce
		t.failed += has.failed
		t.skipped += has.skipped
		t.skippedToo += has.skippedToo
		t.teardowns += has.teardowns
	}
}

// claims are the numbers that the report and its suites state.
func (p *fileParts) claims() (out []testrun.Claim) {
	var all tally
	var to []*tally // what the case counts for
	for i, c := range p.cases {
		if i == 0 || c.suite != p.cases[i-1].suite {
			to = append(to[:0], &all)
			for s := c.suite; s != nil; s = s.around {
				to = append(to, &s.tally)
			}
		}
		c.add(to)
	}
	out = make([]testrun.Claim, 0, usualClaims*(1+len(p.order)))
	if p.report != nil {
		out = claimsOf(out, p.report, "", &all)
	}
	for _, s := range p.order {
		out = claimsOf(out, s.at, testrun.Join(s.names...), &s.tally)
	}
	return out
}

// usualClaims are as many as most suites state: tests, failures, errors, skipped and time.
const usualClaims = 5

// claimsOf adds what the report, or a suite, states.
func claimsOf(out []testrun.Claim, r *record.Record, subject string, t *tally) []testrun.Claim {
	disabled, _ := r.Int("disabled")
	counted := []int64{
		t.cases, t.attempts, t.cases - t.skipped, t.cases + t.teardowns,
		t.failures, t.failedOnce, t.failed,
		t.errors, t.erredOnce,
		t.skipped, t.skippedToo, max(0, t.skipped-disabled),
	}
	for _, c := range [...]struct {
		field   string
		counted []int64
	}{
		{"tests", counted[0:4]},
		{"failures", counted[4:7]},
		{"errors", counted[7:9]},
		{"skipped", counted[9:12]},
		{"disabled", nil},
	} {
		if n, ok := r.Int(c.field); ok {
			out = append(out, testrun.Claim{At: r, By: r.Name, Subject: subject, Field: c.field, Number: float64(n), Counted: c.counted})
		}
	}
	if s, ok := r.Float("time"); ok {
		out = append(out, testrun.Claim{At: r, By: r.Name, Subject: subject, Field: "time", Number: s})
	}
	return out
}
