package stat_test

import (
	"fmt"

	"runreport/analyze/stat"
)

func ExampleNewRate() {
	r := stat.NewRate(4, 10)
	fmt.Printf("%d of %d (%.0f %%, %.0f-%.0f %%)\n", r.Num, r.Den, 100*r.Value, 100*r.Lo, 100*r.Hi)
	fmt.Println(stat.NewRate(0, 0).Reason)
	// Output:
	// 4 of 10 (40 %, 17-69 %)
	// no_data
}

// Seventeen bugs are listed as found and six as missed, yet the log says 0.40: thirteen of
// the found ones must lie outside a reference list of ten.
func ExampleReconcile() {
	var lists stat.BugLists
	for i := range 17 {
		lists.Found = append(lists.Found, fmt.Sprintf("F-%d", i))
	}
	for i := range 6 {
		lists.Missed = append(lists.Missed, fmt.Sprintf("M-%d", i))
	}
	r := stat.Reconcile(lists, "0.40")
	fmt.Println(r.Status, r.Num, "of", r.ListSize, "and", r.Novel, "novel")
	// Output: agree_novel 4 of 10 and 13 novel
}

// One bug was traded for another: recall stands still, and five bugs cannot show more.
func ExampleDisplace() {
	d := stat.Displace(
		stat.BugLists{Found: []string{"V1", "V2", "V3", "ring"}, Missed: []string{"legacy"}},
		stat.BugLists{Found: []string{"V1", "V2", "V3", "legacy"}, Missed: []string{"ring"}},
	)
	interval := stat.PairedInterval(d.Pairs)
	fmt.Println(d.Lost, d.Gained, d.Traded(), stat.PairedTest(d.Pairs.Lost, d.Pairs.Gained).Conclusive())
	fmt.Printf("%+.2f to %+.2f\n", interval.Lo, interval.Hi)
	// Output:
	// [ring] [legacy] true false
	// -0.49 to +0.49
}

// Counting only attempts that finished makes them look faster than they are.
func ExampleKaplanMeier() {
	var attempts []stat.Lifetime
	for _, minutes := range []float64{2, 3, 3, 4, 5, 6, 8} {
		attempts = append(attempts, stat.Lifetime{Duration: minutes})
	}
	attempts = append(attempts,
		stat.Lifetime{Duration: 4, Ending: stat.Stalled},
		stat.Lifetime{Duration: 5, Ending: stat.CutOff})
	usual, worst := stat.KaplanMeier(attempts), stat.KaplanMeierIfStalledNeverEnd(attempts)
	fmt.Println("p90:", usual.Quantile(0.9).Value, "min, at worst", worst.Quantile(0.9).Reason)
	// Output: p90: 8 min, at worst censored
}
