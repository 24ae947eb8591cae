// Package layout knows the folders that the playbook writes into. Example: a log in
// t/harbor/quality/logs/20260302T090000Z belongs to the quality folder t/harbor/quality
// of the benchmark in t/harbor.
package layout

import (
	"path"
	"regexp"
	"slices"
	"strings"
)

// The folders of a run, as the playbook names them.
const (
	qualityName = "quality"
	archiveName = "previous_runs"
	legacyName  = "runs" // what previous_runs was called before playbook 1.5.4
	logsName    = "logs"
	resultsName = "results"
)

// snapshotsName ends the names of the folders in which a calibration cycle keeps copies of
// lists of bugs: post-lever-snapshots, post-pattern7-snapshots.
const snapshotsName = "-snapshots"

// archiveNames are folders in which benchmarks are kept, with the lists of their bugs.
var archiveNames = []string{"archive", "archives", archiveName}

// stamped is the name of a folder of logs: the start of its run, in one of the
// two spellings that the playbook has used, with anything behind it.
var stamped = regexp.MustCompile(`^\d{8}[T-]\d{6}Z?`)

// BenchmarkFolder is the folder that holds the benchmark: the one above quality, and above
// the quality folder that an archived run lies in. Without a quality folder it is
// the folder itself.
func BenchmarkFolder(dir string) string {
	parts := strings.Split(dir, "/")
	i := lastQuality(parts)
	for i >= 3 && isArchive(parts[i-2]) && parts[i-3] == qualityName {
		i -= 3
	}
	if i < 0 {
		return QualityFolder(dir)
	}
	return strings.Join(parts[:i], "/")
}

// QualityFolder is the quality folder that a file belongs to: companions in it, or in
// results below it, speak of the run whose log lies in it.
func QualityFolder(dir string) string {
	parts := strings.Split(dir, "/")
	i := lastQuality(parts)
	if i < 0 {
		parts = outOf(parts)
		return strings.Join(parts, "/")
	}
	if len(parts) > i+2 && isArchive(parts[i+1]) {
		// Older archives lie in previous_runs without a quality folder of their own.
		return strings.Join(append(parts[:i+3:i+3], qualityName), "/")
	}
	return strings.Join(parts[:i+1], "/")
}

// outOf leaves the folders that a run makes inside its own.
func outOf(parts []string) []string {
	if n := len(parts); n > 0 && parts[n-1] == resultsName {
		return parts[:n-1]
	}
	if n := len(parts); n > 1 && parts[n-2] == logsName && stamped.MatchString(parts[n-1]) {
		return parts[:n-2]
	}
	return parts
}

func isArchive(name string) bool { return name == archiveName || name == legacyName }

// Live reports whether a folder is, or lies in, the quality folder of a benchmark, and in
// no archive: what lies there is of a run, even where its log is missing.
func Live(dir string) bool { return path.Base(QualityFolder(dir)) == qualityName && !Archived(dir) }

// Archived reports whether a folder lies where the playbook or a calibration cycle keeps
// what was: there, documents without a log are nothing to wonder about.
func Archived(dir string) bool {
	parts := strings.Split(dir, "/")
	for i, name := range parts {
		legacy := name == legacyName && i > 0 && parts[i-1] == qualityName
		if legacy || slices.Contains(archiveNames, name) || strings.HasSuffix(name, snapshotsName) {
			return true
		}
	}
	return false
}

// LogStamp is the name of the folder under logs that a file lies in; "" elsewhere.
func LogStamp(dir string) string {
	if base := path.Base(dir); stamped.MatchString(base) && path.Base(path.Dir(dir)) == logsName {
		return base
	}
	return ""
}

func lastQuality(parts []string) int {
	for i := len(parts) - 1; i >= 0; i-- {
		if parts[i] == qualityName {
			return i
		}
	}
	return -1
}

// FolderName names what a folder is about when nothing in it does.
func FolderName(dir string) string {
	if dir == "" {
		return ""
	}
	return path.Base(dir)
}
