package present

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"runreport/analyze/metric"
	"runreport/analyze/report"
	"runreport/analyze/words"
	"runreport/unit"
)

func (p *pages) addNights() {
	for i := range slices.Backward(p.nights) {
		p.add(p.nightRef(p.nights[i]), func(ref report.PageRef) *report.Page { return p.nightPage(ref, i) })
	}
}

func (p *pages) nightRef(night string) report.PageRef {
	at, _ := time.Parse(time.DateOnly, night) // nights are written in this layout
	ref := report.PageRef{PageID: nightID(night), Title: night, At: at, Role: report.RoleGood}
	bad, warn := 0, 0
	for _, i := range p.byNight[night] {
		switch r := &p.d.Runs[i]; {
		case look(r.Result) == report.RoleBad:
			bad++
		case look(r.Result) == report.RoleWarn, len(r.Flaked) > 0:
			warn++
		}
	}
	ref.Note = words.Plural(len(p.byNight[night]), "run")
	if warn > 0 {
		ref.Role = report.RoleWarn
		ref.Note += fmt.Sprintf(", %s flaky", words.Count(warn))
	}
	if bad > 0 {
		ref.Role = report.RoleBad
		ref.Note += fmt.Sprintf(", %s failed", words.Count(bad))
	}
	return ref
}

// nightPage is all that began in one night, and the cycles that began or ended in it.
func (p *pages) nightPage(ref report.PageRef, at int) *report.Page {
	page := &report.Page{Ref: ref}
	page.Previous, page.Next = neighbours(at, len(p.nights), func(i int) report.PageRef { return p.nightRef(p.nights[i]) })
	var runs []*report.Run
	for _, i := range slices.Backward(p.byNight[ref.Key]) {
		runs = append(runs, &p.d.Runs[i])
	}
	page.Lead = nightSentences(runs)
	page.Facts = nightFacts(runs)
	s := &page.Sections
	if c := endingChart(runs); c != nil {
		*s = section(*s, "endings", "How they ended", nil, chartBlock(c))
	}
	*s = section(*s, "flakes", "Flakes", nil, p.nightFlakes(ref.Key)...)
	*s = section(*s, "runs", "Runs", nil, tableBlock(nightRuns(runs)))
	for _, c := range p.cycles[ref.Key] {
		page.Related = append(page.Related, cycleRef(c))
	}
	return page
}

func day(t report.Moment) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.DateOnly)
}

func nightFacts(runs []*report.Run) []report.Term {
	var systems []string
	count := map[string]int{}
	took, timed := 0.0, false
	for _, r := range runs {
		if count[r.System] == 0 {
			systems = append(systems, r.System)
		}
		count[r.System]++
		took += r.DurationS.Value
		timed = timed || r.DurationS.OK
	}
	slices.Sort(systems)
	for i, s := range systems {
		systems[i] = fmt.Sprintf("%s of %s", words.Count(count[s]), s)
	}
	all := []report.Term{fact("Runs", words.Count(len(runs))), fact("Systems", strings.Join(systems, ", "))}
	if timed {
		all = append(all, fact("Total", unit.Seconds.Format(took)))
	}
	return all
}

// outcomeCount is how often runs ended in one way.
type outcomeCount struct {
	Name    string
	Count   int
	Results map[string]int64
}

// outcomesOf counts how runs ended, the most frequent first.
func outcomesOf(runs []*report.Run) []outcomeCount {
	var all []outcomeCount
	for _, r := range runs {
		name := cmp.Or(endedAs(*r), "not said")
		i := slices.IndexFunc(all, func(e outcomeCount) bool { return e.Name == name })
		if i < 0 {
			i = len(all)
			all = append(all, outcomeCount{Name: name, Results: map[string]int64{}})
		}
		all[i].Count++
		all[i].Results[r.Result]++
	}
	slices.SortFunc(all, func(x, y outcomeCount) int {
		return cmp.Or(cmp.Compare(y.Count, x.Count), strings.Compare(x.Name, y.Name))
	})
	return all
}

