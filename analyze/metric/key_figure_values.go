package metric

import (
	"runreport/analyze/report"
	"runreport/analyze/stat"
	"runreport/ingest/table"
)

// passSamples are the runs that are decided. One that consists of others is not counted beside them.
// Example: a fleet whose three items have logs of their own is three runs, not four.
func passSamples(in *figureInput) (out []dated) {
	parts := namesOfAll(in.units)
	out = make([]dated, 0, len(in.units))
	for i, u := range in.units {
		if parts.partOf(u) {
			continue
		}
		if r := table.Result(u.t.Runs.Result.At(u.Row)); r.Decided() {
			out = append(out, in.dated[i].one(r.Passing()))
		}
	}
	return out
}

func durationSamples(in *figureInput) []dated { return in.datedOf(in.samples.Of(runDuration)) }

// datedOf is the samples of a metric; those of a rate are one for each unit, since there may be a hundred
// times as many.
func (in *figureInput) datedOf(c *Column) (out []dated) {
	out = make([]dated, 0, min(c.Len(), len(in.units)))
	for i := range c.Len() {
		unit := &in.dated[c.unit[i]]
		x := unit.one(c.hit != nil && c.hit[i])
		if c.value != nil {
			x.value = c.value[i]
		}
		if last := len(out) - 1; c.hit != nil && last >= 0 && out[last].datedUnit == unit {
			out[last].n += x.n
			out[last].hits += x.hits
			continue
		}
		out = append(out, x)
	}
	return out
}

func spendingSamples(of func(*Unit) (float64, bool)) func(*figureInput) []dated {
	return func(in *figureInput) (out []dated) {
		for i, u := range in.units {
			if v, stated := of(u); stated {
				passed := table.Result(u.t.Runs.Result.At(u.Row)).Passing()
				x := in.dated[i].one(passed)
				x.value = v
				out = append(out, x)
			}
		}
		return out
	}
}

func rateOfDated(of []dated) (value report.Number, num, den report.Whole) {
	hits, n := 0, 0
	for _, s := range of {
		hits, n = hits+int(s.hits), n+int(s.n)
	}
	return RateOf(hits, n).Value, report.Count(int64(hits)), report.Count(int64(n))
}

// quantileOfDated is a quantile of the values; Den is how many there are.
func quantileOfDated(pick func(report.Distribution) report.Number) func([]dated) (value report.Number, num, den report.Whole) {
	return func(of []dated) (value report.Number, num, den report.Whole) {
		values := make([]float64, len(of))
		for i, s := range of {
			values[i] = s.value
		}
		d := distributionOf(values)
		return pick(d), None(stat.ReasonNotMeasured), report.Count(d.N)
	}
}

// meanOfDated is the mean of the values, of which there is one at least; Den is how many there are.
func meanOfDated(of []dated) (value report.Number, num, den report.Whole) {
	sum := 0.0
	for _, s := range of {
		sum += s.value
	}
	return report.Known(sum / float64(len(of))), None(stat.ReasonNotMeasured), report.Count(int64(len(of)))
}

// perPass is the sum of the values for each run that passed, so that what failed counts
// too; Den is how many passed.
func perPass(of []dated) (value report.Number, num, den report.Whole) {
	sum, passed := 0.0, 0
	for _, s := range of {
		sum += s.value
		passed += int(s.hits)
	}
	num, den = None(stat.ReasonNotMeasured), report.Count(int64(passed))
	if passed == 0 {
		return report.Missing(string(stat.ReasonNoData)), num, den
	}
	return report.Known(sum / float64(passed)), num, den
}

// tokens is what the log states of the unit: the sum over its attempts, else that of the
// run itself, never both.
func (u *Unit) tokens() (float64, bool) {
	if sum, stated := u.sumOfAttempts(func(row int) (float64, bool) {
		n, ok := u.t.Attempts.Tokens.Get(row)
		return float64(n), ok
	}); stated {
		return sum, true
	}
	n, ok := u.t.Runs.Tokens.Get(u.Row)
	return float64(n), ok
}

// costUSD is what the log states that the unit cost, in US dollars: as tokens.
func (u *Unit) costUSD() (float64, bool) {
	if sum, stated := u.sumOfAttempts(func(row int) (float64, bool) { return u.t.Attempts.CostUSD.Get(row) }); stated {
		return sum, true
	}
	return u.t.Runs.CostUSD.Get(u.Row)
}

func (u *Unit) sumOfAttempts(of func(row int) (float64, bool)) (sum float64, stated bool) {
	for row := range u.attempts().each {
		v, ok := of(row)
		add(&sum, &stated, v, ok)
	}
	return sum, stated
}
