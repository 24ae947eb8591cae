// Package history keeps what was read of every log: its records and findings, before they
// are put together to units, as rows of the dataset in a folder. A log that grew has one
// piece for each build that read more of it, and a long one several of a build, so that it need not
// be in memory as a whole:
//
//	logs/run.jsonl   build 1  bytes      0 to    900
//	logs/run.jsonl   build 4  bytes    900 to   2400
//	logs/long.jsonl  build 4  bytes      0 to 262100
//	logs/long.jsonl  build 4  bytes 262100 to 524000
//
// Whether a file is read again is decided by package ingest; this package stores and
// restores.
package history

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"runreport/ingest/dataset"
	"runreport/ingest/record"
	"runreport/ingest/table"
)

// Err is a history that cannot be used as it is asked for; ErrNotStored one that could
// not be written.
var (
	Err          = errors.New("the history")
	ErrNotStored = errors.New("the history was not written")
)

// History is what earlier builds have read, while a build adds to it.
type History struct {
	// Rest gives back the memory of what is to be stored and will be asked for once more. It is called
	// before each part is written; nil: nothing does.
	Rest func()

	data     *dataset.Dataset
	build    int64                        // number of this build
	logs     map[string][]Piece           // by path, in the order in which they go on
	stored   map[dataset.Place]*partition // the rows that are there, by where they lie
	formats  map[string]*record.Format    // by name
	codes    map[string]*record.Code
	redacted bool
}

// partition is the rows of one system and month.
type partition struct {
	parts []*part     // that lie in the dataset
	fresh *table.Logs // rows that this build adds; nil: none
	anew  bool        // the rows are to be written anew
	again []someRows  // of parts that were in parts, and are written again without their other rows
}

// Open opens the history in dir for the formats of the systems and for the codes of their
// findings. It waits for other builds, and makes a history where there is none.
func Open(ctx context.Context, dir string, systems []*record.System, codes []*record.Code) (*History, error) {
	data, err := dataset.OpenWithout(ctx, dir, table.LogsName, recordsColumn)
	return of(data, err, systems, codes)
}

// of is the history in a dataset.
func of(data *dataset.Dataset, err error, systems []*record.System, codes []*record.Code) (*History, error) {
	if errors.Is(err, dataset.ErrForeign) || errors.Is(err, dataset.ErrVersion) {
		return nil, fmt.Errorf("%w: %w", Err, err)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNotStored, err)
	}
	h := &History{data: data, redacted: data.Manifest.Redacted, logs: map[string][]Piece{}, stored: map[dataset.Place]*partition{},
		formats: map[string]*record.Format{}, codes: map[string]*record.Code{}}
	for _, s := range systems {
		for _, f := range s.Formats {
			h.formats[f.Name] = f
		}
	}
	for _, c := range codes {
		h.codes[c.Name] = c
	}
	for _, p := range data.Parts() {
		if p.Name == table.LogsName {
			h.store(p.Partition, &part{path: p.Path(), bytes: p.Bytes(), later: p.Later})
		}
	}
	h.index()
	return h, nil
}

// store adds a part with the rows of p to what is there.
func (h *History) store(p table.Partition, own *part) {
	at := dataset.PlaceOf(p)
	if h.stored[at] == nil {
		h.stored[at] = &partition{}
	}
	own.at = at
	own.rows.Named().Take(p.Named)
	h.stored[at].parts = append(h.stored[at].parts, own)
}

// Agree refuses a build that treats secrets otherwise than the history does.
func (h *History) Agree(redacted bool) error {
	if len(h.logs) > 0 && h.redacted != redacted {
		return fmt.Errorf("%w was made %s --no-redact: build with the same, or into another folder", Err, map[bool]string{
			true:  "without",
			false: "with",
		}[h.redacted])
	}
	h.redacted = redacted
	return nil
}

