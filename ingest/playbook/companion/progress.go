package companion

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"runreport/ingest/markdown"
	"runreport/ingest/record"
)

var (
	phaseTitle = regexp.MustCompile(`(?i)^Phase\s+(\d+)\b`)
	// stampLine gives the time of a phase on a line of its own, in either order.
	stampLine   = regexp.MustCompile(`(?i)^(?:phase\s+(\d+)\s+(started|completed|ended)|(started|completed|ended)\s+phase\s+(\d+))\b\s*(?:at)?\s*:?\s*(.*)`)
	completedIn = regexp.MustCompile(`(?i)\bcompleted\b(?:\s+at)?\s*:?\s*(\d{4}-.*)`)
	startedIn   = regexp.MustCompile(`(?i)\bstarted\b(?:\s+at)?\s*:?\s*(\d{4}-.*)`)
	errorLine   = regexp.MustCompile(`^\W*ERROR:\s*(.*)`)
)

// progress is PROGRESS.md while it is read.
type progress struct {
	f       *record.File
	head    values
	tracked int64
	tracker bool
	fields  []field // that were read last
}

// fieldsOf are the fields of some blocks, until others are asked for.
func (p *progress) fieldsOf(blocks []markdown.Block) []field {
	p.fields = appendFields(p.fields[:0], blocks)
	return p.fields
}

// readProgress reads PROGRESS.md in the shapes it has: the checklist under any
// heading, the head as plain lines, as bold fields or as a list, times of phases
// in the checklist, on lines of their own or below a heading of the phase, and the
// bug tracker as a table or as a list.
func readProgress(list []markdown.Block, f *record.File) {
	p := &progress{f: f, head: values{}}
	for i := range list {
		b := &list[i]
		if b.Kind == markdown.Line {
			p.line(b)
		}
	}
	sections(list, 2, func(head *markdown.Block, body []markdown.Block) {
		title := ""
		if head != nil {
			title = bare(head.Text)
		}
		switch {
		case head == nil, head.Level == 1, strings.EqualFold(title, "metadata"), saysInAnyCase(title, "run metadata"):
			p.readHead(p.fieldsOf(body))
		case saysInAnyCase(title, "terminal gate"):
			p.head["terminal_gate"] = record.BoolValue(true)
			p.readHead(p.fieldsOf(body))
		case saysInAnyCase(title, "run finalization"):
			p.readHead(p.fieldsOf(body))
		case phaseTitle.MatchString(title):
			p.phaseSection(head, body)
		}
	})
	p.readTracker(list)
	p.head.count("tracked_bugs", p.tracked, p.tracker)
	f.AddValues(progressKind, 1, p.head)
}

// line reads what may stand anywhere.
func (p *progress) line(b *markdown.Block) {
	if strings.Contains(b.Text, "ERROR:") {
		if m := errorLine.FindStringSubmatch(b.Text); m != nil {
			if _, have := p.head["error"]; !have {
				p.head.text("error", bare(m[1]))
			}
		}
	}
	if mark, digits, rest, ok := cutTick(b.Text); ok {
		v := values{"done": record.BoolValue(strings.EqualFold(mark, "x"))}
		if saysInAnyCase(rest, "in progress") {
			v["in_progress"] = record.BoolValue(true)
		}
		if strings.Contains(rest, "-") { // as in every date
			if c := completedIn.FindStringSubmatch(rest); c != nil {
				v.time("completed", c[1])
			}
			if s := startedIn.FindStringSubmatch(rest); s != nil {
				v.time("started", s[1])
			}
		}
		p.phase(b, digits, v)
		return
	}
	text := bare(b.Text)
	if !beginsStamp(text) {
		return // as most lines do; the expression is slow
	}
	if m := stampLine.FindStringSubmatch(text); m != nil && !ParseInstant(m[5]).IsZero() {
		v := values{}
		key := "completed"
		if strings.EqualFold(m[2]+m[3], "started") {
			key = "started"
		}
		v.time(key, m[5])
		p.phase(b, m[1]+m[4], v)
	}
}

// cutTick parts a line of the phase checklist.
//
//	[x] **Phase 2** — Generate    "x"    "2"    "** — Generate"
func cutTick(line string) (mark, phase, rest string, ok bool) {
	line, ok = strings.CutPrefix(line, "[")
	if !ok {
		return "", "", "", false
	}
	mark, line, ok = strings.Cut(line, "]")
	if !ok || len(mark) > 1 || !strings.Contains(" xX~*-", mark) {
		return "", "", "", false
	}
	line, ok = strings.CutPrefix(strings.TrimPrefix(strings.TrimLeft(line, blanks), "**"), "Phase")
	number := strings.TrimLeft(line, blanks)
	rest = strings.TrimLeft(number, "0123456789")
	phase = number[:len(number)-len(rest)]
	inWord := rest != "" && (isLetter(rest[0]) || rest[0] == '_')
	return mark, phase, rest, ok && len(number) < len(line) && phase != "" && !inWord
}

