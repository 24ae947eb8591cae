package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"
)

// cuttable has lists of each kind, as Data does.
type cuttable struct {
	Name  string `json:"name"`
	First []item `json:"first" list:"total"`
	Last  []item `json:"last" list:"total,latest"`
	Inner struct {
		Kept []item `json:"kept" list:"total,kept"`
	} `json:"inner"`
	More []item `json:"more" list:"total"`
	End  int64  `json:"end"`
}

type item struct {
	N    int64    `json:"n"`
	Text string   `json:"text"`
	Own  []int64  `json:"own"`
	Deep []inside `json:"deep" list:"total"`
}

type inside struct {
	Word string `json:"word"`
}

func items(n, length int) (out []item) {
	for i := range n {
		out = append(out, item{N: int64(i), Text: strings.Repeat("x", (i*7)%(length+1)), Deep: []inside{{"w"}}})
	}
	return out
}

// written cuttable in at most so many bytes; 0: no limit.
func cutTo(t testing.TB, v *cuttable, room int) []byte {
	t.Helper()
	e := newEncoder(room)
	if err := e.value(e.form(reflect.TypeFor[cuttable]()), reflect.ValueOf(v).Elem(), 0); err != nil {
		t.Fatal(err)
	}
	e.out = append(e.out, '\n')
	return e.fitted()
}

// For every length that is asked for: the output is JSON, no longer than that or without
// entries, lists keep their first or their last entries, byte for byte, and say how many there
// were, and those that comparisons need are cut last.
func TestCutToEveryLength(t *testing.T) {
	v := &cuttable{Name: "n", First: items(9, 40), Last: items(12, 25)}
	v.Inner.Kept = items(5, 30)
	whole := cutTo(t, v, 0)
	for room := 1; room <= len(whole)+1; room++ {
		out := cutTo(t, v, room)
		var got struct {
			Name        string
			First, Last []item
			First_total int
			Last_total  int
			Inner       struct {
				Kept       []item
				Kept_total int
			}
			End *int
		}
		if err := json.Unmarshal(out, &got); err != nil {
			t.Fatalf("%d bytes: %v\n%s", room, err, out)
		}
		if got.First_total != 9 || got.Last_total != 12 || got.Inner.Kept_total != 5 || got.End == nil {
			t.Fatalf("%d bytes: %s", room, out)
		}
		f, l, k := got.First, got.Last, got.Inner.Kept
		if len(out) > room && len(f)+len(l)+len(k) > 0 {
			t.Fatalf("%d bytes: %d with entries that could go", room, len(out))
		}
		if len(k) < 5 && len(f)+len(l) > 0 {
			t.Fatalf("%d bytes: the list to keep was cut before others", room)
		}
		for i, x := range f {
			if x.N != int64(i) {
				t.Fatalf("%d bytes: %d is not the first entries", room, x.N)
			}
		}
		for i, x := range l {
			if x.N != int64(12-len(l)+i) {
				t.Fatalf("%d bytes: %d is not the last entries", room, x.N)
			}
		}
		if room >= len(whole) && !bytes.Equal(out, whole) {
			t.Fatalf("%d bytes are enough for all", room)
		}
		shorter := &cuttable{Name: "n", First: v.First[:len(f)], Last: v.Last[12-len(l):]}
		shorter.Inner.Kept = v.Inner.Kept[:len(k)]
		want := strings.NewReplacer(
			fmt.Sprintf(`"first_total": %d`, len(f)), `"first_total": 9`,
			fmt.Sprintf(`"last_total": %d`, len(l)), `"last_total": 12`,
			fmt.Sprintf(`"kept_total": %d`, len(k)), `"kept_total": 5`).Replace(string(cutTo(t, shorter, 0)))
		if string(out) != want {
			t.Fatalf("%d bytes: %s\nwant %s", room, out, want)
		}
	}
}

