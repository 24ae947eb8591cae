package cadre

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"runreport/ingest/record"
)

// rest gives every other record of a file to its unit.
func (x *index) rest(f *record.File) {
	switch f.Format.Name {
	case formatFleet:
		home := homeOf(f)
		for _, r := range f.Records {
			if r.Is(fleetItem.Name) && r.Fate == record.Kept {
				d := x.find(kindItem, home, r.Str(itemKey), r.At)
				d.item = append(d.item, r)
			}
		}
	case formatEvents, formatLog:
		at := x.originOf(f)
		migration := x.fromAAMF(f, at.home)
		for _, r := range f.Records {
			d := x.ofEvent(r, at, migration)
			d.events = append(d.events, r)
		}
	case formatCalls:
		at := x.originOf(f)
		for _, r := range f.Records {
			r.At = timeOfCall(r)
			d := x.ofCall(r, at)
			d.calls = append(d.calls, r)
		}
	case formatProgress:
		x.page(f)
	case formatMetrics:
		for _, r := range f.Records {
			home := homeOf(f)
			d := x.find(kindMigration, home, folder(home, kindMigration), r.At)
			d.totals = append(d.totals, r)
		}
	}
}

// origin is where the records of a file belong: where the file lies, or the one that it is a copy of.
type origin struct {
	home string
	item string // in whose folder it lies; "": in none
}

func (x *index) originOf(f *record.File) origin {
	from := x.first(f)
	return origin{homeOf(from), itemOfPath(from.Dir)}
}

func (x *index) ofEvent(r *record.Record, at origin, migration bool) *draft {
	home := at.home
	if id := itemOf(r); id != "" {
		return x.find(kindItem, home, id, r.At)
	}
	if migration {
		return x.find(kindMigration, home, cmp.Or(str(r, "projectName"), folder(home, kindMigration)), r.At)
	}
	if aboutAnItem(r) {
		r.Finding(noItem, r.Name, "workItemId")
	}
	id := at.item
	if named, ok := strings.CutPrefix(str(r, "source"), "workitem-"); ok && id == "" {
		id = named
	}
	if id != "" {
		return x.find(kindItem, home, id, r.At)
	}
	return x.find(kindFleet, home, folder(home, kindFleet), r.At)
}

// fromAAMF reports whether a log is a migration's: CADRE writes the type of an
// event into its data, AAMF never does.
func (x *index) fromAAMF(f *record.File, home string) bool {
	if f.Format.Name != formatLog ||
		slices.ContainsFunc(f.Records, func(r *record.Record) bool { return str(r, "type") != "" }) {
		return false
	}
	return len(x.at[place{kindMigration, home, ""}]) > 0 ||
		slices.ContainsFunc(f.Records, func(r *record.Record) bool {
			return payload(r) != nil || slices.ContainsFunc(aamfEvents, func(e event) bool { return e.name == r.Name })
		})
}

// aboutAnItem reports whether an event of the kind has to name a work item.
func aboutAnItem(r *record.Record) bool {
	kind := r.Kind
	if r.File.Format.Name == formatLog {
		if payload(r) == nil {
			return false
		}
		kind = payload(r).Kind
	}
	return kind.Declares("workItemId") && str(r, "scope") != "fleet" && !r.Is("terminal-exhaustion")
}

func (x *index) ofCall(r *record.Record, at origin) *draft {
	home, id := at.home, cmp.Or(itemOf(r), at.item)
	switch {
	case id != "":
		return x.find(kindItem, home, id, r.At)
	case r.Has("success"): // only CADRE writes it
		return x.find(kindFleet, home, folder(home, kindFleet), r.At)
	}
	return x.find(kindMigration, home, folder(home, kindMigration), r.At)
}

func (x *index) page(f *record.File) {
	if len(f.Records) == 0 {
		return
	}
	head, home := f.Records[0], homeOf(x.first(f))
	kind, id := cmp.Or(head.Str("of"), kindFleet), head.Str("id")
	if kind != kindItem {
		id = cmp.Or(id, folder(home, kind))
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
				home := homeOf(x.first(r.File))
				if runs := x.at[place{kindItem, home, record.Cut(id, 200)}]; len(runs) > 0 {
					hit := x.find(kindItem, home, id, r.At)
					hit.unit.Related = append(hit.unit.Related, r)
				}
			}
		}
	}
}

// itemStates are the events that settle a work item's state.
var itemStates = []string{"issue-started", "issue-completed", "issue-failed"}

// itemsOfFleets lets every fleet know how the work on its items went: its own events say no
// more than how many failed.
func (x *index) itemsOfFleets() {
	for _, d := range x.all {
		if d.unit.Kind != kindItem {
			continue
		}
		for _, r := range d.events {
			if slices.Contains(itemStates, r.Name) && itemOf(r) != "" {
				x.tellFleet(r)
			}
		}
		if d.doc != nil {
			x.tellFleet(d.doc)
		}
	}
}

// tellFleet relates a record of a work item to the fleet of its folder, where there is one.
func (x *index) tellFleet(r *record.Record) {
	home := homeOf(x.first(r.File))
	if len(x.at[place{kindFleet, home, ""}]) > 0 {
		fleet := x.find(kindFleet, home, "", r.At).unit
		fleet.Related = append(fleet.Related, r)
	}
}

// folder is the name of a unit without a name of its own: that of its folder.
func folder(home, kind string) string {
	if home == "" {
		return kind
	}
	return path.Base(home)
}
