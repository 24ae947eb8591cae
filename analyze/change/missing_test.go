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
