package recall

import (
	"slices"
	"testing"

	"runreport/analyze/report"
	"runreport/analyze/stat"
)

// moved is a benchmark with a delta of that class, from one run a side.
func moved(name string, delta float64, class stat.DeltaClass) *compared {
	one := func(v float64, found int64) report.Recall {
		return report.Recall{Value: report.Known(v), Num: report.Count(found), Den: report.Count(8)}
	}
	return &compared{name: name, delta: stat.Known(delta), row: report.Benchmark{Benchmark: name, Class: string(class), Delta: report.Known(delta), RunsPre: 1, RunsPost: 1,
		RecallPre: one(0.5, 4), RecallPost: one(0.5+delta, 4+int64(8*delta))}}
}

// The benchmark that decides is the worst one where it fell, else the best one where it rose.
func TestTheBenchmarkThatDecides(t *testing.T) {
	missing := &compared{name: "m", delta: stat.Missing(stat.ReasonMissingPost)}
	fell, more := moved("fell", -0.125, stat.DeltaRegressed), moved("more", -0.25, stat.DeltaRegressed)
	rose, most := moved("rose", 0.125, stat.DeltaImproved), moved("most", 0.25, stat.DeltaImproved)
	still, edge := moved("still", 0, stat.DeltaWithinNoise), moved("edge", 0.125, stat.DeltaImproved)
	edge.row.AtFloor = true
	for _, c := range []struct {
		benchmarks []*compared
		want       string
	}{
		{nil, "No benchmark has a recall on both sides of the lever"}, {[]*compared{missing}, "No benchmark has a recall on both sides of the lever"},
		{[]*compared{still, missing}, "No benchmark moved by more than the noise floor of 0.05"},
		{[]*compared{rose, fell, more, most}, "more: recall 4 → 2 of 8 (−0.25)"}, {[]*compared{more, fell, rose}, "more: recall 4 → 2 of 8 (−0.25)"},
		{[]*compared{rose, most, still}, "most: recall 4 → 6 of 8 (+0.25)"}, {[]*compared{most, missing, rose}, "most: recall 4 → 6 of 8 (+0.25)"},
		{[]*compared{rose, edge}, "rose: recall 4 → 5 of 8 (+0.13)"},
		{[]*compared{edge}, "edge: recall 4 → 5 of 8 (+0.13), exactly the noise floor, which by itself decides nothing"},
	} {
		got := sentences{&cycle{floor: 0.05, benchmarks: c.benchmarks}}.reason()
		if got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// What is known of run-to-run noise, and whether it is of single runs or of means.
func TestSentencesOfNoise(t *testing.T) {
	runs := func(pre, post int) *compared {
		of := func(n int) side {
			return side{slices.Repeat([]measured{{recall: stat.Recall{Used: stat.Known(0.5)}}}, n)}
		}
		c := moved("b", 0, stat.DeltaWithinNoise)
		c.pre, c.post, c.row.RunsPre, c.row.RunsPost = of(pre), of(post), int64(pre), int64(post)
		return c
	}
	noise := func(status stat.NoiseStatus, band float64, df float64) report.Noise {
		return report.Noise{Status: string(status), Band95: report.Known(band), DF: int64(df)}
	}
	for _, c := range []struct {
		noise      report.Noise
		benchmarks []*compared
		want       string
	}{
		{noise(stat.NoiseMeasured, 0.09, 6), []*compared{runs(1, 1)}, " Run-to-run noise (95 %): ±0.09, from 6 repeats. The noise floor of 0.05 is smaller."},
		{noise(stat.NoiseMeasured, 0.05, 1), []*compared{runs(1, 1)}, " Run-to-run noise (95 %): ±0.05, from 1 repeat."},
		{noise(stat.NoiseMeasured, 0.04, 6), []*compared{runs(3, 3)}, " Run-to-run noise (95 %): ±0.04 for means of 3 runs, from 6 repeats."},
		{noise(stat.NoiseMeasured, 0.04, 6), []*compared{runs(2, 1)}, " Run-to-run noise (95 %): ±0.04 for means of 2 runs and of 1, from 6 repeats."},
		{noise(stat.NoiseMeasured, 0.04, 6), []*compared{runs(1, 2)}, " Run-to-run noise (95 %): ±0.04 for means of 1 run and of 2, from 6 repeats."},
		{noise(stat.NoiseRough, 0.04, 2), nil, " Run-to-run noise is known only roughly, from 2 repeats."},
		{noise(stat.NoiseNoVariation, 0, 2), nil, " Repeats of one setup gave exactly the same recall: check whether logs were copied."},
		{report.Noise{}, []*compared{runs(2, 2), runs(1, 1)}, " One run each side; run-to-run noise was not measured."},
		{report.Noise{}, []*compared{runs(2, 1), runs(1, 2)}, " Run-to-run noise was not measured."},
		{report.Noise{}, nil, " Run-to-run noise was not measured."},
	} {
		x := &cycle{floor: 0.05, benchmarks: c.benchmarks}
		x.out.Noise = c.noise
		if got := (sentences{x}).noiseSentence(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
