package ingest

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"runreport/ingest/table"
)

// oneTest is a report of one suite with one test that takes so many seconds.
func oneTest(suite, day string, seconds int) []byte {
	return fmt.Appendf(nil, `<testsuite name=%q tests="1" timestamp="2026-05-%sT02:00:00Z" time="%d">`+
		`<testcase classname="shop.Cart" name="adds" time="%d"/></testsuite>`, suite, day, seconds, seconds)
}

// Rows are taken over of reports that are as they were and have nothing to do with what came in. All others are put together
// again, those that share a run or a name with a new one, and those of which a part has changed.
func TestLotsAreTakenOver(t *testing.T) {
	first := night{
		"a/TEST-1.xml": oneTest("unit", "01", 1), "a/TEST-2.xml": oneTest("unit", "02", 2), // x and x#2
		"b/nightly.xml": oneTest("b", "03", 3), "c/nightly.xml": oneTest("c", "04", 4),
		"d/1.jsonl": named(t, "r1", "05"), "e/1.jsonl": named(t, "r2", "06"),
	}
	type build struct {
		logs     night
		gone     []string
		since    time.Time
		recalled int
	}
	for name, builds := range map[string][]build{
		"nothing new":      {{recalled: 6}, {recalled: 6}},
		"another file":     {{logs: night{"f/nightly.xml": oneTest("f", "07", 5)}, recalled: 6}, {recalled: 7}},
		"one has changed":  {{logs: night{"b/nightly.xml": oneTest("b", "03", 9)}, recalled: 5}, {recalled: 6}},
		"a part of a run":  {{logs: night{"a/TEST-3.xml": oneTest("unit", "03", 3)}, recalled: 4}, {recalled: 7}},
		"a part changes":   {{logs: night{"a/TEST-2.xml": oneTest("unit", "02", 7)}, recalled: 4}, {recalled: 6}},
		"a part is new":    {{logs: night{"a/TEST-2.xml": oneTest("other", "02", 7)}, recalled: 4}, {recalled: 6}},
		"a copy of a run":  {{logs: night{"g/1.jsonl": named(t, "r1", "05")}, recalled: 5}, {recalled: 6}, {recalled: 6}},
		"a run goes on":    {{logs: night{"e/2.jsonl": spoken(40, 3, "2026-05-05")}, recalled: 5}, {recalled: 6}},
		"one is gone":      {{gone: []string{"b/nightly.xml", "a/TEST-1.xml"}, recalled: 6}, {recalled: 6}},
		"is gone and back": {{gone: []string{"b/nightly.xml"}, recalled: 6}, {logs: night{"b/nightly.xml": oneTest("b", "03", 9)}, recalled: 5}, {recalled: 6}},
		"a window":         {{since: time.Date(2026, 5, 3, 0, 0, 0, 0, time.UTC), recalled: 6}, {recalled: 6}},
		// A report of few times that is far behind all others loses them, with a finding.
		"an odd date": {{logs: night{"h/x.xml": oneTest("x", "07", 1), "b/nightly.xml": oneTest("b", "01", 1)}, recalled: 5},
			{logs: night{"h/x.xml": []byte(`<testsuite name="x" timestamp="2093-05-01T02:00:00Z"><testcase name="n" time="1"/></testsuite>`)}, recalled: 6}, {recalled: 6}},
	} {
		for _, settled := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, settled %t", name, settled), func(t *testing.T) {
				base := t.TempDir()
				logs, store := filepath.Join(base, "logs"), filepath.Join(base, "history")
				all := filepath.Join(base, "all", "logs") // those that are gone too
				first.put(t, all)
				for i, b := range append([]build{{logs: first}}, builds...) {
					b.logs.put(t, logs)
					b.logs.put(t, all)
					for _, p := range b.gone {
						if err := os.Remove(filepath.Join(logs, p)); err != nil {
							t.Fatal(err)
						}
					}
					if settled {
						for p := range b.logs { // another time each, long ago
							at := time.Unix(1_700_000_000+int64(i), 0)
							if err := os.Chtimes(filepath.Join(logs, p), at, at); err != nil {
								t.Fatal(err)
							}
						}
					}
					got := read(t, Options{Paths: []string{logs}, History: store, Since: b.since})
					want := read(t, Options{Paths: []string{all}, Since: b.since, sealAfter: -1})
					tables := everything(got.Tables)
					tables["findings"] = withoutReplaced(tables["findings"])
					if diff := cmp.Diff(everything(want.Tables), tables); diff != "" {
						t.Errorf("build %d: one reading (-) and the history (+):\n%.3000s", i, diff)
					}
					if got.recalled != b.recalled {
						t.Errorf("build %d: %d units are taken over, want %d", i, got.recalled, b.recalled)
					}
				}
			})
		}
	}
}

