package run

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"runreport/ingest/playbook/companion"
	"runreport/ingest/playbook/layout"
	"runreport/ingest/playbook/sheet"
	"runreport/ingest/record"
)

var (
	rangeOfFiles = regexp.MustCompile(`\d\.\.[A-Za-z0-9-]*\d`)
	ofOneMachine = regexp.MustCompile(`^(?:/|~|[A-Za-z]:[\\/])`)
)

// ruleChecker holds a run against what its format promises about the whole of it.
type ruleChecker struct{ known }

// check makes every check.
func (r ruleChecker) check() {
	if len(r.Unit.Records) == 0 {
		// An archive need not keep the log.
		if at := r.docs.All[0]; !layout.Archived(at.File.Dir) {
			r.Finding(noLog, at, "", "run_state.jsonl in the quality folder")
		}
		return
	}
	first := r.Unit.Records[0]
	if r.log.index == nil {
		r.Finding(noIndex, first, "no _index", "_index as the first line")
	} else {
		r.headRules(first)
	}
	if r.log.start == nil {
		r.Finding(noRunStart, first, "no run_start", "run_start as the second line")
	} else {
		r.startRules()
	}
	r.documentRules()
	r.countRules()
	r.explorationRule()
	r.redRule()
	r.artefactRules()
	r.resume()
}

func (r ruleChecker) headRules(first *record.Record) {
	if r.log.index != first && r.log.index.File == first.File {
		r.Finding(noIndex, r.log.index, "_index is not the first line", "_index as the first line")
	}
	if at := r.log.index.Time("started_at"); !at.IsZero() && !r.log.index.At.IsZero() && !at.Equal(r.log.index.At) {
		r.Finding(startedAt, r.log.index, "started_at: "+r.log.index.Value("started_at").Text, r.log.index.At.Format(time.RFC3339))
	}
}

func (r ruleChecker) startRules() {
	i := slices.Index(r.Unit.Records, r.log.start)
	if want := slices.Index(r.Unit.Records, r.log.index) + 1; r.log.index != nil && i != want && r.log.start.File == r.log.index.File {
		r.Finding(noRunStart, r.log.start, "run_start is not the second line", "run_start behind _index")
	}
	if ofOneMachine.MatchString(r.log.start.Str("target_path")) {
		r.Finding(absolutePath, r.log.start, "target_path", "a path relative to the benchmark")
	}
	named := compactInstant(r.log.start.Str("run_id"))
	if off := r.log.start.At.Sub(named); !named.IsZero() && !r.log.start.At.IsZero() && off.Abs() > sameMoment {
		r.Finding(nameDiffers, r.log.start, "run_id: "+r.log.start.Str("run_id"), r.log.start.At.Format(time.RFC3339)+", "+timeDifference(off))
	}
}

// timeDifference is a difference of times in words. Whole hours, give or take half of one,
// are what a time zone makes of one instant.
func timeDifference(d time.Duration) string {
	d = d.Abs()
	text := d.Round(time.Second).String() + " apart"
	if d >= 30*time.Minute && d <= 14*time.Hour && d%(30*time.Minute) == 0 {
		text += ", as if one were local time"
	}
	return text
}

// documentRules are those about documents to review against.
func (r ruleChecker) documentRules() {
	codeOnly := companion.FieldText(r.log.docState, "state") == "code_only"
	if doc := r.docs.Exploration; doc != nil && codeOnly && !r.docs.CodeOnly() {
		r.Finding(phaseRule, doc, "EXPLORATION.md has no section Documentation status: code-only mode",
			"that section, as there were no documents")
	}
	if r.log.abort == nil {
		return
	}
	if r.log.docState != nil && r.log.docState.Str("state") == "code_only" {
		r.Finding(docsConflict, r.log.abort, "code_only and aborted_missing_docs", "one of them")
	}
	at := slices.Index(r.Unit.Records, r.log.abort)
	for _, rec := range r.Unit.Records[at+1:] {
		if rec.Is("phase_start") {
			n, _ := rec.Int("phase")
			r.Finding(afterAbort, rec, sheet.PhaseLabel(n)+" starts", "no phase behind aborted_missing_docs")
		}
	}
}

