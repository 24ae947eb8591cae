package junit

import (
	"path"
	"slices"
	"strings"
	"time"

	"runreport/ingest/record"
	"runreport/ingest/testrun"
)

// maxGap is how far apart the files of one folder may lie that are parts of one run.
const maxGap = 6 * time.Hour

// stitch makes a unit of every report. Files called TEST-….xml are parts of one, written for
// each class: those of a folder are one unit as long as their times lie together.
func stitch(files []*record.File) []*record.Unit {
	kept, copies := testrun.DropCopies(files, timed)
	var units []*record.Unit
	parts := map[string][]*record.File{}
	var folders []string
	for _, f := range kept {
		base := path.Base(f.Path)
		if !testrun.IsPart(base) {
			units = append(units, unitOf(strings.TrimSuffix(base, path.Ext(base)), "file", f))
			continue
		}
		if parts[f.Dir] == nil {
			folders = append(folders, f.Dir)
		}
		parts[f.Dir] = append(parts[f.Dir], f)
	}
	for _, dir := range folders {
		for _, together := range byTime(parts[dir]) {
			units = append(units, unitOf(path.Base("/"+dir), "folder "+dir, together...))
		}
	}
	for _, u := range units {
		for _, f := range u.Files {
			u.Superseded = append(u.Superseded, copies[f]...)
		}
	}
	testrun.NameSubjects(units)
	return units
}

// timed reports whether the file has a time or a duration.
func timed(f *record.File) bool {
	return slices.ContainsFunc(f.Records, func(r *record.Record) bool {
		if !r.At.IsZero() {
			return true
		}
		if r.Kind == nil || r.Is(outcomeKind.Name) {
			return false
		}
		s, ok := r.Float("time")
		return ok && s > 0
	})
}

func unitOf(id, evidence string, files ...*record.File) *record.Unit {
	u := &record.Unit{System: system, Kind: testrun.UnitKind, ID: id, Home: files[0].Dir, Evidence: evidence}
	for _, f := range files {
		u.Files = append(u.Files, f.Path)
		u.Records = append(u.Records, f.Records...)
	}
	return u
}

// byTime puts together the files whose times lie together. Those without a time go with the
// first ones.
func byTime(files []*record.File) (groups [][]*record.File) {
	var timeless []*record.File
	starts := map[*record.File]time.Time{}
	for _, f := range files {
		if first := (&record.Fragment{Records: f.Records}).First(); !first.IsZero() {
			starts[f] = first
		} else {
			timeless = append(timeless, f)
		}
	}
	dated := slices.DeleteFunc(slices.Clone(files), func(f *record.File) bool { return starts[f].IsZero() })
	slices.SortStableFunc(dated, func(a, b *record.File) int { return starts[a].Compare(starts[b]) })
	for i, f := range dated {
		if i == 0 || starts[f].Sub(starts[dated[i-1]]) > maxGap {
			groups = append(groups, nil)
		}
		groups[len(groups)-1] = append(groups[len(groups)-1], f)
	}
	if len(groups) == 0 {
		return [][]*record.File{timeless}
	}
	groups[0] = append(groups[0], timeless...)
	for _, g := range groups {
		slices.SortFunc(g, func(a, b *record.File) int { return strings.Compare(a.Path, b.Path) })
	}
	return groups
}
