package junit

import (
	"cmp"
	"slices"

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
