package junit

import (
	"cmp"
	"strings"
	"time"

	"runreport/ingest/record"
	"runreport/ingest/table"
	"runreport/ingest/testrun"
)

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
