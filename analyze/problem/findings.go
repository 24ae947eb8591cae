package problem

import (
	"cmp"
	"fmt"
	"slices"

	"runreport/analyze/metric"
	"runreport/analyze/recall"
	"runreport/analyze/report"
	"runreport/analyze/words"
)

var problemContradiction = &Kind{
	Name: "contradiction", Names: "finding/cycle/iteration/benchmark", Section: "findings", Urgency: "error",
	Means: "A cycle's log that its own bug lists contradict: a recall, a delta, or the check across benchmarks.",
	Do:    "The lists count in this report. Look at how the logged number was made: the verdict may rest on it.",
	find: func(in *Input, emit func(report.Problem)) {
		cycles := in.cyclesByKey()
		in.sumFindings("contradiction", func(p report.Problem, first report.Finding) {
			c := cycles[first.Run]
			of := ofCycle(c)
			p.Since, p.At = of.Since, of.At
			p.Title = fmt.Sprintf("Cycle %s: %s", words.CycleTitle(c), first.Message)
			emit(p)
		})
	},
	seen: func(in *Input, names []string) string {
		if len(names) == 4 && in.cycleOf(names[1:]) != nil {
			return "the log does not contradict itself there"
		}
		return ""
	},
}

func (in *Input) cyclesByKey() map[string]*report.Cycle {
	out := make(map[string]*report.Cycle, len(in.Data.Cycles))
	for i := range in.Data.Cycles {
		out[in.Data.Cycles[i].Key] = &in.Data.Cycles[i]
	}
	return out
}

func (in *Input) runsByKey() map[string]*report.Run {
	if in.runs == nil {
		in.runs = map[string]*report.Run{}
		all := len(in.Data.Findings)+len(in.Data.Failures) >= len(in.Data.Runs) // fewer are asked for by name
		if !all {
			for i := range in.Data.Findings {
				in.runs[in.Data.Findings[i].Run] = nil
			}
			for i := range in.Data.Failures {
				in.runs[in.Data.Failures[i].Run] = nil
			}
		}
		for i := range in.Data.Runs {
			r := &in.Data.Runs[i]
			if _, asked := in.runs[r.Key]; all || asked {
				in.runs[r.Key] = r
			}
		}
	}
	return in.runs
}

// formatsByPath are the formats of the files that findings are in, few of all.
func (in *Input) formatsByPath() map[string]string {
	if in.formats == nil {
		in.formats = map[string]string{}
		for i := range in.Data.Findings {
			in.formats[in.Data.Findings[i].File] = ""
		}
		for _, f := range in.Data.Ledger.Files {
			if _, asked := in.formats[f.Path]; asked && f.Format != nil {
				in.formats[f.Path] = *f.Format
			}
		}
	}
	return in.formats
}

// problemsOfFindings tells of which problem a finding is part: the first word of its
// key, and the names. No word: another kind of problem tells of it.
func (in *Input) problemsOfFindings() func(*report.Finding) (first string, names []string) {
	runs, cycles, formats := in.runsByKey(), in.cyclesByKey(), in.formatsByPath()
	return func(f *report.Finding) (string, []string) {
		r, c := runs[f.Run], cycles[f.Run]
		switch {
		case c != nil && contradicting[f.Code]:
			return "contradiction", slices.Concat([]string{f.Code}, ofCycle(c).Names, []string{f.Subject})
		case c != nil && (f.Code == recall.CodeVerdict.Name || f.Code == recall.CodeDrift.Name):
			return "", nil
		case c != nil:
			return "finding", []string{f.Code, formats[f.File], c.Cycle}
		case r != nil:
			return "finding", []string{f.Code, r.System, in.Stable(r.System, r.Subject)}
		}
		return "finding", []string{f.Code, formats[f.File], f.Subject}
	}
}

// contradicting are the findings that hold a cycle's log against its own bug lists.
var contradicting = map[string]bool{recall.CodeRecall.Name: true, recall.CodeDelta.Name: true, recall.CodeLoggedRecall.Name: true, recall.CodeCross.Name: true}

var problemFinding = &Kind{
	Name: "finding", Names: "finding/system or format/subject or cycle", Section: "findings", Urgency: "that of the finding, as docs/findings.md lists it",
	Means: "What is wrong with the logs of one subject: all findings of one code together. Findings that another kind of problem tells of are not in it.",
	Do:    "What docs/findings.md says of the code.",
	find: func(in *Input, emit func(report.Problem)) {
		runs, cycles := in.runsByKey(), in.cyclesByKey()
		in.sumFindings("finding", func(p report.Problem, first report.Finding) {
			if r, c := runs[first.Run], cycles[first.Run]; r != nil {
				p.Since, p.At = r.StartedAt, latestOf(r.StartedAt, r.EndedAt)
			} else if c != nil {
				p.Since, p.At = c.StartedAt, latestOf(c.StartedAt, c.EndedAt)
			}
			p.Title = fmt.Sprintf("%s: %s", cmp.Or(p.Names[2], p.Names[1], "input"), first.Message)
			emit(p)
		})
	},
	seen: func(in *Input, names []string) string {
		if len(names) != 3 {
			return ""
		}
		if s := in.runsNow(names[1], names[2], "has the finding"); s != "" {
			return s
		}
		n := 0
		for _, f := range in.Data.Ledger.Files {
			if f.Format != nil && *f.Format == names[1] {
				n++
			}
		}
		if n == 0 {
			return ""
		}
		return words.NoneOf(n, "file") + " of the format has it"
	},
}

// maxNames is how many names a problem of findings has at most: a contradiction has them.
const maxNames = 4

// findingSum is the findings of one problem.
type findingSum struct {
	kind  string
	p     report.Problem
	first report.Finding
	times int64
}

// sumFindings puts the findings of each problem of the kind together, in their order.
func (in *Input) sumFindings(kind string, emit func(p report.Problem, first report.Finding)) {
	for _, s := range in.findingSums() {
		if s.kind != kind {
			continue
		}
		f := s.first
		s.p.Text = fmt.Sprintf("%s (%s)", words.Sentence(f.Message), words.Times(int(s.times)))
		if f.Seen != "" {
			s.p.Text += fmt.Sprintf("; first seen: %s", f.Seen)
		}
		if f.Expected != "" {
			s.p.Text += fmt.Sprintf("; expected: %s", f.Expected)
		}
		s.p.Text += "."
		emit(s.p, f)
	}
}

// findingSums are the findings by the problems that tell of them, each in the order of its first finding. There are
// more findings than anything else that problems are made of, so they are gone through once for all kinds.
func (in *Input) findingSums() []*findingSum {
	if in.sums != nil {
		return in.sums
	}
	in.sums = []*findingSum{}
	by := map[[1 + maxNames]string]*findingSum{} // by kind and names, since a key takes more time to make
	problemOf := in.problemsOfFindings()
	for i := range in.Data.Findings {
		f := &in.Data.Findings[i]
		kind, names := problemOf(f)
		if kind == "" {
			continue
		}
		k := [1 + maxNames]string{kind}
		copy(k[1:], names)
		s := by[k]
		if s == nil {
			s = &findingSum{kind: kind, p: report.Problem{Names: names, Severity: f.Severity}, first: *f}
			by[k], in.sums = s, append(in.sums, s)
		}
		s.times += f.Count
		if f.File != "" && len(s.p.Evidence) < metric.MaxEvidence {
			s.p.Evidence = append(s.p.Evidence, report.Evidence{File: f.File, Line: f.Line})
		}
	}
	return in.sums
}
