package demo

import (
	"fmt"
	"strings"
	"time"
)

// phase writes a phase from start to end. Its records lie evenly in its time.
func (r *playbookRun) phase(l *playbookLog, p *playbookPhase) {
	type event struct {
		name string
		fill func(*record)
	}
	var events []event
	add := func(name string, fill func(*record)) { events = append(events, event{name, fill}) }
	if p.number == 1 {
		r.patterns(add)
	}
	if p.number == 3 {
		for n := range r.bugs {
			add("finding_logged", func(rec *record) {
				rec.int("phase", 3).str("finding_id", r.bugName(n)).str("category", "code-bug")
			})
		}
	}
	if p.number == 4 {
		for _, pass := range []string{"A", "B", "C", "D"} {
			add("pass_started", func(rec *record) { rec.int("phase", 4).str("pass", pass) })
			add("pass_ended", func(rec *record) {
				rec.int("phase", 4).str("pass", pass).str("output_artifact", "quality/spec_audits/pass-"+strings.ToLower(pass)+".md")
			})
		}
	}
	for _, message := range p.errors {
		add("error", func(rec *record) { rec.int("phase", p.number).str("message", message).bool("recoverable", true) })
	}
	if !p.end.IsZero() {
		for n, name := range artifactsOf(p.number) {
			add("artifact_written", func(rec *record) {
				rec.str(r.dialect.artifactKey(), name)
				if r.dialect.pathKey == "" {
					rec.int("byte_size", 2400+n*811+p.number*97).int("line_count", 130+n*19)
				}
			})
		}
	}
	for _, g := range p.gates {
		add("gate_check", func(rec *record) { r.gate(rec, g) })
	}

	end := p.end
	if end.IsZero() {
		end = r.last()
	}
	l.starts = append(l.starts, l.count)
	l.emit(p.start, "phase_start", func(rec *record) { rec.int("phase", p.number) })
	step := end.Sub(p.start) / time.Duration(len(events)+1)
	for n, e := range events {
		at := p.start.Add(step * time.Duration(n+1)).Truncate(time.Second)
		if r.dialect.batch {
			at = end
		}
		if e.name == "error" {
			p.fell = at
		}
		l.emit(at, e.name, e.fill)
	}
	if !p.end.IsZero() {
		r.phaseEnd(l, p)
	}
}

func (r *playbookRun) patterns(add func(string, func(*record))) {
	names := []string{"Fallback paths", "Dispatch tables", "Parallel implementations", "Shared state"}
	if r.dialect.prose {
		for n, name := range names {
			add("pattern_walked", func(rec *record) {
				rec.int("phase", 1).str("pattern", name).str("decision", "FULL").int("candidates", n+1).str("reason", "many call sites")
			})
		}
		return
	}
	for pattern := 1; pattern <= 7; pattern++ {
		add("pattern_walked", func(rec *record) {
			rec.int("phase", 1).int("pattern", pattern).int("findings_count", (pattern*5+len(r.bugs))%4)
		})
	}
}

func (r *playbookRun) gate(rec *record, g playbookGate) {
	switch r.dialect.gates {
	case gateResult:
		rec.str("result", strings.ToUpper(g.verdict))
	case gatePassed:
		rec.str("name", g.name).bool("passed", g.verdict == "pass")
	default:
		rec.str("gate_name", g.name).str("verdict", g.verdict)
	}
	if g.reason != "" {
		rec.str("reason", g.reason)
	}
}

func (r *playbookRun) phaseEnd(l *playbookLog, p *playbookPhase) {
	end := func(rec *record) {
		rec.int("phase", p.number)
		if r.dialect.bare {
			return
		}
		counts := &record{spaced: rec.spaced}
		for _, c := range r.counts(p) {
			counts.int(c.name, c.n)
		}
		if p.number == 6 {
			counts.str("gate_verdict", r.verdict())
		}
		rec.raw("key_counts", counts.json()).strs("artifacts_produced", artifactsOf(p.number))
	}
	p.closed = p.end
	l.emit(p.closed, "phase_end", end)
	if r.dialect.twice && p.number == 2 {
		p.closed = p.end.Add(-time.Second)
		l.emit(p.closed, "phase_end", end)
	}
}

type namedCount struct {
	name string
	n    int
}

// counts are the documented key_counts of a phase that are numbers.
func (r *playbookRun) counts(p *playbookPhase) []namedCount {
	failures := 0
	for _, g := range p.gates {
		if g.verdict == "fail" {
			failures++
		}
	}
	n := len(r.bugs)
	switch p.number {
	case 1:
		return []namedCount{{"findings_total", n + 5}, {"patterns_walked", 7}}
	case 2:
		return []namedCount{{"findings_promoted", n + 3}, {"findings_dropped", 2}}
	case 3:
		return []namedCount{{"bugs_identified", n}, {"bug_writeups", n}}
	case 4:
		return []namedCount{{"req_count", 3 * n}, {"uc_count", n + 2}, {"passes_complete", 4}}
	case 5:
		return []namedCount{{"gate_checks_total", len(p.gates)}, {"gate_failures", failures}}
	case 6:
		return []namedCount{{"bugs_md_count", n}}
	}
	return nil
}

// artifactsOf are the files that a phase writes.
func artifactsOf(phase int) []string {
	switch phase {
	case 1:
		return []string{"quality/EXPLORATION.md"}
	case 2:
		return []string{"quality/REQUIREMENTS.md", "quality/CONTRACTS.md", "quality/COVERAGE_MATRIX.md"}
	case 3:
		return []string{"quality/BUGS.md", "quality/code_reviews/review.md"}
	case 4:
		return []string{"quality/spec_audits/triage.md"}
	case 5:
		return []string{"quality/results/tdd-results.json"}
	case 6:
		return []string{"quality/results/quality-gate.log"}
	}
	return []string{fmt.Sprintf("quality/phase-%d.md", phase)}
}
