package main

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The report of merged parts has the bytes of one build that reads everything, quotes of
// logs included.
func TestMergedPartsGiveTheSameBytes(t *testing.T) {
	if testing.Short() {
		t.Skip("draws two reports")
	}
	demo := demoLogs
	root := t.TempDir()
	at := func(name string) string { return filepath.Join(root, name) }
	must := func(args ...string) string {
		t.Helper()
		code, out, stderr := call(t, args...)
		if code != exitOK {
			t.Fatalf("%q: exit %d: %s", args, code, stderr)
		}
		return out
	}
	merge := []string{"merge", "-o", at("dataset")}
	for k := 3; k >= 1; k-- {
		part := at(fmt.Sprint("part-", k))
		must("ingest", "--shard", fmt.Sprintf("%d/3", k), demo, "-o", part)
		merge = append(merge, part)
	}
	if out := must(append(merge, at("part-2"))...); !strings.HasPrefix(out, "4 parts, ") {
		t.Errorf("merge says %q", out)
	}
	must("build", demo, "-o", at("whole"))
	must("build", "--dataset", at("dataset"), demo, "-o", at("merged"))
	if diff := cmp.Diff(tree(t, at("whole")), tree(t, at("merged"))); diff != "" {
		t.Errorf("one build and merged parts (-whole +merged):\n%s", diff)
	}
}

func TestIngestAndMergeRefuse(t *testing.T) {
	demo := filepath.Join("..", "..", "testdata", "small")
	root := t.TempDir()
	part := filepath.Join(root, "part")
	if code, _, stderr := call(t, "ingest", "--shard", "1/2", demo, "-o", part); code != exitOK {
		t.Fatal(stderr)
	}
	for _, c := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"ingest", demo}, exitUsage, "output"},
		{[]string{"ingest", "--shard", "0/2", demo, "-o", root + "/a"}, exitUsage, "no share"},
		{[]string{"ingest", "--shard", "3/2", demo, "-o", root + "/a"}, exitUsage, "no share"},
		{[]string{"ingest", "--shard", "1", demo, "-o", root + "/a"}, exitUsage, "no share"},
		{[]string{"ingest", "--shard", "1/2", "-", "-o", root + "/a"}, exitUsage, "is a share already"},
		{[]string{"ingest", "-", "-o", root + "/a"}, exitUsage, "is empty"},
		{[]string{"ingest", root + "/none", "-o", root + "/a"}, exitInput, "no such file"},
		{[]string{"merge", part, "-o", root + "/merged"}, exitUsage, "1 shard of 2 missing: 2"},
		{[]string{"merge", demo, "-o", root + "/merged"}, exitUsage, "is no part"},
		{[]string{"build", "--dataset", part, "-o", root + "/report"}, exitUsage, "is a part"},
		{[]string{"build", "--dataset", demo, "-o", root + "/report"}, exitUsage, "is no dataset"},
		{[]string{"build", "--dataset", part, "--history", root + "/h", "-o", root + "/report"}, exitUsage, "--history"},
	} {
		code, _, stderr := call(t, c.args...)
		if code != c.code || !strings.Contains(stderr, c.says) {
			t.Errorf("%q: exit %d, want %d: %s; expected %q", c.args, code, c.code, stderr, c.says)
		}
	}
	code, _, stderr := call(t, "merge", part, "-o", filepath.Join(root, "merged"), "--allow-missing")
	if code != exitOK || !strings.Contains(stderr, "1 share not merged") {
		t.Errorf("a missing share that is allowed: exit %d, %s", code, stderr)
	}
}
