package ingest

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"runreport/ingest/record"
	"runreport/unit/tier"
)

// Without links nothing would be known of what belongs together in two parts.
func TestEverySystemDeclaresLinks(t *testing.T) {
	for _, s := range Systems {
		if s.Links == nil {
			t.Errorf("%s has no links", s.Name)
		}
	}
}

// ownMapping reads the logs of one's own in these tests.
var ownMapping = &Mapping{Name: "own", Files: []string{"**/*.csv"}, Columns: map[string]string{
	"run": "run", "step": "test", "result": "status", "started": "begin"}}

// linkedCase is two files that stitching puts together, and what lies beside them.
type linkedCase struct {
	system, name string
	one, other   string // the files, each in a part of its own, as path = small log
	with, beside string // another file in the part of the first: put together again with it, or not
}

// linkedCases say for each system what ties files of two parts.
var linkedCases = []linkedCase{
	{"junit", "parts of a folder",
		"n1/till/TEST-a.xml = junit/2026-05-02/till/TEST-till.CloseTest.xml",
		"n1/till/TEST-b.xml = junit/2026-05-02/till/TEST-till.OpenTest.xml",
		"", "n1/shop.xml = junit/2026-05-01/shop.xml"},
	{"junit", "copies",
		"n1/api.xml = junit/2026-05-01/shop.xml",
		"backup/web.xml = junit/2026-05-01/shop.xml",
		"", "n1/shop.xml = junit/2026-05-02/shop.xml"},
	{"junit", "one short subject",
		"n1/target/shop.xml = junit/2026-05-01/shop.xml",
		"n1/results/shop.xml = junit/2026-05-02/shop.xml",
		"n1/build/shop.xml = junit/2026-05-02/till/TEST-till.CloseTest.xml", "n1/till.xml = junit/2026-05-02/till/TEST-till.OpenTest.xml"},
	{"ctrf", "one run",
		"a/one.json = ctrf/2026-05-01/shard-1.json",
		"b/two.json = ctrf/2026-05-01/shard-2.json",
		"", "a/three.json = ctrf/2026-05-02/pytest.json"},
	{"ctrf", "copies",
		"a/one.json = ctrf/2026-05-02/pytest.json",
		"b/two.json = ctrf/2026-05-02/pytest.json",
		"", "a/three.json = ctrf/2026-05-01/shard-1.json"},
	{"gotest", "copies",
		"a/one.jsonl = gotest/2026-05-01.jsonl",
		"b/two.jsonl = gotest/2026-05-01.jsonl",
		"", "a/three.jsonl = gotest/2026-05-02.jsonl"},
	{"playwright", "copies",
		"a/one.json = playwright/2026-05-01/report.json",
		"b/two.json = playwright/2026-05-01/report.json",
		"", "a/three.json = playwright/2026-05-02/report.json"},
	{"allure", "a folder",
		"a/a1-result.json = allure/2026-05-01/a1-result.json",
		"a/b1-result.json = allure/2026-05-01/b1-result.json",
		"a/c1-result.json = allure/2026-05-01/c1-result.json", "b/b3-result.json = allure/2026-05-02/b3-result.json"},
	{"allure", "copies",
		"a/a1-result.json = allure/2026-05-01/a1-result.json",
		"c/a9-result.json = allure/2026-05-01/a1-result.json",
		"", "b/b3-result.json = allure/2026-05-02/b3-result.json"},
	{"terminal-bench", "a trial",
		"r1/results.json = terminal-bench/goose/r1/results.json",
		"copy/r1/mend/mend.2-of-2.r1/results.json = terminal-bench/goose/r1/mend/mend.2-of-2.r1/results.json",
		"", "r2/run_metadata.json = terminal-bench/droid/r2/run_metadata.json"},
	{"harbor", "a job",
		"smoke/climb__d4/result.json = harbor/smoke/climb__d4/result.json",
		"moved/hello__a1/result.json = harbor/smoke/hello__a1/result.json",
		"", "open/hello__z9/config.json = harbor/open/hello__z9/config.json"},
	{"harbor", "a file of the job's folder",
		"smoke/lock.json = harbor/smoke/lock.json",
		"smoke/climb__d4/result.json = harbor/smoke/climb__d4/result.json",
		"", "open/hello__z9/config.json = harbor/open/hello__z9/config.json"},
	{"inspect", "a log",
		"m.eval/header.json = inspect/m-2.eval/header.json",
		"m.eval/samples/1_epoch_1.json = inspect/m-2.eval/samples/1_epoch_1.json",
		"", "m-1.json = inspect/m-1.json"},
	{"inspect", "copies",
		"a/m-1.json = inspect/m-1.json",
		"b/m.json = inspect/m-1.json",
		"", "a/m.eval/header.json = inspect/m-2.eval/header.json"},
	{"swe-bench", "a run",
		"m-1.nightly.json = swe-bench/m-1.nightly.json",
		"logs/run_evaluation/nightly/m-1/a__a-1/report.json = swe-bench/logs/run_evaluation/nightly/m-1/a__a-1/report.json",
		"", "logs/run_evaluation/weekly/m-1/a__a-2/report.json = swe-bench/logs/run_evaluation/nightly/m-1/a__a-2/report.json"},
	{"promptfoo", "copies",
		"a/results.json = promptfoo/results.json",
		"b/results.json = promptfoo/results.json",
		"", ""},
	{"lm-eval", "results and samples",
		"m/results_2026-04-06T08-00-00.5.json = lm-eval/m-1/results_2026-04-06T08-00-00.5.json",
		"m/samples_arc_2026-04-06T08-00-00.5.jsonl = lm-eval/m-1/samples_arc_2026-04-06T08-00-00.5.jsonl",
		"", "m/samples_arc_2026-04-07T08-00-00.5.jsonl = lm-eval/m-1/samples_arc_2026-04-06T08-00-00.5.jsonl"},
	{"lm-eval", "copies of results",
		"a/results_2026-04-06T08-00-00.5.json = lm-eval/m-1/results_2026-04-06T08-00-00.5.json",
		"b/results.json = lm-eval/m-1/results_2026-04-06T08-00-00.5.json",
		"", "a/samples_arc_2026-04-07T08-00-00.5.jsonl = lm-eval/m-1/samples_arc_2026-04-06T08-00-00.5.jsonl"},
	{"claude-code", "a session and its sub-agent",
		"shop/s1.jsonl = claude-code/shop/s1.jsonl",
		"shop/s1/subagents/agent-a1.jsonl = claude-code/shop/s1/subagents/agent-a1.jsonl",
		"", "shop/s0.jsonl = claude-code/shop/s0.jsonl"},
	{"claude-code", "a session that goes on from another",
		"shop/s1.jsonl = claude-code/shop/s1.jsonl",
		"shop/s2.jsonl = claude-code/shop/s2.jsonl",
		"", "shop/s0.jsonl = claude-code/shop/s0.jsonl"},
	{"claude-code", "a copy in another project",
		"a/s1.jsonl = claude-code/shop/s1.jsonl",
		"b/s9.jsonl = claude-code/shop/s1.jsonl",
		"", "a/s0.jsonl = claude-code/shop/s0.jsonl"},
	{"codex", "copies of a session",
		"a/c1.jsonl = codex/2026/05/02/rollout-2026-05-02T09-00-00-c1.jsonl",
		"b/c9.jsonl = codex/2026/05/02/rollout-2026-05-02T09-00-00-c1.jsonl",
		"", "a/c2.jsonl = codex/2026/05/03/rollout-2026-05-03T09-00-00-c2.jsonl"},
	{"github-actions", "a run and its jobs",
		"runs.json = github-actions/runs.json",
		"jobs/17.json = github-actions/jobs-17.json",
		"jobs-20.json = github-actions/jobs-20.json", ""},
	{"own-log", "a run in two files",
		"a/one.csv = own",
		"a/two.csv = own",
		"", "b/one.csv = own"},
}

