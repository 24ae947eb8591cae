package change

import (
	"math/rand/v2"
	"strings"
	"testing"

	"runreport/analyze/stat"
)

// A standing rate whose last runs are free of the event says so, where the rate makes that unlikely.
func TestLastRunsWithout(t *testing.T) {
	for _, c := range []struct {
		name, dates string // failed (f) or passed (p) on each run date since the change
		want        string
	}{
		{"goes on", "fffffff", ""},
		{"all failed until 3 dates ago", "fffffffppp", ", none of the last 3"},
		{"all failed until yesterday", "fffffffp", ", none of the last 1"},
		{"half failed, 3 without: 1 of 8", "fpfpfpfppp", ""},
		{"4 of 7 failed, 4 without: 3 of 100", "fpfpfpfpppp", ", none of the last 4"},
		{"rarely", "pppfpppppp", ""},
	} {
		s := Series{Key: Key{FailureRate, "junit/shop", "adds"}}
		for d := range 20 {
			s.Points = append(s.Points, Point{Date: dateOf(d), Count: stat.Fraction{Den: 1}})
		}
		for d, r := range c.dates {
			p := Point{Date: dateOf(20 + d), Count: stat.Fraction{Den: 1}}
			if r == 'f' {
				p.Count.Num = 1
			}
			s.Points = append(s.Points, p)
		}
		tell := newSentences(&Result{}, []Series{s}, nil)
		change := Change{Key: s.Key, State: Standing, Since: dateOf(20), From: 0, To: 0.7}
		if got := tell.clean(&change); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
		if c.want != "" && !strings.HasSuffix(tell.rateSentence(&change), c.want+".") {
			t.Errorf("%s: %s", c.name, tell.rateSentence(&change))
		}
		for state, to := range map[State]float64{New: 0.7, Suspected: 0.7, Ended: 0.7, Standing: 0} {
			change.State, change.To = state, to
			if got := tell.clean(&change); got != "" {
				t.Errorf("%s, %s to %g: %q", c.name, state, to, got)
			}
		}
	}
}

func dateOf(d int) string { return "2026-10-" + string(rune('0'+d/10)) + string(rune('0'+d%10)) }

// What changed by how much lies within its interval, of calls and of change points, whatever the
// number of runs a date.
func TestSizesLieWithinTheirIntervals(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	seen := 0
	for range 60 {
		steps := map[string][][2]int{}
		for _, name := range []string{"a", "b", "c"} {
			before, after, at := r.Float64()/3, r.Float64(), 12+r.IntN(20)
			for d := range 36 {
				den, rate := 1+r.IntN(4), before
				if d >= at {
					rate = after
				}
				num := 0
				for range den {
					if r.Float64() < rate {
						num++
					}
				}
				steps[name] = append(steps[name], [2]int{num, den})
			}
		}
		result := Find(rateSeries(steps), "")
		for _, c := range result.Changes {
			if d := c.To - c.From; c.Lo.OK && (d < c.Lo.Value-1e-9 || d > c.Hi.Value+1e-9) {
				t.Errorf("%s %s: %g, but from %g to %g", c.Name, c.State, d, c.Lo.Value, c.Hi.Value)
			}
			seen++
		}
		for _, p := range result.Points {
			if d := p.After - p.Before; p.Lo.OK && (d < p.Lo.Value-1e-9 || d > p.Hi.Value+1e-9) {
				t.Errorf("%s on %s: %g, but from %g to %g", p.Name, p.Date, d, p.Lo.Value, p.Hi.Value)
			}
			seen++
		}
	}
	if seen < 100 {
		t.Fatalf("%d changes", seen)
	}
}
