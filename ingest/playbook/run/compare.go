package run

import (
	"fmt"
	"regexp"
	"strings"
	"time"

	"runreport/ingest/playbook/companion"
	"runreport/ingest/playbook/sheet"
	"runreport/ingest/record"
)

// sameMoment is how far two stamps of one moment may lie apart before they disagree:
// a log and a document are written one behind the other.
const sameMoment = time.Minute

// compare holds the log against the documents beside it and the documents against
// each other. Every side is named, none is chosen.
func (r *run) compare() {
	if len(r.docs.All) == 0 {
		return
	}
	d := r.docs
	r.words("playbook version", companion.PlainVersion, []side{
		{"the log", companion.FieldText(r.start, "playbook_version"), r.start}, {"PROGRESS.md", companion.FieldText(d.Progress, "playbook_version"), d.Progress},
		{"PROGRESS.md (skill)", companion.FieldText(d.Progress, "skill_version"), d.Progress}, {"run metadata", companion.FieldText(d.Metadata, "skill_version"), d.Metadata},
		{"INDEX.md", companion.FieldText(d.Index, "qpb_version"), d.Index}, {"quality-gate.log", companion.FieldText(d.Gate, "version"), d.Gate},
		{"tdd-results.json", companion.FieldText(d.Tdd, "skill_version"), d.Tdd}})
	r.words("runner", runnerName, []side{
		{"the log", companion.FieldText(r.start, "runner"), r.start}, {"PROGRESS.md", companion.FieldText(d.Progress, "runner"), d.Progress},
		{"run metadata", companion.FieldText(d.Metadata, "runner"), d.Metadata}})
	r.words("benchmark", firstLower, []side{
		{"the log", companion.FieldText(r.index, "benchmark"), r.index}, {"PROGRESS.md", companion.FieldText(d.Progress, "benchmark"), d.Progress}})
	r.words("lever state", firstLower, []side{
		{"the log", companion.FieldText(r.index, "lever_state"), r.index}, {"PROGRESS.md", companion.FieldText(d.Progress, "lever"), d.Progress}})
	r.words("gate verdict", verdictWord, r.gateSides())
	r.starts()
	r.ends()
	r.phasesDone()
	r.phaseTimes()
	r.docStates()
	r.bugCounts()
	r.compareBugIDs()
}

// side is what one of the sources says.
type side struct {
	by   string
	text string
	at   *record.Record
}

// words compares what sources say in words; norm makes spellings alike. A source
// that says nothing, or that it does not know, takes no part.
func (r *run) words(topic string, norm func(string) string, sides []side) {
	var said []side
	different := false
	for _, s := range sides {
		if s.at == nil || s.text == "" || norm(s.text) == "" {
			continue
		}
		said = append(said, s)
		different = different || norm(s.text) != norm(said[0].text)
	}
	if different {
		r.disagree(topic, said)
	}
}

// disagree records that sources differ, at the first of them that is not the log.
func (r *run) disagree(topic string, said []side) {
	var parts []string
	at := said[len(said)-1].at
	for i := len(said) - 1; i >= 0; i-- {
		if said[i].at.File.Format.Companion {
			at = said[i].at
		}
	}
	for _, s := range said {
		parts = append(parts, s.by+" says "+record.Cut(s.text, 100))
	}
	r.Finding(companionDisagrees, at, topic+": "+strings.Join(parts, "; "), "one "+topic)
}

func firstLower(s string) string { return strings.ToLower(companion.FirstWord(strings.TrimSpace(s))) }

var plainWord = regexp.MustCompile(`^[\w.]+`)

// firstPlain is the first word of a text, up to the first mark: code_only (none
// found) is code_only.
func firstPlain(s string) string { return strings.ToLower(plainWord.FindString(strings.TrimSpace(s))) }

// runnerName is the runner of the format's list that a text names: claude-code and
// Claude Code are claude. Another one is its first word.
func runnerName(s string) string {
	for _, known := range runners {
		if strings.Contains(strings.ToLower(s), known) {
			return known
		}
	}
	return firstPlain(s)
}

