package render

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"runreport/analyze/report"
	"runreport/unit"
)

// The views are what templates print: the report's parts in the words and the
// order they will have, cut to the room there is. They hold texts as the report
// has them; an output makes all of them safe as it prints them (legible, mapStrings).

// trusted is a word of the program's own, an ID or a class name, as opposed to a
// text that may come out of a log: mapStrings leaves it alone.
type trusted string

// budget is how much of a table an output has room for.
type budget struct {
	rows   int                         // of main tables; further ones are left out, and counted
	short  int                         // of other tables; 0: as many
	brief  bool                        // no definitions, notes to captions, numbers of charts that have a picture, and details of rows but of those in main tables that did not pass
	places int                         // characters of a file name
	code   int                         // characters of an identifier
	quoted                             // lines that places can link to
	link   func(report.PageID) trusted // of pages that cells can link to, "" for one that is not there; nil: of none
	late   bool                        // most rows of main tables are data until a script makes rows of them
	folded bool                        // the table is folded away
	rest   trusted                     // where the page says where further rows are; empty: it does not
}

// of is how many rows of a table there is room for.
func (b budget) of(t *report.Table) int {
	if t.Main || b.short == 0 {
		return b.rows
	}
	return min(b.rows, b.short)
}

type tableView struct {
	ID      trusted
	Caption string  // its first sentence
	Title   trusted // ID of the title of its block, where that says the same; else empty
	Note    string  // what else it says
	Heads   []headView
	Rows    []rowView
	Empty   string        // what to say when there is no row
	Shown   string        // "The first 100 of 340 rows."; empty: all
	Filled  string        // the same with those that are data yet
	Rest    trusted       // where the page says where the others are; empty: it does not
	Help    []report.Term // what the columns mean
	Where   bool          // rows say where they come from, or more about themselves
	Minor   bool          // some columns may go where there is little room
	Details bool          // rows have further sentences
	Long    bool          // long enough to be filtered
	Marked  bool          // rows have signs
	Main    bool          // people look things up in it
	Later   []lateRow     // rows that do not stand in the page yet
}

type headView struct {
	Title, Unit string
	Class       trusted
	Right       bool
	Chips, Bar  bool
}

type rowView struct {
	ID     trusted // made of its names
	Name   string  // its first cell
	Role   trusted
	Cells  []cellView
	Place  placeView // the first place
	More   string    // "+2": further ones
	Places []placeView
	Detail []string
}

type cellView struct {
	Text, Title string // Title: the whole of what Text is short for
	Why         string // why there is no value
	Class       trusted
	Code        bool
	Plain       bool    // nothing in it can turn its direction: a number, or ASCII alone
	Rank        trusted // where it comes in its column, if its text does not say so
	Value       trusted // the number, in a column whose numbers are drawn as bars
	Link        trusted // the page that tells more; empty: none does
}

// placeView is a file and line, cut to fit and whole, with the line that is quoted here, or
// the anchor of where the page quotes it.
type placeView struct {
	Short, Whole string
	Line         *quoteView
	Quote        trusted
	Plain        bool // nothing in the name, as it is printed, can turn its direction
}

type attentionView struct {
	Severity trusted
	Word     string
	Text     string
	Section  trusted // the section that says more; empty: none does
	Topic    string
	Place    placeView
	More     string
	Places   []placeView
}

// newTable is nil for a nil table.
func newTable(t *report.Table, room budget) *tableView {
	if t == nil {
		return nil
	}
	v := &tableView{ID: trusted(t.ID), Empty: cmp.Or(t.Empty, "Nothing to show.")}
	v.Caption, v.Note = firstSentence(t.Caption)
	if room.brief {
		v.Note = ""
	}
	for _, c := range t.Columns {
		v.Heads = append(v.Heads, headView{Title: c.Title, Unit: unitWord(c.Unit), Class: columnClass(c), Right: c.Align == report.Right, Chips: c.Chips, Bar: c.Bar})
		if c.Help != "" && !room.brief {
			v.Help = append(v.Help, report.Term{Name: c.Title, Means: c.Help})
		}
		v.Minor = v.Minor || c.Minor
	}
	total := max(t.Total, len(t.Rows))
	rows := t.Rows[:min(len(t.Rows), room.of(t))]
	if t.Main && room.late {
		room.places, room.quoted = mainPlaces, quoted{}
	}
	stand := room.standing(t, len(rows))
	v.Shown, v.Filled = firstRows(stand, total), firstRows(len(rows), total)
	if len(rows) < total {
		v.Rest = room.rest
	}
	v.Rows = slices.Grow(v.Rows, len(rows))
	for i, r := range rows {
		if i == stand {
			room.quoted = quoted{} // the lines are quoted where rows stand
		}
		if room.brief && (!t.Main || r.Role == report.RoleGood) {
			r.Detail, r.Evidence = nil, r.Evidence[:min(len(r.Evidence), 1)]
		}
		v.Rows = append(v.Rows, newRow(r, t.Columns, v.Heads, room))
		v.Marked = v.Marked || role(r.Role) != ""
		v.Where = v.Where || len(r.Evidence)+len(r.Detail) > 0
		v.Details = v.Details || len(r.Detail) > 0
	}
	v.Long, v.Main = len(v.Rows) > longTable, t.Main
	nameRows(v)
	rankCells(v, rows)
	v.later(stand)
	return v
}

// firstRows says how many rows there are of so many; empty: all.
func firstRows(n, of int) string {
	if n == of {
		return ""
	}
	return "The first " + grouped(int64(n)) + " of " + grouped(int64(of)) + " rows."
}

