package failure

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"runreport/analyze/metric"
	"runreport/analyze/report"
	"runreport/analyze/stat"
	"runreport/ingest/table"
)

// seriesOf is a series with a run date for each word of a history: p passed, f failed, o failed
// elsewhere; "pf" is a date with both.
func seriesOf(history string) *series {
	s := &series{}
	for i, word := range strings.Fields(history) {
		d := s.on(fmt.Sprintf("2026-03-%02d", i+1))
		for _, c := range word {
			switch c {
			case 'p':
				d.passed++
			case 'f':
				d.failed++
			case 'o':
				d.other++
			}
		}
	}
	return s
}

// A streak is a failure after which the series passed again, before the day that is asked for.
func TestStreaks(t *testing.T) {
	for history, want := range map[string]int{
		"": 0, "p p": 0, "f": 0, "f p": 1, "f p p p": 1, "f f p": 1, "p f p f p": 2, "f p f": 1, "f p p f p": 2,
		"pf": 1, "pf pf": 2, "f o p": 1, "o p": 0, "f p f p f p": 3,
	} {
		s := seriesOf(history)
		if got := s.streaks(len(s.days)); got != want {
			t.Errorf("%q: %d streaks, want %d", history, got, want)
		}
	}
	s := seriesOf("f p f p")
	for first, want := range []int{0, 0, 1, 1, 2} {
		if got := s.streaks(first); got != want {
			t.Errorf("before day %d: %d streaks, want %d", first, got, want)
		}
	}
}

// A date of a series is one day, whatever happens on it, and its latest failures are those of one date.
func TestDaysOfASeries(t *testing.T) {
	s := &series{}
	for _, date := range []string{"2026-03-01", "2026-03-01", "2026-03-02", "2026-03-02", "2026-03-04"} {
		s.on(date).passed++
	}
	days := []day{{date: "2026-03-01", passed: 2}, {date: "2026-03-02", passed: 2}, {date: "2026-03-04", passed: 1}}
	if !slices.Equal(s.days, days) {
		t.Errorf("days %+v, want %+v", s.days, days)
	}
	for i, x := range []struct{ date, error string }{
		{"2026-03-04", "a"},
		{"2026-03-04", "b"},
		{"2026-03-05", "a"},
		{"2026-03-05", "c"},
		{"2026-03-05", "c"},
	} {
		s.fail(x.date, occurrence{run: i, normal: x.error})
	}
	var runs []int
	for _, o := range s.latest {
		runs = append(runs, o.run)
	}
	if s.at != "2026-03-05" || fmt.Sprint(runs) != "[2 3 4]" || s.days[2].failed != 2 || s.days[3].failed != 3 {
		t.Errorf("at %s runs %v, days %+v", s.at, runs, s.days)
	}
	if want := (map[string]string{"a": "2026-03-04", "b": "2026-03-04", "c": "2026-03-05"}); fmt.Sprint(s.reported) != fmt.Sprint(want) {
		t.Errorf("first dates of errors %v, want %v", s.reported, want)
	}
}

// An error is new where no failure before told it, none was silent, and the series did not
// fail and pass again twice.
func TestNewError(t *testing.T) {
	const before, since = "2026-03-01", "2026-03-05"
	for _, c := range []struct {
		name     string
		history  string            // up to the day since
		reported map[string]string // by error
		errors   string
		want     bool
	}{
		{"another one before", "f p p p f", map[string]string{"x": before, "a": since}, "a", true},
		{"the same before", "f p p p f", map[string]string{"a": before}, "a", false},
		{"one of two was there before", "f p p p f", map[string]string{"a": since, "x": before}, "a x", false},
		{"two new ones", "f p p p f", map[string]string{"a": since, "b": since, "x": before}, "a b", true},
		{"a silent failure before", "f p p p f", map[string]string{"": before, "a": since}, "a", false},
		{"a silent failure of now", "f p p p f", map[string]string{"": since, "a": since, "x": before}, "a", true},
		{"one of now is silent", "f p p p f", map[string]string{"": since, "a": since}, "a -", false},
		{"one streak before", "f p p p f", map[string]string{"a": since}, "a", true},
		{"two streaks before", "f p f p f", map[string]string{"a": since}, "a", false},
	} {
		s := seriesOf(c.history)
		s.reported = c.reported
		var group []occurrence
		for _, e := range strings.Fields(c.errors) {
			group = append(group, occurrence{normal: strings.Trim(e, "-")})
		}
		if got := s.newError(group, 4); got != c.want {
			t.Errorf("%s: %t", c.name, got)
		}
	}
}

