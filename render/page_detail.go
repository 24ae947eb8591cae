package render

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"runreport/analyze/report"
)

// DefaultPageBytes is how long the page gets at most, unless it is told otherwise:
// less than a tenth of what a single-file report of ten thousand results takes
// elsewhere, and short enough to be open at once.
const DefaultPageBytes = 2_000_000

// detail is how much the page shows of what can be looked up in the other outputs.
type detail struct {
	rows  int // of main tables
	short int // of each other table
	lines int // quoted
	phone int // bytes of the longest picture that has a second layout, for phones
	live  int // bytes of the longest chart data that are there to be drawn live
}

const all = math.MaxInt

// details are the pages that may be made, from the whole to the shortest. The first
// that fits is. What goes first is what a reader misses least: the phone's layout of
// huge pictures; the low ends of long tables, which are sorted worst first; quoted
// lines, which stand in the logs, in turn with rows; then all that a picture has
// beside itself.
var details = []detail{
	{rows: pageRoom.rows, short: pageRoom.short, lines: maxCited, phone: all, live: all},
	{rows: pageRoom.rows, short: pageRoom.short, lines: maxCited, phone: 100_000, live: all},
	{rows: 500, short: pageRoom.short, lines: maxCited, phone: 100_000, live: all},
	{rows: 500, short: pageRoom.short, lines: 500, phone: 100_000, live: all},
	{rows: 250, short: pageRoom.short, lines: 500, phone: 100_000, live: all},
	{rows: 250, short: pageRoom.short, lines: 250, phone: 100_000, live: all},
	{rows: 100, short: pageRoom.short, lines: 250, phone: 100_000, live: all},
	{rows: 100, short: pageRoom.short, lines: 100, phone: 100_000, live: all},
	{rows: 50, short: pageRoom.short, lines: 100, phone: 30_000, live: all},
	{rows: 50, short: pageRoom.short, lines: 50, phone: 30_000, live: 100_000},
	{rows: 25, short: pageRoom.short, lines: 50, phone: 0, live: 100_000},
	{rows: 25, short: pageRoom.short, lines: 0, phone: 0, live: 30_000},
	{rows: 10, short: 10, lines: 0, phone: 0, live: 0},
}

// room is what the page shows of tables.
func (d detail) room() budget {
	room := pageRoom
	room.rows, room.short, room.rest, room.brief = d.rows, d.short, restID, true
	room.late = true
	return room
}

// quotes are the lines that the page quotes of those it could.
func (d detail) quotes(r *report.Report) []report.Quote {
	cited := map[placeKey]bool{}
	for _, e := range cite(r, d.room(), d.lines) {
		cited[placeKey{e.File, *e.Line}] = true
	}
	return slices.DeleteFunc(slices.Clone(r.Quotes), func(q report.Quote) bool { return !cited[placeKey{q.File, q.Line}] })
}

// figures are the drawn charts with what the page has room for.
func (d detail) figures(r *report.Report, drawn []figureView, room budget) []figureView {
	kept := slices.Clone(drawn)
	for i, c := range charts(r.Sections) {
		f := &kept[i]
		f.Table = nil
		if kept[i].Wide == "" {
			f.Table = newTable(c.Table, room)
		}
		if len(f.Narrow) > d.phone {
			f.Narrow = ""
		}
		if len(f.Option) > d.live {
			f.Option = ""
		}
	}
	return kept
}

// restView says what the page could show and does not.
type restView struct {
	Most  string // of a list, in summary.json
	Items []restItem
}

// restItem is one thing of which not all is there.
type restItem struct {
	Anchor      trusted // of what is there
	What, Shown string
}

// newRest is nil where nothing is left out.
func newRest(r *report.Report, quotes []report.Quote, drawn, kept []figureView, d detail) *restView {
	var list []restItem
	cut := false
	for _, t := range shownTables(r.Sections) {
		total, shown := max(t.Total, len(t.Rows)), min(len(t.Rows), d.room().of(t))
		cut = cut || shown < total
		if t.Main && shown < total { // other tables say themselves how many of their rows are there
			caption, _ := firstSentence(t.Caption)
			list = append(list, restItem{trusted("table-" + t.ID), strings.TrimSuffix(caption, "."), grouped(int64(shown)) + " of " + counted(int64(total), "row")})
		}
	}
	if n, of := len(quotes), len(r.Quotes); n < of {
		list = append(list, restItem{"content", "Cited lines", grouped(int64(n)) + " of " + grouped(int64(of))})
	}
	phone, live := 0, 0
	for i, f := range drawn {
		if f.Narrow != kept[i].Narrow {
			phone++
		}
		if f.Option != kept[i].Option {
			live++
		}
	}
	if phone > 0 {
		list = append(list, restItem{"content", "Charts", fmt.Sprintf("%d of %d have no layout of their own for phones", phone, len(drawn))})
	}
	if live > 0 {
		list = append(list, restItem{"content", "Charts", fmt.Sprintf("%d of %d are still pictures", live, len(drawn))})
	}
	if list == nil && !cut {
		return nil
	}
	return &restView{Most: grouped(report.MaxList), Items: list}
}
