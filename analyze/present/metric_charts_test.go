package present

import (
	"fmt"
	"strings"
	"testing"

	"runreport/analyze/metric"
	"runreport/analyze/report"
	"runreport/unit"
)

// Every chart is found by its ID, those of many by how it begins.
func TestFigureOf(t *testing.T) {
	for id, want := range map[string]string{
		"causes": "causes", "causes-2": "", "run-kahn-17": "run-", "run-": "run-", "run": "", "metric-values-x": "metric-values-",
		"metric-rate-x": "metric-rate-", "metric-shares-x": "metric-shares-", "series-a": "series-", "concurrency-kahn": "concurrency-",
		"findings-by-code": "findings-by-code", "": "", "nothing": "",
	} {
		got := ""
		if f := FigureOf(id); f != nil {
			got = f.ID
		}
		if got != want {
			t.Errorf("%q is the figure %q, want %q", id, got, want)
		}
	}
	for _, f := range Figures {
		if f.Many != strings.HasSuffix(f.ID, "-") || f.Question == "" || f.Numbers == "" || FigureOf(f.ID) != f {
			t.Errorf("%+v", f)
		}
	}
}

// Days are drawn where there are more of them than a chart of instants can show.
func TestConcurrencyByDay(t *testing.T) {
	day := func(n int, peak int64, mean report.Number) report.ConcurrencyDay {
		return report.ConcurrencyDay{Day: fmt.Sprintf("2026-03-%02d", n), Peak: peak, PeakAt: on26(n), Mean: mean, BusyS: report.Known(60)}
	}
	days := []report.ConcurrencyDay{day(1, 2, report.Known(1.5)), day(2, 3, report.Missing("no_data")), day(3, 1, report.Known(1)), day(4, 4, report.Known(2.25))}
	system := report.Concurrency{System: "kahn", Peak: 4, PeakAt: on26(4), Cap: report.Count(3), ByDay: days}
	activity := map[string]metric.Activity{"kahn": {Attempts: 9, Instants: []metric.Instant{{At: second(0), N: 1}, {At: second(5), N: 2}, {At: second(9), N: 0}}}}
	charts := concurrencyCharts([]report.Concurrency{system}, activity)
	if len(charts) != 1 || charts[0].Kind != report.Lines || charts[0].N != "n = 9 attempts" || charts[0].Marks[0].At != 3 {
		t.Fatalf("%+v", charts)
	}
	var points []string
	for _, s := range charts[0].Series {
		for _, p := range s.Points {
			points = append(points, fmt.Sprintf("%g %s %s", p.X, orDash(p.Value), p.Label))
		}
	}
	same(t, "points", points, []string{
		"0 2 2", "1 3 3", "2 1 1", "3 4 4",
		"0 1.5 1.50 while anything ran", "1 - ", "2 1 1.00 while anything ran", "3 2.25 2.25 while anything ran",
	})
	same(t, "rows", toldRows(concurrencyTable([]report.Concurrency{system})), []string{
		"bad: kahn|2026-03-04|4|3|2026-03-04 01:30:00|2.3|1 min", "kahn|2026-03-03|1|3|2026-03-03 01:30:00|1|1 min",
		"kahn|2026-03-02|3|3|2026-03-02 01:30:00|n/a (nothing was observed)|1 min", "kahn|2026-03-01|2|3|2026-03-01 01:30:00|1.5|1 min"})
	system.ByDay = days[:metric.FewDays]
	few := concurrencyCharts([]report.Concurrency{system}, activity)[0]
	points = nil
	for _, p := range few.Series[0].Points {
		points = append(points, fmt.Sprintf("%g %g %s", p.X-float64(second(0).Unix()), *p.Value, p.Label))
	}
	same(t, "instants", points, []string{"0 1 1 at once", "5 2 2 at once", "9 0 0 at once"})
	if few.Kind != report.Steps || !few.X.Time {
		t.Errorf("%+v", few)
	}
	for _, c := range []struct {
		peak int64
		cap  report.Whole
		n    int
	}{{1, report.Whole{}, 0}, {2, report.Whole{}, 1}, {1, report.Count(1), 1}} {
		got := concurrencyCharts([]report.Concurrency{{System: "kahn", Peak: c.peak, PeakAt: on26(1), Cap: c.cap}}, activity)
		if len(got) != c.n || c.n > 0 && len(got[0].Marks) > 0 != c.cap.OK {
			t.Errorf("at most %d, allowed %v: %d charts, want %d", c.peak, c.cap, len(got), c.n)
		}
	}
}

