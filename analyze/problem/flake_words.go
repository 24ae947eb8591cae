package problem

import (
	"fmt"

	"runreport/analyze/report"
	"runreport/analyze/words"
	"runreport/unit"
)

// StepName is the step as the subject of a sentence.
func StepName(n report.FlakeNode) string {
	switch {
	case !n.Collective:
		return n.Node
	case n.Subject == "":
		return words.A(n.Node) + " of " + n.System
	}
	return words.A(n.Node) + " of " + n.Subject
}

// CostOf is what a step's flakes cost, in words; empty where nobody knows.
func CostOf(n report.FlakeNode) string {
	if !n.CostS.OK {
		return ""
	}
	return CostWords(n.CostS.Value, n.Untimed)
}

// FlakeSentence says how often a step needed a retry and what that cost. The name of a step
// stays as its log writes it: "once" and "node-tests" do not become "Once" and "Node-tests".
func FlakeSentence(n report.FlakeNode, f report.Flakes) string {
	s := FlakeClause(n, f)
	if n.Collective {
		return words.Sentence(s)
	}
	return s
}

// FlakeClause is FlakeSentence as it stands behind a colon.
func FlakeClause(n report.FlakeNode, f report.Flakes) string {
	s := fmt.Sprintf("%s needed a retry in %s of the %s it passed (%s, 95 %% CI %s)", StepName(n), words.Count(n.Rate.Num), words.Plural(int(n.Rate.Den), "time"),
		unit.Ratio.Format(n.Rate.Value.Value), words.Interval(n.Rate))
	switch {
	case n.Collective && n.Rate.Den > 1: // these are different things of one kind
		of := n.Subject
		if of == "" {
			of = n.System
		}
		s = fmt.Sprintf("%s of the %s %s of %s that passed needed a retry (%s, 95 %% CI %s)", words.Count(n.Rate.Num), words.Count(n.Rate.Den), words.Several(n.Node), of,
			unit.Ratio.Format(n.Rate.Value.Value), words.Interval(n.Rate))
	case n.Rate.Den == 1:
		s = fmt.Sprintf("%s needed a retry the one time it passed", StepName(n))
	}
	if n.RateNow != nil {
		s += fmt.Sprintf(", since %s in %s of %s", n.Changed, words.Count(n.RateNow.Num), words.Count(n.RateNow.Den))
	}
	if n.CostS.OK && n.CostS.Value > 0 {
		s += ", costing " + CostOf(n)
		if f.CostS.OK && f.CostS.Value > n.CostS.Value {
			s += fmt.Sprintf(" of the %s that flakes cost in all", unit.Seconds.Format(f.CostS.Value))
		}
	}
	return s + "."
}

// CostWords is a cost of so many seconds, beside attempts whose time is not known.
func CostWords(seconds float64, untimed int64) string {
	if untimed > 0 {
		return "at least " + unit.Seconds.Format(seconds)
	}
	return unit.Seconds.Format(seconds)
}
