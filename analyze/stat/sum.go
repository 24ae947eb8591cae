package stat

// Sum adds up values one by one.
type Sum struct {
	n   int
	sum float64
}

// Add adds a value.
func (s *Sum) Add(v float64) { s.n, s.sum = s.n+1, s.sum+v }

// Mean is the mean of the values so far.
func (s *Sum) Mean() float64 { return s.sum / float64(s.n) }
