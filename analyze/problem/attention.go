package problem

import (
	"fmt"
	"slices"
	"strings"

	"runreport/analyze/gate"
	"runreport/analyze/metric"
	"runreport/analyze/report"
	"runreport/analyze/stat"
	"runreport/analyze/words"
)

// maxAttention is how many sentences the banner holds.
const maxAttention = 5

// attention collects the sentences of the banner.
type attention struct {
	*Input
	accepted map[string]bool // keys of the problems that somebody has acknowledged
	all      []report.Attention
}

// Attention is what a person should look at first, most urgent first. Data.Gate and
// Data.Verdict have to be known: a failed verdict is never without an error here.
func Attention(in *Input) []report.Attention {
	a := &attention{Input: in, accepted: map[string]bool{}}
	for _, p := range in.Data.Problems {
		if p.Acknowledged != "" {
			a.accepted[p.Key] = true
		}
	}
	a.failures()
	a.gone()
	a.verdicts()
	a.regressions()
	a.logs()
	a.changes()
	a.flakes()
	a.stops()
	slices.SortStableFunc(a.all, func(x, y report.Attention) int { return Rank(x.Severity) - Rank(y.Severity) })
	if len(a.all) > maxAttention {
		a.all = a.all[:maxAttention]
	}
	if in.Data.Verdict.State == report.VerdictFailed && (len(a.all) == 0 || a.all[0].Severity != report.SeverityError) {
		a.all = append([]report.Attention{a.failed()}, a.all[:min(len(a.all), maxAttention-1)]...)
	}
	if len(a.all) == 0 {
		a.nothing()
	}
	return a.all
}

func (a *attention) emit(s string, section string, at []report.Evidence, format string, args ...any) {
	a.all = append(a.all, report.Attention{Severity: s, Section: section, Evidence: append([]report.Evidence{}, at...), Text: fmt.Sprintf(format, args...)})
}

// open reports whether some problem of the kind is not acknowledged.
func (a *attention) open(k *Kind) bool {
	return slices.ContainsFunc(a.Data.Problems, func(p report.Problem) bool {
		return p.Kind == k.Name && p.Acknowledged == ""
	})
}

// failed says on what the blocking rules failed, the latest first. It stands for rules that
// fail on what is no error by itself, as a benchmark that was not measured.
func (a *attention) failed() report.Attention {
	out := report.Attention{Severity: report.SeverityError, Section: "gate", Evidence: []report.Evidence{}, Text: "Failed: " + strings.Join(a.Data.Verdict.Reasons, ", ")}
	keys := map[string]bool{}
	for _, r := range a.Data.Gate.Rules {
		if r.Level == gate.Blocking && r.Status == gate.Fail {
			for _, k := range r.Problems {
				keys[k] = true
			}
		}
	}
	titles, first := newest(a.Data.Problems, func(p report.Problem) bool { return keys[p.Key] })
	if len(titles) > 0 {
		out.Text += " (" + words.List(titles, 2) + ")"
		out.Section, out.Evidence = first.Section, append(out.Evidence, first.Evidence...)
	}
	out.Text += "."
	return out
}

// newest are the titles of the problems that fit, the newest first, and that one.
func newest(all []report.Problem, fits func(report.Problem) bool) (titles []string, first report.Problem) {
	fitting := slices.DeleteFunc(slices.Clone(all), func(p report.Problem) bool { return !fits(p) })
	slices.SortStableFunc(fitting, func(x, y report.Problem) int { return y.At.Compare(x.At) })
	for _, p := range fitting {
		titles = append(titles, p.Title)
	}
	if len(fitting) > 0 {
		first = fitting[0]
	}
	return titles, first
}

// maxFailures is how many failures have a sentence of their own.
const maxFailures = 3

