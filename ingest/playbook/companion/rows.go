package companion

import (
	"cmp"
	"strings"

	"runreport/ingest/playbook/layout"
	"runreport/ingest/playbook/sheet"
	"runreport/ingest/record"
	"runreport/ingest/table"
)

// Assemble writes the rows of a unit that is made of documents alone.
func Assemble(u *record.Unit, t *table.Set) {
	WriteRows(&sheet.Sheet{Unit: u, Set: t}, DocumentsOf(u))
}

// writer writes the rows of documents.
type writer struct{ *sheet.Sheet }

// WriteRows writes the rows of the documents beside a run: their lists of bugs,
// and what they say about the run.
func WriteRows(to *sheet.Sheet, d *Documents) {
	s := writer{to}
	about := cmp.Or(d.About(), layout.FolderName(s.Unit.Home))
	for _, r := range d.All {
		step, text := "", ""
		switch r.Kind {
		case progressKind:
			s.Claims(r, "PROGRESS.md", "", "started", "project", "benchmark", "lever", "runner", "playbook_version", "skill_version",
				"model", "documentation_state", "with_docs", "error", "gate_status", "abort_reason", "terminal_gate", "tracked_bugs")
			text = cmp.Or(r.Str("error"), r.Str("abort_reason"), r.Str("benchmark"))
		case progressPhaseKind:
			n, _ := r.Int("phase")
			step, text = sheet.PhaseLabel(n), r.Str("text")
			s.Claims(r, "PROGRESS.md", step, "done", "in_progress", "started", "completed")
		case trackerKind:
			s.Bug(r, "tracker", about)
			text = r.Str("id")
		case bugListKind:
			before := s.Set.Claims.Len()
			s.Claims(r, "BUGS.md", "", "bugs")
			s.Topic(before, table.TopicBugList)
			text = r.Str("title")
		case bugKind:
			row := s.Bug(r, "BUGS.md", about)
			if no, _ := r.Bool("dismissed"); no && table.BugState(s.Set.Bugs.State.At(row)).IsBug() {
				s.Set.Bugs.State.Set(row, string(table.BugRetracted)) // its heading says so
			}
			text = s.Words(r.Str("id"), r.Str("title"))
		case indexKind:
			s.indexRows(r)
		case archivedKind:
			s.Claims(r, "RUN_INDEX.md", r.Str("run"), "qpb_version", "roles", "gate_verdict", "bug_count")
			text = r.Str("run")
		case gateLogKind:
			s.Claims(r, "quality-gate.log", "", "version", "result", "gate_result", "verdict_state", "at", "fails", "cleanups", "warns", "passes", "violations")
			text = r.Str("result")
		case gateLineKind:
			text = r.Str("verdict") + ": " + r.Str("text")
		case explorationKind:
			s.Claims(r, "EXPLORATION.md", "", "lines", "sections", "code_only")
		case testLogKind:
			s.Claims(r, r.Str("phase")+" log", r.Str("id"), "tag")
			text = s.Words(r.Str("id"), r.Str("phase"), r.Str("tag"))
		case calibrationKind, calibrationRecallKind:
			text = s.calibrationRows(r)
		default:
			text = s.sidecarRows(r, d, about)
		}
		s.Unit.Event(s.Set, r, step, "", text)
	}
}

// sidecarRows writes what the JSON documents hold.
func (s writer) sidecarRows(r *record.Record, d *Documents, about string) (text string) {
	switch r.Kind {
	case metadataKind:
		s.Claims(r, "run metadata", d.round(r), "skill_version", "project", "model", "model_provider", "runner", "start_time", "end_time",
			"duration_minutes", "phases_completed", "iterations_completed", "bug_count", "gate_result", "gate_fail_count", "gate_warn_count", "notes")
		s.Entries(r, "run metadata", "bug_severity", r.Raw("bug_severity"))
		return r.Str("runner") + " " + r.Str("model")
	case tddKind:
		for _, b := range r.Items("bugs") {
			s.Bug(b, "tdd-results", about)
		}
		s.Claims(r, "tdd-results.json", "", "skill_version", "date")
		s.Entries(r, "tdd-results.json", "summary", r.Raw("summary"))
	case manifestKind:
		for _, b := range r.Items("records") {
			row := s.Bug(b, "manifest", about)
			if t := &s.Set.Bugs; t.Status.At(row) == "" {
				t.Status.SetText(row, record.Cut(b.Str("disposition"), 120))
				s.Judge(row)
			}
			s.manifestPlace(b, row)
		}
	case recheckKind:
		for _, b := range r.Items("results") {
			s.Bug(b, "recheck-results", about)
		}
		s.Claims(r, "recheck-results.json", "", "skill_version", "date")
		s.Entries(r, "recheck-results.json", "summary", r.Raw("summary"))
	case integrationKind:
		s.Claims(r, "integration-results.json", "", "skill_version", "date", "recommendation")
		s.Entries(r, "integration-results.json", "summary", r.Raw("summary"))
		s.groups(r)
		return r.Str("recommendation")
	}
	return ""
}

// groups writes what became of each group of integration tests.
func (s writer) groups(r *record.Record) {
	for _, g := range record.Elements(r.Raw("groups")) {
		name, result := "", ""
		for _, e := range record.Entries(g) {
			switch e.Key {
			case "name":
				name = record.Words(e.Raw)
			case "result":
				result = record.Words(e.Raw)
			}
		}
		s.Claim(sheet.Statement{At: r, By: "integration-results.json", Subject: name, Field: "result", Text: result})
	}
}

// manifestPlace writes where a bug of the manifest is: file and lines apart, or
// both in one.
func (s writer) manifestPlace(b *record.Record, row int) {
	at := locate(record.Words(b.Raw("file")), false)
	if lo, hi := span(record.Words(b.Raw("line"))); lo > 0 {
		at.lo, at.hi = lo, hi
	}
	t := &s.Set.Bugs
	t.File.SetText(row, record.Cut(at.file, 400))
	if at.lo > 0 {
		t.LineLo.Set(row, at.lo)
		t.LineHi.Set(row, at.hi)
	}
}

func (s writer) indexRows(r *record.Record) {
	s.Claims(r, "INDEX.md", "", "run_timestamp_start", "run_timestamp_end", "duration_seconds", "qpb_version", "target_repo_git_sha", "gate_verdict")
	s.Entries(r, "INDEX.md", "summary", r.Raw("summary"))
}

// calibrationRows writes what an entry of the lever calibration log says, about
// the cycle and each of its benchmarks.
func (s writer) calibrationRows(r *record.Record) (text string) {
	const by = "Lever_Calibration_Log.md"
	cycle := r.Str("cycle")
	if r.Kind == calibrationKind {
		s.Claims(r, by, cycle, "lever", "verdict", "commit")
		return cycle
	}
	c := sheet.Statement{
		At:      r,
		By:      by,
		Subject: strings.TrimSpace(cycle + " / " + r.Str("benchmark")),
		Text:    r.Str("text"),

		Field: map[string]string{"before": "recall_before", "after": "recall_after", "delta": "delta"}[r.Str("side")],
	}
	c.Number, c.IsNumber = r.Float("recall")
	s.Claim(c)
	return c.Subject + ": " + r.Str("side") + " " + c.Text
}
