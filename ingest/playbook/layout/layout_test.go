package layout

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// The folders of any path are those that its parts give.
func TestFoldersByParts(t *testing.T) {
	lastPart := func(parts []string) int {
		for i := len(parts) - 1; i >= 0; i-- {
			if parts[i] == qualityName {
				return i
			}
		}
		return -1
	}
	quality := func(dir string) string {
		parts := strings.Split(dir, "/")
		n := len(parts)
		switch i := lastPart(parts); {
		case i >= 0 && n > i+2 && isArchive(parts[i+1]):
			return strings.Join(parts[:i+3], "/") + "/" + qualityName
		case i >= 0:
			return strings.Join(parts[:i+1], "/")
		case parts[n-1] == resultsName:
			return strings.Join(parts[:n-1], "/")
		case n > 1 && parts[n-2] == logsName && stamped.MatchString(parts[n-1]):
			return strings.Join(parts[:n-2], "/")
		}
		return dir
	}
	benchmark := func(dir string) string {
		parts := strings.Split(dir, "/")
		i := lastPart(parts)
		for i >= 3 && isArchive(parts[i-2]) && parts[i-3] == qualityName {
			i -= 3
		}
		if i < 0 {
			return quality(dir)
		}
		return strings.Join(parts[:i], "/")
	}
	names := []string{"", "t", "X", "quality", "quality", "previous_runs", "runs", "logs", "results", "20260302T090000Z"}
	r := rand.New(rand.NewPCG(1, 2))
	for range 200_000 {
		parts := make([]string, r.IntN(9))
		for i := range parts {
			parts[i] = names[r.IntN(len(names))]
		}
		dir := strings.Join(parts, "/")
		if got, want := QualityFolder(dir), quality(dir); got != want {
			t.Fatalf("%q: quality folder %q, want %q", dir, got, want)
		}
		if got, want := BenchmarkFolder(dir), benchmark(dir); got != want {
			t.Fatalf("%q: benchmark in %q, want %q", dir, got, want)
		}
	}
}

func TestHome(t *testing.T) {
	for dir, want := range map[string][2]string{
		"t/harbor/quality":                                 {"t/harbor", "t/harbor/quality"},
		"t/harbor/quality/results":                         {"t/harbor", "t/harbor/quality"},
		"t/harbor/quality/logs/20260302T090000Z":           {"t/harbor", "t/harbor/quality"},
		"t/harbor/quality/previous_runs/X/quality/results": {"t/harbor", "t/harbor/quality/previous_runs/X/quality"},
		"t/harbor/quality/previous_runs/X":                 {"t/harbor", "t/harbor/quality/previous_runs/X/quality"},
		"t/quality/team/harbor/quality":                    {"t/quality/team/harbor", "t/quality/team/harbor/quality"},
		"quality":                                          {"", "quality"},
		"quality/notes":                                    {"", "quality"},
		"quality/previous_runs/X/quality":                  {"", "quality/previous_runs/X/quality"},
		"previous_runs/X/quality":                          {"previous_runs/X", "previous_runs/X/quality"},
		"t/other/previous_runs/X/quality":                  {"t/other/previous_runs/X", "t/other/previous_runs/X/quality"},
		"t/harbor":                                         {"t/harbor", "t/harbor"},
		"t/harbor/results":                                 {"t/harbor", "t/harbor"},
		"t/harbor/logs/20260302T090000Z":                   {"t/harbor", "t/harbor"},
		"t/harbor/logs":                                    {"t/harbor/logs", "t/harbor/logs"},
		"":                                                 {"", ""},
		"t/harbor/quality/runs/X/quality":                  {"t/harbor", "t/harbor/quality/runs/X/quality"},
		"t/a/quality/previous_runs/X/quality/previous_runs/Y/quality": {"t/a", "t/a/quality/previous_runs/X/quality/previous_runs/Y/quality"},
	} {
		if got := [2]string{BenchmarkFolder(dir), QualityFolder(dir)}; got != want {
			t.Errorf("%s: %v, want %v", dir, got, want)
		}
	}
}

func TestLive(t *testing.T) {
	for dir, want := range map[string]bool{
		"t/harbor/quality":                                   true,
		"t/harbor/quality/results":                           true,
		"t/harbor/quality/previous_runs/X/quality":           false,
		"t/harbor/quality/runs/X/quality":                    false,
		"repos/archive/harbor/quality":                       false,
		"Calibration Cycles/c/post-lever-snapshots":          false,
		"Calibration Cycles/c/post-pattern7-snapshots/again": false,
		"t/harbor":                  false,
		"":                          false,
		"runs/harbor/quality":       true,
		"t/runs/X/quality":          true,
		"quality/runs/X/quality":    false,
		"t/quality/a/runs/quality":  true,
		"t/post-x-snapshot/quality": true,
	} {
		if got := Live(dir); got != want {
			t.Errorf("%s: %v, want %v", dir, got, want)
		}
	}
}

