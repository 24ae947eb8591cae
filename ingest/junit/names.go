package junit

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"time"

	"runreport/ingest/record"
	"runreport/ingest/testrun"
)

// fullName is what the case is called apart from its file: the suites that tell something, and its
// class and name.
func (c *testCase) fullName() [2]string {
	names := make([]string, 0, 8)
	for _, n := range c.suiteNames() {
		if c.tells(n) {
			names = append(names, n)
		}
	}
	return [2]string{testrun.Join(names...), testrun.Join(c.at.Str("classname"), c.title())}
}

func (c *testCase) suiteNames() []string {
	if c.suite == nil {
		return nil
	}
	return c.suite.names
}

// generic are names that a runner gives all suites, or one that has none.
var generic = []string{"pytest", "nosetests", "jest tests", "Mocha Tests", "Root Suite", "(empty)"}

// stamp is the time that unittest-xml-reporting puts after the name of a suite:
// test_cart.Cart-20261123143903.
var stamp = regexp.MustCompile(`^([\w.]+)-(20\d{12})$`)

// unstamped is the name of a suite without the time of its run, which lies at the times of that
// writer: a suite of another one may be named by a time for good, as a migration is.
func unstamped(suite *record.Record) string {
	name := suite.Str("name")
	m := stamp.FindStringSubmatch(name)
	if m == nil {
		return name
	}
	const layout, most = "20060102150405", 24 * time.Hour // the two may be of different zones
	written, err := time.Parse(layout, m[2])
	if began := suite.Time("timestamp"); err != nil || !began.IsZero() && began.Sub(written).Abs() > most {
		return name
	}
	return m[1]
}

// tells reports whether the name of a suite says more of the case than its class, name and file do.
// A part of its class or method does not: Surefire puts cases under a class nested in theirs, and
// not in every attempt, and PHPUnit those of a method under its name. Neither does a path of one
// machine, by which PHPUnit calls the outermost suite.
//
// A nested class tells where the run has the same class and name under two of them. Example: the
// suites Cart$Visa and Cart$Cash both have the case pays of the class Cart.
func (c *testCase) tells(suite string) bool {
	class := c.at.Str("classname")
	if slices.Contains(generic, suite) {
		return false
	}
	if rest, within := strings.CutPrefix(suite, class); within && class != "" {
		method, of := strings.CutPrefix(rest, "::")
		if strings.HasPrefix(rest, "$") {
			return c.file.nested[[2]string{class, c.at.Str("name")}] == severalNested
		}
		if of && strings.HasPrefix(c.at.Str("name")+" ", method+" ") {
			return false
		}
	}
	return !isPlace(testrun.Slashes(suite), testrun.Slashes(c.at.Str("file")), class)
}

// isPlace reports whether the name of a suite is where its case lies on one machine: a folder around
// its file, or of PHPUnit the configuration or the file itself, which stand for no test.
//
//	<testsuite name="/home/ci/build-17/phpunit.xml"><testsuite name="unit">…
//	  <testcase name="testPays" classname="Tests.CartTest" file="/home/ci/build-17/tests/CartTest.php"/>
func isPlace(suite, file, class string) bool {
	rooted := strings.HasPrefix(suite, "/") || len(suite) > 2 && suite[1] == ':' && suite[2] == '/'
	switch {
	case !rooted:
		return false
	case strings.HasPrefix(file, strings.TrimSuffix(suite, "/")+"/"):
		return true
	case class == "" || !strings.HasSuffix(file, ".php"):
		return false
	}
	return suite == file || strings.HasSuffix(suite, ".xml") || strings.HasSuffix(suite, ".xml.dist")
}

// severalNested stands for more than one nested class that a case is under.
const severalNested = "$"

// nestedSuites are the nested classes that the cases of a run are under, by class and name: the name of
// the one, or severalNested. Attempts at one case are under one of them, or under their class.
func nestedSuites(files []*fileParts) map[[2]string]string {
	nested := map[[2]string]string{}
	for _, p := range files {
		for _, c := range p.cases {
			class := c.at.Str("classname")
			for _, suite := range c.suiteNames() {
				if rest, within := strings.CutPrefix(suite, class); class == "" || !within || !strings.HasPrefix(rest, "$") {
					continue
				}
				key := [2]string{class, c.at.Str("name")}
				if was, met := nested[key]; met && was != suite {
					nested[key] = severalNested
				} else {
					nested[key] = suite
				}
			}
		}
	}
	return nested
}

// name is what the case is called on every run date.
func (c *testCase) name() string {
	class, name := c.at.Str("classname"), c.title()
	names := make([]string, 0, 8)
	if c.file.hosts && c.suite != nil && c.suite.host != "" {
		names = append(names, c.suite.host)
	}
	for _, n := range c.suiteNames() {
		if c.tells(n) {
			names = append(names, n)
		}
	}
	if len(c.file.files) > 0 && c.file.files[c.fullName()] {
		names = append(names, c.at.Str("file"))
	}
	return testrun.Join(append(names, class, cmp.Or(name, "(no name)"))...)
}
