package ownlog

import (
	"path"
	"strings"

	"github.com/zeebo/xxh3"

	"runreport/ingest/record"
)

// place tells runs apart: by name and folder, or by file where no column is for the run.
type place struct{ run, where string }

func placeOf(f *record.File, r *record.Record) place {
	if run := r.Str("run"); run != "" {
		return place{run, f.Dir}
	}
	return place{fileName(f.Path), f.Path}
}

// stitch makes a unit of every run. What has the same name in files of one folder is one
// run; rows that an earlier file has word for word are copies.
func stitch(files []*record.File) []*record.Unit {
	byPlace := map[place]*record.Unit{}
	owner := map[place]map[xxh3.Uint128]*record.File{}
	var units []*record.Unit
	for _, f := range files {
		for _, r := range f.Records {
			p := placeOf(f, r)
			u := byPlace[p]
			if u == nil {
				u = &record.Unit{System: system, Kind: "run", ID: p.run, Home: f.Dir, Evidence: "run " + record.Cut(p.run, 80)}
				byPlace[p], owner[p] = u, map[xxh3.Uint128]*record.File{}
				units = append(units, u)
			}
			switch have := owner[p][r.Sum]; have {
			case nil:
				owner[p][r.Sum] = f
			case f:
			default:
				r.Fate = record.Duplicate
				continue
			}
			if n := len(u.Files); n == 0 || u.Files[n-1] != f.Path {
				u.Files = append(u.Files, f.Path)
			}
			u.Records = append(u.Records, r)
		}
	}
	return units
}

// fileName is the name of a file without its endings.
func fileName(shown string) string {
	name := path.Base(shown)
	for _, ending := range []string{".gz", ".zst", ".csv", ".tsv", ".jsonl", ".ndjson", ".json", ".txt"} {
		name = strings.TrimSuffix(name, ending)
	}
	return name
}
