package change

import (
	"strings"
	"testing"
	"time"
)

// Old logs go as time goes by; what is missing beside or after a run that both reports
// have is lost. Runs are named by the day on which they ended.
func TestMissingUnits(t *testing.T) {
	units := func(days string) (all []unitSeen) {
		for _, d := range strings.Fields(days) {
			at, err := time.Parse("02", d)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, unitSeen{system: "kahn", name: d, key: d, at: at, started: at})
		}
		return all
	}
	names := func(all []unitSeen) string {
		var out []string
		for _, u := range all {
			out = append(out, u.name)
		}
		return strings.Join(out, " ")
	}
	for _, c := range []struct{ before, now, missing, older string }{
		{"01 02 03", "01 02 03 04", "", ""},
		{"01 02 03", "02 03 04", "", "01"},
		{"01 02 03", "01 03 04", "02", ""},
		{"01 02 03", "01 02", "03", ""},
		{"01 02 03", "02", "03", "01"},
		{"01 02 03", "04 05", "", ""}, // other logs
	} {
		missing, older := missingUnits(units(c.before), units(c.now))
		if names(missing) != c.missing || names(older) != c.older {
			t.Errorf("%s, then %s: missing %q, older %q; want %q, %q", c.before, c.now, names(missing), names(older), c.missing, c.older)
		}
	}
}

// A unit is here under its key or, where its folder has another name now, under its own and its start.
// One without a time is missing: nobody knows that it is old.
func TestUnitsUnderAnotherKey(t *testing.T) {
	unit := func(key, name string, d int) unitSeen {
		u := unitSeen{system: "kahn", key: key, name: name}
		if d > 0 {
			u.at, u.started = day(d), day(d)
		}
		return u
	}
	before := []unitSeen{unit("a/1", "1", 2), unit("a/2", "2", 3), unit("a/3", "3", 1), unit("a/4", "4", 0),
		unit("a/5", "5", 4)}
	now := []unitSeen{unit("a/1", "one", 2), unit("b/2", "2", 3), unit("b/5", "5", 6)}
	missing, older := missingUnits(before, now)
	if len(older) != 1 || older[0].key != "a/3" || len(missing) != 2 || missing[0].key != "a/4" ||
		missing[1].key != "a/5" {
		t.Errorf("missing %+v, older %+v", missing, older)
	}
	if later(day(1), day(2)) != day(2) || later(day(2), day(1)) != day(2) || later(day(1), time.Time{}) != day(1) {
		t.Error("the later of two times")
	}
}
