package change

import (
	"slices"

	"runreport/analyze/report"
	"runreport/analyze/stat"
)

// LossAcross adds to each cycle whether its benchmarks together lost recall.
func LossAcross(cycles []report.Cycle) []report.Cycle {
	out := slices.Clone(cycles)
	for i := range out {
		out[i].Across = acrossOf(&out[i])
	}
	return out
}

func acrossOf(c *report.Cycle) report.Across {
	var moves []BenchmarkMove
	for _, b := range c.Benchmarks {
		if b.Delta.OK && b.Basis == "" {
			moves = append(moves, BenchmarkMove{
				Name:   b.Benchmark,
				Lost:   len(b.Lost),
				Gained: len(b.Gained),
				Pre:    b.RecallPre.Value.Value,
				Post:   b.RecallPost.Value.Value,
			})
		}
	}
	none := report.Missing(string(stat.ReasonNoData))
	out := report.Across{Benchmarks: int64(len(moves)), MacroDelta: none, P: none}
	if len(moves) == 0 {
		return out
	}
	a := AcrossBenchmarks(moves, c.NoiseFloor.Value)
	out.MacroDelta, out.Lost, out.Gained = report.Known(a.Macro), int64(a.Lost), int64(a.Gained)
	out.P, out.Correlated, out.Opposite, out.Loss = report.Known(a.P), a.Correlated, a.Opposite, a.Loss
	return out
}
