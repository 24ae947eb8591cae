package ingest

import (
	"context"
	"fmt"
	"iter"
	"os"
	"slices"
	"time"

	"runreport/ingest/clean"
	"runreport/ingest/dataset"
	"runreport/ingest/fragment"
	"runreport/ingest/history"
	"runreport/ingest/record"
	"runreport/ingest/table"
	"runreport/unit/garbage"
	"runreport/unit/spill"
)

var pastRetention = &record.Code{
	Name:     "past_retention",
	Severity: record.Info,
	Means:    "logs that are older than what the history keeps",
	Do:       "none needed; they are in no number, though they lie among the logs",
}

// Compacted says what Compact did.
type Compacted struct {
	Logs    int // that are in the history
	Dropped int // that are older than what is to be kept
	Pieces  int // that were put together with others or replaced
}

// Compact rewrites the history in dir as few rows and parts: the pieces of logs that grew are put
// together, and what was replaced goes. With keep above 0, logs go that ended
// longer than that before the latest event of the history. What belongs together goes
// together: a log stays as long as one that shares a unit with it. That a log was there
// is kept, so that it is not read again as a new one.
func Compact(ctx context.Context, dir string, keep time.Duration, program string) (Compacted, error) {
	var done Compacted
	if !dataset.Is(os.DirFS(dir)) {
		return done, fmt.Errorf("%w: %s is none", ErrHistory, dir)
	}
	defer garbage.Percent(recallPercent)()
	h, err := history.Open(ctx, dir, Systems, Codes())
	if err != nil {
		return done, err
	}
	defer h.Close()
	for _, path := range h.AllPaths() {
		done.Logs++
		if _, whole := h.Known(path); !whole {
			return done, fmt.Errorf("%w: a piece of %s is missing: build once more with the log at hand", ErrHistory, path)
		}
	}
	o := Options{History: dir, KeepSecrets: !h.About().Redacted}
	if err := o.prepare(); err != nil {
		return done, err
	}
	old, err := expired(ctx, h, o, keep)
	if err != nil {
		return done, err
	}
	return done, rewrite(ctx, h, o, old, &done, program)
}

// storedFiles are the logs of the history as they were read, in path order.
func storedFiles(h *history.History, restore func(*record.File) error) ([]*record.File, error) {
	var files []*record.File
	for _, at := range addStored(h, nil) {
		f := &record.File{Index: len(files), Path: at.shown, Dir: record.FolderOf(at.shown)}
		if err := restore(f); err != nil {
			return nil, fmt.Errorf("%w: %s: %w", ErrHistory, f.Path, err)
		}
		files = append(files, f)
	}
	claimBeside(files)
	return files, nil
}

// storedUnits are the logs of a history with their units, whose rows are taken over or made while the
// logs are restored.
type storedUnits struct {
	files  []*record.File
	sealed sealedUnits
	lots   *lots
	store  *sealStore // nil: no rows are taken over or made
}

// restoreAll restores the logs of the history but some. pathsOnly is as that of lots.
func restoreAll(ctx context.Context, h *history.History, o Options, without map[string]bool, pathsOnly bool) (all storedUnits, err error) {
	if all.store, err = openStore(ctx, h, o); err != nil {
		return all, err
	}
	if all.store != nil && pathsOnly { // the rows do not say which files a unit speaks of
		all.store.lots, all.store.lotFiles = nil, nil
	}
	o = o.sealing(all.store)
	list := slices.DeleteFunc(addStored(h, nil), func(at found) bool { return without[at.shown] })
	all.files = make([]*record.File, len(list))
	if all.lots = newLots(o.sealer, list, all.files); all.lots != nil {
		all.lots.pathsOnly = pathsOnly
	}
	o.lots = all.lots
	readings, faults := make([]reading, len(list)), make([]error, len(list))
	err = forEach(ctx, o, "restoring", len(list), func(i int) {
		f := &record.File{Index: i, Path: list[i].shown, Dir: record.FolderOf(list[i].shown), Jobs: o.Jobs}
		all.files[i] = f
		if units, ok := all.store.recall(f, o); ok {
			readings[i].units = units
		} else if readings[i].inLot = all.store.recallLot(f, o); !readings[i].inLot {
			readings[i].open, faults[i] = restore(h, f, o)
		}
		if faults[i] == nil {
			faults[i] = o.sealer.sealKnown(f, readings[i])
		}
		all.lots.done(i, readings[i].inLot)
	})
	if err != nil {
		return all, err
	}
	for i, fault := range faults {
		if fault != nil {
			return all, fmt.Errorf("%w: %s: %w", ErrHistory, list[i].shown, fault)
		}
	}
	o.sealer.unpack(all.files)
	o.sealer.renumber(all.files, readings, all.lots)
	all.lots.addStored()
	claimBeside(all.files)
	by, again, err := o.sealer.settle(ctx, list, all.files, false)
	all.sealed.by = by
	if err == nil && len(again) == 0 {
		again, err = all.lots.open(ctx, o, list, all.files, all.sealed)
	}
	if err == nil && len(again) > 0 {
		err = fmt.Errorf("%w: %s: %w", ErrHistory, again[0].Path, again[0].Err)
	}
	return all, err
}

