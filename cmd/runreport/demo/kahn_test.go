package demo

import (
	"cmp"
	"reflect"
	"strings"
	"testing"
	"time"
)

// diamond: a, then b and c, then d, then e.
var diamond = &kahnPipeline{"diamond", []kahnStep{
	{id: "a", typical: time.Second, commands: []string{"make a"}},
	{id: "b", needs: []int{0}, typical: time.Second, commands: []string{"make b"}},
	{id: "c", needs: []int{0}, typical: time.Second, commands: []string{"make c"}},
	{id: "d", needs: []int{1, 2}, typical: time.Second, commands: []string{"make d"}},
	{id: "e", needs: []int{3}, typical: time.Second, commands: []string{"make e"}},
}}

// play lays out the diamond; tries holds how often each step fails before it
// converges: maxAttempts is never, -1 that it is not started.
func play(tries ...int) *kahnRun {
	return layOut(diamond, "r", firstDay, func(step int) []kahnAttempt {
		var out []kahnAttempt
		for n := range min(tries[step]+1, maxAttempts) {
			a := kahnAttempt{took: time.Second, converged: n == tries[step]}
			if n > 0 {
				a.backoff = 2 * time.Second
			}
			out = append(out, a)
		}
		return out
	})
}

func TestLayOut(t *testing.T) {
	for _, test := range []struct {
		name    string
		tries   []int
		outcome string
		states  string
		reason  string // in the log
	}{
		{"clean", []int{0, 0, 0, 0, 0}, "clean", "done done done done done", ""},
		{"flake", []int{0, 2, 0, 0, 0}, "clean_with_flake", "done done done done done", ""},
		{"one branch fails", []int{0, 3, 0, 0, 0}, "partial", "done failed done blocked blocked", `"ancestor_failed:b"`},
		{"both branches fail", []int{0, 3, 3, 0, 0}, "partial", "done failed failed blocked blocked", `"ancestor_failed:b,c"`},
		{"the root fails", []int{3, 0, 0, 0, 0}, "catastrophic", "failed blocked blocked blocked blocked", `"exit_code":2`},
		{"a step never starts", []int{0, -1, 0, 0, 0}, "stuck", "done - done - -", `"exit_code":3`},
	} {
		run := play(test.tries...)
		var states []string
		for _, n := range run.nodes {
			states = append(states, cmp.Or(n.state, "-"))
		}
		if got := strings.Join(states, " "); run.outcome != test.outcome || got != test.states {
			t.Errorf("%s: %s: %s", test.name, run.outcome, got)
		}
		var text strings.Builder
		for _, l := range run.lines() {
			text.WriteString(l.line)
		}
		if !strings.Contains(text.String(), test.reason) {
			t.Errorf("%s: %s is missing in %s", test.name, test.reason, text.String())
		}
	}
}

func TestKahnTally(t *testing.T) {
	tally := newKahnTally(newSamples())
	tally.add(play(0, 2, 0, 0, 0)) // b flakes: two failed seconds and two backoffs of two
	tally.add(play(0, 3, 0, 0, 0)) // b fails: three seconds and two backoffs
	lost := play(0, 1, 0, 0, 0)    // b flakes, but the record of its failure is gone
	lost.nodes[1].attempts[0].unlogged = true
	tally.add(lost)
	killed := play(0, 0, 0, 0, 0) // nothing after a and the start of b and c
	killed.killed = 1500 * time.Millisecond
	tally.add(killed)
	got := tally.truth()

	nodes := got.Nodes
	got.Nodes = nil
	want := KahnTruth{ // sums over the four runs, in their order
		Runs: 4, Finished: 3, Open: 1, Outcomes: map[string]int{"clean_with_flake": 2, "partial": 1},
		NodeFlake:        Rate{1 + 0 + 1 + 0, 5 + 2 + 5 + 1},
		FirstAttemptPass: Rate{4 + 2 + 4 + 1, 5 + 3 + 5 + 1},
		Recovery:         Rate{1 + 0 + 1, 1 + 1 + 1},
		RunFlake:         Rate{2, 2},
		RunsWithFlake:    Rate{2, 3},
		Retries:          Rate{2 + 2 + 1 + 0, 5 + 3 + 5 + 3},
		FlakeCostS:       (2 + 4) + 2,
		FailureCostS:     3 + 4,
		AttemptsS:        (7 + 4) + (5 + 4) + (5 + 2) + 1,
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	b := nodes[1]
	if b.Node != "b" || b.Started != 4 || b.Converged != 2 || b.Flaked != 2 || b.NotConvergedS.N != 5 || b.ConvergedS.N != 2 {
		t.Errorf("node b: %+v", b)
	}
}
