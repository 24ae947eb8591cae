package lmeval

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"runreport/ingest/record"
)

const unitKind = "run"

// fileName takes "samples_arc_2026-04-01T08-00-00.5.jsonl" apart.
var fileName = regexp.MustCompile(`^(results|samples)_(?:(.+)_)?(\d{4}-\d{2}-\d{2}T[0-9.:-]*[0-9])\.jsonl?$`)

// stitch puts together the results and the samples of one folder and stamp. Results that are
// word for word the same are copies.
func stitch(files []*record.File) []*record.Unit {
	byKey := map[string]*record.Unit{}
	copies := map[string]*record.Unit{}
	seen := map[string]bool{}
	var units []*record.Unit
	for _, f := range files {
		if len(f.Records) == 0 {
			continue
		}
		key, id := runOf(f)
		u := byKey[key]
		if u == nil {
			u = &record.Unit{System: system, Kind: unitKind, ID: id, Home: f.Dir, Evidence: "stamp of the file names"}
		}
		if r := f.Records[0]; r.Is(resultsKind.Name) {
			same := said(r)
			if first := copies[same]; first != nil {
				f.Superseded()
				first.Superseded = append(first.Superseded, f.Path)
				continue
			}
			copies[same] = u
		}
		kept := 0
		for _, r := range f.Records {
			if r.Is(sampleKind.Name) {
				line := key + "\x00" + itemKey(f, r)
				if seen[line] {
					r.Fate = record.Duplicate
					continue
				}
				seen[line] = true
			}
			u.Records = append(u.Records, r)
			kept++
		}
		if byKey[key] == nil {
			byKey[key] = u
			units = append(units, u)
		}
		if kept > 0 {
			u.Files = append(u.Files, f.Path)
		}
	}
	return slices.DeleteFunc(units, func(u *record.Unit) bool { return len(u.Records) == 0 })
}

// runOf is the run of a file by its folder and stamp, and the id of it.
func runOf(f *record.File) (key, id string) {
	if m := fileName.FindStringSubmatch(path.Base(f.Path)); m != nil {
		return f.Dir + "\x00" + m[3], m[3]
	}
	return f.Path, strings.TrimSuffix(path.Base(f.Path), path.Ext(f.Path))
}

// said is what copies of results have in common.
func said(results *record.Record) string {
	at, _ := span(results)
	return at.String() + string(results.Raw("results"))
}

// itemKey is what tells a sample from others: a line that is written twice counts once.
func itemKey(f *record.File, r *record.Record) string {
	return taskOf(f) + "\x00" + r.Str("doc_hash") + "\x00" + string(r.Raw("doc_id")) + "\x00" + r.Str("filter")
}

// taskOf is the task of a file of samples, which stands in its name only.
func taskOf(f *record.File) string {
	if m := fileName.FindStringSubmatch(path.Base(f.Path)); m != nil && m[2] != "" {
		return m[2]
	}
	return strings.TrimPrefix(strings.TrimSuffix(path.Base(f.Path), path.Ext(f.Path)), "samples_")
}
