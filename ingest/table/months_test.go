package table

import (
	"testing"
	"time"
)

// Months of instants in any order are those that MonthOf says.
func TestMonths(t *testing.T) {
	zone := time.FixedZone("", 2*3600)
	var m months
	for _, at := range []time.Time{
		time.Date(2026, 4, 1, 0, 0, 0, 0, time.UTC),
		time.Date(2026, 4, 30, 23, 59, 59, 999_999_999, time.UTC),
		time.Date(2026, 5, 1, 1, 59, 59, 0, zone), // April in UTC
		time.Date(2026, 5, 1, 2, 0, 0, 0, zone),
		{},
		time.Date(2026, 5, 31, 0, 0, 0, 0, time.UTC),
		time.Date(2026, 3, 31, 0, 0, 0, 0, time.UTC),
		time.Date(9999, 12, 31, 0, 0, 0, 0, time.UTC),
		time.Date(10_000, 1, 1, 0, 0, 0, 0, time.UTC),
		time.Date(1969, 12, 31, 0, 0, 0, 0, time.UTC),
		time.Date(1970, 1, 1, 0, 0, 0, 0, time.UTC),
	} {
		if got, want := m.of(at), MonthOf(at); got != want {
			t.Errorf("%s is in %s, want %s", at, got, want)
		}
	}
}
