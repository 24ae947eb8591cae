package analyze

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"runreport/analyze/problem"
	"runreport/analyze/report"
)

// Findings with equal keys keep their order.
func TestFindingOrderIsStable(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	severities := []string{report.SeverityError, report.SeverityWarning, report.SeverityInfo}
	for range 300 {
		all := make([]report.Finding, rng.IntN(60))
		for i := range all {
			all[i] = report.Finding{Code: string(rune('a' + rng.IntN(3))), Severity: severities[rng.IntN(3)], File: string(rune('x' + rng.IntN(2))), Count: int64(i)}
			if at := rng.Int64N(3); at > 0 {
				all[i].Line = &at
			}
		}
		want := slices.Clone(all)
		slices.SortStableFunc(want, func(x, y report.Finding) int {
			return cmp.Or(problem.Rank(x.Severity)-problem.Rank(y.Severity), strings.Compare(x.Code, y.Code), strings.Compare(x.File, y.File), cmp.Compare(line(x.Line), line(y.Line)))
		})
		order := newFindingOrder()
		for i, f := range all {
			order.add(int32(i), f.Severity, f.Code, f.File, line(f.Line))
		}
		var got []report.Finding
		for _, i := range order.sorted() {
			got = append(got, all[i])
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%v, want %v", got, want)
		}
	}
}
