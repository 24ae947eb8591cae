package chart

import (
	"encoding/xml"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

func (s *style) width() float64 {
	if s.LineWidth == nil {
		return 1
	}
	return *s.LineWidth
}

// look is what an element is filled and stroked with, nil where nothing of it can be seen.
func (w *writer) look(e element) ([]xml.Attr, error) {
	s := e.Style
	opacity := 1.0
	if s.Opacity != nil {
		opacity = *s.Opacity
	}
	fillOpacity := opacity
	if s.FillOpacity != nil {
		fillOpacity *= *s.FillOpacity
	}
	if unpainted(s.Fill) && unpainted(s.Stroke) {
		return nil, nil
	}
	attrs, class := []xml.Attr{}, []string(nil)
	colour := func(property, value string) error {
		painted, err := w.ink(property, value)
		for _, p := range painted {
			if p.Name.Local == "class" {
				class = append(class, p.Value)
			} else {
				attrs = append(attrs, p)
			}
		}
		return err
	}
	set := func(name, value string, usual string) {
		if value != usual {
			attrs = append(attrs, attr(name, value))
		}
	}
	if err := colour("fill", s.Fill); err != nil {
		return nil, err
	}
	if !unpainted(s.Fill) {
		set("fill-opacity", short(fillOpacity), "1")
	}
	if !unpainted(s.Stroke) {
		if err := colour("stroke", s.Stroke); err != nil {
			return nil, err
		}
		width := s.width()
		if e.Type == "symbol" {
			width /= e.Size / 2 // its outline is enlarged
		}
		set("stroke-width", short(width), "1")
		if e.Type == "text" {
			set("paint-order", "stroke", "")
		}
		set("stroke-opacity", short(opacity), "1")
		if len(s.LineDash) > 0 && width > 0 {
			dash := make([]string, len(s.LineDash))
			for i, d := range s.LineDash {
				dash[i] = short(d)
			}
			set("stroke-dasharray", strings.Join(dash, " "), "")
		}
		set("stroke-linecap", s.LineCap, "")
		if e.Type == "text" {
			set("stroke-miterlimit", "2", "") // or a halo has spikes
		}
		set("stroke-linejoin", s.LineJoin, "")
	}
	if class != nil {
		attrs = append(attrs, attr("class", strings.Join(class, " ")))
	}
	return attrs, nil
}

func unpainted(colour string) bool { return colour == "" || colour == noPaint }

// ink writes a fill or a stroke: none, a pattern of this picture, or a colour of the
// theme. Ink is the root's fill and need not be said again.
func (w *writer) ink(property, value string) ([]xml.Attr, error) {
	if unpainted(value) {
		return []xml.Attr{attr(property, noPaint)}, nil
	}
	if strings.HasPrefix(value, "url(#"+w.prefix) {
		return []xml.Attr{attr(property, value)}, nil
	}
	t, known := sentinels[value]
	if !known {
		return nil, fmt.Errorf("%s %.60q is not a colour of the theme", property, value)
	}
	if property == "fill" && t == Tokens[0] {
		return nil, nil
	}
	return w.colour(property, t), nil
}

// anchors are where texts are held that are aligned so; what holds anyway is not said.
var anchors = map[string]string{"left": "", "center": "middle", "right": "end"}

// words writes a text; one that was cut carries the whole of itself, which browsers show
// when pointed at.
func (w *writer) words(e element) error {
	s := e.Style
	if s.Text == "" {
		return nil
	}
	var attrs []xml.Attr
	set := func(name, value, usual string) {
		if value != usual {
			attrs = append(attrs, attr(name, value))
		}
	}
	x, y := s.X, s.Y
	if e.Rotation == 0 {
		x, y = x+moved(e.X), y+moved(e.Y)
	}
	set("x", short(x), "0")
	set("y", short(y+baseline*s.FontSize), "0")
	set("font-size", short(s.FontSize), strconv.Itoa(baseFontSize))
	set("font-weight", s.FontWeight, "")
	set("text-anchor", anchors[s.Align], "")
	if e.Rotation != 0 {
		sin, cos := math.Sincos(e.Rotation)
		set("transform", fmt.Sprintf("matrix(%s,%s,%s,%s,%s,%s)",
			short(cos), short(-sin), short(sin), short(cos), short(moved(e.X)), short(moved(e.Y))), "")
	}
	painted, err := w.look(e)
	if err != nil {
		return err
	}
	w.start("text", append(attrs, painted...))
	w.text(s.Text)
	if whole := w.cuts[s.Text]; whole != "" {
		w.start("title", nil)
		w.text(whole)
		w.end("title")
	}
	w.end("text")
	return nil
}

// clip defines what a line may be painted on, wider by its own width, and gives its URL.
func (w *writer) clip(c clip, line float64) string {
	id := fmt.Sprintf("%sc%d", w.prefix, w.clips)
	w.clips++
	x, width := c.X-line/2, math.Ceil(c.W+line)
	if left := math.Floor(x); left != x {
		x, width = left, width+1
	}
	height := c.H + line
	w.defs = append(w.defs, func() {
		w.start("clipPath", []xml.Attr{attr("id", id)})
		w.start("path", []xml.Attr{attr("d", "M"+pair(x, c.Y-line/2)+"l"+pair(width, 0)+"l"+pair(0, height)+"l"+pair(-width, 0)+"Z")})
		w.end("path")
		w.end("clipPath")
	})
	return "url(#" + id + ")"
}

// pattern defines a hatch, once for all that have the same, and gives its URL.
func (w *writer) pattern(h hatch) (string, error) {
	at := slices.Index(w.hatches, h)
	if at < 0 {
		at = len(w.hatches)
		w.hatches = append(w.hatches, h)
		t, known := sentinels[h.Color]
		if !known {
			return "", fmt.Errorf("hatch %.60q is not a colour of the theme", h.Color)
		}
		w.defs = append(w.defs, func() { w.tile(fmt.Sprintf("%sp%d", w.prefix, at), h, t) })
	}
	return fmt.Sprintf("url(#%sp%d)", w.prefix, at), nil
}

// tile writes a hatch: a line and the room to the next, and both once more before and beside
// it, since a tile that is turned shows what is beyond its edges.
func (w *writer) tile(id string, h hatch, t Token) {
	width, thick := h.DashArrayX[0], math.Ceil(h.DashArrayY[0])
	height := thick + math.Ceil(h.DashArrayY[1])
	attrs := []xml.Attr{
		attr("width", short(width)), attr("height", short(height)), attr("patternUnits", "userSpaceOnUse"),
	}
	if degrees := short(h.Rotation * 180 / math.Pi); degrees != "0" {
		attrs = append(attrs, attr("patternTransform", "rotate("+degrees+")"))
	}
	w.start("pattern", append(attrs, attr("id", id)))
	w.start("g", nil)
	for _, y := range []float64{-height, 0} {
		for _, x := range []float64{0, width} {
			w.start("path", append([]xml.Attr{
				attr("d", "M"+pair(x, y)+"l"+pair(width, 0)+"l"+pair(0, thick)+"l"+pair(-width, 0)+"Z"),
			}, w.colour("fill", t)...))
			w.end("path")
		}
	}
	w.end("g")
	w.end("pattern")
}
