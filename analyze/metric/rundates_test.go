package metric

import (
	"testing"
	"time"
)

func TestRunDatesAreThoseOfUTC(t *testing.T) {
	var dates RunDates
	east := time.FixedZone("", 2*60*60)
	for _, c := range []struct {
		at   time.Time
		want string
	}{
		{time.Time{}, ""},
		{time.Date(2026, 3, 12, 0, 0, 0, 0, time.UTC), "2026-03-12"},
		{time.Date(2026, 3, 12, 23, 59, 59, 999_999_999, time.UTC), "2026-03-12"},
		{time.Date(2026, 3, 12, 1, 0, 0, 0, east), "2026-03-11"},
		{time.Date(2026, 3, 12, 12, 0, 0, 0, time.UTC), "2026-03-12"},
		{time.Date(1970, 1, 1, 0, 0, 0, 0, time.UTC), "1970-01-01"},
		{time.Date(1969, 12, 31, 23, 59, 59, 0, time.UTC), "1969-12-31"},
		{time.Date(1969, 12, 31, 0, 0, 0, 0, time.UTC), "1969-12-31"},
		{time.Date(1970, 1, 2, 0, 0, 0, 0, time.UTC), "1970-01-02"},
		{time.Date(1, 1, 2, 0, 0, 0, 0, time.UTC), "0001-01-02"},
	} {
		if got := dates.Of(c.at); got != c.want {
			t.Errorf("%v: %q, want %q", c.at, got, c.want)
		}
	}
	var first RunDates
	if got := first.Of(time.Date(1970, 1, 1, 0, 0, 0, 0, time.UTC)); got != "1970-01-01" {
		t.Errorf("asked for first: %q", got)
	}
}
