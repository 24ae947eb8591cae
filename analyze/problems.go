package analyze

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"runreport/analyze/report"
	"runreport/ingest/table"
)

// ProblemKind is one sort of problem. It is declared once: its keys, help and
// reference follow.
type ProblemKind struct {
	Name    string
	Key     string // first word of its keys; empty: the name
	Names   string // what follows in the key
	Section string // id of the section that says more
	Urgency string // which severity it has, and when
	Means   string
	Do      string
	find    func(a *analysis, say func(report.Problem))
}

// ProblemKinds lists every kind, in the order in which equally urgent ones are shown.
var ProblemKinds = []*ProblemKind{
	problemVerdict,
	problemContradiction,
	problemRegression,
	problemMissing,
	problemDrift,
	problemLevel,
	problemNewFlake,
	problemFlake,
	problemSlower,
	problemStall,
	problemStopped,
	problemFinding,
}

// problems are all that are wrong, most urgent first, then by kind, then by key.
func (a *analysis) problems() []report.Problem {
	all := []report.Problem{}
	at := map[string]int{}
	for _, k := range ProblemKinds {
		k.find(a, func(p report.Problem) {
			p.Kind, p.Section, p.Key = k.Name, k.Section, problemKey(cmp.Or(k.Key, k.Name), p.Names...)
			p.Evidence = append([]report.Evidence{}, p.Evidence[:min(len(p.Evidence), maxEvidence)]...)
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
	return cmp.Or(cmp.Compare(rank(x.Severity), rank(y.Severity)), cmp.Compare(kindRank(x.Kind), kindRank(y.Kind)), strings.Compare(x.Key, y.Key))
}

func kindRank(name string) int {
	return slices.IndexFunc(ProblemKinds, func(k *ProblemKind) bool { return k.Name == name })
}

// maxProblemText is how long the text of one problem grows when several things have
// the same name.
const maxProblemText = 1000

// merge puts two things of one name into one problem: two folders may hold a cycle
// of the same name, and no name tells them apart from one report to the next.
func merge(into *report.Problem, p report.Problem) {
	if rank(p.Severity) < rank(into.Severity) {
		into.Severity, into.Grade = p.Severity, p.Grade
	}
	if into.Text != p.Text && len(into.Text)+len(p.Text) < maxProblemText {
		into.Text += " " + p.Text
	}
	into.Since, into.At = earliest(into.Since, p.Since), latestOf(into.At, p.At)
	if room := maxEvidence - len(into.Evidence); room > 0 {
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

// lasting is a subject as it may stand in a key. A kahn log names none: its subject
// is a folder, and the first part of that is the command's argument, which may have
// another name tomorrow. It goes, unless two folders would be one without it.
func (a *analysis) lasting(system, subject string) string {
	if system != "kahn" {
		return subject
	}
	if a.folders == nil {
		a.folders = map[string]map[string]bool{}
		for _, u := range a.units {
			if u.System == system {
				below := belowFirst(u.Subject)
				if a.folders[below] == nil {
					a.folders[below] = map[string]bool{}
				}
				a.folders[below][u.Subject] = true
			}
		}
	}
	if below := belowFirst(subject); len(a.folders[below]) == 1 {
		return below
	}
	return subject
}

func belowFirst(folder string) string {
	_, below, _ := strings.Cut(folder, "/")
	return below
}

// severityIf is the first severity where the condition holds, else the second.
func severityIf(condition bool, then, otherwise table.Severity) string {
	if condition {
		return string(then)
	}
	return string(otherwise)
}
