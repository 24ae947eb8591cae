package change

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"runreport/analyze/metric"
	"runreport/analyze/report"
	"runreport/analyze/report/reporttest"
	"runreport/unit/spill"
)

// revised are the revisions of a run, as "name value" in order of the names.
func revised(r Ran) string {
	var out []string
	for _, name := range sortedKeys(r.Revisions) {
		out = append(out, name+" "+r.Revisions[name])
	}
	return r.Key + ": " + strings.Join(out, ", ")
}

// A series knows what each run was: the revisions that its log states, and the labels of the
// build that read it.
func TestRunsOfSeries(t *testing.T) {
	o := Observed{
		Samples: samplesOf(t, metric.StepFlake, "a", "a", "a"), Stable: func(_,
			subject string) string {
			return subject
		},
		Ended: func(func(metric.EndedStep) bool) {},
		Runs:  []report.Run{{Key: "run0", RunSetup: &report.RunSetup{Version: "1", Model: "m"}, RunEnd: &report.RunEnd{}}, {Key: "run1", RunSetup: &report.RunSetup{Runner: "r"}, RunEnd: &report.RunEnd{}}, {Key: "run2", RunSetup: &report.RunSetup{}, RunEnd: &report.RunEnd{}}},
	}
	labels := func(unit int) []report.Label {
		return []report.Label{{Name: "commit", Value: fmt.Sprint("c", unit)}, {Name: "branch"}}
	}
	for _, c := range []struct {
		name   string
		labels func(unit int) []report.Label
		want   []string
	}{
		{"of logs alone", nil, []string{"run0: model m, version 1", "run1: runner r", "run2: "}},
		{"of builds", labels, []string{"run0: commit c0, model m, version 1", "run1: commit c1, runner r",
			"run2: commit c2"}},
	} {
		o.Labels = c.labels
		all, _ := o.Series()
		var got []string
		for _, p := range all[0].Points {
			got = append(got, revised(all[0].Ran(p.Last)))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// The recall of a benchmark is a series over the cycles of its system, each with the revisions of
// its runs before the lever. The floor is the last one that a cycle states.
func TestSeriesOfRecall(t *testing.T) {
	measured := func(system, key string, d int, recall, floor report.Number, version string) report.Cycle {
		c := cycleOn(key, d, "")
		c.System, c.NoiseFloor = system, floor
		runs := []report.RecallRun{{Version: version}}
		c.Benchmarks = []report.Benchmark{{Benchmark: "chi", RecallPre: report.Recall{Value: recall, Runs: runs}}}
		return c
	}
	missing := report.Missing("not_measured")
	var cycles []report.Cycle
	for i := range 9 {
		floor := missing
		switch i {
		case 2:
			floor = report.Known(0.1)
		case 5:
			floor = report.Known(0.2)
		}
		v := report.Known(float64(i) / 10)
		cycles = append(cycles, measured("book", fmt.Sprint("c", i), i/2*2+1, v, floor, fmt.Sprint("v", i)),
			measured("play", fmt.Sprint("p", i), i+1, v, missing, ""))
	}
	o := Observed{Samples: samplesOf(t, metric.StepFlake), Cycles: cycles, Ended: func(func(metric.EndedStep) bool) {}}
	all, short := o.Series()
	// Of the nine cycles of book two each are of one date, so it has five dates; eight are needed.
	if len(all) != 1 || short[Recall] != 1 || all[0].Place() != (Place{"play", "", "chi"}) || all[0].Floor != 0 {
		t.Fatalf("%+v, %v are short", all, short)
	}
	for i, p := range all[0].Points {
		if p.Date != day(i+1).Format("2006-01-02") || !slices.Equal(p.Values, []float64{float64(i) / 10}) ||
			revised(all[0].Ran(p.First)) != fmt.Sprintf("p%d: ", i) {
			t.Errorf("date %d: %+v of %s", i, p, revised(all[0].Ran(p.First)))
		}
	}
	for i := range cycles {
		cycles[i].StartedAt = day(1 + i/2)
	}
	all, _ = o.Series()
	if len(all) != 2 || all[0].Floor != 0.2 || revised(all[0].Ran(all[0].Points[8].Last)) != "c8: version v8" {
		t.Errorf("%+v", all)
	}
}

// A group's steps have a name of their own where all are of one kind, else they are steps.
func TestNounsOfSeries(t *testing.T) {
	for want, nouns := range map[string][]string{"test": {"test", "test"}, "step": {"test", "task"}, "task": {"task",
		"task"}} {
		o := Observed{Samples: samplesOf(t, metric.StepFlake, "", ""), Stable: func(_,
			subject string) string {
			return subject
		}}
		o.Ended = func(yield func(metric.EndedStep) bool) {
			for i, noun := range nouns {
				for d := range 2 {
					step := metric.EndedStep{StepName: metric.Step("ci", "shop", stepName(i)), Noun: noun,
						Unit:  int32(d),
						Night: day(d + 1).Format("2006-01-02")}
					if !yield(step) {
						return
					}
				}
			}
		}
		all, _ := o.Series()
		for _, s := range all {
			if s.Noun != want {
				t.Errorf("steps that are %v: %s is a %s, want %s", nouns, s.Name, s.Noun, want)
			}
		}
	}
}

// Series are counted alike where all runs are of one date, on which no figure can have changed, and
// where each has a date too few; subjects with one lasting name share them, and more than one block
// of series is kept in order.
func TestSeriesThatAreTooShort(t *testing.T) {
	stable := func(_, subject string) string { return strings.TrimPrefix(subject, "n1/") }
	ended := func(dates ...string) func(func(metric.EndedStep) bool) {
		return func(yield func(metric.EndedStep) bool) {
			for i, date := range dates {
				for _, subject := range []string{"n1/shop", "shop"} {
					for _, step := range []string{"", "a", "b"} {
						yield(metric.EndedStep{StepName: metric.Step("ci", subject, step), Night: date, Unit: int32(i), Noun: "test"})
					}
				}
			}
		}
	}
	one := Observed{Samples: samplesOf(t, metric.StepFlake, "a a! c"), Stable: stable, Runs: reporttest.Runs(1), Ended: ended("2026-05-01")}
	all, short := one.Series()
	if len(all) != 0 || len(short) != 2 || short[FlakeRate] != 2 || short[FailureRate] != 3 {
		t.Errorf("%v, %v are short", all, short)
	}
	two := Observed{Samples: samplesOf(t, metric.StepFlake, "a c", "c"), Stable: stable, Runs: reporttest.Runs(2), Ended: ended("2026-05-01", "2026-05-02")}
	all, short = two.Series()
	if len(all) != 4 || len(short) != 1 || short[FlakeRate] != 1 {
		t.Errorf("%v, %v are short", all, short)
	}
	for i, want := range []Series{
		{Key: Key{FlakeRate, "ci\x00shop", "c"}, Noun: "test"}, {Key: Key{FailureRate, "ci\x00shop\x00", ""}, Noun: "test"},
		{Key: Key{FailureRate, "ci\x00shop", "a"}, Noun: "test"}, {Key: Key{FailureRate, "ci\x00shop", "b"}, Noun: "test"},
	} {
		got := all[i]
		if got.Key != want.Key || got.Noun != want.Noun || len(got.Points) != 2 {
			t.Errorf("%+v, want %+v", got, want)
		}
		if what := got.Points[1].Count; got.What == FailureRate && what.Den != 2 {
			t.Errorf("%v: %v of one date", got.Key, what)
		}
	}

	var many []string
	for i := range 2*seriesPerBlock + 3 {
		many = append(many, fmt.Sprintf("step%04d", i))
	}
	dates := strings.Join(many, " ")
	long := Observed{Samples: samplesOf(t, metric.StepFlake, dates, dates), Stable: stable, Runs: reporttest.Runs(2), Ended: ended()}
	if all, _ = long.Series(); len(all) != len(many) {
		t.Fatalf("%d series of %d steps", len(all), len(many))
	}
	for i, s := range all {
		if s.Name != many[i] || len(s.Points) != 2 || s.Points[0].Count.Den != 1 {
			t.Fatalf("series %d: %+v", i, s)
		}
	}
}

// The durations of a step on a date lie in files where there is room for them, but not where all runs are of one
// date, since then there is no series.
func TestDurationsOfSeriesLieInFiles(t *testing.T) {
	steps, same := strings.Repeat("a b c ", 50), func(_, subject string) string { return subject }
	for name, c := range map[string]struct {
		at     func(run int) time.Time
		points int
	}{
		"one date":  {func(run int) time.Time { return day(1).Add(time.Duration(run) * time.Minute) }, 0},
		"ten dates": {func(run int) time.Time { return day(1 + run) }, 10},
	} {
		room := spill.Always()
		o := Observed{Samples: samplesIn(room, c.at, metric.AttemptDuration, slices.Repeat([]string{steps}, 10)...), Stable: same,
			Runs: reporttest.Runs(10), Ended: func(func(metric.EndedStep) bool) {}}
		before := spill.Bytes()
		all, _ := o.Series()
		if taken := spill.Bytes() > before; taken != (c.points > 0) && before > 0 {
			t.Errorf("%s: takes files: %t", name, taken)
		}
		if len(all) != min(3, c.points) {
			t.Errorf("%s: %d series", name, len(all))
		}
		for _, s := range all {
			for _, p := range s.Points {
				if len(s.Points) != c.points || !slices.Equal(p.Values, slices.Repeat([]float64{60}, 50)) {
					t.Errorf("%s, %s: %d points, %v on %s", name, s.Name, len(s.Points), p.Values, p.Date)
				}
			}
		}
		room.Close()
	}
}

// Runs of the same revisions share one map, however many others were asked for between them.
func TestRunsShareRevisions(t *testing.T) {
	var r revisions
	for i := range 100 {
		model := []string{"m-1", "m-2"}[i%2]
		if got := r.of("1", model, "", report.Label{Name: "branch", Value: "main"}); got["model"] != model || got["branch"] != "main" {
			t.Fatalf("%d: %v", i, got)
		}
	}
	if len(r.maps) != 2 {
		t.Errorf("%d maps of two revisions", len(r.maps))
	}
}
