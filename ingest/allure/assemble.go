package allure

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"runreport/ingest/record"
	"runreport/ingest/table"
	"runreport/ingest/testrun"
)

// stitch makes a unit of the results of a folder that lie together in time.
func stitch(files []*record.File) []*record.Unit {
	kept, copies := testrun.DropCopies(files, testrun.Dated)
	folders := map[string][]*record.File{}
	var order []string
	for _, f := range kept {
		if folders[f.Dir] == nil {
			order = append(order, f.Dir)
		}
		folders[f.Dir] = append(folders[f.Dir], f)
	}
	var units []*record.Unit
	for _, dir := range order {
		for _, together := range testrun.ByTime(folders[dir]) {
			units = append(units, testrun.Unit(system, path.Base("/"+dir), "folder "+dir, copies, together...))
		}
	}
	testrun.NameFolders(units)
	return units
}

func assemble(u *record.Unit, t *table.Set) {
	run := &testrun.Run{Unit: u, First: u.Records[0]}
	var all []*record.Record
	for _, r := range u.Records {
		u.Event(t, r, "", "", "")
		if r.Is("result") {
			all = append(all, r)
		}
		if !r.At.IsZero() && (run.Started.IsZero() || r.At.Before(run.Started)) {
			run.Started = r.At
		}
		if r.Is("globals") {
			continue
		}
		if stop := r.Time("stop"); stop.After(run.Ended) {
			run.Ended = stop
		}
	}
	slices.SortStableFunc(all, func(a, b *record.Record) int {
		return cmp.Or(a.At.Compare(b.At), strings.Compare(a.File.Path, b.File.Path))
	})
	tests := map[string][]*record.Record{}
	var order []string
	before := map[string]bool{} // attempts that were followed by another, by uuid
	for _, r := range all {
		id := cmp.Or(r.Str("historyId"), "name "+nameOf(r))
		if tests[id] == nil {
			order = append(order, id)
		}
		tests[id] = append(tests[id], r)
	}
	for _, id := range order {
		run.Tests = append(run.Tests, test(u, t, tests[id]))
		for _, r := range tests[id][:len(tests[id])-1] {
			before[r.Str("uuid")] = true
		}
	}
	slices.SortStableFunc(run.Tests, func(a, b *testrun.Test) int { return strings.Compare(a.Name, b.Name) })
	groups := map[string]bool{}
	for _, x := range run.Tests {
		if x.Parent != "" && !groups[x.Parent] {
			groups[x.Parent] = true
			run.Groups = append(run.Groups, &testrun.Group{Name: x.Parent, Title: x.Parent, At: x.At})
		}
	}
	outside(u, before, run)
	run.Write(t)
}

// outside says of a run without a failed test that something failed outside of its tests: an
// error that belongs to none of them, or a fixture. A fixture around an attempt that was followed
// by another one is left out: what failed there was tried again. So is one without a time around
// attempts that are not of this run: it is of another run of the folder.
func outside(u *record.Unit, before map[string]bool, run *testrun.Run) {
	if slices.ContainsFunc(run.Tests, func(x *testrun.Test) bool { return x.Result == table.Failed }) {
		return
	}
	here := map[string]bool{} // attempts of this run, by uuid
	for _, r := range u.Records {
		if r.Is("result") {
			here[r.Str("uuid")] = true
		}
	}
	for _, r := range u.Records {
		if run.Reason != "" {
			return
		}
		switch {
		case r.Is("globals"):
			for _, e := range r.Items("errors") {
				if run.Reason == "" { // the first one is why
					run.Reason, run.ReasonAt = testrun.ErrorText("", e.Str("message"), e.Str("trace")), r
				}
			}
		case r.Is("container"):
			children := r.List("children")
			elsewhere := r.At.IsZero() && len(children) > 0 && !slices.ContainsFunc(children, func(uuid string) bool { return here[uuid] })
			if !elsewhere && !slices.ContainsFunc(children, func(uuid string) bool { return before[uuid] }) {
				run.Reason, run.ReasonAt = fixtureError(r), r
			}
		}
	}
}

// fixtureError is the error of the first fixture of the container that failed; "" if none did.
func fixtureError(r *record.Record) string {
	for _, fixture := range slices.Concat(r.Items("befores"), r.Items("afters")) {
		if m, _ := statusWords.Of(fixture.Str("status")); m.Result != table.Failed {
			continue
		}
		text := ""
		if d := fixture.Item("statusDetails"); d != nil {
			text = testrun.ErrorText("", d.Str("message"), d.Str("trace"))
		}
		return fixture.Str("name") + " failed: " + cmp.Or(text, fixture.Str("status"))
	}
	return ""
}

