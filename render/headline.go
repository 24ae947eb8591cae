package render

import (
	"cmp"
	"fmt"

	"runreport/analyze/report"
)

// headline is what a reviewer has to know first: whether to merge. The gate says
// so where there is one, else what is new against the baseline, else how urgent the
// problems are.
type headline struct {
	Role report.Role // good, warn or bad
	Text string      // a few words, as in "the gate failed: 2 of 5 blocking rules"
}

func newHeadline(d *report.Data) headline {
	switch {
	case d.Gate != nil:
		return gateHeadline(d.Gate)
	case d.Baseline != nil && compares(d.Baseline):
		return newSince(d.Baseline)
	case d.Baseline != nil:
		return headline{report.RoleWarn, "not comparable with " + baselineName(d.Baseline)}
	}
	return urgency(count(d.Problems, d.Attention))
}

func gateHeadline(g *report.Gate) headline {
	blocking := map[string]int64{}
	var rules int64
	for _, r := range g.Rules {
		if r.Level == "blocking" {
			blocking[r.Status]++
			rules++
		}
	}
	switch g.Status {
	case "passed":
		return headline{report.RoleGood, "the gate passed: " + counted(blocking["pass"], "blocking rule")}
	case "failed":
		return headline{report.RoleBad, fmt.Sprintf("the gate failed: %d of %s", blocking["fail"], counted(rules, "blocking rule"))}
	}
	return headline{report.RoleWarn, fmt.Sprintf("the gate is undecided: %d of %s could not be evaluated", blocking["not_evaluated"], counted(rules, "blocking rule"))}
}

// newSince is what is new against the baseline, acknowledged problems aside.
func newSince(b *report.Baseline) headline {
	urgent := count(b.New, nil)
	h := urgency(urgent)
	total := urgent[report.SeverityError] + urgent[report.SeverityWarning] + urgent[report.SeverityInfo]
	if total == 0 {
		h.Text = "nothing new since " + baselineName(b)
		return h
	}
	h.Text = fmt.Sprintf("%s since %s", counted(total, "new problem"), baselineName(b))
	if n := urgent[report.SeverityError]; n > 0 {
		h.Text += ", " + counted(n, "error")
	}
	return h
}

// compares says that anything of the report can be held against the baseline.
func compares(b *report.Baseline) bool { return len(b.Compared) > 0 }

func baselineName(b *report.Baseline) string { return cmp.Or(b.Label, "the baseline") }

// count counts problems by severity, acknowledged ones aside. Where there is no
// problem the banner's sentences count.
func count(problems []report.Problem, banner []report.Attention) map[string]int64 {
	n := map[string]int64{}
	for _, p := range problems {
		if p.Acknowledged == "" {
			n[p.Severity]++
		}
	}
	if len(problems) == 0 {
		for _, a := range banner {
			n[a.Severity]++
		}
	}
	return n
}

func urgency(n map[string]int64) headline {
	switch errors, warnings := n[report.SeverityError], n[report.SeverityWarning]; {
	case errors > 0 && warnings > 0:
		return headline{report.RoleBad, counted(errors, "error") + ", " + counted(warnings, "warning")}
	case errors > 0:
		return headline{report.RoleBad, counted(errors, "error")}
	case warnings > 0:
		return headline{report.RoleWarn, counted(warnings, "warning")}
	}
	return headline{report.RoleGood, "nothing needs attention"}
}