// endingTitle says how many runs ended badly, and how.
func endingTitle(mix []outcomeCount, runs int) string {
	bad, how := 0, []string(nil)
	for _, e := range mix {
		own := 0
		for result, n := range e.Results {
			if look(result) == report.RoleBad {
				own += int(n)
			}
		}
		if own > 0 {
			bad += own
			how = append(how, fmt.Sprintf("%s %s", words.Count(own), e.Name))
		}
	}
	switch {
	case bad == 0 && runs == 1:
		return "The run did not fail"
	case bad == 0:
		return fmt.Sprintf("None of %s failed", words.Plural(runs, "run"))
	}
	return fmt.Sprintf("%s of %s failed: %s", words.Count(bad), words.Plural(runs, "run"), words.List(how, 3))
}

// endingChart draws how the runs of a night ended, each outcome in the look of what it
// is summed up to elsewhere; nil where all ended alike.
func endingChart(runs []*report.Run) *report.Chart {
	mix := outcomesOf(runs)
	if len(mix) < 2 {
		return nil
	}
	columns := []report.Column{left("Ended as"), right("Runs")}
	c := &report.Chart{ID: "endings", Kind: report.Bars, Title: endingTitle(mix, len(runs)),
		N: "n = " + words.Plural(len(runs), "run"), X: report.Axis{Title: "Runs", Unit: unit.Count}, Series: endingSeries()}
	var rows []report.Row
	for y, e := range mix[:min(len(mix), maxDots)] {
		c.Y.Categories = append(c.Y.Categories, e.Name)
		for i, n := range endingsOf(e.Results) {
			if v := float64(n); n > 0 {
				c.Series[i].Points = append(c.Series[i].Points, report.Point{X: v, Y: float64(y), Value: &v, Label: words.Rate(metric.RateOf(int(n), len(runs)))})
			}
		}
	}
	for _, e := range mix {
		rows = append(rows, report.Row{Role: roleOf(e.Results), Cells: []report.Cell{text(e.Name), shareCell(metric.RateOf(e.Count, len(runs)))}})
	}
	c.Series = withPoints(c.Series)
	c.Table = tableOf("endings", "How the runs of this date ended.", "", columns, rows, manyRows)
	return c
}

// nightFlakes lists the steps that flaked in a night, with their runs.
func (p *pages) nightFlakes(night string) []report.Block {
	columns := []report.Column{left("Step"), left("Subject"), left("Run"), right("Attempts"), right("Cost")}
	var rows []report.Row
	for _, i := range p.byNight[night] {
		r := &p.d.Runs[i]
		for _, f := range p.inRun[i] {
			rows = append(rows, report.Row{Role: report.RoleWarn, Evidence: []report.Evidence{f.Evidence}, Cells: []report.Cell{
				on(code(f.Step), stepID(f.StepName)), code(r.Subject), on(code(r.Unit), runID(r.Key)), whole(f.Highest), num(f.Cost, unit.Seconds)}})
		}
	}
	if len(rows) == 0 {
		return nil
	}
	return []report.Block{tableBlock(tableOf("flakes", "Steps that needed more than one try. The cost is machine time in failed attempts and waits.", "", columns, rows, manyRows))}
}

func nightRuns(runs []*report.Run) *report.Table {
	columns := []report.Column{left("Run"), left("System"), left("Subject"), left("Ended as"), left("Stopped by"), right("Started"), right("Duration"), right("Attempts"), left("Flaked"), minor(right("Findings"))}
	var rows []report.Row
	for _, r := range runs {
		rows = append(rows, report.Row{Role: look(r.Result), Evidence: []report.Evidence{r.Evidence}, Cells: []report.Cell{
			on(code(r.Unit), runID(r.Key)), text(r.System), code(r.Subject), text(endedAs(*r)), text(r.Cause), when(r.StartedAt), num(r.DurationS, unit.Seconds),
			wholeOf(r.Attempts), code(list0(r.Flaked)), quiet(r.Findings)}})
	}
	slices.SortStableFunc(rows, func(x, y report.Row) int { return cmp.Compare(severity(x.Role), severity(y.Role)) })
	return tableOf("runs", "Every run of this date: those that failed first, then the latest.", "", columns, rows, manyRows)
}

// severity orders rows, what ended badly first.
func severity(r report.Role) int {
	switch r {
	case report.RoleBad:
		return 0
	case report.RoleWarn:
		return 1
	}
	return 2
}
