package render

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"runreport/analyze/report"
)

// long is the fixture with many rows in a table, each with a quoted line.
func long(rows int) *report.Report {
	r := fixture()
	t := r.Sections[0].Blocks[2].Table
	t.Main = true
	first := t.Rows[0]
	t.Rows = nil
	for i := range rows {
		row := first
		row.Cells = append([]report.Cell{cell(fmt.Sprint("benchmark ", i))}, first.Cells[1:]...)
		row.Evidence = []report.Evidence{place("long.jsonl", int64(i+1))}
		t.Rows = append(t.Rows, row)
		r.Quotes = append(r.Quotes, report.Quote{File: "long.jsonl", Line: int64(i + 1), Text: strings.Repeat("x", 200)})
	}
	t.Total = rows
	return r
}

func TestDetailsAreLessAndLess(t *testing.T) {
	for i, d := range details[1:] {
		before := details[i]
		if d == before || d.rows > before.rows || d.lines > before.lines || d.phone > before.phone || d.live > before.live {
			t.Errorf("after %+v comes %+v", before, d)
		}
	}
}

// The page is cut to the room there is, says what is missing, and every link on it
// leads to something.
func TestPageFitsItsRoom(t *testing.T) {
	r := long(3000)
	target := regexp.MustCompile(`href="#([^"]+)"`)
	whole := 0
	for _, room := range []int{100_000_000, 700_000, 600_000} {
		files, err := html(r, Options{PageBytes: room})
		if err != nil {
			t.Fatal(err)
		}
		page := string(files[0].Content)
		if len(page) > room {
			t.Errorf("%d bytes of page in a room of %d", len(page), room)
		}
		if whole == 0 {
			whole = len(page)
		} else if len(page) >= whole {
			t.Errorf("a room of %d makes no difference", room)
		}
		shown := strings.Count(page, "benchmark ") > 0
		note := regexp.MustCompile(`<a href="#table-recall">[^<]*</a>: ([0-9,]+) of 3,000 rows`).FindStringSubmatch(page)
		if !shown || note == nil || !strings.Contains(page, `data-shown="The first `+note[1]+` of 3,000 rows."`) ||
			!strings.Contains(page, `<span>The first 10 of 3,000 rows.</span> <a href="#left-out">All</a>`) {
			t.Errorf("room %d: the page does not say what is left out: %v", room, note)
		}
		for _, m := range target.FindAllStringSubmatch(page, -1) {
			if !strings.Contains(page, `id="`+m[1]+`"`) {
				t.Errorf("room %d: #%s leads nowhere", room, m[1])
				break
			}
		}
	}
}

// With the least there can be the page still has every section, chart and table.
func TestShortestPage(t *testing.T) {
	r := long(100)
	files, err := html(r, Options{PageBytes: 1})
	if err != nil {
		t.Fatal(err)
	}
	page := string(files[0].Content)
	for _, s := range r.Sections {
		if !strings.Contains(page, `<section id="`+s.ID+`"`) {
			t.Errorf("section %s is gone", s.ID)
		}
	}
	n := len(charts(r.Sections))
	if strings.Count(page, `<div class="chart-static">`) != n || strings.Contains(page, `id="chart-`+charts(r.Sections)[0].ID+`">`) || strings.Contains(page, `class="phone"`) {
		t.Errorf("%d pictures of %d charts, or more than pictures", strings.Count(page, `<div class="chart-static">`), n)
	}
	for _, want := range []string{fmt.Sprintf("%d of %d have no layout of their own for phones", n, n), fmt.Sprintf("%d of %d are still pictures", n, n), ": 10 of 100 rows"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
}

// A report that is shown whole says nothing of what it leaves out.
func TestNothingLeftOut(t *testing.T) {
	r := fixture()
	for _, table := range shownTables(r.Sections) {
		table.Total, table.Main = 0, true
	}
	if page := rendered(t, r, "html")["index.html"]; strings.Contains(page, `"left-out"`) {
		t.Error("the page names what is left out, and nothing is")
	}
}
