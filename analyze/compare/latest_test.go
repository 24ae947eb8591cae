package compare

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"runreport/analyze/report"
	"runreport/analyze/stat"
)

// held is a setup's items of a baseline: "+" passed, "-" failed.
func held(agent, model, variant string, outcomes ...string) report.ItemResults {
	x := report.ItemResults{System: "mill", Benchmark: "b", Agent: agent, Model: model, Variant: variant, Held: int64(len(outcomes))}
	for i, o := range outcomes {
		x.Items = append(x.Items, report.ItemResult{Item: fmt.Sprintf("%02d", i), Passed: int64(strings.Count(o, "+")), Trials: int64(len(o))})
	}
	return x
}

func repeated(n int, outcome string) (out []string) {
	for range n {
		out = append(out, outcome)
	}
	return out
}

// A setup is compared with the same one of the baseline, where there is one, else with another
// that tried some of its items.
func TestBaselineOfSetups(t *testing.T) {
	all, none := repeated(8, "+"), repeated(8, "-")
	of := func(benchmark string, x report.ItemResults) report.ItemResults {
		x.Benchmark = benchmark
		return x
	}
	for _, c := range []struct {
		name        string
		now, before []report.ItemResults
		want, why   string
	}{
		{"the same setup", []report.ItemResults{held("g", "m", "job-2", none...)}, []report.ItemResults{held("g", "a", "", all...), held("g", "m", "job-1", all...)}, "m/the baseline -1.00", ""},
		{"the same variant first", []report.ItemResults{held("g", "m", "5-shot", none...)}, []report.ItemResults{held("g", "m", "0-shot", none...), held("g", "m", "5-shot", all...)}, "m/the baseline -1.00", ""},
		{"another model", []report.ItemResults{held("g", "m2", "", all...)}, []report.ItemResults{held("g", "m1", "", none...)}, "m2/m1 of the baseline 1.00", ""},
		{"models without a name", []report.ItemResults{held("", "", "", all...)}, []report.ItemResults{held("", "", "", all...)}, "this report/the baseline 0.00", ""},
		{"agents of one model", []report.ItemResults{held("g", "m", "", all...), held("h", "m", "", none...)}, []report.ItemResults{held("g", "m", "", all...), held("h", "m", "", all...)},
			"g, m/the baseline 0.00, h, m/the baseline -1.00", ""},
		{"another benchmark", []report.ItemResults{held("", "m", "", all...)}, []report.ItemResults{{System: "mill", Benchmark: "c", Model: "m", Held: 1, Items: []report.ItemResult{{Item: "00", Passed: 1, Trials: 1}}}}, "", "the baseline has none of these items"},
		{"two benchmarks of one setup", []report.ItemResults{held("", "m", "", all...), of("c", held("", "m", "", none...))}, []report.ItemResults{held("", "m", "", all...), of("c", held("", "m", "", all...))}, "m/the baseline -0.50", ""},
		{"a list that was cut", []report.ItemResults{held("", "m", "", all...)}, []report.ItemResults{{System: "mill", Benchmark: "b", Model: "m", Held: 2, Items: []report.ItemResult{{Item: "00", Passed: 1, Trials: 1}}}}, "", "the baseline does not list all of its items; name its logs"},
		{"no items", []report.ItemResults{held("", "m", "", all...)}, nil, "", "the baseline has no items"},
		{"no items now", nil, []report.ItemResults{held("", "m", "", all...)}, "", ""},
	} {
		out, _, why := withBaseline(c.now, &report.Items{Latest: c.before})
		var got []string
		for _, x := range out {
			got = append(got, fmt.Sprintf("%s/%s %.2f", x.After, x.Before, x.Delta.Value))
			if x.Order != report.OrderBaseline || x.By != "baseline" {
				t.Errorf("%s: by %s, order %s", c.name, x.By, x.Order)
			}
		}
		if strings.Join(got, ", ") != c.want || why != c.why {
			t.Errorf("%s: %q, %q", c.name, strings.Join(got, ", "), why)
		}
	}
	older := &report.Items{Groups: []report.ItemGroup{{Benchmark: "b"}}}
	if _, _, why := withBaseline([]report.ItemResults{held("", "m", "", all...)}, older); why != "the baseline does not list its items; name its logs, or build it again" {
		t.Errorf("a summary of an earlier version: %q", why)
	}
}

// Scores and means of a baseline are compared with those of now, in the order of their scorers.
func TestBaselineOfScores(t *testing.T) {
	of := func(by float64) report.ItemResults {
		x := report.ItemResults{System: "mill", Benchmark: "b", Model: "m", Held: 4}
		for _, item := range []string{"00", "01"} {
			x.Scores = append(x.Scores, report.ItemScore{Scorer: "judge", Unit: "ratio", Item: item, Mean: 0.5 + by})
		}
		x.Means = []report.StatedMean{{Scorer: "f1", Unit: "ratio", Mean: 0.5 + by, StdErr: 0.05}, {Scorer: "acc", Unit: "ratio", Mean: 0.5 - by, StdErr: 0.05}}
		return x
	}
	out, _, why := withBaseline([]report.ItemResults{of(0.25)}, &report.Items{Latest: []report.ItemResults{of(0)}})
	var got []string
	for _, c := range out {
		for _, d := range c.Scores {
			got = append(got, fmt.Sprintf("%s %.2f of %d, stated %v", d.Scorer, d.Delta.Value, d.Items, d.Stated))
		}
	}
	if s := strings.Join(got, "; "); why != "" || s != "acc -0.25 of 0, stated true; f1 0.25 of 0, stated true; judge 0.25 of 2, stated false" {
		t.Errorf("got %s, %q", s, why)
	}
}

// The means that the latest runs state stand in the order of their scorers. Units beyond the runs, of
// which nothing is known, are left out.
func TestLatestMeans(t *testing.T) {
	e := eval{model: "m", items: trials{"b/1": "+"}, stated: map[string]stat.Stated{}}
	for _, name := range []string{"f1", "acc", "em", "bleu"} {
		e.stated[name] = stat.Stated{Mean: 0.5, StdErr: 0.1}
	}
	in := input(t, "", &report.Items{}, e, eval{model: "n", items: trials{"b/1": "-"}})
	for n, want := range map[int]string{2: "m: 1 acc bleu em f1, n: 1", 1: "m: 1 acc bleu em f1", 0: ""} {
		var x report.Items
		short := in
		short.Runs = in.Runs[:n]
		Items(short, &x)
		byModel := map[string]string{}
		for _, r := range x.Latest {
			if byModel[r.Model] == "" {
				byModel[r.Model] = r.Model + ":"
			}
			if len(r.Items) > 0 {
				byModel[r.Model] += fmt.Sprint(" ", len(r.Items))
			}
		}
		for _, r := range x.Latest {
			for _, m := range r.Means {
				byModel[r.Model] += " " + m.Scorer
			}
		}
		if got := strings.Join(slices.Sorted(maps.Values(byModel)), ", "); got != want {
			t.Errorf("%d runs: %s, want %s", n, got, want)
		}
	}
}
