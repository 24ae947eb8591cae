package render

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"runreport/analyze/report"
)

// noteParts are the parts of a note by their weight: key figures, what fails, what changed;
// folded behind them the rules and the problems. They are made of what summary.json holds,
// so that a note can be written of a report made elsewhere.
func noteParts(d *report.Data) []part {
	b := NewBrief(d)
	parts := append([]part{figuresPart(b)}, briefParts(b)...)
	parts = append(parts, flakyPart(b.Flaky))
	if x := d.Baseline; x != nil && x.Status != "compared" {
		parts = append(parts, part{title: "The baseline", rows: []noteRow{{"Not comparable", x.Why + ".", ""}}})
	}
	if d.Gate != nil {
		parts = append(parts, rulesPart(d.Gate))
	}
	return withRows(append(parts, problemsPart(d), handledPart(b)))
}

// briefParts are the rules that failed, what fails, what changed, what was compared without a
// difference, and the items that broke or failed.
func briefParts(b Brief) []part {
	rules := part{title: "Failed rules"}
	for _, r := range b.Rules {
		text, at := r.Text, ""
		if r.More > 0 {
			text += fmt.Sprintf(" and %d more", r.More)
		}
		if r.At.File != "" {
			at = notePlace([]report.Evidence{r.At})
		}
		rules.rows = append(rules.rows, noteRow{upperFirst(r.Name), text, at})
	}
	failing := part{title: "Failing"}
	for _, g := range groupFailures(b.Failing) {
		failing.rows = append(failing.rows, failureRow(g))
	}
	changed := part{title: "Changed"}
	for _, c := range b.Changed {
		changed.rows = append(changed.rows, noteRow{upperFirst(c.Tag), c.Text, ""})
	}
	alike := part{title: "Compared"}
	for _, c := range b.Alike {
		alike.rows = append(alike.rows, noteRow{upperFirst(c.Tag), c.Text, ""})
	}
	missed := part{title: b.Noun}
	for _, m := range b.Missed {
		text := m.Names
		if m.Error != "" {
			text += ": " + m.Error
		}
		missed.rows = append(missed.rows, noteRow{upperFirst(m.Tag), text, ""})
	}
	return []part{rules, failing, changed, alike, missed}
}

// withRows leaves out parts that hold nothing.
func withRows(parts []part) []part {
	return slices.DeleteFunc(parts, func(p part) bool { return len(p.rows) == 0 })
}

func failureRow(f FailureGroup) noteRow {
	about := strings.Join(withoutEmpty([]string{f.In, f.About}), ", ")
	text := f.Name + f.Others()
	if about != "" {
		text += " (" + about + ")"
	}
	if why := cmp.Or(f.Error, f.NoError); why != "" {
		text += ": " + why
	}
	at := ""
	if f.At.File != "" {
		at = notePlace([]report.Evidence{f.At})
	}
	return noteRow{upperFirst(f.Tag), text, at}
}

func figuresPart(b Brief) part {
	before := "Before"
	if b.Since != "" {
		before = "Baseline"
	}
	p := part{title: "Key figures", heads: []report.Column{{Title: "Figure"}, {Title: "Now", Align: report.Right}, {Title: before, Align: report.Right}, {Title: "Change", Align: report.Right}}}
	for _, f := range b.Figures {
		now := f.Value
		if f.Share != "" {
			now += " (" + f.Share + ")"
		}
		if f.Of != "" {
			now += ": " + f.Of
		}
		was := cmp.Or(f.Before, "n/a")
		if f.NoValue != "" {
			was += " (" + f.NoValue + ")"
		}
		change := strings.Join(withoutEmpty([]string{f.Change, f.Note}), ", ")
		p.rows = append(p.rows, noteRow{f.Title, now, was, cmp.Or(change, "n/a")})
	}
	return p
}

// rulesPart lists the rules of the gate: failed before not evaluated before passed,
// blocking before advisory. Last are those that are off, or about what the input has none of,
// as levers in a report of tests.
func rulesPart(g *report.Gate) part {
	failed := 0
	rules := slices.Clone(g.Rules)
	for _, r := range rules {
		if r.Status == "fail" && r.Level == "blocking" {
			failed++
		}
	}
	p := part{title: fmt.Sprintf("Rules, %d blocking failed", failed), fold: true, heads: columnsOf("Rule", "Result", "Level", "Limit", "Reason")}
	order := []string{"fail", "not_evaluated", "pass"}
	weight := func(r report.GateRule) int {
		n := slices.Index(order, r.Status) * 2
		if r.Level != "blocking" {
			n++
		}
		if r.Absent || r.Level == "off" {
			n += 2 * len(order)
		}
		return n
	}
	slices.SortStableFunc(rules, func(a, b report.GateRule) int { return cmp.Compare(weight(a), weight(b)) })
	for _, r := range rules {
		p.rows = append(p.rows, noteRow{r.Name, words(r.Status), r.Level, r.Limit, r.Reason})
	}
	return p
}

// columnsOf are plain columns.
func columnsOf(titles ...string) []report.Column {
	columns := make([]report.Column, len(titles))
	for i, t := range titles {
		columns[i] = report.Column{Title: t}
	}
	return columns
}

// words is a word of the report's own with blanks for underscores.
func words(s string) string { return strings.ReplaceAll(s, "_", " ") }

// problemsPart lists the problems that nobody has acknowledged, but for format warnings:
// who reviews a change cannot do anything about the format of a log.
func problemsPart(d *report.Data) part {
	p := part{title: "Problems", fold: true}
	reported := map[string]bool{}
	for _, x := range d.Problems {
		format := (x.Kind == "finding" || x.Kind == "contradiction") && x.Severity != report.SeverityError
		if x.Acknowledged == "" && !format && !reported[x.Text] {
			reported[x.Text] = true
			p.rows = append(p.rows, noteRow{upperFirst(x.Severity), cmp.Or(x.Text, x.Title), notePlace(x.Evidence)})
		}
	}
	return p
}

// handledPart lists failures that are acknowledged or pass again, and standing changes.
func handledPart(b Brief) part {
	p := part{title: "Handled and standing", fold: true}
	for _, f := range b.Handled {
		p.rows = append(p.rows, failureRow(FailureGroup{BriefFailure: f}))
	}
	for _, c := range b.Standing {
		p.rows = append(p.rows, noteRow{upperFirst(c.Tag), c.Text, ""})
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