// Night after night some reports come in. What is taken over of those that were there is what one reading makes of all.
func TestLotsOverNights(t *testing.T) {
	odd := func(date string) []byte {
		return []byte(`<testsuite name="odd" tests="1" timestamp="` + date + `T02:00:00Z"><testcase classname="c" name="t" time="1"/></testsuite>`)
	}
	all := readNight(t, filepath.Join("..", "testdata", "small"))
	for name, nights := range map[string][]night{
		// Of three runs of one name a fourth has the name of the second: the third is x#3, and x#2 once the fourth is gone.
		"a number that is free again": {
			{"A/TEST-1.xml": oneTest("unit", "01", 1), "A/TEST-2.xml": oneTest("unit", "02", 2), "A/A#2.xml": oneTest("unit", "03", 3)},
			{"A/A#2.xml": []byte("hello")}, {},
		},
		// TEST-1 shares a number with the others only as long as these are put together without it.
		"a number that is shared for a while": {
			{"a#2/TEST-1.xml": oneTest("unit", "03", 3), "a#2/a.xml": oneTest("unit", "01", 1)},
			{"a#2/a.xm": oneTest("unit", "02", 2)},
			{"a#2/TEST-2.xml": oneTest("unitb", "03", 5), "n/1.xml": oneTest("n1", "01", 1), "n/2.xml": oneTest("n2", "02", 1)}, {},
		},
		// The only time there is cannot be told to be wrong. Beside others it is.
		"an odd date that is first": {
			{"a/1.xml": odd("2093-05-01"), "a/2.xml": odd("2093-05-02")}, {},
			{"b/1.xml": oneTest("b", "01", 1), "c/1.jsonl": named(t, "r1", "05")}, {"b/2.xml": oneTest("c", "02", 1)},
		},
		"a time that is a text too": {{
			"s/session-events.ndjson": []byte(`{"actor":"ada","message":"requested","createdAt":"2026-04-21T03:00:00Z"}
{"actor":"ada","message":"attached","createdAt":"2026-04-21T03:01:00Z"}
{"actor":"ada","message":"stopped","createdAt":"2026-04-21T03:05:00Z"}
`), "b/1.xml": oneTest("b", "04", 1)}},
		"all systems": {all, {}, {"more/1.xml": oneTest("m", "01", 1)}},
	} {
		t.Run(name, func(t *testing.T) {
			base := t.TempDir()
			logs, store := filepath.Join(base, "logs"), filepath.Join(base, "history")
			for i, n := range nights {
				n.put(t, logs)
				detail := []table.EventDetail{table.EventFields, table.EventLatest, table.EventTimes}[i%3]
				got := everything(read(t, Options{Paths: []string{logs}, History: store, Events: detail}).Tables)
				whole := read(t, Options{Paths: []string{logs}, sealAfter: -1}).Tables
				want := everything(whole)
				stored, err := LoadDataset(store)
				if err != nil {
					t.Fatal(err)
				}
				tables := inNoOrder(stored)
				tables["findings"] = withoutReplaced(tables["findings"])
				if diff := cmp.Diff(inNoOrder(whole), tables); diff != "" {
					t.Errorf("night %d: one reading (-) and what is stored (+):\n%.3000s", i, diff)
				}
				got["findings"] = withoutReplaced(got["findings"])
				if detail != table.EventFields {
					delete(got, "events")
					delete(want, "events")
				}
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("night %d: one reading (-) and the history (+):\n%.3000s", i, diff)
				}
			}
			for _, since := range []string{"2026-04-01", "2026-04-22", "2026-05-01", "2026-05-03", "2026-06-01"} {
				at, err := time.Parse(time.DateOnly, since)
				if err != nil {
					t.Fatal(err)
				}
				got := read(t, Options{Paths: []string{logs}, History: store, Since: at})
				want := read(t, Options{Paths: []string{logs}, Since: at, sealAfter: -1})
				if diff := cmp.Diff(everything(want.Tables), everything(got.Tables)); diff != "" {
					t.Errorf("since %s: one reading (-) and the history (+):\n%.3000s", since, diff)
				}
			}
		})
	}
}

// withoutReplaced are findings but those that a log was replaced, which one reading cannot tell.
func withoutReplaced(rows []string) []string {
	return slices.DeleteFunc(rows, func(row string) bool { return strings.Contains(row, `"code":"log_replaced"`) })
}

