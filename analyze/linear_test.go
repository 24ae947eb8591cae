package analyze

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"runreport/ingest/table"
)

// growing makes tables whose size is a number of one kind of thing.
type growing struct {
	t   *table.Set
	src int
	day time.Time
}

func newGrowing() *growing {
	g := &growing{t: &table.Set{}, day: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}
	g.src = g.t.Sources.Add(table.Place{})
	g.t.Sources.Path.Set(g.src, "ci/t.jsonl")
	g.t.Sources.Group.Set(g.src, "ci")
	return g
}

func (g *growing) place(line int) table.Place {
	return table.Place{Source: g.src, Line: int64(line + 1)}
}

// run adds a run with its steps, of which some flaked, stalled or failed.
func (g *growing) run(i, dates int, subject string, steps []string, end func(step int) table.Result) {
	t, key, result := g.t, fmt.Sprint("run", i), table.Passed
	row := t.Runs.Add(g.place(i))
	at := g.day.AddDate(0, 0, i%dates).Add(time.Duration(i/dates) * time.Minute)
	for s, name := range steps {
		r := end(s)
		if r == table.Failed || r == table.Stalled {
			result = r
		}
		step := t.Steps.Add(g.place(i))
		t.Steps.Run.Set(step, key)
		t.Steps.Step.Set(step, name)
		t.Steps.StableStep.Set(step, name)
		t.Steps.Kind.Set(step, "node")
		t.Steps.Retryable.Set(step, true)
		t.Steps.Result.Set(step, string(r))
		t.Steps.Converged.Set(step, r.Passing())
		attempts := 1
		if r == table.Flaky {
			attempts = 2
		}
		t.Steps.Attempts.Set(step, int64(attempts))
		for k := 1; k <= attempts; k++ {
			a := t.Attempts.Add(g.place(i))
			t.Attempts.Run.Set(a, key)
			t.Attempts.Step.Set(a, name)
			t.Attempts.Attempt.Set(a, int64(k))
			passed := k == attempts && r.Passing()
			t.Attempts.Converged.Set(a, passed)
			own := table.Passed
			if !passed {
				own = table.Failed
				t.Attempts.Error.Set(a, fmt.Sprintf("%s: exit status %d", name, i%7))
			}
			if r == table.Stalled {
				own = table.Stalled
				t.Attempts.Cut.SetText(a, "stalled")
			}
			t.Attempts.Result.Set(a, string(own))
			t.Attempts.DurationS.Set(a, 10+float64((i*31+s*17)%9))
			t.Attempts.StartedAt.Set(a, at)
		}
	}
	t.Runs.Key.Set(row, key)
	t.Runs.ID.Set(row, key)
	t.Runs.System.Set(row, "toy")
	t.Runs.Subject.Set(row, subject)
	t.Runs.Kind.Set(row, "run")
	t.Runs.StallsVisible.Set(row, true)
	t.Runs.Result.Set(row, string(result))
	t.Runs.StartedAt.Set(row, at)
	t.Runs.EndedAt.Set(row, at.Add(time.Minute))
	t.Runs.DurationS.Set(row, 60)
}

func stepNames(n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprintf("step-%05d", i)
	}
	return names
}

func passing(int) table.Result { return table.Passed }

