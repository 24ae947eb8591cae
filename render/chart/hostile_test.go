package chart

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"runreport/analyze/report"
	"runreport/unit/tier"
)

var hostile = []string{
	`</script><script>alert(1)</script>`,
	`"><img src=x onerror=alert(1)>`,
	`__f__alert(1)__f__`,
	`$fn:interval`,
	`javascript:alert(1)`,
	`]]><script xlink:href="javascript:alert(1)"/>`,
	`&lt;b&gt; &amp; {b} {a|x} {{7*7}} <!-- --`,
	`url(#zr0-c0) var(--rr-bad) #5e0001`,
	"line\u2028one\nline two\x00\x1b]0;x\x07",
	"\u202etxt.exe\u2066 בדיקה \ufeff",
	"__proto__", "constructor", "hasOwnProperty",
	strings.Repeat("long/", 400),
	strings.Repeat("漢字", 90), "👩‍👩‍👧 \U0001F600", "\xff\xfe", " ",
}

// infest puts what next gives into every text of a chart but its ID.
func infest(c *report.Chart, next func() string) {
	c.Title, c.N, c.X.Title, c.Y.Title = next(), next(), next(), next()
	for _, names := range [][]string{c.X.Categories, c.Y.Categories} {
		for i := range names {
			names[i] = next()
		}
	}
	renamed := map[string]string{}
	for i := range c.States {
		s := &c.States[i]
		renamed[s.Name] = fmt.Sprint(next(), i) // states are told by their names
		s.Name, s.Role, s.Sign = renamed[s.Name], report.Role(next()), next()
	}
	for i := range c.Series {
		s := &c.Series[i]
		s.Name, s.Role = next(), report.Role(next())
		for j := range s.Points {
			p := &s.Points[j]
			p.Label = next()
			if name, is := renamed[p.State]; is {
				p.State = name
			} else if p.State != "" {
				p.State = next()
			}
		}
	}
	for i := range c.Marks {
		c.Marks[i].Name, c.Marks[i].Role = next(), report.Role(next())
	}
}

// TestHostileText gives every text of every kind each hostile string in turn. The
// pictures, which take longer, are drawn for some of the turns: each string meets
// each part of a chart in one kind or another.
func TestHostileText(t *testing.T) {
	tier.Slow(t, "draws a chart for every hostile text")
	t.Parallel()
	for turn := range hostile {
		for kind, c := range samples() {
			at := turn
			infest(c, func() string { at++; return hostile[at%len(hostile)] })
			option, err := Option(c)
			if err != nil {
				t.Fatalf("%s, turn %d: %v", c.Kind, turn, err)
			}
			if bytes.ContainsAny(option, "<>&\u2028\u2029") {
				t.Errorf("%s, turn %d: the option could end its script element", c.Kind, turn)
			}
			if (turn+kind)%5 != 0 {
				continue
			}
			alone := turn%2 == 0
			svg, err := picture(c, option, []int{360, DefaultWidth}[turn%2], alone)
			if err != nil {
				t.Fatalf("%s, turn %d: %v", c.Kind, turn, err)
			}
			inspect(t, svg, alone)
		}
	}
}

func TestWriterRefuses(t *testing.T) {
	tests := []struct{ name, element, want string }{
		{"script", `{"type": "script"}`, `unknown element "script"`},
		{"no type", `{}`, `unknown element ""`},
		{"colour of its own", `{"type": "circle", "style": {"fill": "#ff0000"}}`, "not a colour of the theme"},
		{"stroke of its own", `{"type": "text", "style": {"text": "a", "stroke": "red"}}`, "not a colour of the theme"},
		{"reference", `{"type": "rect", "style": {"fill": "url(http://x/#a)"}}`, "not a colour of the theme"},
		{"hatch of its own", `{"type": "rect", "style": {"fill": "#5e0001", "decal": {"color": "red"}}}`, "not a colour of the theme"},
		{"path that is not one", `{"type": "path", "shape": {"pathData": "M0 0 javascript"}}`, "is no path"},
		{"quote in a path", `{"type": "path", "shape": {"pathData": "M0 0\" onload=\""}}`, "is no path"},
		{"symbol that is not one", `{"type": "symbol", "symbol": "image://x"}`, "unknown symbol"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var e element
			if err := json.Unmarshal([]byte(tt.element), &e); err != nil {
				t.Fatal(err)
			}
			w := writer{out: &bytes.Buffer{}, prefix: "p-"}
			err := w.content([]element{e})
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want one with %q", err, tt.want)
			}
		})
	}
}
