package analyze

import (
	"strings"
	"testing"
)

func TestTheBannerNamesTheLatestOfWhatIsToLookAt(t *testing.T) {
	s := cycleOf("revert", nil, nil, []string{"old"})
	later := cycleOf("revert", nil, nil, []string{"young"})
	later.Cycles.Key.Set(0, "c2")
	later.Cycles.Cycle.Set(0, "pattern-9")
	later.Cycles.StartedAt.Set(0, later.Cycles.StartedAt.At(0).AddDate(0, 0, 7))
	later.Cycles.EndedAt.Set(0, later.Cycles.EndedAt.At(0).AddDate(0, 0, 7))
	s.Join(later)
	got := built(s, Options{}).Data.Attention[0]
	if want := "Failed: 1 missing benchmark (young was not measured on both sides of cycle pattern-9, iteration 1)."; got.Severity != "error" || !strings.Contains(got.Text, want) {
		t.Errorf("%s: %s", got.Severity, got.Text)
	}
}

func TestNothingToDoIsNotNothingFound(t *testing.T) {
	s := cycleOf("ship", nil, nil, nil)
	m := addMeasurement(t, s, "chi pre-lever 10:00 11:00")
	s.Measurements.Found.Set(m, []string{"B1", "B1"}) // only worth knowing
	_, quiet := first(t, s)
	if len(quiet.Data.Findings) == 0 {
		t.Fatal("the case needs a finding that is no error")
	}
	text := quiet.Data.Attention[0].Text
	if !strings.HasPrefix(text, "No errors: ") || !strings.Contains(text, "1 format finding") {
		t.Errorf("with %d findings the report says %q", len(quiet.Data.Findings), text)
	}
}
