package render

import (
	stdhtml "html"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"runreport/analyze/report"
	"runreport/unit/tier"
)

// hostile are texts that a log may hold.
var hostile = []string{
	`</script><script>window.__pwned=1;alert(1)</script>`,
	`"><img src=x onerror="window.__pwned=1;alert(1)">`,
	`'><svg onload=alert(1)>`,
	`<!--<script>`,
	`]]><style>*{display:none}</style>`,
	`__f__alert(1)__f__`,
	`$fn:tip`,
	`javascript:alert(1)`,
	`[click](javascript:alert(1)) ![beacon](https://evil.example/?d=1) <https://evil.example>`,
	`https://evil.example www.evil.example mail@evil.example`,
	"| a | b |\n| --- | --- |\n| c | d |",
	"`code` ``` ~~~ *a* **b** _c_ ~~d~~ ^e^ ==f== ++g++",
	"# h\n- item\n1. one\n> quote\n\n    code\n---\n***\n===",
	`{{ 7 | times: 7 }} {% raw %} {{< figure >}} {{% x %}} ${x} {config}`,
	`&lt;b&gt; &#60; &amp; \* \_ \\`,
	"fixes #3, closes octo/repo#4, da39a3ee5e6b4b0d3255bfef95601890afd80709 and da39a3e, octo@da39a3ee5e6b4b0d3255bfef95601890afd80709, DA39A3EE",
	`!12 $12 ~12 ~bug ~"a label" %12 %v1 &12 ^alert#12 [vulnerability:12] [epic:a/b/3] *iteration:4`,
	"/close", "/lgtm", "/label ~bug", "@everyone", "@dependabot merge",
	"##[error]x ##vso[task.setvariable variable=x]y ##teamcity[message text='x'] section_start:1:x\r\x1b[0Kx ::add-mask::x",
	"<!-- runreport:nightly-calibration-week-10-00000000 -->",
	"@octocat #123 GH-123 octo/repo#1 fixes #1 :smile: :100: ::error::x",
	"import x from 'y'", "export const a = 1",
	"[^1]: note", "[ref]: https://evil.example", ": definition", "!!! note", "??? x", "/// x", "::: x", "+++ x", "--8<-- x", "% comment", "(target)=", "{#id .class}",
	"\x1b[31mred\x1b[0m \x1b]8;;https://evil.example\x07link", "a\u202Eb\u2066c\u200Bd\ufeff", "\x00\x01\x7f\u0085\u009b", "bad\xff\xfeutf", "line\r\nbreak\ttab \u2028 \u2029",
	"   ", "-", "1.", "a.", "(1) x", "  - x", "\t- x", strings.Repeat("long-", 200), "Ünïcödé שלום مرحبا 🎉 👩\u200d👩\u200d👧",
}

// keepsItsText are the fields that hold names of the program's own.
var keepsItsText = []string{"ID", "Kind", "Section", "Format"}

// poison puts text into every string below v, but for the program's own names.
func poison(v reflect.Value, text string) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			poison(v.Elem(), text)
		}
	case reflect.Slice:
		for i := range v.Len() {
			poison(v.Index(i), text)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() && !slices.Contains(keepsItsText, f.Name) {
				poison(v.Field(i), text)
			}
		}
	case reflect.String:
		v.SetString(text)
	}
}

func poisoned(text string) *report.Report {
	r := fixture()
	poison(reflect.ValueOf(r).Elem(), text)
	return r
}

// pageTag finds the tags and the attributes of a page.
var (
	pageTag   = regexp.MustCompile(`<(/?[a-zA-Z!][^\s>/]*)((?:\s+[^\s=>/]+(?:="[^"]*")?)*)\s*/?>`)
	ownScript = regexp.MustCompile(`<script src="(?:\.\./)?assets/[a-z]+-[0-9a-f]{12}\.js" defer></script>`)
	pageRaw   = regexp.MustCompile(`(?s)(<(script|style)[^>]*>).*?</(?:script|style)>`)
)

