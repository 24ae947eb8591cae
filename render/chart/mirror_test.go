package chart

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// mirror writes ECharts' SVG as a still picture is written, by a list of elements and attributes.
type mirror struct {
	writer
	clipping bool // inside a clip path
}

// content writes what is inside the root element of an SVG document.
func (w *mirror) content(svg string) error {
	d := xml.NewDecoder(strings.NewReader(svg))
	var text *strings.Builder // of the text element being read
	depth := 0
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		switch t := token.(type) {
		case xml.StartElement:
			if depth++; depth == 1 && t.Name.Local == "svg" {
				continue
			}
			w.clipping = w.clipping || t.Name.Local == "clipPath"
			attrs, drawn, err := w.allow(t)
			if err != nil {
				return err
			}
			if !drawn {
				depth--
				if err := d.Skip(); err != nil {
					return err
				}
				continue
			}
			if t.Name.Local == "text" {
				text = &strings.Builder{}
			}
			w.start(t.Name.Local, attrs)
		case xml.EndElement:
			if depth--; depth == 0 {
				continue
			}
			w.clipping = w.clipping && t.Name.Local != "clipPath"
			if t.Name.Local == "text" {
				w.said(text.String())
				text = nil
			}
			w.end(t.Name.Local)
		case xml.CharData:
			if text != nil {
				text.Write(t)
			} else if len(bytes.TrimSpace(t)) > 0 {
				return fmt.Errorf("text outside a text element: %.40q", t)
			}
		default:
			return fmt.Errorf("unexpected %T", token)
		}
	}
}

// said writes the content of a text element; a text that was cut carries the
// whole of itself, which browsers show when pointed at.
func (w *mirror) said(s string) {
	w.text(s)
	if whole := w.cuts[s]; whole != "" {
		w.start("title", nil)
		w.text(whole)
		w.end("title")
	}
}

// drawable are the elements a picture may consist of. Those that are false hold
// others or define something; the rest paint, and are left out where they would
// paint nothing.
var drawable = map[string]bool{
	"circle": true, "ellipse": true, "line": true, "path": true, "polygon": true, "polyline": true, "rect": true, "text": true,
	"clipPath": false, "defs": false, "g": false, "pattern": false,
}

// rules says of each attribute how a value is checked and written.
var rules = map[string]func(*mirror, string) (string, error){
	"x": number, "y": number, "width": number, "height": number, "cx": number, "cy": number, "r": number, "rx": number, "ry": number,
	"x1": number, "y1": number, "x2": number, "y2": number,
	"opacity": number, "fill-opacity": number, "stroke-opacity": number, "stroke-width": number, "stroke-miterlimit": number,
	"stroke-dashoffset": number, "font-size": number, "stroke-dasharray": numbers, "points": numbers,
	"d": matching(anyPath), "transform": matching(transforms), "patternTransform": matching(transforms),
	"text-anchor": oneOf("start", "middle", "end"), "stroke-linecap": oneOf("butt", "round", "square"),
	"stroke-linejoin": oneOf("miter", "round", "bevel"), "paint-order": oneOf("stroke"), "dominant-baseline": oneOf("central"),
	"patternUnits": oneOf("userSpaceOnUse"), "font-weight": oneOf("bold"), "clip-path": reference, "id": identifier,
}

// defaults are attributes that say what holds anyway.
var defaults = map[string]string{
	"text-anchor": "start", "stroke-width": "1", "fill-opacity": "1", "stroke-opacity": "1", "opacity": "1",
	"stroke-linecap": "butt", "stroke-miterlimit": "10", "x": "0", "y": "0",
}

var (
	anyPath    = regexp.MustCompile(`^[MLHVCSQTAZmlhvcsqtaz0-9e., -]*$`)
	transforms = regexp.MustCompile(`^((translate|rotate|scale|matrix)\([0-9e., -]*\) ?)+$`)
	translate  = regexp.MustCompile(`^translate\((-?[0-9.]+)[ ,](-?[0-9.]+)\)$`)
	localURL   = regexp.MustCompile(`^url\(#zr[0-9]+-([a-z]+[0-9]+)\)$`) // without the number of the chart that the engine draws
	localID    = regexp.MustCompile(`^zr[0-9]+-([a-z]+[0-9]+)$`)
	fontStyle  = regexp.MustCompile(`^font-size:([0-9.]+)px;font-family:[^;]*;(font-weight:bold;)?$`)
)

