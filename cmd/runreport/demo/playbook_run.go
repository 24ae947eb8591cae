package demo

import (
	"fmt"
	"slices"
	"time"
)

// playbookRun is one run of the playbook on a benchmark.
type playbookRun struct {
	benchmark string
	lever     string // lever_state of the header
	bugs      []knownBug
	names     []string // of the bugs, where they are not numbered
	dialect   *playbookDialect
	runner    string
	version   string
	model     string
	start     time.Time
	phases    []playbookPhase
	noDocs    bool   // aborted at once, because documents were required
	fatal     string // message of the error that ended the run
	status    string // of run_end; empty: the log has none
	claims    int    // phases that PROGRESS.md calls done
}

// playbookPhase is one phase of a run.
type playbookPhase struct {
	number int
	start  time.Time
	end    time.Time // zero: the log has no phase_end
	errors []string  // recoverable ones, before the end
	fell   time.Time // stamp of the last of them, once the log is written
	closed time.Time // stamp of the last phase_end, once the log is written
	gates  []playbookGate
}

type playbookGate struct{ name, verdict, reason string }

// phaseNames are the names of the phases in the playbook's own words.
var phaseNames = []string{"Explore", "Generate", "Code Review", "Spec Audit", "Reconciliation", "Verify", "Present"}

var playbookErrors = []string{
	"quality/EXPLORATION.md has 84 lines, at least 120 are needed",
	"no regression test patch for a confirmed bug",
	"model request timed out after 600 s",
	"triage file missing in quality/spec_audits",
	"context window exceeded while reading the requirements",
}

var gateNames = []string{"bug_count_matches", "red_logs_present", "functional_tests", "citations_resolve", "manifests_valid"}

// playbookEnding is how a run ends.
type playbookEnding int

const (
	endsWell    playbookEnding = iota
	endsSilent                 // the log just stops
	endsAborted                // an error that cannot be recovered from
	endsFailed                 // the last gate says no
	endsNoDocs                 // documents were required and there are none
)

// drawPlaybook draws run number i.
func drawPlaybook(seed uint64, i int) *playbookRun {
	s := newStream(seed, "playbook", i)
	b := pick(s, benchmarks)
	d := pick(s, playbookDialects)
	run := &playbookRun{
		benchmark: b.name, lever: "baseline", dialect: d, bugs: b.bugs[:s.between(2, len(b.bugs))],
		runner:  pick(s, []string{"claude", "codex", "copilot", "cursor"}),
		version: pick(s, []string{"1.5.6", "1.5.6", "1.5.7", "1.5.8"}),
		model:   pick(s, []string{"large-2", "large-3", "swift-1"}),
		start:   dayOf(i).Add(4*time.Hour + time.Duration(s.between(0, 8*3600))*time.Second),
	}
	if d.runner != "" {
		run.runner = d.runner
	}
	ending := endsWell
	switch n := s.between(1, 100); {
	case d.headless || n <= 14:
		ending = endsSilent
	case n <= 21:
		ending = endsAborted
	case n <= 28:
		ending = endsFailed
	case n <= 31:
		ending = endsNoDocs
	}
	run.draw(s, ending)
	return run
}

// draw draws what happens in the run.
func (r *playbookRun) draw(s stream, ending playbookEnding) {
	last := 6
	if r.dialect.seventh {
		last = 7
	}
	if ending == endsSilent || ending == endsAborted {
		last = s.between(1, last)
	}
	switch ending {
	case endsWell:
		r.status = "success"
	case endsFailed:
		r.status = "failed"
	case endsAborted:
		r.status, r.fatal = "aborted", pick(s, playbookErrors)
	case endsNoDocs:
		r.status, r.noDocs, last = "aborted", true, 0
	}
	at := r.start
	for number := 1; number <= last; number++ {
		p := playbookPhase{number: number, start: at}
		for s.chance(80) {
			if message := pick(s, playbookErrors); !slices.Contains(p.errors, message) {
				p.errors = append(p.errors, message) // twice the same at one time would be one record
			}
		}
		p.gates = r.drawGates(s, number, ending == endsFailed && number == 6)
		stopped := number == last && (ending == endsSilent && !r.dialect.instant || ending == endsAborted)
		if !r.dialect.instant {
			at = at.Add(s.around(12 * time.Minute).Truncate(time.Second))
		}
		if !stopped {
			p.end = at
		}
		r.phases = append(r.phases, p)
		at = at.Add(time.Duration(s.between(1, 600)) * time.Second)
	}
	r.claims = r.ended()
	if r.claims < 6 && s.chance(300) {
		r.claims = s.between(r.claims+1, 6)
	}
}

