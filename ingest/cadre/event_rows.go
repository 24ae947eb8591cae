package cadre

import (
	"strings"

	"runreport/ingest/record"
	"runreport/ingest/table"
)

// words are the fields of which an event's text is made, the first few that are given.
var words = []string{"reasonCode", "summary", "error", "reason", "issueTitle", "phaseName", "taskName", "signal", "message", "prUrl", "branch",
	"sha", "status", "check", "selectedModel", "line", "file", "path", "text", "verdict", "messages", "title", "field"}

// writeEvent writes the record's row of the table events. A progress page is a
// companion: its times are kept as they are written, so that they never move the
// end of a log.
func writeEvent(u *record.Unit, t *table.Set, r *record.Record) {
	if !t.Events.Whole() { // nobody reads what the event says
		u.Event(t, r, "", "", "")
		return
	}
	row, _ := u.Event(t, r, stepName(r), actor(r), sentenceOf(r))
	if v := value(r, "attempt"); v.Given {
		t.Events.Attempt.Set(row, v.Int)
	} else if v := value(r, "attemptNumber"); v.Given {
		t.Events.Attempt.Set(row, v.Int)
	}
	if r.Is(progressEvent.Name) {
		t.Events.AtText.SetText(row, r.Str("clock"))
	}
}

func stepName(r *record.Record) string {
	switch {
	case r.Is(progressTask.Name):
		return r.Str("task")
	case r.Is(itemCheckpoint.Name), r.Is(migrationCheckpoint.Name), r.Is(progressPage.Name), r.Is(progressItem.Name):
		return ""
	}
	return stepOf(r)
}

func actor(r *record.Record) string {
	if who := str(r, "agent"); who != "" {
		return who
	}
	return str(r, "source")
}

// sentenceOf is what an event says, in short.
func sentenceOf(r *record.Record) string {
	if r.Kind == nil {
		return ""
	}
	var parts []string
	data := payload(r)
	for _, key := range words {
		if key == "message" && !r.Is("git-commit") {
			continue // of a log line it is the type
		}
		if s := find(data, r, key).Str(); s != "" {
			parts = append(parts, s)
			if len(parts) == 3 {
				break
			}
		}
	}
	return strings.Join(parts, ": ")
}