// allow gives the attributes that an element of ECharts' is written with, and
// whether it is written at all.
func (w *mirror) allow(e xml.StartElement) (attrs []xml.Attr, drawn bool, err error) {
	name := e.Name.Local
	if name == "style" { // ECharts' rules for pointing at things
		return nil, false, nil
	}
	paints, known := drawable[name]
	if !known {
		return nil, false, fmt.Errorf("element <%s> is not allowed", name)
	}
	if name == "text" {
		if e.Attr, err = settle(e.Attr); err != nil {
			return nil, false, err
		}
	}
	var classes []string
	visible := false
	for _, a := range e.Attr {
		key := a.Name.Local
		switch {
		case w.clipping && key == "fill": // a clip path has a shape, not a colour
			visible = true
		case key == "fill", key == "stroke":
			painted, err := w.paint(key, a.Value)
			if err != nil {
				return nil, false, err
			}
			visible = visible || a.Value != "none"
			for _, p := range painted {
				if p.Name.Local == "class" {
					classes = append(classes, p.Value)
				} else {
					attrs = append(attrs, p)
				}
			}
		case a.Name.Space != "", key == "class", key == "pointer-events", strings.HasPrefix(key, "ecmeta_"):
			// of use to a live chart only
		default:
			rule, known := rules[key]
			if !known {
				return nil, false, fmt.Errorf("attribute %s of <%s> is not allowed", key, name)
			}
			value, err := rule(w, a.Value)
			if err != nil {
				return nil, false, fmt.Errorf("attribute %s of <%s>: %w", key, name, err)
			}
			if defaults[key] != value {
				attrs = append(attrs, attr(key, value))
			}
		}
	}
	if classes != nil {
		attrs = append(attrs, attr("class", strings.Join(classes, " ")))
	}
	return attrs, visible || !paints, nil
}

// settle puts a text where ECharts means it, in attributes that every program
// reads alike: its place without a transform where it is only moved, its
// baseline by arithmetic, its font without a style attribute.
func settle(attrs []xml.Attr) ([]xml.Attr, error) {
	values := map[string]string{}
	for _, a := range attrs {
		if a.Name.Space == "" {
			values[a.Name.Local] = a.Value
		}
	}
	font := fontStyle.FindStringSubmatch(values["style"])
	if font == nil {
		return nil, fmt.Errorf("style %q of <text> is not a font", values["style"])
	}
	x, _ := strconv.ParseFloat(values["x"], 64) // absent: 0
	y, _ := strconv.ParseFloat(values["y"], 64)
	size, err := strconv.ParseFloat(font[1], 64)
	if err != nil {
		return nil, err
	}
	if move := translate.FindStringSubmatch(values["transform"]); move != nil {
		dx, _ := strconv.ParseFloat(move[1], 64)
		dy, _ := strconv.ParseFloat(move[2], 64)
		x, y = x+dx, y+dy
		attrs = slices.DeleteFunc(attrs, func(a xml.Attr) bool { return a.Name.Local == "transform" })
	}
	settled := []xml.Attr{attr("x", short(x)), attr("y", short(y+baseline*size))}
	if size != baseFontSize {
		settled = append(settled, attr("font-size", short(size)))
	}
	if font[2] != "" {
		settled = append(settled, attr("font-weight", "bold"))
	}
	for _, a := range attrs {
		switch a.Name.Local {
		case "x", "y", "style", "dominant-baseline":
		default:
			settled = append(settled, a)
		}
	}
	return settled, nil
}

// paint writes a fill or a stroke: none, a pattern of this picture, or a colour of the
// theme. Ink is the root's fill and need not be said again.
func (w *mirror) paint(property, value string) ([]xml.Attr, error) {
	if value == "none" {
		if property == "stroke" {
			return nil, nil
		}
		return []xml.Attr{attr(property, value)}, nil
	}
	if localURL.MatchString(value) {
		url, err := reference(w, value)
		return []xml.Attr{attr(property, url)}, err
	}
	t, known := sentinels[value]
	if !known {
		return nil, fmt.Errorf("%s %q is not a colour of the theme", property, value)
	}
	if property == "fill" && t == Tokens[0] {
		return nil, nil
	}
	return w.colour(property, t), nil
}

func reference(w *mirror, v string) (string, error) {
	m := localURL.FindStringSubmatch(v)
	if m == nil {
		return "", fmt.Errorf("%q does not point into the picture", v)
	}
	return "url(#" + w.prefix + m[1] + ")", nil
}

func identifier(w *mirror, v string) (string, error) {
	m := localID.FindStringSubmatch(v)
	if m == nil {
		return "", fmt.Errorf("%q is not an id of ECharts", v)
	}
	return w.prefix + m[1], nil
}

func number(_ *mirror, v string) (string, error) {
	f, err := strconv.ParseFloat(v, 64)
	if err != nil || !finite(f) {
		return "", fmt.Errorf("%q is not a number", v)
	}
	return short(f), nil
}

func numbers(_ *mirror, v string) (string, error) {
	fields := strings.FieldsFunc(v, func(r rune) bool { return r == ' ' || r == ',' })
	for i, f := range fields {
		n, err := number(nil, f)
		if err != nil {
			return "", err
		}
		fields[i] = n
	}
	return strings.Join(fields, " "), nil
}

// matching allows what the pattern does, with its numbers cut short.
func matching(pattern *regexp.Regexp) func(*mirror, string) (string, error) {
	return func(_ *mirror, v string) (string, error) {
		if !pattern.MatchString(v) {
			return "", fmt.Errorf("unexpected %.60q", v)
		}
		return decimal.ReplaceAllStringFunc(v, func(n string) string {
			f, err := strconv.ParseFloat(n, 64)
			if err != nil {
				return n
			}
			return short(f)
		}), nil
	}
}

func oneOf(words ...string) func(*mirror, string) (string, error) {
	return func(_ *mirror, v string) (string, error) {
		if !slices.Contains(words, v) {
			return "", fmt.Errorf("unexpected %q", v)
		}
		return v, nil
	}
}