// beginsStamp reports whether a line begins as one that gives the time of a phase does.
func beginsStamp(line string) bool {
	word := line
	if i := strings.IndexAny(line, blanks); i >= 0 {
		word = line[:i]
	}
	return slices.ContainsFunc(stampWords, func(w string) bool { return strings.EqualFold(w, word) })
}

var stampWords = []string{"phase", "started", "completed", "ended"}

func (p *progress) phase(b *markdown.Block, digits string, v values) {
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil {
		return // a number that no phase has
	}
	v["phase"] = record.IntValue(n)
	v.text("text", bare(b.Text))
	p.f.AddValues(progressPhaseKind, b.No, v)
}

// phaseSection reads the times below a heading such as "Phase 2 — Generate".
func (p *progress) phaseSection(head *markdown.Block, body []markdown.Block) {
	fields := p.fieldsOf(body)
	v := values{}
	if s, ok := first(fields, "started"); ok && !ParseInstant(s.value).IsZero() {
		v.time("started", s.value)
	}
	if s, ok := first(fields, "completed"); ok && !ParseInstant(s.value).IsZero() {
		v.time("completed", s.value)
	}
	if len(v) > 0 {
		p.phase(head, phaseTitle.FindStringSubmatch(bare(head.Text))[1], v)
	}
}

// headKeys are the names that the head's fields go by.
var headKeys = []struct {
	field string
	names []string
}{
	{"project", []string{"project"}}, {"benchmark", []string{"benchmark"}},
	{"lever", []string{"lever", "lever state"}}, {"runner", []string{"runner"}},
	{"playbook_version", []string{"playbook version"}}, {"skill_version", []string{"skill version", "qpb version"}},
	{"model", []string{"model"}}, {"documentation_state", []string{"documentation state", "documentation status"}},
	{"with_docs", []string{"with docs"}}, {"gate_status", []string{"gate status"}},
	{"abort_reason", []string{"abort reason"}},
}

func (p *progress) readHead(fields []field) {
	for _, k := range headKeys {
		if _, have := p.head[k.field]; have {
			continue
		}
		if f, ok := first(fields, k.names...); ok {
			p.head.text(k.field, bare(f.value))
		}
	}
	if _, have := p.head["started"]; !have {
		if f, ok := first(fields, "started", "timestamp start", "run started"); ok {
			p.head.time("started", bare(f.value))
		}
	}
}

// readTracker reads the bug tracker: rows of a table with ids, or list items with
// fields between bars, below a heading that names it.
func (p *progress) readTracker(list []markdown.Block) {
	in, level := false, 0
	seen := map[string]bool{}
	var table columns
	for i := range list {
		b := &list[i]
		if b.Kind == markdown.Heading {
			if saysInAnyCase(b.Text, "bug tracker") {
				in, level, p.tracker = true, b.Level, true
			} else if b.Level <= level {
				in = false
			}
			continue
		}
		id := ""
		switch {
		case !in:
		case b.Kind == markdown.Row && len(b.Cells) > 0:
			id = trackedID(bare(b.Cells[0]))
		case b.Kind == markdown.Line && b.First:
			id = trackedID(bare(b.Text))
		}
		if id == "" {
			continue
		}
		v := values{}
		v.text("id", id)
		if b.Kind == markdown.Row {
			v.trackerRow(b, &table)
		} else {
			v.trackerItem(b)
		}
		p.f.AddValues(trackerKind, b.No, v)
		if !seen[id] {
			p.tracked++
		}
		seen[id] = true
	}
}

func (v values) trackerRow(b *markdown.Block, table *columns) {
	v.text("title", bare(table.cell(b, "description", "title", "summary")))
	v.text("severity", bare(table.cell(b, "severity", "sev")))
	v.text("requirement", bare(table.cell(b, "requirement", "req")))
	v.text("status", bare(table.cell(b, "closure", "status", "disposition")))
	v.place(locate(table.cell(b, "file", "location", "citation"), false))
}

func (v values) trackerItem(b *markdown.Block) {
	_, rest, _ := strings.Cut(b.Text, "|")
	fields := appendLine(nil, strings.TrimSpace(rest), b.No)
	take := func(key string, names ...string) {
		if f, ok := first(fields, names...); ok {
			v.text(key, bare(f.value))
		}
	}
	take("severity", "severity")
	take("requirement", "requirement")
	take("status", "closure", "status")
	if f, ok := first(fields, "location", "file", "file:line"); ok {
		v.place(locate(f.value, false))
	}
}
