package crabyard

import (
	"cmp"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/zeebo/xxh3"

	"runreport/ingest/record"
	"runreport/ingest/table"
)

// session is what several files hold of one session.
type session struct {
	id        string // "" where no file says it
	fragments []*record.Fragment
}

// sessions makes a unit of every session. A log does not name its own: one that
// begins with the same event as another, or as a session in a database, is a copy or
// a snapshot of it.
func sessions(files []*record.File) []*record.Unit {
	byStart := map[xxh3.Uint128][]*session{}
	var all []*session
	for _, f := range files {
		for _, l := range sessionLogs(f) {
			start := l.Records[0].Sum
			id := l.Records[0].Str("sessionId")
			same := slices.IndexFunc(byStart[start], func(s *session) bool { return s.id == id || s.id == "" || id == "" })
			if same < 0 {
				s := &session{id: id}
				all = append(all, s)
				same = len(byStart[start])
				byStart[start] = append(byStart[start], s)
			}
			s := byStart[start][same]
			s.id = cmp.Or(s.id, id)
			s.fragments = append(s.fragments, l)
		}
	}
	var units []*record.Unit
	for _, s := range all {
		u := &record.Unit{System: system, Kind: "session"}
		u.Log(s.fragments, nil)
		u.ID, u.Evidence = sessionName(u.Records[0].File.Path)
		if s.id != "" {
			u.ID, u.Evidence = s.id, "session_id"
		}
		u.Home = home(u.Records[0].File.Dir)
		units = append(units, u)
	}
	return units
}

// sessionLogs are the logs of a file's sessions, in the order in which they are met.
// Events are compared by actor, message and time alone: a database numbers them, and the
// archive does not.
func sessionLogs(f *record.File) (logs []*record.Fragment) {
	byID := map[string]*record.Fragment{}
	var said []byte
	for _, r := range f.Records {
		if r.Kind != sessionEvent && f.Format != sessionFormat {
			continue
		}
		at, _ := r.Int("createdAt")
		said = append(append(said[:0], r.Str("actor")...), 0)
		said = append(append(said, r.Str("message")...), 0)
		r.Sum = xxh3.Hash128(strconv.AppendInt(said, at, 10))
		id := r.Str("sessionId")
		log := byID[id]
		if log == nil {
			log = &record.Fragment{File: f}
			byID[id] = log
			logs = append(logs, log)
		}
		log.Records = append(log.Records, r)
	}
	return logs
}

// sessionName is the session's name, and what it is taken from. The archive keeps
// orgs/<org>/interactive-sessions/<session>/<version>/events.ndjson.
func sessionName(file string) (name, evidence string) {
	parts := strings.Split(file, "/")
	if i := slices.Index(parts, "interactive-sessions"); i >= 0 && i+2 < len(parts) {
		return parts[i+1], "folder of the archive"
	}
	base := path.Base(file)
	for _, ending := range []string{".gz", ".zst", ".ndjson", ".jsonl"} {
		base = strings.TrimSuffix(base, ending)
	}
	return base, "one file"
}

func assembleSession(u *record.Unit, t *table.Set) {
	messages, state := sessionMessages(u.Records)
	runs := &t.Runs
	first := u.Records[0]
	row := runs.Add(first.Place())
	runs.Key.Set(row, u.Key)
	runs.System.Set(row, u.System)
	runs.Kind.Set(row, u.Kind)
	runs.Status.Set(row, "unfinished")
	if state != nil {
		state.Fill(runs, row)
	}
	runs.ID.Set(row, u.ID)
	runs.StableSubject.Set(row, runs.Subject.At(row))
	runs.Files.Set(row, u.Files)
	runs.Superseded.Set(row, u.Superseded)
	runs.Evidence.SetText(row, u.Evidence)
	runs.StartedAt.Set(row, first.At)
	if state != nil {
		runs.StartedAt.Set(row, stamp(state, "createdAt"))
	}
	runs.LastAt.Set(row, record.LastTime(u.Records))
	runs.Result.Set(row, string(table.Open))
	var before time.Time
	for _, r := range messages {
		if row, whole := u.Event(t, r, "", record.Cut(r.Str("actor"), maxText), r.Str("message")); whole {
			t.Events.AtText.SetText(row, r.Value("createdAt").Text)
		}
		if !r.At.IsZero() && r.At.Before(before) {
			u.Finding(t, sessionClock, r, "an event before the one above it", "time that does not go back")
		}
		if !r.At.IsZero() {
			before = r.At
		}
	}
	if state != nil {
		u.Event(t, state, "", record.Cut(state.Str("owner"), maxText), sessionText(state))
	}
	sessionCounts(u, t, messages, state)
	word, at := sessionEnd(messages, state)
	if m, over := sessionWords[word]; over {
		m.Fill(&runs.Result, &runs.Cause, row)
		if m.Cause != "" { // the message or the status states it
			runs.Inferred.Set(row, false)
		}
		if state == nil {
			runs.Status.Set(row, "finished")
		}
		runs.Outcome.Set(row, word)
		if state != nil && state.Str("lastEvent") != word {
			runs.Reason.SetText(row, record.Cut(state.Str("lastEvent"), maxText))
		}
		runs.EndedAt.Set(row, at)
		if s, ok := record.Span(runs.StartedAt.At(row), at); ok {
			runs.DurationS.Set(row, s)
		}
	}
}

// sessionText is what a session's row says: its status and who has control.
func sessionText(state *record.Record) string {
	text := state.Str("status")
	if who := state.Str("controller"); who != "" {
		text += ", controlled by " + who
	}
	return text
}

// sessionEnd is the word that a session ended with and when: the status of its row, else
// its last message.
func sessionEnd(messages []*record.Record, state *record.Record) (word string, at time.Time) {
	if state != nil {
		at = stamp(state, "stoppedAt")
		if at.IsZero() {
			at = stamp(state, "updatedAt")
		}
		return state.Str("status"), at
	}
	last := messages[len(messages)-1]
	return last.Str("message"), last.At
}
