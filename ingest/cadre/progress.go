package cadre

import (
	"cmp"
	"regexp"
	"strconv"
	"strings"
	"time"

	"runreport/ingest/markdown"
	"runreport/ingest/record"
)

var (
	itemTitle  = regexp.MustCompile(`^(?:Work Item |Issue #)([^\s:]+):? ?(.*)$`)
	boldField  = regexp.MustCompile(`^\*\*([^*:]+):?\*\*:? ?(.*)$`)
	gateTitle  = regexp.MustCompile(`^Phase (\d+): (.*) — (.*)$`)
	clockEvent = regexp.MustCompile("^`(\\d\\d:\\d\\d:\\d\\d)` (.*)$")
	stampEvent = regexp.MustCompile(`^\[([^\]]+)\] (.*)$`)
)

// values are the fields of a record that is read from text.
type values = map[string]record.Value

// boldFieldOf are the matches of boldField; nil where there is none.
func boldFieldOf(s string) []string {
	if !strings.HasPrefix(s, "**") {
		return nil
	}
	return boldField.FindStringSubmatch(s)
}

// line is a block of a page with the headings it stands under.
type line struct {
	block
	section, heading string
	at               time.Time // of a line of the log; zero when that is not known
}

// reader reads one page.
type reader struct {
	file  *record.File
	head  values
	lines []line
}

func readProgress(src []byte, f *record.File) {
	p, ok := markdown.Read(src)
	defer p.Release()
	if p.Cut != "" {
		f.Finding(progressLong, 0, p.Cut, "a page of a few kilobytes")
	}
	if !ok {
		f.Reject(progressFailed, 0, "", "Markdown that can be parsed")
		return
	}
	r := &reader{file: f, head: values{}}
	title, section, heading := int64(0), "", ""
	blocks := page(p.Blocks)
	r.lines = make([]line, 0, len(blocks))
	for _, b := range blocks {
		switch {
		case b.level == 1 && !r.head["of"].Given:
			title = b.line
			r.title(b.text)
		case b.level == 2:
			section, heading = b.text, ""
		case b.level == 3:
			heading = b.text
		}
		r.lines = append(r.lines, line{block: b, section: section, heading: heading})
	}
	for _, l := range r.lines {
		switch {
		case l.section == "Pipeline Status" || l.section == "Fleet Status" || l.section == "" && l.plain:
			r.statusLine(l.text)
		case l.section == "Task Progress" && l.plain:
			r.taskLine(l.text)
		case l.section == "Event Log":
			r.resumeLine(l.text)
		}
	}
	r.dates()
	f.AddValues(progressPage, title, r.head)
	for i := range r.lines {
		r.take(i)
	}
}

// take makes records of one line. What no rule is made for is kept as it stands.
func (r *reader) take(i int) {
	l := r.lines[i]
	switch {
	case l.section == "Pipeline Status" || l.section == "Fleet Status" || l.plain: // in the page's head
	case l.cells != nil:
		r.row(l)
	case l.level == 3 && l.section == "Gate Results":
		r.gate(i)
	case l.level == 0:
		r.item(l)
	}
}

// gate takes a heading of the gate results with the messages below it.
func (r *reader) gate(i int) {
	m := gateTitle.FindStringSubmatch(r.lines[i].text)
	if m == nil {
		r.other(r.lines[i], r.lines[i].text)
		return
	}
	var messages []string
	for _, l := range r.lines[i+1:] {
		if l.level > 0 {
			break
		}
		if !l.plain {
			messages = append(messages, withoutSigns(l.text))
		}
	}
	n, _ := strconv.ParseInt(m[1], 10, 64)
	v := values{
		"phase":   record.IntValue(n),
		"name":    record.TextValue(m[2]),
		"verdict": record.TextValue(withoutSigns(m[3])),
	}
	if len(messages) > 0 {
		v["messages"] = record.TextValue(strings.Join(messages, "; ")).AtMost(400)
	}
	r.file.AddValues(progressGate, r.lines[i].line, v)
}

func (r *reader) other(l line, text string) {
	r.file.AddValues(
		progressLine,
		l.line,
		values{"section": record.TextValue(cmp.Or(l.heading, l.section)), "text": record.TextValue(text)},
	)
}

