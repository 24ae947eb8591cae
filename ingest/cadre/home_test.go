package cadre

import (
	"slices"
	"strings"
	"testing"
)

// A file below issues/<item> is the item's, as far down as CADRE makes folders there.
func TestItemOfAFolder(t *testing.T) {
	for dir, want := range map[string]string{
		"":                       "",
		"issues":                 "",
		"work":                   "",
		"work/issues":            "",
		"issues/7":               "7",
		"work/issues/7":          "7",
		"work/issues/7/logs":     "7",
		"work/issues/7/metrics":  "7",
		"work/issues/7/contexts": "7",
		"work/issues/7/notes":    "",
		"work/issues/7/logs/old": "",
		"issues/7/issues/8":      "8",
		"issues/logs":            "logs",
	} {
		if got := itemOfPath(dir); got != want {
			t.Errorf("%q: item %q, want %q", dir, got, want)
		}
	}
}

// The home of a migration is the folder with its name, in whose folders its files lie.
func TestHomeOfAMigration(t *testing.T) {
	for dir, want := range map[string]string{
		"migration/billing":                 "migration/billing",
		"migration/billing/state":           "migration/billing",
		"migration/billing/logs/agents":     "migration/billing",
		"migration/billing/reports/x":       "migration/billing",
		"migration/billing/notes":           "migration/billing/notes",
		"migration":                         "migration",
		"old/migration/a/state/migration/b": "old/migration/a/state/migration/b",
		"mymigration/billing/state":         "mymigration/billing/state",
		"migration/a/logs/mymigration/b":    "migration/a",
		"mylogs":                            "mylogs",
		"work/metrics":                      "work",
		"metrics":                           "",
	} {
		if got := home(dir); got != want {
			t.Errorf("home of %q: %q, want %q", dir, got, want)
		}
	}
}

// A migration's checkpoint in a folder named state is at home above it, any other beside itself.
func TestHomeOfACheckpoint(t *testing.T) {
	for path, want := range map[string]string{
		"billing/state/checkpoint.json": "billing", "state/checkpoint.json": "", "billing/checkpoint.json": "billing", "a/old/checkpoint.json": "a/old",
	} {
		r := ingest(t, input{path, migrationAt(at(0), `"completedTasks":[]`, "")})
		if got := homeOf(r.Files[0]); got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
}

// The home and the item of every path of up to five segments are those that the list of its segments gives.
func TestHomeBySegments(t *testing.T) {
	names := []string{"issues", "migration", "logs", "runtime", "contexts", "state", "x", "", "myissues", "migrations"}
	var walk func(segs []string)
	walk = func(segs []string) {
		if dir := strings.Join(segs, "/"); len(segs) > 0 {
			if got, want := home(dir), homeBySegments(dir); got != want {
				t.Fatalf("home of %q: %q, want %q", dir, got, want)
			}
			if got, want := itemOfPath(dir), itemBySegments(dir); got != want {
				t.Fatalf("item of %q: %q, want %q", dir, got, want)
			}
		}
		if len(segs) == 5 {
			return
		}
		for _, name := range names {
			walk(append(slices.Clip(segs), name))
		}
	}
	walk(nil)
}

func homeBySegments(dir string) string {
	segs := strings.Split(dir, "/")
	if i := issuesAmong(segs); i >= 0 {
		return strings.Join(segs[:i], "/")
	}
	for i := len(segs) - 2; i >= 0; i-- {
		if segs[i] == "migration" && (i+2 == len(segs) || slices.Contains([]string{"state", "logs", "metrics", "reports"}, segs[i+2])) {
			return strings.Join(segs[:i+2], "/")
		}
	}
	for _, tail := range [][]string{{"logs", "runtime"}, {"logs", "agents"}, {"reports", "observability"}, {"logs"}, {"metrics"}, {"reports"}} {
		if n := len(segs) - len(tail); n >= 0 && slices.Equal(segs[n:], tail) {
			return strings.Join(segs[:n], "/")
		}
	}
	return dir
}

func itemBySegments(dir string) string {
	segs := strings.Split(dir, "/")
	if i := issuesAmong(segs); i >= 0 && i+1 < len(segs) {
		return segs[i+1]
	}
	return ""
}

// issuesAmong is where issues, or issues/<item> with at most one folder behind it, begins; -1: nowhere.
func issuesAmong(segs []string) int {
	n := len(segs)
	for i := n - 1; i >= max(0, n-3); i-- {
		if segs[i] == "issues" && (i > n-3 || slices.Contains([]string{"logs", "metrics", "contexts"}, segs[n-1])) {
			return i
		}
	}
	return -1
}
