package render

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"runreport/analyze/report"
)

// How many failures and changes the first screen shows; the others are folded.
const (
	shownFailures = 6
	shownChanges  = 5
)

// firstView is the first screen in the words of the page.
type firstView struct {
	Brief
	Look   trusted // role of the verdict
	Labels []report.Label

	RuleRows               []ruleView
	Failures, MoreFailures []failureView
	MoreFailing            int    // failures that MoreFailures and their groups hold
	FailingCount           string // "2 new, 1 known flaky"
	Changes, MoreChanges   []changeView
	ChangedCount           string
	Quiet                  string // what is said where nothing fails or changed
	MissedRows             []missedView
	AlikeRows, MoreAlike   []changeView // comparisons without a clear difference
	Tiles                  []tileView
	HandledRows            []failureView
	StandingRows           []changeView
	HandledCount           string
}

type failureView struct {
	ID, Look, Link trusted
	BriefFailure
	Place placeView
	Same  []failureView // others with the same error
}

type ruleView struct {
	Link trusted
	BriefRule
	Place placeView
}

type missedView struct {
	Look trusted
	BriefMissed
}

type changeView struct {
	ID, Look, Link, Path trusted
	BriefChange
	Head, Rest string // of the text: the first sentence, and the others
}

type tileView struct {
	BriefFigure
	Link, Path trusted
}

// The looks of failures and changes by their state; a role gives a colour and a shape.
var stateLooks = map[string]report.Role{
	report.FailureNew: report.RoleBad, report.FailureBefore: report.RoleBad, report.FailureKnownFlaky: report.RoleWarn,
	report.FailureInfrastructure: report.RoleUnknown, report.FailureAcknowledged: report.RoleUnknown, report.FailureEnded: report.RoleGood,
	report.ChangeSuspected: report.RoleUnknown, report.ChangeStanding: report.RoleWarn,
}

// newFirst is the first screen. linked gives the address of a section, or "" where the
// output has none of that name.
func newFirst(d *report.Data, room budget, linked func(section string) trusted) firstView {
	v := firstView{Brief: NewBrief(d), Labels: d.Labels}
	v.Look = role(v.Role)
	failures := func(prefix string, before int, list []BriefFailure) (views []failureView) {
		for i, f := range list {
			f.Tag = strings.ReplaceAll(f.Tag, " %", "\u00a0%")
			x := failureView{ID: trusted(prefix + strconv.Itoa(before+i+1)), Look: role(stateLooks[f.State]), BriefFailure: f}
			if d.Public {
				x.NoError = "error texts are left out of this public report"
			}
			if room.link != nil {
				x.Link = room.link(report.PageID{Kind: report.PageRun, Key: f.Run})
			}
			if f.At.File != "" {
				x.Place = shortPlace(f.At, room)
			}
			views = append(views, x)
		}
		return views
	}
	failed := 0 // so far, for names to link to
	groups := func(list []FailureGroup) (views []failureView) {
		for _, g := range list {
			all := failures("failure-", failed, append([]BriefFailure{g.BriefFailure}, g.Same...))
			failed += len(all)
			all[0].Same = all[1:]
			views = append(views, all[0])
		}
		return views
	}
	changes := func(prefix string, list []BriefChange) (views []changeView) {
		for i, c := range list {
			x := changeView{ID: trusted(prefix + strconv.Itoa(i+1)), Look: role(stateLooks[c.State]), Link: linked(c.Section), Path: trusted(sparkPath(c.Points)), BriefChange: c}
			switch {
			case c.Tag == report.ItemsInconclusive:
				x.Look = role(report.RoleUnknown)
			case c.Unsure:
				x.Look = role(report.RoleWarn)
			case c.State == report.ChangeEnded, c.State == report.ChangeNew && c.Good:
				x.Look = role(report.RoleGood)
			case x.Look == "":
				x.Look = role(report.RoleBad)
			}
			x.Head, x.Rest = firstSentence(c.Text)
			views = append(views, x)
		}
		return views
	}
	shown, more := upTo(shownFailures, groupFailures(v.Failing))
	v.Failures, v.MoreFailures, v.MoreFailing = groups(shown), groups(more), countGroups(more)
	v.Changes, v.MoreChanges = upTo(shownChanges, changes("change-", v.Changed))
	v.HandledRows, v.StandingRows = failures("handled-", 0, v.Handled), changes("standing-", v.Standing)
	v.FailingCount = countStates(v.Failing, func(f BriefFailure) string { return words(f.State) })
	v.ChangedCount = countStates(v.Changed, func(c BriefChange) string { return words(c.State) })
	v.HandledCount = upperFirst(strings.Join(withoutEmpty([]string{
		countStates(v.Handled, func(f BriefFailure) string { return f.Tag }),
		countChanges(v.Standing)}), ", "))
	for _, r := range v.Brief.Rules {
		x := ruleView{Link: linked(r.Section), BriefRule: r}
		if r.At.File != "" {
			x.Place = shortPlace(r.At, room)
		}
		v.RuleRows = append(v.RuleRows, x)
	}
	v.Quiet = quietLine(v.Brief)
	for _, m := range v.Brief.Missed {
		look := report.RoleBad
		if m.Tag == "broken" {
			look = report.RoleUnknown
		}
		v.MissedRows = append(v.MissedRows, missedView{role(look), m})
	}
	v.AlikeRows, v.MoreAlike = upTo(shownAlike, changes("alike-", v.Alike))
	for _, f := range v.Brief.Figures {
		f.Note = strings.ReplaceAll(f.Note, "n = ", "n\u00a0=\u00a0")
		v.Tiles = append(v.Tiles, tileView{BriefFigure: f, Link: linked(f.Section), Path: trusted(sparkPath(f.Points))})
	}
	return v
}

