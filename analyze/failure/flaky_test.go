package failure

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"runreport/analyze/metric"
	"runreport/analyze/report"
	"runreport/ingest/table"
)

// TestKnownFlaky holds the list against what each history of a test is, a letter a run date:
// passed, failed, (r) passed on retry, skipped.
func TestKnownFlaky(t *testing.T) {
	results := map[rune]string{'p': "passed", 'f': "failed", 'r': "flaky", 's': "skipped"}
	for _, c := range []struct{ name, history, kind, want string }{
		{"passes", "pppppppppp", "test", ""},
		{"passed on retry once", "pprppppppp", "test", "1 of 10, last 3"},
		{"one run alone", "r", "test", "1 of 1, last 1"},
		{"failed twice between passes", "pfppppfppp", "test", "2 of 10, last 7"},
		{"failed once and was mended", "ppffpppppp", "test", ""},
		{"broken twice for long", "pffffpffffp", "test", ""},
		{"flaky, and fails now as before", "pfpppfpppf", "test", "3 of 10, last 10 fails"},
		{"flaky, and broken now", "pfppppppppppppppppppfff", "test", ""},
		{"a new failure", "pppppppppf", "test", ""},
		{"retried before, and a new failure", "rpppppppppf", "test", ""},
		{"never passed", "ffff", "test", ""},
		{"failed at first and flaked later", "ffprppp", "test", "3 of 7, last 4"},
		{"skipped between", "psfspsfsp", "test", "2 of 5, last 7"},
		{"no test", "prprpr", "node", ""},
	} {
		var runs []madeRun
		for i, r := range c.history {
			s := metric.StepDetail{Step: "suite › adds", Stable: "suite › adds", Kind: c.kind, Result: results[r]}
			runs = append(runs, madeRun{day: i + 1, subject: "shop", result: results[r], steps: []metric.StepDetail{s}})
		}
		f, list := found(t, runs...)
		d := report.Data{Runs: list, Failures: f.Failures}
		Settle(&d)
		var got []string
		for _, x := range f.KnownFlaky(d.Failures) {
			line := fmt.Sprintf("%d of %d, last %s", x.Flaked+x.Failed, x.Runs, strings.TrimLeft(strings.TrimPrefix(x.Last, "2026-03-"), "0"))
			if x.FailsNow {
				line += " fails"
			}
			got = append(got, line)
			if x.Rate.Num != x.Flaked+x.Failed || x.Rate.Den != x.Runs || x.System != "kahn" || x.Subject != "shop" {
				t.Errorf("%s: %+v", c.name, x)
			}
		}
		if s := strings.Join(got, "; "); s != c.want {
			t.Errorf("%s (%s): got %q, want %q", c.name, c.history, s, c.want)
		}
	}
}

// testA is a run of the test a alone.
func testA(result table.Result) []metric.StepDetail {
	return []metric.StepDetail{{Step: "a", Stable: "a", Kind: table.KindTest, Result: string(result)}}
}

// A test that flaked long ago is not known to be flaky, one of a subject that has not run
// since is.
func TestKnownFlakyIsOfLate(t *testing.T) {
	f, _ := found(t,
		madeRun{day: 1, subject: "shop", result: "flaky", steps: testA(table.Flaky)},
		madeRun{day: 1, subject: "idle", result: "flaky", steps: testA(table.Flaky)},
		madeRun{day: 45, subject: "shop", result: "passed", steps: testA(table.Passed)}, // 14 April
	)
	var got []string
	for _, x := range f.KnownFlaky(nil) {
		got = append(got, x.Subject)
	}
	if s := strings.Join(got, " "); s != "idle" {
		t.Errorf("got %q, want idle", s)
	}
}

// A failure of a whole run has no test, and is told of beside those of tests.
func TestKnownFlakyBesideFailuresOfWholeRuns(t *testing.T) {
	f, list := found(t,
		madeRun{day: 1, subject: "shop", result: "flaky", steps: testA(table.Flaky)},
		madeRun{day: 2, subject: "shop", result: "passed", steps: testA(table.Passed)},
		madeRun{day: 1, subject: "whole", result: "passed"},
		madeRun{day: 2, subject: "whole", result: "failed"},
	)
	d := report.Data{Runs: list, Failures: f.Failures}
	Settle(&d)
	if len(d.Failures) != 1 || d.Failures[0].Subject != "whole" || d.Failures[0].Step != "" {
		t.Fatalf("failures %+v, want one of the whole run", d.Failures)
	}
	if got := f.KnownFlaky(d.Failures); len(got) != 1 || got[0].Subject != "shop" || got[0].Test != "a" {
		t.Errorf("got %+v, want the test of shop", got)
	}
}

// The runs of a subject whose name has a date in it are those of one subject.
func TestKnownFlakyOfDatedSubjects(t *testing.T) {
	f, _ := found(t,
		madeRun{day: 1, subject: "shop@1", result: "flaky", steps: testA(table.Flaky)},
		madeRun{day: 2, subject: "shop@2", result: "passed", steps: testA(table.Passed)},
	)
	if got := f.KnownFlaky(nil); len(got) != 1 || got[0].Subject != "shop" {
		t.Errorf("got %+v, want the test of shop", got)
	}
}

// Failed attempts and checks of a step keep their order, however many there are.
func TestOrderOfWhatFailed(t *testing.T) {
	var d metric.Detail
	for i := range 40 {
		step := []string{"b", "a"}[i%2]
		d.Attempts = append(d.Attempts, metric.AttemptDetail{Step: step, Ending: metric.Ending{Result: "failed"}, Error: strconv.Itoa(i)})
		d.Checks = append(d.Checks, metric.CheckDetail{
			Step: step, Attempt: report.Whole{OK: i < 20}, Verdict: table.CheckFailed, Tail: strconv.Itoa(i),
		})
	}
	e := newExplainer(&reader{}, &report.Run{}, &d)
	var attempts, checks, loose []string
	for _, a := range e.attemptsAt("a") {
		attempts = append(attempts, a.Error)
	}
	for _, c := range e.checksAt("b", report.Whole{OK: true}) {
		checks = append(checks, c.Tail)
	}
	for _, c := range e.checksAt("a", report.Whole{}) {
		loose = append(loose, c.Tail)
	}
	if got := strings.Join(attempts, " "); got != "1 3 5 7 9 11 13 15 17 19 21 23 25 27 29 31 33 35 37 39" {
		t.Errorf("attempts %s", got)
	}
	if got := strings.Join(checks, " "); got != "0 2 4 6 8 10 12 14 16 18" {
		t.Errorf("checks of an attempt %s", got)
	}
	if got := strings.Join(loose, " "); got != "21 23 25 27 29 31 33 35 37 39" {
		t.Errorf("checks of none %s", got)
	}
}
