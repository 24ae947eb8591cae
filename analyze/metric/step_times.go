package metric

import "runreport/analyze/stat"

// StepTime is how long a step took on a run date, over its attempts that passed.
type StepTime struct {
	Night   string
	N       int
	MedianS float64
}

// StepTimes is the median duration of each wanted step by run date, the earliest first.
func StepTimes(samples *Samples, wanted map[StepName]bool) map[StepName][]StepTime {
	c := samples.Of(AttemptDuration)
	type day struct {
		night  string
		values []float64
	}
	byName := map[int][]day{} // in order of nights, as the units are
	for i := range c.Len() {
		name, night := c.Name(i), samples.units[c.unit[i]].date
		if night == "" || !wanted[samples.names[name]] {
			continue
		}
		days := byName[name]
		if n := len(days); n == 0 || days[n-1].night != night {
			days = append(days, day{night: night})
			byName[name] = days
		}
		last := &days[len(days)-1]
		last.values = append(last.values, c.value[i])
	}
	out := make(map[StepName][]StepTime, len(byName))
	for name, days := range byName {
		times := make([]StepTime, len(days))
		for i, x := range days {
			times[i] = StepTime{x.night, len(x.values), stat.Quantile(x.values, 0.5).Value}
		}
		out[samples.names[name]] = times
	}
	return out
}
