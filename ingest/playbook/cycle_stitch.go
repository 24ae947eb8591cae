package playbook

import (
	"slices"
	"time"

	"runreport/ingest/record"
)

// stitchCycles makes a unit of every calibration cycle: all sessions and
// iterations that one folder holds under one name. Copies and snapshots of a
// cycle's log in other folders collapse.
func stitchCycles(files []*record.File) []*record.Unit {
	type where struct{ name, dir string }
	byPlace := map[where]*record.Unit{}
	byStart := map[string]*record.Unit{} // name and first stamps
	parts := map[*record.Unit][]*record.Fragment{}
	var units []*record.Unit
	for _, f := range files {
		for _, p := range sessions(f) {
			at := where{cycleName(p), f.Dir}
			start := joined(at.name, cycleStart(p).String())
			u := byPlace[at]
			if u == nil && !cycleStart(p).IsZero() {
				u = byStart[start]
			}
			if u == nil {
				u = &record.Unit{System: system, Kind: cycleUnit, ID: at.name}
				units = append(units, u)
			}
			byPlace[at], byStart[start] = u, u
			parts[u] = append(parts[u], p)
		}
	}
	for _, u := range units {
		u.Log(parts[u], isIndex)
		u.Files = slices.Compact(u.Files)
		if len(parts[u]) > 1 {
			u.Evidence = "cycle_name " + u.ID
		}
		u.Home = u.Records[0].File.Dir
		if u.ID == "" {
			u.ID = folderName(u.Home)
		}
		// Copies of a measurement are rows of their own, so they stay with the unit.
		all := u.Records
		u.DropRepeats(false)
		u.Records = all
	}
	return units
}

// sessions cuts a file where _index names another cycle.
func sessions(f *record.File) []*record.Fragment {
	var all []*record.Fragment
	name := ""
	for _, r := range f.Records {
		adopt(r)
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
	if i := slices.IndexFunc(f.Records, isIndex); i >= 0 {
		return f.Records[i].Str("cycle_name")
	}
	return ""
}

// cycleStart is the stamp of the first cycle_start, else of the first record:
// _index is edited in place, cycle_start is not.
func cycleStart(f *record.Fragment) time.Time {
	for _, r := range f.Records {
		if r.Is("cycle_start") {
			return r.At
		}
	}
	return f.First()
}
