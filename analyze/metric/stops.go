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
		Exhausted: samples.Of(exhausted).Rate(), StallRate: samples.Of(Stall).Rate()}
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
	for _, u := range units {
		exhausted.Sample(u, func(s Sample) {
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
		})
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

// unitName is what a unit and the step that stands for it in another unit have in common.
type unitName struct{ system, subject, kind, id string }

// stoppedUnits are the causes of the units that stopped, by their names.
type stoppedUnits map[unitName]table.Cause

func stopped(units []*Unit) stoppedUnits {
	all := stoppedUnits{}
	for _, u := range units {
		if c, _ := u.cause(); c != "" {
			all[unitName{u.System, u.Subject, u.Kind, u.ID}] = c
		}
	}
	return all
}

// parts are the causes of the units that are steps of the unit, as the work items of a fleet.
func (all stoppedUnits) parts(u *Unit) (causes []table.Cause) {
	t := &u.t.Steps
	for row := range u.steps().each {
		kind := t.Kind.At(row)
		if c := all[unitName{u.System, u.Subject, kind, t.Step.At(row)}]; c != "" && kind != u.Kind {
			causes = append(causes, c)
		}
	}
	return causes
}

// byCause counts causes over all systems, with the time that went into the units. A unit whose
// parts are units that stopped adds no time, which is theirs, and is no stop of its own where
// it stopped for what they did or for their failure.
//
// Example: a fleet that failed because its work item 42 ran out of its budget is one stop, for
// the budget, with the time of 42.
func byCause(units []*Unit) []report.StopCause {
	all := stopped(units)
	names := map[string][]string{}
	count, lost, timed := map[string]int64{}, map[string]float64{}, map[string]bool{}
	var causes []string
	for _, u := range units {
		why, _ := u.cause()
		c := string(why)
		if c == "" {
			continue
		}
		parts := all.parts(u)
		if len(parts) > 0 && (why == table.CauseFailure || slices.Contains(parts, why)) {
			continue
		}
		if count[c] == 0 {
			causes = append(causes, c)
		}
		count[c]++
		if len(names[c]) < MaxEvidence {
			names[c] = append(names[c], u.ID)
		}
		if s, ok := u.t.Runs.DurationS.Get(u.Row); ok && len(parts) == 0 {
			lost[c] += s
			timed[c] = true
		}
	}
	slices.SortFunc(causes, func(x, y string) int {
		return cmp.Or(cmp.Compare(lost[y], lost[x]), cmp.Compare(count[y], count[x]), strings.Compare(x, y))
	})
	out := []report.StopCause{}
	for _, c := range causes {
		s := report.StopCause{Cause: c, Count: count[c], LostS: report.Missing(string(stat.ReasonNoData)), Resume: ResumeAdvice(c), Units: names[c]}
		if timed[c] {
			s.LostS = report.Known(lost[c])
		}
		out = append(out, s)
	}
	return out
}
