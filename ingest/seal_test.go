package ingest

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"runreport/ingest/record"
	"runreport/ingest/table"
)

// oddRun is the lines of one made-up run, some of them odd.
func oddRun(rnd *rand.Rand, id string, at time.Time) (lines []string) {
	add := func(format string, args ...any) {
		at = at.Add(time.Duration(rnd.IntN(5000)) * time.Millisecond)
		stamp := at.Format("2006-01-02T15:04:05.000Z")
		lines = append(lines, fmt.Sprintf(`{"ts":"%s","run_id":"%s",%s}`, stamp, id, fmt.Sprintf(format, args...)))
	}
	add(`"event":"run_start","total_nodes":2`)
	for n := range 1 + rnd.IntN(3) {
		add(`"event":"node_transition","node_id":"n%d","from":"ready","to":"running","attempt":1`, n)
		seconds := []string{"2.5", "-1", "9e9", "8e6"}[max(0, rnd.IntN(21)-17)] // the last is longer than any that counts
		tail := []string{"ask ada@x.example", "ask bob@x.example", "exit 1"}[rnd.IntN(3)]
		add(`"event":"node_attempt","node_id":"n%d","attempt":1,"duration_s":%s,"converged":true,`+
			`"done_when_results":[{"cmd":"make","rc":1,"duration_s":1,"tail":"%s"}]`, n, seconds, tail)
		if rnd.IntN(6) == 0 {
			add(`"event":"node_shrug","why":"no such kind"`)
		}
		add(`"event":"node_transition","node_id":"n%d","from":"running","to":"done"`, n)
	}
	if rnd.IntN(5) > 0 {
		add(`"event":"run_end","outcome":"clean","done":2,"failed":0,"blocked":0,"total_duration_s":9`)
	}
	switch rnd.IntN(12) {
	case 0: // a record after the end
		add(`"event":"node_transition","node_id":"late","from":"pending","to":"ready"`)
	case 1: // a line twice
		i := rnd.IntN(len(lines))
		lines = slices.Insert(lines, i, lines[i])
	case 2: // a year off
		lines[len(lines)-1] = strings.Replace(lines[len(lines)-1], "2026-", "2093-", 1)
	case 3:
		lines[rnd.IntN(len(lines))] = `{"torn":`
	case 4: // nothing but its start
		lines = lines[:1]
	case 5: // no start
		lines = lines[1:]
	}
	return lines
}

// kahnTree is files with runs that lie in one file or in several, interleaved or one after
// the other, with copies and snapshots of some.
func kahnTree(rnd *rand.Rand) map[string]string {
	files := make([][]string, 1+rnd.IntN(5))
	start := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	for run := range 2 + rnd.IntN(20) {
		id := fmt.Sprintf("run-%d", run)
		switch rnd.IntN(12) {
		case 0, 1, 2:
			id = "nightly" // used again and again
		case 3:
			id = "nightly#2" // as the second of them is called
		case 4:
			id = "b/run-0" // in the folder a, like run-0 in a/b
		}
		lines := oddRun(rnd, id, start.Add(time.Duration(rnd.IntN(40))*24*time.Hour))
		to := rnd.IntN(len(files))
		switch rnd.IntN(8) {
		case 0: // in two files
			cut, other := rnd.IntN(len(lines)), rnd.IntN(len(files))
			files[to], files[other] = append(files[to], lines[:cut]...), append(files[other], lines[cut:]...)
		case 1: // a copy, or an earlier snapshot
			other := rnd.IntN(len(files))
			files[to], files[other] = append(files[to], lines...), append(files[other], lines[:1+rnd.IntN(len(lines))]...)
		case 2: // among the lines of another
			for _, l := range lines {
				files[to] = slices.Insert(files[to], len(files[to])-rnd.IntN(min(3, len(files[to])+1)), l)
			}
		default:
			files[to] = append(files[to], lines...)
		}
	}
	tree := map[string]string{}
	for i, lines := range files {
		folder := []string{"a/", "a/b/", "night-1/shop/", "night-2/shop/", ""}[rnd.IntN(5)]
		tree[fmt.Sprintf("%sf%d.jsonl", folder, i)] = strings.Join(lines, "\n") + "\n"
	}
	return tree
}

