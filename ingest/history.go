package ingest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"runreport/ingest/dataset"
	"runreport/ingest/record"
	"runreport/ingest/table"
)

// ErrHistory is a history that cannot be used as it is asked for; ErrNotStored one that
// could not be written.
var (
	ErrHistory   = errors.New("the history")
	ErrNotStored = errors.New("the history was not written")
)

var (
	replaced = &record.Code{Name: "log_replaced", Severity: record.Warning, Means: "a log of the history that has another content now, not only more of it", Do: "what it holds now counts; see that its writer appends, or gives every night's log a path of its own"}
	outdated = &record.Code{Name: "history_outdated", Severity: record.Error, Means: "a log of the history that this version of the program cannot take from it", Do: "nothing of it is in the numbers; build once more with the log at hand"}
)

// history is what earlier builds have read, while a build adds to it.
type history struct {
	data     *dataset.Dataset
	build    int64                     // number of this build
	logs     map[string][]piece        // by path, in the order in which they go on
	stored   map[dataset.Place]*shelf  // the rows that are there, by where they lie
	formats  map[string]*record.Format // by name
	codes    map[string]*record.Code
	redacted bool
}

// piece is one stored row.
type piece struct {
	rows *table.Logs
	row  int
}

// shelf is the rows of one partition.
type shelf struct {
	rows  table.Logs
	added bool
}

// openHistory opens the history in dir, waiting for other builds, and makes one where
// there is none.
func openHistory(ctx context.Context, dir string) (*history, error) {
	data, err := dataset.Open(ctx, dir, table.LogsName)
	if errors.Is(err, dataset.ErrForeign) {
		return nil, fmt.Errorf("%w: %w", ErrHistory, err)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNotStored, err)
	}
	h := &history{data: data, logs: map[string][]piece{}, stored: map[dataset.Place]*shelf{},
		formats: map[string]*record.Format{}, codes: map[string]*record.Code{}}
	for _, s := range Systems {
		for _, f := range s.Formats {
			h.formats[f.Name] = f
		}
	}
	for _, c := range Codes() {
		h.codes[c.Name] = c
	}
	for _, p := range data.Parts() {
		at := dataset.PlaceOf(p)
		if h.stored[at] == nil {
			h.stored[at] = &shelf{}
		}
		p.Named.CopyTo(h.stored[at].rows.Named())
	}
	h.index()
	return h, nil
}

// agree refuses a build that treats secrets otherwise than the history does.
func (h *history) agree(redacted bool) error {
	if len(h.logs) > 0 && h.redacted != redacted {
		return fmt.Errorf("%w was made %s --no-redact: build with the same, or into another folder", ErrHistory, map[bool]string{true: "without", false: "with"}[h.redacted])
	}
	h.redacted = redacted
	return nil
}

// index puts the pieces of every log in order. A piece that begins at 0 is the whole
// log and replaces what was known before it.
func (h *history) index() {
	for _, at := range slices.SortedFunc(maps.Keys(h.stored), dataset.Place.Compare) {
		t := &h.stored[at].rows
		for row := range t.Len() {
			path := t.Path.At(row)
			h.redacted = t.Redacted.Is(row)
			h.logs[path] = append(h.logs[path], piece{t, row})
			h.build = max(h.build, t.Build.At(row))
		}
	}
	h.build++
	for path, pieces := range h.logs {
		slices.SortStableFunc(pieces, func(a, b piece) int {
			return cmp.Or(cmp.Compare(a.rows.Build.At(a.row), b.rows.Build.At(b.row)), cmp.Compare(a.from(), b.from()))
		})
		for len(pieces) > 0 {
			last := slices.IndexFunc(pieces[1:], func(p piece) bool { return p.from() == 0 })
			if last < 0 {
				break
			}
			pieces = pieces[last+1:]
		}
		// After a damaged manifest one piece may be there twice.
		h.logs[path] = slices.CompactFunc(pieces, func(a, b piece) bool { return a.from() == b.from() && a.sha256() == b.sha256() })
	}
}

func (p piece) from() int64    { return p.rows.From.At(p.row) }
func (p piece) size() int64    { return p.rows.Bytes.At(p.row) }
func (p piece) sha256() string { return p.rows.SHA256.At(p.row) }
func (p piece) dropped() bool  { return p.rows.Dropped.Is(p.row) }

