package analyze

import (
	"strings"
	"testing"
)

func TestNothingToDoIsNotNothingFound(t *testing.T) {
	s := cycleOf("ship", nil, nil, nil)
	m := addMeasurement(t, s, "chi pre-lever 10:00 11:00")
	s.Measurements.Found.Set(m, []string{"B1", "B1"}) // only worth knowing
	_, quiet := first(t, s)
	if len(quiet.Data.Findings) == 0 {
		t.Fatal("the case needs a finding that asks for no action")
	}
	text := quiet.Data.Attention[0].Text
	if !strings.HasPrefix(text, "Nothing needs action") || strings.Contains(text, "no rule was broken") {
		t.Errorf("with %d findings the report says %q", len(quiet.Data.Findings), text)
	}
}
