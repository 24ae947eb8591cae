package stat

import "slices"

// Pairs counts the bugs that are known on both sides, by what became of them.
type Pairs struct {
	Both    int // found on both sides
	Lost    int // found before, missed after
	Gained  int // missed before, found after
	Neither int // missed on both sides
}

// N is the number of pairs.
func (p Pairs) N() int {
	return p.Both + p.Lost + p.Gained + p.Neither
}

// WithListSize is p for a reference list of known size, which lists that name bugs outside
// the reference list do not show: the bugs that did not change and were not missed are
// Both. A size that the other three counts exceed leaves p as it is.
func (p Pairs) WithListSize(size int) Pairs {
	if both := size - p.Lost - p.Gained - p.Neither; both >= 0 && size > 0 {
		p.Both = both
	}
	return p
}

// Churn is the share of pairs that changed, 0 to 1; ReasonNoData without pairs.
func (p Pairs) Churn() Number {
	if p.N() < 1 {
		return Missing(ReasonNoData)
	}
	return Known(float64(p.Lost+p.Gained) / float64(p.N()))
}

// Displacement is what one pre run and one post run found differently.
type Displacement struct {
	Pairs             Pairs
	Lost, Gained      []string // sorted
	PreOnly, PostOnly []string // known on one side only, sorted; never tested
}

// Net is the number of bugs gained less those lost.
func (d Displacement) Net() int {
	return d.Pairs.Gained - d.Pairs.Lost
}

// Traded reports whether some bugs were lost while others were gained, which the
// recall alone does not show.
func (d Displacement) Traded() bool {
	return d.Pairs.Lost > 0 && d.Pairs.Gained > 0
}

// Displace pairs the bugs of two runs by their trimmed ID. An ID that one run lists
// as both found and missed is unknown on that side.
func Displace(pre, post BugLists) Displacement {
	before, after := pre.clean(), post.clean()
	lost := common(before.found, after.missed)
	gained := common(before.missed, after.found)
	return Displacement{
		Pairs: Pairs{
			Both:    len(common(before.found, after.found)),
			Lost:    len(lost),
			Gained:  len(gained),
			Neither: len(common(before.missed, after.missed)),
		},
		Lost:     lost,
		Gained:   gained,
		PreOnly:  before.unknownTo(after),
		PostOnly: after.unknownTo(before),
	}
}

// common returns the members of both sorted lists, sorted.
func common(a, b []string) []string {
	var both []string
	for _, id := range a {
		if _, ok := slices.BinarySearch(b, id); ok {
			both = append(both, id)
		}
	}
	return both
}

// unknownTo returns the IDs of c that other does not know, sorted.
func (c cleaned) unknownTo(other cleaned) []string {
	var only []string
	for _, list := range [2][]string{c.found, c.missed} {
		for _, id := range list {
			_, found := slices.BinarySearch(other.found, id)
			_, missed := slices.BinarySearch(other.missed, id)
			if !found && !missed {
				only = append(only, id)
			}
		}
	}
	slices.Sort(only)
	return only
}
