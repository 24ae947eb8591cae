package demo

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
)

func TestTruthAddsUp(t *testing.T) {
	_, truth := shared(t, 0)
	sum := func(counts map[string]int) int {
		n := 0
		for _, c := range counts {
			n += c
		}
		return n
	}
	cycles := map[string]bool{}
	for _, c := range truth.Cycles {
		cycles[c.Cycle] = true
	}
	k, f, c := truth.Kahn, truth.Fishbowl, truth.Crabyard
	var node struct{ started, converged, flaked, retries, recorded int }
	flakeCost, attempts := 0.0, 0.0
	for _, n := range k.Nodes {
		node.started += n.Started
		node.converged += n.Converged
		node.flaked += n.Flaked
		node.retries += n.Retries
		flakeCost += n.FlakeCostS
		attempts += n.ConvergedS.Sum + n.NotConvergedS.Sum
	}
	wins := 0
	for _, w := range f.Wins {
		wins += w.Num
	}
	for _, check := range []struct {
		what      string
		got, want int
	}{
		{"runs of all systems", k.Runs + truth.Playbook.Runs + len(cycles) + c.Cards + truth.CADRE.Runs + truth.AAMF.Runs + f.Started, 600},
		{"kahn finished and open", k.Finished + k.Open, k.Runs},
		{"kahn outcomes", sum(k.Outcomes), k.Finished},
		{"kahn clean runs", k.Outcomes["clean"] + k.Outcomes["clean_with_flake"], k.RunFlake.Den},
		{"kahn nodes converged", node.converged, k.NodeFlake.Den},
		{"kahn nodes flaked", node.flaked, k.NodeFlake.Num},
		{"kahn retries", node.retries, k.Retries.Num},
		{"kahn nodes started", node.started, k.Retries.Den},
		{"playbook open and ended", truth.Playbook.Open + sum(truth.Playbook.Statuses), truth.Playbook.Runs},
		{"playbook dialects", sum(truth.Playbook.Dialects), truth.Playbook.Runs},
		{"playbook phases", truth.Playbook.PhaseFlake.Den, truth.Playbook.Phases},
		{"crabyard statuses", sum(c.Statuses), c.Attempts},
		{"crabyard stalls", c.Statuses["stalled"], c.Stalls.Num},
		{"crabyard ended", c.Attempts - c.Statuses["running"] - c.Statuses["queued"], c.Stalls.Den},
		{"cadre statuses", sum(truth.CADRE.Statuses), truth.CADRE.Runs},
		{"aamf causes", sum(truth.AAMF.Causes), sum(truth.AAMF.Reasons)},
		{"fishbowl ends", f.Finished + f.Open, f.Started},
		{"fishbowl results", f.Decided + f.NoWinner + f.NoContest, f.Finished},
		{"fishbowl reasons", sum(f.Reasons), f.Finished},
		{"fishbowl wins", wins, f.Decided},
	} {
		if check.got != check.want {
			t.Errorf("%s: %d, want %d", check.what, check.got, check.want)
		}
	}
	if diff := flakeCost - k.FlakeCostS; diff > 1e-6 || diff < -1e-6 {
		t.Errorf("flake cost: %v over nodes, %v in all", flakeCost, k.FlakeCostS)
	}
	if attempts >= k.AttemptsS {
		t.Errorf("attempts of %v s leave no time for backoffs in %v s", attempts, k.AttemptsS)
	}
	for _, outcome := range []string{"clean", "clean_with_flake", "partial", "stuck", "catastrophic"} {
		if k.Outcomes[outcome] == 0 {
			t.Errorf("kahn outcome %s never occurs", outcome)
		}
	}
	if len(truth.CADRE.Causes) < 4 {
		t.Errorf("few causes of an early stop: %v", truth.CADRE.Causes)
	}
}

// each calls visit with every object of the JSONL files of one system.
func each(t *testing.T, dir, folder string, visit func(file string, object map[string]any)) {
	t.Helper()
	for name, data := range contents(t, filepath.Join(dir, LogsFolder, folder)) {
		for line := range strings.Lines(data) {
			var object map[string]any
			if err := json.Unmarshal([]byte(line), &object); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			visit(name, object)
		}
	}
}

// Reads the kahn logs back with code that shares nothing with the generator.
func TestKahnLogsSayWhatIsTrue(t *testing.T) {
	dir, truth := shared(t, 0)
	type node struct {
		tries     float64
		converged bool
	}
	nodes := map[[2]string]*node{}
	outcomes := map[string]int{}
	seconds := 0.0
	each(t, dir, "kahn", func(_ string, o map[string]any) {
		id, _ := o["node_id"].(string)
		key := [2]string{o["run_id"].(string), id}
		if nodes[key] == nil {
			nodes[key] = &node{}
		}
		switch o["event"] {
		case "node_transition":
			if o["to"] == "running" {
				nodes[key].tries = max(nodes[key].tries, o["attempt"].(float64))
			}
			nodes[key].converged = o["to"] == "done"
		case "node_attempt":
			backoff, _ := o["backoff_s"].(float64)
			seconds += o["duration_s"].(float64) + backoff
		case "run_end":
			outcomes[o["outcome"].(string)]++
		}
	})
	var flake Rate
	started := 0
	for _, n := range nodes {
		if n.tries > 0 {
			started++
		}
		if n.converged {
			flake.count(n.tries > 1)
		}
	}
	k := truth.Kahn
	if flake != k.NodeFlake {
		t.Errorf("node flake %v in the logs, %v in the truth", flake, k.NodeFlake)
	}
	if started != k.Retries.Den {
		t.Errorf("%d node runs in the logs, %d in the truth", started, k.Retries.Den)
	}
	if diff := seconds - k.AttemptsS; diff > 1e-3 || diff < -1e-3 {
		t.Errorf("%v s of attempts in the logs, %v in the truth", seconds, k.AttemptsS)
	}
	for outcome, n := range k.Outcomes {
		if outcomes[outcome] != n {
			t.Errorf("outcome %s: %d in the logs, %d in the truth", outcome, outcomes[outcome], n)
		}
	}
}

func TestFishbowlLogsSayWhatIsTrue(t *testing.T) {
	dir, truth := shared(t, 0)
	last := map[string]map[string]any{} // run.finished by run; a later one replaces an earlier one
	longest := 0
	each(t, dir, "fishbowl", func(_ string, o map[string]any) {
		payload := o["payload"].(map[string]any)
		if o["kind"] == "run.finished" {
			last[o["run_id"].(string)] = payload
		}
		if audio, ok := payload["audio"].(map[string]any); ok {
			longest = max(longest, len(audio["src"].(string)))
		}
	})
	wins := map[[2]string]int{}
	for _, payload := range last {
		if name, ok := payload["winner"].(string); ok {
			wins[[2]string{payload["winner_kind"].(string), name}]++
		}
	}
	if len(last) != truth.Fishbowl.Finished {
		t.Errorf("%d finished games in the logs, %d in the truth", len(last), truth.Fishbowl.Finished)
	}
	for _, w := range truth.Fishbowl.Wins {
		if got := wins[[2]string{w.Kind, w.Name}]; got != w.Num {
			t.Errorf("%s: %d wins in the logs, %d in the truth", w.Name, got, w.Num)
		}
	}
	if longest <= 64<<10 {
		t.Errorf("the longest line is %d bytes: none is longer than a line scanner takes", longest)
	}
}
