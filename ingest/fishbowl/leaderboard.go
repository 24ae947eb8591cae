package fishbowl

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"runreport/ingest/record"
)

// leaderboard is the table in which the engine keeps one row for every decided
// competition. It is written from the events and replaced when a run finishes again, so
// that a row and the run's last run.finished say the same.
const leaderboard = "leaderboard_entries"

// leaderboardEntry is a row of the table leaderboard_entries.
var leaderboardEntry = (&record.Kind{
	Name:  "leaderboard_entry",
	Table: "claims",
	Doc:   "what the engine's leaderboard says about a decided run, held against the run's events",
	Fields: []record.Field{
		{Key: "run_id", Type: record.String, Required: true, Doc: "the run"},
		{Key: "session_id", Type: record.String, Doc: "session that the run belongs to"},
		{Key: "scenario", Type: record.String, Doc: "name of the scenario"},
		{Key: "seed", Type: record.String, Doc: "what the run starts from"},
		{Key: "competition_kind", Type: record.String, Enum: competitions, Doc: "kind of competition"},
		{Key: "teams", Type: record.Object, Doc: "name of each team → its members"},
		{Key: "symmetric_seats", Type: record.Strings, Doc: "seats that differ by their model only"},
		{Key: "cast", Type: record.Object, Doc: "name of each agent → {model_endpoint, model_profile, model}"},
		{Key: "winner", Type: record.String, Doc: "agent or team that won"},
		{Key: "winner_kind", Type: record.String, Enum: winnerKinds, Doc: "what the winner names"},
		{Key: "winning_model", Type: record.String, Doc: "endpoint of the one agent that won"},
		{Key: "winning_models", Type: record.Strings, Doc: "models of all that won"},
		{Key: "reason", Type: record.String, Enum: reasons, Doc: "why the run ended"},
		{Key: "turns", Type: record.Int, Range: record.Things, Check: natural, Doc: "turns played"},
		{Key: "tokens", Type: record.Int, Range: record.Tokens, Check: natural, Doc: "tokens used"},
		{Key: "started_at", Type: record.Time, Doc: "start of the run, UTC"},
		{Key: "finished_at", Type: record.Time, Doc: "end of the run, UTC"},
		{Key: "created_at", Alias: []string{"recorded_at"}, Type: record.Time, Required: true, Doc: "when the row was written, UTC; the column is recorded_at"},
	},
	Sample: `{"run_id":"r1","session_id":"s-1","scenario":"duel","seed":"A night walk","competition_kind":"judged","teams":null,"symmetric_seats":null,` +
		`"cast":"{\"ada\":{\"model_endpoint\":null,\"model_profile\":\"fast\",\"model\":\"m-1\"}}","winner":"ada","winner_kind":"agent","winning_model":"m-1",` +
		`"winning_models":["m-1"],"reason":"verdict","turns":4,"tokens":900,"started_at":"2026-05-01T10:00:00Z","finished_at":"2026-05-01T10:01:00Z",` +
		`"recorded_at":"2026-05-01T10:01:00.100000Z"}`,
}).Compile()

// isEntry reports whether the record is a row of the leaderboard and no event.
func isEntry(r *record.Record) bool { return r.Kind == leaderboardEntry }

// addEntries gives the rows of the leaderboards to their runs. Of several rows about one
// run, as copies of a database have them, the one that was written last counts. A run
// without a row whose last result is in a database with a leaderboard gets the leaderboard's first row as
// Related, which checkEntry reports as a missing row. Rows
// about a run without events are returned as units of their own that are no runs.
func addEntries(files []*record.File, units []*record.Unit) (orphans []*record.Unit) {
	var named runsByName
	byRun := map[*record.Unit][]*record.Record{}
	boards := map[*record.File]*record.Record{} // file → first row of its leaderboard
	var runs []*record.Unit
	for _, f := range files {
		if f.Format.Name != databaseFormat.Name {
			continue
		}
		if named == nil {
			named = namesOf(units)
		}
		var left []*record.Record
		for _, r := range f.Records {
			if !isEntry(r) {
				continue
			}
			if boards[f] == nil {
				boards[f] = r
			}
			r.Extra = cleaned(r.Extra)
			u := named.runOf(r)
			if u == nil {
				r.Finding(entryWithoutRun, "run_id: "+record.Cut(r.Str("run_id"), 80), "events of that run")
				left = append(left, r)
				continue
			}
			if byRun[u] == nil {
				runs = append(runs, u)
			}
			byRun[u] = append(byRun[u], r)
		}
		if len(left) > 0 {
			orphans = append(orphans, &record.Unit{System: system, Kind: "run", Home: f.Dir, Files: []string{f.Path}, Records: left})
		}
	}
	if len(boards) > 0 {
		for _, u := range units {
			if end := endOf(u); byRun[u] == nil && end != nil && boards[end.File] != nil {
				u.Related = append(u.Related, boards[end.File])
			}
		}
	}
	for _, u := range runs {
		best := newestEntry(byRun[u])
		u.Records = append(u.Records, best)
		if !slices.Contains(u.Files, best.File.Path) {
			u.Files = append(u.Files, best.File.Path)
			u.Superseded = slices.DeleteFunc(u.Superseded, func(path string) bool { return path == best.File.Path })
		}
	}
	return orphans
}

