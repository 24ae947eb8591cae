package analyze

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"runreport/analyze/report"
	"runreport/unit"
)

// Baseline is an earlier report to compare with.
type Baseline struct {
	Data  *report.Data
	Label string // what it is called; empty: by its labels and its time
	// Partial says why its list of problems does not hold them all; empty: it does.
	Partial string
}

// earlier is the baseline with what is looked up in it.
type earlier struct {
	*Baseline
	lasting func(system, subject string) string
	why     string // why nothing of it compares
}

// newEarlier says whether the baseline's numbers mean what this report's mean.
func newEarlier(b *Baseline) *earlier {
	if b == nil {
		return nil
	}
	e := &earlier{Baseline: b, lasting: lastingSubjects(b.Data.Runs)}
	switch {
	case b.Data.Schema != report.Schema:
		e.why = fmt.Sprintf("it has the schema %s, this report %s", b.Data.Schema, report.Schema)
	case b.Data.Definitions != report.Definitions:
		e.why = fmt.Sprintf("its numbers follow definitions %d, those of this report %d", b.Data.Definitions, report.Definitions)
	case b.Partial != "":
		e.why = b.Partial
	}
	return e
}

// comparable is the baseline where its numbers compare; else nil.
func (a *analysis) comparable() *earlier {
	if a.before == nil || a.before.why != "" {
		return nil
	}
	return a.before
}

// label is what the baseline is called.
func (e *earlier) label() string {
	if e.Label != "" {
		return e.Label
	}
	var parts []string
	for _, l := range e.Data.Labels {
		parts = append(parts, l.Name+" "+l.Value)
	}
	name := cmp.Or(strings.Join(parts, ", "), e.Data.Title, "the earlier report")
	if e.Data.AsOf.IsZero() {
		return name
	}
	return fmt.Sprintf("%s, as of %s", name, unit.Stamp(e.Data.AsOf))
}

// sectionsCompared are those whose numbers are held against the baseline's.
var sectionsCompared = []string{"recall", "flakes", "durations", "stops", "findings"}

// against is the comparison with the baseline but for the problems, which need it.
func (a *analysis) against() *report.Baseline {
	if a.before == nil {
		return nil
	}
	b := &report.Baseline{Label: a.before.label(), Status: "compared", AsOf: a.before.Data.AsOf, Compared: sectionsCompared,
		New: []report.Problem{}, Gone: []report.Problem{}, Fixed: []report.Problem{}, Still: []report.Problem{},
		Recall: []report.RecallChange{}, Flakes: []report.RateChange{}, Durations: []report.DurationChange{}}
	if a.before.why != "" {
		b.Status, b.Why, b.Compared = "not_comparable", a.before.why, []string{}
		return b
	}
	before, now := measuredLatest(a.before.Data.Cycles), measuredLatest(a.d.Cycles)
	if lost, added := minus(before, now), minus(now, before); len(lost)+len(added) > 0 {
		b.Status, b.Compared = "not_comparable", sectionsCompared[1:]
		b.Why = fmt.Sprintf("the latest cycles measured different benchmarks: %s only before, %s only now. Recall is not compared; the rest is", list(lost, 5), list(added, 5))
	} else {
		b.Recall = a.recallChanges()
	}
	b.Flakes, b.Durations = a.flakeChanges(), a.durationChanges()
	b.Older = a.older(a.before)
	return b
}

// measuredLatest are the benchmarks that the latest cycle measured on a side.
func measuredLatest(cycles []report.Cycle) []string {
	for _, c := range slices.Backward(cycles) {
		var names []string
		for _, b := range c.Benchmarks {
			if b.RecallPre.Value.OK || b.RecallPost.Value.OK {
				names = append(names, b.Benchmark)
			}
		}
		if len(names) > 0 {
			slices.Sort(names)
			return names
		}
	}
	return nil
}

// sinceBaseline sorts the problems of both reports into new, still, fixed and gone.
func (a *analysis) sinceBaseline() {
	if a.comparable() == nil {
		return
	}
	b := a.d.Baseline
	before := map[string]bool{}
	for _, p := range a.before.Data.Problems {
		before[p.Key] = true
	}
	now := map[string]bool{}
	for i := range a.d.Problems {
		p := &a.d.Problems[i]
		now[p.Key] = true
		if before[p.Key] {
			p.State = "still"
			b.Still = append(b.Still, *p)
		} else {
			p.State = "new"
			b.New = append(b.New, *p)
		}
	}
	for _, p := range a.before.Data.Problems {
		if now[p.Key] {
			continue
		}
		p.State = ""
		if became := a.became(p); became != "" {
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
func (a *analysis) became(p report.Problem) string {
	for _, k := range ProblemKinds {
		if k.Name == p.Kind {
			return k.seen(a, p.Names)
		}
	}
	return ""
}
