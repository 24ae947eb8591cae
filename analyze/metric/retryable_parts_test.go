package metric

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"runreport/analyze/report"
	"runreport/ingest/table"
)

// attempt is a record of an attempt of the one step of a set. ended is "+" converged, "-" did not,
// "" not known.
type attempt struct {
	number  int64
	ended   string
	seconds float64 // below 0: not timed
	backoff float64
	started bool
	cut     string
}

// oneStep is a set of one run with one step, and its unit.
func oneStep(result string, highest int64, attempts ...attempt) (*table.Set, *Unit) {
	s := &table.Set{}
	s.Runs.Key.Set(s.Runs.Add(table.Place{}), "u")
	step := s.Steps.Add(table.Place{})
	s.Steps.Run.Set(step, "u")
	s.Steps.Step.Set(step, "lint")
	s.Steps.StableStep.Set(step, "lint")
	s.Steps.Kind.Set(step, "node")
	s.Steps.Retryable.Set(step, true)
	s.Steps.Result.Set(step, result)
	s.Steps.Attempts.Set(step, highest)
	for _, a := range attempts {
		row := s.Attempts.Add(table.Place{})
		s.Attempts.Run.Set(row, "u")
		s.Attempts.Step.Set(row, "lint")
		s.Attempts.Attempt.Set(row, a.number)
		s.Attempts.BackoffS.Set(row, a.backoff)
		if a.ended != "" {
			s.Attempts.Converged.Set(row, a.ended == "+")
		}
		if a.seconds >= 0 {
			s.Attempts.DurationS.Set(row, a.seconds)
		}
		if a.started {
			s.Attempts.StartedAt.Set(row, time.Date(2026, 3, 7, 2, 0, 0, 0, time.UTC))
		}
		s.Attempts.Cut.Set(row, a.cut)
	}
	return s, unitOf(s)
}

// unitOf is the one unit of a set.
func unitOf(s *table.Set) *Unit {
	return measuredUnits(s)[0]
}

// Whether the first attempt ended, and whether it converged.
func TestFirstAttempt(t *testing.T) {
	for _, c := range []struct {
		name          string
		result        table.Result
		highest       int64
		first         table.Result // as the log tells it without a record
		incomplete    bool
		attempts      []attempt
		ended, passed bool
	}{
		{"it converged", table.Passed, 1, "", false, []attempt{{number: 1, ended: "+"}}, true, true},
		{"it did not", table.Failed, 1, "", false, []attempt{{number: 1, ended: "-"}}, true, false},
		{"two records disagree", table.Passed, 1, "", false, []attempt{{number: 1, ended: "+"}, {number: 1, ended: "-"}}, true, false},
		{"two records, one without an end", table.Passed, 1, "", false, []attempt{{number: 1}, {number: 1, ended: "+"}}, true, true},
		{"a later one converged", table.Passed, 2, "", false, []attempt{{number: 1, ended: "-"}, {number: 2, ended: "+"}}, true, false},
		{"no record of the first of two", table.Passed, 2, "", false, []attempt{{number: 2, ended: "+"}}, true, false},
		{"no end of the first of two", table.Passed, 2, "", false, []attempt{{number: 1}, {number: 2, ended: "+"}}, false, false},
		{"no record of the first of two that are not all shown", table.Passed, 2, "", true, []attempt{{number: 2, ended: "+"}}, false, false},
		{"a record where not all are shown", table.Passed, 2, "", true, []attempt{{number: 1, ended: "+"}}, true, true},
		{"told without a record", table.Passed, 1, table.Passed, false, nil, true, true},
		{"told to have failed", table.Failed, 1, table.Failed, false, nil, false, false},
		{"told, but not all are shown", table.Passed, 1, table.Passed, true, nil, false, false},
		{"never started", table.Open, 0, "", false, nil, false, false},
	} {
		s, _ := oneStep(string(c.result), c.highest, c.attempts...)
		s.Steps.FirstResult.Set(0, string(c.first))
		s.Steps.RetriesVisible.Set(0, !c.incomplete)
		y := firstRetryable(unitOf(s))
		if ended, passed := y.firstEnded(); ended != c.ended || passed != c.passed {
			t.Errorf("%s: ended %t, passed %t, want %t, %t", c.name, ended, passed, c.ended, c.passed)
		}
	}
}

