package record

import (
	"testing"
	"time"
)

// A value that is made is given, and reads as what it was made of.
func TestValues(t *testing.T) {
	at := time.Date(2026, 4, 22, 10, 0, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		got  Value
		text string
		n    int64
	}{
		"true": {BoolValue(true), "true", 1}, "false": {BoolValue(false), "false", 0}, "a time": {TimeValue(at, "10:00"), "10:00", 0},
	} {
		if !c.got.Given || c.got.Text != c.text || c.got.Int != c.n {
			t.Errorf("%s: %+v", name, c.got)
		}
	}
	if v := TimeValue(at, ""); !v.When.Equal(at) {
		t.Errorf("a time: %v", v.When)
	}
}
