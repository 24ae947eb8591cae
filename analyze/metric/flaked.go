package metric

import (
	"cmp"
	"slices"

	"runreport/analyze/report"
	"runreport/analyze/stat"
	"runreport/ingest/table"
)

// FlakedStep is one step of one run that converged only after a failed attempt.
type FlakedStep struct {
	StepName // under which its flakes are counted
	Run      int
	Step     string // as the run names it
	Highest  int64  // number of its last attempt
	Missing  int64  // attempts without a record
	Cost     report.Number
	Attempts []FlakedAttempt
	Evidence report.Evidence
}

// FlakedAttempt is one attempt at a step that flaked.
type FlakedAttempt struct {
	Ending
	Number   int64
	BackoffS float64
	Duration report.Number
	Evidence report.Evidence
}

// Flaked lists the steps that flaked, by run.
func Flaked(units []*Unit) (out []FlakedStep) {
	for i, u := range units {
		for y := range u.eachRetryable {
			if y.flaked() {
				out = append(out, FlakedStep{StepName: y.name(), Run: i, Step: u.t.Steps.Step.At(y.row),
					Highest: y.highest(), Missing: y.missingNumbers(),
					Cost: y.cost().Number(), Attempts: y.flakedAttempts(), Evidence: Cite(u.t, y.place())})
			}
		}
	}
	return out
}

// missingNumbers is how many numbers up to the last attempt's have no record.
func (y retryableStep) missingNumbers() int64 {
	var numbers []int64
	for row := range y.attempts().each {
		numbers = append(numbers, y.u.t.Attempts.Attempt.At(row))
	}
	return y.highest() - int64(distinct(numbers))
}

func (y retryableStep) flakedAttempts() (out []FlakedAttempt) {
	t := &y.u.t.Attempts
	for row := range y.attempts().each {
		out = append(out, FlakedAttempt{Ending: details{y.u}.ending(row), Number: t.Attempt.At(row), BackoffS: t.BackoffS.At(row),
			Duration: optional(&t.DurationS, row, stat.ReasonNotReported), Evidence: Cite(y.u.t, t.Place(row))})
	}
	return out
}

// StepRun is a step that can have more than one attempt.
type StepRun struct {
	StepName
	Collective bool // all of its kind are counted as one
}

// StepsRun returns the steps that can have more than one attempt, once each.
func StepsRun(units []*Unit, samples *Samples) (out []StepRun) {
	seen := make([]bool, samples.Names())
	for _, u := range units {
		for y := range u.eachRetryable {
			name := y.name()
			if number, known := samples.Number(name); known && !seen[number] {
				seen[number] = true
				out = append(out, StepRun{name, y.collective()})
			}
		}
	}
	return out
}

// Collective are the systems and steps of which all of a kind are counted as one.
func Collective(units []*Unit) map[[2]string]bool {
	out := map[[2]string]bool{}
	for _, u := range units {
		for y := range u.eachRetryable {
			if y.collective() {
				name := y.name()
				out[[2]string{name.System, name.Step}] = true
			}
		}
	}
	return out
}

// StepNight is how often a step flaked in a night, of how often it passed. There is one for
// every step of every night, so it holds counts and no rates.
type StepNight struct {
	Night          string
	Flaked, Passed int32
}

// Rate is the flake rate of the night.
func (n StepNight) Rate() report.Rate { return RateOf(int(n.Flaked), int(n.Passed)) }

// StepNights is how often each wanted step flaked by night, the earliest first.
func StepNights(samples *Samples, wanted map[StepName]bool) map[StepName][]StepNight {
	c := samples.Of(StepFlake)
	byName := map[int][]StepNight{} // in order of nights, as the units are
	for i := range c.Len() {
		night := samples.units[c.unit[i]].date
		if night == "" || !wanted[samples.names[c.Name(i)]] {
			continue
		}
		nights := byName[c.Name(i)]
		if n := len(nights); n == 0 || nights[n-1].Night != night {
			nights = append(nights, StepNight{Night: night})
			byName[c.Name(i)] = nights
		}
		last := &nights[len(nights)-1]
		last.Passed++
		if c.hit[i] {
			last.Flaked++
		}
	}
	out := make(map[StepName][]StepNight, len(byName))
	for name, nights := range byName {
		out[samples.names[name]] = nights
	}
	return out
}

// BlockedStep is a step that never ran because another failed.
type BlockedStep struct {
	Run          int
	Step, Reason string
	FailedBy     []string
	Evidence     report.Evidence
}

// Blocked lists what failed steps held up, as the log's own reasons say it, the newest
// run first.
func Blocked(units []*Unit) (out []BlockedStep) {
	for i, u := range slices.Backward(units) {
		s := &u.t.Steps
		for row := range u.steps().each {
			if table.Result(s.Result.At(row)) == table.Blocked {
				out = append(out, BlockedStep{Run: i, Step: s.Step.At(row), Reason: s.Reason.At(row), FailedBy: s.FailedBy.At(row), Evidence: Cite(u.t, s.Place(row))})
			}
		}
	}
	return out
}

// NightOutcomes is how often runs of one night ended in each way.
type NightOutcomes struct {
	Night string
	Count map[string]int64 // by result
}

// OutcomesByNight counts how runs ended, the earliest night first.
func OutcomesByNight(samples *Samples) []NightOutcomes {
	index := map[string]int{}
	var out []NightOutcomes
	for _, s := range samples.Of(OutcomeMix).All() {
		if s.Night == "" {
			continue
		}
		i, known := index[s.Night]
		if !known {
			i = len(out)
			index[s.Night] = i
			out = append(out, NightOutcomes{s.Night, map[string]int64{}})
		}
		out[i].Count[string(s.Result)]++
	}
	slices.SortFunc(out, func(x, y NightOutcomes) int { return cmp.Compare(x.Night, y.Night) })
	return out
}

// EndedAs is a way in which runs of a system ended, in the words of its log.
type EndedAs struct{ System, Category string }

// Endings counts the results behind the words of the logs.
func Endings(samples *Samples) map[EndedAs]map[string]int64 {
	out := map[EndedAs]map[string]int64{}
	for _, s := range samples.Of(OutcomeMix).All() {
		k := EndedAs{s.System, s.Category}
		if out[k] == nil {
			out[k] = map[string]int64{}
		}
		out[k][string(s.Result)]++
	}
	return out
}

// CountedByAttempt are the kinds of units of which each attempt counts as a run in how
// runs ended, in order.
func CountedByAttempt(units []*Unit) []string {
	var kinds []string
	for _, u := range units {
		if u.t.Runs.ByAttempt.Is(u.Row) && u.attempts().len() > 0 && !slices.Contains(kinds, u.Kind) {
			kinds = append(kinds, u.Kind)
		}
	}
	slices.Sort(kinds)
	return kinds
}

// Turns is how many turns a competition took to a winner.
func Turns(samples *Samples) report.Distribution {
	return distributionOf(slices.Clone(samples.Of(turnsToVerdict).Values()))
}
