package run

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"runreport/ingest/playbook/companion"
	"runreport/ingest/playbook/sheet"
	"runreport/ingest/record"
)

// sameMoment is how far two stamps of one moment may lie apart before they disagree:
// a log and a document are written one behind the other.
const sameMoment = time.Minute

// comparison holds the log against the documents beside it and the documents against each
// other. Every side is named, none is chosen but for the outcome.
type comparison struct{ known }

func (c comparison) check(end outcome) {
	c.checkVerdicts(end)
	if len(c.docs.All) == 0 {
		return
	}
	d, log := c.docs, c.log
	field := companion.FieldText
	c.words("playbook version", companion.PlainVersion, []side{
		{"the log", field(log.start, "playbook_version"), log.start},
		{"PROGRESS.md", field(d.Progress, "playbook_version"), d.Progress},
		{"PROGRESS.md (skill)", field(d.Progress, "skill_version"), d.Progress},
		{"run metadata", field(d.Metadata, "skill_version"), d.Metadata},
		{"INDEX.md", field(d.Index, "qpb_version"), d.Index},
		{"quality-gate.log", field(d.Gate, "version"), d.Gate},
		{"tdd-results.json", field(d.Tdd, "skill_version"), d.Tdd},
	})
	c.words("runner", runnerName, []side{
		{"the log", field(log.start, "runner"), log.start},
		{"PROGRESS.md", field(d.Progress, "runner"), d.Progress},
		{"run metadata", field(d.Metadata, "runner"), d.Metadata},
	})
	c.words("benchmark", firstLower, []side{
		{"the log", field(log.index, "benchmark"), log.index},
		{"PROGRESS.md", field(d.Progress, "benchmark"), d.Progress},
	})
	c.words("lever state", firstLower, []side{
		{"the log", field(log.index, "lever_state"), log.index},
		{"PROGRESS.md", field(d.Progress, "lever"), d.Progress},
	})
	c.starts()
	c.ends()
	c.phasesDone()
	c.phaseTimes()
	c.docStates()
	c.bugCounts()
	c.compareBugIDs()
	c.testEvidence()
}

// side is what one of the sources says.
type side struct {
	by   string
	text string
	at   *record.Record
}

// words compares what sources say in words; norm makes spellings alike. A source
// that says nothing, or that it does not know, takes no part.
func (c comparison) words(topic string, norm func(string) string, sides []side) {
	var first *side
	meant, different := "", false
	for i := range sides {
		s := &sides[i]
		if s.at == nil || s.text == "" || first != nil && s.text == first.text {
			continue
		}
		said := norm(s.text)
		switch {
		case said == "":
		case first == nil:
			first, meant = s, said
		default:
			different = different || said != meant
		}
	}
	if different {
		c.disagree(topic, slices.DeleteFunc(slices.Clone(sides), func(s side) bool {
			return s.at == nil || s.text == "" || norm(s.text) == ""
		}))
	}
}

// disagree records that sources differ, at the first of them that is not the log.
func (c comparison) disagree(topic string, said []side) {
	c.Finding(companionDisagrees, placeOf(said), topic+": "+sayings(said), "one "+topic)
}

// placeOf is the first of the sides that is not the log, else the last.
func placeOf(said []side) *record.Record {
	for _, s := range said {
		if s.at.File.Format.Companion {
			return s.at
		}
	}
	return said[len(said)-1].at
}

// sayings is what each side says, in words.
func sayings(said []side) string {
	var parts []string
	for _, s := range said {
		parts = append(parts, s.by+" says "+record.Cut(s.text, 100))
	}
	return strings.Join(parts, "; ")
}

func firstLower(s string) string { return strings.ToLower(companion.FirstWord(strings.TrimSpace(s))) }

var plainWord = regexp.MustCompile(`^[\w.]+`)

// firstPlain is the first word of a text, up to the first mark: code_only (none
// found) is code_only.
func firstPlain(s string) string { return strings.ToLower(plainWord.FindString(strings.TrimSpace(s))) }

