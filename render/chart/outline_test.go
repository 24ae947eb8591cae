package chart

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"runreport/analyze/report"
	"runreport/unit"
)

// Numbers of a picture are written as short as can be: to a hundredth, a tenth, or a
// ten-thousandth of a pixel, halves upwards.
func TestNumbersOfAPicture(t *testing.T) {
	for f, want := range map[float64]string{0: "0", 1: "1", -1: "-1", 100: "100", 0.5: "0.5", 0.25: "0.25", 0.254: "0.25", 0.256: "0.26", -0.001: "0", -0.25: "-0.25", 120.10: "120.1"} {
		if got := short(f); got != want {
			t.Errorf("%g: %s, want %s", f, got, want)
		}
	}
	for f, want := range map[float64]string{0: "0", 0.04: "0", 0.05: "0.1", 1.24: "1.2", 1.25: "1.3", -0.05: "0", -0.06: "-0.1", -1.26: "-1.3", 12: "12"} {
		if got := tenth(f); got != want {
			t.Errorf("%g: %s, want %s", f, got, want)
		}
	}
	for f, want := range map[float64]float64{0: 0, 0.00004: 0, 0.00005: 0.0001, 1.23456: 1.2346, -0.00005: 0, -1.23456: -1.2346} {
		if got := moved(f); got != want {
			t.Errorf("%g is moved to %g, want %g", f, got, want)
		}
	}
	for l, want := range map[[4]float64][4]float64{
		{10, 3, 10, 20}: {10.5, 3, 10.5, 20}, {10.5, 3, 10.5, 20}: {10.5, 3, 10.5, 20}, {0, 7.2, 9, 7.2}: {0, 7.5, 9, 7.5}, {1, 2, 3, 4}: {1, 2, 3, 4}, {3, 5, 3, 5}: {3.5, 5.5, 3.5, 5.5},
		{10.2, 0, 10.3, 9}: {10.2, 0, 10.3, 9}, {10.3, 0, 10.4, 9}: {10.5, 0, 10.5, 9}, {10.8, 0, 10.9, 9}: {11.5, 0, 11.5, 9},
	} {
		x1, y1, x2, y2 := crisp(l)
		if got := [4]float64{x1, y1, x2, y2}; got != want {
			t.Errorf("%v: %v, want %v", l, got, want)
		}
	}
}

// Each shape as SVG has it, by hand.
func TestOutlines(t *testing.T) {
	for _, c := range []struct{ element, want string }{
		{`{"type":"rule","line":[10,3,10,20]}`, `path d="M10.5 3L10.5 20"`},
		{`{"type":"line","points":[]}`, `path`},
		{`{"type":"line","points":[[0,0],[0.4,0.5],[0.5,0.5],[null,3],[9,9],[9.3,null],[20,20],[20.9,20]]}`, `path d="M0 0L0.5 0.5M9 9M20 20L20.9 20"`},
		{`{"type":"line","points":[[10,10],[10.5,9.5],[11.1,9.1]]}`, `path d="M10 10L10.5 9.5L11.1 9.1"`},
		{`{"type":"path","shape":{"pathData":""}}`, `path d="M"`},
		{`{"type":"path","shape":{"pathData":"M1.26 2L3 4M5 6L5 6M-7 8e-1L9 9"}}`, `path d="M1.3 2L3 4M5 6M-7 0.8L9 9"`},
		{`{"type":"rect","shape":{"x":1,"y":2,"width":10,"height":4}}`, `path d="M1 2l10 0l0 4l-10 0Z"`},
		{`{"type":"rect","shape":{"x":1,"y":2,"width":10,"height":4,"r":1}}`, `path d="M2 2L10 2A1 1 0 0 1 11 3L11 5A1 1 0 0 1 10 6L2 6A1 1 0 0 1 1 5L1 3A1 1 0 0 1 2 2Z"`},
		{`{"type":"rect","shape":{"width":10,"height":4,"r":9}}`, `path d="M2 0L8 0A2 2 0 0 1 10 2A2 2 0 0 1 8 4L2 4A2 2 0 0 1 0 2A2 2 0 0 1 2 0Z"`},
		{`{"type":"rect","shape":{"width":4,"height":10,"r":9}}`, `path d="M2 0A2 2 0 0 1 4 2L4 8A2 2 0 0 1 2 10A2 2 0 0 1 0 8L0 2A2 2 0 0 1 2 0Z"`},
		{`{"type":"polygon","shape":{"points":[[0,0],[1.26,2],[3,4]]}}`, `polygon points="0 0 1.3 2 3 4"`},
		{`{"type":"circle","shape":{"cx":1,"cy":2,"r":3.25}}`, `circle cx="1" cy="2" r="3.3"`},
		{`{"type":"symbol","symbol":"diamond","size":7,"x":1.23456,"y":2}`, `path d="M0 -1L1 0L0 1L-1 0Z" transform="matrix(3.5,0,0,3.5,1.23,2)"`},
	} {
		var e element
		if err := json.Unmarshal([]byte(c.element), &e); err != nil {
			t.Fatal(err)
		}
		name, attrs, err := outline(e)
		got := name
		for _, a := range attrs {
			got += fmt.Sprintf(" %s=%q", a.Name.Local, a.Value)
		}
		if got != c.want || err != nil {
			t.Errorf("%s: %s, %v\nwant %s", c.element, got, err, c.want)
		}
	}
}

