package cadre

import (
	"strconv"
	"strings"

	"runreport/ingest/record"
)

// gate is the result of the check behind a phase.
type gate struct {
	phase                    int64
	verdict, written, reason string
	known                    bool
}

// gatesOf are the results in the checkpoint, in its order; nil without one.
func gatesOf(doc *record.Record) []gate {
	if doc == nil {
		return nil
	}
	var out []gate
	for _, e := range record.Entries(doc.Raw("gateResults")) {
		n, err := strconv.ParseInt(e.Key, 10, 64)
		if err != nil {
			continue
		}
		members := record.Entries(e.Raw)
		g := gate{phase: n, written: wordAmong(members, "status")}
		g.verdict, g.known = verdict(g.written)
		var messages []string
		for _, key := range []string{"errors", "warnings"} {
			for _, m := range record.Elements(memberAmong(members, key)) {
				messages = append(messages, record.Words(m))
			}
		}
		g.reason = record.Cut(strings.Join(messages, "; "), maxText)
		out = append(out, g)
	}
	return out
}

// verdict is the result of a gate in the words that all systems share; as written
// and not ok where it is none of them.
func verdict(written string) (word string, ok bool) {
	return record.OneOf([]string{"pass", "fail", "warn"}, written)
}

// gateRows writes the gates of the checkpoint, else those of the progress page.
func (o output) gateRows(in *inputs) {
	for _, g := range in.gates {
		o.gateRow(in.doc, g)
	}
	if in.doc != nil && in.doc.Has("gateResults") {
		return
	}
	for _, r := range in.lines {
		if r.Is(progressGate.Name) {
			g := gate{written: r.Str("verdict"), reason: r.Str("messages")}
			g.phase, _ = r.Int("phase")
			g.verdict, g.known = verdict(g.written)
			o.gateRow(r, g)
		}
	}
}

func (o output) gateRow(at *record.Record, g gate) {
	t := &o.t.Checks
	row := o.unit.Row(&t.Rows, &t.Run, at)
	t.Step.Set(row, phaseStep(g.phase))
	t.Kind.Set(row, "gate")
	t.Name.Set(row, phaseStep(g.phase)+" gate")
	t.Verdict.SetText(row, g.verdict)
	t.Written.SetText(row, g.written)
	t.Reason.SetText(row, g.reason)
	if !g.known {
		o.finding(oddGate, at, phaseStep(g.phase)+": "+record.Cut(g.written, 80), "pass, warn or fail")
	}
}
