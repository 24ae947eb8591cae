package change

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"runreport/analyze/metric"
	"runreport/analyze/report"
	"runreport/analyze/words"
	"runreport/unit"
)

// Baseline is an earlier report to compare with.
type Baseline struct {
	Data  *report.Data
	Label string // what it is called; empty: by its labels and its time
	// Partial says why its list of problems does not hold them all; empty: it does.
	Partial string
}

// Earlier is the baseline with what is looked up in it. A nil one stands for none.
type Earlier struct {
	*Baseline
	Stable Names
	why    string // why nothing of it compares
}

// NewEarlier says whether the baseline's numbers mean what this report's mean.
func NewEarlier(b *Baseline) *Earlier {
	if b == nil {
		return nil
	}
	e := &Earlier{Baseline: b, Stable: StableNames(b.Data.Runs)}
	switch {
	case b.Data.Definitions != report.Definitions:
		e.why = fmt.Sprintf("its numbers follow definitions %d, those of this report %d", b.Data.Definitions, report.Definitions)
	case b.Partial != "":
		e.why = b.Partial
	}
	return e
}

// Comparable is the baseline where its numbers compare; else nil.
func (e *Earlier) Comparable() *Earlier {
	if e == nil || e.why != "" {
		return nil
	}
	return e
}

// label is what the baseline is called.
func (e *Earlier) label() string {
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

// Compare is the comparison of a report with the baseline but for the problems, which
// need it; nil without a baseline. flakes are the samples of which steps flaked.
func (e *Earlier) Compare(d *report.Data, flakes *metric.Column, stable Names) *report.Baseline {
	if e == nil {
		return nil
	}
	b := &report.Baseline{Label: e.label(), Status: "compared", AsOf: e.Data.AsOf, Compared: sectionsCompared,
		New: []report.Problem{}, Gone: []report.Problem{}, Fixed: []report.Problem{}, Still: []report.Problem{},
		Recall: []report.RecallChange{}, Flakes: []report.RateChange{}, Durations: []report.DurationChange{}}
	if e.why != "" {
		b.Status, b.Why, b.Compared = "not_comparable", e.why, []string{}
		return b
	}
	before, now := MeasuredLatest(e.Data.Cycles), MeasuredLatest(d.Cycles)
	if lost, added := words.Without(before, now), words.Without(now, before); len(lost)+len(added) > 0 {
		b.Status, b.Compared = "not_comparable", sectionsCompared[1:]
		b.Why = fmt.Sprintf("the latest cycles measured different benchmarks: %s only before, %s only now. Recall is not compared; the rest is", words.List(lost, 5), words.List(added, 5))
	} else {
		b.Recall = recallChanges(e.Data.Cycles, d.Cycles)
	}
	b.Flakes, b.Durations = e.flakeChanges(d.Flakes, flakes, stable), e.durationChanges(d.Durations, stable)
	b.Older = older(e.Data, d)
	return b
}

// KeyFigures are those of the baseline that compare with the report's: recall only where the
// same benchmarks were measured, and none, which is nil, where nothing compares. A figure says
// itself of which jobs it is; those of an earlier version, which do not, compare only where the
// same jobs, told by system and stable subject, ran on the last run date of both.
func (e *Earlier) KeyFigures(b *report.Baseline, runs []report.Run) []report.KeyFigure {
	if e.Comparable() == nil {
		return nil
	}
	same := maps.Equal(lastJobs(e.Data.Runs), lastJobs(runs))
	return slices.DeleteFunc(slices.Clone(e.Data.KeyFigures), func(f report.KeyFigure) bool {
		if f.Name == "recall" {
			return !slices.Contains(b.Compared, "recall")
		}
		return f.JobsTotal == 0 && !same
	})
}

// job is what a run is one of: its system and its subject as it lasts over run dates.
type job struct{ system, subject string }

// lastJobs are the jobs of the runs that started on the last run date.
func lastJobs(runs []report.Run) map[job]bool {
	last, jobs := "", map[job]bool{}
	for i := range runs {
		r := &runs[i]
		j := job{r.System, r.Subject}
		if r.StableSubject != nil {
			j.subject = *r.StableSubject
		}
		switch date := r.StartedAt.UTC().Format(time.DateOnly); {
		case r.StartedAt.IsZero() || date < last:
		case date > last:
			last, jobs = date, map[job]bool{j: true}
		default:
			jobs[j] = true
		}
	}
	return jobs
}

// MeasuredLatest are the benchmarks that the latest cycle measured on a side.
func MeasuredLatest(cycles []report.Cycle) []string {
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
