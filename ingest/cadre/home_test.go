package cadre

import "testing"

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