// failures tells of the most urgent failures, each with its error, and counts the others.
func (a *attention) failures() {
	var open []*report.Failure
	for i := range a.Data.Failures {
		if f := &a.Data.Failures[i]; f.State != report.FailureEnded && f.State != report.FailureAcknowledged {
			open = append(open, f)
		}
	}
	for _, f := range open[:min(len(open), maxFailures)] {
		a.emit(report.SeverityError, problemFailure.Section, []report.Evidence{f.Evidence}, "%s", FailureSentence(f))
	}
	if len(open) <= maxFailures {
		return
	}
	var names []string
	var at []report.Evidence
	for _, f := range open[maxFailures:] {
		names = append(names, failureTitle(f))
		if len(at) < metric.MaxEvidence {
			at = append(at, f.Evidence)
		}
	}
	a.emit(report.SeverityError, problemFailure.Section, at, "%s: %s.", words.Plural(len(names), "more failure"), words.List(names, 5))
}

// nothing says that there is no error, and names the warnings among the problems: a
// regression with weak evidence or a benchmark that was not measured.
func (a *attention) nothing() {
	read := words.Plural(len(a.Data.Runs), "run")
	if n := len(a.Data.Cycles); n > 0 {
		read += ", " + words.Plural(n, "cycle")
	}
	read += fmt.Sprintf(" and %s were read", words.Plural(int(a.Data.Ledger.Total.Claimed), "log"))
	titles, first := newest(a.Data.Problems, func(p report.Problem) bool {
		return p.Acknowledged == "" && Rank(p.Severity) <= Rank(report.SeverityWarning) && p.Kind != problemFinding.Name
	})
	switch n := len(a.Data.Findings); {
	case len(titles) > 0:
		a.emit(report.SeverityWarning, first.Section, first.Evidence, "No errors: %s. Warnings: %s.", read, words.List(titles, 2))
	case n > 0:
		a.emit(report.SeverityInfo, "findings", nil, "No errors: %s, with %s.", read, words.Plural(n, "format finding"))
	default:
		a.emit(report.SeverityInfo, "runs", nil, "No errors and no warnings: %s.", read)
	}
}

// gone names what the baseline has and this report has not: what no longer
// runs raises no other alarm.
func (a *attention) gone() {
	var names []string
	for _, p := range a.Data.Problems {
		if p.Kind == problemGone.Name && p.Acknowledged == "" && p.Severity == report.SeverityError {
			names = append(names, p.Names[0]+" "+p.Names[1])
		}
	}
	if len(names) > 0 {
		a.emit(report.SeverityError, "baseline", nil, "Missing since the baseline: %s.", words.List(names, 5))
	}
}

// verdicts tells of the latest verdict that the numbers do not support,
// and counts those before it.
func (a *attention) verdicts() {
	earlier := 0
	var at []report.Evidence
	for _, c := range slices.Backward(a.Data.Cycles) {
		if !a.unsupported(&c) {
			continue
		}
		if at == nil {
			a.emit(report.SeverityError, "recall", []report.Evidence{c.Verdict.Evidence}, "Cycle %s: %s", words.CycleTitle(&c), c.Verdict.Reason)
			at = []report.Evidence{}
			continue
		}
		earlier++
		if len(at) < metric.MaxEvidence {
			at = append(at, c.Evidence)
		}
	}
	if earlier > 0 {
		a.emit(report.SeverityError, "recall", at, "%s before it with a logged verdict that the rule does not give.", words.Plural(earlier, "cycle"))
	}
}

// unsupported reports whether the numbers do not support the cycle's verdict, and
// nobody has accepted that.
func (a *attention) unsupported(c *report.Cycle) bool {
	return c.Verdict.Check == "not_supported" && !a.accepted[Key(problemVerdict.Name, ofCycle(c).Names...)]
}

// regressions names what fell in the latest iteration of each cycle
// whose verdict does not already say so.
func (a *attention) regressions() {
	for _, c := range slices.Backward(a.Data.Cycles) {
		if a.unsupported(&c) || words.Reverted(&c) {
			continue
		}
		if text := words.Across(&c); text != "" && !a.accepted[Key(problemLossAcross.Name, ofCycle(&c).Names...)] {
			a.emit(report.SeverityError, "recall", []report.Evidence{c.Evidence}, "Cycle %s: %s", c.Cycle, text)
		}
		for _, b := range c.Benchmarks {
			if b.Class == string(stat.DeltaRegressed) && !b.AtFloor && (b.Grade == string(stat.GradeStrong) || b.Grade == string(stat.GradeModerate)) &&
				!a.accepted[Key(problemRegression.Name, ofCycle(&c, b.Benchmark).Names...)] {
				a.emit(report.SeverityError, "recall", []report.Evidence{c.Evidence}, "Cycle %s: %s", c.Cycle, b.Sentence)
			}
		}
	}
}

