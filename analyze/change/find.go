package change

import "slices"

// datesOf returns the run dates of all series up to now, in order, and their indexes. An
// empty now is no limit.
func datesOf(all []Series, now string) (dates []string, at map[string]int) {
	at = map[string]int{}
	for _, s := range all {
		for _, p := range s.Points {
			if now == "" || p.Date <= now {
				at[p.Date] = 0
			}
		}
	}
	for d := range at {
		dates = append(dates, d)
	}
	slices.Sort(dates)
	for i, d := range dates {
		at[d] = i
	}
	return dates, at
}
