package terminalbench

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"runreport/ingest/record"
)

// unitKind is what a unit is.
const unitKind = "run"

// part is what the files of one folder hold of one run.
type part struct {
	id       string // of the run; "": no file says
	dir      string
	records  []*record.Record
	trials   map[string]*record.Record // by identity
	metadata *record.Record
}

// stitch puts together a run's file, the files of its trials and its metadata. They share
// the name of the run, which a trial's name ends with, and a folder. Parts in other folders
// that share a trial are copies.
func stitch(files []*record.File) []*record.Unit {
	var parts []*part
	type at struct{ dir, id string }
	byPlace := map[at]*part{}
	for _, f := range files {
		for _, r := range f.Records {
			id, dir := runOf(f, r)
			p := byPlace[at{dir, id}]
			if p == nil {
				p = &part{id: id, dir: dir, trials: map[string]*record.Record{}}
				byPlace[at{dir, id}] = p
				parts = append(parts, p)
			}
			p.add(r)
		}
	}
	var runs []*part
	for _, p := range parts {
		i := slices.IndexFunc(runs, func(q *part) bool { return q.sameRun(p) })
		if i < 0 {
			runs = append(runs, p)
			continue
		}
		for _, r := range p.records {
			runs[i].add(r)
		}
	}
	var units []*record.Unit
	for _, p := range runs {
		units = append(units, p.unit())
	}
	return units
}

// add puts a record to the part.
func (p *part) add(r *record.Record) {
	p.records = append(p.records, r)
	switch {
	case r.Is(metadataKind.Name) && p.metadata == nil:
		p.metadata = r
	case r.Is(trialKind.Name) && p.trials[identity(r)] == nil:
		p.trials[identity(r)] = r
	}
}

// identity is what no other trial has: its id, else its name.
func identity(r *record.Record) string { return cmp.Or(r.Str("id"), r.Str("trial_name")) }

// sameRun reports whether the parts are copies, or the folders of one run.
func (p *part) sameRun(o *part) bool {
	if p.id != o.id {
		return false
	}
	for id := range o.trials {
		if p.trials[id] != nil {
			return true
		}
	}
	if p.metadata != nil && o.metadata != nil {
		u := p.metadata.Str("uuid")
		return u != "" && u == o.metadata.Str("uuid")
	}
	return false
}

// runOf is the run that a record belongs to and the folder of it.
func runOf(f *record.File, r *record.Record) (id, dir string) {
	switch {
	case r.Is(metadataKind.Name):
		return r.Str("run_id"), f.Dir
	case r.Is(runKind.Name):
		for _, other := range f.Records {
			if other.Is(trialKind.Name) {
				_, id = named(other)
				break
			}
		}
		return cmp.Or(id, path.Base(f.Dir)), f.Dir
	}
	_, id = named(r)
	if f.Format == runFormat {
		if id == "" {
			id = path.Base(f.Dir)
		}
		return id, f.Dir
	}
	// The file of a trial lies in a folder of its own, inside one of its task.
	dir = f.Dir
	if path.Base(dir) == r.Str("trial_name") {
		if dir = folder(dir); path.Base(dir) == r.Str("task_id") {
			dir = folder(dir)
		}
	}
	return cmp.Or(id, path.Base(dir)), dir
}

// folder is the folder around a folder, "" at the top.
func folder(dir string) string {
	if d := path.Dir(dir); d != "." {
		return d
	}
	return ""
}

// unit is the run as a unit. Of records that say the same thing, that of a run's file counts
// before that of a trial's, and the first in the order of the paths.
func (p *part) unit() *record.Unit {
	u := &record.Unit{System: system, Kind: unitKind, ID: p.id, Home: p.dir, Evidence: "run " + p.id}
	slices.SortStableFunc(p.records, func(a, b *record.Record) int { return cmp.Compare(level(a), level(b)) })
	seen := map[string]*record.Record{}
	files := map[string]bool{}
	for _, r := range p.records {
		isTrial := r.Is(trialKind.Name)
		key := r.Name
		if isTrial {
			key += " " + identity(r)
		}
		files[r.File.Path] = true
		first := seen[key]
		if first == nil {
			seen[key] = r
			u.Records = append(u.Records, r)
			continue
		}
		r.Fate = record.Duplicate
		if isTrial && !sameOutcome(first, r) {
			r.Finding(twoLevels, r.Str("trial_name"), "what "+first.File.Path+" says")
		}
	}
	slices.SortStableFunc(u.Records, func(a, b *record.Record) int { return cmp.Compare(a.File.Index, b.File.Index) })
	kept := map[string]bool{}
	for _, r := range u.Records {
		kept[r.File.Path] = true
	}
	for _, f := range sorted(files) {
		if kept[f] {
			u.Files = append(u.Files, f)
		} else {
			u.Superseded = append(u.Superseded, f)
		}
	}
	return u
}

// level orders the records of a run: its own file before those of its trials.
func level(r *record.Record) int {
	if r.File.Format == trialFormat {
		return 1
	}
	return 0
}

func sameOutcome(a, b *record.Record) bool {
	x, _ := a.Bool("is_resolved")
	y, _ := b.Bool("is_resolved")
	return x == y && a.Has("is_resolved") == b.Has("is_resolved") && strings.EqualFold(a.Str("failure_mode"), b.Str("failure_mode"))
}

func sorted(set map[string]bool) []string {
	var out []string
	for s := range set {
		out = append(out, s)
	}
	slices.Sort(out)
	return out
}