// smallLog is a small log by its path.
func smallLog(t *testing.T, name string) []byte {
	t.Helper()
	if name == "own" {
		return []byte("run,test,status,begin\nn1,x,ok,2026-05-01T02:00:00Z\n" +
			"n1,y,failed,2026-05-01T02:01:00Z\nn2,x,ok,2026-05-02T02:00:00Z\n")
	}
	b, err := os.ReadFile(filepath.Join("..", "testdata", "small", filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// listed reads the files of a folder into a part.
func listed(t *testing.T, dir string, files []string) string {
	t.Helper()
	part, o := filepath.Join(t.TempDir(), "part"), Options{Root: dir, Mappings: []*Mapping{ownMapping}}
	for _, f := range files {
		o.Paths = append(o.Paths, filepath.Join(dir, filepath.FromSlash(f)))
	}
	if _, err := ReadShard(context.Background(), o, Shards{}, part); err != nil {
		t.Fatal(err)
	}
	return part
}

// checkMerged reads lists of files apart and merges them, which is to put so many together again,
// and holds the tables against those of one reading.
func checkMerged(t *testing.T, dir string, lists [][]string, again int) {
	t.Helper()
	var parts []string
	for _, list := range lists {
		parts = append(parts, listed(t, dir, list))
	}
	merged, o := filepath.Join(t.TempDir(), "merged"), Options{Paths: []string{dir}, Mappings: []*Mapping{ownMapping}}
	done, err := Merge(context.Background(), parts, merged, false, "test")
	if err != nil {
		t.Fatal(err)
	}
	if done.Again != again {
		t.Errorf("%d of %d files were put together again, want %d", done.Again, done.Logs, again)
	}
	if got, want := allOf(t, Options{Dataset: merged}), allOf(t, o); got != want {
		t.Errorf("merged:\n%s\none reading:\n%s", got, want)
	}
	want := wholeTables(t, o)
	if got := mergedTablesOf(t, merged); got != want {
		t.Errorf("merged stores\n%s\none reading:\n%s", got, want)
	}
	small := filepath.Join(t.TempDir(), "small")
	if _, err := mergeLots(context.Background(), parts, small, false, "test", 1); err != nil {
		t.Fatal(err)
	}
	if got := mergedTablesOf(t, small); got != want {
		t.Errorf("merged in lots of one group it stores\n%s\none reading:\n%s", got, want)
	}
}

// Files of two parts that belong together are put together again, and no others: the tables are
// those of one reading.
func TestPartsOfLinkedFiles(t *testing.T) {
	left := map[string]bool{}
	for _, s := range Systems {
		left[s.Name] = true
	}
	for i, c := range linkedCases {
		delete(left, c.system)
		if testing.Short() && i%4 > 0 { // all of them merge many parts
			continue
		}
		t.Run(c.system+"/"+c.name, func(t *testing.T) {
			dir, logs := filepath.Join(t.TempDir(), "logs"), night{}
			at := func(file string) string {
				to, from, _ := strings.Cut(file, " = ")
				if file != "" {
					logs[to] = smallLog(t, from)
				}
				return to
			}
			first, again := []string{at(c.one)}, 2
			for _, f := range []string{at(c.with), at(c.beside)} {
				if f != "" {
					first = append(first, f)
				}
			}
			if c.with != "" {
				again++
			}
			second := []string{at(c.other)}
			logs.write(t, dir)
			o := Options{Paths: []string{dir}, Mappings: []*Mapping{ownMapping}}
			if !tiedByLinks(t, o, c.system, path.Join("logs", first[0]), path.Join("logs", second[0])) {
				t.Error("the links do not tie the files")
			}
			checkMerged(t, dir, [][]string{first, second}, again)
		})
	}
	// The demonstration logs have such files of these.
	for _, s := range []string{"kahn", "playbook", "crabyard", "cadre", "fishbowl"} {
		delete(left, s)
	}
	for _, s := range slices.Sorted(maps.Keys(left)) {
		t.Errorf("no case of %s", s)
	}
}

// tiedByLinks reports whether the links of two files tie them, whatever the names of their units
// are.
func tiedByLinks(t *testing.T, o Options, system, one, other string) bool {
	t.Helper()
	ctx := context.Background()
	if err := o.prepare(); err != nil {
		t.Fatal(err)
	}
	list, _, err := walk(ctx, o)
	if err != nil {
		t.Fatal(err)
	}
	of := Systems[slices.IndexFunc(Systems, func(s *record.System) bool { return s.Name == system })]
	var files []*record.File
	for i, at := range list {
		f := &record.File{Index: i, Path: at.shown, Dir: record.FolderOf(at.shown)}
		if err := decode(f, at, o); err != nil {
			t.Fatal(err)
		}
		if f.Format == nil || f.Format.System != system {
			t.Fatalf("%s is none of %s", f.Path, system)
		}
		files = append(files, f)
	}
	of.Stitch(files)
	values := map[string]map[string]bool{}
	for _, f := range files {
		if f.Path != one && f.Path != other {
			continue
		}
		for _, link := range of.Links(f) {
			if values[link.Name] == nil {
				values[link.Name] = map[string]bool{}
			}
			if link.Value == "" {
				link.Value = f.Path
			}
			values[link.Name][link.Value] = true
		}
	}
	for _, v := range values {
		if len(v) > 1 {
			return true
		}
	}
	return false
}

// A report of a verifier looks for the result of its trial, which may lie in another part.
func TestPartsOfAVerifier(t *testing.T) {
	dir, logs := filepath.Join(t.TempDir(), "logs"), night{
		"jobs/j/t__1/verifier/report.json": smallLog(t, "swe-bench/logs/run_evaluation/nightly/m-1/a__a-1/report.json"),
		"jobs/j/t__1/result.json":          smallLog(t, "harbor/smoke/hello__a1/result.json"),
		"jobs/j/t__2/verifier/report.json": smallLog(t, "swe-bench/logs/run_evaluation/nightly/m-1/a__a-2/report.json"),
		"jobs/j/t__2/result.json":          smallLog(t, "harbor/smoke/hello__b2/result.json"),
		"m-1.nightly.json":                 smallLog(t, "swe-bench/m-1.nightly.json"),
	}
	logs.write(t, dir)
	checkMerged(t, dir, [][]string{
		{"jobs/j/t__1/verifier/report.json", "jobs/j/t__2/verifier/report.json", "jobs/j/t__2/result.json", "m-1.nightly.json"},
		{"jobs/j/t__1/result.json"},
	}, 3) // the report, and the results, which are of one job
}

// tangledLogs are the small logs of all formats of tests, evals and sessions, with copies,
// snapshots and files that lie elsewhere.
func tangledLogs(t *testing.T, rnd *rand.Rand) night {
	t.Helper()
	small, all := readNight(t, filepath.Join("..", "testdata", "small")), night{}
	for _, p := range sorted(small) {
		system, _, _ := strings.Cut(filepath.ToSlash(p), "/")
		if slices.Contains([]string{"README.md", "kahn", "playbook", "crabyard", "cadre", "fishbowl"}, system) {
			continue
		}
		dir, base := path.Split(filepath.ToSlash(p))
		all[p] = small[p]
		switch rnd.IntN(8) {
		case 0: // a copy of a folder, as far as it goes
			all[path.Join("backup", dir, base)] = small[p]
		case 1:
			all[path.Join(dir, "a-"+base)] = small[p]
		case 2:
			all[path.Join("target", dir, base)] = small[p]
		case 3: // a snapshot, or a document that is cut off
			lines := strings.SplitAfter(string(small[p]), "\n")
			all[path.Join("early", dir, base)] = []byte(strings.Join(lines[:1+rnd.IntN(len(lines))], ""))
		case 4: // elsewhere
			delete(all, p)
			all[path.Join(system, "moved", base)] = small[p]
		}
	}
	for i := range 3 {
		all[fmt.Sprintf("own/%d/%d.csv", rnd.IntN(2), i)] = smallLog(t, "own")
	}
	return all
}

// However files of tests, evals and sessions are dealt out, some of them to two parts, and in
// whatever order parts are merged, also as parts of parts, the tables are those of one reading.
func TestPartsOfTangledLogs(t *testing.T) {
	rounds := 30
	if os.Getenv(tier.SlowVar) == "" {
		rounds = 3
	}
	if testing.Short() {
		t.Skip("reads the logs many times")
	}
	copied, again := 0, 0
	for seed := range rounds {
		rnd := rand.New(rand.NewPCG(uint64(seed), 23))
		dir, logs := filepath.Join(t.TempDir(), "logs"), tangledLogs(t, rnd)
		logs.write(t, dir)
		o := Options{Paths: []string{dir}, Mappings: []*Mapping{ownMapping}}
		lists, group := make([][]string, 2+rnd.IntN(3)), map[string]int{}
		whole := seed%3 > 0 // folders stay together
		for _, p := range sorted(logs) {
			g := p
			if whole {
				g = path.Dir(p)
			}
			if _, ok := group[g]; !ok {
				group[g] = rnd.IntN(len(lists))
			}
			lists[group[g]] = append(lists[group[g]], p)
			if twice := rnd.IntN(30 * len(lists)); twice < len(lists) && twice != group[g] {
				lists[twice] = append(lists[twice], p)
			}
		}
		var all []string
		for _, list := range lists {
			if len(list) == 0 {
				continue
			}
			rnd.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
			all = append(all, listed(t, dir, list))
		}
		rnd.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		if n := len(all); n > 2 && rnd.IntN(2) == 0 {
			all = append(all[2:], merge(t, all[0], all[1]))
		}
		merged := filepath.Join(t.TempDir(), "merged")
		done, err := Merge(context.Background(), all, merged, false, "test")
		if err != nil {
			t.Fatal(err)
		}
		copied, again = copied+done.Logs-done.Again, again+done.Again
		if got, want := allOf(t, Options{Dataset: merged}), allOf(t, o); got != want {
			t.Fatalf("seed %d, merged:\n%s\none reading:\n%s", seed, got, want)
		}
		if got, want := mergedTablesOf(t, merged), wholeTables(t, o); got != want {
			t.Fatalf("seed %d, merged stores\n%s\none reading:\n%s", seed, got, want)
		}
	}
	if copied == 0 || again == 0 {
		t.Errorf("rows of %d files were copied, %d files were put together again: too few to tell", copied, again)
	}
}
