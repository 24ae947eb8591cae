package demo

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// storyFolder is where the story is kept, seen from this package.
var storyFolder = filepath.FromSlash("../../../testdata/demo")

// storyLimit is the most that the story may take, in bytes.
const storyLimit = 600_000

func TestStoryIsCurrent(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "story")
	if err := Story(dir); err != nil {
		t.Fatal(err)
	}
	if os.Getenv("UPDATE_GOLDEN") != "" {
		if err := os.RemoveAll(storyFolder); err != nil {
			t.Fatal(err)
		}
		if err := Story(storyFolder); err != nil {
			t.Fatal(err)
		}
	}
	got, want := contents(t, dir), contents(t, storyFolder)
	size := 0
	for name, data := range got {
		size += len(data)
		if want[name] != data {
			t.Errorf("%s is not what the story writes (UPDATE_GOLDEN=1 rewrites it)", name)
		}
	}
	for name := range want {
		if _, ok := got[name]; !ok {
			t.Errorf("%s does not belong to the story (UPDATE_GOLDEN=1 removes it)", name)
		}
	}
	if size >= storyLimit {
		t.Errorf("the story takes %d bytes, at most %d are allowed", size, storyLimit)
	}
}

func TestStoryNeedsAnEmptyFolder(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "mine"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := Story(dir); err == nil {
		t.Error("a folder with files in it was accepted")
	}
}

func TestStoryParsesBarOneLine(t *testing.T) {
	dir := t.TempDir()
	if err := Story(dir); err != nil {
		t.Fatal(err)
	}
	var broken []string
	for name, data := range contents(t, dir) {
		switch filepath.Ext(name) {
		case ".json":
			if !json.Valid([]byte(data)) {
				t.Errorf("%s is not JSON", name)
			}
		case ".jsonl", ".ndjson", ".log":
			for line := range strings.Lines(data) {
				if !json.Valid([]byte(line)) {
					broken = append(broken, name)
				}
			}
		}
	}
	if len(broken) != 1 || !strings.Contains(broken[0], "cut-mid-line") {
		t.Errorf("lines that are not JSON: %v", broken)
	}
}

// The numbers of the cycles are what README.md tells.
func TestStoryCycles(t *testing.T) {
	cycles := storyCalibrations()
	earlier, later := cycles[0].iterations[0].truth(""), cycles[1].iterations[0].truth("")
	if !slices.Equal(earlier.Accepts, []string{"ship"}) || earlier.Verdict != "ship" {
		t.Errorf("the earlier cycle accepts %v and says %s", earlier.Accepts, earlier.Verdict)
	}
	if !slices.Equal(later.Accepts, []string{"revert"}) || later.Verdict != "ship" {
		t.Errorf("the later cycle accepts %v and says %s", later.Accepts, later.Verdict)
	}
	for n, want := range []struct {
		benchmark     string
		before, after int
		class         string
		lost, gained  int
	}{
		{"harbor-queue-2.1.0", 9, 6, regressed, 3, 0},
		{"tin-router-1.4.2", 4, 4, withinNoise, 1, 1},
		{"maple-cache-3.0.1", 4, 8, improved, 0, 4},
		{"brick-parser-1.1.0", 6, 6, withinNoise, 0, 0},
	} {
		got := later.Benchmarks[n]
		if got.Benchmark != want.benchmark || got.Pre.Found != want.before || got.Post.Found != want.after ||
			got.Class != want.class || len(got.Lost) != want.lost || len(got.Gained) != want.gained {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
	for _, lost := range later.Benchmarks[0].Lost {
		at := slices.Index(storyBugs["harbor-queue-2.1.0"], lost)
		trial := cycles[0].iterations[0].benchmarks[0]
		if timesFound(trial.pre, at) != len(trial.pre) || timesFound(trial.post, at) != len(trial.post) {
			t.Errorf("%s was not found every time before", lost)
		}
	}
}

func TestStoryBuilds(t *testing.T) {
	outcomes := map[string]int{}
	for _, f := range storyBuilds() {
		last := ""
		for line := range strings.Lines(string(f.data)) {
			last = line
		}
		var end struct{ Outcome string }
		if err := json.Unmarshal([]byte(last), &end); err != nil {
			t.Fatal(err)
		}
		outcomes[end.Outcome]++
	}
	if outcomes["clean_with_flake"] != 11 || outcomes["partial"] != 2 || outcomes[""] != 1 || outcomes["clean"] != 46 {
		t.Errorf("outcomes of the sixty builds: %v", outcomes)
	}
}
