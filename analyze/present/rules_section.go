package present

import (
	"fmt"
	"strings"
	"time"

	"runreport/analyze/gate"
	"runreport/analyze/metric"
	"runreport/analyze/report"
	"runreport/analyze/words"
	"runreport/unit"
)

// rulesSection is what the gate decided, every rule with its reason.
func rulesSection(g *report.Gate) report.Section {
	s := report.Section{ID: "gate", Title: "Gate rules", Lead: []string{gateSentence(g)}}
	roles := map[string]report.Role{gate.Pass: report.RoleGood, gate.Fail: report.RoleBad, gate.NotEvaluated: report.RoleUnknown}
	columns := []report.Column{left("Rule"), left("Level"), left("Result"), left("Reason"), left("Allowed"), minor(left("Set by"))}
	var rows []report.Row
	last := []report.Row(nil) // of rules about what the input has none of
	for _, r := range g.Rules {
		row := report.Row{Role: roles[r.Status], Detail: []string{r.Means}, Cells: []report.Cell{code(r.Name), text(r.Level),
			text(strings.ReplaceAll(r.Status, "_", " ")), text(r.Reason), text(r.Limit), text(r.Origin)}}
		if r.Status == gate.Fail && r.Level != gate.Blocking {
			row.Role = report.RoleWarn
		}
		for _, key := range r.Problems[:min(len(r.Problems), metric.MaxEvidence)] {
			row.Detail = append(row.Detail, "Fails on "+key)
		}
		if r.Absent {
			last = append(last, row)
			continue
		}
		rows = append(rows, row)
	}
	rows = append(rows, last...)
	s.Blocks = append(s.Blocks, tableBlock(tableOf("rules", "Every rule of the gate.", "No rule.", columns, rows, someRows)))
	return s
}

// gateSentence says in one line what was decided and by which rules.
func gateSentence(g *report.Gate) string {
	count := map[[2]string]int{}
	var failed, passed, open []string
	for _, r := range g.Rules {
		count[[2]string{r.Level, r.Status}]++
		switch {
		case r.Level == gate.Blocking && r.Status == gate.Fail:
			failed = append(failed, r.Name)
		case r.Level == gate.Blocking && r.Status == gate.Pass:
			passed = append(passed, r.Name)
		case r.Level == gate.Blocking && r.Status == gate.NotEvaluated && !r.Absent:
			open = append(open, r.Name)
		}
	}
	var out string
	switch g.Status {
	case gate.Failed:
		out = fmt.Sprintf("Failed: %s.", words.List(failed, 5))
	case gate.Passed:
		out = fmt.Sprintf("Passed: %s.", words.Plural(len(passed), "blocking rule"))
	default:
		out = "Undecided: no blocking rule could be evaluated."
		if len(passed) > 0 { // rules that can fail a gate and decide none
			out = fmt.Sprintf("Undecided: the blocking rules that could be evaluated decide nothing alone: %s.", words.List(passed, 5))
		}
	}
	if len(open) > 0 && g.Status != gate.Undecided {
		out += fmt.Sprintf(" Not evaluated: %s.", words.List(open, 5))
	}
	if n := count[[2]string{gate.Advisory, gate.Fail}]; n > 0 {
		out += fmt.Sprintf(" %s failed.", words.Plural(n, "advisory rule"))
	}
	return out
}

// acknowledgedSection is what somebody has accepted, and for how long.
func acknowledgedSection(all []report.Acknowledgement) report.Section {
	s := report.Section{ID: "acknowledged", Title: "Acknowledged"}
	covers, stale := int64(0), 0
	columns := []report.Column{left("What"), left("Why"), left("Who"), left("Until"), right("Covers"), left("State")}
	var rows []report.Row
	for _, x := range all {
		r := report.Row{Cells: []report.Cell{code(x.Key), text(x.Why), text(x.Who), until(x.Until), whole(x.Covers), text(x.Status)}}
		if x.Status == gate.Used {
			covers += x.Covers
		} else {
			stale++
			r.Role = report.RoleWarn
		}
		rows = append(rows, r)
	}
	s.Lead = []string{fmt.Sprintf("%s acknowledged: no rule counts %s, and the first screen leaves %s out.", words.Plural(int(covers), "problem"), themOr(covers), themOr(covers))}
	if stale > 0 {
		s.Lead = append(s.Lead, fmt.Sprintf("%s expired or covers nothing.", words.Plural(stale, "entry")))
	}
	s.Blocks = append(s.Blocks, tableBlock(tableOf("acknowledged", "What is acknowledged in runreport.yaml. An expired entry has no effect.", "None.", columns, rows, someRows)))
	return s
}

func themOr(n int64) string {
	if n == 1 {
		return "it"
	}
	return "them"
}

func until(t time.Time) report.Cell {
	if t.IsZero() {
		return report.Cell{Text: "for good"}
	}
	v := float64(t.Unix())
	return report.Cell{Text: t.Format(time.DateOnly), Exact: unit.Stamp(t), Sort: &v}
}
