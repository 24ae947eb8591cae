package present

import (
	"fmt"
	"strings"

	"runreport/analyze/recall"
	"runreport/analyze/report"
	"runreport/analyze/words"
	"runreport/unit"
)

// shownPairs is how many bugs a row of recomputed recall names; summary.json names
// all of them.
const shownPairs = 30

// recomputedBlocks shows the recalls of a cycle that were worked out from the lists
// of bugs; nothing where no measurement is linked with the log of its run.
func recomputedBlocks(c *report.Cycle) []report.Block {
	linked := false
	var rows []report.Row
	for _, b := range c.Benchmarks {
		for _, side := range []struct {
			name string
			runs []report.RecallRun
		}{{"before", b.RecallPre.Runs}, {"after", b.RecallPost.Runs}} {
			for i, run := range side.runs {
				name := side.name
				if len(side.runs) > 1 {
					name = fmt.Sprintf("%s, run %d", name, i+1)
				}
				linked = linked || run.Run != ""
				rows = append(rows, recomputedRow(b.Benchmark, name, run))
			}
		}
	}
	if !linked {
		return nil
	}
	t := tableOf("recomputed-"+identifier(c.Key), "Each bug of the reference list, looked for in the list that the run itself wrote. It stands beside the reported recall and replaces nothing: places and words of titles are compared, not meanings.",
		"", recomputedColumns(), rows, manyRows)
	return []report.Block{{Table: t, Fold: true, Title: "Recall recomputed from the bug lists of " + words.CycleTitle(c)}}
}

func recomputedColumns() []report.Column {
	help := func(c report.Column, means string) report.Column {
		c.Help = means
		return c
	}
	return []report.Column{left("Benchmark"), left("Side"), right("Reported"),
		help(right("Recomputed"), "Bugs of the reference list that the run's own list holds, of all bugs of the reference list."),
		minor(right("95 % CI")),
		help(left("Matched"), fmt.Sprintf("What the matches rest on: one file with lines that overlap or lie at most %d apart, else one file with titles of similar words; ids only between snapshots of one run. A bug of the run matches one bug at most.", recall.NearLines)),
		help(left("Not matched"), "Why the other bugs of the reference list are not in the run's list, or cannot be looked for in it."),
		minor(left("Run by"))}
}

func recomputedRow(benchmark, side string, m report.RecallRun) report.Row {
	reported := report.Cell{Text: unit.NotAvailable, Reason: words.Why(m.Reported.Reason)}
	if m.Reported.OK {
		v := m.Reported.Value
		reported = report.Cell{Text: unit.Fixed(v, 2), Exact: unit.Points.Exact(v), Sort: &v}
	}
	r := report.Row{Evidence: []report.Evidence{m.Evidence}, Cells: []report.Cell{code(benchmark), text(side), reported}}
	x := m.Recomputed
	if x == nil {
		none := report.Cell{Text: unit.NotAvailable, Reason: joinWords[m.Unlinked]}
		r.Cells = append(r.Cells, none, text(""), text(""), text(""), text(""))
		return r
	}
	share, fits := shareCell(x.Rate), likely(x.Rate)
	if !x.Value.OK {
		share.Reason, fits = joinWords[x.Value.Reason], text("")
		if x.Den > 0 {
			share.Text = fmt.Sprintf("n/a of %s", words.Count(x.Den))
		}
	}
	r.Cells = append(r.Cells, share, fits, text(matchWords(x.ByKey)), text(unmatchedWords(x.Unmatched)), text(strings.Join(strings.Fields(m.Runner+" "+m.Version), " ")))
	if x.Check == recall.RecallDiffers {
		r.Role = report.RoleWarn
	}
	r.Detail = append(recomputedSentences(side, m), bugSentences(x)...)
	for _, l := range []report.BugList{x.Reference, x.Own} {
		if l.File != "" {
			r.Evidence = append(r.Evidence, report.Evidence{File: l.File})
		}
	}
	for _, b := range x.Matches[:min(len(x.Matches), shownPairs)] {
		r.Evidence = append(r.Evidence, b.Reference, b.Run)
	}
	return r
}

// recomputedSentences say how the two recalls compare, and which lists were.
func recomputedSentences(side string, m report.RecallRun) []string {
	x := m.Recomputed
	side = strings.ToUpper(side[:1]) + side[1:]
	if !x.Value.OK {
		return []string{fmt.Sprintf("%s: no recall from the bug lists, %s.", side, joinWords[x.Value.Reason])}
	}
	s := fmt.Sprintf("%s: %s of the reference list's bugs are in the run's list", side, words.Rate(x.Rate))
	switch x.Check {
	case recall.RecallAgrees:
		s += fmt.Sprintf("; the reported recall of %s agrees.", unit.Fixed(m.Reported.Value, 2))
	case recall.RecallExplained:
		s += fmt.Sprintf("; the reported recall of %s would fit if %s that too little is said about were matched.", unit.Fixed(m.Reported.Value, 2), words.Plural(int(x.CouldMatch), "bug"))
	case recall.RecallDiffers:
		s += "; the log reports " + unit.Fixed(m.Reported.Value, 2)
		if x.CouldMatch > 0 {
			s += fmt.Sprintf(", and the %s that too little is said about do not make up for it", words.Plural(int(x.CouldMatch), "bug"))
		}
		s += "."
	default:
		s += "; the log reports no recall to compare with."
	}
	if n := m.Den; n.OK && n.Value != x.Den {
		s += fmt.Sprintf(" The log counts a reference list of %s.", words.Plural(int(n.Value), "bug"))
	}
	return []string{s, fmt.Sprintf("The reference list is %s with %s, the run's list %s with %s.",
		x.Reference.File, words.Plural(int(x.Reference.Bugs), "bug"), x.Own.File, words.Plural(int(x.Own.Bugs), "bug"))}
}

