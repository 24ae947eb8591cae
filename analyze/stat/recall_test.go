package stat

import (
	"fmt"
	"slices"
	"testing"
)

func ids(prefix string, n int) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprintf("%s%03d", prefix, i+1)
	}
	return list
}

// Each by hand from the definition of recall and of what a literal commits to.
func TestReconcile(t *testing.T) {
	type want struct {
		status   RecallStatus
		used     float64
		baseline int
		novel    int
	}
	for _, c := range []struct {
		name          string
		found, missed int
		literal       string
		want          want
	}{
		{"all found", 5, 0, "1.0", want{RecallAgree, 1, 5, 0}},
		{"none found", 0, 5, "0", want{RecallAgree, 0, 5, 0}},
		{"4 of 10 to two digits", 4, 6, "0.40", want{RecallAgree, 0.4, 10, 0}},
		{"2 of 3 rounded", 2, 1, "0.67", want{RecallAgree, 2.0 / 3, 3, 0}},
		{"2 of 3 to four digits", 2, 1, "0.6667", want{RecallAgree, 2.0 / 3, 3, 0}},
		{"2 of 3 cut, not rounded", 2, 1, "0.66", want{RecallContradict, 2.0 / 3, 3, 0}},
		{"1 of 8, exactly between two literals", 1, 7, "0.13", want{RecallAgree, 0.125, 8, 0}},
		{"exponent", 4, 6, "4E-1", want{RecallAgree, 0.4, 10, 0}},
		{"one digit, within half a point", 100, 99, "0.5", want{RecallAgree, 100.0 / 199, 199, 0}},
		{"one digit, further off", 5, 6, "0.5", want{RecallAgreeCoarse, 5.0 / 11, 11, 0}},
		{"one digit, exactly half a digit off", 9, 11, "0.5", want{RecallAgreeCoarse, 0.45, 20, 0}},
		{"no digit", 5, 2, "1", want{RecallAgreeCoarse, 5.0 / 7, 7, 0}},
		{"two found outside a baseline of 8", 6, 4, "0.5", want{RecallAgreeNovel, 0.5, 8, 2}},
		{"the largest baseline that fits", 20, 5, "0.75", want{RecallAgreeNovel, 0.75, 20, 5}},
		{"whole baseline missed", 3, 2, "0.0", want{RecallAgreeNovel, 0, 2, 3}},
		{"nothing missed, so no baseline to find", 4, 0, "0.50", want{RecallContradict, 1, 4, 0}},
		{"higher than the lists", 4, 6, "0.90", want{RecallContradict, 0.4, 10, 0}},
		{"a percentage", 4, 6, "40", want{RecallContradict, 0.4, 10, 0}},
		{"no literal", 4, 6, "", want{RecallNoReported, 0.4, 10, 0}},
		{"not a number", 4, 6, `"high"`, want{RecallNoReported, 0.4, 10, 0}},
		{"NaN", 4, 6, "NaN", want{RecallNoReported, 0.4, 10, 0}},
		{"hexadecimal", 4, 6, "0x1p-1", want{RecallNoReported, 0.4, 10, 0}},
		{"no lists", 0, 0, "0.70", want{RecallUncheckable, 0.7, 0, 0}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := Reconcile(BugLists{Found: ids("F", c.found), Missed: ids("M", c.missed)}, c.literal)
			equal(t, "status", r.Status, c.want.status)
			nearKnown(t, "used", r.Used, c.want.used, 1e-12)
			equal(t, "baseline", r.ListSize, c.want.baseline)
			equal(t, "novel", r.Novel, c.want.novel)
			if r.ListSize > 0 {
				near(t, "num/baseline", float64(r.Num)/float64(r.ListSize), r.Used.Value, 1e-12)
			}
		})
	}
}

