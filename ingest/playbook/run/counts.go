package run

import (
	"cmp"
	"slices"
	"strings"

	"runreport/ingest/playbook/sheet"
	"runreport/ingest/record"
	"runreport/ingest/table"
)

// counter writes the numbers that a run comes to.
type counter struct{ known }

func (c counter) write(list bugs) {
	c.bugs(list)
	c.ends()
	c.tests()
	c.findings()
	c.gate()
	c.rechecks()
	c.patterns()
	if d := c.docs.Integration; d != nil {
		c.members(countGroups, "result", d, "integration-results.json", record.Entries(d.Raw("summary")), "passed", "failed", "skipped", "errors")
	}
	for _, p := range c.log.phases.list {
		if p.end != nil {
			c.members(countKey, sheet.PhaseLabel(p.n), p.end, "phase_end", p.counts)
		}
	}
}

// stated writes a number that a record states.
func (c counter) stated(kind *record.CountKind, by, part string, n float64, at *record.Record, saidBy string) {
	c.Unit.Count(c.Set, record.Counted{Kind: kind, By: by, Part: part, Value: n, At: at, SaidBy: saidBy, Stated: true})
}

// members writes the numbers of an object with the entries: those of the keys, all where none is named.
func (c counter) members(kind *record.CountKind, by string, at *record.Record, saidBy string, entries []record.Entry, keys ...string) {
	for _, e := range entries {
		if n, ok := record.Number(e.Raw); ok && (len(keys) == 0 || slices.Contains(keys, e.Key)) {
			c.stated(kind, by, e.Key, n, at, saidBy)
		}
	}
}

// tally counts parts in the order in which they are met.
type tally struct {
	parts  sheet.Places[string]
	counts []partCount // by place
}

// partCount is how often a part was met, and where first.
type partCount struct {
	n  int
	at *record.Record
}

func (t *tally) add(part string, at *record.Record) {
	i, isNew := t.parts.Place(part)
	if isNew {
		t.counts = append(t.counts, partCount{at: at})
	}
	t.counts[i].n++
}

// counted writes what was counted.
func (c counter) counted(kind *record.CountKind, by, saidBy string, t tally) {
	for i, part := range t.parts.Order {
		count := t.counts[i]
		c.Unit.Count(c.Set, record.Counted{Kind: kind, By: by, Part: part, Value: float64(count.n), At: count.at, SaidBy: saidBy})
	}
}

// levels are the severities, worst first; states those that the report lists.
var (
	levels = []string{table.LevelCritical, table.LevelHigh, table.LevelMedium, table.LevelLow}
	states = []table.BugState{table.BugConfirmed, table.BugOpen, table.BugExpected, table.BugDeferred, table.BugPartlyFixed,
		table.BugFixed, table.BugRetracted, table.BugFalsePositive, table.BugDuplicate, otherState}
)

// bugs writes how many bugs there are, by severity and by state.
func (c counter) bugs(list bugs) {
	at, saidBy := list.at, list.saidBy
	if at == nil && c.docs.List != nil { // a list may say that there is none
		at, saidBy = c.docs.List, "BUGS.md"
	}
	if at == nil {
		return
	}
	all, byLevel, byState := 0, map[string]int{}, map[table.BugState]int{}
	for _, b := range list.list {
		byState[stateOf(b)]++
		if b.state.IsBug() {
			all++
			byLevel[b.level]++
		}
	}
	count := func(by, part string, n int) {
		if n > 0 || by == "" {
			c.Unit.Count(c.Set, record.Counted{Kind: countBugs, By: by, Part: part, Value: float64(n), At: at, SaidBy: saidBy})
		}
	}
	count("", "", all)
	for _, l := range levels {
		count("severity", l, byLevel[l])
	}
	count("severity", "not given", byLevel[""])
	for _, s := range states {
		count("state", string(s), byState[s])
	}
}

// otherState is of bugs whose state is told in words that are not known.
const otherState table.BugState = "other"

// stateOf is the state that a bug is counted under: a list holds what was confirmed, unless
// it says otherwise.
func stateOf(b *bug) table.BugState {
	switch {
	case b.state != "":
		return b.state
	case b.said:
		return otherState
	}
	return table.BugConfirmed
}

// ends writes what the end of the run and of its last round of exploration state.
func (c counter) ends() {
	if end := c.log.end; end != nil {
		if n, ok := end.Int("total_findings"); ok {
			c.stated(countFindings, "", "", float64(n), end, "run_end")
		}
	}
	for _, kind := range []*record.CountKind{countActive, countExpected} {
		if n, at, by := c.latest(kind.Name); at != nil {
			c.stated(kind, "", "", float64(n), at, by)
		}
	}
}