// endOf returns the run's last run.finished; nil without one.
func endOf(u *record.Unit) *record.Record {
	for _, r := range slices.Backward(u.Records) {
		if r.Is(finished) {
			return r
		}
	}
	return nil
}

// runsByName maps a run id to its runs, in their order. Runs without an id are left out.
type runsByName map[string][]*record.Unit

func namesOf(units []*record.Unit) runsByName {
	named := runsByName{}
	for _, u := range units {
		if u.ID != "" {
			named[u.ID] = append(named[u.ID], u)
		}
	}
	return named
}

// runOf is the run that a row is about: of several runs of the name the one of the same
// file, else of the same folder, else the first. nil when there is none.
func (named runsByName) runOf(entry *record.Record) *record.Unit {
	var best *record.Unit
	rank := 0
	for _, u := range named[entry.Str("run_id")] {
		near := 1
		switch path := entry.File.Path; {
		case slices.Contains(u.Files, path) || slices.Contains(u.Superseded, path):
			near = 3
		case u.Home == entry.File.Dir:
			near = 2
		}
		if near > rank {
			best, rank = u, near
		}
	}
	return best
}

func newestEntry(entries []*record.Record) *record.Record {
	best := entries[0]
	for _, r := range entries[1:] {
		if r.At.After(best.At) {
			best = r
		}
	}
	for _, r := range entries {
		if r == best {
			continue
		}
		r.Fate = record.Superseded
		if r.Same(best) {
			r.Fate = record.Duplicate
		}
	}
	return best
}

// claimed are the fields of a row that are kept as claims and held against run.finished.
var claimed = []string{"winner", "winner_kind", "winning_models", "reason", "turns", "tokens"}

// entryRows keeps what the leaderboard says about the run.
func (r *run) entryRows() {
	if r.entry == nil {
		return
	}
	for _, key := range claimed {
		v := r.entry.Value(key)
		if !v.Given {
			continue
		}
		c := &r.t.Claims
		row := r.unit.Row(&c.Rows, &c.Run, r.entry)
		c.By.Set(row, leaderboard)
		c.Field.Set(row, key)
		c.Text.Set(row, shown(inWords(r.entry, key)))
		if key == "turns" || key == "tokens" {
			c.Number.Set(row, v.Num)
		}
	}
}

// inWords is a field in words; a list with its elements sorted, since the engine promises no order.
func inWords(r *record.Record, key string) string {
	if key == "winning_models" {
		list := slices.Clone(r.List(key))
		if one := r.Str("winning_model"); one != "" && !slices.Contains(list, one) {
			list = append(list, one)
		}
		slices.Sort(list)
		return strings.Join(list, ", ")
	}
	return r.Str(key)
}

// checkEntry holds the leaderboard's row against the run's last run.finished.
func (r *run) checkEntry() {
	end := last(r.finishes)
	switch {
	case r.entry == nil:
		if end != nil && len(r.unit.Related) > 0 && r.decided(end) { // its database has rows of other runs
			r.unit.Finding(r.t, entryMissing, end, "winner: "+shown(payloadOf(end).Str("winner")), "a row of "+leaderboard)
		}
		return
	case end == nil:
		r.unit.Finding(r.t, entryDiffers, r.entry, "winner: "+orNone(r.entry.Str("winner")), "no result: the run has no run.finished")
		return
	case r.entry.File != end.File && r.entry.At.Before(end.At):
		return // a copy of the leaderboard that is older than the result
	}
	p := payloadOf(end)
	for _, key := range claimed {
		row, event := inWords(r.entry, key), inWords(p, key)
		if row != event && (row != "" || key == "winner") { // an older table lacks columns
			r.unit.Finding(r.t, entryDiffers, r.entry, fmt.Sprintf("%s: %s", key, orNone(row)), orNone(event)+" in run.finished")
		}
	}
	if at := r.entry.Time("finished_at"); !at.IsZero() && at.Sub(end.At).Abs() > time.Second {
		r.unit.Finding(r.t, entryDiffers, r.entry, "finished_at: "+at.Format(time.RFC3339), end.At.Format(time.RFC3339)+", the time of run.finished")
	}
}

// decided reports whether the engine writes a row for the result: somebody won, with a
// model that is known, in a competition that somebody can win.
func (r *run) decided(end *record.Record) bool {
	p := payloadOf(end)
	if p.Str("winner") == "" || inWords(p, "winning_models") == "" || r.start == nil {
		return false
	}
	rules := payloadOf(r.start).Item("competition")
	if rules == nil {
		return false
	}
	kind, _ := record.OneOf(competitions, rules.Str("kind"))
	return kind != noCompetition && kind != ""
}
