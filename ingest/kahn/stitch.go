package kahn

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"

	"runreport/ingest/record"
)

const system = "kahn"

// System is kahn.
var System = &record.System{
	Name: system, Title: "kahn, CI on a DAG of nodes",
	Formats: []*record.Format{format},
	Codes:   codes,
	Words:   vocabulary,
	Stitch:  stitch, Subject: workflow, Assemble: assemble, Links: links,
}

// fragment is what one file holds of one run.
type fragment struct {
	record.Fragment
	id    string
	start *record.Record
}

// fragments tells the runs of a file apart, in the order in which they are met.
func fragments(f *record.File) (all []*fragment) {
	var open map[string]*fragment // made for a second run: most small files hold one
	var cur *fragment             // of the record before, which mostly is of the same run
	var made []fragment
	from := 0 // of the records in a row that are of cur
	until := func(to int) {
		switch {
		case cur == nil:
		case cur.Records == nil: // most runs stand in one piece
			cur.Records = slices.Clip(f.Records[from:to])
		default:
			cur.Records = append(cur.Records, f.Records[from:to]...)
		}
		from = to
	}
	for i, r := range f.Records {
		id, starts := runOf(r), r.Is("run_start")
		next := cur
		if cur == nil || cur.id != id {
			next = open[id]
		}
		// A second run_start begins another run under the same id, unless it is the
		// first one written again.
		if next == nil || starts && next.start != nil && next.start.Sum != r.Sum {
			if len(made) == cap(made) {
				made = make([]fragment, 0, min(256, 2*len(all)+1))
			}
			made = append(made, fragment{Fragment: record.Fragment{File: f}, id: id})
			next = &made[len(made)-1]
			all = append(all, next)
			switch {
			case open != nil:
				open[id] = next
			case len(all) > 1:
				open = map[string]*fragment{all[0].id: all[0]}
				open[id] = next // in place of the first, where the run began anew
			}
		}
		if next != cur {
			until(i)
			cur = next
		}
		if cur.start == nil && starts {
			cur.start = r
		}
	}
	until(len(f.Records))
	return all
}

// identity is a run_id and the first stamp of the run, or its folder where that is not known.
type identity struct {
	id     string
	begins int64 // nanoseconds since 1970
	folder string
}

// group is the fragments of one run.
type group struct {
	id   string
	list []*record.Fragment
}

// stitch makes a unit of every run. A run is its run_id and its first stamp: ids
// are used again in other nights, and one run may be copied or lie in two files.
func stitch(files []*record.File) []*record.Unit {
	all := make([]*fragment, 0, len(files))
	for _, f := range files {
		all = append(all, fragments(f)...)
	}
	var rest []*fragment
	for _, f := range all {
		if f.start == nil {
			rest = append(rest, f)
		}
	}
	runs := newBegun(rest)
	groups := make([]group, 0, len(all))
	lists := make([]*record.Fragment, len(all)) // of the groups, of which most have one
	place := make(map[identity]int, len(all))   // in groups
	add := func(at identity, f *record.Fragment) {
		i, there := place[at]
		if !there {
			i = len(groups)
			place[at] = i
			groups = append(groups, group{id: at.id, list: lists[i : i : i+1]})
		}
		groups[i].list = append(groups[i].list, f)
		runs.add(at, f)
	}
	for _, f := range all {
		if f.start != nil {
			at := identity{id: f.id, begins: f.First().UnixNano()}
			runs.start(at, f.File.Dir)
			add(at, &f.Fragment)
		}
	}
	slices.SortStableFunc(rest, func(a, b *fragment) int { return a.First().Compare(b.First()) })
	for _, f := range rest {
		// A piece without a run_start goes with the run that began in its folder, else with
		// the one that it continues.
		at, ok := runs.in[identity{id: f.id, folder: f.File.Dir}]
		if !ok {
			at, ok = runs.continued(f)
		}
		if !ok {
			at = identity{id: f.id, folder: f.File.Dir}
		}
		add(at, &f.Fragment)
	}
	units := make([]*record.Unit, 0, len(groups))
	for _, g := range groups {
		u := &record.Unit{System: system, Kind: "run", ID: g.id}
		u.Log(g.list, nil)
		u.Home = home(g.list)
		u.Evidence = "run_id " + g.id
		u.DropRepeats(false)
		units = append(units, u)
	}
	return units
}

// home is the folder nearest to the top among those that hold the run: copies tend
// to lie deeper.
func home(fragments []*record.Fragment) string {
	return slices.MinFunc(fragments, func(a, b *record.Fragment) int {
		return cmp.Or(cmp.Compare(strings.Count(a.File.Dir, "/"), strings.Count(b.File.Dir, "/")), strings.Compare(a.File.Dir, b.File.Dir))
	}).File.Dir
}

// runOf is the run of a record; a record of an unknown kind has it among its extra fields.
func runOf(r *record.Record) string {
	if r.Kind != nil {
		return r.Str("run_id")
	}
	for _, e := range record.Entries([]byte(r.Extra)) {
		if e.Key == "run_id" {
			return record.Words(e.Raw)
		}
	}
	return ""
}

// numbered matches path parts that contain a run number or a date: run-17, nightly-20451021.
var numbered = regexp.MustCompile(`^(run|night|build|job)[-_]?\d+$|\d{4}-\d\d-\d\d|\d{8}`)

// isDated reports whether a part of a path names a night or a run: 2045-10-21, 17, night-3, nightly-20451021.
func isDated(part string) bool {
	return strings.Trim(part, "0123456789._:TZ+-") == "" ||
		strings.ContainsAny(part, "0123456789") && numbered.MatchString(part)
}

// workflow names the DAG that the runs of a folder share: the folder's path
// without the parts that name a night or a run, so that the same node is the same
// node every night.
func workflow(dir, run string) string {
	if strings.Contains(dir, run) { // a part may be its name
		return withoutDates(dir, run)
	}
	last := lastWorkflow.Load()
	if last == nil || last.dir != dir {
		last = &named{dir, withoutDates(dir, "")}
		lastWorkflow.Store(last)
	}
	return last.name
}

// named is a folder with the name of its workflow.
type named struct{ dir, name string }

// lastWorkflow is that of the last folder: a log of many runs asks for the same one again and
// again.
var lastWorkflow atomic.Pointer[named]

// withoutDates is the path without the parts that are dates, numbers or the name of the run.
func withoutDates(dir, run string) string {
	var buffer [128]byte
	kept := buffer[:0]
	for p := range strings.SplitSeq(dir, "/") {
		if p == run || isDated(p) { // an empty part and "." among them
			continue
		}
		if len(kept) > 0 {
			kept = append(kept, '/')
		}
		kept = append(kept, p...)
	}
	return string(kept)
}
