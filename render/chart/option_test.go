package chart

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-echarts/go-echarts/v2/opts"
	"github.com/google/go-cmp/cmp"

	"runreport/analyze/report"
	"runreport/unit"
)

// golden compares got with the file on record, or records it.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if os.Getenv("UPDATE_GOLDEN") != "" {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v (UPDATE_GOLDEN=1 records it)", err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s differs (UPDATE_GOLDEN=1 records it):\n%s", path, diff)
	}
}

func TestOptionGolden(t *testing.T) {
	for _, c := range samples() {
		t.Run(string(c.Kind), func(t *testing.T) {
			option, err := Option(c)
			if err != nil {
				t.Fatal(err)
			}
			var indented bytes.Buffer
			if err := json.Indent(&indented, option, "", " "); err != nil {
				t.Fatal(err)
			}
			indented.WriteByte('\n')
			golden(t, string(c.Kind)+".json", indented.Bytes())
		})
	}
}

// TestOptionCarriesNothingOfItsOwn: what go-echarts adds to every chart is gone.
func TestOptionCarriesNothingOfItsOwn(t *testing.T) {
	for _, c := range samples() {
		option, err := Option(c)
		if err != nil {
			t.Fatal(err)
		}
		var top map[string]json.RawMessage
		if err := json.Unmarshal(option, &top); err != nil {
			t.Fatal(err)
		}
		for key := range top {
			switch key {
			case "aria", "chart", "series", "tooltip", "xAxis", "yAxis":
			default:
				t.Errorf("%s: member %q", c.Kind, key)
			}
		}
		for _, noise := range []string{"go-echarts", "__f__", "#5470c6", `null,"show`} {
			if bytes.Contains(option, []byte(noise)) {
				t.Errorf("%s: contains %s", c.Kind, noise)
			}
		}
	}
}

func TestOptionErrors(t *testing.T) {
	tests := []struct {
		name   string
		change func(*report.Chart)
		want   string
	}{
		{"no ID", func(c *report.Chart) { c.ID = "" }, "the ID has to be"},
		{"ID that is markup", func(c *report.Chart) { c.ID = `x"><script>` }, "the ID has to be"},
		{"unknown kind", func(c *report.Chart) { c.Kind = "pie" }, `unknown kind "pie"`},
		{"row out of range", func(c *report.Chart) { c.Series[0].Points[1].Y = 4 }, "point 1: Y is 4, not one of 4 categories"},
		{"row between two", func(c *report.Chart) { c.Series[0].Points[0].Y = 0.5 }, "Y is 0.5"},
		{"row not a number", func(c *report.Chart) { c.Series[0].Points[0].Y = math.NaN() }, "Y is NaN"},
		{"mark not a number", func(c *report.Chart) { c.Marks[0].At = math.Inf(1) }, `mark "all nodes" is not at a number`},
		{"band without an end", func(c *report.Chart) { c.Marks[0].To = ptr(math.NaN()) }, "is not at a number"},
		{"too many points", func(c *report.Chart) { c.Series[0].Points = make([]report.Point, maxPoints+1) }, "more than 20000"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := sampleDots()
			tt.change(c)
			_, err := Option(c)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Fatalf("error %v, want one with %q", err, tt.want)
			}
			if _, err := svgOf(c, DefaultWidth); err == nil {
				t.Error("SVG drew it")
			}
		})
	}
	if _, err := Option(nil); err == nil {
		t.Error("no chart gave no error")
	}
	matrix := sampleMatrix()
	matrix.Series[0].Points[0].State = "gone"
	if _, err := Option(matrix); err == nil || !strings.Contains(err.Error(), `state "gone"`) {
		t.Errorf("unknown state: %v", err)
	}
	steps := sampleSteps()
	steps.Series[0].Points[2].X = math.Inf(-1)
	if _, err := Option(steps); err == nil || !strings.Contains(err.Error(), "x is -Inf") {
		t.Errorf("X without a place: %v", err)
	}
}

