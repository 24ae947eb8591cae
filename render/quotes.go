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

// maxCitedOn is the same for a page of the site: there are thousands.
const maxCitedOn = 100

// citedOn is what a page of the site wants to quote.
func citedOn(p *report.Page) []report.Evidence {
	c := cited{most: maxCitedOn}
	c.addTables(p.Sections, siteRoom)
	return c.list
}

// cite is what a page of that room and so many lines wants to quote of the
// input, the most urgent first: the places of failures and problems, then those of tables in
// reading order, the first place of every row before the second of any. All of them
// have a line.
func cite(r *report.Report, room budget, lines int) []report.Evidence {
	c := cited{most: lines}
	for _, f := range r.Data.Failures {
		c.add(f.Evidence)
	}
	for _, a := range r.Data.Attention {
		c.add(a.Evidence...)
	}
	c.addTables(r.Sections, room)
	return c.list
}

// addTables adds the places of the rows of every table that there is room for.
func (c *cited) addTables(sections []report.Section, room budget) {
	tables := shownTables(sections)
	for nth, more := 0, true; more; nth++ {
		more = false
		for _, t := range tables {
			for _, row := range t.Rows[:min(len(t.Rows), room.of(t))] {
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

// quoteView is a quoted line with its anchor. It stands below the first row that cites it;
// other rows link to it.
type quoteView struct {
	ID           trusted
	Number, Text string
	Cut          bool
	Plain        bool // nothing in the line, as it is printed, can turn its direction
}

// quoted are the lines that one page quotes, and which of them stand on it already.
type quoted struct {
	lines map[placeKey]*quoteView
	shown map[placeKey]bool
}

// newQuoted numbers the quotes in the order of files and lines.
func newQuoted(quotes []report.Quote) quoted {
	q := quoted{lines: make(map[placeKey]*quoteView, len(quotes)), shown: map[placeKey]bool{}}
	sorted := slices.Clone(quotes)
	slices.SortFunc(sorted, func(a, b report.Quote) int {
		return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
	})
	for i, x := range sorted {
		q.lines[placeKey{x.File, x.Line}] = &quoteView{
			ID: quoteID(i), Number: strconv.FormatInt(x.Line, 10), Text: x.Text, Cut: x.Cut, Plain: ascii(legible(x.Text))}
	}
	return q
}

// quote gives the line at a place: itself where it stands on the page for the first time,
// later its anchor.
func (q quoted) quote(at placeKey) (line *quoteView, anchor trusted) {
	x := q.lines[at]
	switch {
	case x == nil:
		return nil, ""
	case q.shown[at]:
		return nil, x.ID
	}
	q.shown[at] = true
	return x, ""
}

func quoteID(i int) trusted { return trusted("line-" + strconv.Itoa(i+1)) }
