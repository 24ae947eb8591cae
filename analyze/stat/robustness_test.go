package stat

import (
	"encoding/binary"
	"math"
	"reflect"
	"slices"
	"testing"
)

// FuzzNumbers feeds arbitrary floats and counts to everything that takes them: nothing may
// panic, return a NaN or an infinity, or change its input.
func FuzzNumbers(f *testing.F) {
	extremes := []float64{
		0, math.Copysign(0, -1), 1, -1, 0.5, 5e-324, 1e-300, 1e99, -1e100, 1e101, math.MaxFloat64, -math.MaxFloat64,
		math.Inf(1), math.Inf(-1), math.NaN(),
	}
	seed := func(values ...float64) {
		var data []byte
		for _, v := range values {
			data = binary.LittleEndian.AppendUint64(data, math.Float64bits(v))
		}
		f.Add(data)
	}
	seed()
	seed(extremes...)
	seed(1e100, -1e100, 1e100, -1e100, 1e100, -1e100, 1e100, -1e100, 1e100, -1e100)
	seed(5e-324, 0, 5e-324, 0, 5e-324, 0, 5e-324, 0, 1e-320, 3)
	for i, v := range extremes {
		seed(v)
		seed(v, v)
		seed(v, extremes[(i+1)%len(extremes)], v, v, v, v, v, v, v, 1, 2)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 8*60 {
			data = data[:8*60]
		}
		var values []float64
		var counts []int
		for ; len(data) >= 8; data = data[8:] {
			bits := binary.LittleEndian.Uint64(data)
			values = append(values, math.Float64frombits(bits))
			counts = append(counts, int(int16(bits>>32)), int(int8(bits)))
		}
		given := slices.Clone(values)
		for what, result := range everything(values, counts) {
			if bad := notFinite(reflect.ValueOf(result)); bad != "" {
				t.Errorf("%s of %v, %v: %s in %+v", what, values, counts, bad, result)
			}
		}
		for i := range given {
			if math.Float64bits(values[i]) != math.Float64bits(given[i]) {
				t.Fatalf("input changed from %v to %v", given, values)
			}
		}
	})
}

// everything computes all statistics of some values and counts.
func everything(values []float64, counts []int) map[string]any {
	half := len(values) / 2
	x, y := values[:half], values[half:]
	count := func(i int) int {
		if i < len(counts) {
			return counts[i]
		}
		return 0
	}
	value := math.NaN()
	if len(values) > 0 {
		value = values[0]
	}
	var lifetimes []Lifetime
	var nodes []Node
	var bugs []RepeatedBug
	var fractions []Fraction
	var benchmarks []BenchmarkRecall
	for i, v := range values {
		lifetimes = append(lifetimes, Lifetime{v, Ending(i % 3)})
		nodes = append(nodes, Node{count(2 * i), count(2*i + 1), v, values[len(values)-1-i], i%2 == 0})
		fractions = append(fractions, Fraction{count(2 * i), count(2*i + 1)})
		bugs = append(bugs, bug(count(2*i)%7, count(2*i+1)%7, count(2*i+1)%5, count(2*i)%5))
		benchmarks = append(benchmarks, BenchmarkRecall{Known(v), Known(values[len(values)-1-i]), count(i)})
	}
	noise := RunNoise([]RepeatGroup{{x, count(0)}, {y, count(1)}, {values, count(2)}})
	survival := KaplanMeier(lifetimes)
	var limits []Number
	for _, step := range survival.Curve {
		lo, hi := step.Interval()
		limits = append(limits, lo, hi)
	}
	shift := HodgesLehmann(x, y)
	class, _ := Classify(Known(value), value)
	return map[string]any{
		"rate":     NewRate(count(0), count(1)),
		"delta":    DeltaOf(Fraction{count(0), count(1)}, Fraction{count(2), count(3)}),
		"means":    MeanDelta(x, y),
		"grade":    GradeOf(class, Known(value), noise.Band95(1, 1), Known(value)),
		"paired":   PairedTest(count(0), count(1)),
		"interval": PairedInterval(Pairs{count(0), count(1), count(2), count(3)}),
		"signflip": SignFlip(bugs),
		"noise": []any{noise, noise.Band95(count(0), count(1)), noise.MDD80(1, 2), noise.SDUpper95(),
			noise.GradingBand(count(0), 1, 1, count(1))},
		"flips":    []Number{FlipBand(value, count(0), 1, 1), DetectableDelta(value, 3, count(0), count(1))},
		"averages": AverageRecall(benchmarks),
		"fdr":      BenjaminiHochberg([]Number{Known(value), {Value: value, OK: true}, Known(0.5)}),
		"shrink":   Shrink(fractions),
		"change":   FindChanges(values, 0.05),
		"quantile": []any{Quantile(values, 0.9), Quantile(values, value), Summarize(values)},
		"survival": []any{survival, limits, survival.Quantile(0.5), survival.Quantile(value), KaplanMeierIfStalledNeverEnd(lifetimes)},
		"ranks":    MannWhitney(x, y),
		"shift":    []any{shift, shift.Slower(Known(0.01))},
		"trend":    []any{TrendOf(x, y), TrendOf(values, values)},
		"path":     new(PathFinder).CriticalPath(nodes, value, 1),
	}
}

// notFinite names the first NaN or infinity inside v.
func notFinite(v reflect.Value) string {
	switch v.Kind() {
	case reflect.Float64:
		if math.IsNaN(v.Float()) || math.IsInf(v.Float(), 0) {
			return "is not finite"
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if bad := notFinite(v.Field(i)); bad != "" {
				return v.Type().Field(i).Name + " " + bad
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			if bad := notFinite(v.Index(i)); bad != "" {
				return bad
			}
		}
	case reflect.Interface:
		return notFinite(v.Elem())
	}
	return ""
}

// FuzzReconcile holds the parts of a recall together, whatever the lists and literal.
func FuzzReconcile(f *testing.F) {
	f.Add(4, 6, "0.40")
	f.Add(17, 6, "0.40")
	f.Add(0, 0, "1e-999")
	f.Add(3, 0, "-0")
	f.Add(1, 1, "5e-1")
	f.Add(2, 3, "+.5")
	f.Fuzz(func(t *testing.T, found, missed int, literal string) {
		found, missed = abs(found%50), abs(missed%50)
		r := Reconcile(BugLists{ids("F", found), ids("M", missed)}, literal)
		if r.Used.OK && !(r.Used.Value >= -Eps && r.Used.Value <= 1+Eps) {
			t.Errorf("recall %v is no share", r.Used.Value)
		}
		if r.ListSize > 0 && r.ListSize != r.Found+r.Missed-r.Novel {
			t.Errorf("baseline %d of %d found, %d missed, %d novel", r.ListSize, r.Found, r.Missed, r.Novel)
		}
		if _, stated := ParseDecimal(literal); stated == (r.Status == RecallNoReported) {
			t.Errorf("%q has status %s", literal, r.Status)
		}
		if bad := notFinite(reflect.ValueOf(r)); bad != "" {
			t.Errorf("%s in %+v", bad, r)
		}
	})
}
