package ingest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"

	"runreport/ingest/dataset"
	"runreport/ingest/history"
	"runreport/ingest/record"
	"runreport/ingest/redact"
	"runreport/ingest/table"
	"runreport/ingest/tie"
	"runreport/unit/garbage"
)

// errAnew says that no rows can be copied.
var errAnew = errors.New("all has to be put together anew")

// combine writes what the parts hold into one dataset, and returns how many logs that are and how
// many of them were put together again.
func (m *merger) combine(ctx context.Context, about dataset.Shard, program string) (logs, again int, err error) {
	t := tie.New(len(m.parts))
	anew := slices.ContainsFunc(m.parts, func(h *history.History) bool { return h.About().Maker == "" || h.About().Maker != shardMaker() })
	for i, h := range m.parts {
		if anew { // its links may be of another kind, or miss
			err = m.describe(t, i, h)
		} else {
			err = t.Read(i, h.Links(), h.Logs())
		}
		if err != nil {
			return 0, 0, fmt.Errorf("%w: %s: %w", ErrParts, m.names[i], err)
		}
	}
	if !anew {
		t.Decide()
		anew = !t.Sound()
	}
	if !anew {
		err = m.write(ctx, t, about, program)
	}
	if anew || errors.Is(err, errAnew) {
		t.OpenAll()
		err = m.write(ctx, t, about, program)
	}
	return len(t.Files), t.Count(), err
}

// describe tells the ties of a part's files without its links.
func (m *merger) describe(t *tie.Ties, i int, h *history.History) error {
	if err := h.ReadLogs(nil); err != nil {
		return fmt.Errorf("it is damaged, at %w; make it again", err)
	}
	for _, path := range h.AllPaths() {
		f := &record.File{Path: path, Dir: record.FolderOf(path)}
		stored, content := h.Describe(f), h.Content(path)
		if x := t.Of(path); x != nil && x.Content != content && history.SameLog(m.parts[x.Parts[0]], h, path) {
			content = x.Content
		}
		if _, err := t.Add(i, f, stored, content); err != nil {
			return err
		}
	}
	return nil
}

// write puts the open files together, and writes their rows beside those of all others.
func (m *merger) write(ctx context.Context, t *tie.Ties, about dataset.Shard, program string) error {
	o := Options{Jobs: runtime.GOMAXPROCS(0), links: newLinker(), lotFiles: m.lotFiles}
	o.links.beside, o.links.latest = t.Listing(), tie.LastOf(t.Spans())
	if m.redacted {
		o.redactor = redact.New()
	}
	fresh, clean, err := m.anew(ctx, o, t)
	if err != nil {
		return err
	}
	if again := o.links.spans(); !t.All &&
		(!clean || !tie.Near(o.links.latest, again) || !tie.Near(time.Time{}, append(again, t.Spans()...))) {
		return errAnew
	}
	maker := ""
	if clean {
		maker = shardMaker()
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	about.Logs = len(t.Files)
	err = m.into.CommitMerged(about, m.parts, fresh, t.Left, maker, program)
	var bad *dataset.CopyError
	switch {
	case errors.As(err, &bad):
		return damagedError(m.names[bad.From], bad.Damage)
	case err != nil:
		return fmt.Errorf("%w: %w", ErrNotStored, err)
	}
	return nil
}

// anew puts the open files together, see linkedTables.
func (m *merger) anew(ctx context.Context, o Options, t *tie.Ties) (tables []table.Partition, clean bool, err error) {
	defer garbage.Percent(readingPercent)()
	files, lots, err := m.rejoin(ctx, o, t)
	if err != nil {
		return nil, false, err
	}
	return linkedTables(ctx, o, files, sealedUnits{}, lots...)
}

// rejoin puts the open files together in lots. Files with a unit whose few times are far from those of all others keep
// their records, and wait for linkedTables.
func (m *merger) rejoin(ctx context.Context, o Options, t *tie.Ties) (files []*record.File, made []*lot, err error) {
	if err := m.findLogs(t); err != nil {
		return nil, nil, err
	}
	for _, x := range t.Files {
		if x.Open {
			files = append(files, x.Log)
		}
	}
	slices.SortFunc(files, func(a, b *record.File) int { return strings.Compare(a.Path, b.Path) })
	for i, f := range files {
		f.Index = i
		x := t.Of(f.Path)
		o.links.add(f, x.Content, x.Stored)
	}
	faults := make([]error, len(files))
	r := &rereading{files: files, beside: func() *record.Listing { return o.links.beside }}
	r.again = func(f *record.File) *record.File {
		from := t.Of(f.Path).Parts[0]
		whole := &record.File{Index: f.Index, Path: f.Path, Dir: f.Dir}
		if err := m.parts[from].Restore(whole); err != nil {
			faults[f.Index] = fmt.Errorf("%w: %s: %s: %w", ErrHistory, m.names[from], f.Path, err)
			whole = &record.File{Index: f.Index, Path: f.Path, Dir: f.Dir}
		}
		return whole
	}
	x := &lots{sealer: newSealer(o), restored: true}
	x.all, _ = x.lotsOf(t.Groups())
	if err := x.sealAgain(ctx, o, x.all, r); err != nil {
		return nil, nil, err
	}
	ties, err := x.ties()
	if err != nil {
		return nil, nil, err
	}
	ties.DecideAgain() // each unit was put together with the list of all files
	if err := x.reopen(ctx, o, ties, r, tie.Span{Last: o.links.latest}, false); err != nil {
		return nil, nil, err
	}
	x.handOver(o.links)
	return files, x.all, cmp.Or(faults...)
}

// findLogs reads where the parts have the open files.
func (m *merger) findLogs(t *tie.Ties) error {
	for i, h := range m.parts {
		places := map[string]bool{}
		for _, x := range t.Files {
			if x.Open && x.Parts[0] == i {
				places[x.Stored] = true
			}
		}
		if err := h.ReadLogs(places); err != nil {
			return fmt.Errorf("%w: %s is damaged, at %w; make it again", ErrParts, m.names[i], err)
		}
	}
	return nil
}
