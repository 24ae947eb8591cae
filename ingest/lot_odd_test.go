package ingest

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// oneTime is a report of tests with one time.
func oneTime(name, date string) []byte {
	return fmt.Appendf(nil, `<testsuite name="%s" tests="1" timestamp="%sT02:00:00Z">`+
		`<testcase name="a" classname="b" time="1"/></testsuite>`, name, date)
}

// duel is the start of a run of fishbowl on a day.
func duel(t *testing.T, date string) []byte {
	log := smallLog(t, "fishbowl/duels/ledger.jsonl")
	return bytes.ReplaceAll(log[:bytes.IndexByte(log, '\n')+1], []byte("2026-05-01"), []byte(date))
}

// spoken are n more events of that run on a day, numbered from a number on.
func spoken(from, n int, date string) (lines []byte) {
	for i := from; i < from+n; i++ {
		lines = fmt.Appendf(lines, `{"id":"x%d","run_id":"r1","turn":%d,"kind":"agent.spoke","actor":"ada","payload":{"text":"t%d"},`+
			`"created_at":"%sT10:01:%02d.000000Z","schema_version":1,"session_id":null,"model_profile":"fast"}`+"\n", i, i, i, date, i%60)
	}
	return lines
}

// named is the start of a run of that name on a day, with events of its own.
func named(t *testing.T, run, day string) []byte {
	log := bytes.ReplaceAll(duel(t, "2026-05-"+day), []byte(`"run_id":"r1"`), []byte(`"run_id":"`+run+`"`))
	return bytes.ReplaceAll(log, []byte(`"id":"`), []byte(`"id":"`+day))
}

// checkpoints are the work items of an installation, more than are put together at once, and a
// signal of which an item and the fleet are told, with a time that cannot be right.
func checkpoints() night {
	n := night{}
	for i := 100; i < 100+unitsPerChunk+6; i++ {
		n[fmt.Sprintf("work/issues/%d/checkpoint.json", i)] = fmt.Appendf(nil, `{"workItemId":"%d","version":1,"currentPhase":3,`+
			`"currentTask":null,"completedPhases":[1,2],"completedTasks":["task-000"],"failedTasks":[],"blockedTasks":[],`+
			`"phaseOutputs":{},"tokenUsage":{"total":0,"byPhase":{},"byAgent":{}},"worktreePath":"/home/ci/x",`+
			`"branchName":"cadre/issue-7","baseCommit":"1f6a","startedAt":"2026-04-22T10:00:00.000Z",`+
			`"lastCheckpoint":"2026-04-22T10:00:30.000Z","resumeCount":0}`, i)
	}
	note := func(members, at string) string { return `{` + members + `,"timestamp":"` + at + `"}` + "\n" }
	n["work/notifications.jsonl"] = []byte(note(`"type":"fleet-started","issueCount":3,"maxParallel":2`, "2026-04-22T10:00:00.000Z") +
		note(`"type":"issue-started","workItemId":"100","issueTitle":"x","worktreePath":"/x"`, "2026-04-22T10:00:10.000Z") +
		note(`"type":"fleet-interrupted","signal":"SIGINT","workItemsInProgress":["100"]`, "2093-04-22T10:00:40.000Z") +
		note(`"type":"fleet-started","issueCount":3,"maxParallel":2`, "2026-04-22T10:00:50.000Z") +
		note(`"type":"fleet-started","issueCount":3,"maxParallel":2`, "2026-04-22T10:00:51.000Z"))
	return n
}

// Times that cannot be right, and files that no format claims, are what they are without lots.
func TestLotsOfOddLogs(t *testing.T) {
	for name, logs := range map[string]night{
		"far apart": {"a/x.xml": oneTime("x", "2022-01-01"), "b/y.xml": oneTime("y", "2026-01-01")},
		"a damaged archive": {"a/x.xml": oneTime("x", "2022-01-01"), "b/y.xml": oneTime("y", "2026-01-01"),
			"c/z.zip": []byte("PK\x03\x04 nothing")},
		"the latest goes when two files are put together": {"a/1.jsonl": append(duel(t, "2026-05-01"), spoken(0, 15, "2026-05-01")...),
			"b/2.jsonl": spoken(15, 5, "2093-05-01"), "c/y.xml": oneTime("y", "2093-05-01")},
		"what lies between goes when two files are put together": {"a/1.jsonl": append(duel(t, "2022-01-01"), spoken(1, 1, "2022-01-02")...),
			"b/2.jsonl": spoken(2, 1, "2023-06-01"), "c/y.xml": oneTime("y", "2022-07-01"), "d/z.xml": oneTime("z", "2024-05-01")},
		"a time of two units": checkpoints(),
		"a unit that gets the key of another one": {"n/1.jsonl": named(t, "r", "01"), "n/2.jsonl": named(t, "r", "02"),
			"n/3.jsonl": named(t, "r#2", "03"), "n/4.jsonl": named(t, "r#2#2", "04")},
	} {
		dir := filepath.Join(t.TempDir(), "logs")
		logs.write(t, dir)
		outside := filepath.Join(t.TempDir(), "outside")
		if err := os.Mkdir(outside, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(outside, filepath.Join(dir, "latest")); err != nil {
			t.Fatal(err)
		}
		want := read(t, Options{Paths: []string{dir}, Jobs: 2, sealAfter: -1})
		for _, size := range []int{0, 1, -1} {
			compareReadings(t, fmt.Sprintf("%s, lots of %d", name, size), want, read(t, Options{Paths: []string{dir}, Jobs: 2, lotFiles: size}))
		}
		long := read(t, Options{Paths: []string{dir}, Jobs: 2, sealAfter: 1}) // each log is a lot of its own
		compareReadings(t, name+", long logs", want, long)
	}
}

// A file that goes away before it is read again is told, as one that cannot be read at all; an
// empty one that has grown since is as it was.
func TestLotsThatChange(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "logs")
	night{"a/1.jsonl": append(duel(t, "2026-05-01"), spoken(1, 1, "2026-05-01")...),
		"b/2.jsonl": spoken(2, 2, "2026-05-02"), "c/z.xml": nil}.write(t, dir)
	res := read(t, Options{Paths: []string{dir}, Jobs: 1, lotFiles: -1, Progress: func(stage string, _, _ int) {
		if stage != "telling units apart" {
			return
		}
		if err := os.Remove(filepath.Join(dir, "b", "2.jsonl")); err != nil {
			t.Error(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "c", "z.xml"), oneTime("z", "2026-01-02"), 0o600); err != nil {
			t.Error(err)
		}
	}})
	if len(res.Problems) != 1 || res.Problems[0].Path != "logs/b/2.jsonl" || res.Claimed != 1 || res.Tables.Runs.Len() != 1 {
		t.Errorf("%v, %d files, %d runs", res.Problems, res.Claimed, res.Tables.Runs.Len())
	}
}
