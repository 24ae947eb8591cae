package metric

import (
	"fmt"
	"math"
	"testing"
	"time"

	"runreport/analyze/report"
	"runreport/ingest/table"
)

// A step may be said to have had any number of attempts: what a history of an earlier
// version holds is not bounded.
func TestNothingCountsUpToALoggedNumber(t *testing.T) {
	for _, c := range []struct {
		highest  int64
		recorded []int64 // the last converged, the others failed
		complete bool
		flaked   bool
		untimed  int64
	}{
		{1, []int64{1}, true, false, 0},
		{2, []int64{1, 2}, true, true, 1},
		{2, []int64{2}, true, true, 1},
		{2, []int64{2}, false, false, 1},
		{5, []int64{2, 5}, false, true, 4},
		{3, []int64{1}, true, true, 2},
		{2, []int64{0, 0}, true, true, 2}, // without a number
		{3, []int64{1, 0, 0}, true, true, 3},
		{3, []int64{1, 1, 3}, true, true, 3}, // two records of one attempt
		{math.MaxInt64, []int64{math.MaxInt64}, true, true, math.MaxInt64 - 1},
		{math.MaxInt64, []int64{1, 2, math.MaxInt64}, false, true, math.MaxInt64 - 1},
	} {
		s := &table.Set{}
		run := s.Runs.Add(table.Place{})
		s.Runs.Key.Set(run, "u")
		step := s.Steps.Add(table.Place{})
		s.Steps.Run.Set(step, "u")
		s.Steps.Step.Set(step, "lint")
		s.Steps.StableStep.Set(step, "lint")
		s.Steps.Kind.Set(step, "node")
		s.Steps.Retryable.Set(step, true)
		s.Steps.Result.Set(step, string(table.Passed))
		s.Steps.Attempts.Set(step, c.highest)
		s.Steps.RetriesVisible.Set(step, c.complete)
		for _, n := range c.recorded {
			row := s.Attempts.Add(table.Place{})
			s.Attempts.Run.Set(row, "u")
			s.Attempts.Step.Set(row, "lint")
			s.Attempts.Attempt.Set(row, n)
			s.Attempts.Converged.Set(row, n == c.highest)
		}
		name := fmt.Sprintf("%d attempts, records of %v, complete %v", c.highest, c.recorded, c.complete)
		done := make(chan string, 1)
		go func() {
			u := Units(s, NewCutoffs(s, time.Time{}, math.MaxInt64), math.MaxInt64)[0]
			y, r := firstRetryable(u), report.RunDetails{}
			runRow{Unit: u}.count(&r)
			done <- fmt.Sprintf("flaked %v, %d untimed, %d attempts", y.flaked(), y.cost().untimed, r.Attempts.Value)
		}()
		select {
		case got := <-done:
			if want := fmt.Sprintf("flaked %v, %d untimed, %d attempts", c.flaked, c.untimed, c.highest); got != want {
				t.Errorf("%s: %s, want %s", name, got, want)
			}
		case <-time.After(5 * time.Second):
			t.Fatalf("%s: it counts up to the number", name)
		}
	}
}

// An attempt of a run that is not there is an attempt of no step, whatever steps there are.
func TestAttemptsOfNoRun(t *testing.T) {
	for _, steps := range []int{0, 1} {
		s := &table.Set{}
		s.Runs.Key.Set(s.Runs.Add(table.Place{}), "u")
		for range steps {
			step := s.Steps.Add(table.Place{})
			s.Steps.Run.Set(step, "u")
			s.Steps.Step.Set(step, "lint")
			s.Steps.Retryable.Set(step, true)
		}
		lost := s.Attempts.Add(table.Place{})
		s.Attempts.Run.Set(lost, "gone")
		s.Attempts.Step.Set(lost, "lint")
		u := Units(s, NewCutoffs(s, time.Time{}, math.MaxInt64), math.MaxInt64)[0]
		for y := range u.eachRetryable {
			for row := range y.attempts().each {
				t.Errorf("row %d is an attempt of the step", row)
			}
		}
	}
}

// firstRetryable is the first of the unit's steps that can have more than one attempt.
func firstRetryable(u *Unit) (first retryableStep) {
	for first = range u.eachRetryable {
		break
	}
	return first
}
