package render

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"runreport/analyze/report"
	"runreport/unit"
)

// failedItems says how many items of evals failed on the last run date, and how many broke: a
// run of an eval passes by reaching its end, whatever its items came to. It is empty where all
// passed, and says only that no run failed where scores are not yes or no.
func failedItems(d *report.Data) string {
	failed, dates := "", 0
	for _, f := range d.KeyFigures {
		if f.Name == "item_pass_rate" && f.Num.OK && f.Den.OK {
			dates = len(f.Series)
			if f.Num.Value < f.Den.Value {
				failed = fmt.Sprintf("%s of %s failed (%s passed).", grouped(f.Den.Value-f.Num.Value), counted(f.Den.Value, cmp.Or(f.Noun, report.ItemNoun)), unit.Ratio.Format(f.Value.Value))
			}
		}
	}
	broke := ""
	if dates <= 1 { // of several, no number tells what broke on the last
		broke = strings.Join(withoutEmpty([]string{brokenItems(d.Items.Groups), undecidedItems(&d.Items)}), " ")
		if all := evalDates(d); all > 1 && broke != "" { // of jobs that ran on one date each
			broke = fmt.Sprintf("Over all %s run dates %s", grouped(int64(all)), broke)
		}
	}
	if failed == "" && broke == "" && (dates > 0 || len(d.Items.Scores) == 0) {
		return ""
	}
	runs := ""
	if len(d.Failures) == 0 { // one that is acknowledged or passes again is none that fails now, but a run failed
		runs = "No run failed."
	}
	return strings.Join(withoutEmpty([]string{failed, broke, runs}), " ")
}

// undecidedItems counts the trials that have no outcome and did not break, as one whose verifier wrote
// no reward. Those of a benchmark whose scores are not yes or no have one: the score.
func undecidedItems(items *report.Items) string {
	n := int64(0)
	for _, g := range items.Groups {
		graded := slices.ContainsFunc(items.Scores, func(s report.ScoreGroup) bool { return s.System == g.System && s.Benchmark == g.Benchmark })
		if g.Passed.Den > 0 || !graded {
			n += max(0, g.Undecided-g.Outside)
		}
	}
	switch n {
	case 0:
		return ""
	case 1:
		return "1 trial has no outcome, and is in no rate."
	}
	return grouped(n) + " trials have no outcome, and are in no rate."
}

// How much of what failed and broke is named: errors, items of one, and characters of an error and
// of an item's name, which may be a whole prompt.
const (
	namedErrors = 3
	namedItems  = 3
	namedText   = 80
	namedName   = 60
)

// BriefMissed is some of the items that broke or failed with one error.
type BriefMissed struct {
	Tag   string // broken, failed
	Names string // "9, 10 and 3 more"
	Error string // empty: the log has none, or items of several errors are counted
}

// missedItems names some of the items that broke and failed on the run date that the verdict is
// about, those with an error first.
func missedItems(d *report.Data) (out []BriefMissed) {
	for _, tag := range []string{"broken", "failed"} {
		var clusters []string
		names, text := map[string][]string{}, map[string]string{}
		named := map[[2]string]bool{} // by cluster and name
		for i := range d.Items.Missed {
			m := &d.Items.Missed[i]
			if m.Date != d.Verdict.About || (tag == "broken") != (m.Broken > 0) {
				continue
			}
			if names[m.Cluster] == nil {
				clusters, text[m.Cluster] = append(clusters, m.Cluster), m.Error
			}
			if k := [2]string{m.Cluster, m.Step}; !named[k] {
				named[k] = true
				names[m.Cluster] = append(names[m.Cluster], m.Step)
			}
		}
		slices.SortStableFunc(clusters, func(a, b string) int {
			return cmp.Or(cmp.Compare(min(1, len(b)), min(1, len(a))), cmp.Compare(len(names[b]), len(names[a])))
		})
		for _, c := range clusters[:min(len(clusters), namedErrors)] {
			out = append(out, BriefMissed{tag, someNames(names[c]), Cut(text[c], namedText)})
		}
		if len(clusters) > namedErrors {
			more := 0
			for _, c := range clusters[namedErrors:] {
				more += len(names[c])
			}
			out = append(out, BriefMissed{Tag: tag, Names: counted(int64(more), "more "+cmp.Or(d.Items.Noun, report.ItemNoun))})
		}
	}
	return out
}

