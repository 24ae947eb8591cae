package cadre

import (
	"path"
	"slices"
	"strings"

	"runreport/ingest/record"
)

// home is the state folder of CADRE or the folder of an AAMF migration, given a
// folder inside it: the part above issues/<item>, logs, metrics and reports.
func home(dir string) string {
	if strings.Contains(dir, "issues") || strings.Contains(dir, "migration") { // it is asked of every file, and few are
		segs := strings.Split(dir, "/")
		if i := issuesAt(segs); i >= 0 {
			return strings.Join(segs[:i], "/")
		}
		for i := len(segs) - 2; i >= 0; i-- {
			if segs[i] == "migration" && (i+2 == len(segs) || slices.Contains([]string{"state", "logs", "metrics", "reports"}, segs[i+2])) {
				return strings.Join(segs[:i+2], "/")
			}
		}
	}
	for _, tail := range []string{"logs/runtime", "logs/agents", "reports/observability", "logs", "metrics", "reports"} {
		if above, ok := strings.CutSuffix(dir, tail); ok && (above == "" || strings.HasSuffix(above, "/")) {
			return strings.TrimSuffix(above, "/")
		}
	}
	return dir
}

// homeOf is home with what the file itself tells: AAMF keeps its checkpoint in a
// folder named state, while CADRE's whole folder may have that name.
func homeOf(f *record.File) string {
	if f.Format.Name == formatMigration && path.Base(f.Dir) == "state" {
		return strings.TrimPrefix(path.Dir("/"+f.Dir), "/")
	}
	return home(f.Dir)
}

// issuesAt is where issues/<item> begins in a path, or issues alone at its end;
// -1 when it does not.
func issuesAt(segs []string) int {
	n := len(segs)
	for i := n - 1; i >= max(0, n-3); i-- {
		if segs[i] != "issues" {
			continue
		}
		if i == n-3 && !slices.Contains([]string{"logs", "metrics", "contexts"}, segs[n-1]) {
			continue
		}
		return i
	}
	return -1
}

// itemOfPath is the work item in whose folder a file lies; "" when it lies in none.
func itemOfPath(dir string) string {
	if !strings.Contains(dir, "issues") {
		return ""
	}
	segs := strings.Split(dir, "/")
	if i := issuesAt(segs); i >= 0 && i+1 < len(segs) {
		return segs[i+1]
	}
	return ""
}
