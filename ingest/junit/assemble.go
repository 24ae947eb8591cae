package junit

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/zeebo/xxh3"

	"runreport/ingest/record"
	"runreport/ingest/table"
	"runreport/ingest/testrun"
	"runreport/unit/parallel"
)

// suite is one suite while its run is put together.
type suite struct {
	at     *record.Record
	number int64    // of the file's suites
	names  []string // of the suites around it, and its own
	host   string
	source string // the file of its cases
	group  *testrun.Group
	tally  tally
	around *suite
}

// testCase is one case with its children.
type testCase struct {
	at       *record.Record
	class    string // as the case has it
	called   string // its name, as the case has it
	suite    *suite
	children []*record.Record
	file     *fileParts
	rerun    bool // pytest ran it again and wrote nothing of this attempt
	attempt  bool // one of several at a test of TestNG
	tried    bool // such an attempt that failed, and was written as skipped
}

// fileParts is what one file of a run holds.
type fileParts struct {
	suites map[int64]*suite
	report *record.Record // testsuites
	order  []*suite
	cases  []*testCase
	room   []testCase            // for more of them
	loose  []*record.Record      // outcomes of suites
	hosts  bool                  // hosts are a part of names
	once   bool                  // each test stands in it once, however often it was tried
	counts bool                  // names begin with the number of the test in the run
	files  map[xxh3.Uint128]bool // by the sums of full names: cases that only their file tells apart
	nested map[[2]string]string  // of the run; see nestedSuites
}

func assemble(u *record.Unit, t *table.Set) {
	run := &testrun.Run{Unit: u, First: u.Records[0]}
	var files []*fileParts
	byFile := map[*record.File]*fileParts{}
	for i, r := range u.Records {
		u.Event(t, r, "", "", "")
		p := byFile[r.File]
		if p == nil {
			p = &fileParts{suites: map[int64]*suite{}, cases: make([]*testCase, 0, ofOneFile(u.Records[i:]))}
			byFile[r.File] = p
			files = append(files, p)
			run.Unfinished = run.Unfinished || r.File.Counts().Rejected > 0
		}
		p.take(r)
	}
	nested := nestedSuites(files)
	for _, p := range files {
		p.counts = p.countsTests()
		p.once = p.writesOnce()
		p.nested = nested
		p.joinRepeats()
		p.markTries()
		p.needs()
		for _, s := range p.order {
			if s.group != nil {
				run.Groups = append(run.Groups, s.group)
			}
		}
		run.Tests = append(run.Tests, p.tests()...)
		for _, o := range p.loose {
			run.Reason, run.ReasonAt = testrun.ErrorText(o.Str("type"), o.Str("message"), o.Str("text")), o
			if run.Reason == "" {
				run.Reason = o.Str("element")
			}
		}
		run.Claims = append(run.Claims, p.claims()...)
	}
	run.Tests = testrun.Retries(run.Tests)
	times(run, files)
	run.Write(t)
}

// ofOneFile is how many records come before one of another file.
func ofOneFile(records []*record.Record) int {
	n := slices.IndexFunc(records, func(r *record.Record) bool { return r.File != records[0].File })
	if n < 0 {
		return len(records)
	}
	return n
}

