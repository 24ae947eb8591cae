package cadre

import (
	"cmp"
	"slices"
	"strings"

	"runreport/ingest/record"
	"runreport/ingest/table"
)

// The numbers that work items and migrations come to.
var (
	countPhases = &record.CountKind{
		Name:  "phases",
		Title: "Phases",
		Doc:   "by state the phases of which a file tells; the whole where the progress page lists all of them",
	}
	countTasks = &record.CountKind{
		Name:  "tasks",
		Title: "Tasks",
		Doc:   "by state the tasks of which a file tells; the whole where the progress page states it",
	}
	countStops = &record.CountKind{
		Name:   "terminal_exhaustions",
		Title:  "Terminal exhaustions",
		Better: table.LowerIsBetter,
		Doc:    "by reason code: the events, and the checkpoint's where no event has its code",
	}
	countParity = &record.CountKind{
		Name:  "parity_retries",
		Title: "Parity checks tried again",
		Doc:   "by outcome, of AAMF's events: repeated, stopped early, single gaps repaired; the whole where only the progress page lists them",
	}
	countGaps = &record.CountKind{
		Name:   "parity_gaps",
		Title:  "Parity gaps repaired singly",
		Better: table.LowerIsBetter,
		Doc:    "gaps between source and target that targeted recoveries of AAMF set out to repair",
	}
	countRounds = &record.CountKind{
		Name:   "parity_rounds",
		Title:  "Rounds of the final parity check",
		Better: table.LowerIsBetter,
		Doc:    "rounds of AAMF's check of the whole target that are over, as its checkpoint states",
	}
	countFailedFixes = &record.CountKind{
		Name:   "parity_failed_fixes",
		Title:  "Parity fixes that failed",
		Better: table.LowerIsBetter,
		Doc:    "fixes of the final parity check that failed, as AAMF's checkpoint lists them",
	}
	countDecisions = &record.CountKind{
		Name:  "adjudications",
		Title: "Findings judged",
		Doc:   "by decision: findings of parity that AAMF judged, as its checkpoint lists them",
	}
	countRetries = &record.CountKind{
		Name:   "retry_targets",
		Title:  "Retries",
		Better: table.LowerIsBetter,
		Doc:    "by scope: what AAMF tried again, as its progress page lists the last 100",
	}

	counts = []*record.CountKind{countPhases, countTasks, countStops, countParity, countGaps, countRounds, countFailedFixes, countDecisions, countRetries}
)

// tally lists what records add to the count of each part, in the order of the records.
type tally []counted

// counted is what a record adds to the count of a part.
type counted struct {
	part string
	n    float64
	at   *record.Record
}

func (c *tally) add(part string, n float64, at *record.Record) {
	*c = append(*c, counted{part, n, at})
}

// has reports whether anything was added to the part.
func (c tally) has(part string) bool {
	return slices.ContainsFunc(c, func(x counted) bool { return x.part == part })
}

// countRows writes a tally, its parts in the order of their names, each with its first record.
func (o output) countRows(kind *record.CountKind, by string, c tally) {
	slices.SortStableFunc(c, func(a, b counted) int { return strings.Compare(a.part, b.part) })
	for len(c) > 0 {
		first, sum := c[0], 0.0
		for len(c) > 0 && c[0].part == first.part {
			sum, c = sum+c[0].n, c[1:]
		}
		o.unit.Count(o.t, record.Counted{Kind: kind, By: by, Part: first.part, Value: sum, At: first.at, SaidBy: first.at.Name})
	}
}

// stated writes a number that a record states about the whole unit.
func (o output) stated(kind *record.CountKind, n float64, at *record.Record) {
	o.unit.Count(o.t, record.Counted{Kind: kind, Value: n, At: at, SaidBy: at.Name, Stated: true})
}

// writeCounts writes the numbers that the unit comes to.
func (o output) writeCounts(in *inputs, steps *steps) {
	o.progressCounts(in, steps)
	o.stopCounts(in)
	if in.aamf {
		o.parityCounts(in)
		o.retryCounts(in)
	}
}

// progressCounts are phases and tasks by state, and how many there are in all.
func (o output) progressCounts(in *inputs, steps *steps) {
	listed := 0
	for _, r := range in.lines {
		if r.Is(progressPhase.Name) {
			listed++
		}
	}
	if listed > 0 {
		o.stated(countPhases, float64(listed), in.page)
	}
	o.countRows(countPhases, "state", byState(steps.phases.list))
	if in.page != nil {
		if n, ok := in.page.Int("tasks"); ok {
			o.stated(countTasks, float64(n), in.page)
		}
	}
	o.countRows(countTasks, "state", byState(steps.tasks.list))
}

func byState(list []*step) tally {
	c := make(tally, 0, len(list))
	for _, s := range list {
		if s.status != "" {
			c.add(s.status, 1, s.first)
		}
	}
	return c
}

// notGiven is the part of those that do not say which they are.
const notGiven = "not given"

// stopCounts are the terminal exhaustions by reason code. A checkpoint keeps its block
// through later saves, so that it only counts where no event tells of it.
func (o output) stopCounts(in *inputs) {
	var c tally
	for _, r := range in.events {
		if r.Is("terminal-exhaustion") {
			c.add(cmp.Or(str(r, "reasonCode"), notGiven), 1, r)
		}
	}
	for _, x := range []*stop{in.checkpointStop(), in.pageStop()} {
		if x == nil {
			continue
		}
		if code := cmp.Or(x.code, notGiven); !c.has(code) {
			c.add(code, 1, x.rec)
		}
	}
	o.countRows(countStops, "reason", c)
}

// parityOutcomes are the events about a parity check that did not pass.
var parityOutcomes = map[string]string{
	"parity-retry-continued":   "repeated",
	"parity-early-stop":        "stopped early",
	"parity-targeted-recovery": "single gaps repaired",
}

// parityCounts are how far source and target were brought into line.
func (o output) parityCounts(in *inputs) {
	var outcomes, gaps tally
	for _, r := range in.events {
		if outcome := parityOutcomes[r.Name]; outcome != "" {
			outcomes.add(outcome, 1, r)
			if v := value(r, "targetedIssueCount"); v.Given {
				gaps.add("", v.Num, r)
			}
		}
	}
	o.countRows(countParity, "outcome", outcomes)
	o.countRows(countGaps, "", gaps)
	if in.doc == nil {
		return
	}
	final := member(raw(in.doc, "phaseCursors"), "5")
	if n, ok := record.Number(member(final, "iteration")); ok && n >= 0 && n < 1e9 {
		o.stated(countRounds, n, in.doc)
	}
	if n := len(record.Elements(member(final, "failedFixes"))); n > 0 {
		o.stated(countFailedFixes, float64(n), in.doc)
	}
	var decisions tally
	for _, e := range record.Elements(raw(in.doc, "adjudicationEvents")) {
		if decision := word(e, "decision"); decision != "" {
			decisions.add(record.Cut(decision, 80), 1, in.doc)
		}
	}
	o.countRows(countDecisions, "decision", decisions)
}

// retryCounts are the rows of the progress page's table of retries.
func (o output) retryCounts(in *inputs) {
	var c tally
	for _, r := range in.lines {
		if r.Is(progressRetry.Name) {
			c.add(r.Str("scope"), 1, r)
		}
	}
	o.countRows(countRetries, "scope", c)
}
