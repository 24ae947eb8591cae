package change

import (
	"fmt"
	"math"
	"testing"

	"runreport/analyze/stat"
)

// zeroTo is a null of the values 0 to n-1 times a size.
func zeroTo(n int, size float64) null {
	values := make([]float64, n)
	for i := range values {
		values[i] = float64(i) * size
	}
	return null{up: stat.NewTail(values), n: n}
}

// The limits of a null are its 2.5 % and 97.5 % quantiles, where it has thirty values: of 0 to 40 they
// are 1 and 39.
func TestLimitsOfANull(t *testing.T) {
	g := &group{}
	g.nulls.of = [4]null{zeroTo(41, 1), zeroTo(29, 1), zeroTo(30, 1), {}}
	l := g.limits()
	if !l[0].ok || math.Abs(l[0].lo-1) > 1e-9 || math.Abs(l[0].hi-39) > 1e-9 || l[1].ok || !l[2].ok || l[3].ok {
		t.Errorf("%+v", l)
	}
}

// What would be seen is the z of a call less the 20 % quantile of the null, in scales of the step, but
// no less than 10 % and a second. More dates are told where they show a smaller change.
func TestWhatIsVisible(t *testing.T) {
	const steps = 2
	p := 0.01 / 4 / (2 * steps)
	shift := func(size, scale float64) float64 {
		n := zeroTo(40, size)
		return math.Expm1((n.up.Value(p) - n.up.Quantile(0.2)) * scale)
	}
	for _, c := range []struct {
		name           string
		seconds, noise float64 // noise: every value lies so far from the median
		nulls          [4]null
		want           string
	}{
		{"smaller with more dates", 600, 0.1, [4]null{zeroTo(40, 0.1), zeroTo(40, 0.05), zeroTo(40, 0.05), zeroTo(29,
			0.01)},
			fmt.Sprintf("1:%.6f 2:%.6f ", shift(0.1, 0.14826), shift(0.05, 0.14826))},
		{"a null of too few", 600, 0.1, [4]null{zeroTo(29, 0.1), zeroTo(30, 0.05)}, "2"},
		{"larger with more dates", 600, 0.1, [4]null{zeroTo(40, 0.05), zeroTo(40, 0.1)}, fmt.Sprintf("1:%.6f ",
			shift(0.05, 0.14826))},
		{"a tenth at least", 600, 0, [4]null{zeroTo(40, 0.001), zeroTo(40, 0.0001)}, "1:0.100000 "},
		{"a second at least", 4, 0, [4]null{zeroTo(40, 0.001)}, "1:0.250000 "},
		{"no null", 600, 0.1, [4]null{}, ""},
	} {
		g := &group{name: "g"}
		for i := range steps {
			logs := make([]float64, 21)
			for d := range logs {
				logs[d] = math.Log(c.seconds) + c.noise*float64(2*(d%2)-1)
			}
			tr := steady(logs...)
			tr.key.Name = stepName(steps - i)
			tr.setReferences(nil)
			g.tracks = append(g.tracks, tr)
		}
		g.dates = datesOfAll(g.tracks)
		g.common = newDated[commonEffect](g.dates)
		g.nulls.of = c.nulls
		all := g.visible()
		if len(all) != steps || all[0].Name > all[1].Name {
			t.Fatalf("%s: %+v", c.name, all)
		}
		got := ""
		for _, s := range all[0].Slower {
			got += fmt.Sprintf("%d:%.6f ", s.Dates, s.Share)
		}
		if c.want == "2" && len(all[0].Slower) == 1 && all[0].Slower[0].Dates == 2 {
			got = "2"
		}
		if got != c.want || (all[0].Reason == "") != (c.want != "") {
			t.Errorf("%s: %s (%s), want %s", c.name, got, all[0].Reason, c.want)
		}
	}
}

// A call of one of n steps needs p of 0.01 over four windows and both directions of each step; the 80 %
// point of the normal distribution, 0.8416, is added to its quantile there.
func TestNeedOfANormalStep(t *testing.T) {
	for n, quantile := range map[int]float64{0: 3.023341, 1: 3.023341, 10: 3.662261} { // of 1 - 0.00125 and 1 - 0.000125
		if got := normalNeed(n); math.Abs(got-quantile-0.841621) > 2e-6 {
			t.Errorf("%d steps: %.6f, want %.6f", n, got, quantile+0.841621)
		}
	}
}