// Without a reference list nothing is a share of it: 8 bugs found are not 8 of 8.
func TestReconcileNotComputable(t *testing.T) {
	for _, literal := range []string{"null", " null ", "n/a", `"N/A"`} {
		r := Reconcile(BugLists{Found: ids("F", 8)}, literal)
		equal(t, "status", r.Status, RecallNotComputable)
		for what, n := range map[string]Number{"used": r.Used, "from lists": r.FromLists, "reported": r.Reported} {
			missing(t, what+" of "+literal, n, ReasonNotComputable)
		}
		equal(t, "list size", r.ListSize, 0)
		equal(t, "found", r.Found, 8)
		equal(t, "status without lists", Reconcile(BugLists{}, literal).Status, RecallNoReported)
	}
}

func TestReconcileCounts(t *testing.T) {
	for _, c := range []struct {
		found, size int
		literal     string
		status      RecallStatus
		used        Number
		listSize    int
	}{
		{5, 10, "0.50", RecallAgree, Known(0.5), 10},
		{5, 10, "", RecallNoReported, Known(0.5), 10},
		{5, 10, "0.40", RecallContradict, Known(0.5), 10},
		{6, 10, "0.50", RecallContradict, Known(0.6), 10},
		{0, 0, "0.50", RecallUncheckable, Known(0.5), 0},
		{8, 0, "null", RecallNotComputable, Missing(ReasonNotComputable), 0},
		{0, 0, "null", RecallNoReported, Missing(ReasonNoReference), 0},
		{10, 10, "1.00", RecallAgree, Known(1), 10},
		{0, 10, "0.00", RecallAgree, Known(0), 10},
		{1, 1, "", RecallNoReported, Known(1), 1},
		{11, 10, "0.50", RecallUncheckable, Known(0.5), 0},
	} {
		r := ReconcileCounts(c.found, c.size, c.literal)
		if r.Status != c.status || r.Used != c.used || r.ListSize != c.listSize || r.Novel != 0 {
			t.Errorf("%d of %d, %q: %+v", c.found, c.size, c.literal, r)
		}
	}
}

func TestReconcileWithoutRecall(t *testing.T) {
	r := Reconcile(BugLists{}, "")
	equal(t, "status", r.Status, RecallNoReported)
	missing(t, "used", r.Used, ReasonNoReference)
	missing(t, "from lists", r.FromLists, ReasonNoReference)
	missing(t, "reported", r.Reported, ReasonNotReported)

	r = Reconcile(BugLists{}, "40")
	equal(t, "status of a percentage", r.Status, RecallUncheckable)
	missing(t, "used", r.Used, ReasonUncheckable)
	nearKnown(t, "reported", r.Reported, 40, 0)
	missing(t, "used, for more than all", Reconcile(BugLists{}, "1.5").Used, ReasonUncheckable)
	missing(t, "used, for less than none", Reconcile(BugLists{}, "-0.5").Used, ReasonUncheckable)
}

func TestReconcileCleansLists(t *testing.T) {
	lists := BugLists{
		Found:  []string{" A ", "B", "A", "C", "", "D"},
		Missed: []string{"E", "C", "\tE", "F"},
	}
	r := Reconcile(lists, "0.60")
	equal(t, "status", r.Status, RecallAgree)
	equal(t, "found", r.Found, 3)
	equal(t, "missed", r.Missed, 2)
	equal(t, "found as listed", r.FoundListed, 6)
	equal(t, "missed as listed", r.MissedListed, 4)
	equal(t, "duplicates", r.Duplicates, 2)
	equal(t, "blank", r.Blank, 1)
	if !slices.Equal(r.Overlap, []string{"C"}) {
		t.Errorf("overlap = %q", r.Overlap)
	}
	if lists.Found[0] != " A " || lists.Missed[0] != "E" {
		t.Error("the lists were changed")
	}
}

