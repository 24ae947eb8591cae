package change

import (
	"math/rand/v2"
	"testing"

	"runreport/analyze/stat"
)

// windowOfDates is what a window and its reference are, date by date, as STATISTICS 1.21a
// says it.
func windowOfDates(t *track, i, size, from int, out *dated[bool]) (now, before stat.Fraction, start int) {
	start = i + 1
	for left := size; left > 0 && start > from; {
		start--
		if !*out.at(t.date[start]) {
			now.Num += t.points[start].Count.Num
			now.Den += t.points[start].Count.Den
			left--
		}
	}
	for k := start - 1; k >= from; k-- {
		c := t.points[k].Count
		if *out.at(t.date[k]) {
			continue
		}
		if before.Den > 0 && before.Den+c.Den > referenceRuns {
			break
		}
		before.Num += c.Num
		before.Den += c.Den
	}
	return now, before, start
}

func TestRunningSumsAreTheSumsOfTheDates(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		dates := 60 + random.IntN(60)
		x := &track{}
		for d := range dates {
			if random.IntN(4) == 0 {
				continue
			}
			den := 1 + random.IntN([]int{3, 40, 900}[random.IntN(3)])
			x.date = append(x.date, d)
			x.points = append(x.points, Point{Count: stat.Fraction{Num: random.IntN(den + 1), Den: den}})
		}
		g := &countGroup{tracks: []*track{x}, dates: x.date, out: newDated[bool](x.date), on: -1}
		for i, d := range x.date {
			from := 0
			if i > 30 {
				from = i - 10 - random.IntN(20)
			}
			compare := func(i, size int) {
				now, before, start := x.window(i, size, from, &g.out)
				wantNow, wantBefore, wantStart := windowOfDates(x, i, size, from, &g.out)
				if now != wantNow || before != wantBefore || start != wantStart {
					t.Fatalf("window(%d, %d, %d) = %v, %v, %d, want %v, %v, %d", i, size, from, now, before, start, wantNow, wantBefore, wantStart)
				}
			}
			compare(i-1, 0)
			out := random.IntN(3) == 0
			if *g.out.at(d) = out; out && random.IntN(3) == 0 {
				g.keep(d, 1+random.IntN(5))
			}
			for _, size := range countWindows {
				compare(i, size)
			}
		}
	}
}
