package ingest

import (
	"cmp"
	"context"
	"fmt"
	"sync"
	"time"

	"runreport/ingest/dataset"
	"runreport/ingest/history"
	"runreport/ingest/record"
	"runreport/ingest/table"
	"runreport/unit/program"
	"runreport/unit/spill"
)

// sealStore takes the rows of sealed units over from a history, and says which go into it.
// Units of kahn are taken over one by one. A build with a history seals the units of every file of it:
//
//	units of the log have their rows stored, and it is as it was or has grown: a stand-in for each of
//	them is restored, and the records of its other units; what was added to it is decoded,
//	and sealed like in a build without a history
//	else: so is all of the log
//
// Units of other systems are taken over with all units of their files, see [storedLot].
//
// Stored rows lie in groups. A group of which a unit is continued, renamed or gone is
// written anew without it; all others stay as they are, and nothing of them is encoded again.
// A build that needs only the times of events reads only these of the table events. One that needs only the latest event of
// each unit reads nothing of that table. When groups are written anew, both read all of their events.
type sealStore struct {
	h        *history.History
	maker    string
	groups   []*storedGroup
	byFile   map[int64][]*sealedUnit // those that are taken over one by one, by the SourceID of their file
	lotFiles map[int64]*storedFile   // by SourceID; nil: no lots are taken over
	lots     []*storedLot            // that are stored, or are to be
	lotByKey map[string]*storedLot   // those that are stored
	events   table.EventDetail       // what was read of the table events
	tidy     bool                    // a place is to have one group, beside those that are full

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

// newStore is a store of no groups. It is nil where units cannot be sealed.
func newStore(h *history.History, o Options) *sealStore {
	if program.Hash() == "" || o.sealAfter < 0 {
		return nil
	}
	room := o.room()
	h.Rest = room.Rest
	return &sealStore{
		h:      h,
		maker:  fmt.Sprintf("%s, durations up to %s", program.Hash(), o.longest()), // rows of another one are made anew
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
	s.lotFiles, s.lotByKey = map[int64]*storedFile{}, map[string]*storedLot{}
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
	needs, alone := s.events.NeedsOfUnit, sealsUnits(of.System)
	if !alone {
		needs = s.events.NeedsOfLot
	}
	parts, err := s.h.ReadGroup(of, needs)
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
	if s.events == table.EventLatest && alone {
		units.Events(&g.batch.set.Events)
	}
	keys, rows := make([]string, 0, units.Len()), make([]int, 0, units.Len())
	for row := range units.Len() {
		if units.Ties.At(row) == nil { // else it is about a file
			keys, rows = append(keys, units.Run.At(row)), append(rows, row)
		}
	}
	marks, ok := g.batch.set.Spans(keys)
	if !ok || len(keys) == 0 {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	all, sources := make([]sealedUnit, len(keys)), make([]int64, len(keys))
	g.units, g.marks = make([]*sealedUnit, 0, len(keys)), marks
	for i, row := range rows {
		u := &all[i]
		*u = sealedUnit{
			key:     keys[i],
			records: units.Records.At(row),
			batch:   g.batch,
			from:    marks[i],
			to:      &marks[i+1],
			last:    time.Unix(0, units.Last.At(row)).UTC(),
			whole:   true,
			group:   g,
			stored:  units.First.At(row),
		}
		g.units = append(g.units, u)
		sources[i] = units.Source.At(row)
	}
	if alone {
		s.noteFiles(g.units, sources)
	} else {
		s.readLots(g, &units)
	}
	return g
}

// noteFiles notes the files that the units are of. Those of a file mostly lie side by side.
func (s *sealStore) noteFiles(units []*sealedUnit, sources []int64) {
	for from, to := 0, 0; from < len(units); from = to {
		for to = from + 1; to < len(units) && sources[to] == sources[from]; {
			to++
		}
		if before := s.byFile[sources[from]]; before != nil {
			s.byFile[sources[from]] = append(before, units[from:to]...)
		} else {
			s.byFile[sources[from]] = units[from:to:to]
		}
	}
}

// renumber makes rows of this build name files by the places that these have since some were dropped.
func (s *sealer) renumber(files []*record.File, readings []reading, lots *lots) {
	if s == nil || s.store == nil || len(files) == len(readings) {
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

// numberStored makes stored rows name files by their places in this reading. Rows of a unit that is taken over alone are of
// its file.
func (s *sealer) numberStored() {
	if s.store == nil {
		return
	}
	places := map[int64]int64{}
	for id, f := range s.store.lotFiles {
		if f.file != nil {
			places[id] = int64(f.file.Index)
		}
	}
	for _, g := range s.store.groups {
		if !sealsUnits(g.System) {
			g.batch.set.NumberSources(places)
			continue
		}
		sources := make([]int64, len(g.units))
		for i, u := range g.units {
			if u.file != nil { // else its rows are not taken over
				sources[i] = int64(u.file.Index)
			}
		}
		table.PlaceUnits(&g.batch.set, g.marks, sources)
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
	if r.dropped || r.sealed || r.inLot {
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
