package ingest

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"runreport/ingest/record"
	"runreport/ingest/table"
	"runreport/unit/parallel"
)

// lot is some files that lie beside each other. As soon as all of them were read their units
// are put together and the records are let go, while other files are still being read. What a
// unit of the lot may have in common with files of others is noted: where it turns out to have,
// the files are opened, which is to say read again and put together with those (see open).
type lot struct {
	files  []*record.File
	links  *linker
	units  []*lotUnit
	stored *storedLot // whose rows its units have; nil: they were made by this build
}

// lotUnit is a unit whose rows are there.
type lotUnit struct {
	unitRows
	stamps record.Stamps // of its times
	alone  bool          // they were too few to tell a wrong one
	paths  []string      // of the files that it is made of or speaks of, where only they are wanted
	row    lotRow        // where there is a history
}

// lots cut the files into lots while these are being read, in their order.
type lots struct {
	*sealer
	all       []*lot
	pathsOnly bool    // which files a unit is made of is wanted, and no rows of it
	restored  bool    // the files are of merged parts: kahn's are in lots too, and a format is known when a file is restored
	list      []found // the files as they were found, in the order of their paths

	lookForLinks sync.Once
	hasLinks     bool // some of list are links

	mu    sync.Mutex
	files []*record.File // all that there are
	read  []bool         // which of them were read
	gone  []bool         // which of them are in no lot with others: removed by retention, or alone in a lot
	from  int            // the first that is in no lot yet
	next  int            // the first that was not read, or only before one that was not
	bytes int64          // of those between
	last  *record.File   // of those the last that a format claims
}

// A lot is cut when it has so many files or so many bytes, but not between files that have something
// to do with each other: those of one installation, however many they are, those of another folder, as
// long as they are no more than mostPerLot, and neighbours that share a link, as trials of a job do.
const (
	filesPerLot = 256
	bytesPerLot = 4 << 20
	mostPerLot  = 256 * filesPerLot
)

// largeLot is how many bytes the logs of a lot have that is put together on all processors: it holds
// one of many blocks, and there may be no other to work at meanwhile.
const largeLot = 4 * bytesPerLot

// newLots is nil where units are put together when all files are read.
func newLots(s *sealer, list []found, files []*record.File) *lots {
	if s == nil {
		return nil
	}
	return &lots{sealer: s, list: list, files: files, read: make([]bool, len(files)), gone: make([]bool, len(files))}
}

// whole are all lots.
func (x *lots) whole() []*lot {
	if x == nil {
		return nil
	}
	return x.all
}

// sets are the tables in which there are rows of their units.
func (x *lots) sets() map[*table.Set]bool {
	all := map[*table.Set]bool{}
	for _, l := range x.whole() {
		for _, u := range l.units {
			if u.made != nil { // else its rows are stored
				all[u.made.Set] = true
			}
		}
	}
	return all
}

// done says that a file was read, and seals the lots that are whole now. One that is gone is in none.
func (x *lots) done(i int, gone bool) {
	if x == nil {
		return
	}
	x.mu.Lock()
	x.read[i] = true
	if gone {
		x.gone[i] = true
	}
	var whole []*lot
	for x.next < len(x.files) && x.read[x.next] {
		if x.next > x.from && x.full() {
			whole = append(whole, x.cut())
		}
		if x.bytes += x.files[x.next].Bytes; x.files[x.next].Format != nil {
			x.last = x.files[x.next]
		}
		if x.next++; x.next == len(x.files) {
			whole = append(whole, x.cut())
		}
	}
	x.all = append(x.all, whole...)
	x.mu.Unlock()
	for _, l := range whole {
		l.seal(x, record.NewListing(l.files))
	}
}

// full reports whether the next file begins another lot.
func (x *lots) full() bool {
	n, size := x.next-x.from, cmp.Or(x.o.lotFiles, filesPerLot)
	if size < 0 {
		return n == -size
	}
	if n < size && x.bytes < bytesPerLot {
		return false
	}
	before, next := x.files[x.next-1].Dir, x.files[x.next]
	if before == next.Dir && n < mostPerLot { // of one home, whatever it is
		return false
	}
	home := homeOf(next.Dir)
	plain := home == next.Dir && before == next.Dir // a folder that is no installation, for all that is known
	if home == homeOf(before) && (!plain || n < mostPerLot) {
		return false
	}
	return !shareLink(x.last, next)
}