// What an element is painted with, and what is left out since it is so anyway.
func TestPaintOfElements(t *testing.T) {
	theme := sentinelTheme()
	// in writes the names of tokens as the colours that stand for them.
	in := func(s string) string {
		for name, colour := range theme {
			s = strings.ReplaceAll(s, `"$`+name+`"`, `"`+colour+`"`)
		}
		return s
	}
	for _, c := range []struct{ element, want string }{
		{`{"type":"circle","style":{}}`, ""},
		{`{"type":"circle","style":{"fill":"none","stroke":"none"}}`, ""},
		{`{"type":"circle","style":{"fill":"$ink"}}`, `<circle cx="0" cy="0" r="0"/>`},
		{`{"type":"circle","style":{"fill":"$good","opacity":0.5,"fillOpacity":0.5}}`, `<circle cx="0" cy="0" r="0" fill="var(--rr-good)" fill-opacity="0.25"/>`},
		{`{"type":"circle","style":{"stroke":"$bad","opacity":0.5,"lineWidth":2,"lineDash":[4,2.5],"lineCap":"round","lineJoin":"bevel"}}`,
			`<circle cx="0" cy="0" r="0" fill="none" stroke="var(--rr-bad)" stroke-width="2" stroke-opacity="0.5" stroke-dasharray="4 2.5" stroke-linecap="round" stroke-linejoin="bevel"/>`},
		{`{"type":"circle","style":{"stroke":"$ink","fill":"$ink","lineWidth":0,"lineDash":[4]}}`, `<circle cx="0" cy="0" r="0" stroke="var(--rr-ink)" stroke-width="0"/>`},
		{`{"type":"symbol","symbol":"rect","size":8,"style":{"stroke":"$a"}}`, `<path d="M-1 -1l2 0l0 2l-2 0Z" transform="matrix(4,0,0,4,0,0)" fill="none" stroke="var(--rr-a)" stroke-width="0.25"/>`},
		{`{"type":"symbol","symbol":"rect","size":8,"style":{"stroke":"$a","lineWidth":4}}`, `<path d="M-1 -1l2 0l0 2l-2 0Z" transform="matrix(4,0,0,4,0,0)" fill="none" stroke="var(--rr-a)"/>`},
		{`{"type":"text","style":{}}`, ""},
		{`{"type":"text","x":3,"y":4,"style":{"text":"a<","x":1,"y":2,"fontSize":20,"fontWeight":"bold","align":"center","fill":"$ink-2"}}`,
			`<text x="4" y="13" font-size="20" font-weight="bold" text-anchor="middle" fill="var(--rr-ink-2)">a&lt;</text>`},
		{`{"type":"text","style":{"text":"cut…","fontSize":12,"align":"right","fill":"$ink","stroke":"$paper","lineWidth":3}}`,
			`<text y="4.2" text-anchor="end" stroke="var(--rr-paper)" stroke-width="3" paint-order="stroke" stroke-miterlimit="2">cut…<title>cut whole</title></text>`},
		{`{"type":"text","x":3,"y":4,"rotation":1.5707963267948966,"style":{"text":"up","fontSize":12,"x":1,"align":"left","fill":"$ink"}}`,
			`<text x="1" y="4.2" transform="matrix(0,-1,1,0,3,4)">up</text>`},
		{`{"type":"circle","clip":{"x":1.5,"y":2,"w":10,"h":5},"style":{"stroke":"$a","lineWidth":2,"fill":"$ink"}}`,
			`<g clip-path="url(#p-c0)"><circle cx="0" cy="0" r="0" stroke="var(--rr-a)" stroke-width="2"/></g><defs><clipPath id="p-c0"><path d="M0 1l13 0l0 7l-13 0Z"/></clipPath></defs>`},
		{`{"type":"circle","clip":{"x":2,"y":2,"w":10,"h":5},"style":{"stroke":"$a","lineWidth":2,"fill":"$ink"}}`,
			`<g clip-path="url(#p-c0)"><circle cx="0" cy="0" r="0" stroke="var(--rr-a)" stroke-width="2"/></g><defs><clipPath id="p-c0"><path d="M1 1l12 0l0 7l-12 0Z"/></clipPath></defs>`},
		{`{"type":"circle","style":{"fill":"$a","decal":{"color":"$paper","dashArrayX":[8,0],"dashArrayY":[1.5,3],"rotation":0.7853981633974483}}}`,
			`<circle cx="0" cy="0" r="0" fill="var(--rr-a)"/><circle cx="0" cy="0" r="0" fill="url(#p-p0)"/><defs><pattern width="8" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)" id="p-p0"><g>` +
				`<path d="M0 -5l8 0l0 2l-8 0Z" fill="var(--rr-paper)"/><path d="M8 -5l8 0l0 2l-8 0Z" fill="var(--rr-paper)"/>` +
				`<path d="M0 0l8 0l0 2l-8 0Z" fill="var(--rr-paper)"/><path d="M8 0l8 0l0 2l-8 0Z" fill="var(--rr-paper)"/></g></pattern></defs>`},
	} {
		var e element
		if err := json.Unmarshal([]byte(in(c.element)), &e); err != nil {
			t.Fatal(err)
		}
		w := writer{out: &bytes.Buffer{}, prefix: "p-", cuts: map[string]string{"cut…": "cut whole"}}
		if err := w.content([]element{e}); err != nil || w.out.String() != c.want {
			t.Errorf("%s: %s, %v\nwant %s", c.element, w.out.String(), err, c.want)
		}
	}
	hatched := element{Type: "circle", Style: style{Fill: theme["a"], Decal: &hatch{Color: theme["paper"]}}}
	w := writer{out: &bytes.Buffer{}, prefix: "p-"}
	if err := w.content([]element{hatched, hatched}); err != nil || strings.Count(w.out.String(), "<pattern ") != 1 || strings.Contains(w.out.String(), "rotate") {
		t.Errorf("%s, %v", w.out.String(), err)
	}
	// A file has the colour in full, and a class for the dark.
	w = writer{out: &bytes.Buffer{}, prefix: "p-", alone: true, used: map[Token]bool{}}
	both := element{Type: "circle", Style: style{Fill: theme["good"], Stroke: theme["bad"]}}
	want := `<circle cx="0" cy="0" r="0" fill="#00785a" stroke="#b8440d" class="f-good s-bad"/>`
	if err := w.content([]element{both}); err != nil || w.out.String() != want || len(w.used) != 2 {
		t.Errorf("%s, %v\nwant %s", w.out.String(), err, want)
	}
}

