package swebench

import (
	"cmp"
	"path"
	"strings"

	"runreport/ingest/record"
)

const unitKind = "run"

// stitch puts the reports of instances to the report of their run: the run's is called
// <model>.<run>.json, and those of its instances lie in <run>/<model>/<instance>. Reports of
// instances alone are a run by their folder.
func stitch(files []*record.File) []*record.Unit {
	byName := map[string]*gathered{}
	var all []*gathered
	seen := map[string]*record.Record{} // of a unit, by what the record is about
	add := func(key, name, home string, r *record.Record) {
		u := byName[key]
		if u == nil {
			u = &gathered{unit: &record.Unit{System: system, Kind: unitKind, ID: name, Home: home, Evidence: "run " + name}}
			byName[key] = u
			all = append(all, u)
		}
		about := key + "\x00" + r.Name
		if r.Is(instanceKind.Name) {
			about += "\x00" + r.Str("instance_id")
		}
		if first := seen[about]; first != nil {
			r.Fate = record.Superseded
			if r.Sum == first.Sum {
				r.Fate = record.Duplicate
			}
			u.superseded.Add(r.File.Path)
			return
		}
		seen[about] = r
		u.unit.Records = append(u.unit.Records, r)
		u.files.Add(r.File.Path)
	}
	for _, f := range files {
		for _, r := range f.Records {
			key, name, home := runOf(f, r)
			add(key, name, home, r)
		}
	}
	var units []*record.Unit
	for _, x := range all { // a file of which a record counts stands for itself
		x.unit.Files, x.unit.Superseded = x.files.List(), x.superseded.Without(&x.files)
		units = append(units, x.unit)
	}
	return units
}

// gathered is a unit while its records are gathered.
type gathered struct {
	unit              *record.Unit
	files, superseded record.Paths
}

// verifier is the folder of a verifier in that of a trial that wraps the benchmark.
const verifier = "verifier"

// runOf is the run that a report is of, with its name and its folder. Only one run has the key.
func runOf(f *record.File, r *record.Record) (key, name, home string) {
	if r.Is(runKind.Name) {
		name = strings.TrimSuffix(path.Base(f.Path), ".json")
		return runKey(f, name), name, f.Dir
	}
	dir := f.Dir
	if path.Base(dir) == verifier {
		dir = path.Dir(dir)
	}
	if path.Base(dir) == r.Str("instance_id") {
		dir = path.Dir(dir)
	}
	model, run := path.Base(dir), path.Base(path.Dir(dir))
	if strings.Contains(dir, "run_evaluation") {
		name = model + "." + run
		return name, name, path.Dir(path.Dir(dir))
	}
	return "\x00" + dir, model, cmp.Or(path.Dir(dir), dir)
}

// runKey is the name of the run's report where it tells the model and the run, else its path.
func runKey(f *record.File, name string) string {
	if strings.Contains(name, ".") {
		return name
	}
	return "\x00" + f.Path
}
