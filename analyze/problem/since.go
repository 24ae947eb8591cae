package problem

import (
	"fmt"
	"slices"

	"runreport/analyze/report"
)

// Since sorts the problems of both reports into new, still, fixed and gone, and notes
// the state of each of this report. Nothing is done where no baseline compares.
//
// A step that flaked in one of the reports only has not changed for that: of two weeks that
// are alike, each has flakes that the other lacks. It is new or fixed only if its rate is
// called different, and in no list otherwise.
func Since(in *Input, b *report.Baseline, problems []report.Problem) {
	e := in.Earlier.Comparable()
	if e == nil {
		return
	}
	before, rates := map[string]bool{}, in.rateCalls(b)
	for _, p := range e.Data.Problems {
		before[p.Key] = true
	}
	now := map[string]bool{}
	for i := range problems {
		p := &problems[i]
		now[p.Key] = true
		switch {
		case before[p.Key]:
			p.State = "still"
			b.Still = append(b.Still, *p)
		case p.Kind != problemFlake.Name || rates[p.Key] == "more":
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
			if isFlake(p) && rates[p.Key] != "less" {
				continue
			}
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

// isFlake reports whether the problem is one of those that any retry makes.
func isFlake(p report.Problem) bool {
	return p.Kind == problemFlake.Name || p.Kind == problemNewFlake.Name
}

// rateCalls are the calls on flake rates against the baseline, by the key of the problem.
func (in *Input) rateCalls(b *report.Baseline) map[string]string {
	calls := map[string]string{}
	for _, x := range b.Flakes {
		calls[Key(problemFlake.Name, x.System, in.Stable(x.System, x.Subject), x.Node)] = x.Call
	}
	return calls
}