// label is the value of the first label of one of the names.
func label(r *record.Record, names ...string) string {
	for _, name := range names {
		for _, l := range r.Items("labels") {
			if l.Str("name") == name && l.Str("value") != "" {
				return l.Str("value")
			}
		}
	}
	return ""
}

// nameOf is what the test is called on every run date: its full name, else its class or suite
// and its name, and its parameters.
func nameOf(r *record.Record) string {
	name := r.Str("fullName")
	if name == "" {
		name = testrun.Join(label(r, "testClass", "class", "suite", "package"), cmp.Or(r.Str("name"), label(r, "testMethod", "method")))
	}
	var with []string
	for _, p := range r.Items("parameters") {
		excluded, _ := p.Bool("excluded")
		if mode := p.Str("mode"); !excluded && mode != "hidden" && mode != "masked" {
			with = append(with, p.Str("name")+"="+p.Str("value"))
		}
	}
	if len(with) > 0 {
		name += " [" + strings.Join(with, ", ") + "]"
	}
	return testrun.Join(name)
}

// test is one test with its attempts, in the order of their starts.
func test(u *record.Unit, t *table.Set, tried []*record.Record) *testrun.Test {
	last := tried[len(tried)-1]
	x := &testrun.Test{
		Name: nameOf(last), Title: last.Str("name"), Parent: label(last, "suite", "testClass", "package"), At: tried[0],
		Status: last.Str("status"), Started: tried[0].At,
	}
	if x.Parent != "" && x.Name == x.Parent { // a class that failed as a whole
		x.Name = x.Parent + " › " + cmp.Or(x.Title, "(no name)")
	}
	for _, r := range tried {
		m := meaning(u, t, r)
		x.Result, x.Cause, x.Reason = m.Result, m.Cause, "" // the last attempt decides
		details := r.Item("statusDetails")
		text := ""
		if details != nil {
			text = testrun.ErrorText("", details.Str("message"), details.Str("trace"))
		}
		if m.Result == table.Skipped {
			x.Reason = text
			continue
		}
		a := testrun.Attempt{At: r, Status: r.Str("status"), Result: m.Result, Cause: m.Cause, Started: r.At, Seconds: span(r)}
		if m.Result == table.Failed {
			a.Error = text
		}
		x.Attempts = append(x.Attempts, a)
		for _, s := range r.Items("steps") {
			x.Checks = append(x.Checks, check(s))
		}
	}
	x.Result, x.Cause = testrun.Decide(x.Result, x.Cause, x.Attempts)
	return x
}

// meaning is how the attempt ended. One without a status that is not finished is open, but one
// that is pending and has an end was not run: a todo of vitest. A timeout is told by the message.
func meaning(u *record.Unit, t *table.Set, r *record.Record) record.Meaning {
	stage := r.Str("stage")
	switch {
	case r.Has("status") || !r.Has("stage") || stage == "finished" || stage == "interrupted":
	case stage == "pending" && r.Has("stop"):
		return record.Meaning{Result: table.Skipped}
	default:
		return record.Meaning{Result: table.Open}
	}
	m := u.Meaning(t, statusWords, r.Str("status"), r)
	if d := r.Item("statusDetails"); m.Result == table.Failed && d != nil && testrun.TimedOut(d.Str("message")) {
		m.Cause = table.CauseTimeLimit
	}
	return m
}

func span(r *record.Record) testrun.Seconds {
	s, ok := record.Span(r.Time("start"), r.Time("stop"))
	return testrun.Seconds{Of: s, Known: ok}
}

func check(s *record.Record) testrun.Check {
	c := testrun.Check{At: s, Name: s.Str("name"), Verdict: s.Str("status"), Written: s.Str("status"), Seconds: span(s)}
	if m, known := statusWords.Of(c.Written); known && m.Result != table.Unknown {
		c.Verdict = map[table.Result]string{table.Passed: "pass", table.Failed: "fail", table.Skipped: "skip"}[m.Result]
	}
	if d := s.Item("statusDetails"); d != nil {
		c.Reason = testrun.ErrorText("", d.Str("message"), d.Str("trace"))
	}
	return c
}
