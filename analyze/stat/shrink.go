package stat

// Shrunk holds rates of small samples pulled towards their common mean.
type Shrunk struct {
	Pooled Number // all counted, over all samples
	Rho    Number // how alike the outcomes within a sample are: 0 no more than across samples, 1 all alike
	// M is the weight of the pooled rate, in observations: a sample of M counts half
	// its own. ReasonUncheckable when the samples show no difference of their own.
	M     Number
	Rates []Number // shrunk rate of each sample, in the order given
}

// Shrink estimates how much of the spread between samples is more than chance and
// pulls each rate accordingly, so that ranking by it does not put "1 of 1" first.
// Print the raw counts beside it. When the spread is no more than chance, with fewer
// than two samples, or when all or none of the outcomes count, every sample gets the
// pooled rate. Samples without observations, or with impossible counts, do not enter
// and get the pooled rate too; if nothing enters, everything is ReasonNoData.
//
// Source: moment estimator of the intra-class correlation of a beta-binomial model,
// J. C. Kleinman, "Proportions with extraneous variance: single and independent
// samples", JASA 68 (1973), weights n.
func Shrink(samples []Fraction) Shrunk {
	s := Shrunk{
		Pooled: Missing(ReasonNoData), Rho: Missing(ReasonNoData), M: Missing(ReasonNoData),
		Rates: make([]Number, len(samples)),
	}
	count, total, squares, entered := 0.0, 0.0, 0.0, 0
	for _, f := range samples {
		if f.possible() {
			count += float64(f.Num)
			total += float64(f.Den)
			squares += float64(f.Den) * float64(f.Den)
			entered++
		}
	}
	if entered == 0 {
		for i := range s.Rates {
			s.Rates[i] = Missing(ReasonNoData)
		}
		return s
	}
	p := count / total
	rho := 0.0
	freedom := float64(entered - 1)
	if room := total - squares/total - freedom; entered > 1 && p > 0 && p < 1 && room > Eps {
		spread := 0.0
		for _, f := range samples {
			if f.possible() {
				off := float64(f.Num)/float64(f.Den) - p
				spread += float64(f.Den) * off * off
			}
		}
		rho = min(1, max(0, (spread/(p*(1-p))-freedom)/room))
	}
	s.Pooled, s.Rho, s.M = Known(p), Known(rho), Missing(ReasonUncheckable)
	if rho > 0 {
		s.M = Known(1/rho - 1)
	}
	for i, f := range samples {
		s.Rates[i] = s.Pooled
		if s.M.OK && f.possible() {
			s.Rates[i] = Known((float64(f.Num) + s.M.Value*p) / (float64(f.Den) + s.M.Value))
		}
	}
	return s
}
