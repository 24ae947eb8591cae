package change

import (
	"cmp"
	"slices"
	"sort"

	"runreport/analyze/metric"
	"runreport/analyze/report"
	"runreport/analyze/stat"
)

// Tests says what was looked at and what could have been seen, one entry for each figure
// that has a series. short counts the series that were left out for having too few dates, of
// which only that they are steps of the given noun is known.
func (r *Result) Tests(all []Series, short map[What]int, noun string) []report.ChangeTest {
	out := []report.ChangeTest{}
	for _, what := range []What{Duration, FlakeRate, FailureRate, GateFailure, Recall} {
		var own []Series
		for _, s := range all {
			if s.What == what {
				own = append(own, s)
			}
		}
		if len(own)+short[what] == 0 {
			continue
		}
		t := report.ChangeTest{What: string(what), Noun: nounOf(what, own, noun), Untested: int64(short[what]), Visible: []report.VisibleChange{}}
		for _, s := range own {
			first, last := s.Points[0].Date, s.Points[len(s.Points)-1].Date
			if t.First == "" || first < t.First {
				t.First = first
			}
			t.Last, t.Dates = max(t.Last, last), max(t.Dates, int64(len(s.Points)))
		}
		var seen [][]Seen
		switch {
		case what == Duration:
			for _, v := range r.Visible {
				seen = append(seen, v.Slower)
			}
		case what.rate():
			seen = visibleRates(own)
		}
		seen = slices.DeleteFunc(seen, func(s []Seen) bool { return len(s) == 0 })
		t.Tested = int64(len(seen))
		if what == Recall {
			t.Tested = int64(len(own)) // its change points need as many dates as every series here has
		}
		t.Untested += int64(len(own)) - t.Tested
		t.Visible = typical(seen)
		out = append(out, t)
	}
	return out
}

// nounOf is what the series of a figure are of; fallback where there is none.
func nounOf(what What, own []Series, fallback string) (noun string) {
	switch what {
	case GateFailure:
		return "gate"
	case Recall:
		return "benchmark"
	}
	for _, s := range own {
		noun = metric.OneNoun(noun, cmp.Or(s.Noun, "step"))
	}
	return cmp.Or(noun, fallback)
}

// typical is the size that half of the series show after each number of dates.
func typical(all [][]Seen) []report.VisibleChange {
	out := []report.VisibleChange{}
	var dates []int
	for _, s := range all {
		for _, x := range s {
			dates = append(dates, x.Dates)
		}
	}
	slices.Sort(dates)
	for _, d := range slices.Compact(dates) {
		var sizes []float64
		for _, s := range all {
			for i, x := range slices.Backward(s) {
				if x.Dates <= d {
					sizes = append(sizes, s[i].Share)
					break
				}
			}
		}
		if 2*len(sizes) < len(all) {
			continue // most series show nothing so early
		}
		slices.Sort(sizes)
		size := sizes[min(len(sizes)-1, (len(all)-1)/2)]
		if n := len(out); n > 0 && out[n-1].Size.Value-size < stat.Eps {
			continue
		}
		out = append(out, report.VisibleChange{Dates: int64(d), Size: report.Known(size)})
	}
	return out
}

// mostVisible is how many series of rates are asked what they could show; of more, some
// spread evenly.
const mostVisible = 500

// visibleRates says for series of rates how high a rate of the last dates has to be to be
// called, by the rule of STATISTICS 1.21a, if the dates have as many runs as the median
// date had. It holds for a rate that is seen, not for one that is expected with 80 % power.
func visibleRates(all []Series) [][]Seen {
	p := callQ / float64(len(countWindows)) / float64(len(all))
	out := make([][]Seen, len(all))
	step := max(1, len(all)/mostVisible)
	for i := range all {
		if i%step != 0 {
			out[i] = out[i-i%step]
			continue
		}
		out[i] = visibleRate(all[i].Points, p)
	}
	return out
}

func visibleRate(points []Point, p float64) []Seen {
	var runs []int
	var before stat.Fraction
	for _, x := range slices.Backward(points) {
		runs = append(runs, x.Count.Den)
		if before.Den < referenceRuns {
			before.Num, before.Den = before.Num+x.Count.Num, before.Den+x.Count.Den
		}
	}
	slices.Sort(runs)
	perDate := runs[len(runs)/2]
	var out []Seen
	for _, w := range countWindows {
		n := w * perDate
		if n == 0 || w >= len(points) {
			continue
		}
		hits := sort.Search(n+1, func(k int) bool { return stat.RateRise(before, stat.Fraction{Num: k, Den: n}) <= p })
		if hits > n {
			continue
		}
		share := float64(hits) / float64(n)
		if k := len(out); k == 0 || share < out[k-1].Share-stat.Eps {
			out = append(out, Seen{w, share})
		}
	}
	return out
}
