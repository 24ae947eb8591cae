package junit

import (
	"path"
	"slices"

	"runreport/ingest/record"
	"runreport/ingest/testrun"
)

// stitch makes a unit of every report. Files called TEST-….xml are parts of one, written for
// each class: those of a folder are one unit as long as their times lie together.
func stitch(files []*record.File) []*record.Unit {
	kept, copies := testrun.DropCopies(files, timed)
	var units []*record.Unit
	parts := map[string][]*record.File{}
	var folders []string
	for _, f := range kept {
		if !testrun.IsPart(path.Base(f.Path)) {
			units = append(units, testrun.Unit(system, testrun.FileID(f), "file", copies, f))
			continue
		}
		if parts[f.Dir] == nil {
			folders = append(folders, f.Dir)
		}
		parts[f.Dir] = append(parts[f.Dir], f)
	}
	for _, dir := range folders {
		for _, together := range testrun.ByTime(parts[dir]) {
			units = append(units, testrun.Unit(system, path.Base("/"+dir), "folder "+dir, copies, together...))
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