// Units are put together while files are read, after all of them, or again where they turn
// out to go on: the tables are the same.
func TestSealedUnitsAreTheSame(t *testing.T) {
	rounds := 400
	if testing.Short() {
		rounds = 12
	}
	noTemporary(t)
	sealed, again := 0, 0
	for seed := range rounds {
		rnd := rand.New(rand.NewPCG(uint64(seed), 17))
		logs := kahnTree(rnd)
		if seed%4 == 0 {
			kind := slices.Sorted(maps.Keys(packers))[seed/4%len(packers)]
			logs = map[string]string{"logs" + kind: packed(t, kind, logs)}
		}
		dir := tree(t, logs)
		o := Options{Paths: []string{dir}, Jobs: 1, sealAfter: -1}
		if rnd.IntN(3) == 0 {
			o.Since = time.Date(2026, 3, 20, 0, 0, 0, 0, time.UTC)
		}
		want := read(t, o)
		for _, after := range []int{1, 7, 40, 0} {
			o.sealAfter, o.Jobs, o.againAtOnce = after, 1+rnd.IntN(3), int64(seed%3*20)
			o.Progress = func(stage string, done, total int) {
				if stage == "reading again" && done == total {
					again++
				}
			}
			got := read(t, o)
			sealed += got.sealed
			if diff := cmp.Diff(allTables(want), allTables(got)); diff != "" {
				t.Fatalf("seed %d, sealed after %d records:\n%s", seed, after, diff)
			}
			if diff := cmp.Diff(want.Passed, got.Passed); diff != "" {
				t.Fatalf("seed %d, passed over:\n%s", seed, diff)
			}
		}
	}
	if sealed < 5*rounds || again < rounds/4 {
		t.Errorf("%d units sealed, %d times some unsealed, in %d rounds: too few to tell", sealed, again, rounds)
	}
}

// simpleRun is a run of one node, with so many attempts that took so many seconds each.
func simpleRun(id, day string, attempts int, seconds string) (lines []string) {
	second := 0
	add := func(event string) {
		lines = append(lines, fmt.Sprintf(`{"ts":"%sT00:00:%02d.000Z","run_id":"%s",%s}`, day, second, id, event))
		second++
	}
	add(`"event":"run_start","total_nodes":1`)
	for range attempts {
		add(`"event":"node_transition","node_id":"n0","from":"ready","to":"running","attempt":1`)
		add(`"event":"node_attempt","node_id":"n0","attempt":1,"duration_s":` + seconds + `,"converged":true`)
		add(`"event":"node_transition","node_id":"n0","from":"running","to":"done"`)
	}
	add(`"event":"run_end","outcome":"clean","done":1,"failed":0,"blocked":0,"total_duration_s":4`)
	return lines
}

// wantSealedAlike reads the logs with units sealed after any number of records, and without.
func wantSealedAlike(t *testing.T, logs map[string][]string) {
	t.Helper()
	files, n := map[string]string{}, 0
	for name, lines := range logs {
		files[name] = strings.Join(lines, "\n") + "\n"
		n = max(n, len(lines))
	}
	o := Options{Paths: []string{tree(t, files)}, Jobs: 1, sealAfter: -1}
	want, sealed := read(t, o), 0
	for o.sealAfter = 1; o.sealAfter <= 4*n; o.sealAfter++ {
		got := read(t, o)
		sealed += got.sealed
		if diff := cmp.Diff(allTables(want), allTables(got)); diff != "" {
			t.Fatalf("sealed after %d records:\n%s", o.sealAfter, diff)
		}
	}
	if sealed == 0 {
		t.Error("nothing is sealed")
	}
}

// Of three runs of one name the first has but its start, the second is sealed while the first waits, and the
// last lacks its start: it goes on with the second.
func TestGoesOnWithTheSealedOne(t *testing.T) {
	wantSealedAlike(t, map[string][]string{"shop/t.jsonl": slices.Concat(
		simpleRun("x", "2026-03-05", 1, "2.5")[:1], simpleRun("a", "2026-03-01", 1, "2.5"), simpleRun("x", "2026-03-03", 1, "2.5"),
		simpleRun("b", "2026-03-02", 1, "2.5"), simpleRun("x", "2026-03-15", 1, "2.5")[1:4], simpleRun("c", "2026-03-03", 1, "2.5"),
	)})
}

// A unit that is put together a second time, since a unit beside it has to wait, keeps its key.
func TestKeysOfUnitsBesideOneThatWaits(t *testing.T) {
	wantSealedAlike(t, map[string][]string{"shop/t.jsonl": slices.Concat(
		simpleRun("a", "2026-03-01", 1, "2.5"), simpleRun("b", "2026-03-02", 1, "8e6"),
		simpleRun("c", "2026-03-03", 1, "2.5"), simpleRun("d", "2026-03-04", 1, "2.5"),
	)})
}

// Times that were taken out of a unit when it was put together again make no later time plausible.
func TestTimesOfUnsealedUnits(t *testing.T) {
	wantSealedAlike(t, map[string][]string{
		"shop/t.jsonl": slices.Concat(simpleRun("a", "2026-03-01", 1, "2.5"), simpleRun("x", "2093-03-01", 1, "2.5"), simpleRun("c", "2026-03-03", 1, "2.5")),
		"shop/u.jsonl": slices.Concat(simpleRun("x", "2026-03-01", 5, "2.5")[1:16], simpleRun("q", "2026-03-01", 1, "2.5"), simpleRun("z", "2093-06-01", 1, "2.5")[:1]),
	})
}

