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
	at := lastQuality(dir)
	if at < 0 {
		return QualityFolder(dir)
	}
	above := parent(dir[:at+len(qualityName)])
	for {
		archive := parent(above) // of the run that the quality folder is of, if it is archived
		quality := parent(archive)
		if !isArchive(base(archive)) || base(quality) != qualityName {
			return above
		}
		above = parent(quality)
	}
}

// QualityFolder is the quality folder that a file belongs to: companions in it, or in
// results below it, speak of the run whose log lies in it.
func QualityFolder(dir string) string {
	at := lastQuality(dir)
	if at < 0 {
		return outOf(dir)
	}
	quality := dir[:at+len(qualityName)]
	archive, below, deeper := strings.Cut(strings.TrimPrefix(dir[len(quality):], "/"), "/")
	if !deeper || !isArchive(archive) {
		return quality
	}
	// Older archives lie in previous_runs without a quality folder of their own.
	run, _, _ := strings.Cut(below, "/")
	return quality + "/" + archive + "/" + run + "/" + qualityName
}

// outOf leaves the folders that a run makes inside its own.
func outOf(dir string) string {
	above := parent(dir)
	switch {
	case base(dir) == resultsName:
		return above
	case base(above) == logsName && stamped.MatchString(base(dir)):
		return parent(above)
	}
	return dir
}

// base and parent are the last part of a path and those before it.
func base(dir string) string { return dir[strings.LastIndexByte(dir, '/')+1:] }

func parent(dir string) string { return dir[:max(0, strings.LastIndexByte(dir, '/'))] }

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
	if base := path.Base(dir); path.Base(path.Dir(dir)) == logsName && stamped.MatchString(base) {
		return base
	}
	return ""
}

// lastQuality is where the last part that is named quality begins; -1: none is.
func lastQuality(dir string) int {
	for end := len(dir); end >= 0; {
		from := strings.LastIndexByte(dir[:end], '/') + 1
		if dir[from:end] == qualityName {
			return from
		}
		end = from - 1
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