func TestQualityFolder(t *testing.T) {
	for dir, want := range map[string]string{
		"t/harbor/quality":                              "t/harbor/quality",
		"t/harbor/quality/results":                      "t/harbor/quality",
		"t/harbor/quality/logs/20260305T101112Z":        "t/harbor/quality",
		"t/harbor/quality/previous_runs/X":              "t/harbor/quality/previous_runs/X/quality",
		"t/harbor/quality/previous_runs/X/logs":         "t/harbor/quality/previous_runs/X/quality",
		"t/harbor/quality/previous_runs/X/quality/logs": "t/harbor/quality/previous_runs/X/quality",
		"t/harbor/quality/runs/X":                       "t/harbor/quality/runs/X/quality",
		"t/harbor/quality/previous_runs":                "t/harbor/quality",
		"t/harbor/quality/other/X":                      "t/harbor/quality",
		"t/harbor":                                      "t/harbor",
		"t/harbor/results":                              "t/harbor",
		"t/harbor/logs/20260305T101112Z":                "t/harbor",
		"t/harbor/logs/nightly":                         "t/harbor/logs/nightly",
		"logs/20260305T101112Z":                         "",
		"20260305T101112Z":                              "20260305T101112Z",
		"results":                                       "",
		"":                                              "",
	} {
		if got := QualityFolder(dir); got != want {
			t.Errorf("%s: %q, want %q", dir, got, want)
		}
	}
}

func TestLogStamp(t *testing.T) {
	for dir, want := range map[string]string{
		"t/harbor/quality/logs/20260305T101112Z":      "20260305T101112Z",
		"t/harbor/quality/logs/20260305-101112":       "20260305-101112",
		"t/harbor/quality/logs/nightly":               "",
		"t/harbor/quality/20260305T101112Z":           "",
		"t/harbor/quality/logs/20260305T101112Z/more": "",
		"logs": "",
		"":     "",
	} {
		if got := LogStamp(dir); got != want {
			t.Errorf("%s: %q, want %q", dir, got, want)
		}
	}
}

// A folder is about what its last part says; the root is about nothing.
func TestFolderName(t *testing.T) {
	for dir, want := range map[string]string{
		"": "", "harbor": "harbor", "t/harbor": "harbor", "t/harbor/quality": "quality",
	} {
		if got := FolderName(dir); got != want {
			t.Errorf("%q: %q, want %q", dir, got, want)
		}
	}
}

// Archives and snapshots are archived wherever they lie; a folder named "runs" only where it lies in a quality
// folder.
func TestArchived(t *testing.T) {
	for dir, want := range map[string]bool{
		"": false, "t/harbor": false, "t/harbor/quality": false,
		"archive": true, "t/archive/harbor": true, "archives/harbor": true, "archived/harbor": false,
		"previous_runs": true, "t/harbor/quality/previous_runs/X": true,
		"runs": false, "t/runs/X": false, "t/harbor/quality/runs": true, "t/harbor/quality/runs/X/quality": true,
		"quality/runs": true, "runs/quality": false,
		"t/post-lever-snapshots": true, "t/post-lever-snapshots/a": true, "t/post-lever-snapshot": false,
	} {
		if got := Archived(dir); got != want {
			t.Errorf("%q: %v, want %v", dir, got, want)
		}
	}
}

// The benchmark is above the last quality folder, and of an archived run above that which holds the archive.
func TestBenchmarkFolder(t *testing.T) {
	for dir, want := range map[string]string{
		"":                                 "",
		"quality":                          "",
		"t/quality":                        "t",
		"t/quality/previous_runs":          "t",
		"t/quality/previous_runs/X":        "t",
		"t/quality/runs/X/results":         "t",
		"t/quality/runs/X/quality/results": "t",
		"t/quality/other/X/quality":        "t/quality/other/X",
		"a/quality/quality":                "a/quality",
		"results":                          "",
		"t/logs/20260302T090000Z":          "t",
	} {
		if got := BenchmarkFolder(dir); got != want {
			t.Errorf("%q: %q, want %q", dir, got, want)
		}
	}
}