// TestNotFinite: a number that is none is a gap, wherever a measured number may be
// missing, and the pictures can still be drawn.
func TestNotFinite(t *testing.T) {
	for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		for _, c := range samples() {
			for i := range c.Series {
				p := &c.Series[i].Points[0]
				p.Value, p.Lo, p.Hi = ptr(bad), ptr(bad), ptr(bad)
			}
			c.X.Min, c.Y.Max = ptr(bad), ptr(bad)
			option, err := Option(c)
			if err != nil {
				t.Fatalf("%s with %v: %v", c.Kind, bad, err)
			}
			if c.Kind != report.Matrix && !bytes.Contains(option, []byte("null")) {
				t.Errorf("%s with %v: no null in %s", c.Kind, bad, option)
			}
			if _, err := svgOf(c, DefaultWidth); err != nil {
				t.Errorf("%s with %v: %v", c.Kind, bad, err)
			}
		}
	}
}

func TestExtents(t *testing.T) {
	point := func(v, lo, hi *float64) report.Chart {
		return report.Chart{Kind: report.Dots, Series: []report.Series{{Points: []report.Point{{Value: v, Lo: lo, Hi: hi}}}}}
	}
	tests := []struct {
		name  string
		chart report.Chart
		axis  report.Axis
		want  axis
	}{
		{"nothing known", point(nil, nil, nil), report.Axis{}, axis{Extent: [2]float64{0, 1}}},
		{"zero taken in", point(ptr(0.3), ptr(0.1), ptr(0.6)), report.Axis{Unit: unit.Ratio}, axis{Unit: unit.Ratio, Extent: [2]float64{0, 0.6}}},
		{"zero far away", point(ptr(0.93), ptr(0.9), ptr(0.95)), report.Axis{Unit: unit.Ratio}, axis{Unit: unit.Ratio, Extent: [2]float64{0.9, 0.95}}},
		{"below zero", point(ptr(-0.1), ptr(-0.4), nil), report.Axis{Unit: unit.Points}, axis{Unit: unit.Points, Extent: [2]float64{-0.4, 0}}},
		{"own limits", point(ptr(0.5), nil, nil), report.Axis{Min: ptr(0), Max: ptr(1)}, axis{Extent: [2]float64{0, 1}, Min: ptr(0), Max: ptr(1)}},
		{"logarithm without zero", point(ptr(8), ptr(0), ptr(90)), report.Axis{Log: true}, axis{Log: true, Extent: [2]float64{8, 90}}},
		{"logarithm of nothing", point(ptr(0), nil, nil), report.Axis{Log: true}, axis{Extent: [2]float64{0, 1}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(&tt.want, valueAxis(&tt.chart, tt.axis)); diff != "" {
				t.Error(diff)
			}
		})
	}
	stops := sampleBars()
	if got := valueAxis(stops, stops.X).Extent; got != [2]float64{0, 23} {
		t.Errorf("piles reach %v, want 0 to 23", got)
	}
}

func TestLanes(t *testing.T) {
	c := sampleDots()
	if got := lanes(c); got != 1 {
		t.Errorf("one series: %d lanes", got)
	}
	c.Series = append(c.Series[:1], report.Series{Points: []report.Point{{Y: 2, Lo: ptr(0), Hi: ptr(1)}}})
	if got := lanes(c); got != 2 {
		t.Errorf("two series in a row: %d lanes", got)
	}
	c.Series[0].Points = c.Series[0].Points[:2]
	if got := lanes(c); got != 1 {
		t.Errorf("two series in rows of their own: %d lanes", got)
	}
}

// Settings of labels stand in the option if they were made, each as it was made.
func TestLabelsKeepTheirSettings(t *testing.T) {
	for _, c := range []struct {
		label *opts.AxisLabel
		want  string
	}{
		{nil, `{}`},
		{&opts.AxisLabel{Formatter: fnValue}, `{"axisLabel":{"formatter":"$fn:value"}}`},
		{&opts.AxisLabel{ShowMinLabel: opts.Bool(true)}, `{"axisLabel":{"showMinLabel":true}}`},
		{&opts.AxisLabel{ShowMaxLabel: opts.Bool(false)}, `{"axisLabel":{"showMaxLabel":false}}`},
	} {
		got, err := json.Marshal(xAxis{AxisLabel: labelOf(c.label)})
		if err != nil || string(got) != c.want {
			t.Errorf("%s, %v, want %s", got, err, c.want)
		}
	}
}
