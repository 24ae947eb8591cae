package crabyard

import (
	"path"
	"slices"
	"strings"
	"time"

	"github.com/zeebo/xxh3"

	"runreport/ingest/record"
	"runreport/ingest/table"
)

// over are the messages after which a session takes no further part.
var over = []string{"stopped", "expired", "failed"}

// sessions makes a unit of every session log. No record names its session: logs
// that begin with the same event are copies and snapshots of one, and its name is
// that of its folder in the archive, else of its file.
func sessions(files []*record.File) []*record.Unit {
	groups := map[xxh3.Uint128][]*record.Fragment{}
	var order []xxh3.Uint128
	for _, f := range files {
		for _, r := range f.Records {
			if !plausible(r.At) {
				r.At = time.Time{}
			}
		}
		if len(f.Records) == 0 {
			continue
		}
		first := f.Records[0].Sum
		if groups[first] == nil {
			order = append(order, first)
		}
		groups[first] = append(groups[first], &record.Fragment{File: f, Records: f.Records})
	}
	var units []*record.Unit
	for _, first := range order {
		u := &record.Unit{System: system, Kind: "session"}
		u.Log(groups[first], nil)
		u.ID, u.Evidence = sessionName(u.Records[0].File.Path)
		u.Home = home(u.Records[0].File.Dir)
		units = append(units, u)
	}
	return units
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
	runs := &t.Runs
	first := u.Records[0]
	row := runs.Add(first.Place())
	runs.Key.Set(row, u.Key)
	runs.System.Set(row, u.System)
	runs.Kind.Set(row, u.Kind)
	runs.ID.Set(row, u.ID)
	runs.Files.Set(row, u.Files)
	runs.Superseded.Set(row, u.Superseded)
	runs.Evidence.SetText(row, u.Evidence)
	runs.StartedAt.Set(row, first.At)
	runs.LastAt.Set(row, record.LastTime(u.Records))
	runs.Status.Set(row, "unfinished")
	var before time.Time
	for _, r := range u.Records {
		u.Event(t, r, "", record.Cut(r.Str("actor"), maxText), r.Str("message"))
		if !r.At.IsZero() && r.At.Before(before) {
			u.Finding(t, sessionClock, r, "an event before the one above it", "time that does not go back")
		}
		if !r.At.IsZero() {
			before = r.At
		}
	}
	last := u.Records[len(u.Records)-1]
	if word := last.Str("message"); slices.Contains(over, word) {
		runs.Status.Set(row, "finished")
		runs.Outcome.Set(row, word)
		runs.EndedAt.Set(row, last.At)
		if s, ok := record.Span(first.At, last.At); ok {
			runs.DurationS.Set(row, s)
		}
	}
}
