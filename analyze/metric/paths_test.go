package metric_test

import (
	"fmt"
	"testing"

	"runreport/analyze/report"
)

// Without its flakes a run is as much shorter as the failed attempts took of the steps that it waited
// for. How much is not known where one of them has no time, and nothing is where the run has none.
func TestTimeWithoutFlakes(t *testing.T) {
	for _, c := range []struct {
		name    string
		seconds []float64 // of the attempts of e2e, which the run waits for
		total   float64
		want    string
	}{
		{"a flake", []float64{30, 10}, 900, "870 "},
		{"longer than the run", []float64{999, 10}, 900, "0 "},
		{"a flake without a time", []float64{-1, 10}, 900, "0 not_measured"},
		{"a run without a time", []float64{30, 10}, -1, "0 no_data"},
	} {
		l := newLogs()
		row := l.start("kahn shop", "flaky", 0)
		if c.total >= 0 {
			l.Runs.DurationS.Set(row, c.total)
		}
		l.step("e2e", "flaky", "-+", c.seconds...)
		l.step("lint", "flaky", "-+", 20, 10) // beside it
		for _, x := range []struct {
			step, before, state string
			hours               float64
		}{
			{"e2e", "", "waiting", 0}, {"lint", "", "ready", 0}, {"e2e", "waiting", "ready", 0.01}, {"lint", "ready",
				"running", 0.02},
			{"e2e", "ready", "running", 0.03}, {"lint", "running", "passed", 0.1}, {"e2e", "running", "passed", 0.25},
			{"late", "", "ready", 0.25},
		} {
			at := l.Transitions.Add(l.place())
			l.Transitions.Run.Set(at, l.run)
			l.Transitions.Step.Set(at, x.step)
			l.Transitions.StateBefore.SetText(at, x.before)
			l.Transitions.State.Set(at, x.state)
			l.Transitions.At.Set(at, clock(x.hours))
		}
		r := runsOf(&l.Set, l.units())[0]
		if got := fmt.Sprint(r.WithoutFlakesS.Value, " ", r.WithoutFlakesS.Reason); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
		if len(r.CriticalPath) != 1 || r.CriticalPath[0].Step != "e2e" || r.PathLabel != "inferred" {
			t.Errorf("%s: it waits for %+v, %s", c.name, r.CriticalPath, r.PathLabel)
		}
		if r.Retries != report.Count(2) || r.RetriesAll != report.Count(2) {
			t.Errorf("%s: %v retries of %v", c.name, r.Retries, r.RetriesAll)
		}
	}
}
