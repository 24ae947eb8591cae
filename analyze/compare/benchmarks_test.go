package compare

import (
	"fmt"
	"strings"
	"testing"

	"runreport/analyze/report"
)

// Two evals in one folder, each tried by two models of its own: each pair is compared, in the order
// of the first runs.
func TestSidesWithoutCommonItemsAreComparedApart(t *testing.T) {
	got := result(t, "",
		eval{model: "m-1", items: numbered(trials{}, "sums", 0, 10, "-")},
		eval{model: "a-1", items: numbered(trials{}, "mazes", 0, 10, "+")},
		eval{model: "m-2", items: numbered(trials{}, "sums", 0, 10, "+")},
		eval{model: "a-2", items: numbered(trials{}, "mazes", 0, 10, "-")},
		eval{model: "b-1", items: numbered(trials{}, "knots", 0, 3, "-")},
	)
	var pairs []string
	for _, c := range got {
		pairs = append(pairs, c.Before+" "+c.After+" "+strings.Fields(c.Text)[4])
	}
	if s := strings.Join(pairs, ", "); s != "m-1 m-2 more, a-1 a-2 fewer" {
		t.Errorf("got %s", s)
	}
	// A third model that tried items of both is compared with each.
	got = result(t, "",
		eval{model: "m-1", items: numbered(trials{}, "sums", 0, 10, "-")},
		eval{model: "a-1", items: numbered(trials{}, "mazes", 0, 10, "+")},
		eval{model: "both", items: numbered(numbered(trials{}, "sums", 0, 10, "+"), "mazes", 0, 10, "+")},
	)
	if len(got) != 2 || got[0].Before != "a-1" || got[0].After != "both" || got[0].Items != 10 || got[1].Before != "m-1" || got[1].After != "both" {
		t.Errorf("got %d comparisons: %+v", len(got), got)
	}
}

// Two benchmarks that go opposite ways show no difference together. Each is told: 10 of 10 items
// more and 10 of 10 fewer have p = 2/1024 by the sign-flip test, and q the same.
func TestBenchmarksThatGoOppositeWays(t *testing.T) {
	before := numbered(numbered(numbered(trials{}, "sums", 0, 10, "-"), "mazes", 0, 10, "+"), "knots", 0, 6, "+")
	after := numbered(numbered(numbered(trials{}, "sums", 0, 10, "+"), "mazes", 0, 10, "-"), "knots", 0, 6, "+")
	c := result(t, "", eval{model: "old", items: before}, eval{model: "new", items: after})[0]
	if c.Evidence != report.ItemsInconclusive || c.StrongestBenchmark() != report.ItemsModerate {
		t.Errorf("all %s, strongest %q", c.Evidence, c.StrongestBenchmark())
	}
	want := "new against old: mazes −1.00 (moderate), sums +1.00 (moderate), 1 other benchmark without a clear difference; 0.00 over all of the 26 items that both tried (10 gained, 10 lost"
	if !strings.HasPrefix(c.Text, want) || !strings.HasSuffix(c.Text, "Evidence: moderate.") {
		t.Errorf("got %s", c.Text)
	}
	// One that rose among others that did not is named, and all together are judged.
	after = numbered(numbered(numbered(trials{}, "sums", 0, 10, "+"), "mazes", 0, 10, "+"), "knots", 0, 6, "+")
	c = result(t, "", eval{model: "old", items: before}, eval{model: "new", items: after})[0]
	if want := "; sums +1.00 (moderate), 2 other benchmarks without a clear difference; 10 gained, 0 lost. Evidence: moderate."; !strings.Contains(c.Text, want) || c.StrongestBenchmark() != "" {
		t.Errorf("got %s, %q", c.Text, c.StrongestBenchmark())
	}
	// A comparison of one benchmark says nothing of it apart.
	c = result(t, "", eval{model: "old", items: numbered(trials{}, "sums", 0, 10, "-")}, eval{model: "new", items: numbered(trials{}, "sums", 0, 10, "+")})[0]
	if len(c.Differing()) != 0 || strings.Contains(c.Text, "sums") {
		t.Errorf("got %s", c.Text)
	}
}