// An axis reaches as far as what is drawn on it, to zero where that is near or the drawing
// begins there, and a share that is nearly whole to the whole.
func TestReachOfAnAxis(t *testing.T) {
	of := func(values ...float64) span {
		var s span
		for _, v := range values {
			s.add(&v)
		}
		return s
	}
	for _, c := range []struct {
		name string
		s    span
		axis report.Axis
		zero bool
		want [2]float64
	}{
		{"nothing", span{}, report.Axis{}, false, [2]float64{0, 1}}, {"nothing in time", span{}, report.Axis{Time: true}, true, [2]float64{0, 0}},
		{"zero is half away", of(5, 10), report.Axis{}, false, [2]float64{5, 10}}, {"zero is nearer", of(4.9, 10), report.Axis{}, false, [2]float64{0, 10}}, {"from zero", of(5, 10), report.Axis{}, true, [2]float64{0, 10}},
		{"below, half away", of(-10, -5), report.Axis{}, false, [2]float64{-10, -5}}, {"below, nearer", of(-10, -4.9), report.Axis{}, false, [2]float64{-10, 0}}, {"on both sides", of(-1, 10), report.Axis{}, false, [2]float64{-1, 10}},
		{"a time", of(4.9, 10), report.Axis{Time: true}, true, [2]float64{4.9, 10}}, {"own limits", of(5, 10), report.Axis{Min: ptr(3), Max: ptr(12)}, false, [2]float64{0, 12}},
		{"a share of 80 %", of(0, 0.8), report.Axis{Unit: unit.Ratio}, true, [2]float64{0, 0.8}}, {"a share of 81 %", of(0, 0.81), report.Axis{Unit: unit.Ratio}, true, [2]float64{0, 1}}, {"a share of all", of(0, 1), report.Axis{Unit: unit.Ratio}, true, [2]float64{0, 1}},
		{"more than all", of(0, 1.5), report.Axis{Unit: unit.Ratio}, true, [2]float64{0, 1.5}}, {"a share, not from zero", of(0, 0.9), report.Axis{Unit: unit.Ratio}, false, [2]float64{0, 0.9}}, {"no share", of(0, 0.9), report.Axis{}, true, [2]float64{0, 0.9}},
		{"not finite", of(math.NaN(), math.Inf(1), 7, 9), report.Axis{}, false, [2]float64{7, 9}},
	} {
		if got := finish(c.s, c.axis, c.zero).Extent; got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
	point := func(x, y, v float64) report.Point { return report.Point{X: x, Y: y, Value: &v} }
	piles := func(kind report.ChartKind) *report.Chart {
		return &report.Chart{Kind: kind, Series: []report.Series{{Points: []report.Point{point(0, 0, 3), point(1, 0, -2), point(0, 1, 0), {X: 5}}}, {Points: []report.Point{point(0, 0, 4), point(1, 0, -6), point(0, 1, 1)}}}}
	}
	for kind, want := range map[report.ChartKind][2]float64{report.Columns: {-8, 8}, report.Bars: {-8, 7}} {
		if got := valueAxis(piles(kind), report.Axis{}).Extent; got != want {
			t.Errorf("piles of %s reach %v, want %v", kind, got, want)
		}
	}
	marked := &report.Chart{Kind: report.Lines, Marks: []report.Mark{{At: 20, OnX: true}, {At: 30, To: ptr(40)}}, Series: []report.Series{{Points: []report.Point{point(10, 0, 25)}}}}
	if x, y := positionAxis(marked, report.Axis{}).Extent, valueAxis(marked, report.Axis{}).Extent; x != [2]float64{10, 20} || y != [2]float64{25, 40} {
		t.Errorf("%v and %v", x, y)
	}
}

// Every character that cannot be seen, or that turns its neighbours, is written as its escape,
// and none beside it.
func TestCharactersThatAreNotSet(t *testing.T) {
	for _, c := range [][2]rune{{0, 0x1F}, {0x7F, 0x9F}, {0xAD, 0xAD}, {0x61C, 0x61C}, {0x200B, 0x200F}, {0x202A, 0x202E}, {0x2060, 0x206F}, {0xFEFF, 0xFEFF}, {0xFFF9, 0xFFFB}, {0xFFFE, 0xFFFF}, {0xE0000, 0xE007F}} {
		for _, r := range []rune{c[0], c[1]} {
			if !unsettable(r) {
				t.Errorf("%U is set", r)
			}
		}
	}
	for _, r := range []rune{' ', '~', 0xA0, 0xAC, 0xAE, 0x61B, 0x61D, 0x200A, 0x2010, 0x2029, 0x202F, 0x205F, 0x2070, 0xFEFE, 0xFF00, 0xFFF8, 0xFFFC, 0xFFFD, 0x10000, 0xDFFFF, 0xE0080} {
		if unsettable(r) {
			t.Errorf("%U is not set", r)
		}
	}
	for _, c := range []struct {
		text  string
		limit int
		want  string
	}{{"  a ", 9, "a"}, {"abcdef", 5, "ab…ef"}, {"äöüäöü", 5, "äö…öü"}, {"~ a", 9, "~ a"}, {"a\x7f", 9, `a\u007F`}, {" \u00e9 ", 9, "é"}, {"abcde", 5, "abcde"}} {
		if got := clean(c.text, c.limit); got != c.want {
			t.Errorf("%q to %d: %q, want %q", c.text, c.limit, got, c.want)
		}
	}
}

// A description reads out twelve points, and of several series which one a point is of.
func TestDescriptions(t *testing.T) {
	one := 1.0
	chart := func(points, series int) *report.Chart {
		c := &report.Chart{Kind: report.Columns, N: "n", X: report.Axis{Categories: []string{"c"}}, Y: report.Axis{Unit: unit.Count}}
		for i := range series {
			s := report.Series{Name: fmt.Sprint("s", i)}
			for range points {
				s.Points = append(s.Points, report.Point{Value: &one})
			}
			c.Series = append(c.Series, s)
		}
		return c
	}
	if got := describe(chart(12, 1)); strings.Count(got, "c: 1") != 12 || strings.Contains(got, "more") {
		t.Errorf("%s", got)
	}
	if got := describe(chart(13, 1)); strings.Count(got, "c: 1") != 12 || !strings.HasSuffix(got, ". and 1 more") {
		t.Errorf("%s", got)
	}
	if got := describe(chart(1, 2)); got != "n. c, s0: 1. c, s1: 1" {
		t.Errorf("%s", got)
	}
	nameless := chart(1, 2)
	nameless.N, nameless.Series[0].Name, nameless.Series[1].Points[0].X = "", "", 1
	if got := describe(nameless); got != "c: 1" { // the second is in no category
		t.Errorf("%q", got)
	}
	for _, c := range []struct {
		kind  report.ChartKind
		point report.Point
		want  string
	}{
		{report.Heat, report.Point{Value: &one}, "100 %"}, {report.Matrix, report.Point{Value: &one, State: "lost"}, "lost"}, {report.Spans, report.Point{Value: &one}, ""}, {report.Lines, report.Point{}, ""},
		{report.Lines, report.Point{Value: &one, Label: "L"}, "L"}, {report.Lines, report.Point{Value: &one}, "1.0 s"}, {report.Dots, report.Point{Value: &one}, "100 %"}, {report.Spans, report.Point{Label: "L"}, "L"},
	} {
		x := &report.Chart{Kind: c.kind, X: report.Axis{Unit: unit.Ratio}, Y: report.Axis{Unit: unit.Seconds}}
		if c.kind == report.Heat {
			x.Y.Unit = unit.None
		}
		if got := pointWords(x, c.point); got != c.want {
			t.Errorf("%s: %q, want %q", c.kind, got, c.want)
		}
	}
}
