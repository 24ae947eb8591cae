package run

import (
	"cmp"
	"fmt"
	"slices"

	"runreport/ingest/playbook/companion"
	"runreport/ingest/playbook/sheet"
	"runreport/ingest/record"
)

// verdicts are all statements about how a run went, by where they stand.
type verdicts struct{ runEnd, phase, documents statements }

// verdictFields are the fields of run_end that state a verdict, beside its status.
var verdictFields = []string{"final_verdict", "gate_verdict", recommendation, "release_environment"}

// recommendation is whether what was reviewed may be released; the other fields are about
// the gate. A gate may pass and a release be blocked all the same.
const recommendation = "release_recommendation"

func verdictsOf(log *events, docs *companion.Documents) verdicts {
	var v verdicts
	failing := log.failing()
	if log.end != nil {
		why := ""
		if len(failing) > 0 {
			why = gateText(failing[len(failing)-1])
		}
		for _, key := range verdictFields {
			more := why
			if key == recommendation {
				more = ""
			}
			v.runEnd.add("run_end", key, log.end.Str(key), log.end, more)
		}
	}
	if end := log.phases.ended(sheet.LastPhase); end != nil {
		by := sheet.PhaseLabel(sheet.LastPhase)
		for _, e := range log.phases.counts(sheet.LastPhase) {
			if e.Key == "gate_verdict" {
				v.phase.add(by, e.Key, record.Words(e.Raw), end, "")
			}
		}
		v.phase.add(by, "gate", end.Str("gate"), end, "")
	}
	for _, g := range failing {
		if g.phase != sheet.LastPhase {
			continue
		}
		v.phase.add(singleCheck, cmp.Or(g.name, "gate"), g.written, g.at, g.reason)
	}
	v.ofDocuments(docs)
	return v
}

// ofDocuments adds what the documents say, the gate's own output first.
func (v *verdicts) ofDocuments(d *companion.Documents) {
	field, add := companion.FieldText, v.documents.add
	add("quality-gate.log", "RESULT", field(d.Gate, "result"), d.Gate, d.FirstGateFailure())
	add("quality-gate.log", "gate_result", field(d.Gate, "gate_result"), d.Gate, d.FirstGateFailure())
	add("PROGRESS.md", "Gate status", field(d.Progress, "gate_status"), d.Progress, field(d.Progress, "abort_reason"))
	add("run metadata", "gate_result", field(d.Metadata, "gate_result"), d.Metadata, "")
	add("INDEX.md", "gate_verdict", d.IndexVerdict(), d.Index, "")
	add("integration-results.json", "recommendation", field(d.Integration, "recommendation"), d.Integration, "")
	v.documents.abortFirst()
}

// abortFirst moves an abort by the runner before all other documents: it is written last,
// and over a gate that passed. Example: the gate passed, but the run had changed files that
// it was not allowed to change.
func (all statements) abortFirst() {
	for i, s := range all {
		if s.field == "Gate status" && s.says == verdictFail {
			copy(all[1:i+1], all[:i])
			all[0] = s
			return
		}
	}
}

// written is the verdict of the gate as it is written in the place that counts most; ""
// where none is.
func (v verdicts) written() string {
	for _, all := range []statements{v.runEnd, v.phase.whole(), v.documents} {
		if len(all) > 0 {
			return all[0].text
		}
	}
	return ""
}

// whole are those that are about all checks of the gate, not about a single one.
func (all statements) whole() statements {
	return slices.DeleteFunc(slices.Clone(all), func(s statement) bool { return s.by == singleCheck })
}

// singleCheck is who says a statement about one check alone.
const singleCheck = "gate_check"

// gateText is a gate check that failed, in words.
func gateText(g gate) string {
	text := "gate " + cmp.Or(g.name, "check") + ": " + g.written
	if g.reason != "" {
		text += ", " + g.reason
	}
	return text
}

// checkVerdicts finds sources that disagree about how the run went. The gate and the
// release are two questions: a gate may pass and the release be blocked for the bugs that
// were found.
func (c comparison) checkVerdicts(end outcome) {
	said := end.verdicts
	var gate, release statements
	for _, all := range []statements{said.runEnd, said.phase, said.documents} {
		for _, s := range all {
			if s.field == recommendation || s.field == "recommendation" {
				release = append(release, s)
			} else {
				gate = append(gate, s)
			}
		}
	}
	if m := c.docs.Metadata; m != nil {
		if n, ok := m.Int("gate_fail_count"); ok && n > 0 {
			gate = append(gate, statement{
				by:    "run metadata",
				field: "gate_fail_count",
				text:  fmt.Sprint(n),
				at:    m,
				says:  verdictFail,
			})
		}
	}
	c.oneVerdict("gate verdict", gate, end)
	c.oneVerdict("release recommendation", release, end)
}

// oneVerdict is a finding where statements about one question differ.
func (c comparison) oneVerdict(topic string, all statements, end outcome) {
	if !slices.ContainsFunc(all, func(s statement) bool { return s.says != all[0].says }) {
		return
	}
	var said []side
	for _, s := range all {
		said = append(said, side{s.by + " (" + s.field + ")", s.text, s.at})
	}
	c.Finding(outcomeDisagrees, placeOf(said), topic+": "+sayings(said),
		"one "+topic+"; of these the first counts, so the run is "+string(end.means.Result))
}