// What failed attempts and waits cost: all time of those that did not converge, and all backoff.
func TestCostOfAttempts(t *testing.T) {
	for _, c := range []struct {
		name     string
		highest  int64
		attempts []attempt
		seconds  float64
		untimed  int64
		missing  int64
		begun    bool
	}{
		{"none", 0, nil, 0, 0, 0, false},
		{"one that converged", 1, []attempt{{number: 1, ended: "+", seconds: 9}}, 0, 0, 0, true},
		{"a flake with a wait", 2, []attempt{{number: 1, ended: "-", seconds: 30}, {number: 2, ended: "+", seconds: 9, backoff: 5}}, 35, 0, 0, true},
		{"one without an end", 2, []attempt{{number: 1, seconds: 30}, {number: 2, ended: "+", seconds: 9}}, 0, 0, 0, true},
		{"one that was not timed", 2, []attempt{{number: 1, ended: "-", seconds: -1}, {number: 2, ended: "+", seconds: 9}}, 0, 1, 0, true},
		{"two without a record", 3, []attempt{{number: 3, ended: "+", seconds: 9}}, 0, 2, 2, true},
		{"one of two has no number", 2, []attempt{{number: 0, ended: "-", seconds: 7}, {number: 2, ended: "+", seconds: 9}}, 7, 0, 0, true},
		{"more records than attempts", 1, []attempt{{number: 1, ended: "-", seconds: 7}, {number: 1, ended: "-", seconds: 8}}, 15, 0, 0, true},
		{"it waits in a queue", 1, []attempt{{number: 1, seconds: -1, cut: "open"}}, 0, 0, 0, false},
		{"it runs", 1, []attempt{{number: 1, seconds: -1, cut: "open", started: true}}, 0, 0, 0, true},
		{"it was cut off", 1, []attempt{{number: 1, seconds: -1, cut: "killed"}}, 0, 0, 0, true},
		{"a retry waits", 2, []attempt{{number: 1, ended: "-", seconds: 4}, {number: 2, seconds: -1, cut: "open"}}, 4, 0, 0, true},
	} {
		_, u := oneStep(string(table.Passed), c.highest, c.attempts...)
		y := firstRetryable(u)
		if got := y.cost(); got.seconds != c.seconds || got.untimed != c.untimed {
			t.Errorf("%s: costs %+v, want %g s and %d untimed", c.name, got, c.seconds, c.untimed)
		}
		if got := y.missing(); got != c.missing {
			t.Errorf("%s: %d have no record, want %d", c.name, got, c.missing)
		}
		if got := y.begun(); got != c.begun {
			t.Errorf("%s: begun %t, want %t", c.name, got, c.begun)
		}
	}
	for _, c := range []struct {
		l    lost
		want report.Number
	}{
		{lost{}, report.Known(0)},
		{lost{5, 0}, report.Known(5)},
		{lost{5, 1}, report.Known(5)},
		{lost{0, 1}, report.Missing("not_measured")},
	} {
		if got := c.l.Number(); got != c.want {
			t.Errorf("%+v: %+v, want %+v", c.l, got, c.want)
		}
	}
	sum := lost{1, 2}
	if sum.add(lost{10, 20}); sum != (lost{11, 22}) {
		t.Errorf("the sum is %+v", sum)
	}
	for _, c := range []struct {
		numbers []int64
		want    int
	}{{nil, 0}, {[]int64{4}, 1}, {[]int64{2, 1, 2}, 2}, {[]int64{1, 1, 1}, 1}, {[]int64{3, 1, 2}, 3}} {
		if got := distinct(slices.Clone(c.numbers)); got != c.want {
			t.Errorf("%v: %d different numbers, want %d", c.numbers, got, c.want)
		}
	}
}

