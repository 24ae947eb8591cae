package compare

import (
	"runreport/analyze/report"
	"runreport/analyze/stat"
)

// judge says how strong each comparison is, corrected for their number. noun is what the items are.
func judge(all []report.ItemComparison, noun string) {
	judgeScores(all, noun)
	judgeBenchmarks(all)
	var ps []report.Number
	for _, c := range all {
		ps = append(ps, c.P)
	}
	for i, q := range corrected(ps) {
		all[i].QBH, all[i].Evidence = number(q), evidence(q)
		if report.ItemsDiffer(all[i].Evidence) {
			all[i].Settle = nil
		}
		all[i].Text = sentence(&all[i], noun)
	}
}

// judgeBenchmarks says how strong the difference of each benchmark is by itself. Two that go
// opposite ways show none together.
func judgeBenchmarks(all []report.ItemComparison) {
	several := 0
	for _, c := range all {
		if len(c.Benchmarks) > 1 {
			several++
		}
	}
	for _, c := range all {
		for i := range c.Benchmarks {
			b := &c.Benchmarks[i]
			q := stat.Missing(stat.Reason(b.QBH.Reason))
			if b.QBH.OK {
				q = stat.Known(min(1, b.QBH.Value*float64(max(1, several))))
			}
			b.Evidence = evidence(q)
		}
	}
}

// corrected are p-values of one family after Benjamini-Hochberg.
func corrected(ps []report.Number) []stat.Number {
	list := make([]stat.Number, len(ps))
	for i, p := range ps {
		list[i] = stat.Missing(stat.Reason(p.Reason))
		if p.OK {
			list[i] = stat.Known(p.Value)
		}
	}
	return stat.BenjaminiHochberg(list)
}

// evidence is how strong a p-value is, once corrected.
func evidence(p stat.Number) string {
	switch {
	case !p.OK || p.Value > stat.Alpha:
		return report.ItemsInconclusive
	case p.Value <= 0.001:
		return report.ItemsStrong
	case p.Value <= 0.01:
		return report.ItemsModerate
	}
	return report.ItemsWeak
}

// interval is the 95 % interval of the mean change: of pairs of yes or no where every item
// has one trial a side, else of the changes of the items' shares. It always has a width.
func interval(items []stat.RepeatedBug) (lo, hi report.Number) {
	var p stat.Pairs
	var changes []float64
	single := true
	for _, x := range items {
		single = single && x.Pre.Den == 1 && x.Post.Den == 1
		changes = append(changes, float64(x.Post.Num)/float64(x.Post.Den)-float64(x.Pre.Num)/float64(x.Pre.Den))
		switch {
		case x.Pre.Num > 0 && x.Post.Num > 0:
			p.Both++
		case x.Pre.Num > 0:
			p.Lost++
		case x.Post.Num > 0:
			p.Gained++
		default:
			p.Neither++
		}
	}
	e := stat.MoveInterval(changes, 1)
	if single {
		e = stat.PairedInterval(p)
	}
	if !e.OK {
		none := report.Missing(string(e.Reason))
		return none, none
	}
	return report.Known(e.Lo), report.Known(e.Hi)
}
