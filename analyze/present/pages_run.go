package present

import (
	"slices"
	"strings"

	"runreport/analyze/report"
	"runreport/analyze/words"
	"runreport/unit"
)

// runPage is all that is known of one run.
func (p *pages) runPage(ref report.PageRef, i int) (*report.Page, error) {
	d, err := p.Detail(i)
	if err != nil {
		return nil, err
	}
	r, retried := &p.d.Runs[i], 0
	for _, s := range d.Steps {
		if s.Retried {
			retried++
		}
	}
	noun := d.AttemptNoun()
	attempts := words.Sentence(noun) + "s"
	page := &report.Page{Ref: ref, Lead: runSentences(r, retried), Facts: p.runFacts(r, attempts)}
	peers := p.subjects[subjectKey{r.System, r.Subject}]
	page.Previous, page.Next = neighbours(p.place[i], len(peers), func(at int) report.PageRef { return p.runRef(peers[at]) })
	s := &page.Sections
	if c := timeline(r, &d, p.LongestDuration); c != nil {
		*s = section(*s, "timeline", "What ran when", nil, chartBlock(c))
	}
	*s = section(*s, "attempts", attempts, nil, attemptBlocks(noun, d.Attempts)...)
	*s = section(*s, "steps", "Steps", pathSentences(r), stepBlocks(r, d.Steps)...)
	*s = section(*s, "checks", "Checks", nil, checkBlocks(d.Checks)...)
	*s = section(*s, "result", "Result", nil, resultBlocks(d.Verdicts, d.Seats)...)
	*s = section(*s, "counts", "What it came to", nil, countBlocks(d.Counts)...)
	*s = section(*s, "recall", "Recall", p.recallSentences(r), recalledBlocks(p.measured[r.Key])...)
	*s = section(*s, "bugs", "Bugs it lists", nil, listedBlocks(d.Bugs)...)
	*s = section(*s, "findings", "What is wrong with its logs", nil, findingBlocks(p.findings[r.Key], "Every deviation of this run's logs from their format or from themselves.")...)
	*s = section(*s, "files", "Files", nil, fileBlocks(r.RunDetails)...)
	page.Related = p.related(i, r)
	return page, nil
}

// runFacts are those of the run, whose attempts are called attempts.
func (p *pages) runFacts(r *report.Run, attempts string) []report.Term {
	return facts(fact("System", r.System), fact("Kind", r.Kind), fact("Subject", r.Subject), fact("Variant", r.Variant),
		fact("Runner", r.Runner), fact("Model", r.Model), fact("Version", r.Version),
		fact("Started", stamp(r.StartedAt)), fact("Ended", stamp(r.EndedAt)), fact("Duration", known(r.DurationS, unit.Seconds)),
		fact("In steps", known(r.ActiveS, unit.Seconds)), fact("Ended as", endedAs(*r)), fact("Error", runError(r)), fact("Verdict", r.Verdict),
		fact(attempts, counted(r.Attempts)), fact("Further attempts", counted(r.RetriesAll)), fact("Without its flakes", withoutFlakes(r)))
}

// withoutFlakes is how long the run would have taken; empty where nothing flaked.
func withoutFlakes(r *report.Run) string {
	if len(r.Flaked) == 0 {
		return ""
	}
	return known(r.WithoutFlakesS, unit.Seconds)
}

func stamp(t report.Moment) string {
	if t.IsZero() {
		return ""
	}
	return unit.Stamp(t) + " UTC"
}

// known is a number in words; empty where it cannot be given.
func known(n report.Number, u unit.Unit) string {
	if !n.OK {
		return ""
	}
	return u.Format(n.Value)
}

func counted(n report.Whole) string {
	if !n.OK {
		return ""
	}
	return words.Count(n.Value)
}

// related are the night, the benchmark, the cycles and the flaked steps of a run.
func (p *pages) related(i int, r *report.Run) []report.PageRef {
	var all []report.PageRef
	if night := day(r.StartedAt); night != "" {
		all = append(all, p.nightRef(night))
	}
	for _, m := range p.measured[r.Key] {
		all = append(all, nameOnly(p.benchmarkRef(m.benchmark)), cycleRef(m.cycle))
	}
	for _, f := range p.inRun[i] {
		if n, flaky := p.flakes[f.StepName]; flaky {
			all = append(all, nameOnly(p.stepRef(n)))
		}
	}
	slices.SortStableFunc(all, func(x, y report.PageRef) int { return strings.Compare(string(x.Kind), string(y.Kind)) })
	return slices.CompactFunc(all, func(x, y report.PageRef) bool { return x.PageID == y.PageID })
}

// nameOnly leaves a page's name: how it goes changes from night to night, and the page that
// leads to it should not change with it.
func nameOnly(ref report.PageRef) report.PageRef {
	return report.PageRef{PageID: ref.PageID, Title: ref.Title}
}

// fileBlocks lists what the run was read from.
func fileBlocks(r *report.RunDetails) []report.Block {
	columns := []report.Column{left("File"), left("Counts")}
	var rows []report.Row
	for _, f := range r.Files {
		rows = append(rows, report.Row{Cells: []report.Cell{code(f), text("yes")}})
	}
	for _, f := range r.SupersededFiles {
		rows = append(rows, report.Row{Role: report.RoleUnknown, Cells: []report.Cell{code(f), text("no: an older snapshot or a copy")}})
	}
	caption := "What the run was read from. It begins at " + place(r.Evidence.File, r.Evidence.Line) + "."
	if r.StitchedBy != "" {
		caption += " What holds the files together: " + r.StitchedBy + "."
	}
	return []report.Block{tableBlock(tableOf("files", caption, "Its files are not known.", columns, rows, manyRows))}
}

// findingBlocks lists findings of one run or cycle.
func findingBlocks(all []report.Finding, caption string) []report.Block {
	if len(all) == 0 {
		return nil
	}
	columns := []report.Column{left("Severity"), left("What"), left("Seen"), left("Expected"), right("Times")}
	var rows []report.Row
	for _, f := range all {
		rows = append(rows, report.Row{Role: severityRoles[f.Severity], Evidence: []report.Evidence{{File: f.File, Line: f.Line}},
			Cells: []report.Cell{text(f.Severity), text(f.Message), text(f.Seen), text(f.Expected), whole(f.Count)}})
	}
	return []report.Block{tableBlock(tableOf("findings", caption, "", columns, rows, manyRows))}
}
