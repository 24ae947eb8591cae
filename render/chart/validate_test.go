package chart

import (
	"math"
	"strings"
	"testing"

	"runreport/analyze/report"
)

// A chart is refused from 20,001 points or categories on, where a point has no category, and
// where a mark is at no number.
func TestChartsThatAreRefused(t *testing.T) {
	dots := func(points, x, y int) *report.Chart {
		return &report.Chart{ID: "c", Kind: report.Dots, Series: []report.Series{{Points: make([]report.Point, points)}},
			X: report.Axis{Categories: make([]string, x)}, Y: report.Axis{Categories: make([]string, y)}}
	}
	at := func(kind report.ChartKind, x, y float64) *report.Chart {
		names := []string{"a", "b"}
		return &report.Chart{ID: "c", Kind: kind, States: []report.State{{Name: ""}}, X: report.Axis{Categories: names}, Y: report.Axis{Categories: names}, Series: []report.Series{{Points: []report.Point{{X: x, Y: y}}}}}
	}
	line := func(x float64) *report.Chart {
		return &report.Chart{ID: "c", Kind: report.Lines, Series: []report.Series{{Points: []report.Point{{X: x}}}}}
	}
	mark := func(at float64, to *float64) *report.Chart {
		return &report.Chart{ID: "c", Kind: report.Lines, Marks: []report.Mark{{At: at, To: to}}}
	}
	inf := math.Inf(1)
	for name, c := range map[string]struct {
		chart *report.Chart
		want  string
	}{
		"none": {nil, "chart: no chart"}, "no ID": {&report.Chart{Kind: report.Dots}, `chart "": the ID has`}, "no kind": {&report.Chart{ID: "c"}, `chart c: unknown kind ""`},
		"as many points as can be": {dots(20000, 0, 1), ""}, "a point too many": {dots(20001, 0, 1), "chart c: 20001 points in 1 categories, more than 20000"},
		"as many categories": {dots(0, 10000, 10000), ""}, "a category too many": {dots(0, 10000, 10001), "chart c: 0 points in 20001 categories, more than 20000"},
		"in the last row": {at(report.Dots, 7.5, 1), ""}, "below it": {at(report.Dots, 0, 2), `point 0: Y is 2, not one of 2`}, "above": {at(report.Dots, 0, -1), `Y is -1`}, "between": {at(report.Dots, 0, 0.5), `Y is 0.5`},
		"a cell": {at(report.Heat, 1, 1), ""}, "a cell beside": {at(report.Heat, 2, 1), "X is 2"}, "a cell below": {at(report.Heat, 1, 2), "Y is 2"}, "a cell of a matrix": {at(report.Matrix, 1, 1), ""}, "below a matrix": {at(report.Matrix, 1, 2), "Y is 2"},
		"a column": {at(report.Columns, 1, 9), ""}, "a column beside": {at(report.Columns, 2, 0), "X is 2"}, "a place on a line": {at(report.Lines, 1, 9), ""}, "beside the line": {at(report.Lines, 2, 0), "X is 2"},
		"a number": {line(7.5), ""}, "no number": {line(math.NaN()), "x is NaN"}, "a mark": {mark(1, ptr(2)), ""}, "a mark nowhere": {mark(inf, nil), "is not at a number"}, "a mark to nowhere": {mark(1, &inf), "is not at a number"},
	} {
		got := ""
		if err := validate(c.chart); err != nil {
			got = err.Error()
		}
		if (got == "") != (c.want == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
	state := at(report.Matrix, 0, 0)
	state.Series[0].Points[0].State = "lost"
	if err := validate(state); err == nil || !strings.Contains(err.Error(), `state "lost" is not one of the chart's`) {
		t.Errorf("%v", err)
	}
}

// What is read out of a chart is its title, and behind it what it shows, where there is anything.
func TestWhatIsReadOut(t *testing.T) {
	for n, want := range map[string]string{"": `"description":"T"`, "n = 3": `"description":"T. n = 3"`} {
		option, err := Option(&report.Chart{ID: "c", Kind: report.Lines, Title: "T", N: n})
		if err != nil || !strings.Contains(string(option), want) {
			t.Errorf("%s, %v: it lacks %s", option, err, want)
		}
	}
}
