package present

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"runreport/analyze/metric"
	"runreport/analyze/problem"
	"runreport/analyze/recall"
	"runreport/analyze/report"
	"runreport/analyze/words"
	"runreport/unit"
)

// runSentences says how a run of so many steps went.
func runSentences(r *report.Run, steps int) []string {
	s := "It has no end record"
	if r.Outcome != "" {
		s += "; its documents say: " + r.Outcome
	}
	if !r.EndedAt.IsZero() {
		s = "Ended as " + endedAs(*r)
		if r.DurationS.OK {
			s += " after " + unit.Seconds.Format(r.DurationS.Value)
		}
	}
	if r.Done.OK {
		s += fmt.Sprintf("; %s of %s done", words.Count(r.Done.Value), words.Plural(steps, "step"))
		if r.Failed.Value > 0 {
			s += fmt.Sprintf(", %s failed", words.Count(r.Failed.Value))
		}
		if r.Blocked.Value > 0 {
			s += fmt.Sprintf(", %s blocked", words.Count(r.Blocked.Value))
		}
	}
	said := []string{s + "."}
	if s := causeSentence(*r); s != "" {
		said = append(said, s)
	}
	if n := len(r.Flaked); n > 0 {
		flaked := fmt.Sprintf("Needed a retry: %s.", words.List(r.Flaked, 4))
		if r.WithoutFlakesS.OK && r.DurationS.OK && r.WithoutFlakesS.Value < r.DurationS.Value {
			flaked = fmt.Sprintf("Needed a retry: %s; without that the run would have taken %s at best.", words.List(r.Flaked, 4), unit.Seconds.Format(r.WithoutFlakesS.Value))
		}
		said = append(said, flaked)
	}
	return said
}

// causeSentence says why a run stopped, or failed where it ran to its end, as a run of tests does. It
// is empty where all that is known is that it failed.
func causeSentence(r report.Run) string {
	var said []string
	switch {
	case r.Cause == "":
		return ""
	case r.Cause == metric.CauseUnknown:
		return "Unfinished, for a reason that no log gives."
	case r.Cause != metric.CauseFailure:
		verb := "Stopped"
		if r.Result == "failed" && !r.EndedAt.IsZero() {
			verb = "Failed"
		}
		s := verb + " because of " + r.Cause
		if r.CauseInferred {
			s += " (inferred: no log states it)"
		}
		said = append(said, s+".")
	}
	if r.Reason != "" {
		said = append(said, "In the words of the log: "+strings.TrimSuffix(r.Reason, ".")+".")
	}
	return strings.Join(said, " ")
}

// pathSentences names the inferred critical path.
func pathSentences(r *report.Run) []string {
	if len(r.CriticalPath) == 0 {
		return nil
	}
	var steps []string
	for _, p := range r.CriticalPath {
		steps = append(steps, fmt.Sprintf("%s (%s)", p.Step, num(p.Share, unit.Ratio).Text))
	}
	s := "It waited for " + strings.Join(steps, ", then ") + ": the critical path, inferred, since the log has no edges"
	if r.PathLabel == "ambiguous" {
		s += ", and in doubt, since more than a second passed between two of them"
	}
	return []string{s + "."}
}

// recallSentences says which measurement the run was.
func (p *pages) recallSentences(r *report.Run) []string {
	var said []string
	for _, m := range p.measured[r.Key] {
		said = append(said, fmt.Sprintf("Measured %s the lever of %s: recall on %s %s.", m.side, words.CycleTitle(m.cycle), m.benchmark,
			runRecall(m.recall).Text))
	}
	return said
}

// nightSentences says how a night went.
func nightSentences(runs []*report.Run) []string {
	count := map[string]int{}
	for _, r := range runs {
		count[cmp.Or(r.Result, "unknown")]++
	}
	results := slices.SortedFunc(maps.Keys(count), func(a, b string) int { return cmp.Or(cmp.Compare(count[b], count[a]), strings.Compare(a, b)) })
	var parts []string
	for _, r := range results {
		parts = append(parts, fmt.Sprintf("%s %s", words.Count(count[r]), r))
	}
	s := fmt.Sprintf("%s started on this date (UTC): %s.", words.Plural(len(runs), "run"), words.List(parts, 6))
	flaked, steps := 0, 0
	for _, r := range runs {
		if len(r.Flaked) > 0 {
			flaked++
			steps += len(r.Flaked)
		}
	}
	if flaked == 0 {
		return []string{s, "No step needed a second try."}
	}
	return []string{s, fmt.Sprintf("%s needed more than one try, in %s.", words.Plural(steps, "step"), words.Plural(flaked, "run"))}
}

// stepSentences says how often a step flakes and when it last did.
func stepSentences(n report.FlakeNode, f report.Flakes) []string {
	said := []string{problem.FlakeSentence(n, f)}
	first, last := n.FirstSeen.UTC().Format("2006-01-02"), n.LastSeen.UTC().Format("2006-01-02")
	switch {
	case n.FirstSeen.IsZero():
	case first == last:
		said = append(said, "It flaked on "+first+".")
	default:
		said = append(said, "It flaked first on "+first+" and last on "+last+".")
	}
	return said
}

// benchmarkSentences says where a benchmark stands and what happened to it.
func benchmarkSentences(at []benchmarkAt, lines []report.Trajectory) []string {
	var said []string
	up, down := 0, 0
	for _, x := range at {
		switch x.row.Class {
		case "improved":
			up++
		case "regressed":
			down++
		}
	}
	newest := at[len(at)-1]
	said = append(said, fmt.Sprintf("Measured in %s: rose in %s and fell in %s by the noise floor or more.", words.Plural(len(at), "cycle"), words.Count(up), words.Count(down)))
	if newest.row.Sentence != "" && newest.row.Delta.OK {
		said = append(said, fmt.Sprintf("Latest, %s: %s", words.CycleTitle(newest.cycle), newest.row.Sentence))
	}
	for _, t := range lines {
		for _, c := range recall.CertainChanges(t) {
			side := map[string]string{"pre": "before", "post": "after"}[t.Side]
			said = append(said, fmt.Sprintf("Its recall %s the lever changed its level with %s, by %s.", side, c.Cycle, words.Points(c.Step.Value)))
		}
	}
	return said
}
