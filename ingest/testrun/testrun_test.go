package testrun

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"runreport/ingest/record"
	"runreport/ingest/table"
)

func TestJoin(t *testing.T) {
	for _, c := range []struct {
		parts []string
		want  string
	}{
		{[]string{"com.acme.CartTest", "com.acme.CartTest", "adds"}, "com.acme.CartTest › adds"},
		{[]string{"com.acme", "com.acme.CartTest", "adds"}, "com.acme.CartTest › adds"},
		{[]string{"cart", "cartwheel", "turns"}, "cart › cartwheel › turns"},
		{[]string{"", "a  b\n c", "d"}, "a b c › d"},
		{[]string{"a", "", "a.b", "x"}, "a.b › x"},
		{[]string{"adds", "adds"}, "adds"},
		{[]string{" a\u00a0b ", "c\td ", "e "}, "a b › c d › e"},
		{nil, ""},
		{[]string{strings.Repeat("é", 300)}, strings.Repeat("é", 200) + "…"},
	} {
		if got := Join(c.parts...); got != c.want {
			t.Errorf("%q: %q, want %q", c.parts, got, c.want)
		}
	}
}

func TestNamesAreNumbered(t *testing.T) {
	r := &Run{Groups: []*Group{{Name: "a"}}}
	for _, n := range []string{"a", "b", "b", "b #2", "b", ""} {
		r.Tests = append(r.Tests, &Test{Name: n})
	}
	r.numberNames()
	var got []string
	for _, x := range r.Tests {
		got = append(got, x.Name)
	}
	if want := []string{"a #2", "b", "b #2", "b #2 #2", "b #3", "(no name)"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// Subjects outlive the folder of a run date.
func TestSubjects(t *testing.T) {
	for _, c := range []struct {
		files []string
		want  []string
	}{
		{[]string{"nightly/2026-11-01/shop/target/surefire-reports/TEST-a.xml"}, []string{"shop"}},
		{[]string{"nightly/2026-11-01/junit.xml", "nightly/2026-11-02/junit.xml"}, []string{"", ""}},
		{[]string{"logs/api-2026-11-01.xml", "logs/web-2026-11-01T02-10-00Z.xml"}, []string{"api", "web"}},
		{[]string{"logs/api-1234.xml", "logs/results-20261101.xml.gz", "logs/27449.xml"}, []string{"api", "", ""}},
		{[]string{"logs/run-7/3f9a2b1c/e2e.json"}, []string{"e2e"}},
		// Two subjects that would have one name keep the folder in which they lie.
		{[]string{"east/shop/junit.xml", "west/shop/junit.xml"}, []string{"east/shop", "west/shop"}},
		{[]string{"logs/junit.xml", "logs/pytest.xml"}, []string{"", ""}},
		{[]string{"junit.xml"}, []string{""}},
	} {
		var units []*record.Unit
		for _, f := range c.files {
			units = append(units, &record.Unit{Files: []string{f}})
		}
		NameSubjects(units)
		var got []string
		for _, u := range units {
			got = append(got, u.StableSubject)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%q: %q, want %q", c.files, got, c.want)
		}
	}
}

func TestTimeOfAPath(t *testing.T) {
	for path, want := range map[string]string{
		"logs/2026-11-01/junit.xml":              "2026-11-01T00:00:00Z",
		"logs/2025-01-01/api-20261101.xml":       "2026-11-01T00:00:00Z",
		"logs/junit-2026-11-01T02-10-05Z.xml":    "2026-11-01T02:10:05Z",
		"logs/junit_20261101_0210.xml":           "2026-11-01T02:10:00Z",
		"logs/2026-13-01/junit.xml":              "",
		"logs/2026-02-31/junit.xml":              "",
		"logs/120261101/junit.xml":               "",
		"logs/build-20261101123/junit.xml":       "",
		"logs/junit.xml":                         "",
		"logs/2026-11-01/2026-11-02T25-00/j.xml": "2026-11-01T00:00:00Z",
	} {
		at, _ := pathTime(path)
		got := ""
		if !at.IsZero() {
			got = at.Format(time.RFC3339)
		}
		if got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
}

// Tests of one name are attempts only where one that failed is followed by another.
func TestRetries(t *testing.T) {
	for in, want := range map[string]string{
		"a+ b+":       "a passed 1, b passed 1",
		"a- a+":       "a flaky 2",
		"a- b+ a- a+": "a flaky 3, b passed 1",
		"a- a-":       "a failed 2",
		"a+ a+ a+":    "a passed 1, a passed 1, a passed 1",
		"a+ a-":       "a passed 1, a failed 1",
		"a+ a- a-":    "a failed 3",
		"a- as":       "a skipped 1",
		"as a+":       "a skipped 0, a passed 1",
	} {
		var tests []*Test
		for _, f := range strings.Fields(in) {
			x := &Test{Name: f[:1], Title: f[:1], Result: map[string]table.Result{"+": table.Passed, "-": table.Failed, "s": table.Skipped}[f[1:]]}
			if x.Result != table.Skipped {
				x.Attempts = []Attempt{{Result: x.Result}}
			}
			tests = append(tests, x)
		}
		var got []string
		for _, x := range Retries(tests) {
			got = append(got, fmt.Sprintf("%s %s %d", x.Name, x.Result, len(x.Attempts)))
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%s: %s, want %s", in, strings.Join(got, ", "), want)
		}
	}
}

// Tests of one name that stand on different lines, or in a report that has each test once, are
// never attempts at one test.
func TestTestsOfOneNameThatAreNotRetries(t *testing.T) {
	for _, c := range []struct {
		name   string
		lines  []int64
		apart  bool
		result string // of a test that failed and two of its name that passed
	}{
		{"without lines", []int64{0, 0, 0}, false, "flaky"},
		{"on one line", []int64{8, 8, 8}, false, "flaky"},
		{"two on one line", []int64{8, 9, 8}, false, "flaky passed"},
		{"on three lines", []int64{8, 9, 10}, false, "failed passed passed"},
		{"one without a line", []int64{8, 0, 0}, false, "failed passed passed"},
		{"each once", []int64{0, 0, 0}, true, "failed passed passed"},
	} {
		var tests []*Test
		for i, r := range []table.Result{table.Failed, table.Passed, table.Passed} {
			tests = append(tests, &Test{Name: "a", Title: "a", Line: c.lines[i], Apart: c.apart, Result: r, Attempts: []Attempt{{Result: r}}})
		}
		var got []string
		for _, x := range Retries(tests) {
			got = append(got, string(x.Result))
		}
		if strings.Join(got, " ") != c.result {
			t.Errorf("%s: %s, want %s", c.name, strings.Join(got, " "), c.result)
		}
	}
}

// Subtests run again with their parent, also where they passed.
func TestRetriesOfSubtests(t *testing.T) {
	for in, want := range map[string]string{
		"a- a/x+ a+ a/x+":            "a flaky 2, a/x passed 2",
		"a- a/x/y+ a- a/x/y+ a/x/y-": "a failed 2, a/x/y failed 3",
		"a+ a/x+ a+ a/x+":            "a passed 1, a/x passed 1, a passed 1, a/x passed 1",
		"a- a- b/x+ b/x+":            "a failed 2, b/x passed 1, b/x passed 1",
		"a- a- ab/x+ ab/x+":          "a failed 2, ab/x passed 1, ab/x passed 1",
		"a- a/x+":                    "a failed 1, a/x passed 1",
	} {
		var tests []*Test
		for _, f := range strings.Fields(in) {
			name, result := f[:len(f)-1], map[byte]table.Result{'+': table.Passed, '-': table.Failed}[f[len(f)-1]]
			tests = append(tests, &Test{Name: name, Title: name, Result: result, Attempts: []Attempt{{Result: result}}})
		}
		var got []string
		for _, x := range Retries(tests) {
			got = append(got, fmt.Sprintf("%s %s %d", x.Name, x.Result, len(x.Attempts)))
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%s: %s, want %s", in, strings.Join(got, ", "), want)
		}
	}
}

// Tests that have no name of their own are never one test.
func TestNamelessTestsAreNotRetries(t *testing.T) {
	var tests []*Test
	for _, r := range []table.Result{table.Passed, table.Skipped, table.Failed, table.Failed, table.Passed} {
		tests = append(tests, &Test{Name: "suite", Result: r})
	}
	if got := Retries(tests); len(got) != len(tests) {
		t.Errorf("%d tests, want %d", len(got), len(tests))
	}
}

func TestErrorText(t *testing.T) {
	for _, c := range [][4]string{
		{"", "3 is not 4", "", "3 is not 4"},
		{"AssertionError", "3 is not 4", "AssertionError: 3 is not 4\n  at cart.js:3", "AssertionError: 3 is not 4\n  at cart.js:3"},
		{"AssertionError", "Failed", "cart_test.go:6: 3 is not 4", "Failed\ncart_test.go:6: 3 is not 4"},
		{"TimeoutError", "", "", "TimeoutError"},
		{"", "", "\n  at x\n", "  at x"},
	} {
		if got := ErrorText(c[0], c[1], c[2]); got != c[3] {
			t.Errorf("%q, want %q", got, c[3])
		}
	}
}

// written are the tables of one run with these tests, in a file of that path.
func written(path string, r *Run) *table.Set {
	f := &record.File{Path: path, Format: &record.Format{}}
	first := &record.Record{File: f, Line: 1}
	r.Unit = &record.Unit{System: "x", Kind: UnitKind, Files: []string{path}, Records: []*record.Record{first}}
	r.First = first
	for _, x := range r.Tests {
		x.At = first
		for i := range x.Attempts {
			x.Attempts[i].At = first
		}
		for i := range x.Checks {
			x.Checks[i].At = first
		}
	}
	for _, g := range r.Groups {
		g.At = first
	}
	for i := range r.Claims {
		r.Claims[i].At = first
	}
	t := &table.Set{}
	r.Write(t)
	return t
}

func TestResultOfARun(t *testing.T) {
	for in, want := range map[string]string{
		"": "unknown ", "passed": "passed ", "passed skipped": "passed ", "skipped": "skipped ", "passed flaky": "flaky ",
		"flaky failed": "failed failure", "passed open": "open ", "open failed": "failed failure", "unknown passed": "passed ",
		"unknown skipped": "unknown ", "blocked passed": "blocked ",
	} {
		r := &Run{}
		for _, word := range strings.Fields(in) {
			r.Tests = append(r.Tests, &Test{Name: "a", Result: table.Result(word)})
		}
		s := written("junit.xml", r)
		if got := s.Runs.Result.At(0) + " " + s.Runs.Cause.At(0); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
	s := written("a.xml", &Run{Unfinished: true, Tests: []*Test{{Name: "a", Result: table.Passed}}})
	if s.Runs.Result.At(0) != "open" || s.Runs.Status.At(0) != "unfinished" {
		t.Errorf("a report that is cut off: %s, %s", s.Runs.Result.At(0), s.Runs.Status.At(0))
	}
	late := []*Test{{Name: "a", Result: table.Failed, Cause: table.CauseTimeLimit}, {Name: "b", Result: table.Failed, Cause: table.CauseTimeLimit}}
	if s := written("a.xml", &Run{Tests: late}); s.Runs.Cause.At(0) != "time-limit" {
		t.Errorf("cause %s of two tests that ran into their limit", s.Runs.Cause.At(0))
	}
}

func TestTimesOfARun(t *testing.T) {
	day := time.Date(2026, 11, 1, 2, 0, 0, 0, time.UTC)
	test := &Test{Name: "a", Result: table.Passed, Started: day.Add(time.Minute), Attempts: []Attempt{{Result: table.Passed, Started: day.Add(time.Minute), Seconds: Known(30)}}}
	for _, c := range []struct {
		name, path string
		run        Run
		want       string // start, end, seconds, codes
	}{
		{"stated", "a.xml", Run{Started: day, Seconds: Known(90)}, "02:00:00 02:01:30 90 "},
		{"of its tests", "a.xml", Run{Tests: []*Test{test}}, "02:01:00 - 0 "},
		{"of the path", "2026-11-01/a.xml", Run{Seconds: Known(5)}, "00:00:00 00:00:05 5 time_from_path"},
		{"none", "a.xml", Run{Seconds: Known(5)}, "- - 5 run_without_time"},
		{"start and end", "a.xml", Run{Started: day, Ended: day.Add(time.Minute)}, "02:00:00 02:01:00 60 "},
		{"longer than a year", "a.xml", Run{Started: day, Seconds: Known(1e12)}, "02:00:00 - 1e+12 "},
	} {
		s := written(c.path, &c.run)
		show := func(at time.Time) string {
			if at.IsZero() {
				return "-"
			}
			return at.Format("15:04:05")
		}
		code := ""
		if s.Findings.Len() > 0 {
			code = s.Findings.Code.At(0)
		}
		got := fmt.Sprintf("%s %s %g %s", show(s.Runs.StartedAt.At(0)), show(s.Runs.EndedAt.At(0)), s.Runs.DurationS.At(0), code)
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// A number that the report states is held against each way in which writers count.
func TestClaims(t *testing.T) {
	for _, c := range []struct {
		claim Claim
		want  string
	}{
		{Claim{By: "testsuite", Field: "tests", Number: 3, Counted: []int64{3}}, ""},
		{Claim{By: "testsuite", Field: "tests", Number: 3, Counted: []int64{1, 3}}, ""},
		{Claim{By: "testsuite", Field: "tests", Number: 4, Counted: []int64{1, 3}}, "tests of testsuite: 4, its tests come to 1"},
		{Claim{By: "testsuite", Field: "tests", Number: 4}, ""},
	} {
		s := written("2026-11-01.xml", &Run{Started: time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC), Claims: []Claim{c.claim}})
		got := ""
		if s.Findings.Len() > 0 {
			got = s.Findings.Seen.At(0)
		}
		if got != c.want || s.Claims.Number.At(0) != c.claim.Number {
			t.Errorf("%+v: %q, want %q", c.claim, got, c.want)
		}
	}
}

// Two files that hold the same records are one report; two that state nothing that could
// tell them apart are not.
func TestCopies(t *testing.T) {
	kind := (&record.Kind{Name: "case", Fields: []record.Field{{Key: "name"}}}).Compile()
	file := func(path string, names ...string) *record.File {
		f := &record.File{Path: path, Format: &record.Format{}}
		for _, n := range names {
			f.AddFields(kind, 1, []record.Value{record.TextValue(n)})
		}
		return f
	}
	a, b, c, d := file("a", "x", "y"), file("b", "x", "y"), file("c", "y", "x"), file("d")
	kept, copies := DropCopies([]*record.File{a, b, c, d}, func(*record.File) bool { return true })
	if len(kept) != 2 || kept[1] != c || fmt.Sprint(copies) != "map[a:[b]]" || b.Records[0].Fate != record.Duplicate {
		t.Errorf("kept %d, copies %v", len(kept), copies)
	}
	if reported := b.Findings(); len(reported) != 1 || reported[0].Line != 0 || reported[0].Seen != "a" || len(a.Findings())+len(c.Findings()) != 0 {
		t.Errorf("findings %+v, want one of the whole copy that names the first", reported)
	}
	if kept, _ = DropCopies([]*record.File{a, b}, func(*record.File) bool { return false }); len(kept) != 2 {
		t.Errorf("%d files without a time are kept, want 2", len(kept))
	}
}

// Tests of one name that all passed are looked through once, however many they are.
func TestVeryManyTestsOfOneName(t *testing.T) {
	const n = 100_000
	tests := make([]*Test, n)
	for i := range tests {
		tests[i] = &Test{Name: "adds", Title: "adds", Result: table.Passed}
	}
	begun := time.Now()
	if got := Retries(tests); len(got) != n {
		t.Errorf("%d tests, want %d", len(got), n)
	}
	if took := time.Since(begun); took > 30*time.Second {
		t.Errorf("it took %v", took)
	}
}
