package metric

import (
	"cmp"
	"slices"
	"strings"

	"runreport/analyze/report"
	"runreport/analyze/stat"
)

// Stops is the family of why runs ended.
func Stops(units []*Unit, samples *Samples, results []report.MetricResult) report.Stops {
	s := report.Stops{Mix: []report.StopMix{}, ByCause: []report.StopCause{},
		Exhausted: rateOfSamples(samples.Of(exhausted)), StallRate: rateOfSamples(samples.Of(Stall))}
	for _, u := range units {
		if !u.ended() {
			s.Open++
		}
	}
	for _, g := range Find(results, OutcomeMix).Systems {
		for _, share := range g.Mix {
			s.Mix = append(s.Mix, report.StopMix{System: g.System, Reason: share.Category, Cause: causeOf(units, g.System, share.Category), Rate: share.Rate})
		}
	}
	s.ByCause = byCause(units)
	return s
}

// causeOf is the one cause that all units with this outcome have; "" when they differ.
func causeOf(units []*Unit, system, outcome string) string {
	if system == "crabyard" {
		return causes[outcome]
	}
	cause, first := "", true
	for _, u := range units {
		if u.System != system || !u.ended() || u.outcome() != outcome {
			continue
		}
		c, _ := u.cause()
		if !first && c != cause {
			return ""
		}
		cause, first = c, false
	}
	return cause
}

// ResumeAdvice says for each cause whether resuming would help.
var ResumeAdvice = map[string]string{
	"budget":           "yes, after raising the budget",
	"retries":          "not without a change",
	"convergence":      "not without a change",
	"critical-failure": "no",
	"failure":          "not known",
	"signal":           "yes",
	"dependency":       "once what blocks it is solved",
	"gate":             "no",
	"stall":            "yes",
	"stuck":            "not without a change",
	"missing-docs":     "once the documents are there",
	"canceled":         "if somebody still wants it",
	"turn-limit":       "with more turns",
}

// byCause counts causes over all systems, with the time that went into the units.
func byCause(units []*Unit) []report.StopCause {
	names := map[string][]string{}
	count, lost, timed := map[string]int64{}, map[string]float64{}, map[string]bool{}
	var causes []string
	for _, u := range units {
		c, _ := u.cause()
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
		if s, ok := u.t.Runs.DurationS.Get(u.Row); ok {
			lost[c] += s
			timed[c] = true
		}
	}
	slices.SortFunc(causes, func(x, y string) int {
		return cmp.Or(cmp.Compare(lost[y], lost[x]), cmp.Compare(count[y], count[x]), strings.Compare(x, y))
	})
	out := []report.StopCause{}
	for _, c := range causes {
		s := report.StopCause{Cause: c, Count: count[c], LostS: report.Missing(string(stat.ReasonNoData)), Resume: cmp.Or(ResumeAdvice[c], "not known"), Units: names[c]}
		if timed[c] {
			s.LostS = report.Known(lost[c])
		}
		out = append(out, s)
	}
	return out
}
