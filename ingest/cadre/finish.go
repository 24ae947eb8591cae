package cadre

import (
	"slices"
	"time"

	"runreport/ingest/record"
)

// finish settles which records count and puts them into the unit: the checkpoint
// first, then what the fleet says, events, invocations and the progress page, each
// in the order of paths and lines.
func (d *draft) finish(m *repeatFinder) {
	u := d.unit
	d.events, d.calls = m.onceEach(d.events), callsOnce(d.calls)
	var files record.Paths
	for _, path := range u.Files { // of snapshots
		files.Add(path)
	}
	lists := [...][]*record.Record{d.latestItem(), d.events, d.calls, d.distinctTotals(), d.page()}
	n := 0
	for _, list := range lists {
		n += len(list)
	}
	u.Records = slices.Grow(u.Records, n)
	for _, list := range lists {
		for _, r := range list {
			u.Records = append(u.Records, r)
			files.Add(r.File.Path)
		}
	}
	u.Files = files.List()
	for _, r := range u.Records {
		keepNested(r)
	}
	slices.Sort(u.Files)
	slices.Sort(u.Superseded)
	switch u.Kind {
	case kindItem:
		u.Evidence = "state folder and work item " + u.ID
	case kindMigration:
		u.Evidence = "folder of the migration"
	default:
		u.Evidence = "state folder"
	}
}

// latestItem is what the newest of the item's fleets says. A work item stands in
// one fleet; several say something of it when their files are copies.
func (d *draft) latestItem() []*record.Record {
	if len(d.item) == 0 {
		return nil
	}
	best := d.item[0]
	for _, r := range d.item[1:] {
		if r.At.After(best.At) {
			best = r
		}
	}
	for _, r := range d.item {
		if r != best {
			r.Fate = record.Superseded
		}
	}
	d.item[0] = best
	return d.item[:1]
}

// distinctTotals leaves out copies of one document of totals. It has no stamp of its own,
// so that different ones all count as claims.
func (d *draft) distinctTotals() []*record.Record {
	var kept []*record.Record
	for _, r := range d.totals {
		if slices.ContainsFunc(kept, func(k *record.Record) bool { return k.Sum == r.Sum }) {
			r.Fate = record.Duplicate
			d.unit.Superseded = append(d.unit.Superseded, r.File.Path)
			continue
		}
		d.unit.Companions = append(d.unit.Companions, r.File)
		kept = append(kept, r)
	}
	return kept
}

// page is the newest of the unit's progress pages; the others are older snapshots.
func (d *draft) page() []*record.Record {
	if len(d.pages) == 0 {
		return nil
	}
	updated := func(f *record.File) time.Time { return f.Records[0].Time("updated") }
	best := d.pages[0]
	for _, f := range d.pages[1:] {
		if updated(f).After(updated(best)) {
			best = f
		}
	}
	for _, f := range d.pages {
		if f != best {
			f.Superseded()
			d.unit.Superseded = append(d.unit.Superseded, f.Path)
		}
	}
	d.unit.Companions = append(d.unit.Companions, best)
	return best.Records
}
