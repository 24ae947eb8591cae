package ingesttest

import (
	"slices"
	"strings"
	"testing"

	"runreport/ingest/record"
)

// WantTies holds which of the files the system's links tie to each other against the pairs that
// should be, each as "a.jsonl b.jsonl" in the order of the files, joined by commas.
func WantTies(t testing.TB, system *record.System, want string, files ...File) {
	t.Helper()
	res := Run(t, system, files...)
	if len(res.Files) != len(files) {
		t.Errorf("%d of %d files are claimed", len(res.Files), len(files))
	}
	var pairs []string
	for i, a := range res.Files {
		for _, b := range res.Files[i+1:] {
			if ties(system.Links(a), system.Links(b)) {
				pairs = append(pairs, a.Path+" "+b.Path)
			}
		}
	}
	if got := strings.Join(pairs, ", "); got != want {
		t.Errorf("tied files:\n got %s\nwant %s", got, want)
	}
}

// tie checks that the files of every unit are tied together, two by two or through other files. The
// program puts files that it reads apart together again only where links tell it to.
func (res *Result) tie(t testing.TB, system *record.System) {
	t.Helper()
	if system.Links == nil {
		return
	}
	index, named := map[string]int{}, map[string][]int{}
	links := make([][]record.Link, len(res.Files))
	for i, f := range res.Files {
		index[f.Path], links[i] = i, system.Links(f)
		for _, l := range links[i] {
			named[l.Name] = append(named[l.Name], i)
		}
	}
	tied := make([]int, len(res.Files)) // by file, the first of those that it is tied to; 0: not yet known
	var follow func(i, first int)
	follow = func(i, first int) {
		tied[i] = first
		for _, l := range links[i] {
			for _, j := range named[l.Name] {
				if tied[j] == 0 && ties(links[i], links[j]) {
					follow(j, first)
				}
			}
		}
	}
	for i := range res.Files {
		if tied[i] == 0 {
			follow(i, i+1)
		}
	}
	for _, u := range res.Units {
		files := slices.Concat(u.Files, u.Superseded)
		for _, path := range files {
			a, known := index[files[0]]
			b, here := index[path]
			if known && here && tied[a] != tied[b] {
				t.Errorf("%s and %s are of the unit %s, and no link ties them", files[0], path, u.Key)
			}
		}
	}
}

// ties reports whether the links of two files tie them together, as record.Link says.
func ties(all, others []record.Link) bool {
	for _, a := range all {
		for _, b := range others {
			if a.Name == b.Name && (a.Value != b.Value || a.Value == "") {
				return true
			}
		}
	}
	return false
}