// firstSentence is the first sentence of a text, and what else it says.
func firstSentence(text string) (first, rest string) {
	if first, rest, more := strings.Cut(text, ". "); more {
		return first + ".", rest
	}
	return text, ""
}

// newRow is a row below those heads of the columns.
func newRow(r report.Row, columns []report.Column, heads []headView, room budget) rowView {
	v := rowView{Role: role(r.Role), Detail: r.Detail, Cells: make([]cellView, 0, len(columns))}
	v.Place, v.More, v.Places = places(r.Evidence, room)
	for i, column := range columns {
		var c report.Cell
		if i < len(r.Cells) {
			c = r.Cells[i]
		}
		v.Cells = append(v.Cells, newCell(c, column, heads[i].Class, room))
	}
	if len(v.Cells) > 0 {
		v.Name = v.Cells[0].Text
	}
	return v
}

// newCell is a cell of a column whose cells have that class in common.
func newCell(c report.Cell, column report.Column, class trusted, room budget) cellView {
	v := cellView{Text: c.Text, Code: c.Code, Plain: column.Align == report.Right || ascii(c.Text)}
	if c.Exact != c.Text {
		v.Title = c.Exact
	}
	if column.Bar && c.Sort != nil {
		v.Value = trusted(strconv.FormatFloat(*c.Sort, 'g', 6, 64))
	}
	if c.Reason != "" {
		v.Why = strings.ReplaceAll(c.Reason, "_", " ")
		v.Text = cmp.Or(c.Text, unit.NotAvailable)
	}
	if c.Code {
		if short := middle(v.Text, room.code); short != v.Text {
			v.Title, v.Text = cmp.Or(v.Title, v.Text), short
		}
	}
	if room.link != nil && c.Page != (report.PageID{}) {
		v.Link = room.link(c.Page)
	}
	if len(v.Text) > wideText {
		class += " wide"
	}
	if hasLongWord(v.Text) {
		class += " long"
	}
	if r := role(c.Role); r != "" {
		class += " r-" + r
	}
	v.Class = trusted(strings.TrimPrefix(string(class), " "))
	return v
}

// hasLongWord reports whether a text has a word that a column makes no room for.
func hasLongWord(text string) bool {
	if len(text) <= longWord {
		return false
	}
	for word := range strings.FieldsSeq(text) {
		if len(word) > longWord {
			return true
		}
	}
	return false
}

// ascii reports whether the text is ASCII alone, which is written from left to right.
func ascii(text string) bool {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// columnClass is what a column's cells have in common: n for numbers, minor, key.
func columnClass(c report.Column) trusted {
	class := ""
	for _, x := range []struct {
		has  bool
		name string
	}{{c.Align == report.Right, " n"}, {c.Minor, " minor"}, {c.Key, " key"}} {
		if x.has {
			class += x.name
		}
	}
	return trusted(strings.TrimPrefix(class, " "))
}

// mainPlaces is how many characters of a file name a main table of the page shows, which has
// the most columns.
const mainPlaces = 16

// longTable is the number of rows that can be looked through at once.
const longTable = 8

// The longest text that stays on one line of a column, and the longest word that
// a column makes room for, in bytes.
const (
	wideText = 28
	longWord = 24
)

// places are the places of a row: the first, how many more there are, and all.
func places(list []report.Evidence, room budget) (first placeView, more string, all []placeView) {
	all = slices.Grow(all, len(list))
	for _, e := range list {
		p, line := placeView{}, ""
		if e.Line != nil {
			line = ":" + strconv.FormatInt(*e.Line, 10)
			p.Line, p.Quote = room.quote(placeKey{e.File, *e.Line})
		}
		p.Short, p.Whole = middle(e.File, room.places)+line, e.File+line
		p.Plain = ascii(legible(p.Whole))
		all = append(all, p)
	}
	if len(all) > 1 {
		more = "+" + strconv.Itoa(len(all)-1)
	}
	if len(all) > 0 {
		first = all[0]
	}
	return first, more, all
}

func newAttention(r *report.Report, room budget) []attentionView {
	views := make([]attentionView, len(r.Data.Attention))
	for i, a := range r.Data.Attention {
		v := attentionView{Severity: report.SeverityInfo, Word: severityWord(a.Severity), Text: a.Text}
		if slices.Contains(report.Severities, a.Severity) {
			v.Severity = trusted(a.Severity)
		}
		for _, s := range r.Sections {
			if s.ID == a.Section {
				v.Section, v.Topic = trusted(s.ID), s.Title
			}
		}
		v.Place, v.More, v.Places = places(a.Evidence, room)
		views[i] = v
	}
	return views
}

// severityWord is a severity as a word at the beginning of a sentence.
func severityWord(severity string) string {
	switch severity {
	case report.SeverityError:
		return "Error"
	case report.SeverityWarning:
		return "Warning"
	}
	return "Info"
}

// unitWord is what a column's header says of its unit. Shares, counts and
// differences say what they are without.
func unitWord(u unit.Unit) string {
	switch u {
	case unit.Seconds, unit.Bytes, unit.Tokens:
		return string(u)
	case unit.Dollars:
		return "USD"
	}
	return ""
}

// role is the role's class name; a role that is no role has none, nor has one
// that is neither good nor bad.
func role(r report.Role) trusted {
	switch r {
	case report.RoleBefore, report.RoleAfter, report.RoleGood, report.RoleBad, report.RoleWarn, report.RoleUnknown,
		report.RoleA, report.RoleB, report.RoleC, report.RoleD, report.RoleE, report.RoleF:
		return trusted(r)
	}
	return ""
}
