package render

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"runreport/analyze/report"
)

// maxCited is how many lines of the input a page quotes: what it takes to look up
// everything that a person would look up, at some 300 bytes each.
const maxCited = 1500

// maxCitedOn is the same for a page of the site beside the overview: there are thousands.
const maxCitedOn = 100

// citedOn is what a page of the site wants to quote.
func citedOn(p *report.Page) []report.Evidence {
	c := cited{most: maxCitedOn}
	c.addTables(p.Sections, pageRoom.rows)
	return c.list
}

// cite is what a page of so many rows a table and so many lines wants to quote of the
// input, the most urgent first: the places of the banner, then those of tables in
// reading order, the first place of every row before the second of any. All of them
// have a line.
func cite(r *report.Report, rows, lines int) []report.Evidence {
	c := cited{most: lines}
	for _, a := range r.Data.Attention {
		c.add(a.Evidence...)
	}
	c.addTables(r.Sections, rows)
	return c.list
}

// addTables adds the places of the first rows of every table.
func (c *cited) addTables(sections []report.Section, rows int) {
	tables := shownTables(sections)
	for nth, more := 0, true; more; nth++ {
		more = false
		for _, t := range tables {
			for _, row := range t.Rows[:min(len(t.Rows), rows)] {
				if nth < len(row.Evidence) {
					c.add(row.Evidence[nth])
					more = true
				}
			}
		}
	}
}

// shownTables are the tables of sections and their charts in reading order.
func shownTables(sections []report.Section) []*report.Table {
	var all []*report.Table
	for _, s := range sections {
		for _, b := range s.Blocks {
			if b.Chart != nil && b.Chart.Table != nil {
				all = append(all, b.Chart.Table)
			}
			if b.Table != nil {
				all = append(all, b.Table)
			}
		}
	}
	return all
}

// cited collects places, each once.
type cited struct {
	most int
	list []report.Evidence
	seen map[placeKey]bool
}

type placeKey struct {
	file string
	line int64
}

func (c *cited) add(places ...report.Evidence) {
	for _, e := range places {
		if e.Line == nil || len(c.list) == c.most {
			continue
		}
		k := placeKey{e.File, *e.Line}
		if c.seen[k] {
			continue
		}
		if c.seen == nil {
			c.seen = map[placeKey]bool{}
		}
		c.seen[k] = true
		c.list = append(c.list, e)
	}
}

// quoteView is a quoted line with the anchor that places link to.
type quoteView struct {
	ID         ours
	Line, Text string
	Cut        bool
}

// Plain reports whether nothing in the line can turn its direction.
func (q quoteView) Plain() bool { return ascii(q.Text) }

// fileQuotes are the quoted lines of one file.
type fileQuotes struct {
	File  string
	Lines []quoteView
}

// quoted are the lines that one page quotes.
type quoted struct {
	byFile  []fileQuotes
	anchors map[placeKey]ours
}

// newQuoted numbers the quotes in the order of files and lines.
func newQuoted(quotes []report.Quote) quoted {
	q := quoted{anchors: make(map[placeKey]ours, len(quotes))}
	sorted := slices.Clone(quotes)
	slices.SortFunc(sorted, func(a, b report.Quote) int {
		return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
	})
	for i, x := range sorted {
		id := quoteID(i)
		q.anchors[placeKey{x.File, x.Line}] = id
		if n := len(q.byFile); n == 0 || q.byFile[n-1].File != x.File {
			q.byFile = append(q.byFile, fileQuotes{File: x.File})
		}
		last := &q.byFile[len(q.byFile)-1]
		last.Lines = append(last.Lines, quoteView{ID: id, Line: strconv.FormatInt(x.Line, 10), Text: x.Text, Cut: x.Cut})
	}
	return q
}

func quoteID(i int) ours { return ours("line-" + strconv.Itoa(i+1)) }