// verdictWord is the verdict that a sentence about a gate begins with; "" when it
// begins with none.
func verdictWord(s string) string {
	s = strings.TrimPrefix(strings.ToUpper(strings.TrimSpace(s)), "GATE ")
	word := strings.ToLower(letters.FindString(s))
	switch v, known := normalVerdict(word); {
	case known:
		return v
	case word == "partial":
		return word
	}
	return ""
}

var letters = regexp.MustCompile(`^[A-Z]+`)

func (r *run) gateSides() []side {
	d := r.docs
	sides := []side{{"run_end", companion.FieldText(r.end, "final_verdict"), r.end}, {"run metadata", companion.FieldText(d.Metadata, "gate_result"), d.Metadata},
		{"quality-gate.log", companion.FieldText(d.Gate, "result"), d.Gate}, {"INDEX.md", companion.FieldText(d.Index, "gate_verdict"), d.Index}}
	if p := r.byPhase[6]; p != nil && p.end != nil {
		for _, e := range record.Entries(p.end.Raw("key_counts")) {
			if e.Key == "gate_verdict" {
				sides = append([]side{{"phase_end of phase 6", record.Words(e.Raw), p.end}}, sides...)
			}
		}
	}
	if d.Index != nil {
		for _, e := range record.Entries(d.Index.Raw("summary")) {
			if e.Key == "gate_verdict" {
				sides = append(sides, side{"INDEX.md", record.Words(e.Raw), d.Index})
			}
		}
	}
	return sides
}

// starts compares when the run began. A document that gives a date only is held
// against the date.
func (r *run) starts() {
	from := r.start
	if from == nil {
		from = r.index
	}
	r.moments("start", from, []moment{
		{"PROGRESS.md", r.docs.Progress, "started"}, {"run metadata", r.docs.Metadata, "start_time"},
		{"INDEX.md", r.docs.Index, "run_timestamp_start"}})
}

// ends compares when the run ended.
func (r *run) ends() {
	r.moments("end", r.end, []moment{
		{"run metadata", r.docs.Metadata, "end_time"}, {"INDEX.md", r.docs.Index, "run_timestamp_end"}})
}

// moment is a field of a document that gives a moment.
type moment struct {
	by  string
	doc *record.Record
	key string
}

func (r *run) moments(topic string, log *record.Record, docs []moment) {
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
			r.disagree(topic+" in "+m.by, []side{{"the log", log.At.Format(time.RFC3339), log}, {m.by, text + ", " + timeDifference(off), m.doc}})
		case said.IsZero() && dateOnly.MatchString(text) && text != log.At.Format(time.DateOnly):
			r.disagree(topic+" in "+m.by, []side{{"the log", log.At.Format(time.RFC3339), log}, {m.by, text, m.doc}})
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
func (r *run) phasesDone() {
	if len(r.Unit.Records) == 0 {
		return
	}
	var log []int64
	for n := int64(1); n <= sheet.LastPhase; n++ {
		if p := r.byPhase[n]; p != nil && p.end != nil {
			log = append(log, n)
		}
	}
	said := []side{{"the log", phaseList(log), r.Unit.Records[0]}}
	if ticked := r.docs.Ticked(); len(ticked) > 0 {
		var done []int64
		for n := int64(1); n <= sheet.LastPhase; n++ {
			if ticked[n] {
				done = append(done, n)
			}
		}
		said = append(said, side{"PROGRESS.md", phaseList(done), r.docs.Ticks[0]})
	}
	if done, given := r.docs.Completed(); given {
		said = append(said, side{"run metadata", phaseList(done), r.docs.Metadata})
	}
	r.words("ended phases", func(s string) string { return s }, said)
}

func phaseList(list []int64) string {
	if len(list) == 0 {
		return "none"
	}
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(list), " ", ", "), "[]")
}
