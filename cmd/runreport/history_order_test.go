package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"runreport/cmd/runreport/demo"
	"runreport/unit/tier"
)

// A history is compared with, and reported on, with the same bytes whatever nights its logs
// came in by.
func TestHistoriesOfTheSameLogsGiveTheSameBytes(t *testing.T) {
	tier.Seconds(t)
	base := t.TempDir()
	if _, err := demo.Generate(demo.Options{Dir: base, Runs: 30, Seed: 11, Dirty: 0.1}); err != nil {
		t.Fatal(err)
	}
	all := filepath.Join(base, demo.LogsFolder)
	numbers := func(args ...string) string {
		return tree(t, build(t, append(args, "--format", "json")...))["summary.json"]
	}
	plain := numbers(all)
	var want [3]string
	for i, nights := range []int{1, 3, 4} {
		home := filepath.Join(base, fmt.Sprint(i))
		logs, store := filepath.Join(home, "logs"), filepath.Join(home, "history")
		var last string
		for _, files := range deal(t, all, nights, rand.New(rand.NewPCG(uint64(i), 9))) {
			if err := os.MkdirAll(logs, 0o700); err != nil {
				t.Fatal(err)
			}
			arrive(t, all, logs, files)
			last = numbers(logs, "--history", store)
		}
		if diff := cmp.Diff(plain, last); diff != "" {
			t.Errorf("no history (-) and one of %d nights (+):\n%.2000s", nights, diff)
		}
		got := [3]string{
			numbers("--dataset", store),
			numbers(all, "--baseline", store),
			tree(t, build(t, all, "--baseline", store))["index.html"],
		}
		if i == 0 {
			want = got
		}
		for k, what := range []string{"the dataset", "the numbers compared with it", "the page compared with it"} {
			if got[k] == "" || got[k] != want[k] {
				t.Errorf("%s: one night (-) and %d (+):\n%.2000s", what, nights, cmp.Diff(want[k], got[k]))
			}
		}
	}
}