// What is cut while the rest is still to be written is no more than what would be cut of the
// whole: the output is that of a cut at the end.
func TestCutWhileWriting(t *testing.T) {
	for seed := range 20 {
		r := rand.New(rand.NewPCG(uint64(seed), 1))
		v := &cuttable{Name: "n", First: items(r.IntN(60), r.IntN(80)), Last: items(r.IntN(60), r.IntN(80))}
		v.Inner.Kept, v.More = items(r.IntN(40), r.IntN(80)), items(r.IntN(60), r.IntN(80))
		for room := 50; room <= len(cutTo(t, v, 0)); room += 611 {
			e := newEncoder(0)
			if err := e.value(e.form(reflect.TypeFor[cuttable]()), reflect.ValueOf(v).Elem(), 0); err != nil {
				t.Fatal(err)
			}
			e.out, e.room = append(e.out, '\n'), room
			if want, got := e.fitted(), cutTo(t, v, room); !bytes.Equal(got, want) {
				t.Fatalf("seed %d, %d bytes: %s\nwant %s", seed, room, got, want)
			}
		}
	}
}

// A summary of more runs, cycles and findings than it has room for keeps the latest runs and
// cycles and all problems, and can be read again.
func TestSummaryIsBounded(t *testing.T) {
	if testing.Short() {
		t.Skip("it writes some hundred megabytes")
	}
	start := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	d := Data{Schema: Schema}
	for i := range 12_000 {
		d.Runs = append(d.Runs, Run{Key: fmt.Sprint("kahn:", i), StartedAt: start.Add(time.Duration(i) * time.Hour), RunDetails: &RunDetails{Reason: strings.Repeat("r", 2000)}, RunSetup: &RunSetup{}, RunEnd: &RunEnd{}})
		d.Findings = append(d.Findings, Finding{Code: "bad_line", Message: strings.Repeat("m", 500)})
	}
	for i := range 2000 {
		b := Benchmark{Benchmark: "chi", Sentence: strings.Repeat("s", 20_000)}
		d.Cycles = append(d.Cycles, Cycle{Cycle: fmt.Sprint(i), Benchmarks: []Benchmark{b}})
		d.Problems = append(d.Problems, Problem{Key: fmt.Sprint("flake/", i), Text: strings.Repeat("t", 500)})
	}
	out, err := WriteSummary(&d)
	if err != nil {
		t.Fatal(err)
	}
	if len(out) > MaxSummaryBytes || len(out) < MaxSummaryBytes*9/10 {
		t.Errorf("%d bytes, at most %d are allowed", len(out), MaxSummaryBytes)
	}
	got, cut, err := ReadSummary(bytes.NewReader(out))
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Problems) != 2000 || cut["problems"] != 0 {
		t.Errorf("%d of 2000 problems", len(got.Problems))
	}
	if n := len(got.Runs); n == 0 || got.Runs[n-1].Key != "kahn:11999" || cut["runs"] != 12_000 {
		t.Errorf("%d runs of %d; the last one must be the latest", n, cut["runs"])
	}
	if n := len(got.Cycles); n == 0 || got.Cycles[n-1].Cycle != "1999" || cut["cycles"] != 2000 {
		t.Errorf("%d cycles of %d; the last one must be the latest", n, cut["cycles"])
	}
	if cut["findings"] != 12_000 {
		t.Errorf("findings: %d", cut["findings"])
	}
}

// Writing takes memory in proportion to what is kept, not to what there is.
func TestSummaryOfMoreTakesNoMoreMemory(t *testing.T) {
	v := &cuttable{Last: items(20_000, 100), First: items(20_000, 100)}
	const room = 10_000
	bytes := testing.AllocsPerRun(1, func() { cutTo(t, v, room) })
	half := &cuttable{Last: v.Last[:10_000], First: v.First[:10_000]}
	if fewer := testing.AllocsPerRun(1, func() { cutTo(t, half, room) }); bytes > fewer*1.1+10 {
		t.Errorf("%v allocations for twice what takes %v", bytes, fewer)
	}
	e := newEncoder(room)
	if err := e.value(e.form(reflect.TypeFor[cuttable]()), reflect.ValueOf(v).Elem(), 0); err != nil {
		t.Fatal(err)
	}
	if cap(e.out) > 16*room {
		t.Errorf("%d bytes are held for %d to keep", cap(e.out), room)
	}
}

func BenchmarkWriteSummary(b *testing.B) {
	d := filled()
	for len(d.Runs) < 2000 {
		d.Runs = append(d.Runs, d.Runs[0])
	}
	out, err := WriteSummary(&d)
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(out)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := WriteSummary(&d); err != nil {
			b.Fatal(err)
		}
	}
}