// drawGates draws the gate checks of a phase, in verdicts that the dialect can express.
func (r *playbookRun) drawGates(s stream, phase int, fails bool) []playbookGate {
	if phase != 5 && phase != 6 {
		return nil
	}
	can := r.dialect.gates.verdicts()
	var out []playbookGate
	for _, name := range s.Perm(len(gateNames))[:s.between(1, 3)] {
		g := playbookGate{name: gateNames[name], verdict: "pass"}
		switch n := s.between(1, 100); {
		case n <= 4:
			g.verdict, g.reason = "fail", "2 of 9 entries have no log"
		case n <= 12 && can["warn"]:
			g.verdict, g.reason = "warn", "stamps differ by a minute"
		case n <= 15 && can["skip"]:
			g.verdict, g.reason = "skip", "nothing to check"
		}
		out = append(out, g)
	}
	if fails {
		out = append(out, playbookGate{"terminal_verdict", "fail", "open bugs without a regression test"})
	}
	return out
}

// ended is the number of phases that the log ends.
func (r *playbookRun) ended() int {
	n := 0
	for _, p := range r.phases {
		if !p.end.IsZero() {
			n++
		}
	}
	return n
}

// bugName is how the run calls its bug n.
func (r *playbookRun) bugName(n int) string {
	if n < len(r.names) {
		return r.names[n]
	}
	return bugID(n)
}

// last is the time of the last record of the run, iterations apart.
func (r *playbookRun) last() time.Time {
	if len(r.phases) == 0 {
		return r.start
	}
	p := r.phases[len(r.phases)-1]
	if p.end.IsZero() {
		return p.start.Add(90 * time.Second)
	}
	return p.end
}

// playbook writes a quality folder for each run.
func (g *generator) playbook(runs []int) (PlaybookTruth, error) {
	t := PlaybookTruth{Statuses: map[string]int{}, Gates: map[string]int{}, Dialects: map[string]int{}}
	for _, i := range runs {
		run := drawPlaybook(g.seed, i)
		folder := fmt.Sprintf("playbook/runs/%s-%06d/quality", run.benchmark, i)
		for _, f := range run.files(folder) {
			if err := g.write(f); err != nil {
				return PlaybookTruth{}, err
			}
		}
		t.add(run)
		run.measure(g.samples)
	}
	return t, nil
}

func (t *PlaybookTruth) add(r *playbookRun) {
	t.Runs++
	t.Dialects[r.dialect.name]++
	if r.status == "" {
		t.Open++
	} else {
		t.Statuses[r.status]++
	}
	for _, p := range r.phases {
		for _, g := range p.gates {
			t.Gates[g.verdict]++
		}
		if !p.end.IsZero() {
			t.Phases++
			t.PhaseFlake.count(len(p.errors) > 0)
		}
	}
	if r.claims > r.ended() {
		t.Overclaims++
	}
}

// measure adds the run to the metrics. Its log has been written.
func (r *playbookRun) measure(out *samples) {
	const system = "playbook"
	anyFlaked := false
	for i := range r.phases {
		p := &r.phases[i]
		ended, fell := !p.end.IsZero(), len(p.errors) > 0
		out.value("retries-per-step", system, float64(len(p.errors)))
		fatal := r.fatal != "" && i == len(r.phases)-1
		if fell || fatal || ended {
			out.hit("first-attempt-pass-rate", system, !fell && !fatal)
		}
		if fatal || fell && ended {
			out.hit("recovery-rate", system, ended)
		}
		if ended {
			out.hit("step-flake-rate", system, fell)
			if took := p.closed.Sub(p.start); took > 0 {
				out.took("phase-duration", system, took)
			}
		}
		if ended && fell {
			anyFlaked = true
			if lost := p.fell.Sub(p.start); lost > 0 {
				out.took("flake-cost", system, lost)
			}
		}
		for _, g := range p.gates {
			if g.verdict != "skip" {
				out.hit("gate-failure-rate", system, g.verdict == "fail")
			}
		}
	}
	if r.status == "" {
		return
	}
	out.category("outcome-mix", system, r.status)
	out.took("run-duration", system, r.last().Sub(r.start))
	if len(r.phases) > 0 {
		out.hit("runs-with-a-flake", system, anyFlaked)
	}
}