// placeWidth is how many characters of a path stand in one line of the first screen.
const placeWidth = 25

// shortPlace is a place by the last parts of its path, those that have room.
func shortPlace(at report.Evidence, room budget) placeView {
	p, _, _ := places([]report.Evidence{at}, room)
	line := strings.TrimPrefix(p.Whole, at.File)
	p.Short = pathEnd(at.File, placeWidth) + line
	return p
}

// pathEnd is a path without the folders in front that are too many for the width, and with
// its name cut in the middle where that alone is too long.
//
// Example: "nights/shop/2026-03-13/transitions.jsonl" is "…/transitions.jsonl" in 25 characters.
func pathEnd(path string, width int) string {
	if utf8.RuneCountInString(path) <= width {
		return path
	}
	parts := strings.Split(path, "/")
	if len(parts) == 1 {
		return middle(path, width)
	}
	end := parts[len(parts)-1]
	for i := len(parts) - 2; i >= 0 && utf8.RuneCountInString(parts[i]+"/"+end) <= width-2; i-- {
		end = parts[i] + "/" + end
	}
	return "…/" + middle(end, width-2)
}

// upTo splits a list in its first entries and the others.
func upTo[T any](n int, list []T) (first, rest []T) {
	if len(list) <= n+1 { // "1 more" takes as much room as the one
		return list, nil
	}
	return list[:n], list[n:]
}

// countStates counts a list by a word, in the order of the list: "2 new, 1 known flaky".
func countStates[T any](list []T, word func(T) string) string {
	count := map[string]int{}
	var order []string
	for _, x := range list {
		w := word(x)
		if count[w] == 0 {
			order = append(order, w)
		}
		count[w]++
	}
	for i, w := range order {
		order[i] = fmt.Sprintf("%d %s", count[w], w)
	}
	return strings.Join(order, ", ")
}

// countChanges counts changes by their tag: "2 changes (lever reverted), 1 change (standing)".
func countChanges(list []BriefChange) string {
	count := map[string]int64{}
	var order []string
	for _, c := range list {
		if count[c.Tag] == 0 {
			order = append(order, c.Tag)
		}
		count[c.Tag]++
	}
	for i, tag := range order {
		order[i] = counted(count[tag], "change") + " (" + tag + ")"
	}
	return strings.Join(order, ", ")
}

func withoutEmpty(list []string) (kept []string) {
	for _, s := range list {
		if s != "" {
			kept = append(kept, s)
		}
	}
	return kept
}

// quietLine says that nothing fails or that nothing changed. What was compared without a
// difference stands beside it.
func quietLine(b Brief) string {
	var said []string
	if len(b.Failing) == 0 && len(b.Rules) == 0 && (b.About != "" || b.Items != "") {
		said = append(said, cmp.Or(b.Items, "Nothing is failing."))
	}
	if len(b.Flaky) > 0 {
		said = append(said, "Flaky: "+listFlaky(b.Flaky)+".")
	}
	switch {
	case len(b.Changed) > 0 || len(b.Alike) > 0 || b.About == "":
	case b.State == report.VerdictNothingToCompare: // none was looked for
	case b.Since != "":
		said = append(said, "No change against "+b.Since+".")
	case len(b.Failing) > 0:
		said = append(said, "Nothing else has changed.")
	default:
		said = append(said, "No change was found.")
	}
	return strings.Join(said, " ")
}
