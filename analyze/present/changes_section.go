package present

import (
	"fmt"
	"strings"

	"runreport/analyze/change"
	"runreport/analyze/metric"
	"runreport/analyze/report"
	"runreport/analyze/words"
	"runreport/unit"
)

// mostDrawnChanges is how many series the section draws; a step's or benchmark's page has
// its own.
const mostDrawnChanges = 8

const changesID = "changes"

// changeSection is what changed by the last run date, by state, evidence and size, with a
// chart of each of the first series.
func changeSection(v *View) report.Section {
	s := report.Section{ID: changesID, Title: "What changed", Lead: changeLead(v.Data)}
	all := v.Data.Changes
	if len(all) > 0 {
		s.Blocks = append(s.Blocks, tableBlock(changeTable("changes", all)))
	}
	drawn := 0
	for _, c := range all {
		if drawn == mostDrawnChanges {
			break
		}
		if x := seriesChart(c); x != nil {
			s.Blocks = append(s.Blocks, chartBlock(x))
			drawn++
		}
	}
	if past := earlierChanges(v.Data); len(past) > 0 {
		s.Blocks = append(s.Blocks, tableBlock(pastTable(past)))
	}
	return s
}

// earlierChanges are the changes of level that the table of changes does not show: those of
// a series that has returned or changed again since.
func earlierChanges(d *report.Data) (past []report.PastChange) {
	type of struct{ what, system, subject, step, date string }
	reported := map[of]bool{}
	for _, c := range d.Changes {
		reported[of{c.What, c.System, c.Subject, c.Step, c.Since}] = true
	}
	for _, c := range d.PastChanges {
		if !reported[of{c.What, c.System, c.Subject, c.Step, c.Date}] {
			past = append(past, c)
		}
	}
	return past
}

// pastTable is one row for each earlier change, the latest first.
func pastTable(past []report.PastChange) *report.Table {
	columns := []report.Column{left("Date"), left("What"), left("Step"), minor(left("Subject")), right("Δ"), left("Change"),
		minor(left("Run before")), minor(left("First run"))}
	var rows []report.Row
	for _, c := range past {
		d, kind := c.Size.Value, "new level"
		size := report.Cell{Text: words.Points(d), Sort: &d}
		if c.What == string(change.Duration) {
			size.Text = percentOf(d)
		}
		if c.Back {
			kind = "back at the level before"
		}
		rows = append(rows, report.Row{Role: report.RoleNeutral, Cells: []report.Cell{
			text(c.Date), text(strings.ReplaceAll(c.What, "_", " ")), on(code(c.Step), stepID(metric.Step(c.System, c.Subject, c.Step))), code(c.Subject),
			size, text(kind), runCell(c.RunBefore), runCell(c.RunAfter)}})
	}
	return tableOf("earlier-changes", "Earlier changes of level, the latest first. Δ is relative for durations, in points for rates and recall.", "", columns, rows, someRows)
}

// changeLead counts the changes by state, and says of what did not change how much would
// have been seen.
func changeLead(d *report.Data) []string {
	count := map[string]int{}
	for _, c := range d.Changes {
		count[c.State]++
	}
	var lead []string
	if n := len(d.Changes); n > 0 {
		var states []string
		for _, state := range []string{report.ChangeNew, report.ChangeSuspected, report.ChangeStanding, report.ChangeEnded} {
			if count[state] > 0 {
				states = append(states, fmt.Sprintf("%s %s", words.Count(count[state]), state))
			}
		}
		lead = append(lead, fmt.Sprintf("%s: %s.", words.Plural(n, "change"), strings.Join(states, ", ")))
	}
	last := d.Verdict.About
	for _, t := range d.ChangeTests {
		figure := strings.ReplaceAll(t.What, "_", " ")
		switch {
		case t.Tested == 0 && t.Untested == 0:
		case t.Tested == 0:
			lead = append(lead, fmt.Sprintf("Not tested for a change of %s: %s with too few run dates.", figure, words.Plural(int(t.Untested), t.Noun)))
		case len(t.Visible) == 0:
			lead = append(lead, fmt.Sprintf("Tested for a change of %s: %s%s.", figure, words.Plural(int(t.Tested), t.Noun), testedUntil(t, last)))
		default:
			lead = append(lead, fmt.Sprintf("Tested for a change of %s: %s%s; %s.", figure, words.Plural(int(t.Tested), t.Noun), testedUntil(t, last), words.Visible(t)))
		}
	}
	return lead
}

// testedUntil says up to which run date was tested, where that is not the last one of all.
func testedUntil(t report.ChangeTest, last string) string {
	if t.Last == last {
		return ""
	}
	return " up to " + t.Last
}

// changeTable is one row for each change, as they are sorted.
func changeTable(id string, all []report.SeriesChange) *report.Table {
	columns := []report.Column{left("State"), left("What"), left("Step"), minor(left("Subject")), left("Since"), right("Before"), right("Now"), right("Δ"),
		right("95 % CI of Δ"), left("Evidence"), minor(left("Run before")), minor(left("First run"))}
	var rows []report.Row
	for _, c := range all {
		u := unit.Unit(c.Unit)
		row := report.Row{Role: changeRole(c), Detail: []string{c.Text}, Cells: []report.Cell{
			text(c.State), text(strings.ReplaceAll(c.What, "_", " ")), on(code(c.Step), stepID(metric.Step(c.System, c.Subject, c.Step))), code(c.Subject), text(c.Since),
			num(c.From, u), num(c.To, u), sizeCell(c), rangeCell(c), text(c.Strength), runCell(c.RunBefore), runCell(c.RunAfter)}}
		rows = append(rows, row)
	}
	return tableOf(id, "Series whose level changed. New ones are called on the last run date of their group, suspected ones await the next, standing ones last, ended ones are back. "+
		"Δ is relative for durations, in points for rates and recall; what all steps of a date have in common is taken out of durations.", "Nothing changed.", columns, rows, someRows)
}

