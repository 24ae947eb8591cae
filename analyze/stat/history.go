package stat

// Result is what one run says of one bug.
type Result uint8

// The results.
const (
	Unknown Result = iota // the run does not mention the bug
	Found
	Missed
)

// known copies the results that say something, in order.
func known(history []Result) []Result {
	kept := make([]Result, 0, len(history))
	for _, r := range history {
		if r == Found || r == Missed {
			kept = append(kept, r)
		}
	}
	return kept
}

// FlipRate is the share of bug results that differ between adjacent repeats of one
// setup: each history holds one bug's results, one per repeat, in the same order. A
// bug is compared between two repeats if both mention it. ReasonNoData if nothing
// can be compared.
func FlipRate(histories [][]Result) Rate {
	changed, compared := 0, 0
	for _, history := range histories {
		for i := 1; i < len(history); i++ {
			before, after := history[i-1], history[i]
			if before == Unknown || after == Unknown {
				continue
			}
			compared++
			if before != after {
				changed++
			}
		}
	}
	return NewRate(changed, compared)
}
