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

// Brief is the report in the words of the first screen. The page, Markdown, notes, mails,
// badges, feeds and the terminal all show parts of it, so that they have the same verdict
// and the same counts. Texts may come out of a log and are not safe yet.
type Brief struct {
	State   string // one of report.Verdict…
	Word    string // "Failed"
	Sign    string // "✕"
	Role    report.Role
	About   string // run date; empty: no run has a date
	Reasons []string
	Notes   []string
	Scope   string // "36 runs of 5 systems, all ended"
	Since   string // the baseline that changes are about; empty: none

	Rules    []BriefRule    // that failed on something else than what follows
	Items    string         // what failed of evals alone: "5 of 20 items failed (75 % passed)"; empty: nothing
	Missed   []BriefMissed  // some of those items, and of those that broke
	Noun     string         // what they are, as samples and tasks: "Samples", else "Items"
	Failing  []BriefFailure // what needs somebody, new first
	Handled  []BriefFailure // acknowledged, or passing again
	Flaky    []BriefFlaky   // what flaked on the run date, and tests that fail at random and pass now
	Changed  []BriefChange  // new, recent, ended, suspected
	Alike    []BriefChange  // comparisons of items and scores without a clear difference
	Standing []BriefChange
	Figures  []BriefFigure

	Input string // "All input accounted for: 862 lines, 1 rejected"
	Sound bool   // it is
}

// BriefFailure is a step, or a run without failed steps, that fails.
type BriefFailure struct {
	State   string // one of report.Failure…
	Tag     string // "known flaky, 23 %"
	Name    string // of the step, else of the run's subject
	In      string // subject and system
	Runs    int64  // on the last run date
	Error   string // as written; empty: the log has none
	NoError string // what is said where there is no error; empty: it is left out
	About   string // "2 runs since 2026-03-10, blocks 3 steps"
	Run     string // key of the latest run
	At      report.Evidence
	Section string
	cluster string // the same for failures with the same error; empty: none has it
}

// BriefChange is a level that changed.
type BriefChange struct {
	State   string // one of report.Change…
	Tag     string
	Name    string // of the step, benchmark or gate
	Text    string // the sentence, and what else there is to say
	Good    bool   // it changed for the better
	Unsure  bool   // whether for the better or the worse is not known
	Grade   string // how strong the evidence is; empty: not worked out
	Since   string
	Section string
	Points  []report.FigurePoint
}

// BriefFigure is a key figure with its change.
type BriefFigure struct {
	Title   string
	Value   string // "26 of 35", "42 min"
	Share   string // "74 %" beside "26 of 35"; else empty
	Of      string // "m-1 20 of 20, m-2 6 of 15": of each model or agent, where they differ; else empty
	Before  string // "86 %"; empty: not known
	Change  string // "−12 points"; "unchanged"; empty: not known
	Note    string // what limits the change
	NoValue string // why there is no value before; empty: not said
	Section string
	Points  []report.FigurePoint
}

type verdictLook struct {
	state, word, sign string
	role              report.Role
}

// The words and looks of verdicts, in the order of their weight.
var verdictLooks = []verdictLook{
	{report.VerdictFailed, "Failed", "✕", report.RoleBad},
	{report.VerdictNothingToCompare, "Nothing to compare", "○", report.RoleUnknown},
	{report.VerdictChanged, "Changed", "▲", report.RoleWarn},
	{report.VerdictPassed, "Passed", "✓", report.RoleGood},
}

// NewBrief words what the report's data hold.
func NewBrief(d *report.Data) Brief {
	b := Brief{State: d.Verdict.State, About: d.Verdict.About,
		Reasons: d.Verdict.Reasons, Notes: d.Verdict.Notes, Scope: scope(d)}
	if !slices.ContainsFunc(verdictLooks, func(l verdictLook) bool { return l.state == b.State }) {
		b.State = report.VerdictNothingToCompare // of a summary without a verdict
	}
	for _, l := range verdictLooks {
		if l.state == b.State {
			b.Word, b.Sign, b.Role = l.word, l.sign, l.role
		}
	}
	if d.Baseline != nil {
		b.Since = baselineName(d.Baseline)
	}
	names := unitsThatFailed(d)
	for _, f := range d.Failures {
		x := briefFailure(f, cmp.Or(names[f.Run], f.Run))
		if x.Error == "" && !d.Public {
			x.NoError = "the log has no error text"
		}
		if f.State == report.FailureAcknowledged || f.State == report.FailureEnded {
			b.Handled = append(b.Handled, x)
		} else {
			b.Failing = append(b.Failing, x)
		}
	}
	byRank(b.Failing, []string{report.FailureNew, report.FailureBefore, report.FailureInfrastructure, report.FailureKnownFlaky}, func(f BriefFailure) string { return f.State })
	for _, c := range d.Changes {
		x := briefChange(c)
		// A change of recall ends when its lever is reverted: it is handled.
		if c.State == report.ChangeStanding && (x.Good || !recent(c.Since, b.About)) || c.State == report.ChangeEnded && c.What == "recall" {
			b.Standing = append(b.Standing, x)
		} else {
			b.Changed = append(b.Changed, x)
		}
	}
	differ, alike := briefComparisons(d.Items.Comparisons)
	b.Changed, b.Alike = append(b.Changed, differ...), alike
	byRank(b.Changed, []string{report.ChangeNew, report.ChangeStanding, report.ChangeEnded, report.ChangeSuspected}, func(c BriefChange) string { return c.State })
	b.Rules, b.Flaky = briefRules(d), briefFlaky(d, b.About)
	for _, f := range d.KeyFigures {
		b.Figures = append(b.Figures, briefFigure(f))
	}
	b.Items, b.Missed, b.Noun = failedItems(d), missedItems(d), upperFirst(cmp.Or(d.Items.Noun, report.ItemNoun)+"s")
	b.Input, b.Sound = inputLine(d.Ledger)
	return b
}

