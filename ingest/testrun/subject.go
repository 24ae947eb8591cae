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

// subjects finds out what runs test, as far as the paths of their first files tell. Files of
// many run dates share the names of folders and files, each of which is looked at once.
type subjects struct {
	folders map[string]bool   // names of folders, and whether they are a part of a subject
	files   map[string]string // names of files, and what they say; "": nothing
}

func newSubjects() subjects { return subjects{map[string]bool{}, map[string]string{}} }

// of is the full subject by the path of a file, its folders and its name without the parts that
// name a date or a run, and the short one, without the first folder and those of usual names.
func (s subjects) of(file string) (full, short string) {
	parts := s.parts(file)
	full = strings.Join(parts, "/")
	if first, _, below := strings.Cut(file, "/"); below && len(parts) > 0 && parts[0] == first {
		parts = parts[1:] // the argument of the command
	}
	return full, strings.Join(slices.DeleteFunc(parts, isUsual), "/")
}

func (s subjects) parts(file string) (parts []string) {
	dir, base := path.Split(file)
	for p := range strings.SplitSeq(strings.Trim(dir, "/"), "/") {
		tells, known := s.folders[p]
		if !known {
			tells = p != "" && !dated.MatchString(p)
			s.folders[p] = tells
		}
		if tells {
			parts = append(parts, p)
		}
	}
	name, known := s.files[base]
	if !known {
		name = nameOf(base)
		s.files[base] = name
	}
	if name != "" {
		parts = append(parts, name)
	}
	return parts
}

// nameOf is what the name of a file says of what was tested; "" where it says nothing.
func nameOf(base string) string {
	name := strings.TrimSuffix(strings.TrimSuffix(base, ".gz"), ".zst")
	name = strings.TrimSuffix(name, path.Ext(name))
	name = strings.Trim(stamps.ReplaceAllString(name, ""), "-_. ")
	if dated.MatchString(name) || isUsual(name) || IsPart(base) {
		return ""
	}
	return name
}

func isUsual(name string) bool { return slices.Contains(usual, strings.ToLower(name)) }

// IsPart reports whether files of that name are parts of one report, one for each class or
// feature: TEST-com.acme.CartTest.xml, TESTS-cart.xml of behave. TESTS-TestSuites.xml is what
// junitreport of Ant writes of all TEST- files, and no part.
func IsPart(base string) bool {
	return strings.HasPrefix(base, "TEST-") || strings.HasPrefix(base, "TESTS-") && !strings.HasPrefix(base, "TESTS-TestSuites.")
}

// NameSubjects gives each unit a name that stays from one run date to the next, whatever the
// folder is called that the logs are given in. The first folder and those of usual names are
// left out, unless two subjects would have one name then.
// Example: nightly/2026-11-01/shop/target/surefire-reports becomes "shop".
func NameSubjects(units []*record.Unit) {
	nameSubjects(units, func(file string) string { return file })
}

// nameSubjects goes by the path that named makes of a unit's first file.
func nameSubjects(units []*record.Unit, named func(file string) string) {
	by := newSubjects()
	full := make([]string, len(units))
	meant := map[string]string{} // short subject → the full one that it stands for
	several := map[string]bool{} // it stands for more than one
	for i, u := range units {
		full[i], u.StableSubject = by.of(named(u.Files[0]))
		if means, met := meant[u.StableSubject]; met && means != full[i] {
			several[u.StableSubject] = true
		}
		meant[u.StableSubject] = full[i]
	}
	for i, u := range units {
		if several[u.StableSubject] {
			u.StableSubject = full[i]
		}
	}
}

// NameFolders is NameSubjects for units whose files are parts of a folder, so that the names
// of files say nothing.
func NameFolders(units []*record.Unit) { nameSubjects(units, partOf) }

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
