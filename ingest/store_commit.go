package ingest

import (
	"fmt"
	"time"

	"runreport/ingest/dataset"
	"runreport/ingest/record"
	"runreport/ingest/table"
)

// commit stores the pieces that were added, and the tables as far as they are not stored.
func (s *sealStore) commit(t *table.Set, files []*record.File, sealed sealedUnits, clean bool, program string) error {
	placing := t.Placing()
	placing.Most = s.perPart
	storing, fresh, keep := make(map[string]table.Storing, len(sealed.by)), &table.Sealed{}, map[dataset.Group]bool{}
	if clean {
		s.sort(placing, t, files, sealed, storing, fresh, keep)
	}
	if err := s.completeEvents(placing, files, keep); err != nil {
		return err
	}
	return s.h.CommitParts(placing.Later(storing, fresh), keep, s.maker, program)
}

// sort says of all sealed units whether they stay where they are or are written anew.
func (s *sealStore) sort(placing *table.Placing, t *table.Set, files []*record.File, sealed sealedUnits,
	storing map[string]table.Storing, fresh *table.Sealed, keep map[dataset.Group]bool) {
	added := map[dataset.Group]int{} // units, by system and month
	order := make([]*sealedUnit, 0, len(sealed.by))
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
	for _, k := range s.lots {
		if !k.taken || !k.noteContents(s, t) {
			continue
		}
		for _, u := range k.units {
			u.taken = true
			order = append(order, u)
			if u.group == nil {
				system, month, _ := placing.Of(u.final)
				added[dataset.Group{System: system, Month: month}]++
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
		if u := byKey[run]; u != nil && u.inLot == nil && latest.After(u.latest) {
			u.latest = latest
		}
	})
	filled := map[dataset.Group]*filling{}
	for row := range t.Runs.Len() {
		u := byKey[t.Runs.Key.At(row)]
		if u == nil {
			continue
		}
		system, month, _ := placing.Of(u.final)
		place := dataset.Group{System: system, Month: month}
		if filled[place] == nil {
			filled[place] = &filling{}
		}
		storing[u.final] += table.Storing(filled[place].take(u.records, s.perGroup))
		u.addTo(fresh)
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

// eventsName is the table of which most builds need no more than the time of the latest event of each unit.
const eventsName = "events"

// completeEvents reads what was left out of the events of groups that do not stay as they are:
// their rows are written anew. No secret comes in by that: what is stored was looked through as it
// is, by this very program.
func (s *sealStore) completeEvents(placing *table.Placing, files []*record.File, keep map[dataset.Group]bool) error {
	if s.events == table.EventFields {
		return nil
	}
	whole := map[string]table.Part{}
	var index map[int64]int64 // numbers of files in this reading, by SourceID
	for _, g := range s.groups {
		if keep[g.Group] {
			continue
		}
		if index == nil {
			index = make(map[int64]int64, len(files))
			for _, f := range files {
				index[table.SourceID(f.Path)] = int64(f.Index)
			}
		}
		parts, err := s.h.ReadGroup(g.Group, func(name, _ string) bool { return name == eventsName })
		if err != nil {
			return err
		}
		set := &table.Set{}
		for _, p := range parts {
			set.TakeTable(p.Named)
		}
		keys := make([]string, len(g.units))
		for i, u := range g.units {
			keys[i] = u.key
		}
		marks, ok := set.Spans(keys)
		if !ok {
			return fmt.Errorf("the events of %s in %s are not those of its units", g.System, g.Month)
		}
		set.NumberSources(index)
		for i, u := range g.units {
			if u.final == "" { // it was put together again, with all columns
				continue
			}
			whole[u.final] = table.Part{Set: set, From: marks[i], To: marks[i+1], Renamed: u.batch.renamed}
		}
	}
	if len(whole) == 0 {
		return nil
	}
	return placing.WholeEvents(s.events, whole)
}