func runCell(key string) report.Cell {
	if key == "" {
		return text("–")
	}
	return on(code(key), runID(key))
}

// changeRole colours what is worse, new and suspected apart; what ended or is better has
// another one.
func changeRole(c report.SeriesChange) report.Role {
	worse := words.Higher(c) != (c.What == string(change.Recall))
	switch {
	case c.State == report.ChangeEnded || !worse:
		return report.RoleGood
	case c.State == report.ChangeSuspected:
		return report.RoleUnknown
	}
	return report.RoleBad
}

// sizeCell is Δ: relative for durations, in points for the others.
func sizeCell(c report.SeriesChange) report.Cell {
	d := c.To.Value - c.From.Value
	switch {
	case c.What == string(change.Duration) && c.From.Value > 0:
		d = c.To.Value/c.From.Value - 1
		return report.Cell{Text: percentOf(d), Sort: &d}
	case c.What == string(change.CommonDuration):
		d = c.To.Value
		return report.Cell{Text: percentOf(d), Sort: &d}
	}
	return report.Cell{Text: words.Points(d), Sort: &d}
}

// percentOf is a relative change: "+30 %".
func percentOf(d float64) string {
	return unit.Signed(100*d, 0) + " %"
}

func rangeCell(c report.SeriesChange) report.Cell {
	if !c.Lo.OK || !c.Hi.OK {
		return num(c.Lo, unit.Points)
	}
	if c.What == string(change.Duration) {
		return reach(c.Lo, c.Hi, percentOf)
	}
	return reach(c.Lo, c.Hi, words.Points)
}

// seriesChart draws a series with the level before and since the change, and what was run
// before and after; nil where there is nothing to draw.
func seriesChart(c report.SeriesChange) *report.Chart {
	if len(c.Points) < 2 || !c.From.OK || !c.To.OK {
		return nil
	}
	u, zero := unit.Unit(c.Unit), 0.0
	series := report.Series{Name: seriesName[c.What], Role: report.RoleNeutral}
	since := -1
	var dates []string
	for i, p := range c.Points {
		dates = append(dates, p.Date)
		if p.Date == c.Since {
			since = i
		}
		v := p.Value.Value
		series.Points = append(series.Points, report.Point{X: float64(i), Y: v, Value: &v, Label: p.Date + ": " + u.Format(v)})
	}
	title, _, _ := strings.Cut(c.Text, ". Evidence:")
	out := &report.Chart{ID: "series-" + identifier(c.What+" "+c.System+" "+c.Subject+" "+c.Step), Kind: report.Lines, Title: title,
		N: fmt.Sprintf("n = %s; evidence: %s", words.Plural(len(c.Points), "run date"), c.Strength),
		X: report.Axis{Title: "Run date", Categories: dates}, Y: report.Axis{Title: seriesName[c.What], Unit: u, Min: &zero}, Series: []report.Series{series}}
	out.Marks = append(out.Marks, report.Mark{Name: "before: " + u.Format(c.From.Value), Role: report.RoleBefore, At: c.From.Value})
	now := report.Mark{Name: "since: " + u.Format(c.To.Value), Role: report.RoleAfter, At: c.To.Value}
	if lo, hi, ok := levelRange(c); ok && hi > lo {
		now.Name, now.At, now.To = "95 % CI of the level since", lo, &hi
	}
	out.Marks = append(out.Marks, now)
	if since >= 0 {
		name := "since " + c.Since
		for _, r := range c.Revisions {
			if r.Before != "" && r.After != "" {
				name += fmt.Sprintf(", %s %s → %s", r.Name, r.Before, r.After)
				break // the table and the sentence name all of them
			}
		}
		out.Marks = append(out.Marks, report.Mark{Name: name, Role: changeRole(c), At: float64(since) - 0.5, OnX: true})
	}
	return out
}

// levelRange is where the level since the change may lie, in the unit of the series.
func levelRange(c report.SeriesChange) (lo, hi float64, ok bool) {
	if !c.Lo.OK || !c.Hi.OK {
		return 0, 0, false
	}
	if c.What == string(change.Duration) {
		return c.From.Value * (1 + c.Lo.Value), c.From.Value * (1 + c.Hi.Value), true
	}
	return max(0, c.From.Value+c.Lo.Value), min(1, c.From.Value+c.Hi.Value), true
}

// seriesName is what the axis of a figure is called.
var seriesName = map[string]string{
	string(change.Duration): "Median duration", string(change.FlakeRate): "Flake rate", string(change.FailureRate): "Failure rate",
	string(change.GateFailure): "Failure rate", string(change.Recall): "Recall before the lever",
}

// changesOf are the changes of a step of a subject, or of a benchmark, by its lasting name.
func changesOf(all []report.SeriesChange, fits func(report.SeriesChange) bool) (out []report.SeriesChange) {
	for _, c := range all {
		if fits(c) {
			out = append(out, c)
		}
	}
	return out
}

// changeBlocks are the charts and the table of changes on a page of their own.
func changeBlocks(all []report.SeriesChange) []report.Block {
	var blocks []report.Block
	for _, c := range all {
		if x := seriesChart(c); x != nil {
			blocks = append(blocks, chartBlock(x))
		}
	}
	return append(blocks, tableBlock(changeTable("changes", all)))
}
