package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"runreport/unit/tier"
)

// partsOf are the files of a dataset, whose names are the hashes of their content; none where
// there is no manifest.
func partsOf(t *testing.T, dir string) (paths []string) {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(dir, "manifest.json"))
	if os.IsNotExist(err) {
		return nil
	}
	var m struct{ Parts []struct{ Path string } }
	if err == nil {
		err = json.Unmarshal(b, &m)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range m.Parts {
		paths = append(paths, p.Path)
	}
	return paths
}

// killedAt runs the program and kills it after a while; it reports whether it was in time.
func killedAt(t *testing.T, after time.Duration, args ...string) bool {
	t.Helper()
	c := child(t, args...)
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(after)
	_ = c.Process.Kill() // it may be done
	return c.Wait() != nil
}

// timed runs the program to its end and returns how long that took.
func timed(t *testing.T, args ...string) time.Duration {
	t.Helper()
	started := time.Now()
	if out, err := child(t, args...).CombinedOutput(); err != nil {
		t.Fatalf("%q: %v: %s", args, err, out)
	}
	return time.Since(started)
}

// A shard or a merge that is killed at any moment leaves what is whole or what is refused, and
// running it again gives the dataset that nothing was killed for: never a smaller one.
// RUNREPORT_LONG kills 50 times instead of 6.
func TestShardsAndMergesKilledLoseNothing(t *testing.T) {
	tier.Seconds(t)
	kills := 6
	if long() {
		kills = 50
	}
	logs, base := manyRuns(t, 60), t.TempDir()
	at := func(name ...any) string { return filepath.Join(base, fmt.Sprint(name...)) }
	const shards = 3
	ingest := func(k int, part string) []string {
		return []string{"ingest", "--shard", fmt.Sprintf("%d/%d", k, shards), logs, "-o", part, "-q"}
	}
	var whole []string
	var reading, merging time.Duration
	for k := 1; k <= shards; k++ {
		whole = append(whole, at("part-", k))
		reading = max(reading, timed(t, ingest(k, at("part-", k))...))
	}
	merge := func(parts []string, into string) []string { return append([]string{"merge", "-o", into}, parts...) }
	merging = timed(t, merge(whole, at("dataset"))...)
	want := partsOf(t, at("dataset"))
	rnd := rand.New(rand.NewPCG(50, 21))
	killed, tries := 0, 0 // some have ended before they are to be killed
	for i := range 4 * kills {
		if killed == kills {
			break
		}
		tries++
		parts, into := slices.Clone(whole), at("killed-", i)
		if i%2 == 0 {
			k := 1 + i/2%shards
			part := at("again-", i)
			parts[k-1] = part
			if killedAt(t, time.Duration(rnd.Int64N(int64(reading))), ingest(k, part)...) {
				killed++
			}
			if out, err := child(t, merge(parts, into)...).CombinedOutput(); err != nil {
				if !strings.Contains(string(out), part) {
					t.Errorf("merge of a killed shard says %q", out)
				}
				timed(t, ingest(k, part)...)
			}
		} else {
			if killedAt(t, time.Duration(rnd.Int64N(int64(merging))), merge(parts, into)...) {
				killed++
			}
			if got := partsOf(t, into); got != nil && !slices.Equal(got, want) {
				t.Errorf("a killed merge left another dataset:\n%s", cmp.Diff(want, got))
			}
			if partsOf(t, into) == nil {
				if code, _, stderr := call(t, "build", "--dataset", into, "-o", at("report-", i)); code != exitUsage {
					t.Errorf("a report on what a killed merge left: exit %d: %s", code, stderr)
				}
			}
		}
		timed(t, merge(parts, into)...)
		if got := partsOf(t, into); !slices.Equal(got, want) {
			t.Errorf("after kill %d (-without it):\n%s", i, cmp.Diff(want, got))
		}
	}
	t.Logf("%d of %d shards and merges were killed before their end", killed, tries)
	if killed < kills {
		t.Errorf("only %d were killed in time, want %d", killed, kills)
	}
}
