package crabyard

import (
	"cmp"
	"slices"
	"time"

	"runreport/ingest/record"
)

// export is what one file says about one card.
type export struct {
	file                     *record.File
	home, card               string
	cards, attempts, events  []*record.Record
	births                   []birth   // of the attempts that can be told apart
	latest, latestOfTheBoard time.Time // of this card; of everything in the file
}

func stitch(files []*record.File) []*record.Unit {
	var exports []*export
	for _, f := range files {
		if f.Format != sessionFormat {
			exports = append(exports, exportsOf(f)...)
		}
	}
	var units []*record.Unit
	cards := group(exports)
	for _, g := range cards {
		units = append(units, cardUnit(g))
	}
	boards := boardUnits(files)
	overdue(cards, boards)
	units = append(units, boards...)
	return append(units, addSessionRows(files, sessions(files))...)
}

// exportsOf sorts the records of a file by card, in the order in which cards are met.
func exportsOf(f *record.File) []*export {
	var all []*export
	byCard := map[string]*export{}
	board, home := record.LastTime(f.Records), home(f.Dir)
	for _, r := range f.Records {
		if r.Kind == sessionEvent || r.Kind == interactiveSession || r.Kind == auditEvent || r.Kind == setting {
			continue
		}
		id := cardOf(r)
		e := byCard[id]
		if e == nil {
			e = &export{file: f, home: home, card: id, latestOfTheBoard: board}
			byCard[id] = e
			all = append(all, e)
		}
		switch r.Kind {
		case card:
			e.cards = append(e.cards, r)
		case attempt:
			e.attempts = append(e.attempts, r)
			if b, ok := birthOf(e.card, r); ok {
				e.births = append(e.births, b)
			}
		default:
			e.events = append(e.events, r)
		}
		if r.At.After(e.latest) {
			e.latest = r.At
		}
	}
	return all
}

// cardOf is the card that a record is about, "" when it does not say.
func cardOf(r *record.Record) string {
	if r.Kind == card {
		return r.Str("id")
	}
	if id := r.Str("cardId"); id != "" || r.Kind != attempt {
		return id
	}
	if m := attemptID.FindStringSubmatch(r.Str("id")); m != nil {
		return m[1]
	}
	return ""
}

// numberOf is the attempt's number; false when neither its field nor its id gives one.
func numberOf(r *record.Record) (int64, bool) {
	if n, ok := r.Int("attempt"); ok && n >= 1 {
		return n, true
	}
	if m := attemptID.FindStringSubmatch(r.Str("id")); m != nil {
		var n int64
		for _, digit := range m[2] {
			n = n*10 + int64(digit-'0')
		}
		return n, true
	}
	return 0, false
}

// cardUnit puts the exports of one card together.
func cardUnit(exports []*export) *record.Unit {
	u := &record.Unit{System: system, Kind: "card", ID: exports[0].card, Home: exports[0].home}
	if u.ID != "" {
		u.Evidence = "cardId " + u.ID
	}
	u.Records = slices.Concat(newestCard(exports), newestAttempts(exports), messages(exports))
	for _, e := range exports {
		if slices.ContainsFunc(e.attempts, isKept) || slices.ContainsFunc(e.events, isKept) || slices.ContainsFunc(e.cards, isKept) {
			u.Files = append(u.Files, e.file.Path)
		} else {
			u.Superseded = append(u.Superseded, e.file.Path)
		}
	}
	return u
}

func isKept(r *record.Record) bool { return r.Fate == record.Kept }

// newestCard keeps the card as the latest export shows it, and of the messages in the
// states' logs those that came with it: each state repeats the last 80 of them. A card without an id
// cannot be matched with a copy, so that all such records count.
func newestCard(exports []*export) []*record.Record {
	var all, kept []*record.Record
	var best *record.Record
	var from *export
	for _, e := range exports {
		all = append(all, e.cards...)
		for _, r := range e.cards {
			if best == nil || later(e, from) {
				best, from = r, e
			}
		}
	}
	if exports[0].card == "" {
		return all
	}
	for _, r := range all {
		if r != best {
			retire(r, best)
		}
	}
	for _, e := range exports {
		if e == from || len(e.cards) == 0 {
			continue
		}
		for _, r := range e.events {
			if r.At.IsZero() {
				r.Fate = record.Superseded
			}
		}
	}
	if best != nil {
		kept = append(kept, best)
	}
	return kept
}

// later reports whether one export of a card is newer than another: by what the
// card says, and where a move between lanes left no stamp, by the whole board.
func later(a, b *export) bool {
	return cmp.Or(a.latest.Compare(b.latest), a.latestOfTheBoard.Compare(b.latestOfTheBoard)) > 0
}

// retire takes a record out for one that counts in its place.
func retire(r, best *record.Record) {
	r.Fate = record.Superseded
	if r.Same(best) {
		r.Fate = record.Duplicate
	}
}

// overdue finds attempts that were active when the export was made and had given
// no sign of life for longer than the product waits. When an export was made is
// not written down; the latest stamp of its installation is the earliest that it
// can have been. Of several installations' folders with the card the latest counts.
func overdue(cards [][]*export, boards []*record.Unit) {
	made, waits := map[string]time.Time{}, map[string]time.Duration{}
	for _, e := range slices.Concat(cards...) {
		if e.latest.After(made[e.home]) {
			made[e.home] = e.latest
		}
	}
	for _, b := range boards {
		waits[b.Home] = stallAfter(b)
	}
	for _, exports := range cards {
		var watched time.Time
		for _, e := range exports {
			if made[e.home].After(watched) {
				watched = made[e.home]
			}
		}
		for _, e := range exports {
			e.overdue(watched, cmp.Or(waits[e.home], stallDefault))
		}
	}
}

// overdue holds the export's attempts against the time until which their card was watched.
func (e *export) overdue(watched time.Time, after time.Duration) {
	for _, r := range e.attempts {
		beat := stamp(r, "lastHeartbeatAt")
		if r.Fate != record.Kept || !active(statusOf(r)) || beat.IsZero() {
			continue
		}
		if silent := watched.Sub(beat); silent > after {
			r.Finding(heartbeatOverdue, nameOf(r)+": "+statusOf(r)+", no heartbeat for "+silent.Round(time.Second).String(), "a heartbeat within "+after.String()+", or the status stalled")
		}
	}
}
