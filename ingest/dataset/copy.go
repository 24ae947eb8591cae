package dataset

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"maps"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"runreport/ingest/table"
)

// Copies are rows of several datasets that become those of another. They are not decoded where
// none of them is left out.
type Copies struct {
	From  []*Dataset
	Fresh []table.Partition // rows that go beside them
	// Leave tells which rows of From[i] are left out of those in a place.
	Leave func(i int, at Place) Left
}

// Left says which rows are left out.
type Left struct {
	All bool
	Of  func(source int64) bool // those of files with such a SourceID; nil: none
}

// CopyError is a part of From[From] that could not be copied.
type CopyError struct {
	From int
	Damage
}

func (e *CopyError) Error() string { return e.Path + ": " + e.Err.Error() }

// copied is a part of a dataset, or of fresh rows, as it is written.
type copied struct {
	of    Part
	bytes []byte
}

// CommitCopies is Commit for rows of other datasets: d holds them afterwards, and nothing else.
// Parts of one place become one.
func (d *Dataset) CommitCopies(c Copies, program string, redacted bool) error {
	type source struct {
		from int
		part Part
	}
	parts, fresh := map[Place][]source{}, map[Place]table.Partition{}
	for i, from := range c.From {
		for _, p := range from.Manifest.Parts {
			at, err := placeOf(p.Path)
			if err != nil {
				return err
			}
			if !c.Leave(i, at).All {
				parts[at] = append(parts[at], source{i, p})
			}
		}
	}
	for _, p := range c.Fresh {
		if p.Len() > 0 {
			fresh[PlaceOf(p)] = p
			parts[PlaceOf(p)] = append(parts[PlaceOf(p)], source{from: -1})
		}
	}
	places := slices.SortedFunc(maps.Keys(parts), Place.Compare)
	written := make([][]Part, len(places))
	var g errgroup.Group
	g.SetLimit(runtime.GOMAXPROCS(0))
	for i, at := range places {
		g.Go(func() error {
			var all []copied
			for _, s := range parts[at] {
				var p copied
				var err error
				if s.from < 0 {
					p, err = encoded(fresh[at], program)
				} else if p, err = c.From[s.from].without(s.part, at, c.Leave(s.from, at).Of, program); err != nil {
					err = &CopyError{s.from, Damage{s.part.Path, err}}
				}
				if err != nil {
					return err
				}
				if p.of.Rows > 0 {
					all = append(all, p)
				}
			}
			var err error
			written[i], err = d.writeCopies(at, all)
			return err
		})
	}
	if err := g.Wait(); err != nil {
		return err
	}
	m := Manifest{Program: program, Redacted: redacted, Shard: d.Manifest.Shard, Maker: d.Manifest.Maker, Parts: slices.Concat(written...)}
	return d.replaceManifest(m)
}

// encoded is fresh rows as a part.
func encoded(p table.Partition, program string) (copied, error) {
	b, err := p.Encode()
	if err != nil {
		return copied{}, err
	}
	sum := p.Digest()
	first, last := p.Span()
	return copied{Part{Schema: table.VersionOf(p.Name), Program: program, Rows: p.Len(), First: first, Last: last,
		Content: hex.EncodeToString(sum[:])}, b}, nil
}

// without is the part without the rows of files that are left out.
func (d *Dataset) without(p Part, at Place, left func(source int64) bool, program string) (copied, error) {
	b, err := p.bytes(d.root.Root)
	if err != nil || left == nil {
		return copied{p, b}, err
	}
	whole, err := decodePart(at, b, allColumns)
	if err != nil {
		return copied{}, err
	}
	kept := whole.RowsOf(func(source int64) bool { return !left(source) })
	if len(kept) == whole.Len() {
		return copied{p, b}, nil
	}
	whole.Named = whole.Pick(kept)
	return encoded(whole, program)
}

// writeCopies writes the parts of one place as one, or one by one where that is more than is
// read of a part.
func (d *Dataset) writeCopies(at Place, all []copied) (written []Part, err error) {
	slices.SortFunc(all, func(a, b copied) int { return cmp.Compare(a.of.Content, b.of.Content) })
	size := 0
	for _, p := range all {
		size += len(p.bytes)
	}
	if len(all) > 1 && size <= maxPart {
		var files [][]byte
		one, h := all[0].of, sha256.New()
		one.Rows = 0
		for _, p := range all {
			files = append(files, p.bytes)
			one.Rows += p.of.Rows
			one.spans(p.of)
			h.Write([]byte(p.of.Content))
		}
		one.Content = hex.EncodeToString(h.Sum(nil))
		b, err := table.Concat(files)
		if err == nil {
			all = []copied{{one, b}}
		} else if !errors.Is(err, table.ErrTooLarge) {
			return nil, err
		}
	}
	for _, p := range all {
		part, err := d.writeFile(at, p.bytes, p.of)
		if err != nil {
			return nil, err
		}
		written = append(written, part)
	}
	return written, nil
}

// ReadRows hands the parts of the places for which of is true to take, one by one.
func (d *Dataset) ReadRows(of func(Place) bool, take func(table.Partition)) error {
	for _, p := range d.Manifest.Parts {
		if at, err := placeOf(p.Path); err != nil || !of(at) {
			continue
		}
		part, err := readPart(d.root.Root, p, allColumns)
		if err != nil {
			return &CopyError{Damage: Damage{p.Path, err}}
		}
		take(part)
	}
	return nil
}
