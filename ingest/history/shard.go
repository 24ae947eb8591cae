package history

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"time"

	"github.com/zeebo/xxh3"

	"runreport/ingest/dataset"
	"runreport/ingest/record"
	"runreport/ingest/table"
)

// ErrOverlap are two parts that hold different content of one log.
var ErrOverlap = errors.New("two parts hold different content of one log")

// OpenPart opens what a shard, or a merge of some, has written, to be read: its logs are there
// after ReadLogs alone. Others may write to it meanwhile, which fails what is read of it then.
func OpenPart(ctx context.Context, dir string, systems []*record.System, codes []*record.Code) (*History, error) {
	data, err := dataset.OpenBrief(ctx, dir, table.LinksName)
	h, err := of(data, err, systems, codes)
	if err != nil {
		return nil, err
	}
	return h, data.Unlock()
}

// ReadLogs reads the logs of the places, as kahn/2026-04; nil: all of them.
func (h *History) ReadLogs(places map[string]bool) error {
	h.stored, h.logs = map[dataset.Place]*partition{}, map[string][]Piece{}
	err := h.data.ReadRows(func(at dataset.Place) bool {
		return at.Table == table.LogsName && (places == nil || places[at.System+"/"+at.Month])
	}, func(p table.Partition) { h.store(p, &part{}) })
	h.index()
	return err
}

// Links are what a shard says about its files; none where it is of another program.
func (h *History) Links() *table.Links {
	all := &table.Links{}
	for _, p := range h.data.Parts() {
		p.CopyTo(all.Named())
	}
	return all
}

// Logs is how many logs a shard holds, by its manifest.
func (h *History) Logs() int { return h.data.Manifest.Shard.Logs }

// Describe gives the file what is known of it without what was read of it, and returns where
// that is stored.
func (h *History) Describe(f *record.File) (stored string) {
	pieces := h.logs[f.Path]
	p := pieces[0]
	f.Link, f.Bytes = p.rows.Link.At(p.row), pieces[len(pieces)-1].Size()
	return p.at.System + "/" + p.at.Month
}

// Content is a hash of what was read of the log.
func (h *History) Content(path string) int64 {
	pieces := h.logs[path]
	first, last := pieces[0], pieces[len(pieces)-1]
	return content(last.Size(), first.rows.Format.At(first.row), func(yield func(records, findings []byte) bool) {
		for _, p := range pieces {
			records, _ := p.records(p.row) // of a part, ReadLogs has read them
			if !yield(records, p.rows.Findings.At(p.row)) {
				return
			}
		}
	})
}

// Content is a hash of what was read of a whole log, in pieces that depend on the log alone.
func Content(pieces []*New) int64 {
	last, format := pieces[len(pieces)-1], ""
	if last.file.Format != nil {
		format = last.file.Format.Name
	}
	return content(last.state.Size, format, func(yield func(records, findings []byte) bool) {
		for _, n := range pieces {
			if !yield(n.read.Records, n.read.Findings) {
				return
			}
		}
	})
}

func content(size int64, format string, pieces iter.Seq2[[]byte, []byte]) int64 {
	h := xxh3.New()
	fmt.Fprintf(h, "%d %s ", size, format) // it never fails
	for records, findings := range pieces {
		fmt.Fprintf(h, "%d ", len(records))
		h.Write(records)
		h.Write(findings)
	}
	return int64(h.Sum64())
}

// SameLog reports whether two histories hold the same of a log, also in other pieces, as other programs cut it.
func SameLog(a, b *History, path string) bool {
	var stored [2]string
	for i, h := range []*History{a, b} {
		f := &record.File{Path: path}
		if h.Restore(f) != nil {
			return false
		}
		records, findings := f.Store()
		format := ""
		if f.Format != nil {
			format = f.Format.Name
		}
		stored[i] = fmt.Sprintf("%d %s %d %s%s", f.Bytes, format, len(records), records, findings)
	}
	return stored[0] == stored[1]
}

// InOnePlace has the pieces of a log stored where the latest time of all of them belongs.
func InOnePlace(pieces []*New) {
	var last time.Time
	for _, n := range pieces {
		if n.read.Last.After(last) {
			last = n.read.Last
		}
	}
	for _, n := range pieces {
		n.placedBy = last
	}
}

// Stored is where the piece will be stored, as kahn/2026-04.
func (n *New) Stored() string {
	at := n.place()
	return at.System + "/" + at.Month
}

// CommitShard stores the pieces with what the shard is of, and the tables of its own logs.
func (h *History) CommitShard(of dataset.Shard, tables []table.Partition, maker, program string) error {
	h.data.Manifest.Maker = maker
	return h.write(tables, &of, program)
}

// CommitMerged stores what is in several histories, but for what is left of it, and fresh rows.
func (h *History) CommitMerged(of dataset.Shard, from []*History, fresh []table.Partition, leave func(i int, at dataset.Place) dataset.Left, maker, program string) error {
	c := dataset.Copies{Fresh: fresh, Leave: leave}
	for _, o := range from {
		c.From = append(c.From, o.data)
	}
	h.data.Manifest.Maker, h.data.Manifest.Shard = maker, &of
	return h.data.CommitCopies(c, program, h.redacted)
}

// Gather reads the tables that a merged history stores, in the order of a reading. The error is
// ErrOrder of package table, or that of a part.
func Gather(h *History, systems []string, detail table.EventDetail) (*table.Set, error) {
	return table.Gather(systems, detail, func(name string) ([]table.Partition, error) {
		return h.data.ReadTable(name, func(column string) bool { return detail.Needs(name, column) })
	})
}
