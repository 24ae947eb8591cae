package demo

import (
	"fmt"
	"strings"
	"time"
)

// files are the log and its companions.
func (r *playbookRun) files(folder string) []file {
	companion := func(name, text string) file {
		return file{path: folder + "/" + name, format: formatCompanion, data: []byte(text)}
	}
	return []file{
		r.state(folder + "/run_state.jsonl"),
		companion("PROGRESS.md", r.progress()),
		companion("BUGS.md", r.bugList()),
		companion("results/run-"+r.start.Format("2006-01-02T15-04-05")+".json", r.results()),
	}
}

// progress is PROGRESS.md in one of the two forms that runs really write.
func (r *playbookRun) progress() string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Quality Playbook Progress\n\nSkill version: v%s\nStarted: %s\nBenchmark: %s\nLever: %s\nRunner: %s\nPlaybook version: %s\n",
		r.version, stampSeconds(r.start), r.benchmark, r.lever, r.runner, r.version)
	heading, joint := "Phase tracker", " - "
	if len(r.bugs)%2 == 0 {
		heading, joint = "Phase completion", ": "
	}
	fmt.Fprintf(&b, "\n## %s\n\n", heading)
	for n := 1; n <= 6; n++ {
		mark := " "
		if n <= r.claims {
			mark = "x"
		}
		fmt.Fprintf(&b, "- [%s] Phase %d%s%s\n", mark, n, joint, phaseNames[n-1])
	}
	if r.claims >= 6 {
		b.WriteString("\n## Terminal Gate Verification\n\nThe gate ran to its end.\n")
	}
	b.WriteString("\n## Cumulative BUG tracker\n\n| # | File:Line | Description | Severity |\n|---|---|---|---|\n")
	if r.claims >= 3 {
		for n, bug := range r.bugs {
			fmt.Fprintf(&b, "| %s | %s:%d | %s | %s |\n", r.bugName(n), bug.file, bug.line, bug.title, bug.severity)
		}
	}
	return b.String()
}

// bugList is BUGS.md, its headings and fields in one of four forms.
func (r *playbookRun) bugList() string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Bugs of %s\n", r.benchmark)
	if r.claims < 3 {
		b.WriteString("\nNo bug is confirmed yet.\n")
		return b.String()
	}
	for n, bug := range r.bugs {
		id, requirement := r.bugName(n), fmt.Sprintf("REQ-%03d", n+2)
		switch r.start.Day() % 4 {
		case 0:
			fmt.Fprintf(&b, "\n### %s: %s\n\n- Severity: %s\n- Requirement: %s\n- File: %s:%d\n", id, bug.title, bug.severity, requirement, bug.file, bug.line)
		case 1:
			fmt.Fprintf(&b, "\n### %s — %s\n\n- **Severity:** %s · **Source:** Code Review · **File:** `%s:%d`\n- Requirement: %s\n", id, bug.title, bug.severity, bug.file, bug.line, requirement)
		case 2:
			fmt.Fprintf(&b, "\n## %s: %s\n\n**Severity:** %s\n**Primary requirement:** `%s`\n**Location:** `%s:%d`\n", id, bug.title, bug.severity, requirement, bug.file, bug.line)
		default:
			fmt.Fprintf(&b, "\n### %s\n\n%s\n\n- severity: %s\n- Requirement: %s (also closes REQ-001)\n- File:line: %s:%d\n", id, bug.title, strings.ToLower(bug.severity), requirement, bug.file, bug.line)
		}
	}
	return b.String()
}

// results is the record of the run that lies beside its log.
func (r *playbookRun) results() string {
	severities := map[string]int{}
	for _, bug := range r.bugs {
		severities[bug.severity]++
	}
	var phases []int
	for n := range r.ended() {
		phases = append(phases, n+1)
	}
	rec := object().str("schema_version", "1.0").str("skill_version", r.version).str("project", r.benchmark).
		str("model", r.model).str("model_provider", "example").str("runner", r.runner).
		str("start_time", stampSeconds(r.start))
	if r.status == "" {
		rec.null("end_time").null("duration_minutes")
	} else {
		rec.str("end_time", stampSeconds(r.last())).int("duration_minutes", int(r.last().Sub(r.start)/time.Minute))
	}
	rec.ints("phases_completed", phases).list("iterations_completed", nil).int("bug_count", len(r.bugs)).
		raw("bug_severity", object().int("HIGH", severities["HIGH"]).int("MEDIUM", severities["MEDIUM"]).int("LOW", severities["LOW"]).json())
	if r.status == "" {
		rec.null("gate_result").null("gate_fail_count").null("gate_warn_count")
	} else {
		rec.str("gate_result", r.verdict()).int("gate_fail_count", r.gatesWith("fail")).int("gate_warn_count", r.gatesWith("warn"))
	}
	return string(rec.str("notes", "").document())
}

func (r *playbookRun) gatesWith(verdict string) int {
	n := 0
	for _, p := range r.phases {
		for _, g := range p.gates {
			if g.verdict == verdict {
				n++
			}
		}
	}
	return n
}
