package cadre

import (
	"cmp"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"runreport/ingest/record"
)

func (r *reader) title(s string) {
	switch m := itemTitle.FindStringSubmatch(s); {
	case m != nil:
		r.head["of"], r.head["id"], r.head["title"] = record.TextValue(
			kindItem,
		), record.TextValue(
			m[1],
		), record.TextValue(
			m[2],
		)
	case strings.HasPrefix(s, "CADRE Progress"):
		r.head["of"] = record.TextValue(kindFleet)
	default:
		if name, ok := strings.CutPrefix(s, "Migration Progress:"); ok {
			r.head["of"], r.head["id"] = record.TextValue(kindMigration), record.TextValue(strings.TrimSpace(name))
		}
	}
}

func (r *reader) statusLine(s string) {
	m := boldFieldOf(s)
	if m == nil {
		return
	}
	switch value := m[2]; m[1] {
	case "Last Updated":
		if when, _, ok := record.ParseTime(value); ok {
			r.head["updated"] = record.TimeValue(when, value)
		}
	case "Current Phase":
		r.count("phase", value)
	case "Token Usage":
		used, allowed, _ := strings.Cut(value, " / ")
		r.count("tokens", used)
		r.count("budget", allowed)
	case "PRs Created":
		r.count("prs", value)
	case "Issues":
		r.head["issues"] = record.TextValue(value).AtMost(400)
	}
}

// taskBar is the line below the heading "Task Progress" of AAMF. Tasks that were migrated
// wait for their wave to be checked. Examples:
//
//	[██████████░░░░░░░░░░] 50% (1/2 tasks)
//	[████████████░░░░░░░░] 60% (1 completed, 2 migrated / 5 tasks)
var taskBar = regexp.MustCompile(`\((?:(\d{1,9})/|(\d{1,9}) completed, (\d{1,9}) migrated / )(\d{1,9}) tasks\)$`)

func (r *reader) taskLine(s string) {
	m := taskBar.FindStringSubmatch(s)
	if m == nil {
		return
	}
	r.count("done", cmp.Or(m[1], m[2]))
	r.count("migrated", m[3])
	r.count("tasks", m[4])
}

// resumed is the line that AAMF adds to its log when it goes on from a checkpoint.
var resumed = regexp.MustCompile(`Resumed from checkpoint \(resume #(\d{1,9})\)$`)

func (r *reader) resumeLine(s string) {
	if m := resumed.FindStringSubmatch(s); m != nil {
		r.count("resumes", m[1]) // the last one counts
	}
}

func (r *reader) count(key, text string) {
	if n, ok := leadingNumber(text); ok {
		r.head[key] = record.IntValue(n)
	}
}

// leadingNumber reads a whole number whose thousands are set apart in the way of
// any country: its writer formats it for the place where it runs.
func leadingNumber(s string) (int64, bool) {
	var room [20]byte
	digits := room[:0]
	for _, c := range strings.TrimSpace(s) {
		if c >= '0' && c <= '9' {
			digits = append(digits, byte(c))
		} else if len(digits) == 0 || !unicode.IsSpace(c) && !strings.ContainsRune(",.'’", c) {
			break
		}
	}
	n, err := strconv.ParseInt(string(digits), 10, 64)
	return n, err == nil
}

// withoutSigns takes the signs away that its writer puts before a word.
func withoutSigns(s string) string {
	return strings.TrimSpace(
		strings.TrimLeftFunc(s, func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) }),
	)
}

// phaseStatus is the state of a phase: a word, or only a sign in CADRE.
func phaseStatus(s string) string {
	if word := withoutSigns(s); word != "" {
		return word
	}
	switch {
	case strings.HasPrefix(s, "✅"):
		return "completed"
	case strings.HasPrefix(s, "❌"):
		return "failed"
	case strings.HasPrefix(s, "🔄"):
		return "in-progress"
	case strings.HasPrefix(s, "⏳"), strings.HasPrefix(s, "⬜"):
		return "not-started"
	}
	return s
}