// markup lists the tags of a page, with the names of their attributes, in order. A text
// that can turn its direction has dir="auto", which others do without.
func markup(page string) []string {
	var list []string
	for _, m := range pageTag.FindAllStringSubmatch(pageRaw.ReplaceAllString(page, "$1</$2>"), -1) {
		tag := m[1]
		for _, a := range regexp.MustCompile(`([^\s=]+)(?:="[^"]*")?`).FindAllStringSubmatch(m[2], -1) {
			if a[0] != `dir="auto"` && !slices.Contains([]string{"title", "class"}, a[1]) {
				tag += " " + a[1]
			}
		}
		list = append(list, tag)
	}
	return list
}

// withoutCharts leaves the charts' tables, and nothing that takes time to draw.
func withoutCharts(r *report.Report) *report.Report {
	onlyTables(r.Sections)
	if pages := r.Pages.Make; pages != nil {
		r.Pages.Make = func(i int) (*report.Page, error) {
			p, err := pages(i)
			onlyTables(p.Sections)
			return p, err
		}
	}
	return r
}

func onlyTables(sections []report.Section) {
	for _, s := range sections {
		for i, b := range s.Blocks {
			if b.Chart != nil {
				s.Blocks[i] = report.Block{Title: b.Chart.Title, Text: []string{b.Chart.N}, Table: b.Chart.Table}
			}
		}
	}
}

func TestTextThatTurnsHasItsOwnDirection(t *testing.T) {
	plain := rendered(t, withoutCharts(poisoned("harmless")), "html")["index.html"]
	turned := rendered(t, withoutCharts(poisoned("a\u202eb")), "html")["index.html"]
	for _, m := range regexp.MustCompile(`<(td|code|th)([^>]*)>[^<]*\x{202e}`).FindAllStringSubmatch(turned, -1) {
		if !strings.Contains(m[2], `dir="auto"`) && m[1] != "code" {
			t.Errorf("%s: a text that turns the line it stands in", m[0])
		}
	}
	if strings.Count(turned, `dir="auto"`) <= strings.Count(plain, `dir="auto"`) {
		t.Error("no text has a direction of its own")
	}
}

func TestHostileTextStaysText(t *testing.T) {
	tier.Slow(t, "opens hostile pages in a browser")
	// A harmless text shows what markup there may be: hostile ones must give the same.
	// A caption of two sentences has a tag for the second.
	one := markup(rendered(t, withoutCharts(poisoned("harmless")), "html")["index.html"])
	two := markup(rendered(t, withoutCharts(poisoned("harmless. text")), "html")["index.html"])
	for _, s := range hostile {
		harmless := one
		if strings.Contains(s, ". ") {
			harmless = two
		}
		contents := rendered(t, withoutCharts(poisoned(s)), Names()...)
		page := contents["index.html"]
		if got := markup(page); !slices.Equal(got, harmless) {
			t.Errorf("%q: the page's markup differs: %d tags, want %d", s, len(got), len(harmless))
		}
		if want := legible(s); !strings.Contains(stdhtml.UnescapeString(page), want) {
			t.Errorf("%q: the page does not show it as %q", s, want)
		}
		checkQuiet(t, s, contents)
	}
}

// Charts take time, so all texts share theirs.
func TestHostileTextInCharts(t *testing.T) {
	tier.Slow(t, "opens hostile charts in a browser")
	all := strings.Join(hostile, " ")
	checkQuiet(t, "all of them", rendered(t, poisoned(all), Names()...))
}

// checkQuiet looks for what no output may have, whatever the texts are.
func checkQuiet(t *testing.T, text string, contents map[string]string) {
	t.Helper()
	for path, content := range contents {
		if strings.HasSuffix(path, ".html") {
			content = ownScript.ReplaceAllString(pageRaw.ReplaceAllString(content, "$1</$2>"), "")
		}
		if strings.HasSuffix(path, ".html") || strings.HasSuffix(path, ".svg") {
			for _, bad := range []string{"<img", "<svg onload", "<foreignObject", `href="http`, `href="javascript`, ` src="`, "ZgotmplZ"} {
				if strings.Contains(content, bad) {
					t.Errorf("%q: %s has %s", text, path, bad)
				}
			}
		}
		for _, r := range content {
			if report.Unseen(r) && r != '\n' && string(r) != zeroWidthSpace && !(r == '\r' && path == "report.eml") {
				t.Errorf("%q: %s has %U", text, path, r)
				break
			}
		}
	}
}