// runnerName is the runner of the format's list that a text names: claude-code and
// Claude Code are claude. Another one is its first word.
func runnerName(s string) string {
	lower := strings.ToLower(s)
	for _, known := range runners {
		if strings.Contains(lower, known) {
			return known
		}
	}
	return firstPlain(s)
}

// starts compares when the run began. A document that gives a date only is held
// against the date.
func (c comparison) starts() {
	c.moments("start", c.log.head(), []moment{
		{"PROGRESS.md", c.docs.Progress, "started"}, {"run metadata", c.docs.Metadata, "start_time"},
		{"INDEX.md", c.docs.Index, "run_timestamp_start"}})
}

// ends compares when the run ended.
func (c comparison) ends() {
	c.moments("end", c.log.end, []moment{
		{"run metadata", c.docs.Metadata, "end_time"}, {"INDEX.md", c.docs.Index, "run_timestamp_end"}})
}

// moment is a field of a document that gives a moment.
type moment struct {
	by  string
	doc *record.Record
	key string
}

func (c comparison) moments(topic string, log *record.Record, docs []moment) {
	if log == nil || log.At.IsZero() {
		return
	}
	for _, m := range docs {
		if m.doc == nil || !m.doc.Has(m.key) {
			continue
		}
		text := m.doc.Value(m.key).Text
		said := m.doc.Time(m.key)
		if said.IsZero() {
			said = compactInstant(text)
		}
		off := log.At.Sub(said)
		switch {
		case !said.IsZero() && off.Abs() > sameMoment:
			c.disagree(topic+" in "+m.by, []side{{"the log", log.At.Format(time.RFC3339), log}, {m.by, text + ", " + timeDifference(off), m.doc}})
		case said.IsZero() && dateOnly.MatchString(text) && text != log.At.Format(time.DateOnly):
			c.disagree(topic+" in "+m.by, []side{{"the log", log.At.Format(time.RFC3339), log}, {m.by, text, m.doc}})
		}
	}
}

var dateOnly = regexp.MustCompile(`^\d{4}-\d\d-\d\d$`)

// compactInstant reads a stamp as the archive names its folders, 20260302-090000,
// or as any other; the zero time when it is none.
func compactInstant(text string) time.Time {
	for _, layout := range []string{"20060102-150405", "20060102T150405Z"} {
		if t, err := time.Parse(layout, text); err == nil && record.Possible(t) {
			return t
		}
	}
	return companion.ParseInstant(text)
}

// phasesDone compares which phases ended, over the six that the format has.
func (c comparison) phasesDone() {
	if len(c.Unit.Records) == 0 {
		return
	}
	type list struct {
		by     string
		phases []int64
		at     *record.Record
	}
	log, done := make([]int64, 0, sheet.LastPhase), make([]int64, 0, sheet.LastPhase)
	ticked := c.docs.Ticked()
	for n := int64(1); n <= sheet.LastPhase; n++ {
		if c.log.phases.ended(n) != nil {
			log = append(log, n)
		}
		if ticked[n] {
			done = append(done, n)
		}
	}
	lists := []list{{"the log", log, c.Unit.Records[0]}}
	if len(ticked) > 0 {
		lists = append(lists, list{"PROGRESS.md", done, c.docs.Ticks[0]})
	}
	if done, given := c.docs.Completed(); given {
		lists = append(lists, list{"run metadata", done, c.docs.Metadata})
	}
	if !slices.ContainsFunc(lists, func(l list) bool { return !slices.Equal(l.phases, log) }) {
		return
	}
	var said []side
	for _, l := range lists {
		said = append(said, side{l.by, phaseList(l.phases), l.at})
	}
	c.disagree("ended phases", said)
}

func phaseList(list []int64) string {
	if len(list) == 0 {
		return "none"
	}
	var numbers []string
	for _, n := range list {
		numbers = append(numbers, strconv.FormatInt(n, 10))
	}
	return strings.Join(numbers, ", ")
}