// shareLink reports whether two files that were read have a link that ties them.
func shareLink(a, b *record.File) bool {
	if a == nil || a.Format == nil || b.Format == nil || a.Format.System != b.Format.System || !waits(a) || !waits(b) {
		return false
	}
	of, values := systemOf(a.Format), map[string]string{}
	for _, link := range of.Links(a) {
		values[link.Name] = link.Value
	}
	return slices.ContainsFunc(of.Links(b), func(link record.Link) bool {
		value, both := values[link.Name]
		return both && (value == "" || value != link.Value)
	})
}

// addAlone adds a lot of one file, whose units were put together while it was read.
func (x *lots) addAlone(f *record.File, l *lot) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.gone[f.Index], x.all = true, append(x.all, l)
}

func (x *lots) cut() *lot {
	l := &lot{links: newLinker()}
	for i := x.from; i < x.next; i++ {
		if !x.gone[i] {
			l.files = append(l.files, x.files[i])
		}
	}
	x.from, x.bytes, x.last = x.next, 0, nil
	return l
}

// waits reports whether the file's records are put together with its lot.
func waits(f *record.File) bool { return f.Format == nil || f.Format.Seal == nil }

// seal puts the units of the lot together. beside are the files that they may look for.
func (l *lot) seal(x *lots, beside *record.Listing) {
	own := slices.DeleteFunc(slices.Clone(l.files), func(f *record.File) bool { return !x.restored && !waits(f) })
	claimBeside(l.files)
	for _, step := range l.steps(x, own, beside) {
		step()
	}
	for _, f := range own {
		f.Release()
	}
}

// steps returns the three steps that put the units of the files together. Each step covers all units before the next step
// starts, since a record may describe several units.
func (l *lot) steps(x *lots, own []*record.File, beside *record.Listing) [3]func() {
	var chunks []*chunk
	stitch := func() {
		for _, f := range own {
			l.links.add(f, 0, "")
		}
		chunks = stitch(own, beside, sealedUnits{})
		l.links.tie(own, chunks)
	}
	date := func() {
		for _, c := range chunks {
			for _, u := range c.units {
				l.units = append(l.units, l.date(c, u))
				if x.pathsOnly {
					l.units[len(l.units)-1].paths = slices.Collect(pathsOf(u))
				}
			}
		}
	}
	put := func() {
		if !x.pathsOnly {
			l.putAll(x.sealer, chunks)
		}
	}
	return [3]func(){stitch, date, put}
}

// putAll writes the rows of the units.
func (l *lot) putAll(s *sealer, chunks []*chunk) {
	rows, of := l.units, make([][]*lotUnit, len(chunks))
	for i, c := range chunks {
		of[i], rows = rows[:len(c.units)], rows[len(c.units):]
	}
	put := func(i int) { l.put(s, chunks[i], of[i]) }
	l.each(s.o, len(chunks), put)
}

// each calls work for 0 to n-1, on several goroutines where the lot is large.
func (l *lot) each(o Options, n int, work func(i int)) {
	jobs := 1
	if l.bytes() >= cmp.Or(o.largeLot, largeLot) {
		jobs = o.Jobs
	}
	_ = parallel.ForEach(context.Background(), jobs, n, nil, work) // which nothing interrupts
}

func (l *lot) bytes() (n int64) {
	for _, f := range l.files {
		n += f.Bytes
	}
	return n
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

// put writes the rows of the chunk's units into tables that several lots share.
func (l *lot) put(s *sealer, c *chunk, rows []*lotUnit) {
	b := s.take()
	defer s.put(b)
	for i, u := range c.units {
		x := rows[i]
		x.older = isOlder(u, s.o.Since)
		if x.older {
			x.made = added(&b.set, func() { mention(u, &b.set) })
			if s.o.History != "" {
				x.stored = c.put(u, &b.set, s.o)
			}
		} else {
			x.made = c.put(u, &b.set, s.o)
		}
		if !s.o.Since.IsZero() {
			x.files = u.Files
		}
		if s.store.takesLots() {
			x.noteRow(u)
		}
		b.n++
	}
}

// rows are those of the units.
func (l *lot) rows() (rows []*unitRows) {
	for _, u := range l.units {
		rows = append(rows, &u.unitRows)
	}
	return rows
}

// times are those of units that have few of them, and the latest of all others.
func (l *lot) times() (lone []datedUnit, latest time.Time) {
	for _, u := range l.units {
		switch {
		case u.stamps.N == 0:
		case u.alone:
			lone = append(lone, datedUnit{stamps: u.stamps})
		default:
			latest = record.Later(latest, u.stamps.Last)
		}
	}
	return lone, latest
}
