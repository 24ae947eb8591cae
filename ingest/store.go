package ingest

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/zeebo/xxh3"

	"runreport/ingest/dataset"
	"runreport/ingest/history"
	"runreport/ingest/record"
	"runreport/ingest/table"
	"runreport/unit/spill"
)

// sealStore takes the rows of sealed units over from a history, and says which go into it.
// A build with a history seals the units of every file:
//
//	units of the log have their rows stored, and it is as it was or has grown: a stand-in for each of
//	them is restored, and the records of its other units; what was added to it is decoded,
//	and sealed like in a build without a history
//	else: so is all of the log
//
// Stored rows lie in groups. A group of which a unit is continued, renamed or gone is
// written anew without it; all others stay as they are, and nothing of them is encoded again.
// A build that needs only the times of events reads only these of the table events. One that needs only the latest event of
// each unit reads nothing of that table. When groups are written anew, both read all of their events.
type sealStore struct {
	h      *history.History
	maker  string
	groups []*storedGroup
	byFile map[int64][]*sealedUnit // by the SourceID of the file
	events table.EventDetail       // what was read of the table events
	index  map[int64]int64         // numbers of files in this reading, by SourceID
	tidy   bool                    // a place is to have one group, beside those that are full

	perGroup int64 // records of a group, at most
	perPart  int   // rows of other parts, at most; 0: as many as suit most

	slab *spill.Slab // where what is to be stored lies until then

	mu    sync.Mutex
	fresh map[string][]*history.New // the pieces that this build has read, by path
}

// storedGroup is rows of sealed units as they lie in the history.
type storedGroup struct {
	dataset.Group
	batch   *batch
	units   []*sealedUnit
	marks   []table.Marks // of their rows
	changed bool          // it cannot stay as it is
}

// change marks the group as one that cannot stay as it is. g is nil where the rows are in no
// group; then there is nothing to mark.
func (g *storedGroup) change() {
	if g != nil {
		g.changed = true
	}
}

// self is the hash of this program's file: rows that another program made are made anew,
// whatever its version says. "": the file cannot be read.
var self = sync.OnceValue(func() string {
	path, err := os.Executable()
	if err != nil {
		return ""
	}
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	h := xxh3.New()
	if _, err := io.Copy(h, f); err != nil {
		return ""
	}
	return fmt.Sprintf("%016x", h.Sum64())
})

// newStore is a store of no groups. It is nil where units cannot be sealed.
func newStore(h *history.History, o Options) *sealStore {
	if self() == "" || o.sealAfter < 0 {
		return nil
	}
	room := o.room()
	h.Rest = room.Rest
	return &sealStore{
		h:      h,
		maker:  fmt.Sprintf("%s, durations up to %s", self(), o.longest()),
		byFile: map[int64][]*sealedUnit{},
		events: o.Events,
		slab:   spill.NewSlab(room),
		fresh:  map[string][]*history.New{},

		perGroup: cmp.Or(int64(o.partRows), recordsPerGroup),
		perPart:  o.partRows,
	}
}

// sealing are the options with which units are sealed where the store keeps what was read. Nothing is where
// there is none.
func (o Options) sealing(store *sealStore) Options {
	o.Events = table.EventFields // all of them are stored
	if store != nil {
		o.sealAfter = cmp.Or(o.sealAfter, manyRecords)
		o.sealer = newSealer(o)
		o.sealer.store = store
	}
	return o
}

// openStore reads the groups of the history. It is nil where units cannot be taken over, and
// then nothing is sealed.
func openStore(ctx context.Context, h *history.History, o Options) (*sealStore, error) {
	s := newStore(h, o)
	if s == nil {
		return nil, nil
	}
	all := h.Groups(s.maker)
	read := make([]*storedGroup, len(all))
	err := forEach(ctx, Options{Jobs: o.Jobs}, "", len(all), func(i int) { read[i] = s.readGroup(all[i]) })
	if err != nil {
		return nil, err
	}
	for _, g := range read {
		if g == nil { // its units are made anew
			continue
		}
		s.groups = append(s.groups, g)
	}
	return s, nil
}

