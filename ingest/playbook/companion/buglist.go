package companion

import (
	"regexp"
	"strings"

	"runreport/ingest/markdown"
	"runreport/ingest/playbook/sheet"
	"runreport/ingest/record"
)

// dismissal is a heading above findings that are no bugs.
var dismissal = regexp.MustCompile(`(?i)\b(?:dismissed|rejected|retracted|withdrawn|` +
	`false positives?|not bugs?|not (?:promoted|classified))\b`)

// readBugList reads BUGS.md: a heading of the second to the fourth level for each
// bug, and its fields in any of the spellings they have. A list without such
// headings is read from its tables.
func readBugList(list []markdown.Block, f *record.File) {
	l := &bugList{f: f, ids: map[string]bool{}, found: values{}}
	l.headings(list)
	if len(l.ids) == 0 && !l.headed {
		l.tables(list)
	}
	f.AddValues(bugListKind, 1, values{"title": record.TextValue(title(list)).AtMost(200), "bugs": record.IntValue(int64(len(l.ids)))})
}

// bugList is BUGS.md while it is read.
type bugList struct {
	f      *record.File
	headed bool            // it has headings of bugs
	ids    map[string]bool // different bugs that are not dismissed
	fields []field         // of the bug that was read last
	found  values          // of it
}

// headings reads a bug for every heading that begins with an id. Bugs are dismissed whose heading
// stands below one for findings that are none, to the next heading of its level.
//
//	## Withdrawn
//	### BUG-001: dismissed
//	## BUG-002: a bug
func (l *bugList) headings(list []markdown.Block) {
	dismissed := 0 // level of the heading for findings that are not counted; 0: below none
	for i := range list {
		b := &list[i]
		if b.Kind != markdown.Heading {
			continue
		}
		id, rest, ok := cutBugTitle(b.Text)
		if !ok || b.Level < 2 {
			if b.Level <= 2 {
				dismissed = 0
				if dismissal.MatchString(b.Text) {
					dismissed = b.Level
				}
			}
			continue
		}
		if b.Level <= dismissed {
			dismissed = 0
		}
		end := i + 1
		for end < len(list) && !(list[end].Kind == markdown.Heading &&
			(list[end].Level <= b.Level || isBugTitle(list[end].Text))) {
			end++
		}
		v := l.values(list[i+1 : end])
		v.text("title", strings.TrimLeft(strings.TrimSpace(rest), ":/–— -"))
		l.headed = true
		l.add(b.No, id, v, dismissed > 0)
	}
}

func (l *bugList) add(no int64, id string, v values, dismissed bool) {
	id = strings.TrimRight(id, "-")
	v.text("id", id)
	if dismissed || !sheet.StateOf(v["status"].Text, v["severity"].Text).IsBug() {
		v["dismissed"] = record.BoolValue(true)
	} else {
		if l.ids[id] {
			l.f.Finding(bugTwice, no, id, "one heading a bug")
		}
		l.ids[id] = true
	}
	l.f.AddValues(bugKind, no, v)
}

// values reads the fields of one bug. They are valid until those of the next are read.
func (l *bugList) values(body []markdown.Block) values {
	v := l.found
	clear(v)
	fields := appendFields(l.fields[:0], body)
	l.fields = fields
	take := func(key string, names ...string) {
		if f, ok := first(fields, names...); ok {
			v.start(key, bare(f.value), 120)
		}
	}
	take("severity", "severity", "sev")
	take("status", "status", "closure status", "closure", "verdict", "disposition")
	take("requirement", "primary requirement", "requirement", "requirements", "requirement id", "req", "reqs")
	if _, ok := v["requirement"]; !ok {
		if f, ok := first(fields, "spec basis", "spec"); ok {
			v.text("requirement", strings.Join(requirementID.FindAllString(f.value, -1), ", "))
		}
	}
	v.place(bugPlace(fields))
	return v
}

var requirementID = regexp.MustCompile(`\bREQ-[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*\b`)

// bugPlace is where a bug is: its own field for that, else the first line of code
// that its evidence cites.
func bugPlace(fields []field) location {
	f, ok := first(fields, "file:line", "files:lines", "file", "files", "file(s)", "location", "locations", "code location", "source location")
	if ok {
		at := locate(f.value, false)
		if lines, ok := first(fields, "line", "lines", "line range"); ok && at.lo == 0 {
			at.lo, at.hi = span(lines.value)
		}
		if at.file != "" {
			return at
		}
	}
	if f, ok := first(fields, "evidence", "code evidence", "citation", "citations"); ok {
		return locate(f.value, true)
	}
	return location{}
}

// tables reads a list of bugs that is nothing but a table.
func (l *bugList) tables(list []markdown.Block) {
	var table columns
	for i := range list {
		b := &list[i]
		if b.Kind != markdown.Row || len(b.Cells) == 0 {
			continue
		}
		id, _, ok := cutBugTitle(b.Cells[0])
		if !ok {
			continue
		}
		v := values{}
		v.text("title", bare(table.cell(b, "title", "description", "summary", "one-line")))
		v.text("severity", bare(table.cell(b, "severity", "sev")))
		v.text("requirement", bare(table.cell(b, "requirement", "req")))
		v.text("status", bare(table.cell(b, "status", "closure", "disposition")))
		v.place(locate(table.cell(b, "file", "location", "component"), false))
		l.add(b.No, id, v, false)
	}
}
