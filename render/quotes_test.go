package render

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"runreport/analyze/report"
)

func TestCited(t *testing.T) {
	row := func(places ...report.Evidence) report.Row { return report.Row{Evidence: places} }
	r := &report.Report{
		Data: report.Data{Attention: []report.Attention{{Evidence: []report.Evidence{place("a", 7), {File: "whole.json"}}}}},
		Sections: []report.Section{{Blocks: []report.Block{
			{Table: &report.Table{Rows: []report.Row{row(place("b", 1), place("b", 2)), row(), row(place("a", 7), place("b", 3))}}},
			{Chart: &report.Chart{Table: &report.Table{Rows: []report.Row{row(place("c", 1))}}}},
		}}},
	}
	var got []string
	for _, e := range cite(r, siteRoom, maxCited) {
		got = append(got, fmt.Sprintf("%s:%d", e.File, *e.Line))
	}
	if want := "a:7 b:1 c:1 b:2 b:3"; strings.Join(got, " ") != want {
		t.Errorf("cited %v, want %s", got, want)
	}
	many := &report.Table{}
	for i := range int64(maxCited + 10) {
		many.Rows = append(many.Rows, row(place(fmt.Sprint(i/100), i)))
	}
	r.Sections = []report.Section{{Blocks: []report.Block{{Table: many}}}}
	if n := len(cite(r, siteRoom, maxCited)); n > maxCited {
		t.Errorf("%d places are cited, at most %d should be", n, maxCited)
	}
}

// A place whose line is quoted leads to it, and every link on the page leads somewhere.
func TestPlacesLeadToTheirLines(t *testing.T) {
	r := withoutCharts(fixture())
	page := rendered(t, r, "html")["index.html"]
	for _, want := range []string{
		`<a class="cite" href="#line-1">`,
		`<li id="line-1" value="41"><code>{&#34;event&#34;:&#34;benchmark_end&#34;`,
		`<li id="line-2" value="131">`, `connection refused</code> <small>and more</small></li>`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	for _, m := range regexp.MustCompile(`href="#([^"]*)"`).FindAllStringSubmatch(page, -1) {
		if !strings.Contains(page, `id="`+m[1]+`"`) {
			t.Errorf("a link leads to #%s, which is not there", m[1])
		}
	}
	r.Quotes = nil
	page = rendered(t, r, "html")["index.html"]
	if strings.Contains(page, `class="cite"`) || strings.Contains(page, `id="lines"`) {
		t.Error("without quotes the page links to lines all the same")
	}
}

// Quotes come from the options: those of the report for the page and the overview, those
// of a page of the site for that page. The report that was given stays as it was.
func TestQuotesComeFromTheOptions(t *testing.T) {
	r := withoutCharts(fixtureSite())
	r.Quotes = nil
	quote := func(text string) func([]report.Evidence) []report.Quote {
		return func(cited []report.Evidence) (all []report.Quote) {
			for _, e := range cited[:min(len(cited), 1)] {
				all = append(all, report.Quote{File: e.File, Line: *e.Line, Text: text})
			}
			return all
		}
	}
	files, err := collected(r, []string{"html", "site"}, Options{Jobs: 2, Quote: quote("said by the report"), QuotePage: quote("said by a page")})
	if err != nil {
		t.Fatal(err)
	}
	pages := 0
	for _, f := range files {
		text := string(f.Content)
		if f.Path == "index.html" && !strings.Contains(text, "said by the report") {
			t.Error("the page quotes nothing")
		}
		if strings.Contains(text, "said by a page") {
			pages++
		}
	}
	if pages == 0 {
		t.Error("no page of the site quotes anything")
	}
	if r.Quotes != nil {
		t.Error("the report was changed")
	}
}
