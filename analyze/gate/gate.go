// Package gate decides whether a report passes. It looks at the report's data only,
// so that a report gives the same answer when it is made and when it is read back.
//
// A rule passes, fails, or could not be evaluated, and says why. A rule that finds nothing
// to look at, or too little for any failure to show, is not evaluated, and a gate without
// one evaluated blocking rule is undecided. The verdict follows from the gate.
package gate

import (
	"fmt"
	"slices"

	"runreport/analyze/report"
	"runreport/analyze/words"
)

// The states of a rule and of the gate.
const (
	Pass         = "pass"
	Fail         = "fail"
	NotEvaluated = "not_evaluated"
	Passed       = "passed"
	Failed       = "failed"
	Undecided    = "undecided"
)

// Rule is one rule of the gate. It is declared once: the configuration, its schema,
// the help and the reference follow.
type Rule struct {
	Name     string
	Means    string
	Noun     string // what it fails on, with s for more than one: "recall regression"; empty: the name in words
	Default  string // its level unless set
	Settings []Setting
	guard    bool // it can fail a gate, and a pass of it decides none
	cycles   bool // it is about calibration cycles
	limit    func(v ruleValues) string
	evaluate func(in *input, v ruleValues) outcome
}

// Limit says in words what the rule allows by default.
func (r *Rule) Limit() string { return r.limit(ruleValues{Defaults(), r.Name}) }

// outcome is what a rule came to. The problems are those it fails on.
type outcome struct {
	status, reason string
	problems       []report.Problem
}

func notEvaluated(format string, args ...any) outcome {
	return outcome{status: NotEvaluated, reason: fmt.Sprintf(format, args...)}
}

// verdict fails on the problems and passes without any.
func verdict(problems []report.Problem, pass, fail string) outcome {
	if len(problems) > 0 {
		return outcome{Fail, fail, problems}
	}
	return outcome{Pass, pass, nil}
}

// input is what rules look at.
type input struct {
	d            *report.Data
	runs         int // of the report, listed or not
	acknowledged int // problems that a rule passed over, since they are acknowledged
}

// problems are those of the kinds that fit and that nobody acknowledged.
func (in *input) problems(fits func(report.Problem) bool, kinds ...string) (out []report.Problem) {
	for _, p := range in.d.Problems {
		switch {
		case !slices.Contains(kinds, p.Kind) || !fits(p):
		case p.Acknowledged != "":
			in.acknowledged++
		default:
			out = append(out, p)
		}
	}
	return out
}

// name is the name at a place of the key; "" where it has none, since a report that
// was read from a file may hold anything.
func name(p report.Problem, i int) string {
	if i >= len(p.Names) {
		return ""
	}
	return p.Names[i]
}

func every(report.Problem) bool { return true }

// Options are what a decision depends on besides the rules.
type Options struct {
	Strict bool // undecided when any rule could not be evaluated
	// Cut are the lists of the report that do not hold everything, with how long they were.
	Cut map[string]int64
}

// Evaluate decides by the rules.
func Evaluate(d *report.Data, values Values, o Options) *report.Gate {
	g := &report.Gate{Status: Undecided, Rules: []report.GateRule{}}
	blocked, decided, open := false, false, false
	for _, r := range Rules {
		v := ruleValues{values, r.Name}
		out := report.GateRule{Name: r.Name, Level: v.text("level"), Limit: r.limit(v), Means: r.Means, Origin: v.origin(r), Problems: []string{}}
		in := &input{d: d, runs: max(len(d.Runs), int(o.Cut["runs"]))}
		x := notEvaluated("switched off")
		if out.Level != Off {
			x = r.evaluate(in, v)
		}
		switch {
		case x.status != Pass:
		case o.Cut["problems"] > 0:
			x = notEvaluated("the report lists only the first %s of its problems", words.Count(len(d.Problems)))
		case o.Cut["cycles"] > 0 && v.text("cycles") == "all":
			x = notEvaluated("the report lists only the last %s of its cycles", words.Count(len(d.Cycles)))
		}
		out.Status, out.Reason = x.status, x.reason
		if x.status == NotEvaluated && r.cycles && len(d.Cycles) == 0 && out.Level != Off {
			out.Absent, out.Reason = true, "this input has no calibration cycle"
		}
		if in.acknowledged > 0 && x.status != NotEvaluated {
			out.Reason += fmt.Sprintf("; not counted: %s acknowledged", words.Count(in.acknowledged))
		}
		for _, p := range x.problems {
			out.Problems = append(out.Problems, p.Key)
		}
		g.Rules = append(g.Rules, out)
		blocked = blocked || out.Level == Blocking && out.Status == Fail
		decided = decided || out.Level == Blocking && out.Status != NotEvaluated && !r.guard
		open = open || out.Level != Off && out.Status == NotEvaluated
	}
	switch {
	case blocked:
		g.Status = Failed
	case decided && !(o.Strict && open):
		g.Status = Passed
	}
	return g
}