// A metric of categories has a row for each category, one of rates or values a row for each group.
func TestTableOfAMetric(t *testing.T) {
	rate := rateOf(1, 4)
	values := &report.Distribution{N: 3, P50: report.Known(2), P90: report.Missing("n_too_small"), Max: report.Known(9), Sum: report.Known(12)}
	mix := []report.Share{{Category: "ok", Rate: rateOf(3, 4)}, {Category: "bad", Rate: rateOf(1, 4)}}
	group := func(step string) report.Group { return report.Group{System: "kahn", Subject: "shop", Step: step} }
	of := func(fill func(*report.Group), n int) report.MetricResult {
		m := report.MetricResult{Name: "m", Title: "T", Doc: "D.", Unit: string(unit.Count)}
		for i := range n {
			g := group(fmt.Sprint("s", i))
			fill(&g)
			m.Groups = append(m.Groups, g)
		}
		return m
	}
	rates := of(func(g *report.Group) { g.Rate = &rate }, 1)
	spread := of(func(g *report.Group) { g.Distribution = values }, 1)
	shares := of(func(g *report.Group) { g.Categories = mix }, 1)
	same(t, "a rate", toldRows(metricTable(rates)), []string{"kahn|shop|s0|1 of 4 (25 %)|13–63 %"})
	same(t, "values", toldRows(metricTable(spread)), []string{"kahn|shop|s0|3|2|n/a (too few values)|9|12"})
	same(t, "categories", toldRows(metricTable(shares)), []string{"kahn|shop|s0|ok|3 of 4 (75 %)|38–88 %", "kahn|shop|s0|bad|1 of 4 (25 %)|13–63 %"})
	for n, want := range map[int][2]int{groupRows: {8, 8}, groupRows + 2: {8, 10}} {
		table := metricTable(of(func(g *report.Group) { g.Rate = &rate }, n))
		if got := [2]int{len(table.Rows), table.Total}; got != want {
			t.Errorf("%d groups: rows and total %v, want %v", n, got, want)
		}
	}
	chart := metricChart(of(func(g *report.Group) { g.Categories = mix }, 4))
	if chart.ID != "metric-shares-m" || chart.Title != "T, by 4 groups" || chart.Kind != report.Bars || strings.Join(chart.Y.Categories, " ") != "s0 s1 s2 s3" {
		t.Errorf("%+v", chart)
	}
	chart = metricChart(of(func(g *report.Group) { g.Distribution = values }, 4))
	if chart.ID != "metric-values-m" || chart.Title != "T: highest median s0, 2" || chart.Kind != report.Ranges {
		t.Errorf("%+v", chart)
	}
	for _, c := range []struct {
		g    report.Group
		want string
	}{
		{group("s"), "s"},
		{report.Group{System: "kahn", Subject: "shop"}, "shop"},
		{report.Group{System: "kahn"}, "kahn"},
	} {
		if got := groupName(c.g, []report.Group{c.g}); got != c.want {
			t.Errorf("%+v is called %q, want %q", c.g, got, c.want)
		}
	}
	if got := groupName(group("s"), []report.Group{group("s"), {System: "kahn", Subject: "till", Step: "s"}}); got != "shop: s" {
		t.Errorf("one of two subjects is called %q", got)
	}
}