// Units of other names may come to one key, and an id may read like a key with a number.
func TestKeysThatReadAlike(t *testing.T) {
	wantSealedAlike(t, map[string][]string{
		"a/t.jsonl": slices.Concat(simpleRun("b/x", "2026-03-01", 1, "2.5"), simpleRun("y", "2026-03-02", 1, "2.5"),
			simpleRun("y#2", "2026-03-03", 1, "2.5"), simpleRun("y", "2026-03-04", 1, "2.5"), simpleRun("z", "2026-03-05", 1, "2.5")),
		"a/b/t.jsonl": slices.Concat(simpleRun("x", "2026-03-01", 1, "2.5"), simpleRun("w", "2026-03-02", 1, "2.5"), simpleRun("v", "2026-03-02", 1, "2.5")),
	})
}

// packed is an archive of the files.
func packed(t *testing.T, kind string, files map[string]string) string {
	n := night{}
	for name, content := range files {
		n[name] = []byte(content)
	}
	return string(packers[kind](t, n, slices.Sorted(maps.Keys(files))))
}

// allTables is every table as lines of text.
func allTables(res *Result) (lines []string) {
	for _, tab := range res.Tables.Tables() {
		lines = append(append(lines, tab.Name), strings.Split(tab.Text(), "\n")...)
	}
	return lines
}

// A batch that has room for more units is used again, the one that was given back last first. One that
// is full is not.
func TestBatchesOfUnits(t *testing.T) {
	s := newSealer(Options{Events: table.EventTimes})
	one, two := s.take(), s.take()
	if one == two || one.set.Events.Detail != table.EventTimes {
		t.Errorf("two at once are one: %t; of events they keep %v", one == two, one.set.Events.Detail)
	}
	one.n, two.n = unitsPerBatch-1, 1
	s.put(one)
	s.put(two)
	if s.take() != two || s.take() != one || s.full != nil {
		t.Error("batches with room are not taken, the last first")
	}
	one.n = unitsPerBatch
	s.put(one)
	if next := s.take(); next == one || s.full != one || next.n != 0 || next.keys == nil {
		t.Error("a full one is taken again")
	}
}

// When rows are joined nothing is left of what sealed units were read from.
func TestNothingIsLeftOfSealedUnits(t *testing.T) {
	dir, rnd := t.TempDir(), rand.New(rand.NewPCG(5, 6))
	var lines []string
	for i := range 300 { // the names of the first come again
		lines = append(lines, oddRun(rnd, fmt.Sprintf("r%d", i%200), time.Date(2026, 4, 1, i/60, i%60, 0, 0, time.UTC))...)
	}
	if err := os.WriteFile(filepath.Join(dir, "transitions.jsonl"), []byte(strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	o, ctx := Options{Paths: []string{dir}, sealAfter: 64}, context.Background()
	if err := o.prepare(); err != nil {
		t.Fatal(err)
	}
	list, _, err := walk(ctx, o)
	if err != nil || len(list) != 1 {
		t.Fatalf("%d files, %v", len(list), err)
	}
	o.sealer = newSealer(o)
	files := []*record.File{{Path: list[0].shown, Jobs: o.Jobs}}
	if err := decode(files[0], list[0], o); err != nil {
		t.Fatal(err)
	}
	lone := o.sealer.unpack(files)
	by, _, err := o.sealer.settle(ctx, list, files, false)
	if err != nil {
		t.Fatal(err)
	}
	sealed := sealedUnits{by, lone}
	standIns := slices.Collect(maps.Keys(by))
	if lone.count() < 20 {
		t.Fatalf("%d units are lone", lone.count())
	}
	if len(standIns) < 20 || standIns[0].Str("run_id") == "" {
		t.Fatalf("%d units are sealed", len(standIns))
	}
	chunks := stitch(files, nil, sealedUnits{})
	chunks[0].assemble(o, sealed)
	if chunks[0].units != nil || len(chunks[0].rows) == 0 {
		t.Error("units stay when their rows are there")
	}
	res := &Result{Tables: &table.Set{}, redactor: o.redactor}
	if _, err := res.fill(ctx, o, files, sealed); err != nil {
		t.Fatal(err)
	}
	if len(by) > 0 || files[0].Records != nil || o.sealer.units != nil || res.Tables.Runs.Len() < len(standIns)+lone.count() {
		t.Errorf("%d sealed units, %d records and %d units are left, with %d rows", len(by), len(files[0].Records), len(o.sealer.units), res.Tables.Runs.Len())
	}
	for _, r := range standIns {
		if r.Has("run_id") || r.At.IsZero() || r.Line == 0 {
			t.Fatalf("of a stand-in is left: %+v", r)
		}
	}
}
