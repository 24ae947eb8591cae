package run

import (
	"fmt"
	"strconv"
	"strings"

	"runreport/ingest/playbook/sheet"
	"runreport/ingest/record"
)

// innerStep is a step of a run other than a phase: a pattern, a pass or an iteration.
type innerStep struct {
	label, kind string
	key         string // what an end finds its start by
	phase       string
	start, end  *record.Record
	last        *record.Record // the record whose fields fill the row
}

// innerStep reads a record of a pattern, a pass or an iteration, and what else there is.
func (r *run) innerStep(rec *record.Record) (step, text string) {
	switch {
	case rec.Is("pattern_walked"):
		return r.pattern(rec)
	case rec.Is("pass_started"), rec.Is("pass_ended"):
		return r.pass(rec)
	case rec.Is("iteration_start"), rec.Is("iteration_end"):
		return r.iteration(rec)
	}
	return "", ""
}

func (r *run) pattern(rec *record.Record) (step, text string) {
	name := strings.TrimSpace(record.Words(rec.Raw("pattern")))
	if _, err := strconv.Atoi(name); err != nil && name != "" {
		r.Finding(proseName, rec, "a name for a pattern: "+record.Cut(name, 80), "its number, 1 to 7")
	}
	r.patterns++
	step = "pattern " + record.Cut(name, 80)
	r.innerSteps = append(r.innerSteps, &innerStep{
		label: step,
		kind:  "pattern",
		phase: sheet.PhaseLabel(1),
		end:   rec,
		last:  rec,
	})
	r.Claims(rec, "pattern_walked", step, "findings_count")
	return step, rec.Str("decision")
}

// pass reads the start or the end of a pass. A pass that is run again starts again
// and is the same step.
func (r *run) pass(rec *record.Record) (step, text string) {
	name := rec.Str("pass")
	if known, ok := record.OneOf(passes, name); ok {
		name = known
	}
	n, _ := rec.Int("phase")
	key := fmt.Sprint("pass\x00", n, "\x00", name)
	step = "pass " + record.Cut(name, 80)
	p := r.lastInnerStep(key)
	if p == nil {
		for _, other := range r.innerSteps {
			if other.label == step {
				step = fmt.Sprintf("%s (phase %d)", step, n)
				break
			}
		}
		p = &innerStep{label: step, kind: "pass", key: key, phase: sheet.PhaseLabel(n), last: rec}
		r.innerSteps = append(r.innerSteps, p)
	}
	if rec.Is("pass_started") {
		p.start, p.end = rec, nil
		return p.label, ""
	}
	if p.start == nil {
		r.Finding(passNoStart, rec, p.label+" ends", "pass_started before pass_ended")
	}
	if p.end == nil && n == 4 {
		r.passes++
	}
	p.end, p.last = rec, rec
	return p.label, rec.Str("output_artifact")
}

func (r *run) lastInnerStep(key string) *innerStep {
	for i := len(r.innerSteps) - 1; i >= 0; i-- {
		if r.innerSteps[i].key == key {
			return r.innerSteps[i]
		}
	}
	return nil
}

// iteration reads the start or the end of a round of exploration. They come behind
// run_end as a rule and are in no duration of the run.
func (r *run) iteration(rec *record.Record) (step, text string) {
	strategy := rec.Str("strategy")
	p := r.lastInnerStep("iteration\x00" + strategy)
	if rec.Is("iteration_start") || p == nil || p.end != nil {
		r.iterations++
		p = &innerStep{
			kind:  "iteration",
			key:   "iteration\x00" + strategy,
			label: fmt.Sprintf("iteration %d (%s)", r.iterations, record.Cut(strategy, 40)),
		}
		r.innerSteps = append(r.innerSteps, p)
	}
	p.last = rec
	if rec.Is("iteration_start") {
		p.start = rec
		return p.label, rec.Str("note")
	}
	if p.start == nil {
		r.Finding(passNoStart, rec, p.label+" ends", "iteration_start before iteration_end")
	}
	p.end = rec
	r.newBugs(rec, p.label)
	r.Claims(rec, "iteration_end", p.label, "active_bugs", "gate_verdict", "gate_fail", "gate_warn", "next_strategy")
	return p.label, rec.Str("status")
}

// newBugs is what an iteration found: ids, or only their number.
func (r *run) newBugs(rec *record.Record, subject string) {
	raw := rec.Raw("net_new_bugs")
	if raw == nil {
		return
	}
	c := sheet.Statement{At: rec, By: "iteration_end", Subject: subject, Field: "net_new_bugs", Text: record.Words(raw)}
	n, isNumber := record.Number(raw)
	if raw.Kind() == '[' {
		var list []string
		for _, e := range record.Elements(raw) {
			list = append(list, record.Words(e))
		}
		c.Text, n, isNumber = strings.Join(list, ", "), float64(len(list)), true
		if c.Text == "" {
			c.Text = "none"
		}
	}
	if isNumber {
		c.Number = &n
	}
	r.Claim(c)
}

// innerStepRow writes the row of a pattern, a pass or an iteration. Whether it reached
// its goal no record says.
func (r *run) innerStepRow(p *innerStep) {
	t := &r.Set.Steps
	row := r.Unit.Row(&t.Rows, &t.Run, p.last)
	p.last.Fill(t, row)
	t.Step.Set(row, p.label)
	t.StableStep.Set(row, p.label)
	t.Kind.Set(row, p.kind)
	t.Parent.SetText(row, p.phase)
	r.innerStepMeaning(p).Fill(&t.Result, &t.Cause, row)
	if p.kind != "iteration" {
		t.Name.SetText(row, p.phase)
	}
	if p.start != nil {
		t.StartedAt.Set(row, p.start.At)
	}
	if p.end == nil {
		t.Status.Set(row, "open")
		return
	}
	t.EndedAt.Set(row, p.end.At)
	if t.Status.At(row) == "" {
		t.Status.Set(row, "done")
	}
	if p.start != nil {
		if s, ok := r.length(p.label, p.start, p.end); ok {
			t.DurationS.Set(row, s)
		}
	}
}
