package fishbowl

import (
	"cmp"
	"fmt"
	"slices"

	"runreport/ingest/record"
)

// fragment is what one file holds of one run.
type fragment struct {
	record.Fragment
	run   string
	start string // identity of its first run.started, "" when it has none
	place int    // among the fragments of all files
}

// game is the fragments of one run.
type game struct {
	run       string
	fragments []*fragment
	first     int // the place of the one that is met first
}

func stitch(files []*record.File) []*record.Unit {
	var all []*fragment
	for _, f := range files {
		all = append(all, fragments(f)...)
	}
	games := group(all)
	units := make([]*record.Unit, 0, len(games))
	for _, g := range games {
		u := unit(g)
		for _, r := range u.Records {
			r.Extra = extras(r.Extra, payloadOf(r).Extra)
		}
		units = append(units, u)
	}
	return append(units, addEntries(files, units)...)
}

// fragments tells the runs of a ledger apart, in the order in which they are met.
func fragments(f *record.File) []*fragment {
	var all []*fragment
	byRun := map[string]*fragment{}
	for rest := f.Records; len(rest) > 0; {
		if isEntry(rest[0]) {
			rest = rest[1:]
			continue
		}
		run, n := rest[0].Str("run_id"), 1
		for n < len(rest) && !isEntry(rest[n]) && rest[n].Str("run_id") == run {
			n++
		}
		cur := byRun[run]
		if cur == nil {
			cur = &fragment{Fragment: record.Fragment{File: f}, run: run}
			byRun[run] = cur
			all = append(all, cur)
		}
		cur.take(rest[:n])
		rest = rest[n:]
	}
	return all
}

// take adds consecutive records of the file. The first ones are not copied: the fragment shares
// the file's slice.
func (f *fragment) take(records []*record.Record) {
	for _, r := range records {
		upcast(r)
		if f.start == "" && r.Is(started) {
			f.start = identity(r)
		}
	}
	if f.Records == nil {
		f.Records = slices.Clip(records)
		return
	}
	f.Records = append(f.Records, records...)
}

// identity is the event's id; what it says, where it has none.
func identity(r *record.Record) string {
	if id := r.Str("id"); id != "" {
		return id
	}
	return fmt.Sprintf("\x00%x.%x", r.Sum.Hi, r.Sum.Lo)
}

// group puts the fragments of each run together. Fragments that start are one run
// when they start with the same event; the others go with the run of their name
// that shares an event with them, else with the one of their folder, else with the
// first.
func group(all []*fragment) []*game {
	type key struct{ run, rest string }
	var games []*game
	byStart := make(map[key]*game, len(all))
	byEvent, byDir, byRun := map[key]*game{}, map[key]*game{}, map[string]*game{} // of loose runs
	loose := map[string]bool{}                                                    // runs with a fragment that does not start
	for i, f := range all {
		f.place = i
		if f.start == "" {
			loose[f.run] = true
		}
	}
	add := func(g *game, f *fragment) {
		if g == nil {
			g = &game{run: f.run, first: f.place}
			games = append(games, g)
		}
		g.first = min(g.first, f.place)
		g.fragments = append(g.fragments, f)
		if loose[f.run] {
			for _, r := range f.Records {
				setIfAbsent(byEvent, key{f.run, identity(r)}, g)
			}
			setIfAbsent(byDir, key{f.run, f.File.Dir}, g)
			setIfAbsent(byRun, f.run, g)
		}
		if f.start != "" {
			setIfAbsent(byStart, key{f.run, f.start}, g)
		}
	}
	for _, f := range all {
		if f.start != "" {
			add(byStart[key{f.run, f.start}], f)
		}
	}
	for _, f := range all {
		if f.start != "" {
			continue
		}
		var g *game
		// Events without a run id cannot be matched across files, so each file forms its own game.
		if f.run != "" {
			for _, r := range f.Records {
				if g = byEvent[key{f.run, identity(r)}]; g != nil {
					break
				}
			}
			g = cmp.Or(g, byDir[key{f.run, f.File.Dir}], byRun[f.run])
		}
		add(g, f)
	}
	slices.SortFunc(games, func(a, b *game) int { return cmp.Compare(a.first, b.first) })
	return games
}

func setIfAbsent[K comparable](m map[K]*game, k K, g *game) {
	if m[k] == nil {
		m[k] = g
	}
}

// unit joins the fragments of a run in the order of time; of those that begin
// alike the longest comes first, so that its order is the run's. Events that were
// seen before are left out.
func unit(g *game) *record.Unit {
	u := &record.Unit{System: system, Kind: "run", ID: g.run}
	slices.SortStableFunc(g.fragments, func(a, b *fragment) int {
		return cmp.Or(a.First().Compare(b.First()), cmp.Compare(len(b.Records), len(a.Records)))
	})
	n := 0
	for _, f := range g.fragments {
		n += len(f.Records)
	}
	u.Records = make([]*record.Record, 0, n)
	seen := make(map[string]*record.Record, n)
	for _, f := range g.fragments {
		before := len(u.Records)
		for _, r := range f.Records {
			id := r.Str("id")
			if have := seen[id]; have != nil && id != "" {
				r.Fate = record.Duplicate
				if !r.Same(have) {
					r.Finding(idReused, fmt.Sprintf("id %s: also %s, line %d", record.Cut(id, 80), have.File.Path, have.Line), "the same event under the same id")
				}
				continue
			}
			seen[id] = r
			u.Records = append(u.Records, r)
		}
		if len(u.Records) > before {
			u.Files = append(u.Files, f.File.Path)
		} else {
			u.Superseded = append(u.Superseded, f.File.Path)
		}
	}
	u.Home = u.Records[0].File.Dir
	if g.run != "" {
		u.Evidence = "run_id " + record.Cut(g.run, 80)
	}
	return u
}

var nothing = &record.Record{}

// payloadOf is the event's payload; an empty record when it has none.
func payloadOf(r *record.Record) *record.Record {
	if p := r.Item("payload"); p != nil {
		return p
	}
	return nothing
}
