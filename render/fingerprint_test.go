package render

import (
	"testing"

	"runreport/analyze/report"
)

// Everything that differs has another sum, however its parts would run together.
func TestFingerprintTellsValuesApart(t *testing.T) {
	type part struct {
		Text   string
		hidden string
		List   []string
		More   *part
		Yes    bool
		N      int
		Line   *int64
		X      float64
	}
	seen := map[string]part{}
	for _, p := range []part{
		{}, {Text: "ab"}, {hidden: "ab"}, {Text: "a", hidden: "b"}, {Text: "a", List: []string{"b"}},
		{List: []string{}}, {List: []string{""}}, {List: []string{"", ""}}, {List: []string{"ab"}}, {List: []string{"a", "b"}},
		{More: &part{}}, {More: &part{More: &part{}}}, {More: &part{Text: "ab"}}, {Yes: true}, {N: 1}, {N: -1}, {Line: line(0)}, {Line: line(1)}, {X: 1}, {X: -1},
	} {
		sum, err := contentFingerprint(p)
		if err != nil {
			t.Fatal(err)
		}
		if before, taken := seen[sum]; taken {
			t.Errorf("%+v and %+v have one sum", before, p)
		}
		seen[sum] = p
	}
	one, _ := contentFingerprint("a", "b")
	for _, other := range [][]any{{"ab", ""}, {"a"}, {"a", "b", ""}, {"b", "a"}} {
		if two, _ := contentFingerprint(other...); two == one {
			t.Errorf("%q has the sum of two other texts", other)
		}
	}
}

// The sum is of what values hold, not of where they lie, and stays the same.
func TestFingerprintOfEqualValues(t *testing.T) {
	sum := func() string {
		s, err := contentFingerprint(fixtureSections())
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	if one, two := sum(), sum(); one != two || len(one) != 64 {
		t.Errorf("two sums of one page: %s and %s", one, two)
	}
}

func TestFingerprintRefusesWhatIsNotPlain(t *testing.T) {
	for _, v := range []any{func() {}, map[string]int{}, struct{ V any }{1}, &report.Report{}, nil} {
		if sum, err := contentFingerprint(v); err == nil {
			t.Errorf("%T has the sum %s", v, sum)
		}
	}
}
