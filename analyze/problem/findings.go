package problem

import (
	"cmp"
	"fmt"
	"slices"

	"runreport/analyze/metric"
	"runreport/analyze/recall"
	"runreport/analyze/report"
	"runreport/analyze/words"
	"runreport/unit/parallel"
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

// problemsOfFindings tells which problem a finding belongs to. It may be called from several goroutines.
func (in *Input) problemsOfFindings() func(*report.Finding) problemOfFinding {
	runs, cycles, formats := in.runsByKey(), in.cyclesByKey(), in.formatsByPath()
	return func(f *report.Finding) problemOfFinding {
		r, c := runs[f.Run], cycles[f.Run]
		switch {
		case c != nil && contradicting[f.Code]:
			of := ofCycle(c).Names
			return problemOfFinding{"contradiction", [maxNames]string{f.Code, of[0], of[1], f.Subject}, maxNames}
		case c != nil && (f.Code == recall.CodeVerdict.Name || f.Code == recall.CodeDrift.Name):
			return problemOfFinding{}
		case c != nil:
			return problemOfFinding{"finding", [maxNames]string{f.Code, formats[f.File], c.Cycle}, 3}
		case r != nil:
			return problemOfFinding{"finding", [maxNames]string{f.Code, r.System, in.Stable(r.System, r.Subject)}, 3}
		}
		return problemOfFinding{"finding", [maxNames]string{f.Code, formats[f.File], f.Subject}, 3}
	}
}

// problemOfFinding identifies the problem that a finding belongs to, by what its key begins with and by its names. The
// zero value: another kind of problem reports the finding.
type problemOfFinding struct {
	kind string
	all  [maxNames]string
	n    int // how many there are
}

func (p *problemOfFinding) names() []string { return slices.Clone(p.all[:p.n]) }

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
	key   problemOfFinding
	p     report.Problem
	first report.Finding
	times int64
}

// sumFindings puts the findings of each problem of the kind together, in their order.
func (in *Input) sumFindings(kind string, emit func(p report.Problem, first report.Finding)) {
	for _, s := range in.findingSums() {
		if s.key.kind != kind {
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
// more findings than anything else that problems are made of, so they are gone through once for all kinds, and by all
// processors where there are many.
func (in *Input) findingSums() []*findingSum {
	if in.sums != nil {
		return in.sums
	}
	all := in.Data.Findings
	const atOnce = 1 << 14
	parts := make([]sumList, (len(all)+atOnce-1)/atOnce)
	problemOf := in.problemsOfFindings()
	parallel.Each(len(parts), func(i int) {
		from := i * atOnce
		for n := range all[from:min(from+atOnce, len(all))] {
			f := &all[from+n]
			of := problemOf(f)
			if of.kind == "" {
				continue
			}
			s := parts[i].sum(of, f)
			s.times += f.Count
			if f.File != "" {
				s.cite(report.Evidence{File: f.File, Line: f.Line})
			}
		}
	})
	whole := sumList{list: []*findingSum{}}
	for _, part := range parts {
		for _, s := range part.list {
			sum := whole.sum(s.key, &s.first)
			sum.times += s.times
			sum.cite(s.p.Evidence...)
		}
	}
	in.sums = whole.list
	return in.sums
}

// sumList is sums in the order in which they were asked for.
type sumList struct {
	list []*findingSum
	by   map[problemOfFinding]*findingSum
}

// sum is that of the problem, of which f is the first finding where there is none yet.
func (all *sumList) sum(of problemOfFinding, f *report.Finding) *findingSum {
	s := all.by[of]
	if s == nil {
		if all.by == nil {
			all.by = map[problemOfFinding]*findingSum{}
		}
		s = &findingSum{key: of, p: report.Problem{Names: of.names(), Severity: f.Severity}, first: *f}
		all.by[of], all.list = s, append(all.list, s)
	}
	return s
}

// cite adds evidence as long as there is room.
func (s *findingSum) cite(more ...report.Evidence) {
	s.p.Evidence = append(s.p.Evidence, more[:min(len(more), metric.MaxEvidence-len(s.p.Evidence))]...)
}
