package demo

import (
	"cmp"
	"math"
	"slices"
	"time"
)

// MetricTruth is what a metric of the report comes to over one system: a rate, values or
// categories, by what the metric measures. Where all rates of a system add up to the same
// whatever happens (somebody wins every duel, and somebody loses it) there is also one for
// each step, over all subjects.
type MetricTruth struct {
	Metric     string         `json:"metric"` // its name, as the report has it
	System     string         `json:"system"`
	Step       string         `json:"step,omitempty"`
	Rate       *Rate          `json:"rate,omitempty"`
	Values     *Values        `json:"values,omitempty"`
	Categories map[string]int `json:"categories,omitempty"`
}

// Values summarises a list of numbers in the metric's unit. A quantile is null where there
// are fewer than 1/(1-p) values; one value is its own median.
type Values struct {
	N   int      `json:"n"`
	Min float64  `json:"min"`
	P50 *float64 `json:"p50"`
	P90 *float64 `json:"p90"`
	P95 *float64 `json:"p95"`
	P99 *float64 `json:"p99"`
	Max float64  `json:"max"`
	Sum float64  `json:"sum"`
}

// samples gathers what is true of every metric while the runs are drawn.
type samples struct {
	of map[metricKey]*metricSamples
}

type metricKey struct{ metric, system, step string }

type metricSamples struct {
	rate       *Rate
	values     []float64
	categories map[string]int
}

func newSamples() *samples { return &samples{of: map[metricKey]*metricSamples{}} }

func (s *samples) get(metric, system, step string) *metricSamples {
	k := metricKey{metric, system, step}
	if s.of[k] == nil {
		s.of[k] = &metricSamples{}
	}
	return s.of[k]
}

// hit adds one case to a rate.
func (s *samples) hit(metric, system string, hit bool) { s.hitStep(metric, system, "", hit) }

// hitStep adds one case to the rate of a step; "": to that of the system.
func (s *samples) hitStep(metric, system, step string, hit bool) {
	m := s.get(metric, system, step)
	if m.rate == nil {
		m.rate = &Rate{}
	}
	m.rate.count(hit)
}

// value adds a number.
func (s *samples) value(metric, system string, v float64) {
	m := s.get(metric, system, "")
	m.values = append(m.values, v)
}

// took adds a duration.
func (s *samples) took(metric, system string, d time.Duration) { s.value(metric, system, d.Seconds()) }

// category adds one case to a category.
func (s *samples) category(metric, system, name string) {
	m := s.get(metric, system, "")
	if m.categories == nil {
		m.categories = map[string]int{}
	}
	m.categories[name]++
}

// truth is what was gathered, sorted by metric and system.
func (s *samples) truth() []MetricTruth {
	out := []MetricTruth{}
	for k, m := range s.of {
		out = append(out, MetricTruth{Metric: k.metric, System: k.system, Step: k.step, Rate: m.rate, Values: valuesOf(m.values), Categories: m.categories})
	}
	slices.SortFunc(out, func(a, b MetricTruth) int {
		return cmp.Or(cmp.Compare(a.Metric, b.Metric), cmp.Compare(a.System, b.System), cmp.Compare(a.Step, b.Step))
	})
	return out
}

// valuesOf sorts list and summarises it; nil where it is empty.
func valuesOf(list []float64) *Values {
	if len(list) == 0 {
		return nil
	}
	slices.Sort(list)
	v := &Values{N: len(list), Min: list[0], Max: list[len(list)-1]}
	for _, x := range list {
		v.Sum += x
	}
	for percent, q := range map[int]**float64{50: &v.P50, 90: &v.P90, 95: &v.P95, 99: &v.P99} {
		if len(list)*(100-percent) >= 100 || percent == 50 && len(list) == 1 {
			h := float64(len(list)-1) * float64(percent) / 100
			low := int(math.Floor(h))
			x := list[low] + (h-float64(low))*(list[min(low+1, len(list)-1)]-list[low])
			*q = &x
		}
	}
	return v
}
