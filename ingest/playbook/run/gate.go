package run

import (
	"slices"
	"strings"

	"runreport/ingest/playbook/sheet"
	"runreport/ingest/record"
)

// gateCheck writes the row of one gate check and returns it in words.
func (r *run) gateCheck(rec *record.Record, step string) string {
	written := record.Words(rec.Raw("verdict"))
	verdict := r.checkRow(rec, step, rec.Str("gate_name"), written)
	if n, ok := rec.Int("phase"); ok && n == 5 || !ok && r.open != nil && r.open.n == 5 {
		r.gates++
		if verdict == "fail" {
			r.failed++
		}
	}
	return strings.TrimSpace(rec.Str("gate_name") + " " + written)
}

// checkRow writes a gate's verdict: as one of the format's words where it is one in
// any spelling, else as written.
func (r *run) checkRow(rec *record.Record, step, name, written string) (verdict string) {
	t := &r.Set.Checks
	row := r.Unit.Row(&t.Rows, &t.Run, rec)
	t.Kind.Set(row, "gate")
	t.Step.SetText(row, step)
	if rec.Is("gate_check") {
		rec.Fill(t, row)
	}
	t.Name.SetText(row, record.Cut(name, 200))
	verdict, known := normalVerdict(written)
	if !known && written != "" {
		r.Finding(otherVerdict, rec, "verdict: "+record.Cut(written, 80), "pass, fail, warn or skip")
	}
	t.Verdict.SetText(row, record.Cut(verdict, 200))
	t.Written.SetText(row, record.Cut(written, 200))
	return verdict
}

// verdictWords are what writers call the four verdicts.
var verdictWords = map[string]string{
	"pass": "pass", "passed": "pass", "true": "pass", "ok": "pass", "success": "pass",
	"fail": "fail", "failed": "fail", "failure": "fail", "false": "fail", "error": "fail",
	"warn": "warn", "warning": "warn",
	"skip": "skip", "skipped": "skip", "not applicable": "skip", "n/a": "skip",
}

// normalVerdict is a verdict in the format's own word; false when it is none.
func normalVerdict(written string) (string, bool) {
	if v, ok := verdictWords[strings.ToLower(strings.TrimSpace(written))]; ok {
		return v, true
	}
	return written, false
}

// phaseEnd reads what a phase_end says about its phase.
func (r *run) phaseEnd(rec *record.Record, n int64) {
	name := sheet.PhaseLabel(n)
	if gate := rec.Str("gate"); gate != "" {
		r.checkRow(rec, name, "phase gate", gate)
	}
	r.Entries(rec, "phase_end", name, rec.Raw("key_counts"))
	r.countsGiven(rec, n)
	for _, path := range rec.List("artifacts_produced") {
		if strings.ContainsAny(path, "*?{") || strings.HasSuffix(path, "/") || rangeOfFiles.MatchString(path) {
			r.Finding(notAFile, rec, "no file: "+record.Cut(path, 120), "the path of a file")
		}
	}
}

// countsGiven checks that key_counts has the keys that the format lists.
func (r *run) countsGiven(rec *record.Record, n int64) {
	if !rec.Has("key_counts") || n < 1 || n >= int64(len(phaseCounts)) {
		return
	}
	given := map[string]bool{}
	for _, e := range record.Entries(rec.Raw("key_counts")) {
		given[e.Key] = true
	}
	missing := slices.DeleteFunc(slices.Clone(phaseCounts[n]), func(key string) bool { return given[key] })
	if len(missing) > 0 {
		r.Finding(countKeys, rec, sheet.PhaseLabel(n)+": no "+strings.Join(missing, ", "), strings.Join(phaseCounts[n], ", "))
	}
}

// phaseCounts are the keys that the format wants in key_counts.
var phaseCounts = [...][]string{
	1: {"findings_total", "patterns_walked"},
	2: {"findings_promoted", "findings_dropped"},
	3: {"bugs_identified", "bug_writeups"},
	4: {"req_count", "uc_count", "passes_complete"},
	5: {"gate_checks_total", "gate_failures"},
	6: {"bugs_md_count", "gate_verdict"},
}
