package render

import (
	"slices"
	"testing"

	"runreport/analyze/report"
	"runreport/unit"
)

// A key figure names the first models with what each came to, where they differ.
func TestFigureParts(t *testing.T) {
	part := func(name string, num, den int64) report.FigurePart {
		return report.FigurePart{Name: name, Value: report.Known(float64(num) / float64(den)), Num: report.Count(num), Den: report.Count(den)}
	}
	for _, c := range []struct {
		u     unit.Unit
		parts []report.FigurePart
		want  string
	}{
		{unit.Ratio, nil, ""},
		{unit.Ratio, []report.FigurePart{part("a", 1, 4), part("b", 1, 4)}, ""},
		{unit.Ratio, []report.FigurePart{part("a", 1, 4), part("b", 3, 4)}, "a 1 of 4, b 3 of 4"},
		{unit.Ratio, []report.FigurePart{part("a", 1, 4), part("b", 3, 4), part("c", 1, 4), part("d", 1, 4), part("e", 1, 4)}, "a 1 of 4, b 3 of 4, c 1 of 4 and 2 more"},
		{unit.Seconds, []report.FigurePart{{Name: "a", Value: report.Known(60)}, {Name: "b", Value: report.Known(120)}}, "a 1 min, b 2 min"},
	} {
		if got := figureParts(c.u, c.parts); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// A note says it behind the value.
func TestFigurePartsOfANote(t *testing.T) {
	b := Brief{Figures: []BriefFigure{{Title: "Items passed", Value: "4 of 8", Share: "50 %", Of: "a 1 of 4, b 3 of 4"}, {Title: "Cost", Value: "$1"}}}
	var got []string
	for _, row := range figuresPart(b).rows {
		got = append(got, row[0]+": "+row[1])
	}
	if want := []string{"Items passed: 4 of 8 (50 %): a 1 of 4, b 3 of 4", "Cost: $1"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
