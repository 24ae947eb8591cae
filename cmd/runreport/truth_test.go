package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"runreport/cmd/runreport/demo"
)

// TestTheReportFindsTheTruth builds a report on generated logs, some of them
// damaged, and holds it against what the generator knows.
func TestTheReportFindsTheTruth(t *testing.T) {
	all := []demo.Options{{Runs: 500, Seed: 11}, {Runs: 300, Seed: 12, Dirty: 0.4}}
	if testing.Short() {
		all = all[1:]
	}
	for _, o := range all {
		t.Run(fmt.Sprintf("%d runs, %g damaged", o.Runs, o.Dirty), func(t *testing.T) {
			o.Dir = filepath.Join(t.TempDir(), "made")
			truth, err := demo.Generate(o)
			if err != nil {
				t.Fatal(err)
			}
			dir := build(t, filepath.Join(o.Dir, demo.LogsFolder), "--format", "json")
			s := summaryOf(t, dir)
			kahnTruth(t, s, truth.Kahn)
			for _, c := range truth.Cycles {
				cycleTruth(t, s, c)
			}
			crabyardTruth(t, s, truth.Crabyard)
			cadreTruth(t, s, truth)
			fishbowlTruth(t, s, truth.Fishbowl)
			playbookTruth(t, s, truth.Playbook)
			ledgerTruth(t, s, truth)
			metricsTruth(t, dir, truth)
		})
	}
}

// counts compares a rate with the two counts of a truth.
func counts(t *testing.T, what string, got any, want demo.Rate) {
	t.Helper()
	if dig(got, "num") != float64(want.Num) || dig(got, "den") != float64(want.Den) {
		t.Errorf("%s = %v of %v, want %d of %d", what, dig(got, "num"), dig(got, "den"), want.Num, want.Den)
	}
}

// metricOf is a metric's result over one system.
func metricOf(s map[string]any, name, system string) any {
	return with(dig(with(s["metrics"], "name", name), "systems"), "system", system)
}

func kahnTruth(t *testing.T, s map[string]any, want demo.KahnTruth) {
	t.Helper()
	counts(t, "kahn flake rate", dig(metricOf(s, "step-flake-rate", "kahn"), "rate"), want.NodeFlake)
	counts(t, "kahn first pass", dig(metricOf(s, "first-attempt-pass-rate", "kahn"), "rate"), want.FirstAttemptPass)
	counts(t, "kahn recovery", dig(metricOf(s, "recovery-rate", "kahn"), "rate"), want.Recovery)
	counts(t, "kahn run flake rate", dig(metricOf(s, "run-flake-rate", "kahn"), "rate"), want.RunFlake)
	counts(t, "kahn runs with a flake", dig(metricOf(s, "runs-with-a-flake", "kahn"), "rate"), want.RunsWithFlake)
	for outcome, n := range want.Outcomes {
		got := 0.0
		for _, m := range dig(s, "stops", "mix").([]any) {
			if dig(m, "system") == "kahn" && dig(m, "reason") == outcome {
				got = dig(m, "rate", "num").(float64)
			}
		}
		if got != float64(n) {
			t.Errorf("kahn runs that ended %s = %v, want %d", outcome, got, n)
		}
	}
	nodes := map[string]demo.Rate{}
	cost := map[string]float64{}
	for _, n := range dig(s, "flakes", "by_node").([]any) {
		if dig(n, "system") == "kahn" {
			name := dig(n, "node").(string)
			r := nodes[name]
			nodes[name] = demo.Rate{Num: r.Num + int(dig(n, "rate", "num").(float64)), Den: r.Den + int(dig(n, "rate", "den").(float64))}
			cost[name] += dig(n, "cost_s").(float64)
		}
	}
	for _, n := range want.Nodes {
		if got := nodes[n.Node]; got != (demo.Rate{Num: n.Flaked, Den: n.Converged}) {
			t.Errorf("node %s flaked in %d of %d, want %d of %d", n.Node, got.Num, got.Den, n.Flaked, n.Converged)
		}
		expect(t, "cost of "+n.Node, cost[n.Node], n.FlakeCostS)
		row := with(dig(with(s["metrics"], "name", "attempt-duration"), "groups"), "step", n.Node)
		if n.ConvergedS.N == 0 {
			continue
		}
		expect(t, n.Node+" n", dig(row, "spread", "n"), float64(n.ConvergedS.N))
		if p := n.ConvergedS.P50; p != nil {
			expect(t, n.Node+" p50", dig(row, "spread", "p50"), *p)
		}
		if p := n.ConvergedS.P90; p != nil {
			expect(t, n.Node+" p90", dig(row, "spread", "p90"), *p)
		}
	}
}