// bugSentences name the matches and what was not matched, with the lines of the two
// lists.
func bugSentences(x *report.Recomputed) []string {
	var all []string
	for _, b := range x.Matches {
		all = append(all, fmt.Sprintf("%s is the run's %s, by %s%s.", named(b.Bug, b.Title, b.Reference), named(b.RunBug, b.RunTitle, b.Run), keyWords[b.Key], loggedWords("missed", b.Logged)))
	}
	for _, b := range x.Unmatched {
		all = append(all, fmt.Sprintf("%s is not matched: %s%s.", named(b.Bug, b.Title, b.Reference), joinWords[b.Reason], loggedWords("found", b.Logged)))
	}
	if len(all) > shownPairs {
		all = append(all[:shownPairs], fmt.Sprintf("And %s more, in summary.json.", words.Plural(len(all)-shownPairs, "bug")))
	}
	return all
}

// named is a bug with its title and its line in its list, where they are known.
func named(id, title string, at report.Evidence) string {
	if title != "" {
		id += " “" + title + "”"
	}
	if at.Line != nil {
		id += fmt.Sprintf(" (line %d)", *at.Line)
	}
	return id
}

// loggedWords says where the log calls a bug otherwise than the lists do.
func loggedWords(otherwise, logged string) string {
	if logged != otherwise {
		return ""
	}
	return ", though the log calls it " + logged
}

// matchWords counts the matches by key.
func matchWords(keys []report.MatchKey) string {
	var parts []string
	for _, k := range keys {
		parts = append(parts, fmt.Sprintf("%d by %s", k.Count, keyWords[k.Key]))
	}
	return strings.Join(parts, ", ")
}

// unmatchedWords counts the unmatched bugs by reason, in the order of the reasons.
func unmatchedWords(bugs []report.UnmatchedBug) string {
	count := map[string]int{}
	for _, b := range bugs {
		count[b.Reason]++
	}
	var parts []string
	for _, why := range []string{recall.BugOtherFile, recall.BugNotSimilar, recall.BugAllMatched, recall.BugNoFile, recall.OwnNoFile, recall.BugNoLines, recall.BugNoTitle} {
		if n := count[why]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d: %s", n, joinWords[why]))
		}
	}
	return strings.Join(parts, "; ")
}

var keyWords = map[string]string{
	recall.MatchKeys[recall.KeyID]:    "id",
	recall.MatchKeys[recall.KeyLines]: "file and lines",
	recall.MatchKeys[recall.KeyTitle]: "file and title",
}

// joinWords say in words why a measurement is not linked, why its recall was not
// worked out, and why a bug was not matched.
var joinWords = map[string]string{
	recall.UnlinkedNoWindow: "the log does not say when this measurement began and ended",
	recall.UnlinkedNoLog:    "no log of a run of this benchmark was read",
	recall.UnlinkedElsewhen: "no run of this benchmark began while it was measured",
	recall.UnlinkedState:    "the run that began while it was measured has another lever state, or none",
	recall.UnlinkedSeveral:  "several runs of this benchmark began while it was measured",
	recall.UnlinkedShared:   "another measurement is the same run by its times",

	recall.ReferenceNotNamed:  "the log names no reference list",
	recall.ReferenceNotRead:   "the reference list was not among the input",
	recall.ReferenceAmbiguous: "several lists fit the path of the reference list",
	recall.ReferenceLater:     "the list at the path of the reference list was not made before the run",
	recall.ReferenceIsOwn:     "the path of the reference list leads to the run's own list",
	recall.ReferenceEmpty:     "the reference list holds no bug",
	recall.NoOwnList:          "the run has no list of bugs",
	recall.ListTooLong:        "a list is too long to be compared bug by bug",

	recall.BugNoFile:     "the reference list names no file",
	recall.OwnNoFile:     "its file is not in the run's list, but bugs without a file are",
	recall.BugNoLines:    "same file, but no lines to compare",
	recall.BugNoTitle:    "same file on other lines, but no title to compare",
	recall.BugOtherFile:  "no bug of the run in its file",
	recall.BugAllMatched: "the run's bugs in its file are other bugs of the reference list",
	recall.BugNotSimilar: "the run's bugs in its file have other lines and titles",
}