// A window that begins within a second leaves out the run whose last time is before it, and not the one that ends there.
func TestLotsInAWindowOfNanoseconds(t *testing.T) {
	base := t.TempDir()
	logs, store := filepath.Join(base, "logs"), filepath.Join(base, "history")
	last := time.Date(2026, 5, 1, 2, 0, 2, 123_456_789, time.UTC)
	night{"a/go.json": fmt.Appendf(nil, `{"Time":"2026-05-01T02:00:00Z","Action":"run","Package":"shop","Test":"TestAdd"}
{"Time":%q,"Action":"pass","Package":"shop","Test":"TestAdd","Elapsed":2}
`, last.Format(time.RFC3339Nano)), "b/1.xml": oneTest("b", "04", 1)}.put(t, logs)
	for _, since := range []time.Time{{}, last, last.Add(1)} {
		got := read(t, Options{Paths: []string{logs}, History: store, Since: since})
		want := read(t, Options{Paths: []string{logs}, Since: since, sealAfter: -1})
		if diff := cmp.Diff(everything(want.Tables), everything(got.Tables)); diff != "" {
			t.Errorf("since %s: one reading (-) and the history (+):\n%.3000s", since, diff)
		}
	}
}

// What lacks a part of its rows, or a piece of a log, is not taken over.
func TestLotsThatAreDamaged(t *testing.T) {
	first := night{
		"a/TEST-1.xml": oneTest("unit", "01", 1), "a/TEST-2.xml": bytes.Replace(oneTest("unit", "02", 2), []byte("-05-"), []byte("-06-"), 1),
		"b/nightly.xml": oneTest("b", "03", 3),
		"d/1.jsonl":     append(named(t, "r1", "05"), spoken(0, 3, "2026-05-05")...),
	}
	for which, recalled := range map[string]int{"sealed 2026-05": 1, "runs 2026-05": 1, "attempts 2026-05": 1, "sealed 2026-06": 2, "steps 2026-06": 2} {
		base := t.TempDir()
		logs, store := filepath.Join(base, "logs"), filepath.Join(base, "history")
		first.put(t, logs)
		o := Options{Paths: []string{logs}, History: store}
		read(t, o)
		if got := read(t, o); got.recalled != 4 {
			t.Fatalf("%d units are taken over, want 4", got.recalled)
		}
		name, month, _ := strings.Cut(which, " ")
		removeOne(t, filepath.Join(store, "table="+name, "system=junit", "month="+month, "*.parquet"))
		for i, recalled := range []int{recalled, 4} {
			got := read(t, o)
			tables := everything(got.Tables)
			tables["findings"] = slices.DeleteFunc(tables["findings"], func(row string) bool { return strings.Contains(row, DamagedPart) })
			want := read(t, Options{Paths: []string{logs}, sealAfter: -1})
			if diff := cmp.Diff(everything(want.Tables), tables); diff != "" || got.recalled != recalled {
				t.Errorf("%s, build %d: %d units are taken over, want %d; one reading (-) and the history (+):\n%.3000s", which, i, got.recalled, recalled, diff)
			}
		}
	}
	// A log that has grown and is gone: what is left of it in the history is less than what the rows tell.
	base := t.TempDir()
	logs, store := filepath.Join(base, "logs"), filepath.Join(base, "history")
	first.put(t, logs)
	o := Options{Paths: []string{logs}, History: store}
	read(t, o)
	before := storedLogs(t, store)
	night{"d/1.jsonl": append(slices.Clone(first["d/1.jsonl"]), spoken(3, 9, "2026-05-05")...)}.put(t, logs)
	read(t, o)
	if err := os.RemoveAll(filepath.Join(logs, "d")); err != nil {
		t.Fatal(err)
	}
	for path := range storedLogs(t, store) {
		if !before[path] {
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
		}
	}
	got := read(t, o)
	s := &got.Tables.Sources
	for row := range s.Len() {
		if lines, kept := s.Lines.At(row), s.Kept.At(row); strings.HasSuffix(s.Path.At(row), ".jsonl") && lines != kept {
			t.Errorf("%s has %d lines and %d records that count", s.Path.At(row), lines, kept)
		}
	}
}

// removeOne removes a file of those that the pattern names.
func removeOne(t *testing.T, pattern string) {
	t.Helper()
	found, err := filepath.Glob(pattern)
	if err != nil || len(found) == 0 {
		t.Fatalf("%s: no file, %v", pattern, err)
	}
	if err := os.Remove(found[0]); err != nil {
		t.Fatal(err)
	}
}

// storedLogs are the parts of the table logs with those of Fishbowl.
func storedLogs(t *testing.T, store string) map[string]bool {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(store, "table=logs", "system=fishbowl", "month=*", "*.parquet"))
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]bool{}
	for _, path := range found {
		all[path] = true
	}
	return all
}