// Every comparison of several benchmarks is another chance of a difference. A p of 2/1024 among five of
// them is 10/1024, moderate evidence as 0.01 is its edge, and 12/1024 among six, which is weak.
func TestBenchmarksOfManyComparisons(t *testing.T) {
	evals := []eval{{model: "base", items: numbered(numbered(trials{}, "sums", 0, 10, "-"), "mazes", 0, 10, "+")}}
	for n := 1; n <= 6; n++ {
		evals = append(evals, eval{model: fmt.Sprint(n), items: numbered(numbered(trials{}, "sums", 0, 10, "+"), "mazes", 0, 10, "-")})
		want := report.ItemsModerate
		if n == 6 {
			want = report.ItemsWeak
		}
		all := result(t, "model", evals...)
		if len(all) != n || all[0].StrongestBenchmark() != want {
			t.Errorf("%d comparisons, the first %s, want %d and %s", len(all), all[0].StrongestBenchmark(), n, want)
		}
	}
}

// Three benchmarks that differ are named, those that rose and those that fell, and the others counted.
func TestManyBenchmarksThatDiffer(t *testing.T) {
	for n, want := range map[int]string{
		2: "new against old: b0 +1.00 (moderate), b1 −1.00 (moderate); 0.00 over",
		3: "new against old: b0 +1.00 (moderate), b1 −1.00 (moderate), b2 +1.00 (moderate); +0.33 over",
		4: "new against old: b0 +1.00 (moderate), b1 −1.00 (moderate), b2 +1.00 (moderate), 1 more benchmark differs; 0.00 over",
		6: "new against old: b0 +1.00 (moderate), b1 −1.00 (moderate), b2 +1.00 (moderate), 3 more benchmarks differ; 0.00 over",
	} {
		before, after := trials{}, trials{}
		for i := range n {
			name, up := fmt.Sprint("b", i), i%2 == 0
			numbered(before, name, 0, 10, map[bool]string{true: "-", false: "+"}[up])
			numbered(after, name, 0, 10, map[bool]string{true: "+", false: "-"}[up])
		}
		if got := result(t, "", eval{model: "old", items: before}, eval{model: "new", items: after})[0].Text; !strings.HasPrefix(got, want) {
			t.Errorf("%d benchmarks: %s\nwant %s", n, got, want)
		}
	}
}

// Two that share nothing with the first one are compared once, though each is the other's only match.
func TestPairsAreComparedOnce(t *testing.T) {
	var got []string
	for _, c := range result(t, "",
		eval{model: "m-1", items: trials{"x/1": "+"}},
		eval{model: "m-2", items: trials{"y/1": "+"}},
		eval{model: "m-3", items: trials{"y/1": "-"}},
		eval{model: "m-4", items: trials{"x/1": "-", "y/1": "+"}},
	) {
		got = append(got, c.Before+" "+c.After)
	}
	if s := strings.Join(got, ", "); s != "m-2 m-3, m-1 m-4" {
		t.Errorf("got %s", s)
	}
}

// What was asked for and no run has is told, and nothing is compared in its place.
func TestAskedForAndNotThere(t *testing.T) {
	of := func(value string) *side { return &side{value: value} }
	for _, c := range []struct {
		by    By
		sides []*side
		want  string
	}{
		{By{}, nil, ""},
		{By{Column: "model"}, []*side{of("a")}, ""},
		{By{Column: "model", Base: "a"}, []*side{of("b"), of("a")}, ""},
		{By{Column: "model"}, nil, "no run with items has a model"},
		{By{Column: "label:branch"}, nil, "no run with items has a label branch"},
		{By{Column: "model", Base: "c"}, []*side{of("b"), of("a")}, "no run with items has the model c; they have b and a"},
		{By{Column: "label:branch", Base: "main"}, []*side{of("fix")}, "no run with items has the label branch main; they have fix"},
	} {
		if got := missing(c.sides, c.by); got != c.want {
			t.Errorf("%+v: %q, want %q", c.by, got, c.want)
		}
	}
	if x := items(t, "model=c", nil, eval{model: "a", items: trials{"b/1": "+"}}, eval{model: "b", items: trials{"b/1": "+"}}); len(x.Comparisons) != 0 || x.NotCompared != "no run with items has the model c; they have a and b" {
		t.Errorf("with runs: %v, %q", x.Comparisons, x.NotCompared)
	}
	var x report.Items
	if Items(Input{By: By{Column: "model", Base: "x"}}, &x); len(x.Comparisons) != 0 || x.NotCompared != "" {
		t.Errorf("without runs: %v, %q", x.Comparisons, x.NotCompared)
	}
}
