package cadre

import (
	"cmp"
	"path"
	"slices"
	"strings"
	"time"

	"runreport/ingest/record"
)

// The kinds of units.
const (
	kindItem      = "work item"
	kindFleet     = "fleet"
	kindMigration = "migration"
)

// draft is a unit while its records are gathered.
type draft struct {
	unit    *record.Unit
	started time.Time
	docs    []*record.Record // snapshots of its checkpoint
	doc     *record.Record   // the snapshot that counts
	item    []*record.Record // what its fleets say of it
	events  []*record.Record
	calls   []*record.Record
	pages   []*record.File   // progress pages
	totals  []*record.Record // AAMF's own totals of its invocations
}

// place is a unit's name where there may be several runs of it.
type place struct{ kind, home, id string }

// index finds the unit that a record belongs to.
type index struct {
	all      []*draft
	identity map[string]*draft
	at       map[place][]*draft
	copyOf   map[*record.File]*record.File // a copy elsewhere → the file it is a copy of
}

// stitch makes units of work items, fleets and migrations. A checkpoint says
// which unit it is a snapshot of; everything else joins by its folder and the
// name of the work item, and where a folder held several runs of it, by time.
func stitch(files []*record.File) []*record.Unit {
	x := &index{identity: map[string]*draft{}, at: map[place][]*draft{}}
	for _, f := range files {
		x.documents(f)
	}
	for _, d := range x.all {
		d.settle()
	}
	x.copies(files)
	for _, f := range files {
		x.rest(f)
	}
	x.interruptions()
	x.itemsOfFleets()
	units := make([]*record.Unit, 0, len(x.all))
	var m repeatFinder
	for _, d := range x.all {
		d.finish(&m)
		units = append(units, d.unit)
	}
	return units
}

// documents puts the checkpoints of a file with the other snapshots of their unit.
func (x *index) documents(f *record.File) {
	for _, r := range checkpoints(f) {
		kind, id := unitOf(r)
		if kind == "" {
			continue
		}
		near, far := nearIdentity(kind, id, r), farIdentity(kind, id, r)
		d := x.identity[near]
		if d == nil && far != "" {
			d = x.identity[far]
		}
		if d == nil {
			d = x.add(kind, homeOf(f), id)
			d.started = r.Time("startedAt")
		}
		x.alsoAt(d, homeOf(f))
		x.identity[near] = d
		if far != "" && x.identity[far] == nil {
			x.identity[far] = d
		}
		d.docs = append(d.docs, r)
	}
}

// checkpoints are the records of a file among which checkpoints can be.
func checkpoints(f *record.File) []*record.Record {
	switch f.Format.Name {
	case formatItem, formatMigration, formatFleet:
		return f.Records
	}
	return nil
}

// unitOf is which unit a checkpoint is a snapshot of; "" for any other record.
func unitOf(r *record.Record) (kind, id string) {
	dir := r.File.Dir
	switch {
	case r.Is(itemCheckpoint.Name):
		return kindItem, cmp.Or(itemOf(r), itemOfPath(dir), path.Base(dir))
	case r.Is(migrationCheckpoint.Name):
		return kindMigration, r.Str("projectName")
	case r.Is(fleetCheckpoint.Name):
		return kindFleet, r.Str("projectName")
	}
	return "", ""
}

// nearIdentity is the name under which the snapshots of one run in one folder are the same.
func nearIdentity(kind, id string, r *record.Record) string {
	return strings.Join([]string{kind, id, r.Time("startedAt").String(), homeOf(r.File)}, "\x00")
}

// farIdentity is the name under which the snapshots of one run are the same wherever copies of
// it lie; "" where there is none. Two runs of one name do not begin in the same millisecond; work
// items of one name in several projects might, but not on the same commit.
func farIdentity(kind, id string, r *record.Record) string {
	started, commit := r.Time("startedAt"), str(r, "baseCommit")
	if started.IsZero() || kind == kindItem && commit == "" {
		return ""
	}
	return strings.Join([]string{kind, id, started.String(), str(r, "branchName"), commit}, "\x00")
}

func (x *index) add(kind, home, id string) *draft {
	d := &draft{unit: &record.Unit{System: system, Kind: kind, ID: record.Cut(id, 200), Home: home}}
	x.all = append(x.all, d)
	x.alsoAt(d, home)
	return d
}

// alsoAt lets the draft be found at another folder.
func (x *index) alsoAt(d *draft, home string) {
	p := place{d.unit.Kind, home, d.unit.ID}
	if d.unit.Kind != kindItem {
		p.id = "" // what happens in the folder is not always named
	}
	if !slices.Contains(x.at[p], d) {
		x.at[p] = append(x.at[p], d)
	}
}

// find is the draft of the name at the folder; of several runs, the one that was
// the last to begin by then.
func (x *index) find(kind, home, id string, when time.Time) *draft {
	p := place{kind, home, record.Cut(id, 200)}
	if kind != kindItem {
		p.id = ""
	}
	runs := x.at[p]
	if len(runs) == 0 {
		return x.add(kind, home, id)
	}
	best := runs[0]
	for _, d := range runs[1:] {
		if d.fits(when, best) {
			best = d
		}
	}
	return best
}

// fits reports whether the draft fits a record of that time better than the other.
func (d *draft) fits(when time.Time, other *draft) bool {
	begun, otherBegun := when.IsZero() || !d.started.After(when), when.IsZero() || !other.started.After(when)
	if begun != otherBegun {
		return begun
	}
	if begun {
		return d.started.After(other.started)
	}
	return d.started.Before(other.started)
}

// settle lets the newest snapshot count. The items of an older snapshot of a
// fleet share its fate; other checkpoints have a file of their own.
func (d *draft) settle() {
	d.doc = d.unit.Latest(d.docs, func(r *record.Record) time.Time { return r.Time("lastCheckpoint") })
	d.unit.Home = homeOf(d.doc.File)
	for _, doc := range d.docs {
		for _, r := range doc.File.Records {
			r.Fate = doc.Fate
		}
	}
}