// index puts the pieces of every log in order, without those that were replaced.
func (h *History) index() {
	places, largest := slices.SortedFunc(maps.Keys(h.stored), dataset.Place.Compare), 0
	for _, at := range places {
		for _, p := range h.stored[at].parts {
			largest = max(largest, p.rows.Len())
		}
	}
	h.logs = make(map[string][]Piece, largest) // a log may have a piece in each part
	var block []Piece                          // most logs have one piece: lists of one are cut from it
	for _, at := range places {
		for _, p := range h.stored[at].parts {
			t := &p.rows
			for row := range t.Len() {
				path, piece := t.Path.At(row), Piece{p, row}
				h.redacted = t.Redacted.Is(row)
				h.build = max(h.build, t.Build.At(row))
				if before, ok := h.logs[path]; ok {
					h.logs[path] = append(before, piece)
					continue
				}
				if len(block) == cap(block) {
					block = make([]Piece, 0, min(largest, piecesPerBlock))
				}
				block = append(block, piece)
				h.logs[path] = slices.Clip(block[len(block)-1:])
			}
		}
	}
	h.build++
	for path, pieces := range h.logs {
		if len(pieces) == 1 {
			continue
		}
		slices.SortStableFunc(pieces, func(a, b Piece) int {
			return cmp.Or(cmp.Compare(a.build(), b.build()), cmp.Compare(a.From(), b.From()))
		})
		kept := pieces[:0]
		for _, p := range pieces {
			for len(kept) > 0 && p.replaces(kept[len(kept)-1]) {
				kept = kept[:len(kept)-1]
			}
			kept = append(kept, p)
		}
		h.logs[path] = kept
	}
}

// piecesPerBlock is how many lists of one piece lie side by side.
const piecesPerBlock = 1024

// build is which one read the piece.
func (p Piece) build() int64 { return p.rows.Build.At(p.row) }

// replaces reports whether the piece stands in the place of one that was known before it: what begins at 0 is
// the log anew, and what begins no later than a piece of an earlier build is that one with others. After a
// damaged manifest one piece may be there twice, or beside the one that it was put into.
func (p Piece) replaces(before Piece) bool {
	switch {
	case p.From() > before.From():
		return false
	case p.From() == 0, p.build() > before.build():
		return true
	}
	return p.Size() == before.Size() && p.SHA256() == before.SHA256()
}

// Paths are the paths of the logs that are stored, without those that retention took out,
// in no order.
func (h *History) Paths() []string {
	return slices.DeleteFunc(slices.Collect(maps.Keys(h.logs)), h.Dropped)
}

// Dropped reports whether retention took the log out.
func (h *History) Dropped(path string) bool { return h.logs[path][0].Dropped() }

// Known is what is stored of a log: its last Piece, when the pieces lead up to it
// without a gap and none is missing behind it.
func (h *History) Known(path string) (last Piece, ok bool) {
	pieces := h.logs[path]
	end := int64(0)
	for _, p := range pieces {
		if p.From() != end {
			return Piece{}, false
		}
		end = p.Size()
		last = p
	}
	return last, len(pieces) > 0 && last.SHA256() != goesOn
}

// errMissing says that a piece was lost, as by damage: what is left of the log says something else
// than the whole.
var errMissing = errors.New("a piece of it is missing")

// Restore gives the file what is stored of it. Pieces before the line from which records are wanted are
// not read.
func (h *History) Restore(f *record.File) error {
	if _, whole := h.Known(f.Path); len(h.logs[f.Path]) > 0 && !whole {
		return errMissing
	}
	return h.restore(f, true)
}

// RestoreWithout gives the file what is stored of it but its records.
func (h *History) RestoreWithout(f *record.File) error { return h.restore(f, false) }

// RestoreTold gives the file what is stored of it but its records, with fates and findings as they were once its units were
// put together.
func RestoreTold(h *History, f *record.File, told record.Told) error {
	if err := h.RestoreWithout(f); err != nil {
		return err
	}
	return told.Release(f, h.codes)
}

// Identify gives the file what is known of it without what was read of it.
func (h *History) Identify(f *record.File) error {
	pieces := h.logs[f.Path]
	if len(pieces) == 0 {
		return nil
	}
	first, last := pieces[0], pieces[len(pieces)-1]
	t, row := &first.rows, first.row
	f.Group, f.Compression, f.Link = t.Group.At(row), t.Compression.At(row), t.Link.At(row)
	f.Bytes, f.Labels = last.Size(), last.rows.Labels.At(last.row)
	if name, ok := t.Format.Get(row); ok {
		if f.Format = h.formats[name]; f.Format == nil {
			return fmt.Errorf("format %q is not known", name)
		}
	}
	return nil
}

// noRecords is what record.File.Store gives for a file without records.
var noRecords, _ = (&record.File{}).Store()

func (h *History) restore(f *record.File, withRecords bool) error {
	if err := h.Identify(f); err != nil {
		return err
	}
	pieces, lines := h.logs[f.Path], int64(0)
	return record.RestorePieces(f, len(pieces), func(i int) (record.Piece, error) {
		of := pieces[i].read()
		lines += of.Counts.Lines
		if !withRecords || f.WantedLines.After(lines) {
			of.Records = noRecords
			return of, nil
		}
		var err error
		of.Records, err = pieces[i].records(pieces[i].row)
		return of, err
	}, h.codes)
}

