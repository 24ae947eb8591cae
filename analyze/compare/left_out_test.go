package compare

import (
	"fmt"
	"strings"
	"testing"

	"runreport/analyze/report"
	"runreport/analyze/stat"
)

// A side that has no outcome is named, with why, where others are compared or would be.
func TestLeftOut(t *testing.T) {
	good := func(model string) eval { return eval{model: model, items: trials{"b/1": "+-", "b/2": "++"}} }
	broken := func(model string) eval { return eval{model: model, items: trials{"b/1": "!!", "b/2": "!!"}} }
	on := func(model string, outcomes trials) eval { return eval{model: model, items: outcomes} }
	for _, c := range []struct {
		name, by string
		evals    []eval
		want     string // comparisons, and what is left out of them
	}{
		{"none", "", []eval{good("m-1"), good("m-2")}, "model m-1 to m-2;"},
		{"one of three", "", []eval{good("m-1"), good("m-2"), broken("m-3")}, "model m-1 to m-2; model broken 4: m-3 (all 4 trials broke)"},
		{"one of two", "", []eval{good("m-1"), broken("m-2")}, "; model broken 4: m-2 (all 4 trials broke)"},
		{"one of two, asked for", "model", []eval{good("m-1"), broken("m-2")}, "; model broken 4: m-2 (all 4 trials broke)"},
		{"all", "", []eval{broken("m-1"), broken("m-2")}, "; model broken 4: m-1 (all 4 trials broke); model broken 4: m-2 (all 4 trials broke)"},
		{"one model alone", "", []eval{broken("m-1")}, ";"},
		{"one of its runs", "", []eval{good("m-1"), broken("m-1"), good("m-2")}, "model m-1 to m-2;"},
		{"a single trial", "", []eval{good("m-1"), on("m-2", trials{"b/1": "!"})}, "; model broken 1: m-2 (its 1 trial broke)"},
		{"some broke", "", []eval{good("m-1"), on("m-2", trials{"b/1": "!?", "b/2": "?"})}, "; model no_outcome 3: m-2 (3 trials without an outcome, 1 of them broke)"},
		{"no outcome", "", []eval{good("m-1"), on("m-2", trials{"b/1": "??"})}, "; model no_outcome 2: m-2 (2 trials without an outcome)"},
		{"on one benchmark", "", []eval{on("m-1", trials{"b/1": "+", "c/1": "+"}), on("m-2", trials{"b/1": "+", "c/1": "!"})},
			"model m-1 to m-2; model broken 1: m-2 on c (its 1 trial broke)"},
		{"on one benchmark, of which it has a mean", "", []eval{on("m-1", trials{"arc/1": "+", "b/1": "+"}), {model: "m-2", items: trials{"arc/1": "?", "b/1": "+"}, stated: map[string]stat.Stated{"acc": {Mean: 0.5, StdErr: 0.1}}}},
			"model m-1 to m-2;"},
		{"on one benchmark, with a mean of another", "", []eval{on("m-1", trials{"c/1": "+", "b/1": "+"}), {model: "m-2", items: trials{"c/1": "?", "b/1": "+"}, stated: map[string]stat.Stated{"acc": {Mean: 0.5, StdErr: 0.1}}}},
			"model m-1 to m-2; model no_outcome 1: m-2 on c (1 trial without an outcome)"},
		{"a benchmark that nobody has", "", []eval{on("m-1", trials{"b/1": "+", "c/1": "?"}), on("m-2", trials{"b/1": "+", "c/1": "?"})}, "model m-1 to m-2;"},
		{"scores and no outcome", "", []eval{
			{model: "m-1", items: trials{"b/1": "?"}, scores: map[string]float64{"1": 0.5}},
			{model: "m-2", items: trials{"b/1": "?"}, scores: map[string]float64{"1": 0.25}}}, "model m-1 to m-2;"},
		{"another eval, not asked for", "", []eval{good("m-1"), good("m-2"), on("m-3", trials{"c/1": "+"})}, "model m-1 to m-2;"},
		{"another eval, asked for", "model", []eval{good("m-1"), good("m-2"), on("m-3", trials{"c/1": "+"})},
			"model m-1 to m-2; model not_shared 1: m-3 (no other side tried its items)"},
		{"other evals, asked for", "model", []eval{good("m-1"), on("m-3", trials{"c/1": "+"})}, "; not compared: no two of m-1 and m-3 have results of the same items"},
		{"one model, asked for", "model", []eval{good("m-1"), good("m-1")}, "; not compared: all runs with items have the model m-1"},
		{"the last run date", "date", []eval{
			{model: "m", day: 1, items: trials{"b/1": "!"}}, {model: "m", day: 2, items: trials{"b/1": "+"}}, {model: "m", day: 3, items: trials{"b/1": "!"}}},
			"; date broken 1: 2026-04-01 (its 1 trial broke); date broken 1: 2026-04-03 (its 1 trial broke)"},
		{"the last run date, not asked for", "", []eval{
			{model: "m", day: 1, items: trials{"b/1": "!"}}, {model: "m", day: 2, items: trials{"b/1": "+"}}, {model: "m", day: 3, items: trials{"b/1": "!"}}},
			"; date broken 1: 2026-04-03 (its 1 trial broke)"},
	} {
		x := items(t, c.by, nil, c.evals...)
		if got := said(&x); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// said are the comparisons and what is left out of them.
func said(x *report.Items) string {
	var made, left []string
	for _, c := range x.Comparisons {
		made = append(made, fmt.Sprintf("%s %s to %s", c.By, c.Before, c.After))
	}
	for _, l := range x.LeftOut {
		left = append(left, fmt.Sprintf("%s %s %d: %s", l.By, l.Why, l.Trials, l.Text))
	}
	if x.NotCompared != "" {
		left = append(left, "not compared: "+x.NotCompared)
	}
	return strings.TrimSpace(strings.Join(made, ", ") + "; " + strings.Join(left, "; "))
}

// With a baseline its items alone are compared, unless another comparison is asked for. Setups that
// broke since, or whose items the baseline does not have, are named.
func TestLeftOutOfTheBaseline(t *testing.T) {
	model := func(name string, outcomes ...string) report.ItemResults {
		x := held("", name, "", outcomes...)
		x.Benchmark = "b"
		return x
	}
	ofMill := &report.Items{Latest: []report.ItemResults{model("m-1", "+", "+"), model("m-2", "+", "+")}}
	other := &report.Items{Latest: []report.ItemResults{{System: "mill", Benchmark: "z", Model: "m-1", Held: 1, Items: []report.ItemResult{{Item: "00", Passed: 1, Trials: 1}}}}}
	now := func(model, outcome string, more ...string) eval {
		e := eval{model: model, items: trials{"b/00": outcome, "b/01": outcome}}
		if len(more) > 0 {
			e.items = trials{more[0]: outcome}
		}
		return e
	}
	for _, c := range []struct {
		name, by string
		baseline *report.Items
		evals    []eval
		want     string
	}{
		{"both are there", "", ofMill, []eval{now("m-1", "-"), now("m-2", "-")}, "baseline the baseline to m-1, baseline the baseline to m-2;"},
		{"one broke", "", ofMill, []eval{now("m-1", "-"), now("m-2", "!")}, "baseline the baseline to m-1; baseline broken 2: m-2 on b (all 2 trials broke)"},
		{"one has other items", "", ofMill, []eval{now("m-1", "-"), now("m-2", "-", "c/7")}, "baseline the baseline to m-1; baseline not_shared 1: m-2 (the baseline has none of its items)"},
		{"none has its items", "", other, []eval{now("m-1", "-"), now("m-2", "+")}, "; not compared: the baseline has none of these items"},
		{"none has its items, and one broke", "", other, []eval{now("m-1", "-"), now("m-2", "!")}, "; not compared: the baseline has none of these items"},
		{"none has its items, and models are asked for", "model", other, []eval{now("m-1", "-"), now("m-2", "+")}, "model m-1 to m-2; not compared: the baseline has none of these items"},
		{"a baseline without items", "", &report.Items{}, []eval{now("m-1", "-"), now("m-2", "+")}, "; not compared: the baseline has no items"},
		{"two broke", "", ofMill, []eval{now("m-1", "-"), now("m-3", "!"), now("m-2", "!")},
			"baseline the baseline to m-1; baseline broken 2: m-2 on b (all 2 trials broke); baseline broken 2: m-3 on b (all 2 trials broke)"},
		{"one broke in two runs", "", ofMill, []eval{now("m-1", "-"), now("m-2", "!"), now("m-2", "!")}, "baseline the baseline to m-1; baseline broken 4: m-2 on b (all 4 trials broke)"},
		{"one broke on two run dates, of which the last counts", "", ofMill,
			[]eval{{model: "m-1", day: 2, items: trials{"b/00": "-", "b/01": "-"}}, {model: "m-2", day: 1, items: trials{"b/00": "!!", "b/01": "!!"}}, {model: "m-2", day: 2, items: trials{"b/00": "!", "b/01": "!"}}},
			"baseline the baseline to m-1; baseline broken 2: m-2 on b (all 2 trials broke)"},
		{"all broke", "", ofMill, []eval{now("m-1", "!"), now("m-2", "!")}, "; not compared: no item of the last run date has an outcome"},
	} {
		x := items(t, c.by, c.baseline, c.evals...)
		if got := said(&x); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
	in := input(t, "", nil, now("m-1", "-"))
	in.Based = true
	var x report.Items
	if Items(in, &x); x.NotCompared != report.BaselineNotComparable {
		t.Errorf("with a baseline that has no list of items: %q", x.NotCompared)
	}
	x = report.Items{}
	if Items(Input{Based: true}, &x); x.NotCompared != "" {
		t.Errorf("without items: %q", x.NotCompared)
	}
}
