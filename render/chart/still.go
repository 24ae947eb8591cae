package chart

import (
	"encoding/xml"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
)

const (
	baseFontSize = 12   // px, set at the root; an element names its size where it differs
	baseline     = 0.35 // of the size, from the middle of a line of text to its baseline
	noPaint      = "none"
)

// element is one shape or text of a still picture, as the chart script lists them (still.js).
type element struct {
	Type  string `json:"type"`
	Shape struct {
		X, Y, Width, Height, R float64 // of a rect
		Cx, Cy                 float64 // of a circle, with R
		Points                 []point // of a polygon
		PathData               string  // of a path
	} `json:"shape"`
	Line     [4]float64 `json:"line"`   // of a rule: x1, y1, x2, y2
	Points   []gap      `json:"points"` // of a line, which is broken where a point is missing
	Symbol   string     `json:"symbol"` // of a symbol: its name
	Size     float64    `json:"size"`   // of a symbol
	X        float64    `json:"x"`      // where a symbol or a text is moved to
	Y        float64    `json:"y"`
	Rotation float64    `json:"rotation"` // against the clock
	Clip     *clip      `json:"clip"`     // nothing of it is painted outside
	Style    style      `json:"style"`
}

type (
	point [2]float64
	gap   [2]*float64
	clip  struct{ X, Y, W, H float64 }
)

type style struct {
	Fill        string    `json:"fill"` // a stand-in colour or none; empty: none
	Stroke      string    `json:"stroke"`
	LineWidth   *float64  `json:"lineWidth"` // 1 where it is not said
	LineDash    []float64 `json:"lineDash"`
	LineCap     string    `json:"lineCap"`
	LineJoin    string    `json:"lineJoin"`
	Opacity     *float64  `json:"opacity"` // of fill and stroke
	FillOpacity *float64  `json:"fillOpacity"`
	Decal       *hatch    `json:"decal"`

	Text       string  `json:"text"`
	X          float64 `json:"x"` // of a text
	Y          float64 `json:"y"`
	FontSize   float64 `json:"fontSize"`
	FontWeight string  `json:"fontWeight"`
	Align      string  `json:"align"`
}

// hatch is drawn over a fill: level lines in a tile, turned.
type hatch struct {
	Color      string     `json:"color"`
	DashArrayX [2]float64 `json:"dashArrayX"` // how long a line is
	DashArrayY [2]float64 `json:"dashArrayY"` // how thick a line is, and the room to the next
	Rotation   float64    `json:"rotation"`
}

// paint writes one element. An element that neither fills nor strokes is left out.
func (w *writer) paint(e element) error {
	if e.Type == "text" {
		return w.words(e)
	}
	name, shape, err := outline(e)
	if err != nil {
		return err
	}
	if e.Clip != nil {
		w.start("g", []xml.Attr{attr("clip-path", w.clip(*e.Clip, e.Style.width()))})
		defer w.end("g")
	}
	attrs, err := w.look(e)
	if err != nil {
		return err
	}
	if attrs == nil {
		return nil
	}
	w.start(name, append(shape, attrs...))
	w.end(name)
	if e.Style.Decal == nil {
		return nil
	}
	e.Style.Fill, err = w.pattern(*e.Style.Decal)
	if err != nil {
		return err
	}
	if attrs, err = w.look(e); err != nil {
		return err
	}
	w.start(name, append(shape, attrs...))
	w.end(name)
	return nil
}

// symbols are the outlines of the marks on a line, from -1 to 1.
var symbols = map[string]string{
	"circle":   "M1 0A1 1 0 1 1 1 -0.1A1 1 0 0 1 1 0",
	"rect":     "M-1 -1l2 0l0 2l-2 0Z",
	"diamond":  "M0 -1L1 0L0 1L-1 0Z",
	"triangle": "M0 -1L1 1L-1 1Z",
	"plus":     "M-0.3 -1L0.3 -1L0.3 -0.3L1 -0.3L1 0.3L0.3 0.3L0.3 1L-0.3 1L-0.3 0.3L-1 0.3L-1 -0.3L-0.3 -0.3Z",
}

