package testrun

import (
	"path"
	"slices"
	"strings"
	"time"

	"runreport/ingest/record"
)

// maxGap is how far apart the parts of one run may lie.
const maxGap = 6 * time.Hour

// ByTime puts together the files whose first times lie together. Those without a time go with the
// first ones.
func ByTime(files []*record.File) (groups [][]*record.File) {
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

// Unit is a unit of the files.
func Unit(system, id, evidence string, copies map[string][]string, files ...*record.File) *record.Unit {
	u := &record.Unit{System: system, Kind: UnitKind, ID: id, Home: files[0].Dir, Evidence: evidence}
	for _, f := range files {
		u.Files = append(u.Files, f.Path)
		u.Superseded = append(u.Superseded, copies[f.Path]...)
		u.Records = append(u.Records, f.Records...)
	}
	return u
}

// FileID is the name of a file without its ending, as the id of its run.
func FileID(f *record.File) string {
	base := path.Base(f.Path)
	return strings.TrimSuffix(base, path.Ext(base))
}