// growths makes tables of n things each, the rest being the same.
var growths = []struct {
	name string
	n    int
	of   func(n int) *table.Set
}{
	{"runs", 600, func(n int) *table.Set {
		g := newGrowing()
		for i := range n {
			g.run(i, 20, "shop", stepNames(6), func(s int) table.Result {
				if (i+s)%11 == 0 {
					return table.Flaky
				}
				return table.Passed
			})
		}
		return g.t
	}},
	{"subjects", 200, func(n int) *table.Set {
		g := newGrowing()
		for i := range 3 * n {
			g.run(i, 20, fmt.Sprint("shop", i%n), stepNames(4), passing)
		}
		return g.t
	}},
	{"flaky steps", 300, func(n int) *table.Set {
		g := newGrowing()
		for i := range 6 {
			g.run(i, 6, "shop", stepNames(n), func(s int) table.Result {
				if (i+s)%3 == 0 {
					return table.Flaky
				}
				return table.Passed
			})
		}
		return g.t
	}},
	{"failing steps", 300, func(n int) *table.Set {
		g := newGrowing()
		for i := range 6 {
			g.run(i, 6, "shop", stepNames(n), func(int) table.Result { return table.Failed })
		}
		return g.t
	}},
	{"stalled steps", 300, func(n int) *table.Set {
		g := newGrowing()
		for i := range 6 {
			g.run(i, 6, "shop", stepNames(n), func(int) table.Result { return table.Stalled })
		}
		return g.t
	}},
	{"cycles", 150, func(n int) *table.Set {
		g := newGrowing()
		var found []string
		for i := range 20 {
			found = append(found, fmt.Sprintf("B%02d", i))
		}
		for i := range n {
			key := fmt.Sprint("cycle", i)
			row := g.t.Cycles.Add(g.place(i))
			g.t.Cycles.Key.Set(row, key)
			g.t.Cycles.System.Set(row, "toy")
			g.t.Cycles.Cycle.Set(row, key)
			g.t.Cycles.StartedAt.Set(row, g.day.AddDate(0, 0, i))
			g.t.Cycles.NoiseFloor.Set(row, 0.05)
			g.t.Cycles.Benchmarks.Set(row, []string{"chi", "gin"})
			for _, benchmark := range []string{"chi", "gin"} {
				for s, side := range []string{"pre", "post"} {
					lost := s * (1 + i%4)
					m := g.t.Measurements.Add(g.place(i))
					g.t.Measurements.Cycle.Set(m, key)
					g.t.Measurements.Benchmark.Set(m, benchmark)
					g.t.Measurements.Fate.SetText(m, "used")
					g.t.Measurements.Side.SetText(m, side)
					g.t.Measurements.Found.Set(m, found[lost:])
					g.t.Measurements.Missed.Set(m, found[:lost])
				}
				c := g.t.Claims.Add(g.place(i))
				g.t.Claims.Run.Set(c, key)
				g.t.Claims.Subject.Set(c, benchmark)
				g.t.Claims.Topic.Set(c, table.TopicDelta)
				g.t.Claims.Text.Set(c, "-0.05")
			}
		}
		return g.t
	}},
}

// Twice as many runs, subjects, flaky, failing or stalled steps or cycles take at most 2.3 times
// the allocations and the memory, so nothing that grows with the square of one of them is made.
//
// Allocations stand for the work: they do not depend on the machine. A loop that only looks,
// and makes nothing, does not show in them.
func TestWorkIsLinear(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds large reports")
	}
	for _, c := range growths {
		t.Run(strings.ReplaceAll(c.name, " ", "-"), func(t *testing.T) {
			work := func(n int) (allocations, bytes float64) {
				tables := c.of(n)
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				r := built(tables, Options{SelfTestPoints: 1})
				runtime.ReadMemStats(&after)
				runtime.KeepAlive(r)
				return float64(after.Mallocs - before.Mallocs), float64(after.TotalAlloc - before.TotalAlloc)
			}
			work(10) // what is made once
			a, b := work(c.n)
			a2, b2 := work(2 * c.n)
			t.Logf("%s: %.0f allocations of %.0f bytes; of twice as many %.2f and %.2f times that", c.name, a, b, a2/a, b2/b)
			if a2 > 2.3*a {
				t.Errorf("allocations: %.0f for %d, %.0f for %d", a, c.n, a2, 2*c.n)
			}
			if b2 > 2.3*b {
				t.Errorf("bytes: %.0f for %d, %.0f for %d", b, c.n, b2, 2*c.n)
			}
		})
	}
}
