package render

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"runreport/analyze/report"
	"runreport/unit"
)

// BriefFlaky is a step that does not pass every time, and does not fail now.
type BriefFlaky struct {
	Tag  string // "passed on retry", "fails at random"
	Name string
	Rate string // "3 of 14 runs (21 %)"; empty: not known
}

// String is all of it: "checkout-e2e: passed on retry, 3 of 14 runs (21 %)".
func (f BriefFlaky) String() string {
	return f.Name + ": " + strings.Join(withoutEmpty([]string{f.Tag, f.Rate}), ", ")
}

// shownFlaky is how many flaky steps are listed before the others are counted.
const shownFlaky = 5

// briefFlaky are the steps that passed after a failed attempt in runs of a date, in the
// order of the runs, then the tests known to fail at random, by the least rate that their
// runs allow: 10 of 24 stands before 1 of 1. Each is told
// once, and none that fails now: it stands among the failures.
//
// Example: of a test runner without retries, a test that failed in 10 of 24 runs and passed
// in the last one never flaked, and is told by its failures.
func briefFlaky(d *report.Data, date string) (out []BriefFlaky) {
	type name struct{ system, step string }
	reported := map[name]bool{}
	var flaked []int // the run of each step that flaked
	day, err := time.Parse(time.DateOnly, date)
	for i := range d.Runs {
		r := &d.Runs[i]
		if after := r.StartedAt.Sub(day); err != nil || r.StartedAt.IsZero() || after < 0 || after >= 24*time.Hour {
			continue // as nearly all: of a hundred thousand no date is made
		}
		for _, step := range r.Flaked {
			if n := (name{r.System, step}); !reported[n] {
				reported[n] = true
				out = append(out, BriefFlaky{Tag: "passed on retry", Name: step})
				flaked = append(flaked, i)
			}
		}
	}
	nodes := map[name][]*report.FlakeNode{}
	for i := range d.Flakes.ByNode {
		n := &d.Flakes.ByNode[i]
		if at := (name{n.System, n.Node}); reported[at] {
			nodes[at] = append(nodes[at], n)
		}
	}
	for i, run := range flaked {
		r := &d.Runs[run]
		out[i].Rate = flakeRate(nodes[name{r.System, out[i].Name}], r.Subject)
	}
	random := slices.Clone(d.KnownFlaky)
	slices.SortStableFunc(random, func(a, b report.KnownFlaky) int { return cmp.Compare(b.Rate.Lo.Value, a.Rate.Lo.Value) })
	for _, t := range random {
		if n := (name{t.System, t.Test}); !t.FailsNow && !reported[n] {
			reported[n] = true
			tag := "fails at random"
			if t.Failed == 0 {
				tag = "passed on retry"
			}
			out = append(out, BriefFlaky{tag, t.Test, ofRuns(t.Rate)})
		}
	}
	return out
}

// flakeRate says how often the step of a subject flaked in all runs of the input, or since that
// last changed.
func flakeRate(nodes []*report.FlakeNode, subject string) string {
	for _, n := range nodes {
		if n.Subject == subject || n.Subject == "" {
			if n.RateNow != nil {
				return strings.TrimSpace(ofRuns(*n.RateNow) + " since " + n.Changed)
			}
			return ofRuns(n.Rate)
		}
	}
	return ""
}

// ofRuns is a rate over runs: "3 of 14 runs (21 %)"; of a single run it says nothing.
func ofRuns(r report.Rate) string {
	if r.Den < 2 {
		return ""
	}
	return fmt.Sprintf("%s of %s (%s)", grouped(r.Num), counted(r.Den, "run"), unit.Ratio.Format(r.Value.Value))
}

// listFlaky lists flaky steps in one sentence, the first of many.
func listFlaky(all []BriefFlaky) string {
	shown, rest := all, ""
	if n := len(all) - shownFlaky; n > 1 {
		shown, rest = all[:shownFlaky], " and "+grouped(int64(n))+" more"
	}
	texts := make([]string, len(shown))
	for i, f := range shown {
		texts[i] = f.String()
	}
	return strings.Join(texts, "; ") + rest
}

// flakyPart is the part of a note about flaky steps.
func flakyPart(all []BriefFlaky) part {
	p := part{title: "Flaky"}
	for i, f := range all {
		if n := len(all) - i; i == shownFlaky && n > 1 {
			p.rows = append(p.rows, noteRow{"More", grouped(int64(n)), ""})
			break
		}
		p.rows = append(p.rows, noteRow{upperFirst(f.Tag), strings.Join(withoutEmpty([]string{f.Name, f.Rate}), ", "), ""})
	}
	return p
}
