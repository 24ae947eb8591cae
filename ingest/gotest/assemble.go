package gotest

import (
	"slices"
	"strings"
	"time"

	"runreport/ingest/record"
	"runreport/ingest/table"
	"runreport/ingest/testrun"
)

func stitch(files []*record.File) []*record.Unit {
	kept, copies := testrun.DropCopies(files, testrun.Dated)
	var units []*record.Unit
	for _, f := range kept {
		units = append(units, testrun.Unit(system, testrun.FileID(f), "file", copies, f))
	}
	testrun.NameSubjects(units)
	return units
}

// key names a test; without a test it is the package.
type key struct{ pkg, test string }

func keyOf(r *record.Record) key { return key{r.Str("Package"), r.Str("Test")} }

// step is a test, a parent of subtests or a package while the run is put together.
type step struct {
	key
	first    *record.Record
	began    *record.Record // of the attempt that goes on; nil: none does
	attempts []testrun.Attempt
	status   string
	output   strings.Builder // of the attempt that goes on
	parent   bool
	fails    bool // one of its tests failed
	cached   bool
	saysFail bool   // its output says that it failed
	build    string // that failed
	time     testrun.Seconds
}

// log is what the events of one file come to.
type log struct {
	steps  map[key]*step
	order  []*step
	builds map[string]*strings.Builder // output of the compiler by what was built

	panicked map[string][]*step // package → tests that panicked; built on first use
}

func assemble(u *record.Unit, t *table.Set) {
	l := &log{steps: map[key]*step{}, builds: map[string]*strings.Builder{}}
	run := &testrun.Run{Unit: u, First: u.Records[0]}
	for _, r := range u.Records {
		text := ""
		if r.Kind != nil {
			text = strings.TrimRight(r.Str("Output"), "\n")
			l.take(r)
			if run.Started.IsZero() {
				run.Started = r.At
			}
			run.Ended = record.Later(run.Ended, r.At)
		}
		u.Event(t, r, "", "", text)
	}
	for _, s := range l.order {
		if s.saysFail && s.status == "" { // older versions write no event where a package panics
			s.status = "fail"
			s.end(s.first, actionWords[s.status])
		}
	}
	l.parents()
	for _, s := range l.order {
		l.add(run, t, s)
	}
	run.Unfinished = run.Unfinished || u.Records[0].File.Counts().Rejected > 0 && run.Result() == table.Unknown
	run.Write(t)
}

func (l *log) step(k key, r *record.Record) *step {
	s := l.steps[k]
	if s == nil {
		s = &step{key: k, first: r}
		l.steps[k] = s
		l.order = append(l.order, s)
	}
	return s
}

func (l *log) take(r *record.Record) {
	k, name := keyOf(r), r.Name
	switch name {
	case "build-output":
		b := l.builds[r.Str("ImportPath")]
		if b == nil {
			b = &strings.Builder{}
			l.builds[r.Str("ImportPath")] = b
		}
		keep(b, r.Str("Output"))
	case "start", "run":
		s := l.step(k, r)
		if s.began != nil && k.test != "" { // run again, and the one before never ended
			s.end(r, record.Meaning{Result: table.Open})
		}
		s.began = r
		s.output.Reset()
	case "output":
		s := l.steps[k]
		if s == nil && k.test == "" && k.pkg != "" {
			s = l.step(k, r)
			s.began = r
		}
		if s == nil {
			return
		}
		text := r.Str("Output")
		s.cached = s.cached || k.test == "" && strings.Contains(text, "(cached)")
		s.saysFail = s.saysFail || k.test == "" && strings.HasPrefix(text, "FAIL\t"+k.pkg)
		keep(&s.output, text)
	case "pass", "fail", "skip", "bench":
		if k == (key{}) {
			return
		}
		s := l.step(k, r)
		s.status, s.build = name, r.Str("FailedBuild")
		if k.test == "" {
			keep(&s.output, r.Str("Output"))
		}
		s.time = testrun.SecondsOf(r, "Elapsed")
		s.end(r, actionWords[name])
	}
}

// maxOutput is how much of the output of one attempt is kept, in bytes: the first lines tell
// an error of a test or a panic, what follows a panic are the stacks of goroutines.
const maxOutput = 4 << 10