// latest is a number that several records state as the run goes on: a later round of
// exploration's, else run_end's, else that of the last gate check.
func (c counter) latest(key string) (n int64, at *record.Record, saidBy string) {
	for _, s := range slices.Backward(c.log.inner.list) {
		if s.kind == "iteration" && s.end != nil && key == countActive.Name {
			if n, ok := s.end.Int(key); ok {
				return n, s.end, "iteration_end"
			}
		}
	}
	if end := c.log.end; end != nil {
		if n, ok := end.Int(key); ok {
			return n, end, "run_end"
		}
	}
	for _, g := range slices.Backward(c.log.gates) {
		if n, ok := g.at.Int(key); ok {
			return n, g.at, "gate_check"
		}
		for _, e := range record.Entries(g.at.Raw("details")) {
			if n, ok := record.Number(e.Raw); ok && e.Key == key {
				return int64(n), g.at, "gate_check"
			}
		}
	}
	return 0, nil, ""
}

// findings writes what the log names or counts as findings.
func (c counter) findings() {
	var byPhase, byCategory tally
	var seen sheet.Places[string]
	for _, rec := range c.log.found {
		if _, isNew := seen.Place(rec.Str("finding_id")); !isNew {
			continue
		}
		if n, ok := rec.Int("phase"); ok {
			byPhase.add(sheet.PhaseLabel(n), rec)
		}
		if category := strings.TrimSpace(rec.Str("category")); category != "" {
			byCategory.add(category, rec)
		}
	}
	c.counted(countFindings, "phase", "finding_logged", byPhase)
	c.counted(countFindings, "category", "finding_logged", byCategory)
}

// patterns writes what each exploration pattern found.
func (c counter) patterns() {
	for _, rec := range c.log.inner.patterns {
		if n, ok := rec.Int("findings_count"); ok {
			c.stated(countFindings, "pattern", patternName(rec), float64(n), rec, "pattern_walked")
		}
	}
}

// tests writes what the bugs' tests did, by tdd-results.json, else by their logs.
func (c counter) tests() {
	var red, green tally
	rows := items(c.docs.Tdd, "bugs")
	for _, b := range rows {
		if r := testResult(b, "red"); r != "" {
			red.add(r, c.docs.Tdd)
		}
		if r := testResult(b, "green"); r != "" {
			green.add(r, c.docs.Tdd)
		}
	}
	saidBy := "tdd-results.json"
	if len(rows) == 0 {
		saidBy = "logs of the tests"
		for _, log := range c.docs.TestLogs() {
			t, passed := &red, "GREEN"
			if log.Str("phase") == "green" {
				t = &green
			}
			switch tag := log.Str("tag"); tag {
			case passed:
				t.add("pass", log)
			case "RED":
				t.add("fail", log)
			default:
				t.add(cmp.Or(strings.ToLower(tag), "no tag"), log)
			}
		}
	}
	c.counted(countRed, "result", saidBy, red)
	c.counted(countGreen, "result", saidBy, green)
}

// testResult is what a bug's test did in a phase, in either version of the document.
func testResult(b *record.Record, phase string) string {
	if text := strings.ToLower(strings.TrimSpace(b.Str(phase + "_phase"))); text != "" {
		return text
	}
	if passed, ok := b.Bool(phase + "_passed"); ok {
		if passed {
			return "pass"
		}
		return "fail"
	}
	return ""
}

// gate writes the checks of the quality gate: those of the log, and what the gate printed.
func (c counter) gate() {
	var checks tally
	for _, g := range c.log.gates {
		checks.add(cmp.Or(g.verdict, "none"), g.at)
	}
	c.counted(countChecks, "verdict", "gate_check", checks)
	d, saidBy := c.docs.Gate, "quality-gate.log"
	keys := []string{"passes", "fails", "cleanups", "warns"}
	if d == nil {
		d, saidBy, keys = c.docs.Metadata, "run metadata", []string{"", "gate_fail_count", "", "gate_warn_count"}
	}
	if d == nil {
		return
	}
	for i, part := range []string{"pass", "fail", "cleanup", "warn"} {
		if keys[i] == "" {
			continue
		}
		if n, ok := d.Int(keys[i]); ok {
			c.stated(countGate, "verdict", part, float64(n), d, saidBy)
		}
	}
	if d != c.docs.Gate {
		return
	}
	if n, ok := d.Int("violations"); ok {
		c.stated(countEdits, "", "", float64(n), d, saidBy)
	}
}

// rechecks writes what became of the bugs since.
func (c counter) rechecks() {
	keys := []string{"fixed", "partially_fixed", "still_open", "inconclusive"}
	if rec := c.log.recheck; rec != nil {
		for _, key := range keys {
			if n, ok := rec.Int(key); ok {
				c.stated(countRecheck, "state", key, float64(n), rec, "recheck_end")
			}
		}
		return
	}
	if d := c.docs.Recheck; d != nil {
		c.members(countRecheck, "state", d, "recheck-results.json", record.Entries(d.Raw("summary")), keys...)
	}
}
