package ingest

import (
	"fmt"

	"runreport/ingest/dataset"
	"runreport/ingest/table"
)

// eventsName is the table of which most builds need no more than the time of the latest event of each unit.
const eventsName = "events"

// completeEvents reads what was left out of the events of groups that do not stay as they are:
// their rows are written anew. No secret comes in by that: what is stored was looked through as it
// is, by this very program.
func (s *sealStore) completeEvents(placing *table.Placing, keep map[dataset.Group]bool) error {
	if s.events == table.EventFields {
		return nil
	}
	whole := map[string]table.Part{}
	for _, g := range s.groups {
		if keep[g.Group] {
			continue
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
		set.NumberSources(s.index)
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
