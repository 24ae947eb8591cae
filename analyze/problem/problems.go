package problem

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"runreport/analyze/change"
	"runreport/analyze/failure"
	"runreport/analyze/metric"
	"runreport/analyze/report"
)

// Kind is one kind of problem. It is declared once: its keys, help and reference
// follow.
type Kind struct {
	Name    string
	Key     string // first word of its keys; empty: the name
	Names   string // what follows in the key
	Section string // id of the section that says more
	Urgency string // which severity it has, and when
	Means   string
	Do      string
	// find is nil where all other problems have to be known first.
	find func(in *Input, emit func(report.Problem))
	// seen says what became of the thing of these names, of which an earlier report
	// said that it is wrong; "" where nothing was seen of it at all.
	seen func(in *Input, names []string) string
}

// Input is what problems are found in.
type Input struct {
	Data    *report.Data
	Samples *metric.Samples
	Steps   func() []metric.StepRun // that ran
	Stable  change.Names            // of subjects
	Failed  *failure.Found          // what Data.Failures were found in
	Earlier *change.Earlier         // the baseline
	// Place is where a run begins, by its index.
	Place func(run int) report.Evidence

	runs map[string]*report.Run // by key, once they were asked for: those that findings or failures are of
	ran  map[[2]string]int      // runs by system and lasting subject, once they were counted

	formats map[string]string // by path, once they were asked for
	sums    []*findingSum     // once they were asked for
}

// Kinds lists every kind, in the order in which equally urgent ones are shown.
var Kinds = []*Kind{
	problemFailure,
	problemVerdict,
	problemContradiction,
	problemRegression,
	problemLossAcross,
	problemMissing,
	problemDrift,
	problemLevel,
	problemNewFlake,
	problemFlake,
	problemSlower,
	problemCommonSlowDown,
	problemStall,
	problemStopped,
	problemStale,
	problemFinding,
	problemGone,
	problemAcknowledgement,
}

// Find is all that is wrong, most urgent first, then by kind, then by key.
func Find(in *Input) []report.Problem {
	all := []report.Problem{}
	at := map[string]int{}
	for _, k := range Kinds {
		if k.find == nil {
			continue
		}
		k.find(in, func(p report.Problem) {
			p.Kind, p.Section, p.Key = k.Name, k.Section, Key(cmp.Or(k.Key, k.Name), p.Names...)
			p.Evidence = append([]report.Evidence{}, p.Evidence[:min(len(p.Evidence), metric.MaxEvidence)]...)
			i, known := at[p.Key]
			if !known {
				at[p.Key] = len(all)
				all = append(all, p)
				return
			}
			merge(&all[i], p)
		})
	}
	slices.SortStableFunc(all, byUrgency)
	return all
}

// byUrgency orders problems as the report shows them.
func byUrgency(x, y report.Problem) int {
	return cmp.Or(cmp.Compare(Rank(x.Severity), Rank(y.Severity)), cmp.Compare(kindRank(x.Kind), kindRank(y.Kind)), strings.Compare(x.Key, y.Key))
}

func kindRank(name string) int {
	return slices.IndexFunc(Kinds, func(k *Kind) bool { return k.Name == name })
}

// maxProblemText is how long the text of one problem grows when several things have
// the same name.
const maxProblemText = 1000

// merge puts two things of one name into one problem: two folders may hold a cycle
// of the same name, and no name tells them apart from one report to the next.
func merge(into *report.Problem, p report.Problem) {
	if Rank(p.Severity) < Rank(into.Severity) {
		into.Severity, into.Grade = p.Severity, p.Grade
	}
	if into.Text != p.Text && len(into.Text)+len(p.Text) < maxProblemText {
		into.Text += " " + p.Text
	}
	into.Since, into.At = earliest(into.Since, p.Since), latestOf(into.At, p.At)
	if room := metric.MaxEvidence - len(into.Evidence); room > 0 {
		into.Evidence = append(into.Evidence, p.Evidence[:min(room, len(p.Evidence))]...)
	}
}

// earliest is the earlier of two times of which either may be unknown.
func earliest(x, y time.Time) time.Time {
	if x.IsZero() || !y.IsZero() && y.Before(x) {
		return y
	}
	return x
}

func latestOf(x, y time.Time) time.Time {
	if y.After(x) {
		return y
	}
	return x
}

// either is the first text where the condition holds, else the second.
func either(condition bool, then, otherwise string) string {
	if condition {
		return then
	}
	return otherwise
}

func Rank(severity string) int {
	return slices.Index(report.Severities, severity)
}
