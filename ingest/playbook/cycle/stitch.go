package cycle

import (
	"slices"
	"time"

	"runreport/ingest/playbook/layout"
	"runreport/ingest/playbook/sheet"
	"runreport/ingest/record"
)

// Stitch makes a unit of every calibration cycle: all sessions and
// iterations that one folder holds under one name, and what follows them there in
// files of their own without a header. Copies and snapshots of a cycle's log in
// other folders collapse.
func Stitch(files []*record.File) []*record.Unit {
	type where struct{ name, dir string }
	byPlace := map[where]*record.Unit{}
	byStart := map[string]*record.Unit{} // name and first stamps
	inFolder := map[string][]*record.Unit{}
	parts := map[*record.Unit][]*record.Fragment{}
	var units []*record.Unit
	place := func(p *record.Fragment, name string) {
		at := where{name, p.File.Dir}
		u := byPlace[at]
		for _, start := range cycleStarts(p) {
			if u == nil {
				u = byStart[sheet.JoinKey(name, start.String())]
			}
		}
		if u == nil {
			u = &record.Unit{System: sheet.System, Kind: Unit, ID: name}
			units = append(units, u)
		}
		byPlace[at] = u
		for _, start := range cycleStarts(p) {
			byStart[sheet.JoinKey(name, start.String())] = u
		}
		if name != "" && !slices.Contains(inFolder[at.dir], u) {
			inFolder[at.dir] = append(inFolder[at.dir], u)
		}
		parts[u] = append(parts[u], p)
	}
	var nameless []*record.Fragment
	for _, f := range files {
		sheet.FindNameless(f.Records)
		for _, p := range sessions(f) {
			if name := cycleName(p); name != "" {
				place(p, name)
			} else {
				nameless = append(nameless, p)
			}
		}
	}
	for _, p := range nameless {
		// Two cycles of one folder leave open which of them goes on.
		if named := inFolder[p.File.Dir]; len(named) == 1 {
			parts[named[0]] = append(parts[named[0]], p)
		} else {
			place(p, "")
		}
	}
	for _, u := range units {
		u.Log(parts[u], sheet.IsIndex)
		u.Files = slices.Compact(u.Files)
		if len(parts[u]) > 1 {
			u.Evidence = "cycle_name " + u.ID
		}
		u.Home = u.Records[0].File.Dir
		if u.ID == "" {
			u.ID = layout.FolderName(u.Home)
		}
		// Copies of a measurement are rows of their own, so they stay with the unit.
		all := u.Records
		u.DropRepeats(false)
		u.Records = all
	}
	return units
}

// Keys are what the cycles of a file may have in common with those of another.
func Keys(f *record.File) []string {
	var all []string
	for _, p := range sessions(f) {
		for _, start := range cycleStarts(p) {
			all = append(all, sheet.JoinKey("cycle", cycleName(p), start.String()))
		}
	}
	return all
}

// sessions cuts a file where _index names another cycle.
func sessions(f *record.File) []*record.Fragment {
	var all []*record.Fragment
	name := ""
	for _, r := range f.Records {
		sheet.AdoptUnknown(r)
		if len(all) == 0 || r.Is("_index") && name != "" && r.Str("cycle_name") != name {
			all = append(all, &record.Fragment{File: f})
			name = ""
		}
		if r.Is("_index") && name == "" {
			name = r.Str("cycle_name")
		}
		last := all[len(all)-1]
		last.Records = append(last.Records, r)
	}
	return all
}

func cycleName(f *record.Fragment) string {
	if i := slices.IndexFunc(f.Records, sheet.IsIndex); i >= 0 {
		return f.Records[i].Str("cycle_name")
	}
	return ""
}

// cycleStarts are the stamps that copies of a log share: that of the first
// cycle_start, since _index is edited in place, and that of the first record, since a
// snapshot may hold nothing else.
func cycleStarts(f *record.Fragment) []time.Time {
	var starts []time.Time
	if i := slices.IndexFunc(f.Records, func(r *record.Record) bool { return r.Is("cycle_start") }); i >= 0 {
		starts = append(starts, f.Records[i].At)
	}
	starts = append(starts, f.First())
	return slices.DeleteFunc(starts, time.Time.IsZero)
}
