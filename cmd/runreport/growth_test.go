package main

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"runreport/unit/tier"
)

// longLog is a log of any length: head, n times each, tail. In each, {n} is its number from 1, {at} a time and {then}
// ten seconds later.
type longLog struct {
	name, file       string
	head, each, tail string
	separator        string // between two of each
}

var longLogs = []longLog{
	{
		name: "failed attempts at a node of kahn", file: "transitions.jsonl",
		head: `{"ts":"2026-01-05T00:00:00Z","run_id":"r","event":"run_start","total_nodes":1}` + "\n",
		each: `{"ts":"{at}","run_id":"r","event":"node_transition","node_id":"a","from":"running","to":"running","attempt":{n}}` + "\n" +
			`{"ts":"{then}","run_id":"r","event":"node_attempt","node_id":"a","attempt":{n},"duration_s":1.5,"converged":false,"done_when_results":[{"cmd":"make","rc":1,"tail":"boom {n}"}]}` + "\n",
	},
	{
		name: "attempts without a number", file: "transitions.jsonl",
		head: `{"ts":"2026-01-05T00:00:00Z","run_id":"r","event":"run_start","total_nodes":1}` + "\n",
		each: `{"ts":"{then}","run_id":"r","event":"node_attempt","node_id":"a","duration_s":1.5,"converged":false}` + "\n",
	},
	{
		name: "failed nodes of kahn", file: "transitions.jsonl",
		head: `{"ts":"2026-01-05T00:00:00Z","run_id":"r","event":"run_start","total_nodes":9}` + "\n",
		each: `{"ts":"{at}","run_id":"r","event":"node_transition","node_id":"node-{n}","from":"ready","to":"running","attempt":1}` + "\n" +
			`{"ts":"{then}","run_id":"r","event":"node_attempt","node_id":"node-{n}","attempt":1,"duration_s":1.5,"converged":false,"done_when_results":[{"cmd":"make {n}","rc":1}]}` + "\n" +
			`{"ts":"{then}","run_id":"r","event":"node_transition","node_id":"node-{n}","from":"running","to":"failed"}` + "\n",
	},
	{
		name: "phases of a playbook run", file: "quality/run_state.jsonl",
		head: `{"event":"_index","ts":"2026-01-05T00:00:00Z","schema_version":"1.5.6","benchmark":"brick"}` + "\n",
		each: `{"event":"phase_start","ts":"{at}","phase":{n}}` + "\n" +
			`{"event":"pass_started","ts":"{at}","phase":{n},"pass":"P{n}"}` + "\n" + `{"event":"pass_ended","ts":"{then}","phase":{n},"pass":"P{n}"}` + "\n" +
			`{"event":"finding_logged","ts":"{at}","phase":{n},"finding_id":"BUG-{n}","category":"code-bug"}` + "\n" +
			`{"event":"phase_end","ts":"{then}","phase":{n},"key_counts":{},"artifacts_produced":[]}` + "\n",
	},
	{
		name: "playbook runs in a log", file: "quality/run_state.jsonl",
		each: `{"event":"_index","ts":"{at}","schema_version":"1.5.6","benchmark":"brick"}` + "\n" + `{"event":"run_start","ts":"{at}","runner":"claude"}` + "\n" +
			`{"event":"phase_start","ts":"{at}","phase":1}` + "\n" + `{"event":"phase_end","ts":"{then}","phase":1,"key_counts":{},"artifacts_produced":[]}` + "\n",
	},
	{
		name: "failed agents of a work item", file: "issues/1/logs/workitem-1.log",
		each: `{"timestamp":"{at}","level":"info","source":"workitem-1","message":"agent-launched","data":{"type":"agent-launched","agent":"writer","workItemId":"1","taskId":"task-{n}"}}` + "\n" +
			`{"timestamp":"{then}","level":"info","source":"workitem-1","message":"task-retry","data":{"type":"task-retry","workItemId":"1","taskId":"task-{n}","attempt":1,"maxAttempts":3}}` + "\n" +
			`{"timestamp":"{then}","level":"info","source":"workitem-1","message":"agent-failed","data":{"type":"agent-failed","agent":"writer","workItemId":"1","taskId":"task-{n}","error":"boom"}}` + "\n",
	},
	{
		name: "attempts at a card of Crabyard", file: "cards/CY-1/runs.json",
		head: `{"runs":[`, separator: ",", tail: "]}",
		each: `{"id":"CY-1-R{n}","cardId":"CY-1","attempt":{n},"runtime":"container","status":"failed","selectionReason":"default","startedAt":"{at}","endedAt":"{then}","createdAt":"{at}","updatedAt":"{then}","error":null}`,
	},
	{
		name: "runs in a ledger of Fishbowl", file: "ledger.jsonl",
		each: `{"id":"s{n}","run_id":"r{n}","turn":0,"kind":"run.started","actor":"conductor","payload":{"seed":"s","goal":"g","scenario":"duel","cast":{"a":{"model":"m"},"b":{"model":"n"}},"competition":{"kind":"judged"}},"created_at":"{at}","schema_version":1}` + "\n" +
			`{"id":"v{n}","run_id":"r{n}","turn":1,"kind":"judge.verdict","actor":"judge","payload":{"winner":"a"},"created_at":"{then}","schema_version":1}` + "\n" +
			`{"id":"e{n}","run_id":"r{n}","turn":1,"kind":"run.finished","actor":"conductor","payload":{"reason":"verdict","winner":"a","winning_models":["m"]},"created_at":"{then}","schema_version":1}` + "\n",
	},
	{
		name: "tests of Go that fail", file: "tests.json",
		each: `{"Time":"{at}","Action":"run","Package":"p{n}","Test":"Test{n}"}` + "\n" + `{"Time":"{then}","Action":"output","Package":"p{n}","Test":"Test{n}","Output":"panic: boom {n}\n"}` + "\n" +
			`{"Time":"{then}","Action":"fail","Package":"p{n}","Test":"Test{n}","Elapsed":0.1}` + "\n" + `{"Time":"{then}","Action":"fail","Package":"p{n}","Elapsed":0.1}` + "\n",
	},
	{
		name: "cases of JUnit that fail", file: "report.xml",
		head: `<testsuites><testsuite name="s" timestamp="2026-01-05T00:00:00Z">`, tail: "</testsuite></testsuites>",
		each: `<testcase classname="c" name="case {n}" time="0.1"><failure message="want {n}">boom {n}</failure></testcase>` + "\n",
	},
}

