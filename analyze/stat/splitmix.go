package stat

// splitMix is the SplitMix64 generator: small, well distributed, and the same on
// every machine and in every language. Its state starts at the seed.
//
// Source: G. L. Steele, D. Lea, C. H. Flood, "Fast splittable pseudorandom number
// generators", OOPSLA 2014.
type splitMix uint64

func (s *splitMix) next() uint64 {
	*s += 0x9E3779B97F4A7C15
	z := uint64(*s)
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}

// below is a number in 0..n-1. The bias of taking the remainder is n/2^64.
func (s *splitMix) below(n int) int {
	return int(s.next() % uint64(n))
}

// shuffle permutes order in place (Fisher-Yates, from the end).
func (s *splitMix) shuffle(order []int) {
	for i := len(order) - 1; i >= 1; i-- {
		j := s.below(i + 1)
		order[i], order[j] = order[j], order[i]
	}
}
