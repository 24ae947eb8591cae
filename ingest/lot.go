package ingest

import (
	"slices"
	"sync/atomic"
	"time"

	"runreport/ingest/record"
)

// lot is some files that lie beside each other. As soon as all of them were read their units
// are put together and the records are let go, while other files are still being read. What a
// unit of the lot may have in common with files of others is noted: where it turns out to have,
// the files are opened, which is to say read again and put together with those (see openLots).
type lot struct {
	from, to int          // its files in the list
	unread   atomic.Int32 // how many of them are still to be read
	links    *linker
	units    []*lotUnit
}

// lotUnit is a unit whose rows are there.
type lotUnit struct {
	unitRows
	stamps record.Stamps // of its times
	alone  bool          // they were too few to tell a wrong one
	opened bool          // its files are read again, and it is put together with others
}

// filesPerLot is how many files a lot has at least, and mostPerLot how many files of one folder it
// has at most. The files of an installation are in one lot however many they are, since they have
// something to do with each other.
const (
	filesPerLot = 128
	mostPerLot  = 64 * filesPerLot
)

// cutLots cuts the list of files into lots of so many or more; below 0: into lots of just so many,
// whatever they are.
func cutLots(list []found, size int) (lots []*lot) {
	from := 0
	home := ""
	for i, f := range list {
		folder := folderOf(f.shown)
		next := homeOf(folder)
		full := size > 0 && i-from >= size && next != home || i-from >= mostPerLot && next == folder
		if full || i-from == -size {
			lots = append(lots, newLot(from, i))
			from = i
		}
		home = next
	}
	return append(lots, newLot(from, len(list)))
}

func newLot(from, to int) *lot {
	l := &lot{from: from, to: to, links: newLinker()}
	l.unread.Store(int32(to - from))
	return l
}

// waits reports whether the file's records are put together with its lot.
func waits(f *record.File) bool { return f.Format == nil || f.Format.Seal == nil }

// read says that one more of the lot's files was read. all are those of all lots.
func (l *lot) read(s *sealer, all []*record.File) {
	if l.unread.Add(-1) > 0 {
		return
	}
	files := all[l.from:l.to]
	for _, f := range files {
		l.links.add(f, 0, "")
	}
	own := slices.DeleteFunc(slices.Clone(files), func(f *record.File) bool { return !waits(f) })
	claimBeside(files)
	chunks := stitch(own, record.NewListing(files))
	l.links.tie(own, chunks)
	for _, c := range chunks {
		for _, u := range c.units {
			l.units = append(l.units, l.date(c, u))
		}
		l.seal(s, c)
	}
	for _, f := range own {
		f.Release()
	}
}

// date takes the times out of the unit that cannot be right, as far as it can tell itself.
func (l *lot) date(c *chunk, u *record.Unit) *lotUnit {
	d := datedUnit{u, u.Stamps()}
	x := &lotUnit{alone: d.stamps.Alone()}
	if !x.alone {
		d.dropFar()
	}
	l.links.time(d)
	x.system, x.at, x.stamps = c.system, placeOf(u), d.stamps
	return x
}

// seal puts the chunk's units into tables that several lots share.
func (l *lot) seal(s *sealer, c *chunk) {
	b := s.take()
	defer s.put(b)
	for i, u := range c.units {
		x := l.units[len(l.units)-len(c.units)+i]
		x.older = isOlder(u, s.o.Since)
		if x.older {
			x.part = added(&b.set, func() { mention(u, &b.set) })
		} else {
			x.part = c.put(u, &b.set, s.o)
		}
		if !s.o.Since.IsZero() {
			x.files = u.Files
		}
		b.n++
	}
}

// rows are those of the units that were not opened.
func (l *lot) rows() (rows []*unitRows) {
	for _, u := range l.units {
		if !u.opened {
			rows = append(rows, &u.unitRows)
		}
	}
	return rows
}

// times are those of units that have few of them, and the latest of all others.
func (l *lot) times() (lone []datedUnit, latest time.Time) {
	for _, u := range l.units {
		switch {
		case u.opened || u.stamps.N == 0:
		case u.alone:
			lone = append(lone, datedUnit{stamps: u.stamps})
		default:
			latest = laterOf(latest, u.stamps.Last)
		}
	}
	return lone, latest
}