func keep(b *strings.Builder, text string) {
	if b.Len() >= maxOutput || strings.HasPrefix(text, "=== ") {
		return
	}
	if b.WriteString(text); !strings.HasSuffix(text, "\n") {
		b.WriteByte('\n')
	}
}

// end closes the attempt that goes on.
func (s *step) end(r *record.Record, m record.Meaning) {
	a := testrun.Attempt{At: r, Status: r.Name, Result: m.Result, Cause: m.Cause}
	if m.Result == table.Open {
		a.Status, a.At = "", s.began
	} else {
		a.Seconds = testrun.SecondsOf(r, "Elapsed")
	}
	if s.began != nil {
		a.Started = s.began.At
		if span, ok := record.Span(s.began.At, r.At); ok && !a.Seconds.Known && m.Result != table.Open {
			a.Seconds = testrun.Known(span)
		}
	}
	if m.Result == table.Failed {
		a.Error = strings.TrimSpace(s.output.String())
		if strings.Contains(a.Error, "panic: test timed out") {
			a.Cause = table.CauseTimeLimit
		}
	}
	s.began = nil
	s.attempts = append(s.attempts, a)
	if m.Result != table.Open && m.Result != table.Skipped && s.test != "" {
		s.output.Reset()
	}
}

// parents marks the tests that have subtests, and tells each parent whether one of its tests
// failed.
func (l *log) parents() {
	for _, s := range l.order {
		if s.test == "" {
			continue
		}
		fails := len(s.attempts) > 0 && s.attempts[len(s.attempts)-1].Result == table.Failed
		for k := above(s.key); ; k = above(k) {
			if p := l.steps[k]; p != nil {
				p.parent = true
				p.fails = p.fails || fails
			}
			if k.test == "" {
				break
			}
		}
	}
}

// above is the parent of a test: another test, or its package.
func above(k key) key {
	if i := strings.LastIndexByte(k.test, '/'); i >= 0 {
		return key{k.pkg, k.test[:i]}
	}
	return key{k.pkg, ""}
}

// name is what the step is called on every run date.
func (k key) name() string { return testrun.Join(k.pkg, k.test) }

// add adds a step to the run: a group, or a test.
func (l *log) add(run *testrun.Run, t *table.Set, s *step) {
	if s.pkg == "" && s.test == "" {
		return
	}
	parent := ""
	for k := above(s.key); s.test != ""; k = above(k) {
		if l.steps[k] != nil {
			parent = k.name()
			break
		}
		if k.test == "" {
			break
		}
	}
	if s.test == "" && s.cached {
		run.Unit.Finding(t, cached, s.first, "package "+s.pkg, "")
	}
	switch {
	case s.test != "" && !s.parent:
		run.Tests = append(run.Tests, l.test(s, parent))
	case s.failedAlone():
		run.Tests = append(run.Tests, l.alone(s, parent))
	default:
		run.Groups = append(run.Groups, &testrun.Group{
			Name: s.name(), Title: s.title(), Parent: parent, At: s.first, Status: s.status, Seconds: s.seconds(), Started: s.first.At,
		})
		if s.test == "" && s.status == "" {
			run.Unfinished = true // its end is missing
		}
	}
}

func (s *step) title() string {
	if s.test != "" {
		return s.test
	}
	return s.pkg
}

func (s *step) seconds() testrun.Seconds {
	if s.cached {
		return testrun.Seconds{}
	}
	return s.time
}

// failedAlone reports whether a package or a parent failed, and no test of it did.
func (s *step) failedAlone() bool { return s.status == "fail" && !s.fails }

// panickedIn returns the tests of the package that panicked, in the order of the log. Call it after the last line.
func (l *log) panickedIn(pkg string) []*step {
	if l.panicked == nil {
		l.panicked = map[string][]*step{}
		for _, s := range l.order {
			if s.test != "" && s.panicked() {
				l.panicked[s.pkg] = append(l.panicked[s.pkg], s)
			}
		}
	}
	return l.panicked[pkg]
}

