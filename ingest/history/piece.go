package history

import (
	"bytes"
	"cmp"
	"slices"
	"time"

	"runreport/ingest/dataset"
	"runreport/ingest/record"
	"runreport/ingest/table"
)

// Piece is a stored row: a whole log, some of a long one, or what was added to it.
type Piece struct {
	*part
	row int
}

// From is where the piece begins in the log, in bytes.
func (p Piece) From() int64 { return p.rows.From.At(p.row) }

// Size is where it ends: of the last piece, the size of the log when it was read.
func (p Piece) Size() int64 { return p.rows.Bytes.At(p.row) }

// SHA256 is the hash of the log up to the end of the piece; no hash where the same build read on
// behind it.
func (p Piece) SHA256() string { return p.rows.SHA256.At(p.row) }

// Dropped reports whether retention took the log out and left only the row.
func (p Piece) Dropped() bool { return p.rows.Dropped.Is(p.row) }

// WholeLine reports whether the piece ends with the end of a line.
func (p Piece) WholeLine() bool { return p.rows.Whole.Is(p.row) }

// Modified is when the log was changed last; the zero time where that is not known.
func (p Piece) Modified() time.Time {
	if ns, ok := p.rows.Modified.Get(p.row); ok {
		return time.Unix(0, ns)
	}
	return time.Time{}
}

// read is what was read of it, without its records.
func (p Piece) read() record.Piece {
	t, row := &p.rows, p.row
	return record.Piece{To: p.Size(), Last: t.LastAt.At(row), Findings: t.Findings.At(row), Counts: record.Counts{
		Lines:    t.Lines.At(row),
		Blank:    t.Blank.At(row),
		Ignored:  t.Ignored.At(row),
		Rejected: t.Rejected.At(row),
	}}
}

// Same reports whether the pieces of the log that are stored hold the records and findings that were read of
// all of it now, in pieces of the same lines.
func Same(h *History, path string, now []*New) bool {
	return slices.EqualFunc(h.logs[path], now, func(p Piece, n *New) bool {
		records, err := p.records(p.row)
		stored := p.read()
		return err == nil && bytes.Equal(n.read.Records, records) &&
			bytes.Equal(n.read.Findings, stored.Findings) && n.read.Counts == stored.Counts
	})
}

// SHA256 returns the hash of a log's content as the history will have it when the pieces are stored that this build has
// read of it, in their order. It is "" where the log will not be there as a whole.
func SHA256(h *History, path string, fresh []*New) string {
	if n := len(fresh); n > 0 {
		return fresh[n-1].state.SHA256
	}
	if last, whole := h.Known(path); whole {
		return last.SHA256()
	}
	return ""
}

// goesOn stands in the place of the hash of a piece that the same build has read on behind.
const goesOn = "goes on"

// State is what tells one state of a file from another.
type State struct {
	Size      int64
	Modified  time.Time // zero where it is not known, or so new that a later write could have the same
	SHA256    string    // of all of it
	WholeLine bool      // it ends with the end of a line
}

// New is a piece of a log that this build has read.
type New struct {
	file    *record.File // says what it is; its records may be of more than the piece
	from    int64
	state   State
	dropped bool // by retention: there is nothing but the row
	// placedBy is the time by whose month it is stored; zero: the latest of its records.
	placedBy time.Time
	read     record.Piece
}

// NewPiece encodes what was read of the file from a byte on. That is done before the file
// is put together with others, which changes its records.
func NewPiece(f *record.File, from int64, s State) *New {
	records, findings := f.Store()
	return &New{file: f, from: from, state: s, read: record.Piece{
		To: s.Size, Counts: f.Counts(), Last: record.LastTime(f.Records), Records: records, Findings: findings,
	}}
}

// NewPieces is NewPiece for a whole file, whose records may have been stored while it was read (see
// [record.Keeping]): as if builds had read it as it grew. They know the hash of all of it alone. place copies
// records to where they lie until they are stored.
func NewPieces(f *record.File, s State, place func([]byte) []byte) []*New {
	var all []*New
	from := int64(0)
	for _, p := range f.Keep.Pieces(f, s.Size, place) {
		all = append(all, &New{file: f, from: from, read: p, state: State{Size: p.To, Modified: s.Modified, SHA256: goesOn, WholeLine: true}})
		from = p.To
	}
	all[len(all)-1].state = s
	return all
}

// Continues reports whether the piece goes on where another ends.
func (n *New) Continues() bool { return n.from > 0 }

// place is where the piece is stored.
func (n *New) place() dataset.Place {
	at := dataset.Place{Table: table.LogsName, System: table.NoSystem, Month: table.MonthOf(cmp.Or(n.placedBy, n.read.Last))}
	if n.file.Format != nil {
		at.System = n.file.Format.System
	}
	return at
}
