package run_test

import (
	"testing"

	"runreport/ingest/playbook/playbooktest"
)

// An attempt at a phase has a duration where time went by, however little, and none where its start and
// end have one stamp.
func TestLengthOfAnAttempt(t *testing.T) {
	for end, want := range map[string]float64{
		"09:01:00.000": -1, "09:01:00.500": 0.5, "09:01:01.000": 1, "09:03:00.000": 120, "09:00:59.000": -1,
	} {
		l := playbooktest.Load(t, map[string]string{"harbor/quality/run_state.jsonl": playbooktest.Head + "\n" + playbooktest.Lines(
			`{"event":"phase_start","ts":"2026-03-02T09:01:00.000Z","phase":1}`,
			`{"event":"phase_end","ts":"2026-03-02T`+end+`Z","phase":1,"key_counts":{},"artifacts_produced":[]}`)})
		a := &l.Set.Attempts
		if a.Len() != 1 || a.Attempt.At(0) != 1 || !a.Converged.Is(0) || a.Step.At(0) != "phase 1" {
			t.Errorf("up to %s: %d attempts, the first %d", end, a.Len(), a.Attempt.At(0))
		}
		if s, ok := a.DurationS.Get(0); ok != (want > 0) || ok && s != want {
			t.Errorf("up to %s: %v s, %v; want %v", end, s, ok, want)
		}
	}
}
