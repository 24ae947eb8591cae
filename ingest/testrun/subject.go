package testrun

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"time"

	"runreport/ingest/record"
)

// dated are the folders that name a date, a run or a build and not what was tested.
var dated = regexp.MustCompile(`(?i)^[\d._:TZ+-]+$|^(?:run|night|nightly|build|job|attempt|shard)[-_.]?\d+$|\d{4}-\d\d-\d\d|\d{8}|^[0-9a-f]{7,40}$`)

// Stamps in the names of files: a date with or without a time, a number at the end, the
// hash of a commit, a UUID.
var stamps = regexp.MustCompile(`(?i)[-_.]?\d{4}-\d\d-\d\d(?:[T_-]\d\d[-:.]?\d\d(?:[-:.]?\d\d)?(?:\.\d+)?Z?)?|[-_.]?\d{8}(?:[T_-]?\d{4,6}Z?)?` +
	`|[-_.][0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$|[-_.#]\d+$|^\d+$`)

// usual are names of folders and files that say that there are results of tests in them, and
// not of what.
var usual = []string{
	"target", "build", "out", "dist", "tmp", "logs", "artifacts", "surefire-reports", "failsafe-reports", "test-results",
	"test-reports", "test-report", "test_results", "testresults", "reports", "report", "results", "result", "junit", "junit-report",
	"junit-results", "junit-xml", "junitxml", "xunit", "pytest", "jest-junit", "nextest", "allure-results", "allure",
	"playwright-report", "playwright", "ctrf", "ctrf-report", "test", "tests", "gotest", "go-test", "test-output", "output", "index", "shard",
}

// fullSubject is what the run tests, as far as the path of its first file tells: its folders
// and its name without the parts that name a date or a run.
func fullSubject(u *record.Unit) string {
	if len(u.Files) == 0 {
		return ""
	}
	return strings.Join(subjectParts(u.Files[0]), "/")
}

func subjectParts(file string) (parts []string) {
	dir, base := path.Split(file)
	for _, p := range strings.Split(strings.Trim(dir, "/"), "/") {
		if p != "" && !dated.MatchString(p) {
			parts = append(parts, p)
		}
	}
	name := strings.TrimSuffix(strings.TrimSuffix(base, ".gz"), ".zst")
	name = strings.TrimSuffix(name, path.Ext(name))
	name = strings.Trim(stamps.ReplaceAllString(name, ""), "-_. ")
	if name != "" && !dated.MatchString(name) && !isUsual(name) && !IsPart(base) {
		parts = append(parts, name)
	}
	return parts
}

func isUsual(name string) bool { return slices.Contains(usual, strings.ToLower(name)) }

// IsPart reports whether files of that name are parts of one report, one for each class:
// TEST-com.acme.CartTest.xml.
func IsPart(base string) bool { return strings.HasPrefix(base, "TEST-") }

// NameSubjects gives each unit a name that stays from one run date to the next, whatever the
// folder is called that the logs are given in. The first folder and those of usual names are
// left out, unless two subjects would have one name then.
// Example: nightly/2026-11-01/shop/target/surefire-reports becomes "shop".
func NameSubjects(units []*record.Unit) {
	short := make([]string, len(units))
	meant := map[string]map[string]bool{}
	for i, u := range units {
		short[i] = shortSubject(u)
		if meant[short[i]] == nil {
			meant[short[i]] = map[string]bool{}
		}
		meant[short[i]][fullSubject(u)] = true
	}
	for i, u := range units {
		u.StableSubject = short[i]
		if len(meant[short[i]]) > 1 {
			u.StableSubject = fullSubject(u)
		}
	}
}

func shortSubject(u *record.Unit) string {
	if len(u.Files) == 0 {
		return ""
	}
	parts := subjectParts(u.Files[0])
	if first, _, below := strings.Cut(u.Files[0], "/"); below && len(parts) > 0 && parts[0] == first {
		parts = parts[1:] // the argument of the command
	}
	var kept []string
	for _, p := range parts {
		if !isUsual(p) {
			kept = append(kept, p)
		}
	}
	return strings.Join(kept, "/")
}

// NameFolders is NameSubjects for units whose files are parts of a folder, so that the names
// of files say nothing.
func NameFolders(units []*record.Unit) {
	files := make([][]string, len(units))
	for i, u := range units {
		files[i] = u.Files
		u.Files = []string{path.Join(path.Dir(u.Files[0]), "TEST-")}
	}
	NameSubjects(units)
	for i, u := range units {
		u.Files = files[i]
	}
}

// dateInPath is a date in the name of a file or folder: 2026-11-01, 20261101, with or without
// a time of the day after it.
var dateInPath = regexp.MustCompile(`(?:^|[^\d])(20\d\d)-?(0[1-9]|1[0-2])-?(0[1-9]|[12]\d|3[01])(?:[T_-](\d\d)[-:.]?(\d\d)(?:[-:.]?(\d\d))?)?(?:Z|[^\d]|$)`)

// pathTime is the date that the innermost dated part of a path names, and that part.
func pathTime(file string) (at time.Time, part string) {
	for _, p := range slices.Backward(strings.Split(file, "/")) {
		m := dateInPath.FindStringSubmatch(p)
		if m == nil {
			continue
		}
		text, layout := m[1]+m[2]+m[3], "20060102"
		if m[4] != "" {
			text, layout = text+m[4]+m[5], layout+"1504"
			if m[6] != "" {
				text, layout = text+m[6], layout+"05"
			}
		}
		if at, err := time.Parse(layout, text); err == nil {
			return at, p
		}
	}
	return time.Time{}, ""
}
