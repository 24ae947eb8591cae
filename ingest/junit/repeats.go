package junit

import (
	"fmt"
	"slices"
	"strings"

	"runreport/ingest/record"
)

// onceNames are what runners call a report in which each test stands once, however often they
// tried it. Two cases of one name are then two tests: jest-junit, for one, names a test by its
// describe blocks and title alone, and tests of several files can share them.
var onceNames = []string{"jest tests", "vitest tests", "Mocha Tests", "bun test", "deno test", "rspec", "Tap-Junit"}

// writesOnce reports whether the writer of the file has each test in it once. A report that was
// merged out of several has another outermost element.
func (p *fileParts) writesOnce() bool {
	outermost := p.report
	if outermost == nil && len(p.order) > 0 && !slices.ContainsFunc(p.order[1:], func(s *suite) bool { return s.around == nil }) {
		outermost = p.order[0].at
	}
	if outermost == nil {
		return false
	}
	name := strings.TrimRight(outermost.Str("name"), "0123456789") // parallel_tests: rspec2
	return slices.Contains(onceNames, name) || p.ofNode() || p.counts
}

// ofNode reports whether node:test wrote the file: its report has no name, and the class of all
// tests is test.
func (p *fileParts) ofNode() bool {
	return p.report != nil && !p.report.Has("name") && len(p.cases) > 0 &&
		!slices.ContainsFunc(p.cases, func(c *testCase) bool { return c.at.Str("classname") != "test" })
}

// countsTests reports whether the name of each case begins with its number, as tap-xunit writes
// it: "#7 cart › pays". The number is that of the test in this run, and is another one as soon as
// a test is added before it, or files end in another order.
func (p *fileParts) countsTests() bool {
	for i, c := range p.cases {
		if c.at.Has("classname") || !strings.HasPrefix(c.at.Str("name")+" ", fmt.Sprintf("#%d ", i+1)) {
			return false
		}
	}
	return len(p.cases) > 0
}

// title is the name of the case without its number in the run.
func (c *testCase) title() string {
	name := c.at.Str("name")
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
		return a.at.Str("classname") == "Test suite failed to run" && a.suite == b.suite &&
			a.at.Str("classname") == b.at.Str("classname") && a.at.Str("name") == b.at.Str("name")
	})
}

// joinAttempts puts together the cases that pytest writes twice. Its ids are unique, so that a
// repeated one is of a test that was run again: of the attempts before the last one it writes
// neither failure nor error, and does not count them. A test that fails, and a fixture of which fails after it, has a case
// for each of the two.
func (p *fileParts) joinAttempts() {
	if !slices.ContainsFunc(p.order, (*suite).ofPytest) {
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
		id := caseID{c.suite, c.at.Str("classname"), c.at.Str("name"), c.at.Str("file")}
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

// ofPytest reports whether it is a suite as pytest writes one for all of its tests.
func (s *suite) ofPytest() bool {
	return s.around == nil && len(s.names) == 1 && s.names[0] == "pytest"
}

// ofTeardown reports whether the outcome is that of a fixture of pytest after its test.
func ofTeardown(o *record.Record) bool {
	return o.Str("element") == elementError && strings.HasPrefix(o.Str("message"), "failed on teardown")
}
