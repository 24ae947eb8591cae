package ingest

import (
	"cmp"
	"context"
	"slices"
	"time"

	"runreport/ingest/record"
)

// datedUnit is a unit with its times.
type datedUnit struct {
	unit   *record.Unit // nil: its rows are there already, and no time is taken out of it
	stamps record.Stamps
}

// plausible takes the times out of units that cannot be right (STATISTICS 1.1), before
// anything is made of them: a run that ends in 2093 would else set what "latest" is, and
// until when all others were watched. A unit's times are held against their median. A
// unit with one or two has none that tells, and is held against the other units.
func plausible(ctx context.Context, o Options, chunks []*chunk, sealed sealedUnits, lots []*lot) error {
	all := make([][]datedUnit, len(chunks))
	err := forEach(ctx, o, "checking times", len(chunks), func(i int) {
		for _, u := range chunks[i].units {
			if sealed.of(u) == nil { // else its times are near each other
				all[i] = append(all[i], datedUnit{u, u.Stamps()})
			}
		}
	})
	if err != nil {
		return err
	}
	o.links.timeSealed(sealed.by)
	var lone []datedUnit
	latest := record.Later(o.links.since(), sealed.last()) // of the units that can tell
	for _, l := range lots {
		more, last := l.times()
		lone, latest = append(lone, more...), record.Later(latest, last)
	}
	for _, list := range all {
		for _, d := range list {
			switch {
			case d.stamps.N == 0:
			case d.stamps.Alone():
				lone = append(lone, d)
			default:
				d.dropFar()
				latest = record.Later(latest, d.stamps.Last)
			}
			o.links.time(d)
		}
	}
	dropLone(lone, latest)
	return nil
}

// dropFar takes the times out of the unit that are far from its others, of which it has enough.
func (d *datedUnit) dropFar() {
	if !d.stamps.Together() {
		d.unit.DropFar()
		d.stamps = d.unit.Stamps()
	}
}

// dropLone takes out the times of units with one or two that lie more than 366 days
// after all others. latest is the latest time of all other units, zero where there are
// none: then the earliest of these is where to begin.
func dropLone(lone []datedUnit, latest time.Time) {
	slices.SortStableFunc(lone, func(a, b datedUnit) int {
		return cmp.Or(a.stamps.First.Compare(b.stamps.First), a.stamps.Last.Compare(b.stamps.Last))
	})
	for _, d := range lone {
		if latest.IsZero() {
			latest = d.stamps.First
		}
		limit := latest.Add(record.MaxApart)
		if d.unit == nil {
			latest = record.Later(latest, d.stamps.Last)
			continue
		}
		if d.stamps.Last.After(limit) {
			d.unit.DropAfter(limit, "at most 366 days after "+latest.Format(time.DateOnly)+", the latest time of all other files")
		}
		latest = record.Later(latest, d.unit.Stamps().Last)
	}
}
