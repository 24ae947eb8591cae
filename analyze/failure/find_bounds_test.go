package failure

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"runreport/analyze/metric"
	"runreport/analyze/report"
	"runreport/ingest/table"
)

// ofDays are runs of one subject, a letter a run date from the first of March on: passed,
// failed, skipped or canceled.
func ofDays(subject, history string) (out []madeRun) {
	results := map[rune]string{'p': "passed", 'f': "failed", 's': "skipped", 'c': "canceled"}
	for i, r := range history {
		if r == ' ' {
			continue
		}
		s := metric.StepDetail{Step: "adds", Stable: "adds", Kind: table.KindTest, Result: results[r]}
		if r == 'f' {
			s.Reason = "3 is not 4"
		}
		out = append(out, madeRun{day: i + 1, subject: subject, result: results[r], steps: []metric.StepDetail{s}})
	}
	return out
}

// A failure that ended is shown for three run dates, and one of a subject that ran no more for 30 days.
func TestHowLongFailuresAreShown(t *testing.T) {
	for _, c := range []struct{ name, history, other, want string }{
		{"ended three dates ago", "fppp", "", "ended"},
		{"ended four dates ago", "fpppp", "", ""},
		{"ended, and skipped since", "fps", "", "ended"},
		{"30 days ago", "f", strings.Repeat(" ", 30) + "p", "failing_before"},
		{"31 days ago", "f", strings.Repeat(" ", 31) + "p", ""},
		{"goes on over a date without a result", "pfsf", "", "failing_before since 02"},
		{"goes on over a canceled run", "pfcf", "", "failing_before since 02"},
		{"goes on from the first date", "fff", "", "failing_before since 01"},
	} {
		f, _ := found(t, append(ofDays("shop", c.history), ofDays("other", c.other)...)...)
		got := ""
		for _, x := range f.Failures {
			got += x.State
			if strings.Contains(c.want, "since") {
				got += " since " + strings.TrimPrefix(x.Since, "2026-03-")
			}
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// Failures between passes count as flaky where each was over within three run dates, and there were two of them.
func TestStreaksOfFlakyTests(t *testing.T) {
	for history, want := range map[string]string{
		"pfffpfffp": "6 of 9, last 2026-03-08", "pffffpfffp": "", "pfpfp": "2 of 5, last 2026-03-04", "pfp": "", "fpfp": "", "ffpfpfp": "4 of 7, last 2026-03-06",
		"pfsfspffp": "4 of 7, last 2026-03-08", "ppp": "", "pfpf": "2 of 4, last 2026-03-04 fails", "pfpfpf": "3 of 6, last 2026-03-06 fails",
	} {
		f, list := found(t, ofDays("shop", history)...)
		d := report.Data{Runs: list, Failures: f.Failures}
		Settle(&d)
		got := ""
		for _, x := range f.KnownFlaky(d.Failures) {
			got += fmt.Sprintf("%d of %d, last %s", x.Failed+x.Flaked, x.Runs, x.Last) + map[bool]string{true: " fails"}[x.FailsNow]
		}
		if got != want {
			t.Errorf("%s: %q, want %q", history, got, want)
		}
	}
}

// Runs of 30 days before the last run date of the subject count, older ones do not.
func TestDaysOfFlakyTests(t *testing.T) {
	for gap, want := range map[int]int64{29: 1, 30: 0} {
		runs := ofDays("shop", "p"+strings.Repeat(" ", gap)+"p")
		runs[0].result, runs[0].steps[0].Result = "flaky", "flaky"
		f, _ := found(t, runs...)
		n := int64(0)
		for _, x := range f.KnownFlaky(nil) {
			n += x.Flaked
		}
		if n != want {
			t.Errorf("%d days before: %d flaky runs, want %d", gap+1, n, want)
		}
	}
}

func TestPasses(t *testing.T) {
	f, _ := found(t, append(ofDays("shop", "fp"), append(ofDays("api", "pf"), ofDays("web", "pss")...)...)...)
	for _, c := range []struct {
		names string
		date  string
		ok    bool
	}{
		{"kahn shop adds", "2026-03-02", true}, {"kahn api adds", "2026-03-02", false}, {"kahn web adds", "2026-03-01", true},
		{"kahn shop other", "", false}, {"kahn shop", "", false}, {"kahn shop adds x", "", false},
	} {
		if date, ok := f.Passes(strings.Fields(c.names)); date != c.date || ok != c.ok {
			t.Errorf("%s: %s, %t; want %s, %t", c.names, date, ok, c.date, c.ok)
		}
	}
	if got := f.Names("kahn/api/adds"); !slices.Equal(got, []string{"kahn", "api", "adds"}) {
		t.Errorf("%q", got)
	}
}

// A test report has the runs of the last run date of each subject: the failed ones first, then
// the newest, as far as there is room, but the first whatever its length.
func TestRunsOfATestReport(t *testing.T) {
	steps := func(n int, result string) (out []metric.StepDetail) {
		for i := range n {
			out = append(out, metric.StepDetail{Step: fmt.Sprint("s", i), Stable: fmt.Sprint("s", i), Kind: table.KindTest, Result: result})
		}
		return out
	}
	run := func(day int, subject, result string, n int) madeRun {
		return madeRun{day: day, subject: subject, result: result, steps: steps(n, result)}
	}
	for _, c := range []struct {
		name string
		runs []madeRun
		want string
		left int64
	}{
		{"of the last date", []madeRun{run(1, "shop", "failed", 2), run(2, "shop", "passed", 2), run(1, "api", "passed", 2)}, "2 1", 0},
		{"failed ones first", []madeRun{run(1, "shop", "failed", 2), run(1, "shop", "passed", 2), run(1, "shop", "blocked", 2), run(1, "shop", "flaky", 2)}, "2 0 3 1", 0},
		{"just room", []madeRun{run(1, "shop", "passed", 1000), run(1, "shop", "passed", 1000)}, "1 0", 0},
		{"no room", []madeRun{run(1, "shop", "passed", 1000), run(1, "shop", "passed", 1), run(1, "shop", "passed", 1000)}, "2 1", 1},
		{"a run without steps takes room too", []madeRun{run(1, "shop", "passed", 0), run(1, "shop", "passed", 2000)}, "1", 1},
		{"the first is whole", []madeRun{run(1, "shop", "passed", 1), run(1, "shop", "passed", 2001)}, "1", 1},
	} {
		f, _ := found(t, c.runs...)
		tests, err := f.Tests()
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, r := range tests.Runs {
			got = append(got, r.Unit)
		}
		if strings.Join(got, " ") != c.want || tests.Left != c.left {
			t.Errorf("%s: %q and %d left, want %s and %d", c.name, got, tests.Left, c.want, c.left)
		}
	}
	f, _ := found(t, run(1, "shop", "passed", 1))
	fault := errors.New("gone")
	f.input.Detail = func(int) (metric.Detail, error) { return metric.Detail{}, fault }
	if _, err := f.Tests(); !errors.Is(err, fault) {
		t.Errorf("%v, want %v", err, fault)
	}
}

// Each step of a test report has the key of the problem that tells of its failure, and the
// errors of the attempts before the one that it failed with.
func TestStepsOfATestReport(t *testing.T) {
	attempt := func(step, result, why string) metric.AttemptDetail {
		return metric.AttemptDetail{Step: step, Ending: metric.Ending{Result: result}, Error: why, Evidence: report.Evidence{File: why}}
	}
	flaky, parent, child := step("flaky", "flaky"), step("phase", "failed"), failedFor("part", "late")
	child.Parent = "phase"
	f, _ := found(t, madeRun{day: 1, subject: "shop", result: "failed", steps: []metric.StepDetail{flaky, parent, child, step("fine", "passed")},
		attempts: []metric.AttemptDetail{attempt("flaky", "failed", "access denied"), attempt("flaky", "passed", ""), attempt("part", "failed", "disk full: error"), attempt("part", "failed", "timeout")}},
		madeRun{day: 1, subject: "duel", result: "failed", reason: "tick_cap"},
		madeRun{day: 1, subject: "card", result: "failed", steps: []metric.StepDetail{{Step: "card", Stable: "card", Kind: "card", Result: "failed"}},
			attempts: []metric.AttemptDetail{attempt("card", "failed", "access denied"), attempt("card", "failed", "timeout")}})
	tests, err := f.Tests()
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range tests.Runs {
		got = append(got, fmt.Sprintf("%s %q %d", r.Subject, r.Problem, len(r.Failed)))
		for _, s := range r.Steps {
			line := fmt.Sprintf("%s %q %q %s", s.Name, s.Problem, s.Error, s.Evidence.File)
			for _, a := range s.Failed {
				line += " after " + a.Error
			}
			got = append(got, line)
		}
	}
	want := []string{`card "kahn/card/" 1`, `duel "kahn/duel/" 0`, `shop "" 0`, `flaky "" "access denied"  after access denied`, `phase "" "" `,
		`part "kahn/shop/part" "timeout" timeout after disk full: error`, `fine "" "" `}
	if !slices.Equal(got, want) {
		t.Errorf("%q\nwant %q", got, want)
	}
}
