package present

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"runreport/analyze/change"
	"runreport/analyze/metric"
	"runreport/analyze/problem"
	"runreport/analyze/report"
	"runreport/analyze/words"
	"runreport/unit"
)

// addSteps adds a page for each step that flaked or changed.
func (p *pages) addSteps() {
	own := StepsWithPages(p.d, p.stable)
	for _, n := range p.d.Flakes.ByNode {
		if own[metric.Step(n.System, n.Subject, n.Node)] {
			p.add(p.stepRef(n), func(ref report.PageRef) *report.Page { return p.stepPage(ref, n) })
		}
	}
}

// StepsWithPages are the steps that flaked or changed, and the tests that fail at random.
func StepsWithPages(d *report.Data, stable change.Names) map[metric.StepName]bool {
	reported, own := map[metric.StepName]bool{}, map[metric.StepName]bool{}
	for _, c := range d.Changes {
		reported[metric.Step(c.System, c.Subject, c.Step)] = true
	}
	for _, t := range d.KnownFlaky {
		reported[metric.Step(t.System, t.Subject, t.Test)] = true
	}
	for _, n := range d.Flakes.ByNode {
		if n.Rate.Num > 0 || reported[stableName(n, stable)] {
			own[metric.Step(n.System, n.Subject, n.Node)] = true
		}
	}
	return own
}

// stableName is the name of a step that stays from run date to run date.
func stableName(n report.FlakeNode, stable change.Names) metric.StepName {
	return metric.Step(n.System, stable(n.System, n.Subject), n.Node)
}

func (p *pages) stepRef(n report.FlakeNode) report.PageRef {
	ref := report.PageRef{PageID: stepID(metric.Step(n.System, n.Subject, n.Node)), Title: name(n.Subject, n.Node, true), At: n.LastSeen, Role: report.RoleWarn,
		Note: fmt.Sprintf("flaked %s of %s", words.Count(n.Rate.Num), words.Plural(int(n.Rate.Den), "time"))}
	if t := p.random(n); t != nil && n.Rate.Num == 0 {
		ref.Note = fmt.Sprintf("failed in %s of %s", words.Count(t.Rate.Num), words.Plural(int(t.Rate.Den), "run"))
	}
	return ref
}

// random is what is known of a test that fails at random; nil of another step.
func (p *pages) random(n report.FlakeNode) *report.KnownFlaky {
	return p.atRandom[stableName(n, p.stable)]
}

// stepPage is one flaky step: how often, when, in which runs, and how long it takes.
func (p *pages) stepPage(ref report.PageRef, n report.FlakeNode) *report.Page {
	name := metric.Step(n.System, n.Subject, n.Node)
	nights := p.StepNights[name]
	page := &report.Page{Ref: ref, Lead: stepSentences(n, p.d.Flakes), Facts: facts(
		fact("Step", n.Node), fact("Subject", n.Subject), fact("System", n.System), fact("Needed a retry", shareCell(n.Rate).Text), fact("95 % CI", words.Interval(n.Rate)),
		fact("Ranked by", known(n.Shrunk, unit.Ratio)), fact("Cost", problem.CostOf(n)))}
	if t := p.random(n); t != nil {
		page.Lead = append([]string{fmt.Sprintf("Known flaky: it failed or needed a retry in %s of its runs in 30 days.", words.Rate(t.Rate))}, page.Lead...)
	}
	var blocks []report.Block
	if c := stepNightChart(nights); c != nil {
		blocks = append(blocks, chartBlock(c))
	}
	s := &page.Sections
	if own := changesOf(p.d.Changes, func(c report.SeriesChange) bool {
		return metric.Step(c.System, c.Subject, c.Step) == stableName(n, p.stable)
	}); len(own) > 0 {
		*s = section(*s, "changes", "What changed", nil, changeBlocks(own)...)
	}
	if n.Rate.Num > 0 {
		*s = section(*s, "nights", "By run date", nil, append(blocks, tableBlock(nightRates(nights)))...)
		*s = section(*s, "runs", "Runs in which it flaked", nil, tableBlock(p.flakedRuns(p.ofStep[name])))
	}
	if took := p.took[name]; len(took) > 0 {
		blocks = nil
		if c := stepTimesChart(p.StepTimes[name]); c != nil {
			blocks = append(blocks, chartBlock(c))
		}
		*s = section(*s, "durations", "How long its attempts take", nil, append(blocks, tableBlock(stepDurations(took)))...)
	}
	return page
}

// stepTimesChart draws the median duration of a step by run date; nil where there are too
// few dates to compare.
func stepTimesChart(times []metric.StepTime) *report.Chart {
	if len(times) < 3 {
		return nil
	}
	zero := 0.0
	series := report.Series{Name: "median of the run date", Role: report.RoleNeutral}
	lo, hi, n := times[0].MedianS, times[0].MedianS, 0
	var dates []string
	for i, x := range times {
		v := x.MedianS
		lo, hi, n = min(lo, v), max(hi, v), n+x.N
		dates = append(dates, x.Night)
		series.Points = append(series.Points, report.Point{X: float64(i), Y: v, Value: &v, Label: fmt.Sprintf("%s: %s, n = %s", x.Night, unit.Seconds.Format(v), words.Count(x.N))})
	}
	return &report.Chart{ID: "durations-by-night", Kind: report.Lines,
		Title: fmt.Sprintf("%s on the last run date, %s to %s on all", unit.Seconds.Format(times[len(times)-1].MedianS), unit.Seconds.Format(lo), unit.Seconds.Format(hi)),
		N:     fmt.Sprintf("n = %s that passed", words.Plural(n, "attempt")), X: report.Axis{Title: "Run date", Categories: dates},
		Y: report.Axis{Title: "Duration", Unit: unit.Seconds, Min: &zero}, Series: []report.Series{series}}
}

