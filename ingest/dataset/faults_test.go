package dataset_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"runreport/ingest/dataset"
	"runreport/ingest/table"
)

var errFault = errors.New("the disk says no")

// failing lets the n-th call that writes fail; with onward all after it too, as if the
// process had been killed.
type failing struct {
	n      int
	onward bool

	mu     sync.Mutex
	calls  int
	failed string // the first call that failed
	stored bool   // the manifest was replaced
}

func (f *failing) fault(call, name string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.calls++
	if f.calls == f.n || f.onward && f.calls > f.n {
		if f.failed == "" {
			f.failed = call + " " + name
		}
		return errFault
	}
	if call == "rename" && name == dataset.ManifestName {
		f.stored = true
	}
	return nil
}

// runsOf is a set of one run in each of the months, with the reason.
func runsOf(reason string, months ...string) *table.Set {
	s := &table.Set{}
	s.Sources.Path.Set(s.Sources.Add(table.Place{}), "ci/transitions.jsonl")
	for i, month := range months {
		row := s.Runs.Add(table.Place{Line: int64(i) + 1})
		s.Runs.Key.Set(row, "kahn:"+month)
		s.Runs.System.Set(row, "kahn")
		s.Runs.Reason.Set(row, reason)
	}
	return s
}

// Whichever call of a writer fails, alone or with all after it, the dataset is what it
// was, or what it was to be once the manifest is replaced; and the next writer finds all
// that belongs to it. So it is where a part or the manifest had been damaged before.
func TestCommitWhenAnyCallFails(t *testing.T) {
	damage := map[string]func(t *testing.T, dir string){
		"whole": func(*testing.T, string) {},
		"a damaged part": func(t *testing.T, dir string) {
			overwrite(t, only(t, dir, "table=sources"))
		},
		"a damaged manifest": func(t *testing.T, dir string) { overwrite(t, filepath.Join(dir, dataset.ManifestName)) },
	}
	for name, spoil := range damage {
		for _, onward := range []bool{false, true} {
			if testing.Short() && (name != "whole" || onward) { // a commit for every call that can fail
				continue
			}
			n := 1
			for ; ; n++ {
				dir := filepath.Join(t.TempDir(), "data")
				commit(t, dir, runsOf("old"))
				commit(t, dir, runsOf("old", "a", "b"))
				spoil(t, dir)
				f := &failing{n: n, onward: onward}
				d, err := dataset.OpenFaulty(context.Background(), dir, "runs", f.fault)
				if err == nil {
					err = errors.Join(d.Commit(runsOf("new", "a", "b").Partitions(), "1", true), d.Close())
				}
				if f.failed == "" {
					break
				}
				if err == nil && !strings.HasPrefix(f.failed, "sync ") || err != nil && !errors.Is(err, errFault) {
					t.Errorf("%s: %s failed and Commit said %v", name, f.failed, err)
				}
				either := []string{"old"}
				switch {
				case f.stored:
					either = []string{"new"}
				case name == "a damaged manifest": // nothing says which of the whole parts counted
					either = []string{"old", "new"}
				}
				d = open(t, dir)
				got := reasons(partitions(d.Parts()))
				if err := d.Close(); err != nil {
					t.Fatal(err)
				}
				for _, each := range slices.Compact(slices.Sorted(slices.Values(got))) {
					n := 0
					for _, g := range got {
						if g == each {
							n++
						}
					}
					if n != 2 || !slices.Contains(either, each) {
						t.Fatalf("%s: %s failed: a writer finds %v, want two of %v", name, f.failed, got, either)
					}
				}
				if len(got) == 0 || len(got) > 2*len(either) {
					t.Fatalf("%s: %s failed: a writer finds %v, want two of %v", name, f.failed, got, either)
				}
				commit(t, dir, runsOf("last", "a", "b"))
				s, damaged := load(t, dir)
				if len(damaged) > 0 || s.Runs.Len() != 2 || s.Runs.Reason.At(0) != "last" || s.Sources.Len() != 1 {
					t.Errorf("%s: %s failed: after the next commit: %v, %d runs", name, f.failed, damaged, s.Runs.Len())
				}
			}
			if n < 10 {
				t.Errorf("%s: only %d calls failed", name, n-1)
			}
		}
	}
}

func reasons(parts []table.Partition) (all []string) {
	s := table.Merge(parts)
	for i := range s.Runs.Len() {
		all = append(all, s.Runs.Reason.At(i))
	}
	return all
}

func partitions(stored []dataset.Stored) (all []table.Partition) {
	for _, s := range stored {
		all = append(all, s.Partition)
	}
	return all
}

// overwrite damages a file.
func overwrite(t *testing.T, path string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(`{"damaged`), 0o600); err != nil {
		t.Fatal(err)
	}
}

// only is the one file below a folder of the dataset.
func only(t *testing.T, dir, below string) (path string) {
	t.Helper()
	err := filepath.WalkDir(filepath.Join(dir, below), func(p string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			if path != "" {
				t.Errorf("two files below %s", below)
			}
			path = p
		}
		return err
	})
	if err != nil || path == "" {
		t.Fatalf("%q below %s, %v", path, below, err)
	}
	return path
}