// countRules hold counts that the log states against its own events.
func (r ruleChecker) countRules() {
	r.count(1, "patterns_walked", len(r.log.inner.patterns), "pattern_walked events")
	r.count(4, "passes_complete", r.log.inner.passes, "pass_ended events in phase 4")
	checks, failures := r.checksIn(5)
	r.count(5, "gate_checks_total", checks, "gate_check events in phase 5")
	r.count(5, "gate_failures", failures, "failing gate_check events in phase 5")
	if n := r.foundIn(3); n > 0 {
		r.count(3, "bugs_identified", n, "bugs logged in phase 3")
	}
	end := r.log.phases.ended(sheet.LastPhase)
	if end == nil {
		return
	}
	if d := r.docs.Progress; d != nil && !d.Has("terminal_gate") {
		r.Finding(phaseRule, end, "phase 6 has ended: PROGRESS.md has no section Terminal Gate Verification", "that section before phase_end")
	}
	// Rounds of exploration behind run_end add bugs to BUGS.md.
	if r.docs.List != nil && r.log.inner.iterations == 0 {
		listed, _ := r.docs.List.Int("bugs")
		if n, ok := r.log.phases.count(sheet.LastPhase, "bugs_md_count"); ok && n != float64(listed) {
			r.Finding(bugsMDCount, end, fmt.Sprintf("bugs_md_count: %g", n), fmt.Sprintf("%d bugs in BUGS.md", listed))
		}
	}
}

// checksIn is how many gate checks a phase has, and how many of them fail.
func (r ruleChecker) checksIn(phase int64) (all, failing int) {
	for _, g := range r.log.gates {
		if g.phase == phase {
			all++
			if g.verdict == "fail" {
				failing++
			}
		}
	}
	return all, failing
}

// foundIn is how many different bugs were logged in a phase.
func (r ruleChecker) foundIn(phase int64) int {
	var seen sheet.Places[string]
	for _, rec := range r.log.found {
		if n, ok := rec.Int("phase"); ok && n == phase && strings.HasPrefix(rec.Str("finding_id"), "BUG-") {
			seen.Place(rec.Str("finding_id"))
		}
	}
	return len(seen.Order)
}

func (r ruleChecker) count(phase int64, key string, events int, what string) {
	end := r.log.phases.ended(phase)
	if end == nil {
		return
	}
	if n, ok := r.log.phases.count(phase, key); ok && n != float64(events) {
		r.Finding(countDiffers, end, fmt.Sprintf("%s: %g", key, n), fmt.Sprintf("%d %s", events, what))
	}
}

// resume says how the run stands by the format's rules for taking it up again.
func (r ruleChecker) resume() {
	var missing []string
	for n := int64(1); n <= sheet.LastPhase; n++ {
		if r.log.phases.ended(n) == nil {
			missing = append(missing, fmt.Sprint(n))
		}
	}
	last := r.Unit.Records[len(r.Unit.Records)-1]
	switch {
	case r.log.end != nil:
		if len(missing) > 0 && !badWord(r.log.end.Str("status")) {
			r.Finding(phasesMissing, r.log.end, "no phase_end of phase "+strings.Join(missing, ", "), "six ended phases before run_end")
		}
	case r.log.abort != nil, r.log.fatal != nil:
	case len(missing) == 0:
		r.Finding(endMissing, last, "all six phases ended", "run_end")
	default:
		r.stopped(last)
	}
}

// stopped names the phase in which an unfinished run stands, and whether
// PROGRESS.md thinks that it is done.
func (r ruleChecker) stopped(last *record.Record) {
	var p *phase
	for _, q := range r.log.phases.list {
		if q.end == nil && q.start != nil {
			p = q
		}
	}
	if p == nil {
		return
	}
	expected := "its phase_end"
	if done, known := r.docs.Ticked()[p.n]; known && done {
		expected = "its phase_end: PROGRESS.md says that it is done"
	} else if known {
		expected = "its phase_end; PROGRESS.md says too that it is not done"
	}
	r.Finding(inProgress, p.start, sheet.PhaseLabel(p.n)+" has begun and not ended", expected+r.resumeAdvice(p.n))
}
