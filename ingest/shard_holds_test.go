package ingest

import (
	"fmt"
	"slices"
	"testing"

	"runreport/ingest/record"
)

// Every file is in exactly one shard, those of a folder and of an installation in the same one.
func TestShardsHoldEveryFileOnce(t *testing.T) {
	of := func(n int, shown string) (all []int) {
		for i := 1; i <= n; i++ {
			if (Shards{i, n}).holds(shown) {
				all = append(all, i)
			}
		}
		return all
	}
	used := map[string]bool{}
	for folder := range 40 {
		shown := fmt.Sprintf("logs/n%d/x.jsonl", folder)
		for _, n := range []int{1, 2, 3, 7} {
			in := of(n, shown)
			if len(in) != 1 {
				t.Errorf("%s is in the shards %v of %d", shown, in, n)
			}
			if beside := of(n, fmt.Sprintf("logs/n%d/y.db", folder)); !slices.Equal(beside, in) {
				t.Errorf("%s is in %v of %d shards, a file beside it in %v", shown, in, n, beside)
			}
			for _, i := range in {
				used[fmt.Sprintf("%d of %d", i, n)] = true
			}
		}
	}
	if len(used) != 1+2+3+7 {
		t.Errorf("only these shards have files: %v", used)
	}
	installation := []string{"app/tidepool/issues/457/logs/a.jsonl", "app/tidepool/issues/9/logs/b.jsonl", "app/tidepool/c.json"}
	for _, shown := range installation[1:] {
		if homeOf(record.FolderOf(shown)) != homeOf(record.FolderOf(installation[0])) {
			t.Errorf("%s is in another installation than %s", shown, installation[0])
		}
	}
	if (Shards{}).holds("logs/x") != true {
		t.Error("a list that somebody else has cut leaves a file out")
	}
}

// A shard needs its own files, every archive and what all shards pass over.
func TestWhatAShardNeeds(t *testing.T) {
	own, other := "", ""
	for folder := range 40 {
		if shown := fmt.Sprintf("logs/n%d", folder); (Shards{2, 3}).holds(shown + "/x.jsonl") {
			own = shown
		} else {
			other = shown
		}
	}
	for shown, want := range map[string]bool{
		own + "/x.jsonl": true, other + "/x.jsonl": false, other + "/x.zip": true, other + "/x.tar.gz": true, other + "/m.eval": true,
		other + "/x.evaluation": false, other + "/.git/x": true, other + "/node_modules/p/x.js": true, other + "/my_node_modules/x": false,
		other + "/.eval": false, // an ending alone is no name
	} {
		if got := (Shards{2, 3}).Needs(shown); got != want {
			t.Errorf("%s is needed: %v", shown, got)
		}
	}
}