// logs says what could not be parsed, and what the logs contradict.
func (a *attention) logs() {
	reported := map[string]bool{} // what contradicts itself in these cycles was just said
	for _, c := range a.Data.Cycles {
		if a.unsupported(&c) {
			reported[c.Key] = true
		}
	}
	contradictions, where := map[string]int{}, map[string][]report.Evidence{}
	var codes []string
	problemOf := a.problemsOfFindings()
	for i := range a.Data.Findings {
		f := &a.Data.Findings[i]
		if f.Severity != report.SeverityError || reported[f.Run] { // most are not
			continue
		}
		if of := problemOf(f); a.accepted[Key(of.kind, of.names()...)] {
			continue
		}
		if contradictions[f.Code] == 0 {
			codes = append(codes, f.Code)
		}
		contradictions[f.Code] += int(f.Count)
		if len(where[f.Code]) < metric.MaxEvidence {
			where[f.Code] = append(where[f.Code], report.Evidence{File: f.File, Line: f.Line})
		}
	}
	if n := a.Data.Ledger.Total.Rejected; n > 0 {
		var at []report.Evidence
		for _, f := range a.Data.Ledger.Files {
			if f.Rejected > 0 && len(at) < metric.MaxEvidence {
				at = append(at, report.Evidence{File: f.Path})
			}
		}
		a.emit(report.SeverityWarning, "ledger", at, "%s of %s could not be parsed and were excluded.", words.Plural(int(n), "record"),
			words.Plural(int(a.Data.Ledger.Total.Lines), "line"))
	}
	for _, code := range codes {
		for _, f := range a.Data.Findings {
			if f.Code == code {
				a.emit(report.SeverityError, "findings", where[code], "%s (%s), as in %s: %s.", words.Upper(f.Message), words.Times(contradictions[code]), f.File, f.Seen)
				break
			}
		}
	}
}

// maxChanges is how many changes the banner tells.
const maxChanges = 2

// changes tells what became slower or flakier by the last run date, the most certain first.
func (a *attention) changes() {
	reported := 0
	for _, k := range []*Kind{problemCommonSlowDown, problemSlower, problemNewFlake} {
		for _, p := range a.Data.Problems {
			if p.Kind == k.Name && p.Acknowledged == "" && reported < maxChanges {
				a.emit(p.Severity, p.Section, p.Evidence, "%s", p.Text)
				reported++
			}
		}
	}
}

// flakes tells of the step with the highest rate, unless it is new and told already.
func (a *attention) flakes() {
	if a.open(problemNewFlake) {
		return
	}
	for _, n := range a.Data.Flakes.ByNode {
		if a.accepted[Key(problemFlake.Name, n.System, a.Stable(n.System, n.Subject), n.Node)] {
			continue
		}
		if n.Rate.Num >= 2 {
			a.emit(report.SeverityWarning, "flakes", n.Evidence, "%s", FlakeSentence(n, a.Data.Flakes))
		}
		return
	}
}

func (a *attention) stops() {
	s := a.Data.Stops
	reported := slices.ContainsFunc(a.Data.Failures, func(f report.Failure) bool { return f.Result == "stalled" && f.State != report.FailureEnded })
	if s.StallRate.Num > 0 && !reported && a.open(problemStall) {
		var at []report.Evidence
		for _, x := range a.Samples.Of(metric.Stall).All() {
			if x.Hit && len(at) < metric.MaxEvidence {
				at = append(at, a.Samples.Cite(x))
			}
		}
		a.emit(report.SeverityWarning, "stops", at, "%s lost the heartbeat: %s of those that ended.", words.Plural(int(s.StallRate.Num), "attempt"), words.Rate(s.StallRate))
	}
}
