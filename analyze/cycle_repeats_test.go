package analyze

import (
	"math"
	"testing"

	"runreport/analyze/stat"
)

// Found bugs outside of a reference list of eight are no pairs of it, with repeats as with one
// run a side.
func TestRepeatsCountPairsOfTheReferenceList(t *testing.T) {
	four := run{found: "a b c d", missed: "e f g h", recall: "0.5"}
	novel := run{found: "a b c d x y", missed: "e f g h", recall: "0.5"}
	other := run{found: "a b c d", missed: "e f g h", recall: "0.9"} // contradicts its lists
	for _, c := range []struct {
		name      string
		pre, post []run
		want      int64
	}{
		{"one run a side", []run{novel}, []run{novel}, 8},
		{"repeats", []run{novel}, []run{four, four, novel}, 8},
		{"repeats, nothing outside", []run{four, four}, []run{four}, 8},
		{"the size of the list is not known", []run{novel}, []run{other, novel}, 10},
	} {
		got, _ := first(t, cycleOf("iterate", nil, nil, nil, bench{"b", c.pre, c.post, ""}))
		if n := got.Benchmarks[0].NPairs; n != c.want {
			t.Errorf("%s: %d pairs, want %d", c.name, n, c.want)
		}
	}
}

// The band of noise is of the means of a comparison that was made. Of two before against one
// and one against two none compares two with two.
func TestTheBandOfNoiseIsOfOneComparison(t *testing.T) {
	r := func(found, missed string) run { return run{found: found, missed: missed} }
	more, less := r("a b c", "d"), r("a b", "c d")
	for _, c := range []struct {
		name      string
		benches   []bench
		pre, post float64
	}{
		{"most runs", []bench{{"x", []run{more}, []run{less}, ""}, {"y", []run{more, less, more}, []run{less, more}, ""}}, 3, 2},
		{"no two against two", []bench{{"x", []run{more, less}, []run{more}, ""}, {"y", []run{less}, []run{less, more}, ""}}, 2, 1},
		{"nothing after", []bench{{"x", []run{more}, []run{less}, ""}, {"y", []run{more, less, more}, nil, ""}}, 1, 1},
	} {
		got, _ := first(t, cycleOf("iterate", nil, nil, nil, c.benches...))
		n := got.Noise
		want := stat.Noise{SD: n.SD.Value, DF: int(n.DF)}.Band95(int(c.pre), int(c.post))
		if !n.Band95.OK || math.Abs(n.Band95.Value-want.Value) > 1e-12 {
			t.Errorf("%s: ±%v, want ±%v", c.name, n.Band95.Value, want.Value)
		}
	}
}