func (g longLog) write(t *testing.T, n int) (dir string) {
	dir = t.TempDir()
	path := filepath.Join(dir, filepath.FromSlash(g.file))
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	b.WriteString(g.head)
	for i := range n {
		if i > 0 {
			b.WriteString(g.separator)
		}
		at := time.Date(2026, 1, 5, 0, 0, 60*i, 0, time.UTC)
		strings.NewReplacer("{n}", fmt.Sprint(i+1), "{at}", at.Format(time.RFC3339), "{then}", at.Add(10*time.Second).Format(time.RFC3339)).WriteString(&b, g.each)
	}
	b.WriteString(g.tail)
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

// For a log of four times the length no statement runs more than eight times as often. A statement in a quadratic
// search runs sixteen times as often. Counts of statements are exact where times are noisy. Statements that run fewer
// than minCount times are ignored: some start to run only above a size.
func TestStatementCountsAreLinear(t *testing.T) {
	tier.Slow(t, "the program is built with counters")
	const n, factor, maxGrowth, minCount = 2000, 4, 8, 5_000_000
	program := filepath.Join(t.TempDir(), "runreport")
	if out, err := exec.Command("go", "build", "-cover", "-covermode=count", "-coverpkg=runreport/...", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for _, g := range longLogs {
		t.Run(strings.ReplaceAll(g.name, " ", "-"), func(t *testing.T) {
			t.Parallel()
			few, many := statements(t, program, g.write(t, n)), statements(t, program, g.write(t, factor*n))
			for block, times := range many {
				if times >= minCount && times > maxGrowth*max(few[block], 1) {
					t.Errorf("%s runs %d times for %d, and %d times for %d", block, few[block], n, times, factor*n)
				}
			}
		})
	}
}

// statements returns how often each block of statements ran in a build of the folder.
func statements(t *testing.T, program, logs string) map[string]int64 {
	t.Helper()
	counts, report := t.TempDir(), t.TempDir()
	build := exec.Command(program, "build", logs, "-o", report, "--format", "json", "--no-config")
	build.Env = append(os.Environ(), "GOCOVERDIR="+counts)
	out, err := build.CombinedOutput() // which fails where there is something to say of the log
	if summary, _ := os.ReadFile(filepath.Join(report, "summary.json")); !strings.Contains(string(summary), `"claimed": 1`) {
		t.Fatalf("the log was not read: %v: %s", err, out)
	}
	text := filepath.Join(counts, "counts.txt")
	if out, err := exec.Command("go", "tool", "covdata", "textfmt", "-i", counts, "-o", text).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	f, err := os.Open(text)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	ran := map[string]int64{}
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var block string
		var statements, times int64
		if _, err := fmt.Sscan(lines.Text(), &block, &statements, &times); err == nil {
			ran[block] += times
		}
	}
	if len(ran) == 0 {
		t.Fatal("no statement was counted")
	}
	return ran
}