// addTo adds the logs that are in the history alone to a list of files.
func (h *history) addTo(list []found) []found {
	there := map[string]bool{}
	for _, f := range list {
		there[f.shown] = true
	}
	for path, pieces := range h.logs {
		if !there[path] && !pieces[0].dropped() {
			list = append(list, found{shown: path})
		}
	}
	slices.SortFunc(list, func(a, b found) int { return cmp.Compare(a.shown, b.shown) })
	return list
}

// known is what is stored of a log: its last piece, when the pieces lead up to it
// without a gap.
func (h *history) known(path string) (last piece, ok bool) {
	pieces := h.logs[path]
	end := int64(0)
	for _, p := range pieces {
		if p.from() != end {
			return piece{}, false
		}
		end = p.size()
		last = p
	}
	return last, len(pieces) > 0
}

// restore gives the file what is stored of it.
func (h *history) restore(f *record.File) error {
	for i, p := range h.logs[f.Path] {
		t, row := p.rows, p.row
		if i == 0 {
			f.Group, f.Compression = t.Group.At(row), t.Compression.At(row)
			if name, ok := t.Format.Get(row); ok {
				if f.Format = h.formats[name]; f.Format == nil {
					return fmt.Errorf("format %q is not known", name)
				}
			}
		}
		f.Bytes = p.size()
		counts := record.Counts{Lines: t.Lines.At(row), Blank: t.Blank.At(row), Ignored: t.Ignored.At(row), Rejected: t.Rejected.At(row)}
		if err := f.Restore(t.Records.At(row), t.Findings.At(row), counts, h.codes); err != nil {
			return err
		}
	}
	return nil
}

// fresh is a piece of a log that this build has read.
type fresh struct {
	file     *record.File // with the records of the piece alone
	from     int64
	size     int64
	sha256   string
	modified time.Time
	whole    bool
	dropped  bool // by retention: there is nothing but the row
	records  []byte
	findings []byte
}

// newFresh keeps what was read before the file is stitched with others.
func newFresh(f *record.File, from int64, c content) *fresh {
	n := &fresh{file: f, from: from, size: c.size, sha256: c.sha256, modified: c.modified, whole: c.whole}
	n.records, n.findings = f.Store()
	return n
}

// add puts a piece to the others of its system and month.
func (h *history) add(n *fresh) {
	f := n.file
	last := record.LastTime(f.Records)
	at := dataset.Place{Table: table.LogsName, System: table.NoSystem, Month: table.MonthOf(last)}
	if f.Format != nil {
		at.System = f.Format.System
	}
	if h.stored[at] == nil {
		h.stored[at] = &shelf{}
	}
	s := h.stored[at]
	s.added = true
	t := &s.rows
	row := t.Add(table.Place{})
	t.Source.Set(row, table.SourceID(f.Path))
	t.Path.Set(row, f.Path)
	if f.Format != nil {
		t.Format.Set(row, f.Format.Name)
	}
	t.Group.SetText(row, f.Group)
	t.Compression.SetText(row, f.Compression)
	t.Build.Set(row, h.build)
	t.From.Set(row, n.from)
	t.Bytes.Set(row, n.size)
	t.SHA256.Set(row, n.sha256)
	if !n.modified.IsZero() {
		t.Modified.Set(row, n.modified.UnixNano())
	}
	t.Whole.Set(row, n.whole)
	c := f.Counts()
	t.Lines.Set(row, c.Lines)
	t.Blank.Set(row, c.Blank)
	t.Ignored.Set(row, c.Ignored)
	t.Rejected.Set(row, c.Rejected)
	t.LastAt.Set(row, last)
	t.Redacted.Set(row, h.redacted)
	if n.dropped {
		t.Dropped.Set(row, true)
		return
	}
	t.Records.Set(row, n.records)
	t.Findings.Set(row, n.findings)
}

// commit stores what this build has read, and the tables that it made of everything.
func (h *history) commit(read []reading, s *table.Set, program string) error {
	for _, r := range read {
		if r.fresh != nil {
			h.add(r.fresh)
		}
	}
	var logs []table.Partition
	for _, at := range slices.SortedFunc(maps.Keys(h.stored), dataset.Place.Compare) {
		if h.stored[at].added {
			logs = append(logs, table.Partition{Named: h.stored[at].rows.Named(), System: at.System, Month: at.Month})
		}
	}
	return h.data.Commit(append(s.Partitions(), logs...), program, h.redacted)
}