func cycleTruth(t *testing.T, s map[string]any, want demo.CycleTruth) {
	t.Helper()
	var got any
	for _, c := range dig(s, "cycles").([]any) {
		if dig(c, "cycle") == want.Cycle && dig(c, "iteration") == float64(want.Iteration) {
			got = c
		}
	}
	name := fmt.Sprintf("%s #%d", want.Cycle, want.Iteration)
	if got == nil {
		t.Errorf("no cycle %s", name)
		return
	}
	expect(t, name+" verdict", dig(got, "verdict", "logged"), want.Verdict)
	var accepts []string
	for _, a := range dig(got, "verdict", "accepts").([]any) {
		accepts = append(accepts, a.(string))
	}
	slices.Sort(accepts)
	if !slices.Equal(accepts, want.Accepts) {
		t.Errorf("%s accepts %v, want %v", name, accepts, want.Accepts)
	}
	for _, w := range want.Benchmarks {
		b := with(dig(got, "benchmarks"), "benchmark", w.Benchmark)
		what := name + " " + w.Benchmark
		expect(t, what+" class", dig(b, "class"), w.Class)
		expect(t, what+" at floor", dig(b, "at_floor"), w.AtFloor)
		expect(t, what+" lost", dig(b, "lost"), list(w.Lost))
		expect(t, what+" gained", dig(b, "gained"), list(w.Gained))
		for side, x := range map[string]demo.SideTruth{"pre": w.Pre, "post": w.Post} {
			expect(t, what+" runs "+side, dig(b, "runs_"+side), float64(x.Runs))
			if x.Runs > 0 {
				expect(t, what+" recall "+side, dig(b, "recall_"+side, "value"), float64(x.Found)/float64(x.Of))
			}
		}
	}
}

func list(s []string) []any {
	out := []any{}
	for _, x := range s {
		out = append(out, x)
	}
	return out
}

func crabyardTruth(t *testing.T, s map[string]any, want demo.CrabyardTruth) {
	t.Helper()
	counts(t, "stalls", dig(s, "stops", "stall_rate"), want.Stalls)
	counts(t, "card flakes", dig(metricOf(s, "step-flake-rate", "crabyard"), "rate"), want.CardFlake)
	for status, n := range want.Statuses {
		if status == "running" || status == "queued" || status == "leasing" {
			continue // open: in no mix
		}
		got := 0.0
		for _, m := range dig(s, "stops", "mix").([]any) {
			if dig(m, "system") == "crabyard" && dig(m, "reason") == status {
				got = dig(m, "rate", "num").(float64)
			}
		}
		if got != float64(n) {
			t.Errorf("attempts that ended %s = %v, want %d", status, got, n)
		}
	}
	cards := 0
	for _, r := range dig(s, "runs").([]any) {
		if dig(r, "system") == "crabyard" && dig(r, "kind") == "card" {
			cards++
		}
	}
	if cards != want.Cards {
		t.Errorf("%d cards, want %d", cards, want.Cards)
	}
}

func cadreTruth(t *testing.T, s map[string]any, truth demo.Truth) {
	t.Helper()
	counts(t, "task flakes", dig(metricOf(s, "step-flake-rate", "cadre"), "rate"),
		demo.Rate{Num: truth.CADRE.TaskFlake.Num + truth.AAMF.TaskFlake.Num, Den: truth.CADRE.TaskFlake.Den + truth.AAMF.TaskFlake.Den})
	causes := map[string]int{}
	for _, r := range dig(s, "runs").([]any) {
		if dig(r, "system") == "cadre" && dig(r, "kind") != "fleet" {
			if c := dig(r, "cause").(string); c != "" {
				causes[c]++
			}
		}
	}
	want := map[string]int{}
	for _, x := range []demo.TaskTruth{truth.CADRE, truth.AAMF} {
		for c, n := range x.Causes {
			want[c] += n
		}
	}
	for c, n := range want {
		if causes[c] != n {
			t.Errorf("runs that stopped because of %s: %d, want %d", c, causes[c], n)
		}
	}
	tokens := 0.0
	for _, a := range dig(s, "usage", "by_agent").([]any) {
		if n, ok := dig(a, "tokens").(float64); ok {
			tokens += n
		}
	}
	if want := truth.CADRE.Tokens + truth.AAMF.Tokens; tokens != float64(want) {
		t.Errorf("tokens of agents = %v, want %d", tokens, want)
	}
}

func fishbowlTruth(t *testing.T, s map[string]any, want demo.FishbowlTruth) {
	t.Helper()
	c := s["competitions"]
	for key, n := range map[string]int{"started": want.Started, "finished": want.Finished, "open": want.Open, "decided": want.Decided,
		"no_winner": want.NoWinner, "no_contest": want.NoContest, "corrected": want.Corrected} {
		expect(t, "competitions "+key, dig(c, key), float64(n))
	}
	counts(t, "judge", dig(c, "judge_correct"), want.Judge)
	for _, w := range want.Wins {
		won, of := 0.0, 0.0
		for _, x := range dig(c, "wins").([]any) {
			if dig(x, "kind") == w.Kind && dig(x, "name") == w.Name {
				won += dig(x, "rate", "num").(float64)
				of += dig(x, "rate", "den").(float64)
			}
		}
		if won != float64(w.Num) || of != float64(w.Den) {
			t.Errorf("wins of %s %s = %v of %v, want %d of %d", w.Kind, w.Name, won, of, w.Num, w.Den)
		}
	}
}

func playbookTruth(t *testing.T, s map[string]any, want demo.PlaybookTruth) {
	t.Helper()
	counts(t, "phase flakes", dig(metricOf(s, "step-flake-rate", "playbook"), "rate"), want.PhaseFlake)
	runs, open := 0, 0
	for _, r := range dig(s, "runs").([]any) {
		if dig(r, "system") == "playbook" {
			runs++
			if dig(r, "ended_at") == nil {
				open++
			}
		}
	}
	if runs != want.Runs || open != want.Open {
		t.Errorf("playbook runs = %d, %d open; want %d, %d open", runs, open, want.Runs, want.Open)
	}
	failed := dig(metricOf(s, "gate-failure-rate", "playbook"), "rate")
	if n := want.Gates["fail"]; dig(failed, "num") != float64(n) {
		t.Errorf("failed gates = %v, want %d", dig(failed, "num"), n)
	}
}
