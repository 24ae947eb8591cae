package change

import (
	"cmp"
	"slices"
	"time"

	"runreport/analyze/report"
	"runreport/analyze/stat"
	"runreport/analyze/words"
	"runreport/unit"
)

// WithLevers adds to the changes what the levers of the latest cycles did to recall: the
// benchmarks that moved by more than the noise floor and by more than the measured noise.
// The date of a lever's effect is known, so it is no change point that had to be found, and
// its cycle has tested it. Of a benchmark that both tell of, the lever's entry stays.
//
// An entry is new, and ended where the cycle was reverted; standing where the baseline has
// the cycle already.
func WithLevers(found []report.SeriesChange, cycles []report.Cycle, baseline *Baseline) []report.SeriesChange {
	var out []report.SeriesChange
	for _, c := range words.LatestCycles(cycles) {
		for i := range c.Benchmarks {
			if b := &c.Benchmarks[i]; moved(b) {
				out = append(out, leverChange(&c, b, baseline))
			}
		}
	}
	reported := func(x report.SeriesChange) bool {
		return x.What == string(Recall) && slices.ContainsFunc(out, func(l report.SeriesChange) bool { return l.System == x.System && l.Step == x.Step })
	}
	slices.SortStableFunc(out, func(x, y report.SeriesChange) int {
		return cmp.Compare(x.To.Value-x.From.Value, y.To.Value-y.From.Value)
	})
	out = append(out, slices.DeleteFunc(slices.Clone(found), reported)...)
	slices.SortStableFunc(out, func(x, y report.SeriesChange) int {
		return cmp.Compare(slices.Index(states, State(x.State)), slices.Index(states, State(y.State)))
	})
	return out
}

// moved reports whether a benchmark's recall changed by more than the floor and the noise.
func moved(b *report.Benchmark) bool {
	switch {
	case b.AtFloor, b.Class != string(stat.DeltaRegressed) && b.Class != string(stat.DeltaImproved):
		return false
	}
	return b.Grade == string(stat.GradeStrong) || b.Grade == string(stat.GradeModerate) || b.Grade == string(stat.GradeWeak)
}

func leverChange(c *report.Cycle, b *report.Benchmark, baseline *Baseline) report.SeriesChange {
	x := report.SeriesChange{
		What:      string(Recall),
		System:    c.System,
		Step:      b.Benchmark,
		Unit:      string(unit.None),
		From:      b.RecallPre.Value,
		To:        b.RecallPost.Value,
		Lo:        b.DeltaLo,
		Hi:        b.DeltaHi,
		Q:         b.QBH,
		State:     string(New),
		Strength:  b.Grade,
		Revisions: []report.ChangeRevision{},
		Text:      b.Sentence,
		Points:    []report.FigurePoint{},
	}
	if at := words.CycleTime(c); !at.IsZero() {
		x.Since = at.UTC().Format(time.DateOnly)
	}
	if c.Lever != "" {
		x.Revisions = append(x.Revisions, report.ChangeRevision{Name: "lever", After: c.Lever})
	}
	switch {
	case words.Reverted(c):
		x.State = string(Ended)
		x.Text += " The change was reverted."
	case baseline.has(c):
		x.State = string(Standing)
	}
	return x
}

// has reports whether the baseline has the cycle and iteration, with a verdict.
func (b *Baseline) has(c *report.Cycle) bool {
	return b != nil && slices.ContainsFunc(b.Data.Cycles, func(e report.Cycle) bool {
		return e.Cycle == c.Cycle && e.Iteration == c.Iteration && e.Verdict.Logged != ""
	})
}