func (p *fileParts) take(r *record.Record) {
	switch {
	case r.Is("testsuites"):
		p.report = r
	case r.Is("testsuite"):
		n, _ := r.Int("suite")
		parent, _ := r.Int("parent")
		s := &suite{at: r, number: n, host: r.Str("hostname"), source: r.Str("file"), around: p.suites[parent]}
		if a := s.around; a != nil {
			s.names = slices.Clip(a.names)
			s.host, s.source = cmp.Or(s.host, a.host), cmp.Or(s.source, a.source)
		}
		if name := unstamped(r); name != "" {
			s.names = append(s.names, name)
			s.group = &testrun.Group{
				Name: testrun.Join(s.names...), Title: name, At: r,
				Seconds: testrun.SecondsOf(r, "time"), Started: r.Time("timestamp"),
			}
			if a := s.around; a != nil && a.group != nil {
				s.group.Parent = a.group.Name
			}
		}
		p.suites[n] = s
		p.order = append(p.order, s)
	case r.Is("testcase"):
		n, _ := r.Int("suite")
		if len(p.room) == 0 {
			p.room = make([]testCase, min(1024, len(p.cases)+8))
		}
		c := &p.room[0]
		p.room = p.room[1:]
		*c = testCase{at: r, class: r.Str("classname"), called: r.Str("name"), suite: p.suites[n], file: p}
		p.cases = append(p.cases, c)
	case r.Has("suite"):
		p.loose = append(p.loose, r)
	case len(p.cases) > 0:
		c := p.cases[len(p.cases)-1]
		c.children = append(c.children, r)
	}
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

// tests are the cases as tests.
func (p *fileParts) tests() []*testrun.Test {
	all, room := make([]*testrun.Test, len(p.cases)), make([]testrun.Test, len(p.cases))
	attempts := make([]testrun.Attempt, len(p.cases)) // most have one
	some := func(from, to int) {
		names := namer{file: p}
		for i := from; i < to; i++ {
			all[i] = &room[i]
			p.cases[i].fill(all[i], &names, attempts[i:i:i+1])
		}
	}
	if len(p.cases) < manyCases {
		some(0, len(p.cases))
	} else {
		parallel.Ranges(len(p.cases), some)
	}
	return all
}

// manyCases are so many that several goroutines share them.
const manyCases = 2000

// fill makes the case a test, whose attempts are in the given room if that is large enough.
func (c *testCase) fill(x *testrun.Test, names *namer, room []testrun.Attempt) {
	*x = testrun.Test{
		Name: names.name(c), Title: cmp.Or(c.title(), c.class), At: c.at, Status: c.at.Str("status"),
		Started: c.at.Time("timestamp"), Seconds: testrun.SecondsOf(c.at, "time"), Result: table.Passed,
	}
	x.File, x.Apart = c.at.Str("file"), c.file.once && !c.attempt
	x.Line, _ = c.at.Int("line")
	if c.suite != nil {
		x.File = cmp.Or(x.File, c.suite.source)
	}
	if c.suite != nil && c.suite.group != nil {
		x.Parent = c.suite.group.Name
	}
	var before, after []testrun.Attempt
	var decisive *record.Record // the worst of failure, error and skipped
	var tolerated *record.Record
	own := 0
	for _, o := range c.children {
		switch o.Str("element") {
		case "flakyFailure", "flakyError":
			before = append(before, c.attemptOf(o))
		case "rerunFailure", "rerunError":
			after = append(after, c.attemptOf(o))
		default:
			own++
			if decisive == nil || rank(o) > rank(decisive) {
				decisive = o
			}
			if tolerates(o) {
				tolerated = o
			}
		}
	}
	if own > 1 {
		for _, o := range c.children {
			x.Checks = append(x.Checks, checkOf(o))
		}
	}
	if tolerated != nil {
		decisive = tolerated
	}
	last := testrun.Attempt{At: c.at, Status: x.Status, Result: table.Passed, Started: x.Started, Seconds: x.Seconds}
	cut, _ := c.at.Bool("cut")
	switch {
	case decisive != nil:
		m := meaningOf(decisive)
		x.Result, x.Cause, x.Status = m.Result, m.Cause, decisive.Str("element")
		last = c.attemptOf(decisive)
		last.Started, last.Seconds = x.Started, x.Seconds
		if c.tried {
			x.Result, x.Cause, last.Result, last.Cause = table.Failed, table.CauseFailure, table.Failed, table.CauseFailure
		} else if m.Result == table.Skipped {
			x.Reason = testrun.ErrorText("", decisive.Str("message"), decisive.Str("text"))
		}
	case cut:
		x.Result, last.Result, last.Seconds = table.Open, table.Open, testrun.Seconds{}
	case c.rerun:
		x.Result, x.Cause, last.Result, last.Cause = table.Failed, table.CauseFailure, table.Failed, table.CauseFailure
	default:
		if m, known := c.status(); known {
			x.Result, x.Cause, last.Result, last.Cause = m.Result, m.Cause, m.Result, m.Cause
		}
	}
	if x.Result == table.Skipped && len(before)+len(after) == 0 {
		return
	}
	x.Attempts = append(append(append(room, before...), last), after...)
	if len(x.Attempts) > 1 { // the time of the case is not that of one attempt
		for i := range x.Attempts {
			x.Attempts[i].Seconds, x.Attempts[i].Started = testrun.Seconds{}, time.Time{}
		}
	}
	x.Result, x.Cause = testrun.Decide(x.Result, x.Cause, x.Attempts)
}

// status is what the attribute of that name means; false where it means nothing.
func (c *testCase) status() (record.Meaning, bool) {
	if word := c.at.Str("status"); word != "" {
		return statusWords.Of(word)
	}
	return record.Meaning{}, false
}

// tolerates reports whether a skipped says that its case may fail: a todo of node:test, and a tag
// of Catch2, whose runs pass in spite of such a failure.
func tolerates(o *record.Record) bool {
	return o.Str("element") == elementSkipped && (o.Str("type") == "todo" || o.Str("message") == "TEST_CASE tagged with !mayfail")
}

// rank orders children of one case: the worst decides. A fixture that failed after its test says
// less than the failure of the test.
func rank(o *record.Record) int {
	switch {
	case ofTeardown(o):
		return 1
	case o.Str("element") == elementFailure:
		return 2
	case o.Str("element") == elementError:
		return 3
	}
	return 0
}

func (c *testCase) attemptOf(o *record.Record) testrun.Attempt {
	m := meaningOf(o)
	return testrun.Attempt{
		At: o, Status: o.Str("element"), Result: m.Result, Cause: m.Cause,
		Error: testrun.ErrorText(o.Str("type"), o.Str("message"), c.textOf(o)),
	}
}

// textOf is the text of an outcome, without the line in which PHPUnit repeats the name of the
// test, and the output of the case where the outcome says nothing: CTest writes no more.
func (c *testCase) textOf(o *record.Record) string {
	text := o.Str("text")
	if class, name := c.class, c.called; class != "" && name != "" {
		first, rest, several := strings.Cut(text, "\n")
		data, repeats := strings.CutPrefix(strings.TrimRight(first, "\r"), class+"::"+name)
		if several && repeats && (data == "" || strings.HasPrefix(data, " with ") || strings.HasPrefix(data, " (")) {
			text = rest
		}
	}
	if text == "" && o.Str("message") == "" {
		text = c.at.Str("output")
	}
	return text
}

func checkOf(o *record.Record) testrun.Check {
	verdict := "fail"
	if o.Str("element") == elementSkipped {
		verdict = "skip"
	}
	return testrun.Check{
		At: o, Name: o.Str("element"), Verdict: verdict, Written: o.Str("element"),
		Reason: testrun.ErrorText(o.Str("type"), o.Str("message"), o.Str("text")),
	}
}

// times sets the start and the duration of the run: of the report where it is one file, else
// from the first suite to the end of the last one.
func times(run *testrun.Run, files []*fileParts) {
	for _, p := range files {
		if len(files) == 1 && p.report != nil {
			run.Started, run.Seconds = p.report.Time("timestamp"), testrun.SecondsOf(p.report, "time")
		}
		for _, s := range p.order {
			if at := s.at.Time("timestamp"); !at.IsZero() && (run.Started.IsZero() || at.Before(run.Started)) {
				run.Started = at
			}
		}
	}
	if !run.Seconds.Known {
		run.Seconds = total(files)
	}
}

// total is what the outermost suites state as their durations, added up: most runners run
// one after the other.
func total(files []*fileParts) (sum testrun.Seconds) {
	for _, p := range files {
		for _, s := range p.order {
			if s.around != nil {
				continue
			}
			x := testrun.SecondsOf(s.at, "time")
			if !x.Known {
				return testrun.Seconds{}
			}
			sum.Of, sum.Known = sum.Of+x.Of, true
		}
	}
	return sum
}