// expired are the paths of the logs that ended longer before the latest event than
// they are to be kept.
func expired(ctx context.Context, h *history.History, o Options, keep time.Duration) (map[string]bool, error) {
	old := map[string]bool{}
	if keep <= 0 {
		return old, nil
	}
	all, err := restoreAll(ctx, h, o, nil, true)
	if err != nil {
		return nil, err
	}
	together := fragment.NewGroups(len(all.files))
	index := map[string]int{}
	for i, f := range all.files {
		index[f.Path] = i
	}
	for _, l := range all.lots.whole() {
		for _, u := range l.units {
			together.Join(index, slices.Values(u.paths))
		}
	}
	for _, c := range stitch(all.files, nil, sealedUnits{}) {
		for _, u := range c.units {
			together.Join(index, pathsOf(u))
		}
	}
	last, latest := make([]time.Time, len(all.files)), time.Time{}
	for i, f := range all.files {
		at, g := history.LastAt(h, f.Path), together.Of(i)
		last[g], latest = record.Later(last[g], at), record.Later(latest, at)
	}
	for i, f := range all.files {
		if at := last[together.Of(i)]; !at.IsZero() && at.Before(latest.Add(-keep)) {
			old[f.Path] = true
		}
	}
	return old, nil
}

// pathsOf are the files that the unit is made of or speaks of, some of them twice.
func pathsOf(u *record.Unit) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, p := range slices.Concat(u.Files, u.Superseded) { // mostly there are none
			if !yield(p) {
				return
			}
		}
		var last *record.File
		for _, list := range [2][]*record.Record{u.Records, u.Related} {
			for _, r := range list {
				if r.File != last && !yield(r.File.Path) {
					return
				}
				last = r.File
			}
		}
		for _, f := range u.Companions {
			if !yield(f.Path) {
				return
			}
		}
	}
}

// rewrite stores the logs anew, and the tables that are made of those that stay.
func rewrite(ctx context.Context, h *history.History, o Options, old map[string]bool, done *Compacted, program string) error {
	all, err := restoreAll(ctx, h, o, old, false)
	if err != nil {
		return err
	}
	res := &Result{Tables: &table.Set{Room: o.room()}, redactor: o.redactor}
	tables, err := res.fill(ctx, o, all.files, all.sealed, all.lots.whole()...)
	if err != nil {
		return err
	}
	unchanged := o.KeepSecrets || clean.Tables(res.redactor, tables) == 0
	slab := spill.NewSlab(o.room())
	before := h.About().Pieces
	rows, err := history.Repack(h, old, func(b []byte) []byte { return spill.Place(slab, b) })
	if err != nil {
		return fmt.Errorf("%w: %w", ErrHistory, err)
	}
	done.Pieces = before - rows
	for _, path := range h.AllPaths() {
		if old[path] || h.Dropped(path) {
			done.Dropped++
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	commit := func() error { return h.Commit(tables, program) }
	if all.store != nil {
		all.store.tidy = true
		commit = func() error { return all.store.commit(tables, all.files, all.sealed, unchanged, program) }
	}
	if err := commit(); err != nil {
		return fmt.Errorf("%w: %w", ErrNotStored, err)
	}
	return nil
}