// unitsThatFailed are the names of the runs that failures are shown of, by their key: a few of all
// runs.
func unitsThatFailed(d *report.Data) map[string]string {
	names := make(map[string]string, len(d.Failures))
	for i := range d.Failures {
		names[d.Failures[i].Run] = ""
	}
	for i := range d.Runs {
		if _, shown := names[d.Runs[i].Key]; shown {
			names[d.Runs[i].Key] = d.Runs[i].Unit
		}
	}
	return names
}

// recentDays is how long a change for the worse that stands stays on the first screen, for
// a reader who was away when it was new.
const recentDays = 7

// recent reports whether a date lies within recentDays before another one.
func recent(since, about string) bool {
	from, err := time.Parse(time.DateOnly, since)
	if err != nil {
		return false
	}
	to, err := time.Parse(time.DateOnly, about)
	return err == nil && to.Sub(from) <= recentDays*24*time.Hour
}

// Line is the verdict in one line: "Failed: 1 recall regression, 2 new failures".
func (b Brief) Line() string {
	if len(b.Reasons) == 0 {
		return b.Word
	}
	return b.Word + ": " + strings.Join(b.Reasons, ", ")
}

// byRank sorts by the place of a word in an order; words that are not in it come last.
func byRank[T any](list []T, order []string, word func(T) string) {
	rank := func(x T) int {
		if i := slices.Index(order, word(x)); i >= 0 {
			return i
		}
		return len(order)
	}
	slices.SortStableFunc(list, func(a, b T) int { return cmp.Compare(rank(a), rank(b)) })
}

// briefFailure words a failure. The run is the name of its latest one.
func briefFailure(f report.Failure, run string) BriefFailure {
	x := BriefFailure{State: f.State, Tag: words(f.State), Runs: f.Runs, Error: f.Error, Run: f.Run, At: f.Evidence, Section: "stops", cluster: clusterOf(f)}
	switch f.State {
	case report.FailureKnownFlaky:
		if f.RateBefore.Value.OK {
			x.Tag += ", " + unit.Ratio.Format(f.RateBefore.Value.Value)
		}
	case report.FailureEnded:
		x.Tag = "passing again"
	}
	x.Name = cmp.Or(f.Step, f.Subject, run)
	var in []string
	if f.Subject != "" && f.Subject != x.Name {
		in = append(in, f.Subject)
	}
	if f.System != "" {
		in = append(in, f.System)
	}
	x.In = strings.Join(in, ", ")
	var about []string
	if f.Runs > 0 {
		about = append(about, counted(f.Runs, "run"))
	}
	if f.Since != "" && f.State != report.FailureEnded {
		about = append(about, "since "+f.Since)
	}
	if f.Blocks > 0 {
		about = append(about, "blocks "+counted(f.Blocks, "step"))
	}
	if f.Owner != "" {
		about = append(about, "owner "+f.Owner)
	}
	x.About = strings.Join(about, ", ")
	return x
}

// Short is the first sentence of the text, and how strong the evidence is.
func (c BriefChange) Short() string {
	first, rest := firstSentence(c.Text)
	if rest == "" || c.Grade == "" {
		return first
	}
	return first + " Evidence: " + c.Grade + "."
}

// changeSections are the sections that tell more of a change.
var changeSections = map[string]string{
	"duration": "durations", "common_duration": "durations", "flake_rate": "flakes", "failure_rate": "stops", "gate_failure_rate": "gates", "recall": "recall",
}

func briefChange(c report.SeriesChange) BriefChange {
	x := BriefChange{State: c.State, Tag: words(c.State), Name: cmp.Or(c.Step, c.Subject, c.System), Text: c.Text, Since: c.Since, Grade: c.Strength,
		Section: changeSections[c.What], Points: c.Points}
	if c.State == report.ChangeEnded && c.What == "recall" {
		x.Tag = "lever reverted"
	}
	if c.From.OK && c.To.OK {
		x.Good = (c.To.Value > c.From.Value) == (c.What == "recall") && c.To.Value != c.From.Value
	}
	if x.Text == "" {
		u := unit.Unit(c.Unit)
		x.Text = fmt.Sprintf("%s: %s → %s since %s", x.Name, shown(u, c.From), shown(u, c.To), c.Since)
	}
	return x
}

// How many models or agents of a key figure are named, and how long each name is at most.
const (
	namedParts = 3
	partName   = 28
)

// inputLine says that all input is accounted for, or what is not.
func inputLine(l report.Ledger) (string, bool) {
	fault, sound := reconcile(l)
	if !sound {
		return fault, false
	}
	t := l.Total
	read := counted(t.Lines, "line")
	if t.Lines == 0 && t.Records > 0 { // documents alone
		read = counted(t.Records, "record")
	}
	s := fmt.Sprintf("All input accounted for: %s, %s", counted(t.Files, "file"), read)
	if t.Rejected > 0 {
		s += ", " + grouped(t.Rejected) + " rejected"
	}
	if n := t.Files - t.Claimed; n > 0 {
		s += ", " + counted(n, "file") + " of no known format"
	}
	return s, true
}