// alone is a package, or a parent of subtests, that failed by itself.
func (l *log) alone(s *step, parent string) *testrun.Test {
	x := &testrun.Test{
		Name: s.name(), Title: s.title(), Parent: parent, Kind: "parent test", At: s.first, Status: s.status,
		Result: table.Failed, Cause: table.CauseFailure, Started: s.first.At, Seconds: s.seconds(), Attempts: s.attempts,
	}
	if s.test == "" {
		x.Kind = "package"
		var texts []string
		if b := l.builds[s.build]; b != nil && (s.build != "" || strings.Contains(s.output.String(), "[build failed]")) {
			texts = append(texts, b.String())
		}
		for _, o := range l.panickedIn(s.pkg) {
			texts = append(texts, o.output.String())
		}
		texts = append(texts, s.output.String())
		if last := len(x.Attempts) - 1; last >= 0 {
			x.Attempts = slices.Clone(x.Attempts)
			a := &x.Attempts[last]
			a.Error = strings.TrimSpace(strings.Join(texts, "\n"))
			if strings.Contains(a.Error, "panic: test timed out") {
				a.Cause, x.Cause = table.CauseTimeLimit, table.CauseTimeLimit
			}
		}
	}
	return x
}

// panicked reports whether a panic that ended the package is in the output of the test: of the one
// that never ended, or of the one that ended last, as where a test that runs in parallel with it is
// stopped by the limit of time. What a test prints before it ends is not kept, unless it was skipped.
func (s *step) panicked() bool {
	return s.status != "skip" && strings.Contains(s.output.String(), "panic: ")
}

// measured reports whether the benchmark printed its numbers: it has no end of its own.
func (s *step) measured() bool {
	return strings.HasPrefix(s.test, "Benchmark") && strings.Contains(s.output.String(), " ns/op")
}

// panicAbove is the output of a parent of the test that says with which panic the test ended:
// go test writes it after the subtest.
func (l *log) panicAbove(s *step) string {
	for k := above(s.key); k.test != ""; k = above(k) {
		if p := l.steps[k]; p != nil && len(p.attempts) > 0 {
			if a := p.attempts[len(p.attempts)-1]; strings.Contains(a.Error, "\npanic: ") {
				return a.Error
			}
		}
	}
	return ""
}

func (l *log) test(s *step, parent string) *testrun.Test {
	x := &testrun.Test{
		Name: s.name(), Title: s.test, Parent: parent, At: s.first, Status: s.status, Started: s.first.At, Attempts: s.attempts,
	}
	pkg := l.steps[key{s.pkg, ""}]
	if s.began != nil {
		open := testrun.Attempt{At: s.began, Result: table.Open, Started: s.began.At}
		x.Status = "run"
		if s.measured() || pkg != nil && pkg.status == "pass" && strings.HasPrefix(s.test, "Benchmark") {
			open.Result, x.Status = table.Passed, "pass" // benchmarks have no end of their own
		}
		x.Attempts = append(slices.Clone(x.Attempts), open)
	}
	if pkg != nil && pkg.cached {
		x.Attempts = slices.Clone(x.Attempts)
		for i := range x.Attempts {
			x.Attempts[i].Seconds, x.Attempts[i].Started = testrun.Seconds{}, time.Time{}
		}
		x.Reason = "(cached)"
	}
	last := &x.Attempts[len(x.Attempts)-1]
	if last.Result == table.Failed && strings.HasPrefix(last.Error, "--- FAIL: ") && !strings.Contains(last.Error, "\n") {
		if text := l.panicAbove(s); text != "" {
			x.Attempts = slices.Clone(x.Attempts)
			last = &x.Attempts[len(x.Attempts)-1]
			last.Error = text
		}
	}
	x.Result, x.Cause = testrun.Decide(last.Result, last.Cause, x.Attempts)
	if x.Result == table.Skipped {
		x.Reason, x.Attempts = l.skipped(s), slices.DeleteFunc(slices.Clone(x.Attempts), func(a testrun.Attempt) bool { return a.Result == table.Skipped })
	}
	return x
}

// skipped is why the test was skipped: what it printed.
func (l *log) skipped(s *step) string {
	for _, line := range strings.Split(s.output.String(), "\n") {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "--- SKIP") {
			return line
		}
	}
	return ""
}
