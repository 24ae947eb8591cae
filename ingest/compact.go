package ingest

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"runreport/ingest/dataset"
	"runreport/ingest/history"
	"runreport/ingest/record"
	"runreport/ingest/redact"
	"runreport/ingest/table"
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

// Compact rewrites the history in dir as one row a log: the pieces of long logs and of those that
// grew are put together, and what was replaced goes. With keep above 0, logs go that ended
// longer than that before the latest event of the history. What belongs together goes
// together: a log stays as long as one that shares a unit with it. That a log was there
// is kept, so that it is not read again as a new one.
func Compact(ctx context.Context, dir string, keep time.Duration, program string) (Compacted, error) {
	var done Compacted
	if !dataset.Is(os.DirFS(dir)) {
		return done, fmt.Errorf("%w: %s is none", ErrHistory, dir)
	}
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
	done.Pieces = h.Pieces() - done.Logs
	files, err := storedFiles(h, h.Restore)
	if err != nil {
		return done, err
	}
	old := expired(files, keep)
	fresh, err := storedFiles(h, h.Restore)
	if err != nil {
		return done, err
	}
	return done, rewrite(ctx, h, fresh, old, &done, program)
}

// storedFiles are the logs of the history as they were read, in path order.
func storedFiles(h *history.History, restore func(*record.File) error) ([]*record.File, error) {
	var files []*record.File
	for _, at := range addStored(h, nil) {
		f := &record.File{Index: len(files), Path: at.shown, Dir: folderOf(at.shown)}
		if err := restore(f); err != nil {
			return nil, fmt.Errorf("%w: %s: %w", ErrHistory, f.Path, err)
		}
		files = append(files, f)
	}
	claimBeside(files)
	return files, nil
}

// expired are the paths of the logs that ended longer before the latest event than
// they are to be kept. It stitches the files.
func expired(files []*record.File, keep time.Duration) map[string]bool {
	old := map[string]bool{}
	if keep <= 0 {
		return old
	}
	together := newGroups(len(files))
	index := map[string]int{}
	for i, f := range files {
		index[f.Path] = i
	}
	for _, c := range stitch(files, nil) {
		for _, u := range c.units {
			together.join(index, u)
		}
	}
	last, latest := make([]time.Time, len(files)), time.Time{}
	for i, f := range files {
		at, g := record.LastTime(f.Records), together.of(i)
		if at.After(last[g]) {
			last[g] = at
		}
		if at.After(latest) {
			latest = at
		}
	}
	for i, f := range files {
		if at := last[together.of(i)]; !at.IsZero() && at.Before(latest.Add(-keep)) {
			old[f.Path] = true
		}
	}
	return old
}

// fileGroups are sets of files that share units: a union-find over the indexes of files.
type fileGroups []int

func newGroups(n int) fileGroups {
	g := make(fileGroups, n)
	for i := range g {
		g[i] = i
	}
	return g
}

func (g fileGroups) of(i int) int {
	for g[i] != i {
		g[i] = g[g[i]]
		i = g[i]
	}
	return i
}

// join makes one group of all files that the unit is made of or speaks of.
func (g fileGroups) join(index map[string]int, u *record.Unit) {
	first := -1
	for _, p := range pathsOf(u) {
		i, ok := index[p]
		switch {
		case !ok:
		case first < 0:
			first = i
		default:
			g[g.of(i)] = g.of(first)
		}
	}
}

// pathsOf are the files that the unit is made of or speaks of, some of them twice.
func pathsOf(u *record.Unit) []string {
	paths := slices.Concat(u.Files, u.Superseded)
	var last *record.File
	for _, list := range [][]*record.Record{u.Records, u.Related} {
		for _, r := range list {
			if r.File != last {
				last = r.File
				paths = append(paths, last.Path)
			}
		}
	}
	for _, f := range u.Companions {
		paths = append(paths, f.Path)
	}
	return paths
}

// rewrite stores the files anew, and the tables that are made of those that stay.
func rewrite(ctx context.Context, h *history.History, files []*record.File, old map[string]bool, done *Compacted, program string) error {
	h.Clear()
	for _, path := range h.AllPaths() {
		if h.Dropped(path) {
			old[path] = true
			files = append(files, &record.File{Path: path})
		}
	}
	slices.SortFunc(files, func(a, b *record.File) int { return strings.Compare(a.Path, b.Path) })
	var kept []*record.File
	for _, f := range files {
		last, _ := h.Known(f.Path)
		state := history.State{
			Size:      last.Size(),
			SHA256:    last.SHA256(),
			Modified:  last.Modified(),
			WholeLine: last.WholeLine(),
		}
		if old[f.Path] {
			done.Dropped++
			h.Drop(f, state)
			continue
		}
		h.Add(history.NewPiece(f, 0, state))
		f.Index = len(kept)
		kept = append(kept, f)
	}
	res := &Result{Tables: &table.Set{}}
	all, err := res.fill(ctx, Options{Jobs: runtime.GOMAXPROCS(0)}, kept, sealedUnits{})
	if err != nil {
		return err
	}
	if h.About().Redacted {
		res.redactor = redact.New()
		res.redact(all)
	}
	if err := h.Commit(all, program); err != nil {
		return fmt.Errorf("%w: %w", ErrNotStored, err)
	}
	return nil
}
