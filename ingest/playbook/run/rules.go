package run

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"runreport/ingest/playbook/sheet"
	"runreport/ingest/record"
)

var (
	rangeOfFiles = regexp.MustCompile(`\d\.\.[A-Za-z0-9-]*\d`)
	ofOneMachine = regexp.MustCompile(`^(?:/|~|[A-Za-z]:[\\/])`)
)

// rules holds a run against what its format promises about the whole of it.
func (r *run) rules() {
	if len(r.Unit.Records) == 0 {
		r.Finding(noLog, r.docs.All[0], "", "run_state.jsonl in the quality folder")
		return
	}
	first := r.Unit.Records[0]
	if r.index == nil {
		r.Finding(noIndex, first, "no _index", "_index as the first line")
	} else {
		r.headRules(first)
	}
	if r.start == nil {
		r.Finding(noRunStart, first, "no run_start", "run_start as the second line")
	} else {
		r.startRules()
	}
	r.documentRules()
	r.countRules()
	r.artefactRules()
	r.resume()
}

func (r *run) headRules(first *record.Record) {
	if r.index != first && r.index.File == first.File {
		r.Finding(noIndex, r.index, "_index is not the first line", "_index as the first line")
	}
	if at := r.index.Time("started_at"); !at.IsZero() && !r.index.At.IsZero() && !at.Equal(r.index.At) {
		r.Finding(startedAt, r.index, "started_at: "+r.index.Value("started_at").Text, r.index.At.Format(time.RFC3339))
	}
}

func (r *run) startRules() {
	i := slices.Index(r.Unit.Records, r.start)
	if want := slices.Index(r.Unit.Records, r.index) + 1; r.index != nil && i != want && r.start.File == r.index.File {
		r.Finding(noRunStart, r.start, "run_start is not the second line", "run_start behind _index")
	}
	if ofOneMachine.MatchString(r.start.Str("target_path")) {
		r.Finding(absolutePath, r.start, "target_path", "a path relative to the benchmark")
	}
	named := compactInstant(r.start.Str("run_id"))
	if off := r.start.At.Sub(named); !named.IsZero() && !r.start.At.IsZero() && off.Abs() > sameMoment {
		r.Finding(nameDiffers, r.start, "run_id: "+r.start.Str("run_id"), r.start.At.Format(time.RFC3339)+", "+timeDifference(off))
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
func (r *run) documentRules() {
	if r.abort == nil {
		return
	}
	if r.docState != nil && r.docState.Str("state") == "code_only" {
		r.Finding(docsConflict, r.abort, "code_only and aborted_missing_docs", "one of them")
	}
	at := slices.Index(r.Unit.Records, r.abort)
	for _, rec := range r.Unit.Records[at+1:] {
		if rec.Is("phase_start") {
			n, _ := rec.Int("phase")
			r.Finding(afterAbort, rec, sheet.PhaseLabel(n)+" starts", "no phase behind aborted_missing_docs")
		}
	}
}

// countRules hold counts that the log states against its own events.
func (r *run) countRules() {
	r.count(1, "patterns_walked", r.patterns, "pattern_walked events")
	r.count(4, "passes_complete", r.passes, "pass_ended events in phase 4")
	r.count(5, "gate_checks_total", r.gates, "gate_check events in phase 5")
	r.count(5, "gate_failures", r.failed, "failing gate_check events in phase 5")
	if n := r.foundIn(3); n > 0 {
		r.count(3, "bugs_identified", n, "bugs logged in phase 3")
	}
	p := r.byPhase[6]
	if p == nil || p.end == nil {
		return
	}
	if d := r.docs.Progress; d != nil && !d.Has("terminal_gate") {
		r.Finding(phaseRule, p.end, "phase 6 has ended: PROGRESS.md has no section Terminal Gate Verification", "that section before phase_end")
	}
	if r.docs.List != nil {
		listed, _ := r.docs.List.Int("bugs")
		if n, ok := countIn(p.end, "bugs_md_count"); ok && n != float64(listed) {
			r.Finding(bugsMDCount, p.end, fmt.Sprintf("bugs_md_count: %g", n), fmt.Sprintf("%d bugs in BUGS.md", listed))
		}
	}
}

// foundIn is how many different bugs were logged in a phase.
func (r *run) foundIn(phase int64) int {
	seen := map[string]bool{}
	for _, rec := range r.found {
		if n, ok := rec.Int("phase"); ok && n == phase && strings.HasPrefix(rec.Str("finding_id"), "BUG-") {
			seen[rec.Str("finding_id")] = true
		}
	}
	return len(seen)
}

func (r *run) count(phase int64, key string, events int, what string) {
	p := r.byPhase[phase]
	if p == nil || p.end == nil {
		return
	}
	if n, ok := countIn(p.end, key); ok && n != float64(events) {
		r.Finding(countDiffers, p.end, fmt.Sprintf("%s: %g", key, n), fmt.Sprintf("%d %s", events, what))
	}
}

// countIn is a number of a phase's key_counts.
func countIn(end *record.Record, key string) (float64, bool) {
	for _, e := range record.Entries(end.Raw("key_counts")) {
		if e.Key == key {
			return record.Number(e.Raw)
		}
	}
	return 0, false
}

// resume says how the run stands by the format's rules for taking it up again.
func (r *run) resume() {
	var missing []string
	for n := int64(1); n <= sheet.LastPhase; n++ {
		if p := r.byPhase[n]; p == nil || p.end == nil {
			missing = append(missing, fmt.Sprint(n))
		}
	}
	last := r.Unit.Records[len(r.Unit.Records)-1]
	switch {
	case r.end != nil:
		if len(missing) > 0 && !badWord(r.end.Str("status")) {
			r.Finding(phasesMissing, r.end, "no phase_end of phase "+strings.Join(missing, ", "), "six ended phases before run_end")
		}
	case r.abort != nil, r.fatal != nil:
	case len(missing) == 0:
		r.Finding(endMissing, last, "all six phases ended", "run_end")
	default:
		r.stopped(last)
	}
}

// stopped names the phase in which an unfinished run stands, and whether
// PROGRESS.md thinks that it is done.
func (r *run) stopped(last *record.Record) {
	var p *phase
	for _, q := range r.phases {
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
