package history

import (
	"slices"
	"sync"

	"runreport/ingest/dataset"
	"runreport/ingest/table"
)

// manyParts is how many parts of logs that are not full lie in one place before they are made one.
const manyParts = 8

// A part of logs is cut where it has so many bytes of records, and is full when its file has a sixteenth of
// that: it is not written again then. Files have a third or a fourth of the bytes. All that is written or read
// at once is a part, so that a history may be of any size. Only a long piece, as of a log that is no log of lines, makes a
// longer part.
const (
	bytesPerPart = 32 << 20
	fullPart     = bytesPerPart / 16
)

// recordsColumn is the column of the records, which are most of what is stored of a log.
const recordsColumn = "records"

// part is rows that lie in the dataset together. Their records are read when the first of them
// is asked for, which is never where all units of the logs are sealed, and let go of when as many were
// asked for as there are rows.
type part struct {
	at    dataset.Place
	path  string // below the dataset
	bytes int    // of its file
	rows  table.Logs
	later func() (table.Partition, error) // reads the records; nil: rows has them

	mu    sync.Mutex
	left  int // how many times more the records are asked for until they are let go of; 0: they are not there
	fault error
}

// records are those of a row. It may be called from several goroutines.
func (p *part) records(row int) ([]byte, error) {
	if p.later == nil {
		return p.rows.Records.At(row), nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := p.load(); err != nil {
		return nil, err
	}
	records := p.rows.Records.At(row)
	if p.left--; p.left == 0 {
		p.rows.Records = table.Bytes{}
	}
	return records, nil
}

// load reads the records where they are not there. A part that could not be read once is not tried again.
func (p *part) load() error {
	if p.left > 0 || p.fault != nil {
		return p.fault
	}
	all, err := p.later()
	if p.fault = err; err != nil {
		return err
	}
	var rows table.Logs
	rows.Named().Take(all.Named)
	p.rows.Records, p.left = rows.Records, p.rows.Len()
	return nil
}

// copyTo adds rows, with their records, to a table.
func (p *part) copyTo(t *table.Logs, rows []int) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.later != nil {
		if err := p.load(); err != nil {
			return err
		}
		defer func() { p.rows.Records, p.left = table.Bytes{}, 0 }()
	}
	p.rows.Named().Pick(rows).CopyTo(t.Named())
	return nil
}

// all are its rows.
func (p *part) all() []int {
	rows := make([]int, p.rows.Len())
	for i := range rows {
		rows[i] = i
	}
	return rows
}

// letGo lets go of the records, which are read again for who asks.
func (p *part) letGo() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.later != nil {
		p.rows.Records, p.left = table.Bytes{}, 0
	}
}

// full reports whether the part stays as it is when others are written.
func (p *part) full() bool { return p.bytes >= fullPart }

// toWrite is what Commit writes of the partition at the place, and which parts it replaces: all of it; or
// what was added, which goes beside what is there, with parts that are not full where these are many.
// rest is called now and then while they are made.
func (p *partition) toWrite(at dataset.Place, rest func()) (fresh []table.Partition, replaced []string, err error) {
	of := table.Partition{Named: (&table.Logs{}).Named(), System: at.System, Month: at.Month, Beside: !p.anew}
	switch {
	case len(p.again) > 0:
		fresh, replaced = p.rowsAgain(of)
		return fresh, replaced, nil
	case p.fresh == nil && !p.anew:
		return nil, nil, nil
	}
	old := p.parts
	if !p.anew {
		if old = slices.DeleteFunc(slices.Clone(old), (*part).full); len(old) < manyParts {
			old = nil
		}
	}
	t := &table.Logs{}
	for _, own := range old {
		if err := own.copyTo(t, own.all()); err != nil {
			return nil, nil, err
		}
		replaced = append(replaced, own.path)
	}
	if p.fresh != nil {
		p.fresh.Named().CopyTo(t.Named())
	}
	for _, rows := range cut(t) {
		fresh = append(fresh, table.Later(of, len(rows), func() (table.Named, error) {
			if rest != nil {
				rest()
			}
			return t.Named().Pick(rows), nil
		}))
	}
	return fresh, replaced, nil
}

// cut cuts the rows where they have enough bytes. There is a cut of no rows where there are none: it may
// be to replace others.
func cut(t *table.Logs) (cuts [][]int) {
	var rows []int
	size := 0
	for row := range t.Len() {
		rows = append(rows, row)
		if size += len(t.Records.At(row)); size >= bytesPerPart {
			cuts, rows, size = append(cuts, rows), nil, 0
		}
	}
	if len(rows) > 0 || len(cuts) == 0 {
		cuts = append(cuts, rows)
	}
	return cuts
}

// CommitParts is Commit for tables that are cut already. keep are the groups of sealed units
// that stay as they are; maker says who made them.
func (h *History) CommitParts(tables []table.Partition, keep map[dataset.Group]bool, maker, program string) error {
	h.data.Retain(keep)
	h.data.Manifest.Maker = maker
	return h.write(tables, nil, program)
}

// Groups are the groups of sealed units that the maker made.
func (h *History) Groups(maker string) []dataset.Group {
	if h.data.Manifest.Maker != maker {
		return nil
	}
	return h.data.Groups()
}

// ReadGroup reads the columns of the tables of a group of which it is true.
func (h *History) ReadGroup(g dataset.Group, of func(table, column string) bool) ([]table.Partition, error) {
	return h.data.ReadGroup(g, of)
}
