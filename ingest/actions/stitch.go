package actions

import (
	"fmt"

	"runreport/ingest/record"
)

// stitch makes a unit of every run id. Of several records of one attempt of a run, and of
// one job, the latest counts, by its own times.
func stitch(files []*record.File) []*record.Unit {
	byRun := map[int64]*record.Unit{}
	var units []*record.Unit
	for _, f := range files {
		for _, r := range f.Records {
			id, ok := runOf(r)
			u := byRun[id]
			if u == nil || !ok {
				u = &record.Unit{System: system, Kind: "run", Evidence: fmt.Sprintf("run id %d", id)}
				if ok { // a record without a number belongs to no run
					u.ID = fmt.Sprint(id)
					byRun[id] = u
				}
				units = append(units, u)
			}
			u.Records = append(u.Records, r)
		}
	}
	for _, u := range units {
		collapse(u)
	}
	return units
}

// runOf is the run of a record; false where it names none.
func runOf(r *record.Record) (id int64, ok bool) {
	if r.Kind == job {
		return r.Int("run_id")
	}
	return r.Int("id")
}

// identity is what one thing of a run is known by.
type identity struct {
	kind        *record.Kind
	id, attempt int64
}

func identityOf(r *record.Record) identity {
	id, _ := r.Int("id")
	return identity{r.Kind, id, attemptOf(r)}
}

// attemptOf is the number of the attempt of its run that a record is of.
func attemptOf(r *record.Record) int64 {
	if n, ok := r.Int("run_attempt"); ok && n > 0 {
		return n
	}
	return 1
}

// collapse keeps the latest record of each thing.
func collapse(u *record.Unit) {
	latest := map[identity]*record.Record{}
	for _, r := range u.Records {
		if have := latest[identityOf(r)]; have == nil || r.At.After(have.At) {
			latest[identityOf(r)] = r
		}
	}
	kept := u.Records[:0:0]
	var files, superseded record.Paths
	for _, r := range u.Records {
		best := latest[identityOf(r)]
		path := r.File.Path
		switch {
		case r == best:
			kept = append(kept, r)
			files.Add(path)
			continue
		case r.Sum == best.Sum:
			r.Fate = record.Duplicate
		default:
			r.Fate = record.Superseded
		}
		superseded.Add(path)
	}
	u.Files, u.Superseded, u.Records = files.List(), superseded.Without(&files), kept
}
