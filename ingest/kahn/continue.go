package kahn

import (
	"slices"
	"time"

	"github.com/zeebo/xxh3"

	"runreport/ingest/record"
)

// maxPause is how long no record may be written in the middle of a run whose records lie in
// two folders. It is shorter than a day, after which a nightly job uses its run_id again.
const maxPause = 12 * time.Hour

// begun are the runs whose run_start is known, to find the one that a piece without run_start
// continues. Where there is no such piece nobody asks, and it is nil.
type begun struct {
	byID map[string][]*begunRun
	at   map[identity]*begunRun
	in   map[identity]identity // (run_id, folder) → the run that began there
	// has is which run has a record that a piece without run_start begins with; nil: none yet.
	has map[xxh3.Uint128]*begunRun
}

type begunRun struct {
	at    identity
	last  time.Time
	ended bool
}

// newBegun expects the pieces without run_start that a run will be asked for.
func newBegun(pieces []*fragment) *begun {
	if len(pieces) == 0 {
		return nil
	}
	b := &begun{
		byID: map[string][]*begunRun{},
		at:   map[identity]*begunRun{},
		in:   map[identity]identity{},
		has:  map[xxh3.Uint128]*begunRun{},
	}
	for _, p := range pieces {
		b.has[p.Records[0].Sum] = nil
	}
	return b
}

// start begins a run in the folder, unless it is there.
func (b *begun) start(at identity, folder string) {
	if b == nil {
		return
	}
	b.in[identity{id: at.id, folder: folder}] = at
	if b.at[at] == nil {
		b.at[at] = &begunRun{at: at}
		b.byID[at.id] = append(b.byID[at.id], b.at[at])
	}
}

// add tells what a piece says about its run. One of a run without run_start tells nothing.
func (b *begun) add(at identity, piece *record.Fragment) {
	if b == nil || b.at[at] == nil {
		return
	}
	run := b.at[at]
	for _, r := range piece.Records {
		run.ended = run.ended || r.Is("run_end")
		if have, asked := b.has[r.Sum]; asked && have == nil {
			b.has[r.Sum] = run
		}
	}
	if at := record.LastTime(piece.Records); at.After(run.last) {
		run.last = at
	}
}

// continued is the run that the piece, which has no run_start, belongs to, though it lies in
// another folder: one that has the record that the piece begins with, else the one without an
// end whose last record is the latest before the piece.
//
//	2026-04-22/transitions.jsonl  run_start 23:50 … 23:59
//	2026-04-23/transitions.jsonl  00:01 … run_end 00:10
func (b *begun) continued(piece *fragment) (at identity, ok bool) {
	if piece.id == "" {
		return at, false
	}
	if run := b.has[piece.Records[0].Sum]; run != nil {
		return run.at, true
	}
	first := piece.First()
	open := slices.DeleteFunc(slices.Clone(b.byID[piece.id]), func(run *begunRun) bool {
		return run.ended || run.last.IsZero() || first.Before(run.last) || first.Sub(run.last) >= maxPause
	})
	if len(open) == 0 {
		return at, false
	}
	return slices.MaxFunc(open, func(a, b *begunRun) int { return a.last.Compare(b.last) }).at, true
}