// RestoreNew gives the file the records of a new piece, behind those that it has.
func (h *History) RestoreNew(f *record.File, n *New) error {
	return record.RestorePieces(f, 1, func(int) (record.Piece, error) { return n.read, nil }, h.codes)
}

// Drop stores that the log was there, and nothing of what it held.
func (h *History) Drop(f *record.File, s State) {
	h.Add(&New{file: &record.File{Path: f.Path, Format: f.Format}, state: s, dropped: true})
}

// Add puts a piece to the others of its system and month.
func (h *History) Add(n *New) {
	f, at := n.file, n.place()
	if h.stored[at] == nil {
		h.stored[at] = &partition{}
	}
	if h.stored[at].fresh == nil {
		h.stored[at].fresh = &table.Logs{}
	}
	t := h.stored[at].fresh
	row := t.Add(table.Place{})
	t.Source.Set(row, table.SourceID(f.Path))
	t.Path.Set(row, f.Path)
	if f.Format != nil {
		t.Format.Set(row, f.Format.Name)
	}
	t.Group.SetText(row, f.Group)
	t.Compression.SetText(row, f.Compression)
	t.Link.SetText(row, f.Link)
	t.Build.Set(row, h.build)
	t.From.Set(row, n.from)
	t.Bytes.Set(row, n.state.Size)
	t.SHA256.Set(row, n.state.SHA256)
	if !n.state.Modified.IsZero() {
		t.Modified.Set(row, n.state.Modified.UnixNano())
	}
	t.Whole.Set(row, n.state.WholeLine)
	c := n.read.Counts
	t.Lines.Set(row, c.Lines)
	t.Blank.Set(row, c.Blank)
	t.Ignored.Set(row, c.Ignored)
	t.Rejected.Set(row, c.Rejected)
	t.LastAt.Set(row, n.read.Last)
	if len(f.Labels) > 0 {
		t.Labels.Set(row, f.Labels)
	}
	t.Redacted.Set(row, h.redacted)
	if n.dropped {
		t.Dropped.Set(row, true)
		return
	}
	t.Records.Set(row, n.read.Records)
	t.Findings.Set(row, n.read.Findings)
}

// Commit stores the pieces that were added, and the tables that were made of everything.
func (h *History) Commit(s *table.Set, program string) error {
	h.data.Manifest.Maker = ""
	return h.write(s.Placing().Later(nil, nil), nil, program)
}

func (h *History) write(tables []table.Partition, of *dataset.Shard, program string) error {
	dropped := map[string]bool{}
	for _, at := range slices.SortedFunc(maps.Keys(h.stored), dataset.Place.Compare) {
		fresh, replaced, err := h.stored[at].toWrite(at, h.Rest)
		if err != nil {
			return err
		}
		tables = append(tables, fresh...)
		for _, path := range replaced {
			dropped[path] = true
		}
	}
	h.data.Drop(dropped)
	h.data.Manifest.Shard = of
	return h.data.Commit(tables, program, h.redacted)
}

// About is what a history says of itself.
type About struct {
	Shard    *dataset.Shard   // what it is a shard of; nil: it is none
	Maker    string           // who made the tables of a shard; "": they are not to be taken over
	Redacted bool             // secrets were taken out of what is stored
	Damaged  []dataset.Damage // parts that could not be read and were set aside
	Logs     int              // that were read from it, with those that retention took out; of a part none before ReadLogs
	Pieces   int              // rows of these, of which a log may have several
}

// About is what the history says of itself.
func (h *History) About() About {
	pieces := 0
	for _, s := range h.stored {
		for _, p := range s.parts {
			pieces += p.rows.Len()
		}
	}
	return About{h.data.Manifest.Shard, h.data.Manifest.Maker, h.redacted, h.data.Damaged, len(h.logs), pieces}
}

// Empty forgets everything that was stored before, so that the next Commit begins anew.
func (h *History) Empty() {
	for at := range h.stored {
		h.stored[at] = &partition{anew: true}
	}
	h.logs, h.build = map[string][]Piece{}, 1
}

// AllPaths are the paths of all logs, also of those that retention took out, in no order.
func (h *History) AllPaths() []string { return slices.Collect(maps.Keys(h.logs)) }

// Has reports whether the log is stored, even if retention took it out.
func (h *History) Has(path string) bool { return len(h.logs[path]) > 0 }

// Close lets the next build in.
func (h *History) Close() error { return h.data.Close() }
