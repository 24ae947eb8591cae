package cadre

import (
	"cmp"
	"fmt"
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
	pages   []*record.File // progress pages
}

// place is a unit's name where there may be several runs of it.
type place struct{ kind, home, id string }

// index finds the unit that a record belongs to.
type index struct {
	all      []*draft
	identity map[string]*draft
	at       map[place][]*draft
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
	for _, f := range files {
		x.rest(f)
	}
	x.interruptions()
	var units []*record.Unit
	for _, d := range x.all {
		d.finish()
		units = append(units, d.unit)
	}
	return units
}

// documents puts the checkpoints of a file with the other snapshots of their unit.
func (x *index) documents(f *record.File) {
	for _, r := range f.Records {
		kind, id := "", ""
		var same []string
		switch {
		case r.Is(itemCheckpoint.Name):
			kind, id = kindItem, itemOf(r)
			id = cmp.Or(id, itemOfPath(f.Dir), path.Base(f.Dir))
			same = []string{str(r, "branchName"), str(r, "baseCommit")}
		case r.Is(migrationCheckpoint.Name):
			kind, id = kindMigration, r.Str("projectName")
		case r.Is(fleetCheckpoint.Name):
			kind, id = kindFleet, r.Str("projectName")
		default:
			continue
		}
		// Copies lie in other folders; two runs of one name do not begin in the same
		// millisecond.
		started := r.Time("startedAt")
		if !started.IsZero() {
			same = append(same, kind, id, started.String())
		} else {
			same = append(same, kind, id, homeOf(f))
		}
		key := strings.Join(same, "\x00")
		d := x.identity[key]
		if d == nil {
			d = x.add(kind, homeOf(f), id)
			d.started = started
			x.identity[key] = d
		} else {
			x.alsoAt(d, homeOf(f))
		}
		d.docs = append(d.docs, r)
	}
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
// fleet share its fate.
func (d *draft) settle() {
	if len(d.docs) == 0 {
		return
	}
	d.doc = d.unit.Latest(d.docs, func(r *record.Record) time.Time { return r.Time("lastCheckpoint") })
	d.unit.Home = homeOf(d.doc.File)
	if d.unit.Kind != kindFleet {
		return
	}
	for _, doc := range d.docs {
		for _, r := range doc.File.Records {
			r.Fate = doc.Fate
		}
	}
}

// rest gives every other record of a file to its unit.
func (x *index) rest(f *record.File) {
	switch f.Format.Name {
	case formatFleet:
		for _, r := range f.Records {
			if r.Is(fleetItem.Name) && r.Fate == record.Kept {
				d := x.find(kindItem, homeOf(f), r.Str(itemKey), r.At)
				d.item = append(d.item, r)
			}
		}
	case formatEvents, formatLog:
		migration := x.fromAAMF(f)
		for _, r := range f.Records {
			d := x.ofEvent(r, migration)
			d.events = append(d.events, r)
		}
	case formatCalls:
		for _, r := range f.Records {
			r.At = r.Time("timestamp")
			d := x.ofCall(r)
			d.calls = append(d.calls, r)
		}
	case formatProgress:
		x.page(f)
	}
}

func (x *index) ofEvent(r *record.Record, migration bool) *draft {
	home := homeOf(r.File)
	if id := itemOf(r); id != "" {
		return x.find(kindItem, home, id, r.At)
	}
	if migration {
		return x.find(kindMigration, home, cmp.Or(str(r, "projectName"), path.Base(home)), r.At)
	}
	if aboutAnItem(r) {
		id := itemOfPath(r.File.Dir)
		if named, ok := strings.CutPrefix(str(r, "source"), "workitem-"); ok && id == "" {
			id = named
		}
		r.Finding(noItem, r.Name, "workItemId")
		if id != "" {
			return x.find(kindItem, home, id, r.At)
		}
	}
	return x.find(kindFleet, home, path.Base(home), r.At)
}

// fromAAMF reports whether a log is a migration's: CADRE writes the type of an
// event into its data, AAMF never does.
func (x *index) fromAAMF(f *record.File) bool {
	if f.Format.Name != formatLog || slices.ContainsFunc(f.Records, func(r *record.Record) bool { return str(r, "type") != "" }) {
		return false
	}
	return len(x.at[place{kindMigration, homeOf(f), ""}]) > 0 || slices.ContainsFunc(f.Records, func(r *record.Record) bool {
		return payload(r) != nil || slices.ContainsFunc(aamfEvents, func(e event) bool { return e.name == r.Name })
	})
}

// aboutAnItem reports whether an event of the kind names a work item.
func aboutAnItem(r *record.Record) bool {
	kind := r.Kind
	if r.File.Format.Name == formatLog {
		if payload(r) == nil {
			return false
		}
		kind = payload(r).Kind
	}
	return declares(kind, "workItemId") && str(r, "scope") != "fleet"
}

func (x *index) ofCall(r *record.Record) *draft {
	home := homeOf(r.File)
	id := itemOf(r)
	if id == "" {
		id = itemOfPath(r.File.Dir)
	}
	switch {
	case id != "":
		return x.find(kindItem, home, id, r.At)
	case r.Has("success"): // only CADRE writes it
		return x.find(kindFleet, home, path.Base(home), r.At)
	}
	return x.find(kindMigration, home, path.Base(home), r.At)
}

func (x *index) page(f *record.File) {
	if len(f.Records) == 0 {
		return
	}
	head, home := f.Records[0], homeOf(f)
	kind, id := cmp.Or(head.Str("of"), kindFleet), head.Str("id")
	if kind != kindItem {
		id = cmp.Or(id, path.Base(home))
	}
	d := x.find(kind, home, id, head.Time("updated"))
	d.pages = append(d.pages, f)
}

// interruptions lets every work item know of the signals that cut it off.
func (x *index) interruptions() {
	for _, d := range x.all {
		if d.unit.Kind != kindFleet {
			continue
		}
		for _, r := range d.events {
			if !r.Is("fleet-interrupted") {
				continue
			}
			ids := list(r, "workItemsInProgress")
			for _, n := range numbers(raw(r, "issuesInProgress")) {
				ids = append(ids, fmt.Sprint(n))
			}
			for _, id := range ids {
				if runs := x.at[place{kindItem, homeOf(r.File), record.Cut(id, 200)}]; len(runs) > 0 {
					hit := x.find(kindItem, homeOf(r.File), id, r.At)
					hit.unit.Related = append(hit.unit.Related, r)
				}
			}
		}
	}
}