// The state of a failure, each condition met and not met.
func TestEveryStateOfAFailure(t *testing.T) {
	// In 9 of 10 now after 1 of 10 before: risen, p = 0.0005. 1 of 2 after 1 of 10: not.
	fresh := Circumstances{Since: "2026-03-09", Date: "2026-03-09", Last: "2026-03-09", Now: stat.Fraction{Num: 1, Den: 1}, Before: stat.Fraction{Num: 0, Den: 10}}
	with := func(change func(*Circumstances)) Circumstances {
		c := fresh
		change(&c)
		return c
	}
	for _, c := range []struct {
		name string
		c    Circumstances
		want string
	}{
		{"new", fresh, report.FailureNew},
		{"passes", with(func(c *Circumstances) { c.Passes, c.Acknowledged, c.Infrastructure = true, true, true }), report.FailureEnded},
		{"acknowledged", with(func(c *Circumstances) { c.Acknowledged, c.Infrastructure = true, true }), report.FailureAcknowledged},
		{"infrastructure", with(func(c *Circumstances) { c.Infrastructure, c.InBaseline = true, true }), report.FailureInfrastructure},
		{"flaky", with(func(c *Circumstances) {
			c.Before, c.Now = stat.Fraction{Num: 1, Den: 10}, stat.Fraction{Num: 1, Den: 2}
		}), report.FailureKnownFlaky},
		{"another error than before", with(func(c *Circumstances) {
			c.Before, c.Now, c.NewError = stat.Fraction{Num: 1, Den: 10}, stat.Fraction{Num: 1, Den: 2}, true
		}), report.FailureNew},
		{"more often than before", with(func(c *Circumstances) {
			c.Before, c.Now = stat.Fraction{Num: 1, Den: 10}, stat.Fraction{Num: 9, Den: 10}
		}), report.FailureNew},
		{"since an earlier date", with(func(c *Circumstances) { c.Since = "2026-03-08" }), report.FailureBefore},
		{"it has not run since", with(func(c *Circumstances) { c.Last = "2026-03-10" }), report.FailureBefore},
		{"in the baseline", with(func(c *Circumstances) { c.InBaseline = true }), report.FailureBefore},
	} {
		if got := StateOf(c.c); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// A test is named in a run by more than what lasts, such as a parameter; it is known to be flaky,
// or fails anew, by the name that lasts.
func TestKnownFlakyByTheNameThatLasts(t *testing.T) {
	for _, c := range []struct{ history, want string }{{"rppppppppf", ""}, {"pfpppfpppf", "adds"}, {"rppp", "adds"}} {
		var runs []madeRun
		for i, r := range c.history {
			result := map[rune]string{'p': "passed", 'f': "failed", 'r': "flaky"}[r]
			s := metric.StepDetail{Step: fmt.Sprintf("adds[%d]", i), Stable: "adds", Kind: table.KindTest, Result: result}
			runs = append(runs, madeRun{day: i + 1, subject: "shop", result: result, steps: []metric.StepDetail{s}})
		}
		f, list := found(t, runs...)
		d := report.Data{Runs: list, Failures: f.Failures}
		Settle(&d)
		var got []string
		for _, x := range f.KnownFlaky(d.Failures) {
			got = append(got, x.Test)
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%s: %q, want %q", c.history, s, c.want)
		}
	}
}

// A line of one character is weighed, and the border of a line is taken off at either end.
func TestShortLinesAndBorders(t *testing.T) {
	for _, c := range []struct {
		line, text string
		of         weight
	}{
		{"x", "x", code},
		{"7", "7", message},
		{"X", "X", message},
		{"1 failed, 3 passed =====", "1 failed, 3 passed", summary},
		{"===== 1 failed, 3 passed", "1 failed, 3 passed", summary},
	} {
		if text, of := weigh(c.line, nil); text != c.text || of != c.of {
			t.Errorf("%q: %q, %d; want %q, %d", c.line, text, of, c.text, c.of)
		}
	}
}
