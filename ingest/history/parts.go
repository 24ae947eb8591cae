package history

import (
	"runreport/ingest/dataset"
	"runreport/ingest/table"
)

// manyParts is how many parts of logs lie in one place before they are made one.
const manyParts = 8

// toWrite is what Commit writes of the partition: all of it, or what was added alone, which
// goes beside what is there. ok is false where nothing is new.
func (p *partition) toWrite() (t *table.Logs, beside, ok bool) {
	switch {
	case p.fresh == nil:
		return &p.rows, false, p.added
	case p.added || p.parts == 0 || p.parts >= manyParts:
		p.fresh.Named().CopyTo(p.rows.Named())
		return &p.rows, false, true
	}
	return p.fresh, true, true
}

// CommitParts is Commit for tables that are cut already. keep are the groups of sealed units
// that stay as they are; maker says who made them.
func (h *History) CommitParts(tables []table.Partition, keep map[dataset.Group]bool, maker, program string) error {
	h.data.Keep(keep)
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

// ReadGroup reads the tables of a group.
func (h *History) ReadGroup(g dataset.Group) ([]table.Partition, error) { return h.data.ReadGroup(g) }
