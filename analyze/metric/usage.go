package metric

import (
	"cmp"
	"slices"
	"strings"

	"runreport/analyze/report"
	"runreport/analyze/stat"
	"runreport/ingest/table"
)

// spent adds up what the logs state of one agent or runner.
type spent struct {
	by                     report.UsageBy
	time, tokens, cost     float64
	timed, tokened, costed bool
	runs                   map[string]bool
}

func (s *spent) result() report.UsageBy {
	none := report.Missing(string(stat.ReasonNotReported))
	s.by.TimeS, s.by.Tokens, s.by.CostUSD = none, none, none
	if s.timed {
		s.by.TimeS = report.Known(s.time)
	}
	if s.tokened {
		s.by.Tokens = report.Known(s.tokens)
	}
	if s.costed {
		s.by.CostUSD = report.Known(s.cost)
	}
	s.by.Runs = int64(len(s.runs))
	return s.by
}

// Usage is the family of what runs cost. Tokens and cost of a run are those of its attempts
// where its log states them, else those of the run: never both.
func Usage(units []*Unit, concurrency []report.Concurrency) report.Usage {
	u := report.Usage{RetryChains: retryChains(units), PeakConcurrency: None(stat.ReasonNoData), Concurrency: concurrency}
	for _, c := range u.Concurrency {
		if !u.PeakConcurrency.OK || c.Peak > u.PeakConcurrency.Value {
			u.PeakConcurrency = report.Count(c.Peak)
		}
	}
	total := &spent{}
	byAgent, byRunner, byModel, byPhase := newSpending(), newSpending(), newSpending(), newSpending()
	for _, x := range units {
		at, r := &x.t.Attempts, &x.t.Runs
		for row := range x.attempts().each {
			if at.Agent.At(row) != "" {
				s := byAgent.of(x.System, at.Agent.At(row))
				s.by.Attempts++
				s.attempt(at, row, x.Key)
			}
			for _, by := range []struct {
				in   *spending
				name string
			}{{byModel, at.Model.At(row)}, {byPhase, at.Phase.At(row)}} {
				if by.name != "" {
					s := by.in.of(x.System, by.name)
					s.by.Attempts++
					s.attempt(at, row, x.Key)
				}
			}
		}
		total.addTokens(x.tokens())
		total.addCost(x.costUSD())
		if runner := r.Runner.At(x.Row); runner != "" {
			s := byRunner.of(x.System, runner)
			s.by.Attempts += int64(x.attempts().len())
			s.runs[x.Key] = true
			s.addTokens(x.tokens())
			s.addCost(x.costUSD())
			d, timed := r.DurationS.Get(x.Row)
			s.addTime(d, timed)
		}
	}
	sum := total.result()
	u.Tokens, u.CostUSD = sum.Tokens, sum.CostUSD
	u.ByAgent, u.ByRunner, u.ByModel, u.ByPhase = byAgent.results(), byRunner.results(), byModel.results(), byPhase.results()
	return u
}

func (s *spent) attempt(at *table.Attempts, row int, run string) {
	s.runs[run] = true
	d, ok := at.DurationS.Get(row)
	s.addTime(d, ok)
	n, ok := at.Tokens.Get(row)
	s.addTokens(float64(n), ok)
	c, ok := at.CostUSD.Get(row)
	s.addCost(c, ok)
}

func (s *spent) addTime(v float64, ok bool)   { add(&s.time, &s.timed, v, ok) }
func (s *spent) addTokens(v float64, ok bool) { add(&s.tokens, &s.tokened, v, ok) }
func (s *spent) addCost(v float64, ok bool)   { add(&s.cost, &s.costed, v, ok) }

func add(sum *float64, any *bool, v float64, ok bool) {
	if ok {
		*sum += v
		*any = true
	}
}

// spending is what was spent by name, in order of appearance.
type spending struct {
	list  []*spent
	index map[[2]string]*spent
}

func newSpending() *spending { return &spending{index: map[[2]string]*spent{}} }

func (p *spending) of(system, name string) *spent {
	k := [2]string{system, name}
	if p.index[k] == nil {
		p.index[k] = &spent{by: report.UsageBy{System: system, Name: name}, runs: map[string]bool{}}
		p.list = append(p.list, p.index[k])
	}
	return p.index[k]
}

func (p *spending) results() []report.UsageBy {
	out := []report.UsageBy{}
	for _, s := range p.list {
		out = append(out, s.result())
	}
	slices.SortStableFunc(out, func(x, y report.UsageBy) int {
		return cmp.Or(cmp.Compare(y.Tokens.Value, x.Tokens.Value), cmp.Compare(y.TimeS.Value, x.TimeS.Value),
			strings.Compare(x.System, y.System), strings.Compare(x.Name, y.Name))
	})
	return out
}

// retryChains are the jobs that took more than one attempt, longest first.
func retryChains(units []*Unit) []report.RetryChain {
	out := []report.RetryChain{}
	type job struct{ agent, step, phase string }
	type chain struct {
		job
		attempts int64
		last     int // row of the last attempt
	}
	var chains []chain // of a unit, in the order in which they begin; reused from one unit to the next
	for _, u := range units {
		at := &u.t.Attempts
		chains = chains[:0]
		index := map[job]int{}
		for row := range u.attempts().each {
			if at.Agent.At(row) == "" {
				continue
			}
			j := job{at.Agent.At(row), at.Step.At(row), at.Phase.At(row)}
			i, known := index[j]
			if !known {
				i = len(chains)
				index[j] = i
				chains = append(chains, chain{job: j})
			}
			chains[i].attempts++
			chains[i].last = row
		}
		for _, c := range chains {
			// Without a step two invocations of an agent need not be the same job.
			if c.attempts < 2 || c.step == "" {
				continue
			}
			out = append(out, report.RetryChain{System: u.System, Run: u.Key, Agent: c.agent, Step: c.step, Attempts: c.attempts,
				Final: at.Status.At(c.last), Evidence: Cite(u.t, at.Place(c.last))})
		}
	}
	slices.SortStableFunc(out, func(x, y report.RetryChain) int {
		return cmp.Or(cmp.Compare(y.Attempts, x.Attempts), strings.Compare(x.Run, y.Run), strings.Compare(x.Step, y.Step))
	})
	return out
}