// stepNightChart draws how often the step was tried again by night; nil where there are too
// few nights to compare.
func stepNightChart(nights []metric.StepNight) *report.Chart {
	if len(nights) < 3 {
		return nil
	}
	zero := 0.0
	again := report.Series{Name: "needed a retry", Role: report.RoleWarn}
	once := report.Series{Name: "passed at once", Role: report.RoleNeutral}
	flaked, n := 0, int64(0)
	var names []string
	for i, night := range nights {
		r := night.Rate()
		names = append(names, night.Night)
		if r.Num > 0 {
			flaked++
		}
		n += r.Den
		for _, part := range []struct {
			series *report.Series
			count  int64
		}{{&again, r.Num}, {&once, r.Den - r.Num}} {
			v := float64(part.count)
			part.series.Points = append(part.series.Points, report.Point{X: float64(i), Y: v, Value: &v, Label: fmt.Sprintf("%s of %s %s", words.Count(part.count), words.Count(r.Den), part.series.Name)})
		}
	}
	return &report.Chart{ID: "by-night", Kind: report.Columns, Title: fmt.Sprintf("It flaked in %s of %s", words.Count(flaked), words.Plural(len(nights), "run date")),
		N: fmt.Sprintf("n = %s that it passed", words.Plural(int(n), "time")), X: report.Axis{Categories: names},
		Y: report.Axis{Title: "Times", Unit: unit.Count, Min: &zero}, Series: []report.Series{again, once}}
}

func nightRates(nights []metric.StepNight) *report.Table {
	columns := []report.Column{left("Run date"), right("Needed a retry"), right("95 % CI")}
	var rows []report.Row
	for _, night := range slices.Backward(nights) {
		rate := night.Rate()
		r := report.Row{Cells: []report.Cell{on(text(night.Night), nightID(night.Night)), shareCell(rate), likely(rate)}}
		if rate.Num > 0 {
			r.Role = report.RoleWarn
		}
		rows = append(rows, r)
	}
	return tableOf("nights", "Each run date on which the step passed, the latest first.", "No run says when it began.", columns, rows, manyRows)
}

// flakedRuns lists the runs in which the step flaked, the latest first, with what
// became of each attempt.
func (p *pages) flakedRuns(all []*metric.FlakedStep) *report.Table {
	columns := []report.Column{left("Run"), right("Started"), left("Attempts"), right("Cost"), left("The run ended as")}
	var rows []report.Row
	for _, f := range slices.Backward(all) {
		run := &p.d.Runs[f.Run]
		r := report.Row{Evidence: []report.Evidence{f.Evidence}, Cells: []report.Cell{on(code(run.Unit), runID(run.Key)), when(run.StartedAt), text(attemptWords(f)),
			num(f.Cost, unit.Seconds), text(cmp.Or(endedAs(*run), "not said"))}}
		for _, x := range f.Attempts {
			r.Evidence = append(r.Evidence, x.Evidence)
		}
		rows = append(rows, r)
	}
	return tableOf("runs", "Runs in which the step passed only after a failed attempt, the latest first.", "", columns, rows, manyRows)
}

// attemptWords says how each attempt of a step ended and how long it took.
func attemptWords(f *metric.FlakedStep) string {
	var parts []string
	for _, x := range f.Attempts {
		end, _ := endWords(x.Ending)
		if x.Duration.OK {
			end += " after " + unit.Seconds.Format(x.Duration.Value)
		}
		if x.BackoffS > 0 {
			end = "waited " + unit.Seconds.Format(x.BackoffS) + ", " + end
		}
		parts = append(parts, fmt.Sprintf("%d: %s", x.Number, end))
	}
	if f.Missing > 0 {
		parts = append(parts, words.Plural(int(f.Missing), "attempt")+" without a record")
	}
	return strings.Join(parts, "; ")
}

func stepDurations(rows []report.AttemptDuration) *report.Table {
	columns := []report.Column{left("Attempts that"), right("n"), right("p50"), right("p90"), right("Max"), right("Total")}
	var out []report.Row
	for _, d := range rows {
		ended := "failed"
		if d.Converged {
			ended = "passed"
		}
		out = append(out, report.Row{Cells: []report.Cell{text(ended), whole(d.N), num(d.P50S, unit.Seconds), num(d.P90S, unit.Seconds), num(d.MaxS, unit.Seconds), num(d.SumS, unit.Seconds)}})
	}
	return tableOf("durations", "Wall time of its attempts over all runs, those that passed apart from those that failed.", "", columns, out, fewRows)
}