// evalDates is on how many run dates there were runs with items; those without a date are one.
func evalDates(d *report.Data) int {
	evals, dates := map[string]bool{}, map[string]bool{}
	for _, g := range d.Items.Groups {
		evals[g.System] = true
	}
	for i := range d.Runs {
		if r := &d.Runs[i]; evals[r.System] {
			dates[r.StartedAt.UTC().Format(time.DateOnly)] = true
		}
	}
	return len(dates)
}

// brokenItems counts the trials that are in no rate because what runs or judges them failed.
func brokenItems(groups []report.ItemGroup) string {
	n := int64(0)
	for _, g := range groups {
		n += g.Outside
	}
	switch n {
	case 0:
		return ""
	case 1:
		return "1 trial broke by an error outside of the work and is in no rate."
	}
	return grouped(n) + " trials broke by an error outside of the work and are in no rate."
}

// someNames names the first items of a list and counts the others.
func someNames(names []string) string {
	n := len(names)
	var said []string
	for _, name := range names[:min(n, namedItems)] {
		said = append(said, middle(name, namedName))
	}
	switch {
	case n > namedItems:
		return strings.Join(said, ", ") + " and " + grouped(int64(n-namedItems)) + " more"
	case n > 1:
		return strings.Join(said[:n-1], ", ") + " and " + said[n-1]
	}
	return strings.Join(said, "")
}

// briefComparisons are the comparisons that show a difference, and those that do not.
func briefComparisons(all []report.ItemComparison) (differ, alike []BriefChange) {
	for _, c := range all {
		for _, x := range briefComparison(c) {
			if x.Tag == report.ItemsInconclusive {
				alike = append(alike, x)
			} else {
				differ = append(differ, x)
			}
		}
	}
	return differ, alike
}

// briefComparison is what runs that were compared item by item came to: their items that pass,
// and each scorer whose scores are not yes or no. Whether a higher score is better is not known.
func briefComparison(c report.ItemComparison) (out []BriefChange) {
	add := func(text, evidence string, delta report.Number, fell, rose string) *BriefChange {
		x := BriefChange{State: report.ChangeNew, Tag: report.ItemsInconclusive, Name: c.After, Text: text, Grade: evidence, Section: "items"}
		switch {
		case !report.ItemsDiffer(evidence):
		case delta.Value > 0:
			x.Tag = rose
		default:
			x.Tag = fell
		}
		out = append(out, x)
		return &out[len(out)-1]
	}
	if c.Items > 0 && c.Order == report.OrderNone { // of sides of equal standing none got worse
		differs := c.Evidence
		if !report.ItemsDiffer(differs) && c.StrongestBenchmark() != "" {
			differs = c.StrongestBenchmark()
		}
		add(c.Text, differs, c.Delta, "differs", "differs").Unsure = true
	} else if c.Items > 0 {
		x := add(c.Text, c.Evidence, c.Delta, "worse", "better")
		x.Good = c.Delta.Value > 0
		if fell, rose := directions(&c); x.Tag == report.ItemsInconclusive && fell+rose > 0 {
			x.Good, x.Unsure, x.Grade = rose > 0, fell > 0 && rose > 0, c.StrongestBenchmark()
			switch {
			case x.Unsure:
				x.Tag = "mixed"
			case x.Good:
				x.Tag = "better"
			default:
				x.Tag = "worse"
			}
		}
	}
	fell, rose := "score fell", "score rose"
	if c.Order == report.OrderNone {
		fell, rose = "differs", "differs"
	}
	for _, d := range c.Scores {
		if d.Text != "" { // a summary of an earlier version has none
			add(d.Text, d.Evidence, d.Delta, fell, rose).Unsure = true
		}
	}
	return out
}

// directions counts the benchmarks that show a difference by themselves.
func directions(c *report.ItemComparison) (fell, rose int) {
	for _, b := range c.Differing() {
		if b.Delta.Value < 0 {
			fell++
		} else {
			rose++
		}
	}
	return fell, rose
}

// shownAlike is how many comparisons without a difference are shown before the others are folded away.
const shownAlike = 3
