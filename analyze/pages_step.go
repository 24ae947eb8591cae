package analyze

import (
	"fmt"
	"slices"
	"strings"

	"runreport/analyze/report"
	"runreport/unit"
)

// addSteps adds a page for each step that flaked.
func (p *pages) addSteps() {
	for _, n := range p.d.Flakes.ByNode {
		if n.Rate.Num > 0 {
			p.add(stepRef(n), func(ref report.PageRef) *report.Page { return p.stepPage(ref, n) })
		}
	}
}

func stepRef(n report.FlakeNode) report.PageRef {
	return report.PageRef{PageID: stepID(n.System, n.Subject, n.Node), Title: name(n.Subject, n.Node, true), At: n.LastSeen, Role: report.RoleWarn,
		Note: fmt.Sprintf("flaked %d of %s", n.Rate.Num, plural(int(n.Rate.Den), "time"))}
}

// stepPage is one flaky step: how often, when, in which runs, and how long it takes.
func (p *pages) stepPage(ref report.PageRef, n report.FlakeNode) *report.Page {
	tries := p.tries[groupKey{n.System, n.Subject, n.Node}]
	page := &report.Page{Ref: ref, Lead: stepSentences(n, p.d.Flakes), Facts: facts(
		fact("Step", n.Node), fact("Subject", n.Subject), fact("System", n.System), fact("Needed a retry", shareCell(n.Rate).Text), fact("Likely", between(n.Rate)),
		fact("Ranked by", known(n.Shrunk, unit.Ratio)), fact("Cost", costOf(n)))}
	nights, rates := triesByNight(tries)
	var blocks []report.Block
	if c := triesChart(nights, rates); c != nil {
		blocks = append(blocks, chartBlock(c))
	}
	s := &page.Sections
	*s = section(*s, "nights", "By night", nil, append(blocks, tableBlock(nightRates(nights, rates)))...)
	*s = section(*s, "runs", "Runs in which it flaked", nil, tableBlock(p.flakedRuns(tries)))
	var took []report.AttemptDuration
	for _, d := range p.d.Durations.Attempts {
		if d.System == n.System && d.Subject == n.Subject && d.Step == n.Node {
			took = append(took, d)
		}
	}
	if len(took) > 0 {
		*s = section(*s, "durations", "How long its attempts take", nil, tableBlock(stepDurations(took)))
	}
	return page
}

// triesByNight is the flake rate of each night, the earliest first.
func triesByNight(tries []*try) (nights []string, rates []report.Rate) {
	hits, all := map[string]int{}, map[string]int{}
	for _, y := range tries {
		night := y.u.night()
		if night == "" {
			continue
		}
		if all[night] == 0 {
			nights = append(nights, night)
		}
		all[night]++
		if y.flaked() {
			hits[night]++
		}
	}
	slices.Sort(nights)
	for _, night := range nights {
		rates = append(rates, rate(hits[night], all[night]))
	}
	return nights, rates
}

// triesChart draws how often the step was tried again by night; nil where there are too
// few nights to compare.
func triesChart(nights []string, rates []report.Rate) *report.Chart {
	if len(nights) < 3 {
		return nil
	}
	zero := 0.0
	again := report.Series{Name: "needed a retry", Role: report.RoleWarn}
	once := report.Series{Name: "passed at once", Role: report.RoleNeutral}
	flaked, n := 0, int64(0)
	for i, r := range rates {
		if r.Num > 0 {
			flaked++
		}
		n += r.Den
		for _, part := range []struct {
			series *report.Series
			count  int64
		}{{&again, r.Num}, {&once, r.Den - r.Num}} {
			v := float64(part.count)
			part.series.Points = append(part.series.Points, report.Point{X: float64(i), Y: v, Value: &v, Label: fmt.Sprintf("%d of %d %s", part.count, r.Den, part.series.Name)})
		}
	}
	return &report.Chart{ID: "by-night", Kind: report.Columns, Title: fmt.Sprintf("It flaked in %d of %s", flaked, plural(len(nights), "night")),
		N: fmt.Sprintf("n = %s that it passed", plural(int(n), "time")), X: report.Axis{Categories: nights},
		Y: report.Axis{Title: "Times", Unit: unit.Count, Min: &zero}, Series: []report.Series{again, once}}
}

func nightRates(nights []string, rates []report.Rate) *report.Table {
	columns := []report.Column{left("Night"), right("Needed a retry"), right("Likely")}
	var rows []report.Row
	for i, night := range slices.Backward(nights) {
		r := report.Row{Cells: []report.Cell{on(text(night), nightID(night)), shareCell(rates[i]), likely(rates[i])}}
		if rates[i].Num > 0 {
			r.Role = report.RoleWarn
		}
		rows = append(rows, r)
	}
	return tableOf("nights", "Each night in which the step converged, the latest first.", "No run says when it began.", columns, rows, manyRows)
}

// flakedRuns lists the runs in which the step flaked, the latest first, with what
// became of each attempt.
func (p *pages) flakedRuns(tries []*try) *report.Table {
	columns := []report.Column{left("Run"), right("Started"), left("Attempts"), right("Cost"), left("The run ended as")}
	var rows []report.Row
	for _, y := range slices.Backward(tries) {
		if !y.flaked() {
			continue
		}
		u := y.u
		r := report.Row{Evidence: []report.Evidence{p.evidence(y.place())}, Cells: []report.Cell{on(code(u.ID), runID(u.Key)), when(y.started()), text(attemptWords(y)),
			num(y.cost().number(), unit.Seconds), text(u.outcome())}}
		for _, row := range y.attempts {
			r.Evidence = append(r.Evidence, p.evidence(p.t.Attempts.Place(row)))
		}
		rows = append(rows, r)
	}
	return tableOf("runs", "Runs in which the step converged only after a failed attempt, the latest first.", "", columns, rows, manyRows)
}

// attemptWords says how each attempt of a step ended and how long it took.
func attemptWords(y *try) string {
	t := &y.u.t.Attempts
	var parts []string
	for _, row := range y.attempts {
		end, _ := attemptEnd(y.u, row)
		if s, timed := t.DurationS.Get(row); timed {
			end += " after " + unit.Seconds.Format(s)
		}
		if s := t.BackoffS.At(row); s > 0 {
			end = "waited " + unit.Seconds.Format(s) + ", " + end
		}
		parts = append(parts, fmt.Sprintf("%d: %s", t.Attempt.At(row), end))
	}
	if missing := y.highest - int64(len(y.recorded)); missing > 0 {
		parts = append(parts, plural(int(missing), "attempt")+" without a record")
	}
	return strings.Join(parts, "; ")
}

func stepDurations(rows []report.AttemptDuration) *report.Table {
	columns := []report.Column{left("Attempts that"), right("n"), right("Median"), right("90 %"), right("Longest"), right("All together")}
	var out []report.Row
	for _, d := range rows {
		ended := "failed"
		if d.Converged {
			ended = "converged"
		}
		out = append(out, report.Row{Cells: []report.Cell{text(ended), whole(d.N), num(d.P50S, unit.Seconds), num(d.P90S, unit.Seconds), num(d.MaxS, unit.Seconds), num(d.SumS, unit.Seconds)}})
	}
	return tableOf("durations", "Wall time of its attempts over all runs, those that converged apart from those that failed.", "", columns, out, fewRows)
}