// readGroup reads a group; nil where it is not as this program writes them.
func (s *sealStore) readGroup(of dataset.Group) *storedGroup {
	parts, err := s.h.ReadGroup(of, s.events.NeedsOfUnit)
	if err != nil {
		return nil
	}
	g := &storedGroup{Group: of, batch: &batch{}}
	var units table.Sealed
	for _, p := range parts {
		if p.Name == table.SealedName {
			units.Named().Take(p.Named)
			continue
		}
		g.batch.set.TakeTable(p.Named)
	}
	if s.events == table.EventLatest {
		units.Events(&g.batch.set.Events)
	}
	keys := make([]string, units.Len())
	for row := range keys {
		keys[row] = units.Run.At(row)
	}
	marks, ok := g.batch.set.Spans(keys)
	if !ok || len(keys) == 0 {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	all := make([]sealedUnit, len(keys))
	g.units, g.marks = make([]*sealedUnit, 0, len(keys)), marks
	for row, key := range keys {
		u := &all[row]
		*u = sealedUnit{
			key:     key,
			records: units.Records.At(row),
			batch:   g.batch,
			from:    marks[row],
			to:      &marks[row+1],
			last:    time.Unix(0, units.Last.At(row)).UTC(),
			whole:   true,
			group:   g,
			stored:  units.First.At(row),
		}
		g.units = append(g.units, u)
		source := units.Source.At(row)
		s.byFile[source] = append(s.byFile[source], u)
	}
	return g
}

// renumber makes rows of this build name files by the places that these have since some were dropped, and notes
// them for stored rows, which numberStored changes.
func (s *sealer) renumber(files []*record.File, readings []reading, lots *lots) {
	if s == nil || s.store == nil {
		return
	}
	index := make(map[int64]int64, len(files))
	for _, f := range files {
		index[table.SourceID(f.Path)] = int64(f.Index)
	}
	s.store.index = index
	if len(files) == len(readings) {
		return
	}
	places := make(map[int64]int64, len(readings))
	for before, r := range readings {
		if !r.dropped {
			places[int64(before)] = int64(len(places))
		}
	}
	sets := lots.sets()
	for _, u := range s.units {
		if u.group == nil {
			sets[&u.batch.set] = true
		}
	}
	for set := range sets {
		set.NumberSources(places)
	}
}

// numberStored makes stored rows name files by their places in this reading. Those of a unit are of its file.
func (s *sealer) numberStored() {
	if s.store == nil {
		return
	}
	for _, g := range s.store.groups {
		sources := make([]int64, len(g.units))
		for i, u := range g.units {
			if u.file != nil { // else its rows are not taken over
				sources[i] = int64(u.file.Index)
			}
		}
		table.PlaceUnits(&g.batch.set, g.marks, sources)
	}
}

// commit stores the pieces that were added, and the tables as far as they are not stored.
func (s *sealStore) commit(t *table.Set, files []*record.File, sealed sealedUnits, clean bool, program string) error {
	placing := t.Placing()
	placing.Most = s.perPart
	storing, fresh, keep := map[string]table.Storing{}, &table.Sealed{}, map[dataset.Group]bool{}
	if clean {
		s.sort(placing, t, files, sealed, storing, fresh, keep)
	}
	if err := s.completeEvents(placing, keep); err != nil {
		return err
	}
	return s.h.CommitParts(placing.Later(storing, fresh), keep, s.maker, program)
}

// sort says of all sealed units whether they stay where they are or are written anew.
func (s *sealStore) sort(placing *table.Placing, t *table.Set, files []*record.File, sealed sealedUnits,
	storing map[string]table.Storing, fresh *table.Sealed, keep map[dataset.Group]bool) {
	added := map[dataset.Group]int{} // units, by system and month
	var order []*sealedUnit
	for _, f := range files {
		named := t.Sources.Path.At(f.Index) == f.Path
		for _, r := range f.Records {
			u := sealed.by[r]
			switch {
			case u == nil:
			case named && u.whole:
				order = append(order, u)
				if u.group == nil {
					system, month, _ := placing.Of(u.final)
					added[dataset.Group{System: system, Month: month}]++
				} else {
					u.taken = true
				}
			default:
				u.group.change()
			}
		}
	}
	s.chooseKept(added, keep)
	for _, u := range order {
		if u.group != nil && keep[u.group.Group] {
			storing[u.final] = table.Stored
			continue
		}
		storing[u.final] = table.Fresh
	}
	// The rows of units lie in the order of runs, which is that of units.
	byKey := map[string]*sealedUnit{}
	for _, u := range order {
		if storing[u.final] == table.Fresh {
			byKey[u.final] = u
		}
	}
	t.Events.EachRun(func(run string, latest time.Time) {
		if u := byKey[run]; u != nil && latest.After(u.latest) {
			u.latest = latest
		}
	})
	filled := map[dataset.Group]*filling{}
	for row := range t.Runs.Len() {
		key := t.Runs.Key.At(row)
		if u := byKey[key]; u != nil && storing[key] == table.Fresh {
			system, month, _ := placing.Of(key)
			place := dataset.Group{System: system, Month: month}
			if filled[place] == nil {
				filled[place] = &filling{}
			}
			storing[key] += table.Storing(filled[place].take(u.records, s.perGroup))
			at := fresh.Add(table.Place{Source: u.file.Index, Line: u.standIn.Line})
			fresh.Run.Set(at, key)
			fresh.Records.Set(at, u.records)
			fresh.Last.Set(at, u.last.UnixNano())
			fresh.Latest.Set(at, u.latest)
			fresh.First.Set(at, u.standIn.StoreStandIn())
		}
	}
}

// recordsPerGroup is how many records the units of a group have at most, but for those of one unit: the rows of a
// group are written, and read, at once.
const recordsPerGroup = 1 << 20

// filling is how far the groups of a place are filled.
type filling struct {
	full    int // groups
	records int64
}

// take is the group, from 0, of a unit of so many records, where a group has so many at most.
func (f *filling) take(records, most int64) int {
	if f.records > 0 && f.records+records > most {
		f.full, f.records = f.full+1, 0
	}
	f.records += records
	return f.full
}

// full reports whether the group stays as it is when others are written.
func (g *storedGroup) full(most int64) bool {
	records := int64(0)
	for _, u := range g.units {
		records += u.records
	}
	return records > most/2
}

// chooseKept says which groups stay as they are. Small ones are written together with what is
// added in their place, so that a place has few groups however many builds added to it. Where the
// store is to be tidy it has one, beside those that are full.
func (s *sealStore) chooseKept(added map[dataset.Group]int, keep map[dataset.Group]bool) {
	small := map[dataset.Group]int{} // groups of each place
	for _, g := range s.groups {
		if !g.full(s.perGroup) {
			small[dataset.Group{System: g.System, Month: g.Month}]++
		}
	}
	for i := len(s.groups) - 1; i >= 0; i-- { // the newest, which mostly are small, first
		g := s.groups[i]
		place := dataset.Group{System: g.System, Month: g.Month}
		for _, u := range g.units {
			g.changed = g.changed || !u.taken
		}
		n := added[place]
		again := n > 0 && len(g.units) <= 2*n || s.tidy && small[place] > 1
		if g.changed || again && !g.full(s.perGroup) {
			added[place] += len(g.units)
			continue
		}
		keep[g.Group] = true
	}
}

// sealKnown seals the units of a file of a history, whose records are stored already or are
// in what is to be stored, where that was not done while it was read. fault is that of reading a file again that was
// put together segment by segment, and has to be as a whole.
func (s *sealer) sealKnown(f *record.File, r reading) (fault error) {
	if s == nil {
		return nil
	}
	if len(r.fresh) > 0 {
		s.store.mu.Lock()
		s.store.fresh[f.Path] = r.fresh
		s.store.mu.Unlock()
	}
	if r.units != nil {
		s.mu.Lock()
		s.units = append(s.units, r.units...)
		s.mu.Unlock()
		if len(r.fresh) == 0 {
			return nil
		}
	}
	if r.dropped || r.sealed {
		return nil
	}
	if r.open == (incremental{}) {
		r.open.units = s.forStored(f)
	}
	if r.open.finish() {
		return s.store.restoreAgain(f)
	}
	return nil
}

// place copies bytes to where they lie until they are stored. Without a store they lie where they are.
func (s *sealStore) place(b []byte) []byte {
	if s == nil {
		return b
	}
	return spill.Place(s.slab, b)
}
