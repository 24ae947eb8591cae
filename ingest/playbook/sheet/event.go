package sheet

import (
	"strconv"
	"strings"

	"runreport/ingest/record"
)

// System is the name of the system in all rows.
const System = "playbook"

// LastPhase is the last phase of a run by the format; some runs log a seventh.
const LastPhase = 6

// Checks of fields.
var (
	utc = &record.Check{
		Expected: "UTC, with Z at its end",
		Holds:    func(v record.Value) bool { return strings.HasSuffix(v.Text, "Z") },
	}
	Version1 = &record.Check{
		Expected: "a version 1.x; a larger first number would mean another format",
		Holds:    func(v record.Value) bool { return strings.HasPrefix(v.Text, "1.") },
	}
)

// FindNameless adds a finding for each record that names no event. Call it once for each record. (AdoptUnknown may be
// called several times.)
func FindNameless(records []*record.Record) {
	for _, r := range records {
		if r.Kind == nil && r.Name == "" {
			r.Finding(noEvent, "a line without event", "event and ts on every line")
		}
	}
}

// AdoptUnknown gives a record of an unknown kind the time that it has under the format's
// other name for it.
func AdoptUnknown(r *record.Record) {
	if r.Kind != nil || !r.At.IsZero() {
		return
	}
	for _, e := range record.Entries([]byte(r.Extra)) {
		if e.Key == "timestamp" {
			r.At, _, _ = record.ParseTime(record.Words(e.Raw))
		}
	}
}

// IsIndex reports whether the record is the header of a log.
func IsIndex(r *record.Record) bool { return r.Is("_index") }

// JoinKey makes one key of several parts.
func JoinKey(parts ...string) string { return strings.Join(parts, "\x00") }

// SideOf is the side of the lever that a lever state names; "" when it names none.
func SideOf(state string) string {
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

// PhaseLabel names a phase as a step: "phase 3".
func PhaseLabel(n int64) string {
	if n >= 0 && n < int64(len(phaseLabels)) {
		return phaseLabels[n]
	}
	return "phase " + strconv.FormatInt(n, 10)
}

// phaseLabels are those of the phases that nearly all runs have: a log says each of them many times.
var phaseLabels = [...]string{"phase 0", "phase 1", "phase 2", "phase 3", "phase 4", "phase 5", "phase 6"}

// LogFields are the fields of every record of a log.
var LogFields = []record.Field{
	{Key: "event", Type: record.String, Required: true, Doc: "kind of record"},
	{
		Key:      "ts",
		Also:     []string{"timestamp"},
		Type:     record.Time,
		Required: true,
		Check:    utc,
		Doc:      "when the event was logged; several events may share one stamp",
	},
}
