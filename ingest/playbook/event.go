package playbook

import (
	"strconv"
	"strings"

	"runreport/ingest/record"
)

// system is the name of the system in all rows.
const system = "playbook"

// lastPhase is the last phase of a run by the format; some runs log a seventh.
const lastPhase = 6

// Checks of fields.
var (
	utc      = &record.Check{Expected: "UTC, with Z at its end", Holds: func(v record.Value) bool { return strings.HasSuffix(v.Text, "Z") }}
	version1 = &record.Check{Expected: "a version 1.x; a larger first number would mean another format", Holds: func(v record.Value) bool { return strings.HasPrefix(v.Text, "1.") }}
)

// adopt gives a record of an unknown kind the time that it has under the format's
// other name for it, and says when it is no event at all.
func adoptUnknown(r *record.Record) {
	if r.Kind != nil {
		return
	}
	if r.Name == "" {
		r.Finding(noEvent, "a line without event", "event and ts on every line")
	}
	if !r.At.IsZero() {
		return
	}
	for _, e := range record.Entries([]byte(r.Extra)) {
		if e.Key == "timestamp" {
			r.At, _, _ = record.ParseTime(record.Words(e.Raw))
		}
	}
}

func isIndex(r *record.Record) bool { return r.Is("_index") }

func joinKey(parts ...string) string { return strings.Join(parts, "\x00") }

// sideOf is the side of the lever that a lever state names; "" when it names none.
func sideOf(state string) string {
	s := strings.ToLower(strings.TrimSpace(state))
	switch {
	case strings.HasPrefix(s, "pre"), s == "baseline":
		return "pre"
	case strings.HasPrefix(s, "post-revert"):
		return "post-revert"
	case strings.HasPrefix(s, "post"):
		return "post"
	}
	return ""
}

func phaseLabel(n int64) string { return "phase " + strconv.FormatInt(n, 10) }

var logFields = []record.Field{
	{Key: "event", Type: record.String, Required: true, Doc: "kind of record"},
	{Key: "ts", Also: []string{"timestamp"}, Type: record.Time, Required: true, Check: utc, Doc: "when the event was logged; several events may share one stamp"},
}
