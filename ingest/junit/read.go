package junit

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"runreport/ingest/record"
	"runreport/ingest/testrun"
)

// maxCases is how many test cases of one file are read, so that memory has a bound.
const maxCases = 2_000_000

// outcomes are the children of a case that say how it, or an attempt at it, ended.
var outcomes = []string{
	elementFailure, elementError, elementSkipped, "flakyFailure", "flakyError", "rerunFailure", "rerunError",
}

const (
	elementFailure = "failure"
	elementError   = "error"
	elementSkipped = "skipped"
)

// reader makes records of the elements.
type reader struct {
	f         *record.File
	s         *scanner
	names     []string // of the elements that are open
	deeper    int      // elements that are open beyond the deepest that is kept
	suites    []int64  // that are open
	count     int64    // of suites
	cases     int
	test      *pending // the case that is open
	outcome   *pending // the child of a case, or of a suite, that is open
	output    bool     // what the case printed is open, and kept
	at        int      // depth of that child
	quiet     int      // depth of an element inside of it whose text is not kept; 0: none
	inside    []*pending
	failed    bool                        // a failure or an error is among those
	explained bool                        // one of those has a message or a text
	open      pending                     // what test is, used again for each case
	room      [caseCut + 1]record.Value   // of the values of that case
	numbers   [suiteFile + 1]record.Value // of those of a suite
	shared    *[sharedTexts]string
}

// pending is a record whose element is open.
type pending struct {
	values []record.Value
	line   int64
}

func read(text io.Reader, f *record.File) error {
	r := &reader{f: f, shared: shared.Get().(*[sharedTexts]string)}
	defer shared.Put(r.shared)
	r.s = newScanner(decoded(text, f), func(line int64, what string) {
		f.Finding(notWellFormed, line, what, "well-formed XML")
	})
	defer r.s.free()
	met := false
	for {
		switch r.s.next() {
		case tokenStart:
			met = true
			r.start()
			continue
		case tokenEnd:
			r.end(r.share(r.s.name))
			continue
		}
		break
	}
	fault := r.s.err
	if errors.Is(fault, io.EOF) {
		fault = nil
	}
	switch {
	case fault != nil:
		f.Broken(r.s.line, fault)
	case !met:
		f.Broken(0, errors.New("no element"))
	case len(r.names) > 0:
		f.Broken(r.s.line, fmt.Errorf("the document ends inside of <%s>", r.names[len(r.names)-1]))
	}
	if r.outcome != nil {
		r.endOutcome()
	}
	if r.output {
		r.endOutput()
	}
	if r.test != nil {
		r.test.values[caseCut] = record.BoolValue(true)
		r.endCase()
	}
	return fault
}

func (r *reader) start() {
	name := r.share(r.s.name)
	if len(r.names) >= maxDepth {
		if r.deeper == 0 {
			r.f.Finding(notWellFormed, r.s.tagLine, fmt.Sprintf("elements in each other: more than %d", maxDepth), "")
		}
		r.deeper++
		return
	}
	r.names = append(r.names, name)
	if r.outcome != nil {
		if r.quiet == 0 && name != "stackTrace" {
			r.quiet, r.s.keep = len(r.names), false
		}
		return
	}
	switch {
	case name == "testsuites":
		r.dated(r.f.AddFields(suitesKind, r.s.tagLine, r.counters(make([]record.Value, len(suitesKind.Fields)))))
	case name == "testsuite":
		r.startSuite()
	case name == "testcase":
		r.startCase()
	case slices.Contains(outcomes, name) && (r.test != nil || len(r.suites) > 0):
		r.startOutcome(name)
	case name == "system-out" && r.test != nil && r.saysNothing():
		r.output, r.s.keep, r.s.text, r.s.cut = true, true, r.s.text[:0], false
	}
}

func (r *reader) end(name string) {
	if r.deeper > 0 {
		r.deeper--
		return
	}
	at := len(r.names) - 1
	for at >= 0 && r.names[at] != name {
		at--
	}
	if at < 0 {
		r.f.Finding(notWellFormed, r.s.tagLine, "an end without a beginning: "+r.f.Cut(name, 40), "")
		return
	}
	if at < len(r.names)-1 {
		r.f.Finding(notWellFormed, r.s.tagLine, "an element without its end: "+r.f.Cut(r.names[len(r.names)-1], 40), "")
	}
	for len(r.names) > at {
		r.pop()
	}
}

// pop closes the innermost element.
func (r *reader) pop() {
	depth := len(r.names)
	name := r.names[depth-1]
	r.names = r.names[:depth-1]
	switch {
	case r.outcome != nil && depth > r.at:
		if r.quiet == depth {
			r.quiet, r.s.keep = 0, true
		}
	case r.outcome != nil:
		r.endOutcome()
	case name == "system-out" && r.output:
		r.endOutput()
	case name == "testcase" && r.test != nil:
		r.endCase()
	case name == "testsuite":
		r.suites = r.suites[:len(r.suites)-1]
	}
}

