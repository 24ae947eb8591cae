package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"runreport/analyze/views/enginetest"
)

// expense is what processes took that ran at once or one after the other.
type expense struct {
	clock, processor time.Duration
	peak             int64 // most memory of one, bytes
}

// run runs a process to its end and adds what it took.
func (e *expense) run(t *testing.T, c *exec.Cmd) {
	t.Helper()
	started := time.Now()
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%q: %v\n%s", c.Args, err, out[max(0, len(out)-4000):])
	}
	e.clock += time.Since(started)
	e.processor += c.ProcessState.UserTime() + c.ProcessState.SystemTime()
	if usage, ok := c.ProcessState.SysUsage().(*syscall.Rusage); ok {
		e.peak = max(e.peak, usage.Maxrss<<10) // Linux counts in KiB
	}
}

func (e *expense) String() string {
	return fmt.Sprintf("%.1f s, %.1f s of the processor, %d MB", e.clock.Seconds(), e.processor.Seconds(), e.peak/1e6)
}

// One process, eight shards and Spark on two workers give the same bytes, and DuckDB, ClickHouse and Spark
// count what the report counts. In CI, over 60 runs, Spark makes all views and is asked for totals alone:
// the numbers of each subject take it more than a minute. .ci/nightly asks it for them too, with
// RUNREPORT_LONG, which also kills a worker of Spark in the middle, five times, and with RUNREPORT_RUNS,
// the number of runs, at 100000. -v tells what each way takes.
func TestMachinesGiveTheSameBytes(t *testing.T) {
	if testing.Short() {
		t.Skip("a cluster takes a minute to start")
	}
	runs := 60
	if text := os.Getenv("RUNREPORT_RUNS"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 {
			t.Fatalf("RUNREPORT_RUNS is %q, not a number of runs", text)
		}
		runs = n
	}
	everySubject := long() || os.Getenv("RUNREPORT_RUNS") != ""
	c := newCluster(t)
	logs, base := manyRuns(t, runs), t.TempDir()
	at := func(name ...any) string { return filepath.Join(base, fmt.Sprint(name...)) }
	report := func(name string, from ...string) map[string]string {
		var took expense
		took.run(t, child(t, append([]string{"build", "-o", at(name), "--quiet", "--format", "html,markdown,json"}, from...)...))
		t.Logf("report of %s: %s", name, &took)
		return tree(t, at(name))
	}
	want := report("one process", logs)
	same := func(name string, dataset string) { // the report quotes lines, which are in the logs alone
		got := report(name, "--dataset", dataset, logs)
		for file, text := range want {
			if got[file] != text {
				t.Errorf("%s of %s is not that of one process", file, name)
			}
		}
		if len(got) != len(want) {
			t.Errorf("%s has %d files, one process %d", name, len(got), len(want))
		}
	}

	const shards = 8
	var reading, merging expense
	merge := child(t, "merge", "-o", at("merged"))
	for k := 1; k <= shards; k++ {
		reading.run(t, child(t, "ingest", "--shard", fmt.Sprintf("%d/%d", k, shards), logs, "-o", at("part-", k), "-q"))
		merge.Args = append(merge.Args, at("part-", k))
	}
	merging.run(t, merge)
	t.Logf("%d shards: %s; merging them: %s, %.1f %% of the processor time of reading",
		shards, &reading, &merging, 100*merging.processor.Seconds()/reading.processor.Seconds())
	same("eight shards", at("merged"))

	var submitted expense
	tasks := max(6, runs/5000)
	submitted.run(t, c.submit(logs, at("spark"), tasks))
	t.Logf("Spark, %d tasks: %.1f s; the workers' processor time is not known", tasks, submitted.clock.Seconds())
	same("Spark", at("spark"))

	c.ask(max(2, runs/5000)) // more than an executor's memory holds is sorted on the disk
	var took []string
	for _, engine := range []string{"duckdb", "clickhouse", "spark"} {
		started := time.Now()
		report := summaryOf(t, at("one process"))
		if engine == "spark" && !everySubject {
			answers := enginetest.Ask(t, engine, sqlStatements(t, engine, at("merged")), totals)
			took = append(took, totalsAgree(t, answers, report))
		} else {
			took = append(took, agreesWith(t, engine, at("merged"), report))
		}
		t.Logf("views in %s: %.1f s", engine, time.Since(started).Seconds())
	}
	if took[0] != took[1] || took[0] != took[2] {
		t.Errorf("all runs took %s ns", strings.Join(took, ", "))
	}

	if !long() {
		return
	}
	rnd := rand.New(rand.NewPCG(21, 21))
	for i := range 5 {
		if !c.submitKilling(logs, at("killed-", i), rnd) {
			t.Errorf("round %d: no worker was killed", i)
		}
		same(fmt.Sprint("Spark, killed ", i), at("killed-", i))
	}
}
