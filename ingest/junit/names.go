package junit

import (
	"cmp"
	"encoding/binary"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/zeebo/xxh3"

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
	return [2]string{testrun.Join(names...), testrun.Join(c.class, c.title())}
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
	if at := len(name) - len("-20060102150405"); at < 0 || name[at] != '-' {
		return name
	}
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
	class := c.class
	if slices.Contains(generic, suite) {
		return false
	}
	if rest, within := strings.CutPrefix(suite, class); within && class != "" {
		method, of := strings.CutPrefix(rest, "::")
		if strings.HasPrefix(rest, "$") {
			return c.file.nested[[2]string{class, c.called}] == severalNested
		}
		if of && strings.HasPrefix(c.called+" ", method+" ") {
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
	switch {
	case !rooted(suite):
		return false
	case strings.HasPrefix(file, strings.TrimSuffix(suite, "/")+"/"):
		return true
	case class == "" || !strings.HasSuffix(file, ".php"):
		return false
	}
	return suite == file || strings.HasSuffix(suite, ".xml") || strings.HasSuffix(suite, ".xml.dist")
}

// rooted reports whether a name is a path from the root of one machine.
func rooted(name string) bool {
	return strings.HasPrefix(name, "/") || len(name) > 2 && name[1] == ':' && name[2] == '/'
}

// severalNested stands for more than one nested class that a case is under.
const severalNested = "$"

// nestedSuites are the nested classes that the cases of a run are under, by class and name: the name of
// the one, or severalNested. Attempts at one case are under one of them, or under their class.
func nestedSuites(files []*fileParts) map[[2]string]string {
	nested := map[[2]string]string{}
	for _, p := range files {
		for _, c := range p.cases {
			class := c.class
			for _, suite := range c.suiteNames() {
				if rest, within := strings.CutPrefix(suite, class); class == "" || !within || !strings.HasPrefix(rest, "$") {
					continue
				}
				key := [2]string{class, c.called}
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

// namer gives cases of a file their names. Cases in a row mostly have one suite and one class, and
// names that differ in their last part alone.
type namer struct {
	file       *fileParts
	suite      *suite
	class      string
	known      bool           // the rest is of that suite and class
	meaningful []string       // names of suites that tell something of the case
	before     testrun.Prefix // of its name
	suites     string         // of its full name: what its suites come to, and how the rest begins
	within     testrun.Prefix
	room       []byte
}

// of finds out how the names of the case begin.
func (n *namer) of(c *testCase) {
	if n.known && n.suite == c.suite && n.class == c.class {
		return
	}
	n.suite, n.class, n.known = c.suite, c.class, c.tellsByClass()
	n.meaningful = n.meaningful[:0]
	for _, name := range c.suiteNames() {
		if c.tells(name) {
			n.meaningful = append(n.meaningful, name)
		}
	}
	n.before = testrun.NewPrefix(append(n.around(c), c.class)...)
	n.suites, n.within = testrun.Join(n.meaningful...), testrun.NewPrefix(c.class)
}

// around are the parts of the name before the class of the case.
func (n *namer) around(c *testCase) []string {
	names := make([]string, 0, 8)
	if n.file.hosts && c.suite != nil && c.suite.host != "" {
		names = append(names, c.suite.host)
	}
	return append(names, n.meaningful...)
}

// name is what the case is called on every run date.
func (n *namer) name(c *testCase) string {
	n.of(c)
	name := cmp.Or(c.title(), "(no name)")
	if len(n.file.files) > 0 && n.file.files[n.full(c)] {
		return testrun.Join(append(n.around(c), c.at.Str("file"), c.class, name)...)
	}
	return n.before.Join(name)
}

// full stands for the case's fullName.
func (n *namer) full(c *testCase) xxh3.Uint128 {
	n.of(c)
	n.room = append(binary.LittleEndian.AppendUint64(n.room[:0], uint64(len(n.suites))), n.suites...)
	n.room = n.within.AppendJoin(n.room, c.title())
	return xxh3.Hash128(n.room)
}

// tellsByClass reports whether it depends on the class of the case alone which of its suites tell
// something.
func (c *testCase) tellsByClass() bool {
	return !slices.ContainsFunc(c.suiteNames(), func(suite string) bool {
		rest, within := strings.CutPrefix(suite, c.class)
		byName := within && c.class != "" && (strings.HasPrefix(rest, "$") || strings.HasPrefix(rest, "::"))
		return byName || rooted(testrun.Slashes(suite))
	})
}

// needs finds out which names need more than suite, class and name: the host, where one
// report has a class and name under several, as under the projects of Playwright, and the
// file, where only it tells two cases apart. Elsewhere a host is the id of a container, and a
// file a path on some machine.
func (p *fileParts) needs() {
	if slices.ContainsFunc(p.order, func(s *suite) bool { return s.host != "" }) {
		p.hosts = p.severalHosts()
	}
	if !slices.ContainsFunc(p.cases, func(c *testCase) bool { return c.at.Has("file") }) {
		return // as in most reports
	}
	names, met, again := namer{file: p}, record.NewSums(len(p.cases), nil), map[xxh3.Uint128]bool{}
	for _, c := range p.cases {
		if full := names.full(c); !met.Add(full) {
			again[full] = true
		}
	}
	p.files = map[xxh3.Uint128]bool{}
	sources := make(map[xxh3.Uint128]string, len(again))
	for _, c := range p.cases {
		if len(again) == 0 {
			return
		}
		full := names.full(c)
		if !again[full] {
			continue
		}
		file := c.at.Str("file")
		if before, met := sources[full]; met && before != file {
			p.files[full] = true
		}
		sources[full] = file
	}
}

// severalHosts reports whether a class and name stand under several hosts.
func (p *fileParts) severalHosts() bool {
	some := ""
	if !slices.ContainsFunc(p.order, func(s *suite) bool {
		some = cmp.Or(some, s.host)
		return s.host != "" && s.host != some
	}) {
		return false
	}
	type id struct{ class, name string }
	hosts := make(map[id]string, len(p.cases))
	for _, c := range p.cases {
		host := ""
		if c.suite != nil {
			host = c.suite.host
		}
		key := id{c.class, c.called}
		if before, met := hosts[key]; met && before != host && host != "" && before != "" {
			return true
		}
		hosts[key] = host
	}
	return false
}