func TestParseDecimal(t *testing.T) {
	for _, c := range []struct {
		literal string
		value   float64
		places  int
		ok      bool
	}{
		{"0.40", 0.4, 2, true},
		{" 0.4 ", 0.4, 1, true},
		{"1", 1, 0, true},
		{"-0.10", -0.1, 2, true},
		{"4e-1", 0.4, 1, true},
		{"4.05E-2", 0.0405, 4, true},
		{"1.5e1", 15, 0, true},
		{"12.50e+1", 125, 1, true},
		{"1e400", 0, 0, false},
		{"1e200", 0, 0, false},
		{"Infinity", 0, 0, false},
		{"1_000", 0, 0, false},
		{"-", 0, 0, false},
		{".", 0, 0, false},
		{"", 0, 0, false},
		{"0.4.0", 0, 0, false},
	} {
		d, ok := ParseDecimal(c.literal)
		if ok != c.ok || ok && (d.Value != c.value || d.Places != c.places) {
			t.Errorf("ParseDecimal(%q) = %+v, %v", c.literal, d, ok)
		}
	}
}

func TestCheckLogged(t *testing.T) {
	none := Missing(ReasonMissingPost)
	for _, c := range []struct {
		computed Number
		literal  string
		want     LoggedCheck
	}{
		{Known(-0.09999999999999998), "-0.10", LoggedAgree},
		{Known(-1.0 / 3), "-0.33", LoggedAgree},
		{Known(-1.0 / 3), "-0.34", LoggedValueConflict},
		{Known(0), "0.00", LoggedAgree},
		{Known(-0.25), "0.25", LoggedSignConflict},
		{Known(-0.25), "0.00", LoggedValueConflict},
		{Known(0), "-0.25", LoggedValueConflict},
		{Known(0.25), "-0.05", LoggedSignConflict},
		{Known(0), "0.10", LoggedValueConflict},
		{Known(0.25), "0", LoggedValueConflict},
		{Known(0.004), "0", LoggedAgree},
		{Known(0.04), "0.0", LoggedAgree},
		{Known(0.8667), "0.9", LoggedAgree},
		{Known(0.8), "0.9", LoggedValueConflict},
		{Known(0.6), "1", LoggedValueConflict},
		{none, "0.10", LoggedOnly},
		{Known(0.1), "", LoggedNot},
		{Known(0.1), "null", LoggedNot},
		{none, "", LoggedNone},
	} {
		if got := CheckLogged(c.computed, c.literal); got != c.want {
			t.Errorf("CheckLogged(%+v, %q) = %s, want %s", c.computed, c.literal, got, c.want)
		}
	}
}

// Deltas of recalls that were rounded first. The fractions are exact; the literals are
// what a writer with so many digits prints.
func TestCheckLoggedDelta(t *testing.T) {
	for _, c := range []struct {
		name          string
		pre, post     Fraction
		before, after string
		delta         string
		want          LoggedCheck
	}{
		{"four digits, difference of rounded recalls", Fraction{11, 15}, Fraction{13, 15}, "0.7333", "0.8667", "0.1334", LoggedAgree},
		{"four digits, difference of exact recalls", Fraction{11, 15}, Fraction{13, 15}, "0.7333", "0.8667", "0.1333", LoggedAgree},
		{"two digits", Fraction{1, 3}, Fraction{2, 3}, "0.33", "0.67", "0.34", LoggedAgree},
		{"three digits down", Fraction{2, 3}, Fraction{1, 3}, "0.667", "0.333", "-0.334", LoggedAgree},
		{"zeros dropped", Fraction{1, 2}, Fraction{5, 6}, "0.5", "0.8333", "0.3333", LoggedAgree},
		{"off by more than the digits allow", Fraction{11, 15}, Fraction{13, 15}, "0.7333", "0.8667", "0.1344", LoggedValueConflict},
		{"a logged recall that disagrees excuses nothing", Fraction{11, 15}, Fraction{13, 15}, "0.7333", "0.8668", "0.1335", LoggedValueConflict},
		{"no logged recalls to have subtracted", Fraction{11, 15}, Fraction{13, 15}, "", "", "0.1334", LoggedValueConflict},
		{"the other way", Fraction{11, 15}, Fraction{13, 15}, "0.7333", "0.8667", "-0.1334", LoggedSignConflict},
	} {
		share := func(f Fraction) Number { return Known(float64(f.Num) / float64(f.Den)) }
		got := CheckLoggedDelta(DeltaOf(c.pre, c.post), c.delta, LoggedRecall{share(c.pre), c.before}, LoggedRecall{share(c.post), c.after})
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}
