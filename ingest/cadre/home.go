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
	if at := issuesAt(dir); at >= 0 {
		return dir[:max(0, at-1)]
	}
	if of := migrationOf(dir); of != "" {
		return of
	}
	for _, tail := range tails {
		if above, ok := strings.CutSuffix(dir, tail); ok && (above == "" || strings.HasSuffix(above, "/")) {
			return strings.TrimSuffix(above, "/")
		}
	}
	return dir
}

// tails are the subfolders of a state folder or a migration's folder.
var tails = []string{"logs/runtime", "logs/agents", "reports/observability", "logs", "metrics", "reports"}

// migrationOf is the folder of a migration, migration/<name>, given a folder inside it; "" when
// it is in none. Example: old/migration/billing/logs/agents is in old/migration/billing.
func migrationOf(dir string) string {
	const above = "migration/"
	for end := len(dir); ; {
		at := strings.LastIndex(dir[:end], above)
		if at < 0 {
			return ""
		}
		end = at
		if at > 0 && dir[at-1] != '/' {
			continue
		}
		name, inside, deeper := strings.Cut(dir[at+len(above):], "/")
		folder, _, _ := strings.Cut(inside, "/")
		if !deeper || slices.Contains(migrationFolders, folder) {
			return dir[:at+len(above)+len(name)]
		}
	}
}

// migrationFolders are the subfolders of a migration's folder.
var migrationFolders = []string{"state", "logs", "metrics", "reports"}

// homeOf is home with what the file itself tells: AAMF keeps its checkpoint in a
// folder named state, while CADRE's whole folder may have that name.
func homeOf(f *record.File) string {
	if f.Format.Name == formatMigration && path.Base(f.Dir) == "state" {
		return strings.TrimPrefix(path.Dir("/"+f.Dir), "/")
	}
	return home(f.Dir)
}

// issuesAt is where issues/<item> begins in a path, or issues alone at its end;
// -1 when it does not. Behind the item at most one of the folders that it has may follow.
func issuesAt(dir string) int {
	last := dir[strings.LastIndexByte(dir, '/')+1:]
	for end, below := len(dir), 0; below < 3; below++ {
		at := strings.LastIndexByte(dir[:end], '/') + 1
		if dir[at:end] == "issues" && (below < 2 || slices.Contains(itemFolders, last)) {
			return at
		}
		if at == 0 {
			break
		}
		end = at - 1
	}
	return -1
}

// itemFolders are the subfolders of a work item's folder.
var itemFolders = []string{"logs", "metrics", "contexts"}

// itemOfPath is the work item in whose folder a file lies; "" when it lies in none.
func itemOfPath(dir string) string {
	at := issuesAt(dir)
	if at < 0 {
		return ""
	}
	_, inside, _ := strings.Cut(dir[at:], "/")
	item, _, _ := strings.Cut(inside, "/")
	return item
}
