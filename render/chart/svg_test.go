package chart

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"

	"runreport/analyze/report"
	"runreport/unit/tier"
)

// svgOf is [SVG] of the chart's own option.
func svgOf(c *report.Chart, width int) ([]byte, error) {
	option, err := Option(c)
	if err != nil {
		return nil, err
	}
	return SVG(c, option, width)
}

func TestSVGGolden(t *testing.T) {
	for _, c := range samples() {
		t.Run(string(c.Kind), func(t *testing.T) {
			svg, err := svgOf(c, DefaultWidth)
			if err != nil {
				t.Fatal(err)
			}
			golden(t, string(c.Kind)+".svg", perLine(svg))
		})
	}
	file, err := File(sampleDots(), DefaultWidth)
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "dots-file.svg", perLine(file))
	narrow, err := svgOf(sampleDots(), 360)
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "dots-narrow.svg", perLine(narrow))
}

// perLine breaks a picture between its elements, so that its golden can be read.
func perLine(svg []byte) []byte { return bytes.ReplaceAll(svg, []byte("><"), []byte(">\n<")) }

// inspect reads a picture with nothing but encoding/xml and refuses whatever could
// act, load or collide. It shares no table with the writer.
func inspect(t *testing.T, svg []byte, alone bool) (texts []string) {
	t.Helper()
	elements := strings.Fields("svg title desc g defs pattern clipPath path rect circle polygon text")
	attributes := strings.Fields(`xmlns viewBox role aria-labelledby aria-describedby font-size font-weight id d x y width height r cx cy
		points fill stroke fill-opacity stroke-opacity opacity stroke-width stroke-dasharray stroke-linecap stroke-linejoin stroke-miterlimit
		text-anchor paint-order transform patternUnits patternTransform clip-path`)
	if alone {
		elements, attributes = append(elements, "style"), append(attributes, "class", "font-family")
	}
	ids := map[string]bool{}
	d := xml.NewDecoder(bytes.NewReader(svg))
	for {
		token, err := d.Token()
		if err == io.EOF {
			return texts
		}
		if err != nil {
			t.Fatalf("not well formed: %v", err)
		}
		switch e := token.(type) {
		case xml.StartElement:
			if !slices.Contains(elements, e.Name.Local) {
				t.Errorf("element <%s>", e.Name.Local)
			}
			for _, a := range e.Attr {
				if a.Name.Space != "" || !slices.Contains(attributes, a.Name.Local) {
					t.Errorf("attribute %s:%s of <%s>", a.Name.Space, a.Name.Local, e.Name.Local)
				}
				if strings.Contains(a.Value, "url(") && !strings.HasPrefix(a.Value, "url(#chart-") {
					t.Errorf("%s=%q leads outside", a.Name.Local, a.Value)
				}
				if a.Name.Local == "id" {
					if ids[a.Value] || !strings.HasPrefix(a.Value, "chart-") {
						t.Errorf("id %q", a.Value)
					}
					ids[a.Value] = true
				}
			}
		case xml.CharData:
			if s := strings.TrimSpace(string(e)); s != "" {
				texts = append(texts, s)
			}
		case xml.EndElement:
		default:
			t.Errorf("unexpected %T", token)
		}
	}
}

func TestTextStaysText(t *testing.T) {
	c := sampleBars()
	c.Y.Categories[0] = `<b>"&'`
	svg, err := svgOf(c, DefaultWidth)
	if err != nil {
		t.Fatal(err)
	}
	if texts := inspect(t, svg, false); !slices.Contains(texts, `<b>"&'`) {
		t.Errorf("the name is not among %q", texts)
	}
}

// TestCutNames: a name that is cut carries the whole of itself.
func TestCutNames(t *testing.T) {
	c := sampleDots()
	svg, err := svgOf(c, DefaultWidth)
	if err != nil {
		t.Fatal(err)
	}
	if want := "<title>" + c.Y.Categories[2] + "</title></text>"; !bytes.Contains(svg, []byte(want)) {
		t.Errorf("no %s", want)
	}
}

// TestSameBytes draws at once what it also draws one by one.
func TestSameBytes(t *testing.T) {
	want := map[string]string{}
	for _, c := range samples() {
		svg, err := svgOf(c, DefaultWidth)
		if err != nil {
			t.Fatal(err)
		}
		want[c.ID] = string(svg)
	}
	var wg sync.WaitGroup
	for range 2 {
		for _, c := range samples() {
			wg.Go(func() {
				svg, err := svgOf(c, DefaultWidth)
				if err != nil || string(svg) != want[c.ID] {
					t.Errorf("%s: another picture (%v)", c.ID, err)
				}
			})
		}
	}
	wg.Wait()
}

func TestOddSizes(t *testing.T) {
	tier.Slow(t, "draws charts of many sizes")
	t.Parallel()
	for _, c := range samples() {
		empty, bare, one := *c, *c, *c
		empty.Series, empty.X.Categories, empty.Y.Categories = nil, nil, nil
		bare.Series, bare.Marks = nil, nil
		one.Series = slices.Clone(c.Series[:1])
		one.Series[0].Points = one.Series[0].Points[:1]
		for name, c := range map[string]*report.Chart{"nothing": &empty, "no series": &bare, "one point": &one} {
			svg, err := svgOf(c, DefaultWidth)
			if err != nil {
				t.Errorf("%s of %s: %v", name, c.Kind, err)
				continue
			}
			inspect(t, svg, false)
		}
	}
}

func TestManyCategories(t *testing.T) {
	tier.Slow(t, "draws charts of a thousand categories")
	t.Parallel()
	c := sampleDots()
	c.Y.Categories, c.Series[0].Points = nil, nil
	for i := range 500 {
		c.Y.Categories = append(c.Y.Categories, fmt.Sprintf("node-%03d", i))
		c.Series[0].Points = append(c.Series[0].Points, rate(i, float64(i%9), 12))
	}
	svg, err := svgOf(c, DefaultWidth)
	if err != nil {
		t.Fatal(err)
	}
	texts := inspect(t, svg, false)
	for _, name := range c.Y.Categories {
		if !slices.Contains(texts, name) {
			t.Fatalf("%s is missing", name)
		}
	}
	if len(svg) > 500*len(c.Y.Categories) {
		t.Errorf("%d bytes for %d rows", len(svg), len(c.Y.Categories))
	}
}

// BenchmarkDraw draws each sample anew; SVG would remember it.
func BenchmarkDraw(b *testing.B) {
	env, err := json.Marshal(staticEnvironment(DefaultWidth))
	if err != nil {
		b.Fatal(err)
	}
	for _, c := range samples() {
		b.Run(string(c.Kind), func(b *testing.B) {
			option, err := Option(c)
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				if _, err := drawNow(option, env); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkEngine loads the scripts into a fresh engine.
func BenchmarkEngine(b *testing.B) {
	for b.Loop() {
		if _, err := newArtist(); err != nil {
			b.Fatal(err)
		}
	}
}
