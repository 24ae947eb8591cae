package render

import (
	"cmp"
	"slices"
	"strings"

	"runreport/analyze/report"
)

// noteParts are the parts of a note by their weight: whether to merge and why, what
// this change brought, what else is wrong, and the numbers behind it. They are made of
// what summary.json holds, so that a note can be written of a report made elsewhere.
func noteParts(d *report.Data) []part {
	told := map[string]bool{} // texts that a part before has said
	var parts []part
	add := func(p part) {
		if len(p.rows) > 0 {
			parts = append(parts, p)
		}
	}
	if d.Gate != nil {
		add(rulesPart("Rules that did not pass", d.Gate, false))
	}
	if b := d.Baseline; b != nil {
		if b.Status != "compared" {
			add(part{title: "The baseline", rows: []noteRow{{"Not comparable", b.Why + ".", ""}}})
		}
		add(problemsPart("New since "+baselineName(b), b.New, told))
		fixed := problemsPart("Fixed since "+baselineName(b), b.Fixed, told)
		fixed.fold = true
		add(fixed)
	}
	add(attentionPart(d.Attention, told))
	for _, section := range sectionsOf(d.Problems) {
		problems := problemsPart(upperFirst(words(section)), inSection(d.Problems, section), told)
		problems.fold = true
		add(problems)
	}
	if d.Baseline != nil {
		add(recallChanges(d.Baseline))
		add(flakeChanges(d.Baseline))
		add(durationChanges(d.Baseline))
	}
	add(recallPart(d))
	add(flakesPart(d.Flakes))
	add(slowerPart(d.Durations.Shifts))
	add(stopsPart(d.Stops))
	if d.Gate != nil {
		add(rulesPart("Rules that passed", d.Gate, true))
	}
	return parts
}

// columnsOf are plain columns.
func columnsOf(titles ...string) []report.Column {
	columns := make([]report.Column, len(titles))
	for i, t := range titles {
		columns[i] = report.Column{Title: t}
	}
	return columns
}

// rulesPart lists the gate's rules that passed, or those that did not: failed
// before undecided, blocking before advisory.
func rulesPart(title string, g *report.Gate, passed bool) part {
	p := part{title: title, fold: passed, heads: columnsOf("Rule", "Result", "Level", "Limit", "Reason")}
	rules := slices.Clone(g.Rules)
	weight := func(r report.GateRule) int {
		n := slices.Index([]string{"fail", "not_evaluated", "pass"}, r.Status) * 2
		if r.Level != "blocking" {
			n++
		}
		return n
	}
	slices.SortStableFunc(rules, func(a, b report.GateRule) int { return cmp.Compare(weight(a), weight(b)) })
	for _, r := range rules {
		if (r.Status == "pass") == passed {
			p.rows = append(p.rows, noteRow{r.Name, words(r.Status), r.Level, r.Limit, r.Reason})
		}
	}
	return p
}

// words is a word of the report's own with blanks for underscores.
func words(s string) string { return strings.ReplaceAll(s, "_", " ") }

// problemsPart lists problems that nobody has acknowledged and no part has told.
func problemsPart(title string, problems []report.Problem, told map[string]bool) part {
	p := part{title: title}
	for _, x := range problems {
		if x.Acknowledged == "" && !told[x.Text] {
			told[x.Text] = true
			p.rows = append(p.rows, noteRow{upperFirst(x.Severity), cmp.Or(x.Text, x.Title), notePlace(x.Evidence)})
		}
	}
	return p
}

// sectionsOf are the sections that problems name, those of the most urgent first.
func sectionsOf(problems []report.Problem) []string {
	var ids []string
	for _, p := range problems {
		if !slices.Contains(ids, p.Section) {
			ids = append(ids, p.Section)
		}
	}
	return ids
}

func inSection(problems []report.Problem, id string) []report.Problem {
	return slices.DeleteFunc(slices.Clone(problems), func(p report.Problem) bool { return p.Section != id })
}

func attentionPart(list []report.Attention, told map[string]bool) part {
	p := part{title: "What needs attention"}
	for _, a := range list {
		if !told[a.Text] {
			told[a.Text] = true
			p.rows = append(p.rows, noteRow{upperFirst(a.Severity), a.Text, notePlace(a.Evidence)})
		}
	}
	return p
}

// notePlace is the first of the places, and how many more there are.
func notePlace(list []report.Evidence) string {
	first, more, _ := places(list, noteRoom)
	if more == "" {
		return first.Short
	}
	return first.Short + ", " + more
}