func (r *reader) row(l line) {
	switch l.section {
	case "Phases":
		n, err := strconv.ParseInt(l.cell(0), 10, 64)
		if err != nil {
			r.other(l, strings.Join(l.cells, " | "))
			return
		}
		v := values{
			"phase":  record.IntValue(n),
			"name":   record.TextValue(l.cell(1)),
			"status": record.TextValue(phaseStatus(l.cell(2))),
		}
		if s, err := strconv.ParseFloat(strings.TrimSuffix(l.cell(3), "s"), 64); err == nil && s >= 0 {
			v["seconds"] = record.NumberValue(s)
		} else if l.cell(3) != "—" && l.cell(3) != "" {
			v["notes"] = record.TextValue(l.cell(3))
		}
		r.file.AddValues(progressPhase, l.line, v)
	case "Implementation Tasks":
		r.file.AddValues(
			progressTask,
			l.line,
			values{
				"task":   record.TextValue(l.cell(0)),
				"name":   record.TextValue(l.cell(1)),
				"status": record.TextValue(withoutSigns(l.cell(2))),
			},
		)
	case "Issues":
		r.file.AddValues(
			progressItem,
			l.line,
			values{"item": record.TextValue(strings.TrimPrefix(l.cell(0), "#")), "title": record.TextValue(l.cell(1)),
				"status": record.TextValue(withoutSigns(l.cell(2))), "phase": record.TextValue(l.cell(3))},
		)
	case "Retry Targets":
		attempt, _, _ := strings.Cut(l.cell(1), "/") // "2/3": the second of three
		n, err := strconv.ParseInt(attempt, 10, 64)
		if err != nil {
			r.other(l, strings.Join(l.cells, " | "))
			return
		}
		r.file.AddValues(
			progressRetry,
			l.line,
			values{
				"scope":   record.TextValue(l.cell(0)),
				"attempt": record.IntValue(n),
				"taskId":  record.TextValue(l.cell(2)),
				"check":   record.TextValue(l.cell(4)),
				"summary": record.TextValue(l.cell(5)).AtMost(400),
			},
		)
	default:
		r.other(l, strings.Join(l.cells, " | "))
	}
}

func (r *reader) item(l line) {
	switch {
	case l.section == "Event Log":
		clock, what := logEntry(l.text)
		v := values{"clock": record.TextValue(clock), "text": record.TextValue(what)}
		if !l.at.IsZero() {
			v["at"] = record.TimeValue(l.at, clock)
		}
		r.file.AddValues(progressEvent, l.line, v)
	case l.section == "Gate Results": // with its gate
	default:
		m := boldFieldOf(l.text)
		switch {
		case m != nil && l.section == "Terminal Exhaustion":
			r.file.AddValues(
				progressStop,
				l.line,
				values{"field": record.TextValue(m[1]), "text": record.TextValue(m[2])},
			)
		case m != nil && (l.heading == "Failed Tasks" || l.heading == "Blocked Tasks"):
			status := strings.ToLower(strings.TrimSuffix(l.heading, " Tasks"))
			r.file.AddValues(
				progressTask,
				l.line,
				values{
					"task":   record.TextValue(m[1]),
					"status": record.TextValue(status),
					"error":  record.TextValue(m[2]),
				},
			)
		default:
			r.other(l, l.text)
		}
	}
}

// logEntry splits a line of the log into its time as written and the rest.
func logEntry(s string) (clock, what string) {
	for _, form := range []*regexp.Regexp{clockEvent, stampEvent} {
		if m := form.FindStringSubmatch(s); m != nil {
			return m[1], m[2]
		}
	}
	return "", s
}

// disorder is how far back a log may step without meaning a midnight: parallel
// tasks write into it.
const disorder = time.Minute

// dates gives the lines of the log their days: from the last update backwards, a
// time of day that is later than the one after it belongs to the day before.
func (r *reader) dates() {
	after := r.head["updated"].When
	for i := len(r.lines) - 1; i >= 0; i-- {
		l := &r.lines[i]
		if l.section != "Event Log" || l.level > 0 || l.cells != nil || l.plain {
			continue
		}
		clock, _ := logEntry(l.text)
		if when, _, ok := record.ParseTime(clock); ok { // AAMF writes the whole stamp, and no last update
			l.at = when
			if !r.head["updated"].Given {
				r.head["updated"] = record.TimeValue(when, clock)
			}
			continue
		}
		t, err := time.Parse(time.TimeOnly, clock)
		if err != nil {
			continue
		}
		if after.IsZero() {
			r.file.Finding(noProgressTime, l.line, clock, "Last Updated with a date")
			return
		}
		y, m, d := after.Date()
		when := time.Date(y, m, d, t.Hour(), t.Minute(), t.Second(), 0, time.UTC)
		if when.After(after.Add(disorder)) {
			when = when.AddDate(0, 0, -1)
		}
		if l.at = when; when.Before(after) {
			after = when
		}
	}
}