// outline is the SVG element and the attributes that an element's shape is written with. Places are
// rounded to a tenth of a pixel.
func outline(e element) (name string, attrs []xml.Attr, err error) {
	s := e.Shape
	switch e.Type {
	case "rule":
		x1, y1, x2, y2 := crisp(e.Line)
		return "path", []xml.Attr{attr("d", "M"+pair(x1, y1)+"L"+pair(x2, y2))}, nil
	case "line":
		if d := strokes(e.Points); d != "" {
			attrs = append(attrs, attr("d", d))
		}
		return "path", attrs, nil
	case "path":
		if !pathData.MatchString(s.PathData) {
			return "", nil, fmt.Errorf("%.60q is no path", s.PathData)
		}
		return "path", []xml.Attr{attr("d", segments(s.PathData))}, nil
	case "rect":
		if s.R > 0 {
			return "path", []xml.Attr{attr("d", rounded(s.X, s.Y, s.Width, s.Height, s.R))}, nil
		}
		return "path", []xml.Attr{attr("d", "M"+pair(s.X, s.Y)+"l"+pair(s.Width, 0)+"l"+pair(0, s.Height)+"l"+pair(-s.Width, 0)+"Z")}, nil
	case "polygon":
		points := make([]string, len(s.Points))
		for i, p := range s.Points {
			points[i] = pair(p[0], p[1])
		}
		return "polygon", []xml.Attr{attr("points", strings.Join(points, " "))}, nil
	case "circle":
		return "circle", []xml.Attr{attr("cx", tenth(s.Cx)), attr("cy", tenth(s.Cy)), attr("r", tenth(s.R))}, nil
	case "symbol":
		d, known := symbols[e.Symbol]
		if !known {
			return "", nil, fmt.Errorf("unknown symbol %.60q", e.Symbol)
		}
		size := short(e.Size / 2)
		at := fmt.Sprintf("matrix(%s,0,0,%s,%s,%s)", size, size, short(moved(e.X)), short(moved(e.Y)))
		return "path", []xml.Attr{attr("d", d), attr("transform", at)}, nil
	}
	return "", nil, fmt.Errorf("unknown element %.60q", e.Type)
}

var (
	decimal  = regexp.MustCompile(`-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?`)
	pathData = regexp.MustCompile(`^(M[0-9.e-]+ [0-9.e-]+L[0-9.e-]+ [0-9.e-]+)*$`)
)

// segments is a path of straight lines, each begun anew: "M1 2L3 4M5 6L7 8". Of one without
// length the place is left.
func segments(path string) string {
	var d strings.Builder
	for line := range strings.SplitSeq(strings.TrimPrefix(path, "M"), "M") {
		from, to, _ := strings.Cut(line, "L")
		d.WriteString("M" + from)
		if to != from {
			d.WriteString("L" + to)
		}
	}
	return decimal.ReplaceAllStringFunc(d.String(), func(n string) string {
		f, _ := strconv.ParseFloat(n, 64) // what the pattern takes is a number
		return tenth(f)
	})
}

// crisp sets an upright or a level line on the middle of a pixel, so that it is one pixel wide.
func crisp(l [4]float64) (x1, y1, x2, y2 float64) {
	x1, y1, x2, y2 = l[0], l[1], l[2], l[3]
	middle := func(v float64) float64 {
		twice := math.Floor(2*v + 0.5)
		if math.Mod(twice, 2) == 0 {
			twice++
		}
		return twice / 2
	}
	if math.Floor(2*x1+0.5) == math.Floor(2*x2+0.5) {
		x1, x2 = middle(x1), middle(x1)
	}
	if math.Floor(2*y1+0.5) == math.Floor(2*y2+0.5) {
		y1, y2 = middle(y1), middle(y1)
	}
	return x1, y1, x2, y2
}

// leastStep is the square of how far a line has to go, in px, to be drawn on.
const leastStep = 0.5

// strokes is the path of a line through points, begun anew behind each gap.
func strokes(points []gap) string {
	var d strings.Builder
	var last point
	drawing := false
	for _, p := range points {
		if p[0] == nil || p[1] == nil {
			drawing = false
			continue
		}
		x, y := *p[0], *p[1]
		if drawing {
			if dx, dy := x-last[0], y-last[1]; dx*dx+dy*dy < leastStep {
				continue
			}
			d.WriteByte('L')
		} else {
			d.WriteByte('M')
		}
		d.WriteString(pair(x, y))
		last, drawing = point{x, y}, true
	}
	return d.String()
}

// rounded is the path of a rectangle with round corners of radius r, smaller where it is narrow.
func rounded(x, y, w, h, r float64) string {
	r = min(r, w/2, h/2)
	var d strings.Builder
	d.WriteString("M" + pair(x+r, y))
	arc := func(toX, toY float64) { d.WriteString("A" + pair(r, r) + " 0 0 1 " + pair(toX, toY)) }
	line := func(long bool, toX, toY float64) {
		if long {
			d.WriteString("L" + pair(toX, toY))
		}
	}
	wide, high := w > 2*r, h > 2*r
	line(wide, x+w-r, y)
	arc(x+w, y+r)
	line(high, x+w, y+h-r)
	arc(x+w-r, y+h)
	line(wide, x+r, y+h)
	arc(x, y+h-r)
	line(high, x, y+r)
	arc(x+r, y)
	d.WriteByte('Z')
	return d.String()
}

// tenth writes a number with one decimal at most, halves upwards as JavaScript has it.
func tenth(f float64) string { return short(math.Floor(f*10+0.5) / 10) }

// moved is where an element is moved to, which ECharts rounds to a ten-thousandth of a pixel.
func moved(f float64) float64 { return math.Floor(f*1e4+0.5) / 1e4 }

func pair(x, y float64) string { return tenth(x) + " " + tenth(y) }

// short writes a number with two decimals at most, a hundredth of a pixel.
func short(f float64) string {
	s := strconv.FormatFloat(f, 'f', 2, 64)
	s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	if s == "-0" {
		return "0"
	}
	return s
}
