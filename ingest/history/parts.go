package history

import (
	"sync"

	"runreport/ingest/dataset"
	"runreport/ingest/table"
)

// manyParts is how many parts of logs lie in one place before they are made one.
const manyParts = 8

// recordsColumn is the column of the records, which are most of what is stored of a log.
const recordsColumn = "records"

// part is rows that lie in the dataset together. Their records are read when the first of them
// is asked for, which is never where all units of the logs are sealed.
type part struct {
	at    dataset.Place
	rows  table.Logs
	later func() (table.Partition, error) // reads the records; nil: rows has them
	once  sync.Once
	fault error
}

// records are those of a row. It may be called from several goroutines.
func (p *part) records(row int) ([]byte, error) {
	err := p.load()
	return p.rows.Records.At(row), err
}

// load reads the records, once.
func (p *part) load() error {
	p.once.Do(func() {
		if p.later == nil {
			return
		}
		all, err := p.later()
		if p.fault = err; err == nil {
			var rows table.Logs
			rows.Named().Take(all.Named)
			p.rows.Records = rows.Records
		}
	})
	return p.fault
}

// toWrite is what Commit writes of the partition: all of it, or what was added alone, which
// goes beside what is there. It is nil where nothing is new.
func (p *partition) toWrite() (t *table.Logs, beside bool, err error) {
	switch {
	case p.fresh == nil && !p.anew:
		return nil, false, nil
	case !p.anew && len(p.parts) > 0 && len(p.parts) < manyParts:
		return p.fresh, true, nil
	}
	t = &table.Logs{}
	for _, own := range p.parts {
		if err := own.load(); err != nil {
			return nil, false, err
		}
		own.rows.Named().CopyTo(t.Named())
	}
	if p.fresh != nil {
		p.fresh.Named().CopyTo(t.Named())
	}
	return t, false, nil
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
