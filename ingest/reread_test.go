package ingest

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"runreport/ingest/record"
)

// Of a log that has grown only what was added is read, unless that could differ from reading all of
// it. Either way the tables are those of one reading.
func TestOnlyWhatWasAddedIsRead(t *testing.T) {
	day := func(run string) string {
		return kahnRun(run, "2026-04-20T10:00:00.000Z", "2026-04-20T10:00:10.000Z",
			"2026-04-20T10:00:20.000Z", "2026-04-20T10:00:30.000Z")
	}
	one, two := day("one"), day("two")
	odd, spread := strings.ReplaceAll(one, "lint", "ask ada@corp.io"), strings.ReplaceAll(one, `,"event"`, ",\n\"event\"")
	for _, c := range []struct {
		name, before, after string
		read, checked       int // bytes
		found               []string
	}{
		{"nothing is added", one, one, 0, len(one), nil},
		{"a run", one, one + two, len(two), len(one + two), nil},
		{"a part of a run", one[:strings.Index(one, "\n")+1], one, len(one) - strings.Index(one, "\n") - 1, len(one), nil},
		{"behind a line that was cut", one + two[:50], one + two, len(one + two), len(one + two), nil},
		{"behind a secret", odd, odd + two, len(odd + two), len(odd + two), nil},
		{"behind objects on several lines", spread, spread + two, len(spread + two), len(spread + two), nil},
		{"behind a mark of UTF-8", "\ufeff" + one, "\ufeff" + one + two, len(two), len("\ufeff" + one + two), nil},
		{"another beginning", one, two + one, len(two + one), len(two + one), []string{"log_replaced a.jsonl:0"}},
		{"less than there was", one + two, one, len(one), len(one), []string{"log_replaced a.jsonl:0"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			logs, store := filepath.Join(t.TempDir(), "logs"), filepath.Join(t.TempDir(), "history")
			var got *Result
			path := filepath.Join(logs, "a.jsonl")
			if err := os.Mkdir(logs, 0o700); err != nil {
				t.Fatal(err)
			}
			for _, text := range []string{c.before, c.after} {
				if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
				got = read(t, Options{Paths: []string{logs}, History: store})
			}
			if got.Read != int64(c.read) || got.Checked != int64(c.checked) {
				t.Errorf("%d bytes were read and %d compared, want %d and %d", got.Read, got.Checked, c.read, c.checked)
			}
			if found := got.found("log_replaced"); !slices.Equal(found, c.found) {
				t.Errorf("findings %q, want %q", found, c.found)
			}
			if c.found == nil {
				want := read(t, Options{Paths: []string{logs}})
				if diff := cmp.Diff(everything(want.Tables), everything(got.Tables)); diff != "" {
					t.Errorf("one reading (-) and with a history (+):\n%.2000s", diff)
				}
			}
		})
	}
}

// A later version of the program may read a format no more. A log of it that is gone is told of, and
// nothing of it is in the numbers; one that still lies there is read again, as what it looks like now.
func TestStoredLogsOfAFormatThatIsGone(t *testing.T) {
	logs, store := filepath.Join(t.TempDir(), "logs"), filepath.Join(t.TempDir(), "history")
	night{"a.jsonl": []byte(kahnLog), "b.jsonl": []byte(kahnLog), "shop.xml": smallLog(t, "junit/2026-05-01/shop.xml")}.put(t, logs)
	o := Options{Paths: []string{logs}, History: store}
	read(t, o)
	all := Systems
	defer func() { Systems = all }()
	Systems = slices.DeleteFunc(slices.Clone(all), func(s *record.System) bool { return s.Name == "kahn" })
	if err := os.Remove(filepath.Join(logs, "a.jsonl")); err != nil {
		t.Fatal(err)
	}
	res := read(t, o)
	if got, want := foundRows(res, "history_outdated"), `a.jsonl:0, 1, format "kahn" is not known, `; !slices.Equal(got, []string{want}) {
		t.Errorf("%q, want %q", got, want)
	}
	if got := res.found("unreadable", "unknown_format"); !slices.Equal(got, []string{"unknown_format b.jsonl:0"}) || res.Claimed != 1 || res.Tables.Sources.Len() != 3 {
		t.Errorf("%q; %d logs of %d files, want 1 of 3", got, res.Claimed, res.Tables.Sources.Len())
	}
	if want := int64(len(kahnLog)); res.Read != want {
		t.Errorf("%d bytes were read, want the %d of what lies there", res.Read, want)
	}
	for row := range res.Tables.Runs.Len() {
		if system := res.Tables.Runs.System.At(row); system != "junit" {
			t.Errorf("a run of %s", system)
		}
	}
}
