package testrun

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"runreport/ingest/record"
	"runreport/ingest/table"
)

// Any number above zero is a time since 1970. Runners that know of no time write the start of that year,
// which is none.
func TestTimesAtTheStartOf1970(t *testing.T) {
	for text, want := range map[string]string{
		"0.5": "1970-01-01T00:00:00.5Z", "1": "1970-01-01T00:00:01Z", "0": "", "-0.5": "",
	} {
		at, zoned, ok := ParseTime(text)
		got := ""
		if ok {
			got = at.Format(time.RFC3339Nano)
		}
		if got != want || zoned != ok {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]bool{
		"1970-01-01T00:00:00Z": false, "1970-01-01T00:00:00.9Z": false, "1970-01-01T00:00:01Z": true,
		"1969-12-31T23:59:59Z": true,
	} {
		f := &record.File{Path: "x", Format: &record.Format{}}
		v := TimeValue(f, 3, "at", text)
		if v.Given != want || !want && v.Text != "" || len(f.Findings()) != 0 {
			t.Errorf("%s: given %v, text %q, %d findings", text, v.Given, v.Text, len(f.Findings()))
		}
	}
}

// A number in quotes is one, in the unit that it is in.
func TestNumbersInQuotesAreInstants(t *testing.T) {
	for raw, want := range map[string]string{
		`"1793498405"`: "true false", `"1793498405.5"`: "true true", `"1793498405250"`: "false false",
		`99999999999`: "", `100000000000`: "", `"946684800"`: "true false", `"946684799"`: "",
		`946684800000`: "false false",
	} {
		at, ok := Millis(jsontext.Value(raw))
		got := ""
		if ok {
			got = fmt.Sprint(at.InSeconds, " ", at.Fraction)
		}
		if got != want {
			t.Errorf("%s: %q, want %q", raw, got, want)
		}
	}
	for _, raw := range []string{ // no number, or one that is no time
		`0`, `-1`, `-1793498405250`, `100000000000000`, `1e300`, `""`, `"x"`, `null`, `true`, `[]`, `{}`,
	} {
		if at, ok := Millis(jsontext.Value(raw)); ok || at != (Instant{}) {
			t.Errorf("%s is %v, %v", raw, at, ok)
		}
	}
}

// A long name is cut where a letter begins; one of broken text, in which none does, has nothing left.
func TestCutOfBrokenText(t *testing.T) {
	for name, want := range map[string]string{
		strings.Repeat("\x80", 401): "…", "x" + strings.Repeat("\x80", 400): "…",
		strings.Repeat("x", 399) + "é": strings.Repeat("x", 399) + "…",
	} {
		if got := cut(name); got != want {
			t.Errorf("%d bytes: %q, want %q", len(name), got, want)
		}
	}
}

// A test that was tried again, or is below one that was, has several attempts.
func TestWithinATestThatWasTriedAgain(t *testing.T) {
	among := map[place][]*Test{{"a/b", 3}: {{}}, {"c", 0}: {{}}}
	for at, want := range map[place]bool{
		{"a/b", 3}: true, {"a/b/x", 3}: true, {"a/b/x/y", 3}: true, {"a/b", 4}: false, {"a/bx", 3}: false,
		{"a", 3}: false, {"c/x", 0}: true, {"cx", 0}: false, {"/c", 0}: false, {"", 0}: false,
	} {
		if got := within(at, among); got != want {
			t.Errorf("%v: %v, want %v", at, got, want)
		}
	}
	if (place{"a", 1}).sum() == (place{"a", 2}).sum() || (place{"a", 1}).sum() == (place{"b", 1}).sum() {
		t.Error("two places have one sum")
	}
	for results, want := range map[string]bool{
		"failed passed": true, "stalled passed": true, "passed failed": false, "skipped passed": false, "failed": false,
		"passed failed passed": true,
	} {
		var same []*Test
		for _, r := range strings.Fields(results) {
			same = append(same, &Test{Result: table.Result(r)})
		}
		if got := triedAgain(same); got != want {
			t.Errorf("%s: tried again %v", results, got)
		}
	}
}

// One test of several attempts begins where the first did, has the attempts and checks of all, and
// no duration of its own.
func TestMergedAttempts(t *testing.T) {
	at := func(m int) time.Time { return time.Date(2026, 11, 1, 2, m, 0, 0, time.UTC) }
	first, second := &record.Record{Line: 1}, &record.Record{Line: 2}
	same := []*Test{
		{Name: "a", At: first, Started: at(1), Result: table.Failed, Cause: table.CauseFailure, Status: "fail",
			Unseen: 1, Seconds: Known(3), Attempts: []Attempt{{Result: table.Failed}}, Checks: []Check{{Name: "x"}}},
		{Name: "a", At: second, Started: at(2), Result: table.Passed, Status: "ok", Unseen: 2, Seconds: Known(4),
			Attempts: []Attempt{{Result: table.Passed}, {Result: table.Passed}}, Checks: []Check{{Name: "y"}}},
	}
	x := merged(same)
	if x.At != first || !x.Started.Equal(at(1)) || x.Seconds.Known || x.Unseen != 3 || len(x.Attempts) != 3 ||
		len(x.Checks) != 2 || x.Checks[1].Name != "y" || x.Result != table.Flaky || x.Cause != "" || x.Status != "ok" {
		t.Errorf("merged: %+v", x)
	}
	if len(same[1].Attempts) != 2 || same[1].At != second {
		t.Error("the last attempt itself was changed")
	}
	for _, c := range []struct {
		result table.Result
		of     []table.Result
		want   table.Result
	}{
		{table.Passed, []table.Result{table.Failed, table.Passed}, table.Flaky},
		{table.Passed, []table.Result{table.Stalled, table.Passed}, table.Flaky},
		{table.Passed, []table.Result{table.Skipped, table.Passed}, table.Passed},
		{table.Passed, nil, table.Passed}, {table.Failed, []table.Result{table.Failed, table.Failed}, table.Failed},
		{table.Skipped, []table.Result{table.Failed}, table.Skipped},
	} {
		var attempts []Attempt
		for _, r := range c.of {
			attempts = append(attempts, Attempt{Result: r})
		}
		got, cause := Decide(c.result, "why", attempts)
		if got != c.want || (cause == "") != (c.want == table.Flaky) {
			t.Errorf("%s of %v: %s, %q", c.result, c.of, got, cause)
		}
	}
}

// An end is neither before the start nor more than 366 days behind it.
func TestTimeAfter(t *testing.T) {
	start := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	for seconds, want := range map[float64]time.Duration{
		0: 0, 1.5: 1500 * time.Millisecond, 366 * 24 * 3600: 366 * 24 * time.Hour, 366*24*3600 + 1: -1, -0.001: -1,
	} {
		got := after(start, seconds)
		if want < 0 && !got.IsZero() || want >= 0 && !got.Equal(start.Add(want)) {
			t.Errorf("%g s: %v", seconds, got)
		}
	}
}

// What is told of a failure: its message and what follows it, neither of them twice.
func TestErrorTextHasNothingTwice(t *testing.T) {
	for _, c := range []struct{ kind, message, details, want string }{
		{"", "", "", ""}, {" E ", "", " \n", "E"}, {"E", "", "at x", "at x"}, {"E", "m", "", "m"},
		{"E", " m ", "\n \n", "m"}, {"E", "m\nat x", "m", "m\nat x"}, {"E", "m", "m\n  at x\n", "m\n  at x"},
		{"E", "m", "E: m\nat x", "E: m\nat x"}, {"", "m", ": m at x", "m\n: m at x"},
		{"E", "m", "F: m\nat x", "m\nF: m\nat x"}, {"E", "m", "  at x", "m\n  at x"},
	} {
		if got := ErrorText(c.kind, c.message, c.details); got != c.want {
			t.Errorf("%q: %q, want %q", c, got, c.want)
		}
	}
}

// Names of files that say nothing of what they are a report of.
func TestNamesOfFiles(t *testing.T) {
	for base, want := range map[string]string{
		"api.xml": "api", "api.xml.gz": "api", "api.json.zst": "api", "api": "api", "junit.xml": "", "JUNIT.xml": "",
		"TEST-a.xml": "", "TESTS-a.xml": "", "TESTS-TestSuites.xml": "TESTS-TestSuites",
		"api-2026-11-01.xml": "api", "api_20261101T0210Z.xml": "api", "api-17.xml": "api", "17.xml": "",
		"run-7.xml": "run", "3f9a2b1c.xml": "", "api-0f8fad5b-d9cb-469f-a165-70867728950e.xml": "api",
		"shop.tests.xml": "shop.tests", "-api_.xml": "api",
	} {
		if got := nameOf(base); got != want {
			t.Errorf("%s: %q, want %q", base, got, want)
		}
	}
}
