package metric

import (
	"cmp"
	"slices"
	"strings"

	"runreport/analyze/report"
	"runreport/analyze/stat"
	"runreport/ingest/table"
)

// Stops is the family of why runs ended.
func Stops(units []*Unit, samples *Samples, results []report.MetricResult) report.Stops {
	s := report.Stops{Reasons: []report.StopReason{}, ByCause: []report.StopCause{},
		Exhausted: overall(results, exhausted), StallRate: overall(results, Stall)}
	for _, u := range units {
		if !u.ended() {
			s.Open++
		}
	}
	causes := causesOf(samples)
	for _, g := range Find(results, OutcomeMix).Systems {
		for _, share := range g.Categories {
			s.Reasons = append(s.Reasons, report.StopReason{System: g.System, Reason: share.Category, Cause: string(causes[EndedAs{g.System, share.Category}]), Rate: share.Rate})
		}
	}
	s.ByCause = byCause(units)
	s.ByReason = byReason(units)
	return s
}

// byReason are the exhausted runs of each system by the reason that their log gives, as
// task-retries-exhausted, most frequent first (STATISTICS 1.24).
func byReason(units []*Unit) []report.StopReason {
	type key struct{ system, reason, cause string }
	count, all := map[key]int{}, map[string]int{}
	var order []key
	var u *Unit
	take := func(s Sample) { // one for all units, of which there are many
		if !s.Hit {
			return
		}
		cause, _ := u.cause()
		k := key{u.System, cmp.Or(u.t.Runs.Outcome.At(u.Row), string(cause)), string(cause)}
		if count[k] == 0 {
			order = append(order, k)
		}
		count[k]++
		all[k.system]++
	}
	for _, u = range units {
		exhausted.Sample(u, take)
	}
	slices.SortStableFunc(order, func(x, y key) int {
		return cmp.Or(strings.Compare(x.system, y.system), cmp.Compare(count[y], count[x]), strings.Compare(x.reason, y.reason))
	})
	out := []report.StopReason{}
	for _, k := range order {
		out = append(out, report.StopReason{System: k.system, Reason: k.reason, Cause: k.cause, Rate: RateOf(count[k], all[k.system])})
	}
	return out
}

// causesOf is the one cause that all that ended so have; "" when they differ.
func causesOf(samples *Samples) map[EndedAs]table.Cause {
	causes := map[EndedAs]table.Cause{}
	for _, s := range samples.Of(OutcomeMix).All() {
		k := EndedAs{s.System, s.Category}
		if cause, known := causes[k]; known && cause != s.Cause {
			causes[k] = ""
		} else {
			causes[k] = s.Cause
		}
	}
	return causes
}

// resumeAdvice says for each cause whether resuming would help.
var resumeAdvice = map[table.Cause]string{
	table.CauseBudget:      "yes, after raising the budget",
	table.CauseRetries:     "not without a change",
	table.CauseConvergence: "not without a change",
	table.CauseCritical:    "no",
	table.CauseFailure:     "not known",
	table.CauseSignal:      "yes",
	table.CauseDependency:  "once what blocks it is solved",
	table.CauseGate:        "no",
	table.CauseStall:       "yes",
	table.CauseStuck:       "not without a change",
	table.CauseMissingDocs: "once the documents are there",
	table.CauseCanceled:    "if somebody still wants it",
	table.CauseTurnLimit:   "with more turns",
	table.CauseTimeLimit:   "with more time",
}

// ResumeAdvice says whether resuming what stopped for a cause would help.
func ResumeAdvice(cause string) string {
	return cmp.Or(resumeAdvice[table.Cause(cause)], "not known")
}

// Unasked reports whether the cause is nobody's failure.
func Unasked(cause string) bool {
	switch table.Cause(cause) {
	case table.CauseCanceled, table.CauseSignal, table.CauseTurnLimit, table.CauseDependency:
		return true
	}
	return false
}

// unitName is what a unit and the step that stands for it in another unit have in common, besides
// their kind.
type unitName struct{ system, subject, id string }

// unitNames are some units by their kinds and names. Few steps have the kind of a unit, so the names
// of a kind are gathered when the first of its steps is met.
type unitNames struct {
	units []*Unit
	kinds map[string]map[unitName]bool // of each kind of unit; nil: not gathered yet
}

func namesOfAll(units []*Unit) unitNames {
	all := unitNames{units, map[string]map[unitName]bool{}}
	last := ""
	for i, u := range units {
		if i == 0 || u.Kind != last {
			last = u.Kind
			all.kinds[last] = nil
		}
	}
	return all
}

// of are the names of the units of a kind; nil: no unit is of it.
func (all unitNames) of(kind string) map[unitName]bool {
	names, known := all.kinds[kind]
	if known && names == nil {
		names = map[unitName]bool{}
		for _, u := range all.units {
			if u.Kind == kind {
				names[unitName{u.System, u.Subject, u.ID}] = true
			}
		}
		all.kinds[kind] = names
	}
	return names
}

// timed are the units that stopped and whose time is known.
func timed(units []*Unit) unitNames {
	var stopped []*Unit
	for _, u := range units {
		c, _ := u.cause()
		if _, known := u.t.Runs.DurationS.Get(u.Row); known && c != "" {
			stopped = append(stopped, u)
		}
	}
	return namesOfAll(stopped)
}

// partOf reports whether one of them is a step of the unit, as a work item of a fleet.
func (all unitNames) partOf(u *Unit) bool {
	t := &u.t.Steps
	last := u.Kind // of the steps before, of which no unit is
	for row := range u.steps().each {
		kind := t.Kind.At(row)
		if kind == last || kind == u.Kind {
			continue
		}
		if names := all.of(kind); names == nil {
			last = kind
		} else if names[unitName{u.System, u.Subject, t.Step.At(row)}] {
			return true
		}
	}
	return false
}

// byCause counts the units that stopped by cause over all systems, with the time that went into
// them. The time of a unit that consists of others that stopped is theirs and is not added twice.
//
// Example: a fleet failed, since its work item 42 ran out of its budget after a minute: two stops,
// and a minute that went into the one for the budget.
func byCause(units []*Unit) []report.StopCause {
	parts := timed(units)
	names := map[string][]string{}
	count, lost, known := map[string]int64{}, map[string]float64{}, map[string]bool{}
	var causes []string
	for _, u := range units {
		why, _ := u.cause()
		c := string(why)
		if c == "" {
			continue
		}
		if count[c] == 0 {
			causes = append(causes, c)
		}
		count[c]++
		if len(names[c]) < MaxEvidence {
			names[c] = append(names[c], u.ID)
		}
		if s, ok := u.t.Runs.DurationS.Get(u.Row); ok && !parts.partOf(u) {
			lost[c] += s
			known[c] = true
		}
	}
	slices.SortFunc(causes, func(x, y string) int {
		return cmp.Or(cmp.Compare(lost[y], lost[x]), cmp.Compare(count[y], count[x]), strings.Compare(x, y))
	})
	out := []report.StopCause{}
	for _, c := range causes {
		s := report.StopCause{Cause: c, Count: count[c], LostS: report.Missing(string(stat.ReasonNoData)), Resume: ResumeAdvice(c), Units: names[c]}
		if known[c] {
			s.LostS = report.Known(lost[c])
		}
		out = append(out, s)
	}
	return out
}