// The fields of a suite and of the report; those of counters come first.
const (
	countTests = iota
	countFailures
	countErrors
	countSkipped
	countDisabled
	countTime
	countStamp
	countName
	suiteNumber
	suiteParent
	suiteHost
	suiteFile
)

func (r *reader) startSuite() {
	r.count++
	clear(r.numbers[:])
	v := r.counters(r.numbers[:])
	v[suiteNumber] = record.IntValue(r.count)
	if n := len(r.suites); n > 0 {
		v[suiteParent] = record.IntValue(r.suites[n-1])
	}
	r.suites = append(r.suites, r.count)
	r.dated(r.f.AddFields(suiteKind, r.s.tagLine, v))
}

// dated gives a record its own time.
func (r *reader) dated(rec *record.Record) { rec.At = rec.Time("timestamp") }

// counters reads the attributes that suites and the report share.
func (r *reader) counters(v []record.Value) []record.Value {
	for _, a := range r.s.attrs {
		switch string(a.name) {
		case "tests":
			v[countTests] = r.number("tests", a.value)
		case "failures":
			v[countFailures] = r.number("failures", a.value)
		case "errors":
			v[countErrors] = r.number("errors", a.value)
		case "skipped", "skip", "skips", "ignored":
			v[countSkipped] = r.number("skipped", a.value)
		case "disabled":
			v[countDisabled] = r.number("disabled", a.value)
		case "time":
			v[countTime] = testrun.SecondsValue(r.f, r.s.tagLine, "time", string(a.value))
		case "timestamp":
			v[countStamp] = testrun.TimeValue(r.f, r.s.tagLine, "timestamp", string(a.value))
		case "name":
			v[countName] = r.text(a.value)
		case "hostname":
			if len(v) > suiteHost {
				v[suiteHost] = r.text(a.value)
			}
		case "file":
			if len(v) > suiteFile {
				v[suiteFile] = r.text(a.value)
			}
		}
	}
	return v
}

// number is a whole number; nothing where it is none, as in skipped="" or disabled="false".
func (r *reader) number(key string, text []byte) record.Value {
	n, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
	if err != nil {
		if len(text) > 0 {
			(&record.Record{File: r.f, Line: r.s.tagLine}).BadValue(key, string(text), "a whole number")
		}
		return record.Value{Text: string(text)}
	}
	return record.IntValue(n)
}

// The fields of a case.
const (
	caseSuite = iota
	caseName
	caseClass
	caseFile
	caseLine
	caseTime
	caseStamp
	caseStatus
	caseOutput
	caseCut
)

func (r *reader) startCase() {
	if r.test != nil { // a case in a case
		r.endCase()
	}
	clear(r.room[:])
	r.open = pending{values: r.room[:], line: r.s.tagLine}
	r.test = &r.open
	v := r.test.values
	if n := len(r.suites); n > 0 {
		v[caseSuite] = record.IntValue(r.suites[n-1])
	}
	var status, result []byte
	for _, a := range r.s.attrs {
		switch string(a.name) {
		case "name":
			v[caseName] = r.own(a.value)
		case "classname":
			v[caseClass] = r.text(a.value)
		case "class":
			if !v[caseClass].Given {
				v[caseClass] = r.text(a.value)
			}
		case "file":
			v[caseFile] = r.text(a.value)
		case "line":
			if n, err := strconv.ParseInt(string(a.value), 10, 64); err == nil {
				v[caseLine] = record.IntValue(n)
			}
		case "time":
			v[caseTime] = testrun.SecondsValue(r.f, r.s.tagLine, "time", string(a.value))
		case "timestamp":
			v[caseStamp] = testrun.TimeValue(r.f, r.s.tagLine, "timestamp", string(a.value))
		case "status":
			status = a.value
		case "result": // of GoogleTest, whose status run only says that a test was begun
			if _, known := statusWords.Of(string(a.value)); known {
				result = a.value
			}
		}
	}
	if result != nil {
		status = result
	}
	if status != nil {
		v[caseStatus] = r.text(status)
	}
}

// endCase adds the record of the case and those of its children.
func (r *reader) endCase() {
	test, inside := r.test, r.inside
	r.test, r.inside = nil, r.inside[:0] // neither is used again before the next case
	r.failed, r.explained = false, false
	if r.cases++; r.cases > maxCases {
		r.f.Reject(tooManyCases, test.line, fmt.Sprintf("more than %d", maxCases), "")
		return
	}
	r.dated(r.f.AddFields(caseKind, test.line, test.values))
	for _, o := range inside {
		r.f.AddFields(outcomeKind, o.line, o.values)
	}
}

// The fields of an outcome.
const (
	outcomeElement = iota
	outcomeType
	outcomeMessage
	outcomeText
	outcomeSuite
)
