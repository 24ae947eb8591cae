package run

import (
	"cmp"
	"fmt"
	"path"

	"runreport/ingest/playbook/companion"
	"runreport/ingest/playbook/layout"
	"runreport/ingest/playbook/sheet"
	"runreport/ingest/record"
)

// generated are the artefacts of fixed names that phase 2 leaves behind.
var generated = []string{"REQUIREMENTS.md", "QUALITY.md", "CONTRACTS.md", "COVERAGE_MATRIX.md", "COMPLETENESS_REPORT.md",
	"RUN_CODE_REVIEW.md", "RUN_INTEGRATION_TESTS.md", "RUN_SPEC_AUDIT.md", "RUN_TDD_TESTS.md"}

// folder is the quality folder of a run, as far as files in it were found.
type folder struct {
	dir    string
	beside *record.Listing
	bugs   []string // confirmed, from BUGS.md
	docs   *companion.Documents
}

// folderOf is the folder of the run's log; false when its files are not known, or
// when it holds no artefact of the early phases: then it is a copy of the log and
// the documents only, which says nothing about what the run wrote.
func (r ruleChecker) folderOf() (folder, bool) {
	last := r.Unit.Records[len(r.Unit.Records)-1].File
	f := folder{dir: layout.QualityFolder(last.Dir), beside: last.Beside, docs: r.docs}
	if f.beside == nil {
		return f, false
	}
	f.bugs = companion.BugIDs(r.docs.Confirmed())
	return f, f.has("EXPLORATION.md") || len(f.below("code_reviews", "")) > 0
}

// has reports whether a file is there and not empty.
func (f folder) has(name string) bool {
	size, ok := f.beside.Bytes(path.Join(f.dir, name))
	return ok && size > 0
}

// below are the files of a subfolder whose names match a shell pattern; any name
// for "".
func (f folder) below(sub, pattern string) []string {
	var names []string
	for _, p := range f.beside.Below(path.Join(f.dir, sub)) {
		name := path.Base(p)
		if ok, err := path.Match(pattern, name); pattern == "" || err == nil && ok {
			names = append(names, name)
		}
	}
	return names
}

// missing is what a phase should have left behind and what is not there, by the
// format's rules for phase_end.
func (f folder) missing(phase int64) []string {
	var list []string
	need := func(there bool, name string) {
		if !there {
			list = append(list, name)
		}
	}
	switch phase {
	case 1:
		need(f.has("EXPLORATION.md"), "EXPLORATION.md")
		for _, fault := range explorationFaults(f.docs.Exploration) {
			list = append(list, fault.wanted+" in EXPLORATION.md")
		}
	case 2:
		for _, name := range generated {
			need(f.has(name), name)
		}
		need(len(f.below("", "test_functional.*")) > 0, "test_functional.*")
	case 3:
		need(len(f.below("code_reviews", "")) > 0, "code_reviews/*")
		need(len(f.bugs) == 0 || len(f.below("patches", "BUG-*-regression-test.patch")) > 0, "patches/BUG-*-regression-test.patch")
	case 4:
		audits, triage := f.below("spec_audits", "*-auditor-*.md"), f.below("spec_audits", "*-triage.md")
		if len(audits)+len(triage) == 0 && len(f.below("spec_audits", "")) >= 2 {
			break // older runs name them as they like
		}
		need(len(triage) > 0, "spec_audits/*-triage.md")
		need(len(audits) > 0, "spec_audits/*-auditor-*.md")
	case 5:
		need(len(f.bugs) == 0 || f.has("results/tdd-results.json"), "results/tdd-results.json")
		for _, id := range f.bugs {
			need(f.has("writeups/"+id+".md"), "writeups/"+id+".md")
			need(f.has("results/"+id+".red.log"), "results/"+id+".red.log")
		}
	case 6:
		need(f.has("results/quality-gate.log"), "results/quality-gate.log")
	}
	return list
}

// absent is what is missing of a phase but for what documents lack, which is a finding of
// its own.
func (f folder) absent(phase int64) []string {
	f.docs = &companion.Documents{}
	return f.missing(phase)
}

// artefactRules look for what the phases that ended should have left behind.
func (r ruleChecker) artefactRules() {
	f, known := r.folderOf()
	if !known {
		return
	}
	for _, p := range r.log.phases.list {
		if p.end == nil {
			continue
		}
		if missing := f.absent(p.n); len(missing) > 0 {
			r.Finding(artefactGone, p.end, sheet.PhaseLabel(p.n)+" has ended: not found "+listShortened(missing), "what the format wants before phase_end")
		}
	}
}

// resumeAdvice says what the format does with a phase that has begun and not
// ended: artefacts count more than events.
func (r ruleChecker) resumeAdvice(n int64) string {
	f, known := r.folderOf()
	if !known || n < 1 || n > sheet.LastPhase {
		return ""
	}
	if missing := f.missing(n); len(missing) > 0 {
		return "; not found " + listShortened(missing) + ", so the phase is to be run again"
	}
	return "; its artefacts are complete, so a phase_end is missing"
}

// fault is what a document lacks.
type fault struct{ seen, wanted string }

// leastExploration is how many lines EXPLORATION.md has to have before phase 1 ends.
const leastExploration = 120

// explorationFaults are what EXPLORATION.md lacks by the format's rule for phase 1; none
// where it was not read.
func explorationFaults(doc *record.Record) (list []fault) {
	if doc == nil {
		return nil
	}
	if lines, _ := doc.Int("lines"); lines < leastExploration {
		list = append(list, fault{fmt.Sprintf("EXPLORATION.md: %d lines", lines), "120 lines or more"})
	}
	if sections, _ := doc.Int("sections"); sections == 0 {
		list = append(list, fault{
			seen:   "EXPLORATION.md has no heading of findings",
			wanted: "a heading ## Finding …, ## Open Exploration Findings or ## 1. …",
		})
	}
	return list
}

// explorationRule holds EXPLORATION.md against the rule for phase 1: the document itself,
// else the length that the log states.
func (r ruleChecker) explorationRule() {
	end := r.log.phases.ended(1)
	if doc := r.docs.Exploration; doc != nil {
		for _, f := range explorationFaults(doc) {
			if end != nil {
				r.Finding(phaseRule, end, "phase 1 has ended though "+f.seen, f.wanted+" before phase_end")
			}
		}
		return
	}
	var last *record.Record
	for _, rec := range r.Unit.Records {
		if rec.Is("artifact_written") && path.Base(rec.Str("relative_path")) == "EXPLORATION.md" {
			last = rec
		}
	}
	if last == nil {
		return
	}
	if lines, given := last.Int("line_count"); given && lines > 0 && lines < leastExploration {
		r.Finding(phaseRule, last, fmt.Sprintf("EXPLORATION.md: %d lines", lines), "120 lines or more")
	}
}

// redRule looks for evidence of each confirmed bug once phase 5 has ended: the log of its
// test without the fix, which has to fail.
func (r ruleChecker) redRule() {
	end, red := r.log.phases.ended(5), r.docs.TestLogsOf("red")
	if end == nil {
		return
	}
	var without []string
	for _, id := range companion.BugIDs(r.docs.Confirmed()) {
		if log := red[id]; log != nil && log.Str("tag") != "RED" {
			without = append(without, path.Base(log.File.Path)+" begins with "+cmp.Or(log.Str("tag"), "nothing"))
		}
	}
	if len(without) > 0 {
		r.Finding(phaseRule, end, "phase 5 has ended: "+listShortened(without), "RED as the first line: the test fails without the fix")
	}
}
