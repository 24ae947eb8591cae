package fishbowl

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"runreport/ingest/record"
)

// What is hidden and what is media is left out at any depth; of an object that breaks off nothing is kept.
func TestCleaned(t *testing.T) {
	long := strings.Repeat("k", maxText+1)
	for object, want := range map[string]string{
		``: "", `{}`: "", ` { } `: "",
		`{"a":1}`:                            `{"a":1}`,
		`{"a":"x","b":[true,null,1.50]}`:     `{"a":"x","b":[true,null,1.50]}`,
		`{"a":{"secret":"TEA","b":2}}`:       `{"a":{"b":2}}`,
		`{"secret":{"a":[1,{"b":2}]}}`:       "",
		`{"a":["secret","thought"]}`:         `{"a":["secret","thought"]}`, // words, not names
		`{"a":"secret"}`:                     `{"a":"secret"}`,
		`{"a":"data:,TEA"}`:                  `{"a":"(9 bytes left out)"}`,
		`{"` + long + `":1}`:                 `{"` + strings.Repeat("k", maxText) + `…":1}`,
		`{`:                                  "",
		`{"a"`:                               "",
		`{"a":`:                              "",
		`{"a":tru`:                           "",
		`{"a":1`:                             "",
		`{"a":[1,`:                           "",
		`{"a" 1}`:                            "",
		`{"secret":`:                         "",
		`{"secret":[1,}`:                     "",
		`{"a":1]`:                            "",
		`{1:2}`:                              "",
		`{"a":1}oops`:                        "",
		`{"a":"` + "\xff" + `","a":"twice"}`: `{"a":"` + "\uFFFD" + `","a":"twice"}`,
	} {
		if got := cleaned(object); got != want {
			t.Errorf("%.60s: %s, want %s", object, got, want)
		}
	}
}

// A row of a leaderboard is about the run of its name that is nearest: of its file, else of its folder,
// else the first.
func TestRunOfARow(t *testing.T) {
	entry := func(run string) *record.Record {
		f := &record.File{Path: "a/board.db", Dir: "a", Format: databaseFormat}
		r := f.AddObject(leaderboardEntry, []byte(`{"run_id":"`+run+`"}`), 1)
		if r == nil {
			t.Fatal("the row is not read")
		}
		return r
	}
	other := &record.Unit{ID: "s", Home: "a", Files: []string{"a/board.db"}}
	far, folder := &record.Unit{ID: "r", Home: "c"}, &record.Unit{ID: "r", Home: "a"}
	file := &record.Unit{ID: "r", Home: "c", Files: []string{"c/x", "a/board.db"}}
	older := &record.Unit{ID: "r", Home: "c", Superseded: []string{"a/board.db"}}
	nameless := &record.Unit{Home: "a", Files: []string{"a/board.db"}}
	for _, c := range []struct {
		name  string
		run   string
		units []*record.Unit
		want  *record.Unit
	}{
		{"none", "r", nil, nil},
		{"of another name", "r", []*record.Unit{other}, nil},
		{"without a name", "", []*record.Unit{nameless}, nil},
		{"the only one", "r", []*record.Unit{other, far}, far},
		{"of the folder", "r", []*record.Unit{far, folder}, folder},
		{"of the folder first", "r", []*record.Unit{folder, far}, folder},
		{"of the file", "r", []*record.Unit{folder, file}, file},
		{"of the file first", "r", []*record.Unit{file, folder}, file},
		{"of a file that was replaced", "r", []*record.Unit{folder, older}, older},
		{"of two alike the first", "r", []*record.Unit{file, older}, file},
		{"of two far ones the first", "r", []*record.Unit{far, {ID: "r", Home: "d"}}, far},
	} {
		if got := namesOf(c.units).runOf(entry(c.run)); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
}

// Of several rows the newest counts, of two of one time the first; the others are copies where they say the
// same, else older.
func TestNewestRow(t *testing.T) {
	row := func(second int, winner string) *record.Record {
		f := &record.File{Path: "a/board.db", Dir: "a", Format: databaseFormat}
		r := f.AddObject(leaderboardEntry, []byte(fmt.Sprintf(`{"run_id":"r","winner":%q}`, winner)), 1)
		if r == nil {
			t.Fatal("the row is not read")
		}
		r.At = time.Date(2026, 5, 1, 10, 0, second, 0, time.UTC)
		return r
	}
	for _, c := range []struct {
		rows []*record.Record
		best int
		want string // fate of each
	}{
		{[]*record.Record{row(1, "a")}, 0, "kept"},
		{[]*record.Record{row(1, "a"), row(2, "b")}, 1, "superseded kept"},
		{[]*record.Record{row(2, "a"), row(1, "b")}, 0, "kept superseded"},
		{[]*record.Record{row(1, "a"), row(1, "b")}, 0, "kept superseded"},
		{[]*record.Record{row(1, "a"), row(2, "b"), row(1, "b"), row(2, "b")}, 1, "superseded kept duplicate duplicate"},
	} {
		words := map[record.Fate]string{record.Kept: "kept", record.Superseded: "superseded", record.Duplicate: "duplicate"}
		best := newestEntry(c.rows)
		var fates []string
		for _, r := range c.rows {
			fates = append(fates, words[r.Fate])
		}
		if got := strings.Join(fates, " "); best != c.rows[c.best] || got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}
