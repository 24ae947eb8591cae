package playbook

import (
	"cmp"
	"strings"

	"runreport/ingest/record"
	"runreport/ingest/table"
)

// assembleDocuments writes the rows of a unit that is made of documents alone.
func assembleDocuments(u *record.Unit, t *table.Set) {
	writeDocuments(&sheet{unit: u, set: t}, documentsOf(u))
}

// writer writes the rows of documents.
type writer struct{ *sheet }

// writeDocuments writes the rows of the documents beside a run: their lists of bugs,
// and what they say about the run.
func writeDocuments(to *sheet, d *documents) {
	s := writer{to}
	about := cmp.Or(d.about(), folderName(s.unit.Home))
	for _, r := range d.all {
		step, text := "", ""
		switch r.Kind {
		case progressKind:
			s.claims(r, "PROGRESS.md", "", "started", "project", "benchmark", "lever", "runner", "playbook_version", "skill_version",
				"model", "documentation_state", "with_docs", "error", "terminal_gate", "tracked_bugs")
			text = cmp.Or(r.Str("error"), r.Str("benchmark"))
		case progressPhaseKind:
			n, _ := r.Int("phase")
			step, text = phaseLabel(n), r.Str("text")
			s.claims(r, "PROGRESS.md", step, "done", "in_progress", "started", "completed")
		case trackerKind:
			s.bug(r, "tracker", about)
			text = r.Str("id")
		case bugListKind:
			before := s.set.Claims.Len()
			s.claims(r, "BUGS.md", "", "bugs")
			s.topic(before, table.TopicBugList)
			text = r.Str("title")
		case bugKind:
			s.bug(r, "BUGS.md", about)
			text = strings.TrimSpace(r.Str("id") + " " + r.Str("title"))
		case indexKind:
			s.indexRows(r)
		case archivedKind:
			s.claims(r, "RUN_INDEX.md", r.Str("run"), "qpb_version", "roles", "gate_verdict", "bug_count")
			text = r.Str("run")
		case gateLogKind:
			s.claims(r, "quality-gate.log", "", "version", "result", "gate_result", "verdict_state", "at", "fails", "warns", "passes")
			text = r.Str("result")
		case gateLineKind:
			text = r.Str("verdict") + ": " + r.Str("text")
		case calibrationKind, calibrationRecallKind:
			text = s.calibrationRows(r)
		default:
			text = s.sidecarRows(r, about)
		}
		s.unit.Event(s.set, r, step, "", text)
	}
}

// sidecarRows writes what the JSON documents hold.
func (s writer) sidecarRows(r *record.Record, about string) (text string) {
	switch r.Kind {
	case metadataKind:
		s.claims(r, "run metadata", "", "skill_version", "project", "model", "model_provider", "runner", "start_time", "end_time",
			"duration_minutes", "phases_completed", "iterations_completed", "bug_count", "gate_result", "gate_fail_count", "gate_warn_count", "notes")
		s.entries(r, "run metadata", "bug_severity", r.Raw("bug_severity"))
		return r.Str("runner") + " " + r.Str("model")
	case tddKind:
		for _, b := range r.Items("bugs") {
			s.bug(b, "tdd-results", about)
		}
		s.claims(r, "tdd-results.json", "", "skill_version", "date")
		s.entries(r, "tdd-results.json", "summary", r.Raw("summary"))
	case manifestKind:
		for _, b := range r.Items("records") {
			row := s.bug(b, "manifest", about)
			s.manifestPlace(b, row)
		}
	case recheckKind:
		for _, b := range r.Items("results") {
			s.bug(b, "recheck-results", about)
		}
		s.claims(r, "recheck-results.json", "", "skill_version", "date")
		s.entries(r, "recheck-results.json", "summary", r.Raw("summary"))
	case integrationKind:
		s.claims(r, "integration-results.json", "", "skill_version", "date", "recommendation")
		s.entries(r, "integration-results.json", "summary", r.Raw("summary"))
		return r.Str("recommendation")
	}
	return ""
}

// manifestPlace writes where a bug of the manifest is: file and lines apart, or
// both in one.
func (s writer) manifestPlace(b *record.Record, row int) {
	at := locate(record.Words(b.Raw("file")), false)
	if lo, hi := span(record.Words(b.Raw("line"))); lo > 0 {
		at.lo, at.hi = lo, hi
	}
	t := &s.set.Bugs
	t.File.SetText(row, record.Cut(at.file, 400))
	if at.lo > 0 {
		t.LineLo.Set(row, at.lo)
		t.LineHi.Set(row, at.hi)
	}
}

func (s writer) indexRows(r *record.Record) {
	s.claims(r, "INDEX.md", "", "run_timestamp_start", "run_timestamp_end", "duration_seconds", "qpb_version", "target_repo_git_sha", "gate_verdict")
	s.entries(r, "INDEX.md", "summary", r.Raw("summary"))
}

// calibrationRows writes what an entry of the lever calibration log says, about
// the cycle and each of its benchmarks.
func (s writer) calibrationRows(r *record.Record) (text string) {
	const by = "Lever_Calibration_Log.md"
	cycle := r.Str("cycle")
	if r.Kind == calibrationKind {
		s.claims(r, by, cycle, "lever", "verdict", "commit")
		return cycle
	}
	c := statement{at: r, by: by, subject: strings.TrimSpace(cycle + " / " + r.Str("benchmark")), text: r.Str("text"),
		field: map[string]string{"before": "recall_before", "after": "recall_after", "delta": "delta"}[r.Str("side")]}
	if x, ok := r.Float("recall"); ok {
		c.number = &x
	}
	s.claim(c)
	return c.subject + ": " + r.Str("side") + " " + c.text
}
