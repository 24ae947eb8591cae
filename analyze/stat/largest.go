package stat

// Largest returns the k-th largest of the values, the smallest of them where there are
// fewer, and moves those that are at least as large to the end. k is at least 1, and there
// is at least one value, none NaN.
func Largest(values []float64, k int) float64 {
	return kthSmallest(values, max(0, len(values)-k))
}
