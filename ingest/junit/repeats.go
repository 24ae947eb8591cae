package junit

import (
	"encoding/binary"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/zeebo/xxh3"

	"runreport/ingest/record"
)

// onceNames are what runners call a report in which each test stands once, however often they
// tried it. Two cases of one name are then two tests: jest-junit, for one, names a test by its
// describe blocks and title alone, and tests of several files can share them.
var onceNames = []string{"jest tests", "vitest tests", "Mocha Tests", "bun test", "deno test", "rspec", "Tap-Junit"}

// testNGTime is how TestNG's own reports write a time.
var testNGTime = regexp.MustCompile(`^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d [A-Z]{3,5}$`)

// outermost is the element that holds all of the report; nil where there are several.
func (p *fileParts) outermost() *record.Record {
	if p.report != nil || len(p.order) == 0 || slices.ContainsFunc(p.order[1:], func(s *suite) bool { return s.around == nil }) {
		return p.report
	}
	return p.order[0].at
}

// writesOnce reports whether the writer of the file has each test in it once. A report that was
// merged out of several has another outermost element. TestNG has the attempts before the last
// one as skipped, so that a case that failed is no attempt at another either: its own reports
// have a case for each row of a data provider, all of one name and in any order.
func (p *fileParts) writesOnce() bool {
	outermost := p.outermost()
	if outermost == nil {
		return false
	}
	name := strings.TrimRight(outermost.Str("name"), "0123456789") // parallel_tests: rspec2
	return slices.Contains(onceNames, name) || p.ofNode() || p.counts || p.ofSurefireTestNG() ||
		p.report == nil && (strings.HasSuffix(name, ".feature") || testNGTime.MatchString(outermost.Str("timestamp")))
}

// ofSurefireTestNG reports whether Surefire wrote the file of a run of TestNG: the cases of all
// classes are in one suite of this name.
func (p *fileParts) ofSurefireTestNG() bool {
	outermost := p.outermost()
	return outermost != nil && p.report == nil && outermost.Str("name") == "TestSuite"
}

// markTries finds the attempts that Surefire writes of a test of TestNG with a retry analyzer:
// those before the last one are skipped, with the message of their failure, and stand right
// before it. Example: skipped "no answer", skipped "no answer", passed.
func (p *fileParts) markTries() {
	if !p.ofSurefireTestNG() {
		return
	}
	for i := len(p.cases) - 2; i >= 0; i-- {
		c, next := p.cases[i], p.cases[i+1]
		if c.isSkipped() && c.children[0].Str("message") != "" && c.fullName() == next.fullName() && (next.attempt || !next.isSkipped()) {
			c.attempt, c.tried, next.attempt = true, true, true
		}
	}
}

// isSkipped reports whether the case has a skipped and nothing else.
func (c *testCase) isSkipped() bool {
	return len(c.children) == 1 && c.children[0].Str("element") == elementSkipped
}

// ofNode reports whether node:test wrote the file: its report has no name, and the class of all
// tests is test.
func (p *fileParts) ofNode() bool {
	return p.report != nil && !p.report.Has("name") && len(p.cases) > 0 &&
		!slices.ContainsFunc(p.cases, func(c *testCase) bool { return c.class != "test" })
}

// countsTests reports whether the name of each case begins with its number, as tap-xunit writes
// it: "#7 cart › pays". The number is that of the test in this run, and is another one as soon as
// a test is added before it, or files end in another order.
func (p *fileParts) countsTests() bool {
	for i, c := range p.cases {
		if c.at.Has("classname") || !strings.HasPrefix(c.called+" ", fmt.Sprintf("#%d ", i+1)) {
			return false
		}
	}
	return len(p.cases) > 0
}

// title is the name of the case without its number in the run.
func (c *testCase) title() string {
	name := c.called
	if c.file.counts {
		_, name, _ = strings.Cut(name, " ")
	}
	return name
}

// joinRepeats puts together the cases that jest-junit and pytest write twice.
func (p *fileParts) joinRepeats() {
	p.joinLoadErrors()
	p.joinAttempts()
}

// joinLoadErrors puts together the two cases that jest-junit writes for a file that could not be
// loaded: the first has the error, the second a failure that says {}.
func (p *fileParts) joinLoadErrors() {
	p.cases = slices.CompactFunc(p.cases, func(a, b *testCase) bool {
		return a.class == "Test suite failed to run" && a.suite == b.suite && a.class == b.class && a.called == b.called
	})
}

// joinAttempts puts together the cases that pytest writes twice. Its ids are unique, so that a
// repeated one is of a test that was run again: of the attempts before the last one it writes
// neither failure nor error, and does not count them. A test that fails, and a fixture of which fails after it, has a case
// for each of the two.
func (p *fileParts) joinAttempts() {
	if !slices.ContainsFunc(p.order, (*suite).ofPytest) || !p.repeatsOne() {
		return
	}
	type caseID struct {
		of                *suite // a merged report has one for each of its parts
		class, name, file string
	}
	more := map[*suite]int64{} // cases beyond the number of tests that the suite states
	for _, c := range p.cases {
		if c.suite != nil {
			more[c.suite]++
		}
	}
	for _, s := range p.order {
		n, _ := s.at.Int("tests")
		more[s] -= n
	}
	last := make(map[caseID]*testCase, len(p.cases))
	kept := p.cases[:0]
	for _, c := range p.cases {
		if c.suite == nil || !c.suite.ofPytest() {
			kept = append(kept, c)
			continue
		}
		id := caseID{c.suite, c.class, c.called, c.at.Str("file")}
		before := last[id]
		if before != nil && len(before.children) > 0 && slices.ContainsFunc(c.children, ofTeardown) {
			before.children = append(before.children, c.children...)
			continue
		}
		if before != nil && len(before.children) == 0 && more[c.suite] > 0 {
			before.rerun = true
		}
		last[id] = c
		kept = append(kept, c)
	}
	p.cases = kept
}

// repeatsOne reports whether two cases of one suite have the same class, name and file.
func (p *fileParts) repeatsOne() bool {
	met := record.NewSums(len(p.cases), nil)
	var b []byte
	return slices.ContainsFunc(p.cases, func(c *testCase) bool {
		b = b[:0]
		if c.suite != nil {
			b = binary.LittleEndian.AppendUint64(b, uint64(c.suite.number))
		}
		for _, text := range []string{c.class, c.called, c.at.Str("file")} {
			b = append(binary.LittleEndian.AppendUint64(b, uint64(len(text))), text...)
		}
		return !met.Add(xxh3.Hash128(b))
	})
}

// ofPytest reports whether it is a suite as pytest writes one for all of its tests.
func (s *suite) ofPytest() bool {
	return s.around == nil && len(s.names) == 1 && s.names[0] == "pytest"
}

// ofTeardown reports whether the outcome is that of a fixture of pytest after its test.
func ofTeardown(o *record.Record) bool {
	return o.Str("element") == elementError && strings.HasPrefix(o.Str("message"), "failed on teardown")
}
