package run

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"runreport/ingest/playbook/sheet"
	"runreport/ingest/record"
)

// innerSteps are the steps of a run other than phases, while it is read.
type innerSteps struct {
	*sheet.Sheet
	list       []*innerStep
	byKey      map[stepKey]*innerStep // key → last step; without patterns
	labels     map[string]bool        // of passes and iterations
	patterns   []*record.Record       // that were walked
	buffer     []innerStep            // for the next patterns
	passes     int                    // that ended in phase 4
	iterations int
}

// stepKey is what the end of a pass or an iteration finds its start by.
type stepKey struct {
	kind  string
	phase int64 // of a pass
	name  string
}

// innerStep is a step of a run other than a phase: a pattern, a pass or an iteration.
type innerStep struct {
	label, kind string
	key         stepKey
	phase       string
	start, end  *record.Record
	last        *record.Record // the record whose fields fill the row
}

// gateFailed reports whether an iteration says that its gate failed.
func (p *innerStep) gateFailed() bool {
	return p.kind == "iteration" && p.end != nil && verdictOf(p.end.Str("gate_verdict")) == verdictFail
}

// why is why a step failed that has an end.
func (p *innerStep) why() string {
	if p.gateFailed() {
		return record.Cut("gate_verdict: "+p.end.Str("gate_verdict"), 400)
	}
	return record.Cut("status: "+p.end.Str("status"), 400)
}

// read reads a record of a pattern, a pass or an iteration, and what else there is.
func (all *innerSteps) read(rec *record.Record) (step, text string) {
	switch {
	case rec.Is("pattern_walked"):
		return all.pattern(rec)
	case rec.Is("pass_started"), rec.Is("pass_ended"):
		return all.pass(rec)
	case rec.Is("iteration_start"), rec.Is("iteration_end"):
		return all.iteration(rec)
	}
	return "", ""
}

// patternName is the number or the name of a pattern as written.
func patternName(rec *record.Record) string {
	return strings.TrimSpace(record.Words(rec.Raw("pattern")))
}

// patternLabel names a pattern as a step: "pattern 3".
func patternLabel(name string) string {
	if len(name) == 1 && '1' <= name[0] && name[0] <= '7' {
		return patternLabels[name[0]-'1']
	}
	return "pattern " + record.Cut(name, 80)
}

// patternLabels are those of the patterns that nearly all runs walk.
var patternLabels = [...]string{"pattern 1", "pattern 2", "pattern 3", "pattern 4", "pattern 5", "pattern 6", "pattern 7"}

func (all *innerSteps) pattern(rec *record.Record) (step, text string) {
	name := patternName(rec)
	if _, err := strconv.Atoi(name); err != nil && name != "" {
		all.Finding(proseName, rec, "a name for a pattern: "+record.Cut(name, 80), "its number, 1 to 7")
	}
	all.patterns = append(all.patterns, rec)
	step = patternLabel(name)
	if len(all.buffer) == 0 {
		all.list, all.buffer = slices.Grow(all.list, len(patternLabels)), make([]innerStep, len(patternLabels))
	}
	p := &all.buffer[0]
	*p = innerStep{label: step, kind: "pattern", phase: sheet.PhaseLabel(1), end: rec, last: rec}
	all.list, all.buffer = append(all.list, p), all.buffer[1:]
	all.Claims(rec, "pattern_walked", step, "findings_count")
	return step, rec.Str("decision")
}

// pass reads the start or the end of a pass. A pass that is run again starts again
// and is the same step.
func (all *innerSteps) pass(rec *record.Record) (step, text string) {
	name := rec.Str("pass")
	if known, ok := record.OneOf(passes, name); ok {
		name = known
	}
	n, _ := rec.Int("phase")
	key := stepKey{"pass", n, name}
	p := all.byKey[key]
	if p == nil {
		step = "pass " + record.Cut(name, 80)
		if all.labels[step] {
			step = fmt.Sprintf("%s (phase %d)", step, n)
		}
		p = &innerStep{label: step, kind: "pass", key: key, phase: sheet.PhaseLabel(n), last: rec}
		all.add(p)
	}
	if rec.Is("pass_started") {
		p.start, p.end = rec, nil
		return p.label, ""
	}
	if p.start == nil {
		all.Finding(passNoStart, rec, p.label+" ends", "pass_started before pass_ended")
	}
	if p.end == nil && n == 4 {
		all.passes++
	}
	p.end, p.last = rec, rec
	all.Claims(rec, "pass_ended", p.label, "findings")
	all.Entries(rec, "pass_ended", p.label, rec.Raw("summary"))
	return p.label, rec.Str("output_artifact")
}

// add adds a pass or an iteration.
func (all *innerSteps) add(p *innerStep) {
	if all.byKey == nil {
		all.byKey, all.labels = map[stepKey]*innerStep{}, map[string]bool{}
	}
	all.byKey[p.key], all.labels[p.label] = p, true
	all.list = append(all.list, p)
}

// iteration reads the start or the end of a round of exploration. They come behind
// run_end as a rule and are in no duration of the run.
func (all *innerSteps) iteration(rec *record.Record) (step, text string) {
	strategy := rec.Str("strategy")
	key := stepKey{kind: "iteration", name: strategy}
	p := all.byKey[key]
	if rec.Is("iteration_start") || p == nil || p.end != nil {
		all.iterations++
		p = &innerStep{
			kind:  "iteration",
			key:   key,
			label: fmt.Sprintf("iteration %d (%s)", all.iterations, record.Cut(strategy, 40)),
		}
		all.add(p)
	}
	p.last = rec
	if rec.Is("iteration_start") {
		p.start = rec
		return p.label, rec.Str("note")
	}
	if p.start == nil {
		all.Finding(passNoStart, rec, p.label+" ends", "iteration_start before iteration_end")
	}
	p.end = rec
	all.newBugs(rec, p.label)
	all.Claims(rec, "iteration_end", p.label, "active_bugs", "gate_verdict", "gate_fail", "gate_warn", "next_strategy")
	return p.label, rec.Str("status")
}

// newBugs is what an iteration found: ids, or only their number.
func (all *innerSteps) newBugs(rec *record.Record, subject string) {
	raw := rec.Raw("net_new_bugs")
	if raw == nil {
		return
	}
	c := sheet.Statement{At: rec, By: "iteration_end", Subject: subject, Field: "net_new_bugs", Text: record.Words(raw)}
	c.Number, c.IsNumber = record.Number(raw)
	if raw.Kind() == '[' {
		var list []string
		for _, e := range record.Elements(raw) {
			list = append(list, record.Words(e))
		}
		c.Text, c.Number, c.IsNumber = strings.Join(list, ", "), float64(len(list)), true
		if c.Text == "" {
			c.Text = "none"
		}
	}
	all.Claim(c)
}
