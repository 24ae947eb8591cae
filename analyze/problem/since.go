package problem

import (
	"fmt"
	"slices"

	"runreport/analyze/report"
)

// Since sorts the problems of both reports into new, still, fixed and gone, and notes
// the state of each of this report. Nothing is done where no baseline compares.
func Since(in *Input, b *report.Baseline, problems []report.Problem) {
	e := in.Earlier.Comparable()
	if e == nil {
		return
	}
	before := map[string]bool{}
	for _, p := range e.Data.Problems {
		before[p.Key] = true
	}
	now := map[string]bool{}
	for i := range problems {
		p := &problems[i]
		now[p.Key] = true
		if before[p.Key] {
			p.State = "still"
			b.Still = append(b.Still, *p)
		} else {
			p.State = "new"
			b.New = append(b.New, *p)
		}
	}
	for _, p := range e.Data.Problems {
		if now[p.Key] {
			continue
		}
		p.State = ""
		if became := became(in, p); became != "" {
			p.Text = fmt.Sprintf("Before: %s Now: %s.", p.Text, became)
			b.Fixed = append(b.Fixed, p)
		} else {
			b.Gone = append(b.Gone, p)
		}
	}
	slices.SortStableFunc(b.Fixed, byUrgency)
	slices.SortStableFunc(b.Gone, byUrgency)
}

// became says what this report saw of what an earlier one called a problem.
func became(in *Input, p report.Problem) string {
	for _, k := range Kinds {
		if k.Name == p.Kind {
			return k.seen(in, p.Names)
		}
	}
	return ""
}
