package history

import (
	"cmp"
	"iter"
	"slices"
	"time"

	"runreport/ingest/record"
	"runreport/ingest/table"
)

// Pieces of a log are put together as long as one of two neighbours is small and both together are no longer
// than this: a log that grew each night becomes one, and a long one that was read in pieces stays as it is,
// so that nobody has all of it in memory.
const (
	smallPiece   = 128 << 10 // bytes of the log
	mostTogether = 4 << 20
)

// length is how many bytes of the log the piece is. A compressed log is read as a whole whenever it has changed:
// its pieces are blocks of one build, however few bytes they take in the log.
func (p Piece) length() int64 {
	if p.rows.Compression.At(p.row) != "" {
		return mostTogether
	}
	return p.Size() - p.From()
}

// Repack has the next Commit write the logs in few pieces and parts, without what was replaced. Of those that
// are old nothing stays but a row. place copies bytes to where they can lie until then. It returns how
// many rows there will be.
func Repack(h *History, old map[string]bool, place func([]byte) []byte) (rows int, err error) {
	kept := map[*part][]keptRow{}
	for _, path := range slices.Sorted(slices.Values(h.AllPaths())) {
		if old[path] && !h.Dropped(path) {
			rows++
			f := &record.File{Path: path}
			if err := h.Identify(f); err != nil {
				return 0, err
			}
			h.Drop(f, h.logs[path][len(h.logs[path])-1].state())
			continue
		}
		build := int64(0) // that read the pieces; 0: each its own
		for pieces := range together(h.logs[path]) {
			rows++
			if len(pieces) == 1 {
				p := pieces[0]
				kept[p.part] = append(kept[p.part], keptRow{p.row, build})
				continue
			}
			build = h.build // of those behind too: a piece of a later build replaces what begins behind it
			one, err := joined(h, path, pieces, place)
			if err != nil {
				return 0, err
			}
			h.Add(one)
		}
	}
	for _, p := range h.stored {
		p.repack(kept)
	}
	return rows, nil
}

// together are those of the pieces that become one.
func together(pieces []Piece) iter.Seq[[]Piece] {
	return func(yield func([]Piece) bool) {
		from, size := 0, int64(0)
		for i, p := range pieces {
			next := p.length()
			if i > from && (size+next > mostTogether || min(size, next) >= smallPiece) {
				if !yield(pieces[from:i]) {
					return
				}
				from, size = i, 0
			}
			size += next
		}
		if from < len(pieces) {
			yield(pieces[from:])
		}
	}
}

// joined is one piece of several that follow each other.
func joined(h *History, path string, pieces []Piece, place func([]byte) []byte) (*New, error) {
	f := &record.File{Path: path}
	if err := h.Identify(f); err != nil {
		return nil, err
	}
	err := record.RestorePieces(f, len(pieces), func(i int) (of record.Piece, err error) {
		of = pieces[i].read()
		of.Records, err = pieces[i].records(pieces[i].row)
		return of, err
	}, h.codes)
	if err != nil {
		return nil, err
	}
	last := pieces[len(pieces)-1]
	n := NewPiece(f, pieces[0].From(), last.state())
	n.read.Records = place(n.read.Records)
	return n, nil
}

// state is that of the log at the end of the piece.
func (p Piece) state() State {
	return State{Size: p.Size(), Modified: p.Modified(), SHA256: p.SHA256(), WholeLine: p.WholeLine()}
}

// LastAt is the latest time of the records of a log; zero where none has one.
func LastAt(h *History, path string) (last time.Time) {
	for _, p := range h.logs[path] {
		if at := p.rows.LastAt.At(p.row); at.After(last) {
			last = at
		}
	}
	return last
}

// keptRow is a row that stays, as if a build had read it; 0: as it is.
type keptRow struct {
	row   int
	build int64
}

// repack has parts written again that hold more than the rows that are kept, or are neither full nor
// the only one. It lets go of all records.
func (p *partition) repack(kept map[*part][]keptRow) {
	stay := 0 // parts that are not full
	for _, own := range p.parts {
		if !own.full() {
			stay++
		}
	}
	if p.fresh != nil {
		stay++
	}
	var parts []*part
	for _, own := range p.parts {
		own.letGo()
		rows := kept[own]
		whole := len(rows) == own.rows.Len() && !slices.ContainsFunc(rows, func(r keptRow) bool { return r.build > 0 })
		if whole && (own.full() || stay == 1) {
			parts = append(parts, own)
			continue
		}
		slices.SortFunc(rows, func(a, b keptRow) int { return cmp.Compare(a.row, b.row) })
		p.again = append(p.again, someRows{own, rows})
	}
	p.parts = parts
}

// someRows are rows of a part.
type someRows struct {
	*part
	rows []keptRow
}

// sizes are about how many bytes the rows of a part have in its file, by their share of the logs. Those of
// rows that are in no file are a fourth of their records.
func (p *part) sizes() []int64 {
	sizes, all := make([]int64, p.rows.Len()), int64(0)
	for row := range sizes {
		switch {
		case p.rows.Dropped.Is(row): // nothing of it is there
		case p.later == nil:
			sizes[row] = int64(len(p.rows.Records.At(row))) / 4
		default:
			sizes[row] = max(1, p.rows.Bytes.At(row)-p.rows.From.At(row))
			all += sizes[row]
		}
	}
	for row := range sizes {
		if all > 0 {
			sizes[row] = int64(float64(sizes[row]) / float64(all) * float64(p.bytes))
		}
	}
	return sizes
}

// rowsAgain cuts the rows that are written again, and those that were added, to partitions. Their records are
// read when they are written.
func (p *partition) rowsAgain(of table.Partition) (all []table.Partition, replaced []string) {
	again := p.again
	for _, x := range again {
		replaced = append(replaced, x.path)
	}
	if p.fresh != nil {
		own := &part{rows: *p.fresh}
		var rows []keptRow
		for row := range own.rows.Len() {
			rows = append(rows, keptRow{row: row})
		}
		again = append(again, someRows{own, rows})
	}
	var some []someRows
	n, size := 0, int64(0)
	add := func(of *part, rows []keptRow) {
		if len(rows) > 0 { // else nothing of the part is read
			some = append(some, someRows{of, rows})
		}
	}
	flush := func() {
		if n > 0 {
			of, rows := of, some
			all = append(all, table.Later(of, n, func() (table.Named, error) { return madeOf(rows) }))
		}
		some, n, size = nil, 0, 0
	}
	for _, x := range again {
		from, sizes := 0, x.sizes()
		for i, r := range x.rows {
			if n > 0 && size+sizes[r.row] > bytesPerPart/4 {
				add(x.part, x.rows[from:i])
				flush()
				from = i
			}
			n, size = n+1, size+sizes[r.row]
		}
		add(x.part, x.rows[from:])
	}
	flush()
	return all, replaced
}

// madeOf is a table of the rows with their records.
func madeOf(all []someRows) (table.Named, error) {
	t := &table.Logs{}
	for _, x := range all {
		rows, from := make([]int, len(x.rows)), t.Len()
		for i, r := range x.rows {
			rows[i] = r.row
		}
		if err := x.copyTo(t, rows); err != nil {
			return table.Named{}, err
		}
		for i, r := range x.rows {
			if r.build > 0 {
				t.Build.Set(from+i, r.build)
			}
		}
	}
	return t.Named(), nil
}
