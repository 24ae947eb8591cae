package run

import (
	"slices"
	"testing"

	"runreport/ingest/playbook/companion"
	"runreport/ingest/record"
)

// A document goes with the run whose log lies in its quality folder, also where a link in that
// folder leads to it. What lies beside an older snapshot is superseded with it, and what lies
// beside no log is a run of its own.
func TestOwnersOfDocuments(t *testing.T) {
	live, near := &record.Unit{ID: "live"}, &record.Unit{ID: "near"}
	kind := (&record.Kind{Name: "document"}).Compile()
	for _, c := range []struct {
		name, dir  string
		links      []string // folder, and where it leads to; nil: nothing is known of links
		live, near []string // quality folders
		old        []string
		empty      bool
		owner      string // "": none; "alone": a run by documents only
		home       string // of that run
		superseded bool
	}{
		{name: "beside the log", dir: "h/quality", live: []string{"h/quality"}, owner: "live"},
		{name: "in results", dir: "h/quality/results", live: []string{"h/quality"}, owner: "live"},
		{name: "a log below", dir: "h/quality", near: []string{"h/quality"}, owner: "near"},
		{name: "a log beside, and one below", dir: "h/quality", live: []string{"h/quality"}, near: []string{"h/quality"}, owner: "live"},
		{name: "a log elsewhere", dir: "h/quality", live: []string{"g/quality"}, owner: "alone", home: "h"},
		{name: "an older snapshot", dir: "h/quality", old: []string{"h/quality"}, superseded: true},
		{name: "an older snapshot and the log", dir: "h/quality", old: []string{"h/quality"}, live: []string{"h/quality"}, owner: "live"},
		{name: "no link", dir: "h/out/results", links: []string{"z", "y"}, live: []string{"h/quality"}, owner: "alone", home: "h/out"},
		{name: "a link beside the log", dir: "h/out/results", links: []string{"h/quality/results", "h/out/results"}, live: []string{"h/quality"}, owner: "live"},
		{name: "a link above a log", dir: "h/out/results", links: []string{"h/quality/results", "h/out/results"}, near: []string{"h/quality"}, owner: "near"},
		{name: "a link beside no log", dir: "h/out/results", links: []string{"h/quality/results", "h/out/results"}, owner: "alone", home: "h/out"},
		{name: "a link beside an older snapshot", dir: "h/out/results", links: []string{"h/quality/results", "h/out/results"}, old: []string{"h/quality"}, owner: "alone", home: "h/out"},
		{name: "a link, and an older snapshot beside the file", dir: "h/out/results", links: []string{"h/quality/results", "h/out/results"}, live: []string{"h/quality"}, old: []string{"h/out"}, superseded: true},
		{name: "a link, and a log beside the file", dir: "h/out/results", links: []string{"g/quality/results", "h/out/results"}, live: []string{"g/quality"}, near: []string{"h/out"}, owner: "near"},
		{name: "nothing in it", dir: "h/quality", live: []string{"h/quality"}, empty: true},
		{name: "nothing in it, and no log", dir: "h/quality", empty: true},
	} {
		f := &record.File{Path: c.dir + "/x.json", Dir: c.dir, Format: &record.Format{}}
		if !c.empty {
			f.AddObject(kind, []byte(`{}`), 1)
		}
		if c.links != nil {
			f.Beside = record.NewListing([]*record.File{{Path: c.links[0], Link: c.links[1]}})
		}
		live.Companions, near.Companions = nil, nil
		r := newFolderOwners()
		for _, folder := range c.live {
			r.live[folder] = live
		}
		for _, folder := range c.near {
			r.near[folder] = near
		}
		for _, folder := range c.old {
			r.old[folder] = true
		}
		units := r.companions([]*record.File{f})
		owner := ""
		for _, u := range []*record.Unit{live, near} {
			if slices.Contains(u.Companions, f) {
				owner += u.ID
			}
		}
		for _, u := range units {
			owner += "alone"
			if u.Home != c.home || !slices.Equal(u.Files, []string{f.Path}) || !slices.Equal(u.Companions, []*record.File{f}) || u.ID == "" {
				t.Errorf("%s: run %q at %s, want %s; files %q", c.name, u.ID, u.Home, c.home, u.Files)
			}
		}
		if owner != c.owner {
			t.Errorf("%s: owner %q, want %q", c.name, owner, c.owner)
		}
		if got := len(f.Records) > 0 && f.Records[0].Fate == record.Superseded; got != c.superseded {
			t.Errorf("%s: superseded %v, want %v", c.name, got, c.superseded)
		}
	}
}

// Documents of one folder are one run, and a calibration log is none.
func TestDocumentsOfOneFolder(t *testing.T) {
	kind := (&record.Kind{Name: "document"}).Compile()
	document := func(path, dir string) *record.File {
		f := &record.File{Path: path, Dir: dir, Format: &record.Format{}}
		f.AddObject(kind, []byte(`{}`), 1)
		return f
	}
	units := newFolderOwners().companions([]*record.File{document("h/quality/a", "h/quality"), document("h/quality/results/b", "h/quality/results"), document("g/quality/c", "g/quality")})
	if len(units) != 2 || !slices.Equal(units[0].Files, []string{"h/quality/a", "h/quality/results/b"}) || !slices.Equal(units[1].Files, []string{"g/quality/c"}) {
		t.Fatalf("%d runs", len(units))
	}
	for i, home := range []string{"h", "g"} {
		if u := units[i]; u.Kind == companion.CalibrationLog || u.Home != home || u.ID != home {
			t.Errorf("%s %q at %s, want %s", u.Kind, u.ID, u.Home, home)
		}
	}
}
