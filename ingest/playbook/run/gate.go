package run

import (
	"slices"
	"strings"

	"runreport/ingest/playbook/sheet"
	"runreport/ingest/record"
)

// gate is one gate check as it was read.
type gate struct {
	at            *record.Record
	phase         int64 // 0: of none
	name, written string
	verdict       string // pass, fail, warn or skip, or as written
	reason        string
}

// gateCheck writes the row of one gate check and returns it in words.
func (e *events) gateCheck(rec *record.Record, step string) string {
	g := gate{at: rec, name: rec.Str("gate_name"), written: record.Words(rec.Raw("verdict")), reason: rec.Str("reason")}
	g.verdict = e.checkRow(rec, step, g.name, g.written)
	if n, ok := rec.Int("phase"); ok {
		g.phase = n
	} else if e.phases.open != nil {
		g.phase = e.phases.open.n
	}
	e.gates = append(e.gates, g)
	e.Claims(rec, "gate_check", g.name, "active_bugs", "expected_fail")
	e.Entries(rec, "gate_check", g.name, rec.Raw("details"))
	return e.Words(g.name, g.written)
}

// checkRow writes a gate's verdict: as one of the format's words where it is one in
// any spelling, else as written.
func (e *events) checkRow(rec *record.Record, step, name, written string) (verdict string) {
	t := &e.Set.Checks
	row := e.Unit.Row(&t.Rows, &t.Run, rec)
	t.Kind.Set(row, "gate")
	t.Step.SetText(row, step)
	if rec.Is("gate_check") {
		rec.Fill(t, row)
	}
	t.Name.SetText(row, record.Cut(name, 200))
	verdict, known := normalVerdict(written)
	if !known && written != "" {
		e.Finding(otherVerdict, rec, "verdict: "+record.Cut(written, 80), "pass, fail, warn or skip")
	}
	t.Verdict.SetText(row, record.Cut(verdict, 200))
	t.Written.SetText(row, record.Cut(written, 200))
	return verdict
}

// failing are the checks that failed and did not pass when they were made again.
func (e *events) failing() []gate {
	last := map[string]int{}
	for i, g := range e.gates {
		last[g.name] = i
	}
	var list []gate
	for i, g := range e.gates {
		if g.verdict == "fail" && (last[g.name] == i || g.name == "") {
			list = append(list, g)
		}
	}
	return list
}

// countsGiven checks that key_counts, which has the given entries, has the keys that the format lists.
func (e *events) countsGiven(rec *record.Record, n int64, given []record.Entry) {
	if !rec.Has("key_counts") || n < 1 || n >= int64(len(phaseCounts)) {
		return
	}
	missing := slices.DeleteFunc(slices.Clone(phaseCounts[n]), func(key string) bool {
		return slices.ContainsFunc(given, func(e record.Entry) bool { return e.Key == key })
	})
	if len(missing) > 0 {
		e.Finding(countKeys, rec, sheet.PhaseLabel(n)+": no "+strings.Join(missing, ", "), strings.Join(phaseCounts[n], ", "))
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