// A flake is seen of a step that converged in a second attempt or a later one, and is measured
// where the log would show every failure, or shows one.
func TestFlakedAndMeasured(t *testing.T) {
	for _, c := range []struct {
		name             string
		result           table.Result
		highest          int64
		incomplete       bool
		attempts         []attempt
		flaked, measured bool
	}{
		{"at once", table.Passed, 1, false, []attempt{{number: 1, ended: "+"}}, false, true},
		{"in the second", table.Passed, 2, false, []attempt{{number: 1, ended: "-"}, {number: 2, ended: "+"}}, true, true},
		{"it failed", table.Failed, 2, false, []attempt{{number: 1, ended: "-"}, {number: 2, ended: "-"}}, false, true},
		{"the first converged too", table.Passed, 2, false, []attempt{{number: 1, ended: "+"}, {number: 2, ended: "+"}}, false, true},
		{"the first has no record", table.Passed, 2, false, []attempt{{number: 2, ended: "+"}}, true, true},
		{"the first is not shown", table.Passed, 2, true, []attempt{{number: 2, ended: "+"}}, false, false},
		{"a failure is shown", table.Passed, 2, true, []attempt{{number: 1, ended: "-"}}, true, true},
		{"only the last is said to have failed", table.Passed, 2, true, []attempt{{number: 1, ended: "+"}, {number: 2, ended: "-"}}, false, false},
		{"a failure without a number", table.Passed, 2, true, []attempt{{number: 0, ended: "-"}}, false, false},
	} {
		s, _ := oneStep(string(c.result), c.highest, c.attempts...)
		s.Steps.RetriesVisible.Set(0, !c.incomplete)
		y := firstRetryable(unitOf(s))
		if y.flaked() != c.flaked || y.measured() != c.measured {
			t.Errorf("%s: flaked %t, measured %t, want %t, %t", c.name, y.flaked(), y.measured(), c.flaked, c.measured)
		}
	}
	_, u := oneStep(string(table.Passed), 1)
	if y := firstRetryable(u); y.collective() || y.name() != (StepName{u.System, u.Subject, "lint"}) {
		t.Errorf("the step is %+v, counted with others %t", y.name(), y.collective())
	}
	s, _ := oneStep(string(table.Passed), 1)
	s.Steps.Kind.Set(0, "lint")
	if y := firstRetryable(unitOf(s)); !y.collective() {
		t.Error("a step that is named by its kind stands alone")
	}
}

// A step becomes ready at the first line that says so, or later where it then stops waiting; the
// last line of an end counts.
func TestNodesOfPaths(t *testing.T) {
	for _, c := range []struct {
		name  string
		lines []string // step before state
		want  string   // step ready-finish, + where it passed
	}{
		{"one step", []string{"a - ready", "a ready running", "a running passed"}, "a 0-2+"},
		{"it failed", []string{"a - running", "a running failed"}, "a 0-1"},
		{"a retry that passed", []string{"a - ready", "a ready failed", "a failed running", "a running passed"}, "a 0-3+"},
		{"it waited", []string{"a - running", "b - waiting", "a running passed", "b waiting ready", "b ready passed"}, "a 0-2+ b 3-4+"},
		{"it runs before it is freed", []string{"a - running", "a waiting ready", "a ready passed"}, "a 1-2+"},
		{"it is freed twice", []string{"a waiting ready", "a ready waiting", "a waiting ready", "a ready passed"}, "a 0-3+"},
		{"ready again without having waited", []string{"a - ready", "a failed ready", "a ready passed"}, "a 0-2+"},
		{"it runs out of waiting", []string{"a - ready", "a waiting running", "a running passed"}, "a 0-2+"},
		{"no line says that it was ready", []string{"a - passed"}, "a -0+"},
		{"it did not end", []string{"a - ready", "b - ready", "b ready passed"}, "b 1-2+"},
		{"other states say nothing", []string{"a - ready", "a ready skipped"}, ""},
	} {
		s := &table.Set{}
		s.Runs.Key.Set(s.Runs.Add(table.Place{}), "u")
		start := time.Date(2026, 3, 7, 2, 0, 0, 0, time.UTC)
		for i, line := range c.lines {
			words := strings.Fields(line)
			row := s.Transitions.Add(table.Place{})
			s.Transitions.Run.Set(row, "u")
			s.Transitions.Step.Set(row, words[0])
			s.Transitions.StateBefore.SetText(row, strings.Trim(words[1], "-"))
			s.Transitions.State.Set(row, words[2])
			s.Transitions.At.Set(row, start.Add(time.Duration(i)*time.Second))
		}
		f := pathFinder{index: namesOfUnits[string, int]{}, steps: block[report.PathStep]{}}
		var got []string
		for range 2 { // the lists are used again
			got = nil
			f.read(unitOf(s))
			for i, n := range f.known {
				ready := ""
				if n.ReadyAt >= 0 {
					ready = fmt.Sprint(n.ReadyAt)
					if want := float64(start.Unix() + int64(n.ReadyAt)); n.Ready != want {
						t.Errorf("%s: ready at %g, want %g", c.name, n.Ready, want)
					}
				}
				if want := float64(start.Unix() + int64(n.FinishAt)); n.Finish != want {
					t.Errorf("%s: finished at %g, want %g", c.name, n.Finish, want)
				}
				text := fmt.Sprintf("%s %s-%d", f.names[i], ready, n.FinishAt)
				if n.Done {
					text += "+"
				}
				got = append(got, text)
			}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
