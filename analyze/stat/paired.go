package stat

import "math"

// Paired is the exact test of bugs that changed between two runs.
type Paired struct {
	Lost, Gained int
	P            float64 // exact, two-sided
	PMid         float64 // mid-p: less conservative, for the details only
	// MinAttainableP is the smallest P that this many changed bugs can give, were
	// they all to move one way. While it is above Alpha no outcome could be called.
	MinAttainableP float64
}

// Conclusive reports whether this many changed bugs can reach Alpha at all.
func (p Paired) Conclusive() bool {
	return p.MinAttainableP <= Alpha
}

// PairedTest is the exact McNemar test: were losses and gains equally likely, how
// often would the changed bugs split at least this unevenly? Without a changed bug
// every p is 1; negative counts are taken as 0. The test ignores how alike the
// bugs are and how much whole runs vary, so p is a guide.
//
// Source: exact conditional McNemar test and its mid-p variant as in Fagerland,
// Lydersen, Laake, "The McNemar test for binary matched-pairs data", BMC Medical
// Research Methodology 13:91 (2013).
func PairedTest(lost, gained int) Paired {
	lost, gained = max(lost, 0), max(gained, 0)
	t := Paired{Lost: lost, Gained: gained, P: 1, PMid: 1, MinAttainableP: 1}
	changed := lost + gained
	if changed == 0 {
		return t
	}
	atMost, exactly := fairCoin(min(lost, gained), changed)
	t.P = min(1, 2*atMost)
	t.PMid = max(0, t.P-exactly)
	t.MinAttainableP = math.Ldexp(1, 1-changed)
	return t
}

// PooledTest is PairedTest over several benchmarks, their losses and gains summed.
// Opposite moves cancel: show it beside the single tests, never instead of them.
func PooledTest(tests []Paired) Paired {
	lost, gained := 0, 0
	for _, t := range tests {
		lost, gained = lost+t.Lost, gained+t.Gained
	}
	return PairedTest(lost, gained)
}
