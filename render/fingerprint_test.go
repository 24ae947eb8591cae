package render

import (
	"math/rand/v2"
	"reflect"
	"sync"
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

// summed is a value of every kind that can be summed up, in lists, behind pointers and in itself.
type summed struct {
	Text, other string
	Yes         bool
	N           int
	Wide        int64
	X           float64
	Names       []string
	Lists       [][]struct{}
	Point       *int
	Wider       *int64
	Own         []summed
	More        *summed
}

// arbitrary is a value out of few, so that equal ones and those that differ little are met.
func arbitrary(r *rand.Rand, depth int) (v summed) {
	texts, numbers := []string{"", "a", "aa"}, []int64{0, 1, -1, 1 << 32, 1<<32 | 1, -1 << 63}
	few := func() int { return r.IntN(3) }
	for range 2 { // most values hold little, so that they are often equal
		switch r.IntN(12) {
		case 0:
			v.Text = texts[few()]
		case 1:
			v.other = texts[few()]
		case 2:
			v.Yes = !v.Yes
		case 3:
			v.N = int(numbers[r.IntN(len(numbers))])
		case 4:
			v.Wide = numbers[r.IntN(len(numbers))]
		case 5:
			v.X = float64(few())
		case 6:
			v.Names = make([]string, few())
			for i := range v.Names {
				v.Names[i] = texts[few()]
			}
		case 7:
			v.Lists = make([][]struct{}, few())
			for i := range v.Lists {
				if few() > 0 {
					v.Lists[i] = make([]struct{}, few())
				}
			}
		case 8:
			n := int(numbers[r.IntN(len(numbers))])
			v.Point = &n
		case 9:
			v.Wider = &numbers[r.IntN(len(numbers))]
		case 10:
			for range few() * min(depth, 1) {
				v.Own = append(v.Own, arbitrary(r, depth-1))
			}
		case 11:
			if depth > 0 {
				x := arbitrary(r, depth-1)
				v.More = &x
			}
		}
	}
	return v
}

// Two values have one sum if, and only if, reflection finds them equal.
func TestFingerprintAgreesWithReflection(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	seen := map[string]summed{}
	equal := 0
	for range 40_000 {
		v := arbitrary(r, 2)
		sum, err := contentFingerprint(v)
		if err != nil {
			t.Fatal(err)
		}
		before, met := seen[sum]
		if met && !reflect.DeepEqual(before, v) {
			t.Fatalf("%+v and %+v have one sum", before, v)
		}
		if met {
			equal++
		}
		seen[sum] = v
		if again, _ := contentFingerprint(v); again != sum {
			t.Fatalf("%+v has two sums", v)
		}
	}
	if equal < 1000 || len(seen) < 1000 {
		t.Errorf("of the values %d were equal to one before, and %d differed", equal, len(seen))
	}
}

// What writes values of a type is made once, by whoever needs it first, and a value that is refused leaves nothing behind.
func TestFingerprintsAtOnce(t *testing.T) {
	writers.Lock()
	writers.of = nil
	writers.Unlock()
	x := 1
	want, err := contentFingerprint("a", summed{Point: &x})
	if err != nil {
		t.Fatal(err)
	}
	writers.Lock()
	writers.of = nil
	writers.Unlock()
	var wg sync.WaitGroup
	for range 16 {
		wg.Go(func() {
			if _, err := contentFingerprint("left behind", struct{ V any }{}); err == nil {
				t.Error("an interface was summed up")
			}
			if got, err := contentFingerprint("a", summed{Point: &x}); err != nil || got != want {
				t.Errorf("a sum beside others: %s, %v, want %s", got, err, want)
			}
		})
	}
	wg.Wait()
}
