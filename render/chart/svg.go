package chart

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"strings"

	"runreport/analyze/report"
)

// DefaultWidth is the width a static picture is laid out at, in px: wide enough
// for words beside the marks, narrow enough to be read where a page scales it.
const DefaultWidth = 720

// margin is the paper around a picture that stands alone, in px.
const margin = 12

// fontFamily sets a picture that stands alone; inside a page the page's own
// font is inherited.
const fontFamily = "system-ui, sans-serif"

// SVG draws the chart for the inside of a page: an <svg> element that scales
// with its container, coloured by the page's custom properties (Tokens, which the
// page has to define), without the title, which the page's caption carries. The width in px is what it is laid out for;
// its height follows from what is in it. option is Option(c); pictures of all widths share it. Ids begin with "chart-",
// the chart's ID and the width, so that pictures for a wide and a narrow page can stand in one. It may be called from
// several goroutines.
func SVG(c *report.Chart, option []byte, width int) ([]byte, error) {
	return picture(c, option, width, false)
}

// File draws the chart as an SVG document that stands alone, with its title and
// n, light or dark as the reader's system asks for. It has a natural size, and
// scales where it is given another.
func File(c *report.Chart, width int) ([]byte, error) {
	option, err := Option(c)
	if err != nil {
		return nil, err
	}
	return picture(c, option, width, true)
}

func picture(c *report.Chart, option []byte, width int, alone bool) ([]byte, error) {
	drawn, err := draw(option, staticEnvironment(width))
	if err != nil {
		return nil, fmt.Errorf("chart %s: %w", c.ID, err)
	}
	var b bytes.Buffer
	w := writer{
		out: &b, prefix: fmt.Sprintf("chart-%s-%d-", c.ID, width), alone: alone,
		cuts: map[string]string{}, used: map[Token]bool{},
	}
	for _, cut := range drawn.Cuts {
		w.cuts[cut[0]] = cut[1]
	}
	top := 0
	if alone {
		top = drawn.headingHeight()
	}
	w.root(c, drawn.Width, drawn.Height, top)
	if alone {
		w.heading(drawn)
	}
	if err := w.content(drawn.Elements); err != nil {
		return nil, fmt.Errorf("chart %s: static picture: %w", c.ID, err)
	}
	if alone {
		w.end("g")
		w.styleSheet()
	}
	w.end("svg")
	b.WriteByte('\n')
	return b.Bytes(), nil
}

// The heading of a picture that stands alone, in px: a line of the title and of n, how large
// their letters are, and what is left free below.
const (
	titleLine, titleSize = 18, 14
	nLine, nSize         = 16, 11
	belowHeading         = 10
	descent              = 0.15 // of the size of a text, from its baseline to the foot of its line
)

func (s *sketch) headingHeight() int {
	return titleLine*len(s.Heading.Title) + nLine*len(s.Heading.N) + belowHeading
}

// heading writes title and n, and opens the group that holds the picture below them.
func (w *writer) heading(s sketch) {
	y := 0
	line := func(text string, height, size int, attrs ...xml.Attr) {
		y += height
		w.start("text", append([]xml.Attr{attr("y", short(float64(y)-descent*float64(size))), attr("font-size", short(float64(size)))}, attrs...))
		w.text(text)
		w.end("text")
	}
	for _, text := range s.Heading.Title {
		line(text, titleLine, titleSize, attr("font-weight", "bold"))
	}
	for _, text := range s.Heading.N {
		line(text, nLine, nSize, w.colour("fill", Tokens[1])...)
	}
	w.start("g", []xml.Attr{attr("transform", fmt.Sprintf("translate(0 %d)", s.headingHeight()))})
}

// root writes the opening tag with the chart's name and description, for a picture that is
// top px higher than the drawing.
func (w *writer) root(c *report.Chart, width, height, top int) {
	height += top
	title, desc := w.prefix+"title", w.prefix+"desc"
	attrs := []xml.Attr{
		attr("xmlns", "http://www.w3.org/2000/svg"),
		attr("role", "img"),
		attr("aria-labelledby", title),
		attr("aria-describedby", desc),
		attr("font-size", short(baseFontSize)),
	}
	if w.alone {
		width, height = width+2*margin, height+2*margin
		attrs = append(attrs, attr("font-family", fontFamily),
			attr("width", fmt.Sprint(width)), attr("height", fmt.Sprint(height)),
			attr("viewBox", fmt.Sprintf("%d %d %d %d", -margin, -margin, width, height)))
	} else {
		attrs = append(attrs, attr("viewBox", fmt.Sprintf("0 0 %d %d", width, height)))
	}
	w.start("svg", append(attrs, w.colour("fill", Tokens[0])...))
	w.element("title", title, clean(c.Title, maxTitle))
	w.element("desc", desc, describe(c))
}

func (w *writer) element(name, id, text string) {
	w.start(name, []xml.Attr{attr("id", id)})
	w.text(text)
	w.end(name)
}

func attr(name, value string) xml.Attr {
	return xml.Attr{Name: xml.Name{Local: name}, Value: value}
}

// colour writes a token. In a page it is the page's own property. In a file it
// is written twice: plainly, for programs that know no style sheets, and as a
// class, for those that know the dark.
func (w *writer) colour(property string, t Token) []xml.Attr {
	if !w.alone {
		return []xml.Attr{attr(property, "var("+t.Name+")")}
	}
	w.used[t] = true
	return []xml.Attr{attr(property, t.Light), attr("class", class(property, t))}
}

// class is "f-good" for a fill and "s-good" for a stroke in --rr-good.
func class(property string, t Token) string { return property[:1] + "-" + t.short() }

// styleSheet gives a file its paper and its dark theme.
func (w *writer) styleSheet() {
	var light, dark strings.Builder
	for _, t := range Tokens {
		if t.Name == "--rr-paper" {
			fmt.Fprintf(&light, "svg{background:%s}", t.Light)
			fmt.Fprintf(&dark, "svg{background:%s}", t.Dark)
		}
		if w.used[t] {
			fmt.Fprintf(&dark, ".%s{fill:%s}.%s{stroke:%s}", class("fill", t), t.Dark, class("stroke", t), t.Dark)
		}
	}
	w.raw("<style>text{font-variant-numeric:tabular-nums}" + light.String() +
		"@media (prefers-color-scheme:dark){" + dark.String() + "}</style>")
}
