package ingest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"runreport/ingest/dataset"
	"runreport/ingest/table"
	"runreport/unit/tier"
)

// parts reads the logs below dir in so many shards.
func parts(t *testing.T, dir string, of int, o Options) (all []string) {
	t.Helper()
	o.Paths, o.Version = []string{dir}, "test"
	for k := 1; k <= of; k++ {
		part := filepath.Join(t.TempDir(), fmt.Sprint(k))
		if _, err := ReadShard(context.Background(), o, Shards{k, of}, part); err != nil {
			t.Fatal(err)
		}
		all = append(all, part)
	}
	return all
}

// merge puts parts together.
func merge(t *testing.T, all ...string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "merged")
	if _, err := Merge(context.Background(), all, dir, true, "test"); err != nil {
		t.Fatal(err)
	}
	return dir
}

// allOf is all that an analysis sees of a reading.
func allOf(t *testing.T, o Options) string {
	t.Helper()
	res, err := Read(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, n := range res.Tables.Tables() {
		fmt.Fprintf(&b, "%s %d %x\n", n.Name, n.Len(), n.Digest())
	}
	fmt.Fprintf(&b, "passed %+v\nclaimed %d\nproblems %d\n", res.Passed, res.Claimed, len(res.Problems))
	return b.String()
}

// storedTables are the tables as a dataset holds them.
func storedTables(t *testing.T, s *table.Set) string {
	t.Helper()
	var b strings.Builder
	for _, n := range s.Tables() {
		fmt.Fprintf(&b, "%s %d %x\n", n.Name, n.Len(), n.Digest())
	}
	return b.String()
}

// wholeTables are those that one reading would store.
func wholeTables(t *testing.T, o Options) string {
	t.Helper()
	res, err := Read(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	return storedTables(t, table.Merge(res.Tables.Partitions()))
}

// mergedTablesOf are those of a dataset, read as an engine reads them.
func mergedTablesOf(t *testing.T, dir string) string {
	t.Helper()
	s, err := LoadDataset(dir)
	if err != nil {
		t.Fatal(err)
	}
	return storedTables(t, s)
}

// shardedLogs are the logs of made-up runs of all systems, a fifth of them damaged, and what
// else lies about: an archive, a link, a folder that is passed over, files of no format and a
// file that cannot be read.
func shardedLogs(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "logs")
	demoLogs(t, 40, 11).write(t, dir)
	for name, text := range map[string]string{
		"node_modules/x/y/run.jsonl": "nothing\n",
		"node_modules/x/run.jsonl":   `{"ts":"2026-04-22T10:00:00.000Z","run_id":"n1","event":"run_start","total_nodes":4}` + "\n",
		"notes/readme.txt":           "nothing of interest\n",
		"empty/run.jsonl":            "",
	} {
		p := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(p), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("../notes/readme.txt", filepath.Join(dir, "empty", "link.jsonl")); err != nil {
		t.Fatal(err)
	}
	return dir
}

func (n night) write(t *testing.T, dir string) {
	t.Helper()
	for p, text := range n {
		p = filepath.Join(dir, p)
		if err := os.MkdirAll(filepath.Dir(p), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// However the logs are cut, in whatever order parts are merged, and though some of them are
// there twice, the tables are those of one reading.
func TestShardsGiveTheTablesOfOneReading(t *testing.T) {
	tier.Slow(t, "reads all logs many times")
	if testing.Short() {
		t.Skip("reads the logs many times")
	}
	dir := shardedLogs(t)
	want, stored := allOf(t, Options{Paths: []string{dir}}), wholeTables(t, Options{Paths: []string{dir}})
	rnd := rand.New(rand.NewPCG(3, 4))
	for trial := range 6 {
		of := 1 + rnd.IntN(7)
		all := parts(t, dir, of, Options{Jobs: 1 + trial%3, sealAfter: trial % 2 * 8, partRows: trial / 2 % 2 * 20, lotFiles: []int{0, -1, -7}[trial%3]})
		all = append(all, all[rnd.IntN(len(all))])
		rnd.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		merged := merge(t, all...)
		if got := allOf(t, Options{Dataset: merged}); got != want {
			t.Fatalf("%d shards in the order %v:\n%s\none reading:\n%s", of, all, got, want)
		}
		if got := mergedTablesOf(t, merged); got != stored {
			t.Fatalf("%d shards in the order %v store\n%s\none reading:\n%s", of, all, got, stored)
		}
	}
}

// Merging is associative: parts of parts come to the same.
func TestMergingIsAssociative(t *testing.T) {
	tier.Slow(t, "reads all logs many times")
	if testing.Short() {
		t.Skip("reads the logs many times")
	}
	dir := shardedLogs(t)
	p := parts(t, dir, 4, Options{})
	want, stored := allOf(t, Options{Paths: []string{dir}}), wholeTables(t, Options{Paths: []string{dir}})
	for name, merged := range map[string]string{
		"((1 2) (3 4))": merge(t, merge(t, p[0], p[1]), merge(t, p[2], p[3])),
		"(1 (2 (3 4)))": merge(t, p[0], merge(t, p[1], merge(t, p[2], p[3]))),
	} {
		if got := allOf(t, Options{Dataset: merged}); got != want {
			t.Errorf("%s:\n%s\none reading:\n%s", name, got, want)
		}
		if got := mergedTablesOf(t, merged); got != stored {
			t.Errorf("%s stores\n%s\none reading:\n%s", name, got, stored)
		}
	}
}

// Lists of files that somebody else has cut, some files in two of them, give the same rows.
// What is passed over is not known: nobody walked the folders.
func TestListsOfFilesGiveTheTablesOfOneReading(t *testing.T) {
	if testing.Short() {
		t.Skip("reads the logs many times")
	}
	dir := shardedLogs(t)
	if err := os.RemoveAll(filepath.Join(dir, "node_modules")); err != nil {
		t.Fatal(err)
	}
	want := allOf(t, Options{Paths: []string{dir}})
	var files []string
	err := filepath.WalkDir(dir, func(p string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			files = append(files, p)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	stored := wholeTables(t, Options{Paths: []string{dir}})
	for name, groupOf := range map[string]func(path string) string{
		"file by file":     func(path string) string { return path },
		"folder by folder": filepath.Dir,
	} {
		rnd := rand.New(rand.NewPCG(5, 6))
		of, twice := map[string]int{}, map[string]int{} // lists of a group
		lists := make([][]string, 3)
		for _, f := range files {
			g := groupOf(f)
			if _, ok := of[g]; !ok {
				of[g], twice[g] = rnd.IntN(3), rnd.IntN(15)
			}
			for i := range lists {
				if i == of[g] || i == twice[g] {
					lists[i] = append(lists[i], f)
				}
			}
		}
		var all []string
		for _, list := range lists {
			rnd.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
			part := filepath.Join(t.TempDir(), "part")
			if _, err := ReadShard(context.Background(), Options{Paths: list, Root: dir}, Shards{}, part); err != nil {
				t.Fatal(err)
			}
			all = append(all, part)
		}
		merged := merge(t, all...)
		if got := allOf(t, Options{Dataset: merged}); got != want {
			t.Errorf("lists of files, cut %s:\n%s\none reading:\n%s", name, got, want)
		}
		if got := mergedTablesOf(t, merged); got != stored {
			t.Errorf("lists of files, cut %s, store\n%s\none reading:\n%s", name, got, stored)
		}
	}
}

// A share that is missing is an error, and where it is allowed a finding.
func TestMissingShard(t *testing.T) {
	tier.Seconds(t)
	dir := smallLogs(t)
	p := parts(t, dir, 3, Options{})
	into := filepath.Join(t.TempDir(), "merged")
	_, err := Merge(context.Background(), p[:2], into, false, "test")
	if !errors.Is(err, ErrParts) || !strings.Contains(err.Error(), "1 shard of 3 missing: 3") {
		t.Errorf("a missing shard: %v", err)
	}
	res, err := Read(context.Background(), Options{Dataset: merge(t, p[:2]...)})
	if err != nil {
		t.Fatal(err)
	}
	var seen []string
	for row := range res.Tables.Findings.Len() {
		if res.Tables.Findings.Code.At(row) == shardMissing.Name {
			seen = append(seen, res.Tables.Findings.Seen.At(row))
		}
	}
	if !slices.Equal(seen, []string{"1 shard of 3: 3"}) {
		t.Errorf("findings of the missing shard: %q", seen)
	}
}

// Rows of files that belong together with none of another part are copied, and only the others
// are put together again: those of a list that cuts an installation in two are.
func TestMergingCopiesRows(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "logs")
	demoLogs(t, 40, 12).write(t, dir)
	again := func(all []string) int {
		done, err := Merge(context.Background(), all, filepath.Join(t.TempDir(), "merged"), false, "test")
		if err != nil {
			t.Fatal(err)
		}
		return done.Again
	}
	if n := again(parts(t, dir, 4, Options{})); n > 4 {
		t.Errorf("%d logs of shards that follow the folders were put together again", n)
	}
	lists := make([][]string, 2)
	err := filepath.WalkDir(filepath.Join(dir, "crabyard"), func(p string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			lists[0], lists[1] = append(lists[1], p), lists[0]
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	var cut []string
	for _, list := range lists {
		part := filepath.Join(t.TempDir(), "part")
		if _, err := ReadShard(context.Background(), Options{Paths: list, Root: dir}, Shards{}, part); err != nil {
			t.Fatal(err)
		}
		cut = append(cut, part)
	}
	if n := again(cut); n != len(lists[0])+len(lists[1]) {
		t.Errorf("%d of %d logs of a board that was cut in two were put together again", n, len(lists[0])+len(lists[1]))
	}
}

// fewLogs are those of one system, and a folder that is passed over.
func fewLogs(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "logs")
	if err := os.CopyFS(filepath.Join(dir, "kahn"), os.DirFS("../testdata/small/kahn")); err != nil {
		t.Fatal(err)
	}
	night{"node_modules/x/run.jsonl": []byte(kahnLog), "again/transitions.jsonl": []byte(kahnLog)}.write(t, dir)
	return dir
}

func smallLogs(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "logs")
	if err := os.CopyFS(dir, os.DirFS("../testdata/small")); err != nil {
		t.Fatal(err)
	}
	return dir
}

// Parts that do not fit together are refused with the reason, and what is no part as well.
func TestPartsThatDoNotFit(t *testing.T) {
	dir := fewLogs(t) // all of the small logs are of no other kind for this, and take seconds
	three, two := parts(t, dir, 3, Options{}), parts(t, dir, 2, Options{})
	secrets := parts(t, dir, 3, Options{KeepSecrets: true})
	changed := filepath.Join(t.TempDir(), "logs")
	if err := os.CopyFS(changed, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	err := filepath.WalkDir(changed, func(p string, d os.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(p, ".jsonl") {
			return os.Truncate(p, 200)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	other := parts(t, changed, 3, Options{})
	history := filepath.Join(t.TempDir(), "history")
	if _, err := Read(context.Background(), Options{Paths: []string{dir}, History: history}); err != nil {
		t.Fatal(err)
	}
	damaged, damagedRows := parts(t, dir, 3, Options{}), parts(t, dir, 3, Options{})
	damage(t, damaged, "logs")
	damage(t, damagedRows, "sources")
	for _, c := range []struct {
		name  string
		parts []string
		says  string
	}{
		{"another cut", []string{three[0], three[1], three[2], two[0]}, "of 2 shards"},
		{"other secrets", []string{three[0], three[1], secrets[2]}, "--no-redact"},
		{"other content", append(slices.Clone(three), other...), "different content of one log"},
		{"a history", []string{three[0], history}, "is a history"},
		{"a folder", []string{three[0], t.TempDir()}, "is no part"},
		{"damaged", damaged, "is damaged"},
		{"damaged rows", damagedRows, "is damaged"},
	} {
		_, err := Merge(context.Background(), c.parts, filepath.Join(t.TempDir(), "merged"), false, "test")
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v; expected an error that says %q", c.name, err, c.says)
		}
	}
	for name, o := range map[string]Options{
		"a part as a history": {Paths: []string{dir}, History: three[0]},
		"a part as a dataset": {Dataset: three[0]},
		"a folder of logs":    {Dataset: dir},
	} {
		if _, err := Read(context.Background(), o); !errors.Is(err, ErrHistory) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := ReadShard(context.Background(), Options{Paths: []string{dir}}, Shards{1, 2}, history); !errors.Is(err, ErrHistory) {
		t.Errorf("a shard written into a history: %v", err)
	}
}

// damage flips a byte in the middle of a file of one table, in the first of the datasets that has
// rows of it.
func damage(t *testing.T, dirs []string, table string) {
	t.Helper()
	var m []string
	dir := ""
	for _, dir = range dirs {
		var err error
		if m, err = filepath.Glob(filepath.Join(dir, "table="+table, "*", "*", "*.parquet")); err != nil {
			t.Fatal(err)
		}
		if len(m) > 0 {
			break
		}
	}
	if len(m) == 0 {
		t.Fatalf("no rows of %s in %v", table, dirs)
	}
	b, err := os.ReadFile(m[0])
	if err != nil {
		t.Fatal(err)
	}
	b[len(b)/2] ^= 1
	if err := os.WriteFile(m[0], b, 0o666); err != nil {
		t.Fatal(err)
	}
	if !dataset.Is(os.DirFS(dir)) {
		t.Fatal("it is no dataset any more")
	}
}

// A shard that is read again replaces what it held.
func TestShardIsReadAgain(t *testing.T) {
	tier.Seconds(t)
	dir := smallLogs(t)
	part := filepath.Join(t.TempDir(), "part")
	for range 2 {
		if _, err := ReadShard(context.Background(), Options{Paths: []string{dir}}, Shards{1, 1}, part); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := allOf(t, Options{Dataset: merge(t, part)}), allOf(t, Options{Paths: []string{dir}}); got != want {
		t.Errorf("read twice:\n%s\nonce:\n%s", got, want)
	}
}

// A shard that has only the files that it needs reads what it reads of the whole tree.
func TestShardsNeedNoMore(t *testing.T) {
	if testing.Short() {
		t.Skip("reads the logs many times")
	}
	dir := shardedLogs(t)
	if err := os.Remove(filepath.Join(dir, "empty", "link.jsonl")); err != nil { // what it leads to may be in another shard
		t.Fatal(err)
	}
	const of = 3
	var all []string
	left := 0
	for k := 1; k <= of; k++ {
		needed := filepath.Join(t.TempDir(), filepath.Base(dir))
		err := filepath.WalkDir(dir, func(p string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			rel, err := filepath.Rel(dir, p)
			if err != nil {
				return err
			}
			if !(Shards{k, of}).Needs(filepath.ToSlash(filepath.Join(filepath.Base(dir), rel))) {
				left++
				return nil
			}
			to := filepath.Join(needed, rel)
			if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
				return err
			}
			b, err := os.ReadFile(p)
			if err != nil {
				return err
			}
			return os.WriteFile(to, b, 0o666)
		})
		if err != nil {
			t.Fatal(err)
		}
		part := filepath.Join(t.TempDir(), "part")
		if _, err := ReadShard(context.Background(), Options{Paths: []string{needed}}, Shards{k, of}, part); err != nil {
			t.Fatal(err)
		}
		all = append(all, part)
	}
	if left == 0 {
		t.Error("every shard needs every file")
	}
	if got, want := allOf(t, Options{Dataset: merge(t, all...)}), allOf(t, Options{Paths: []string{dir}}); got != want {
		t.Errorf("shards with what they need:\n%s\none reading:\n%s", got, want)
	}
}
