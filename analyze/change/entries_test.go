package change

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"runreport/analyze/metric"
	"runreport/analyze/report"
	"runreport/analyze/stat"
	"runreport/ingest/table"
	"runreport/unit"
	"runreport/unit/spill"
)

// told is the series of a figure with a value of 10 s, or none of five runs, on each of ten dates.
func toldSeries(what What, subject, step string) Series {
	s := Series{Key: Key{what, groupName("ci", subject), step}, Unit: unit.Seconds}
	for d := range 10 {
		p := Point{Date: dateName(d), Count: stat.Fraction{Den: 5}, Values: []float64{10, 10}}
		if what == Recall {
			p.Values = []float64{0.5}
		}
		s.Points = append(s.Points, p)
	}
	return s
}

// What the sentences of changes say: what changed and by how much, since when, how sure that is.
func TestSentencesOfChanges(t *testing.T) {
	interval := func(lo, hi float64) (stat.Number, stat.Number) { return stat.Known(lo), stat.Known(hi) }
	of := func(what What, subject, step string, state State, since int, from, to, q float64, lo, hi float64) Change {
		c := Change{Key: Key{what, groupName("ci", subject), step}, State: state, Since: dateName(since), From: from, To: to, Q: stat.Known(q)}
		c.Lo, c.Hi = interval(lo, hi)
		return c
	}
	rate := func(what What, step string, state State, was, now stat.Fraction) Change {
		c := of(what, "shop", step, state, 8, float64(was.Num)/float64(was.Den), float64(now.Num)/float64(now.Den), 0.001, 0, 0)
		c.Was, c.Now = was, now
		return c
	}
	none, two, four := stat.Fraction{Den: 40}, stat.Fraction{Num: 2, Den: 40}, stat.Fraction{Num: 4, Den: 10}
	slow := of(Duration, "shop", "e2e", New, 9, 10, 13, 0.0005, 0.18, 0.41)
	withRevisions := slow
	withRevisions.Revisions = []Revision{{"commit", "c1", "c2"}, {"model", "", "m"}, {"version", "1", "2"}}
	noInterval := slow
	noInterval.Lo, noInterval.Hi = stat.Missing(stat.ReasonTooFew), stat.Missing(stat.ReasonTooFew)
	for _, c := range []struct {
		name string
		of   Change
		want string
	}{
		{"slower", slow, "e2e is slower: median 10 s → 13 s (+30 %, 95 % CI +18 to +41 %) since 0009, 2 runs. Evidence: strong."},
		{"since three dates", of(Duration, "shop", "e2e", Standing, 7, 10, 13, 0.01, 0.18, 0.41),
			"e2e is slower: median 10 s → 13 s (+30 %, 95 % CI +18 to +41 %) since 0007, 6 runs. Evidence: moderate."},
		{"faster", of(Duration, "shop", "e2e", Standing, 7, 10, 5, 0.02, -0.6, -0.4), "e2e is faster: median 10 s → 5.0 s (−50 %, 95 % CI −60 to −40 %) since 0007, 6 runs. Evidence: weak."},
		{"an interval that ends at nothing", of(Duration, "shop", "e2e", Standing, 7, 10, 11, 0.02, -0.001, 0.2), "(+10 %, 95 % CI 0 to +20 %)"},
		{"without an interval", noInterval, "median 10 s → 13 s (+30 %) since 0009"},
		{"suspected on the last date", of(Duration, "shop", "e2e", Suspected, 9, 10, 13, 0.1, 0.18, 0.41),
			"e2e may be slower: median 10 s → 13 s (+30 %, 95 % CI +18 to +41 %) on 0009, 2 runs. Evidence: weak. The next run date will confirm or withdraw it."},
		{"suspected before", of(Duration, "shop", "e2e", Suspected, 8, 10, 13, 0.1, 0.18, 0.41), "since 0008, 4 runs. Evidence: weak. The next run date"},
		{"of two subjects", of(Duration, "shop", "both", New, 9, 10, 13, 0.0005, 0.18, 0.41), "both of shop is slower:"},
		{"of a kind of steps", of(Duration, "shop", "test", New, 9, 10, 13, 0.0005, 0.18, 0.41), "tests of shop are slower:"},
		{"with what was run", withRevisions, "Evidence: strong. Changed between: commit c1 → c2 and version 1 → 2."},
		{"ended", of(Duration, "shop", "e2e", Ended, 3, 10, 13, 0.0005, 0.18, 0.41), "e2e is no longer slower: median 10 s → 13 s (+30 %, 95 % CI +18 to +41 %) from 0003 until 0009, when it ended."},

		{"flaky", rate(FlakeRate, "e2e", New, none, four), "e2e became flaky: 4 of the last 10 runs, 0 of 40 before (0008). Evidence: strong."},
		{"more flaky", rate(FlakeRate, "e2e", New, two, four), "e2e is flaky more often: 4 of the last 10 runs, 2 of 40 before (0008)."},
		{"less flaky", rate(FlakeRate, "e2e", Standing, four, two), "e2e is flaky less often: 2 of the last 40 runs, 4 of 10 before (0008)."},
		{"perhaps flaky", rate(FlakeRate, "e2e", Suspected, none, four), "e2e may have become flaky: 4 of the last 10 runs, 0 of 40 before (0008). Evidence: weak."},
		{"perhaps more flaky", rate(FlakeRate, "e2e", Suspected, two, four), "e2e may be flaky more often:"},
		{"no longer flaky", rate(FlakeRate, "e2e", Ended, none, four), "e2e is as before again: 4 of 10 runs from 0008 until 0009, 0 of 40 before."},
		{"fails", rate(FailureRate, "e2e", New, none, four), "e2e started to fail: 4 of the last 10 runs, 0 of 40 before (0008)."},
		{"runs as wholes", rate(FailureRate, "", New, two, four), "runs of shop fail more often: 4 of the last 10 runs, 2 of 40 before (0008)."},
		{"a gate", rate(GateFailure, "lint", New, none, four), "gate lint started to fail: 4 of the last 10 runs"},
		{"without counts", of(FlakeRate, "shop", "e2e", Standing, 8, 0, 0.4, 0.001, 0, 0), "e2e became flaky: 0 of the last 10 runs, 0 of 40 before (0008)."},

		{"recall", of(Recall, "", "chi", Standing, 8, 0.75, 0.5, 0.001, -0.4, -0.1), "chi: recall before the lever fell from 0.75 to 0.50 (−0.25, 95 % CI −0.40 to −0.10) since 0008, 2 cycles."},
		{"more recall", of(Recall, "", "chi", Standing, 9, 0.5, 0.75, 0.001, 0.1, 0.4), "chi: recall before the lever rose from 0.50 to 0.75 (+0.25, 95 % CI +0.10 to +0.40) since 0009, 1 cycle."},
	} {
		all := []Series{toldSeries(Duration, "shop", "e2e"), toldSeries(Duration, "shop", "both"), toldSeries(Duration, "till", "both"), toldSeries(Duration, "shop", "test"),
			toldSeries(FlakeRate, "shop", "e2e"), toldSeries(FailureRate, "shop", "e2e"), toldSeries(FailureRate, "shop", ""), toldSeries(GateFailure, "shop", "lint"), toldSeries(Recall, "", "chi")}
		r := &Result{Changes: []Change{c.of}, Alarms: []Alarm{{Key: c.of.Key, State: Standing, Last: dateName(1)}, {Key: c.of.Key, State: Ended, Last: dateName(9)}}}
		got := r.Entries(all, map[[2]string]bool{{"ci", "test"}: true})
		if len(got) != 1 || !strings.Contains(got[0].Text, c.want) || !strings.HasSuffix(got[0].Text, ".") {
			t.Errorf("%s: %+v\nwant %s", c.name, got[0].Text, c.want)
		}
	}
}

// A standing change whose last runs were free of it is told so, where that many would be unlikely
// at its rate: at 9 of 10 two such runs are (0.1²), at 1 of 5 three are not (0.8³).
func TestChangesThatWentQuiet(t *testing.T) {
	for _, c := range []struct {
		name   string
		counts []stat.Fraction // from date 7 on
		state  State
		from   float64
		want   string
	}{
		{"two of a high rate", []stat.Fraction{{Num: 9, Den: 10}, {Den: 1}, {Den: 1}}, Standing, 0, ", none of the last 2"},
		{"one of it", []stat.Fraction{{Num: 9, Den: 10}, {Den: 1}}, Standing, 0, ""},
		{"three of a low rate", []stat.Fraction{{Num: 1, Den: 5}, {Den: 3}}, Standing, 0, ""},
		{"fourteen of it", []stat.Fraction{{Num: 1, Den: 5}, {Den: 7}, {Den: 7}}, Standing, 0, ", none of the last 14"},
		{"one in the last runs", []stat.Fraction{{Num: 9, Den: 10}, {Den: 9}, {Num: 1, Den: 9}}, Standing, 0, ""},
		{"it is new", []stat.Fraction{{Num: 9, Den: 10}, {Den: 2}}, New, 0, ""},
		{"it fell", []stat.Fraction{{Num: 9, Den: 10}, {Den: 2}}, Standing, 0.95, ""},
		{"no event at all", []stat.Fraction{{Den: 10}, {Den: 2}}, Standing, 0, ""},
	} {
		s := toldSeries(FailureRate, "shop", "e2e")
		s.Points[2].Count.Num = 5 // before the change
		s.Points = s.Points[:7]
		for i, n := range c.counts {
			s.Points = append(s.Points, Point{Date: dateName(7 + i), Count: n})
		}
		x := newSentences(&Result{}, []Series{s}, nil)
		if got := x.clean(&Change{Key: s.Key, State: c.state, Since: dateName(7), From: c.from, To: 0.9}); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// Changes come by state, those of a whole group first, then by evidence and size, then by name.
func TestOrderOfEntries(t *testing.T) {
	of := func(what What, step string, state State, q stat.Number, to float64) Change {
		return Change{Key: Key{what, groupName("ci", "shop"), step}, State: state, Since: dateName(9), From: 10, To: to, Q: q}
	}
	group := of(CommonDuration, "", New, stat.Missing(stat.ReasonNotMeasured), 12)
	inOrder := []Change{
		group,
		of(Duration, "a", New, stat.Known(0.001), 20), of(Duration, "b", New, stat.Known(0.001), 15), of(Duration, "c", New, stat.Known(0.001), 15), of(Duration, "d", New, stat.Known(0.002), 90),
		of(Duration, "e", New, stat.Missing(stat.ReasonTooFew), 99),
		of(Duration, "f", Suspected, stat.Known(0.1), 20), of(Duration, "g", Standing, stat.Known(0), 20), of(Duration, "h", Ended, stat.Known(0), 20),
	}
	var all []Series
	for _, c := range inOrder[1:] {
		all = append(all, toldSeries(Duration, "shop", c.Name))
	}
	mixed := slices.Clone(inOrder)
	slices.Reverse(mixed)
	var got []string
	for _, e := range (&Result{Changes: mixed, Common: []Common{{Group: group.Group}}}).Entries(all, nil) {
		got = append(got, e.Step)
		if e.What == string(Duration) && (len(e.Points) != 10 || math.Abs(e.Points[0].Value.Value-10) > 1e-9) {
			t.Errorf("%s is drawn with %v", e.Step, e.Points)
		}
	}
	if strings.Join(got, " ") != " a b c d e f g h" {
		t.Errorf("%q", got)
	}
}

// The last sixty values are drawn, those that are none left out.
func TestPointsOfEntries(t *testing.T) {
	s := Series{Key: Key{Duration, "g", "s"}}
	for d := range 70 {
		v := float64(d + 1)
		if d == 65 {
			v = -1
		}
		s.Points = append(s.Points, Point{Date: dateName(d), Values: []float64{v}})
	}
	x := newSentences(&Result{}, []Series{s}, nil)
	got := x.points(s.Key)
	if len(got) != 59 || got[0].Date != dateName(10) || got[58].Date != dateName(69) || math.Abs(got[58].Value.Value-70) > 1e-9 {
		t.Errorf("%d points, %+v to %+v", len(got), got[0], got[len(got)-1])
	}
	if got := x.points(Key{FlakeRate, "g", "none"}); got == nil || len(got) > 0 {
		t.Errorf("of a series that is not there: %v", got)
	}
}

// samplesOf are samples of one metric: a run on each date, with its steps. One that ends in ! is a hit.
func samplesOf(t *testing.T, of *metric.Metric, dates ...string) *metric.Samples {
	t.Helper()
	return samplesIn(nil, func(i int) time.Time { return day(i + 1) }, of, dates...)
}

// samplesIn has long lists in the room, and the runs at those times.
func samplesIn(room *spill.Room, at func(run int) time.Time, of *metric.Metric, dates ...string) *metric.Samples {
	s := &table.Set{Room: room}
	s.Sources.Path.Set(s.Sources.Add(table.Place{}), "a.jsonl")
	for i := range dates {
		row := s.Runs.Add(table.Place{Line: int64(i + 1)})
		s.Runs.Key.Set(row, fmt.Sprint("run", i))
		s.Runs.System.Set(row, "ci")
		s.Runs.Subject.Set(row, "n1/shop")
		s.Runs.StartedAt.Set(row, at(i))
	}
	units := metric.Units(s, metric.NewCutoffs(s, time.Time{}, math.MaxInt64), math.MaxInt64)
	m := &metric.Metric{Name: of.Name, Kind: of.Kind, Sample: func(u *metric.Unit, emit func(metric.Sample)) {
		for step := range strings.FieldsSeq(dates[u.Row]) {
			name, flaked := strings.CutSuffix(step, "!")
			emit(metric.Sample{Step: name, Hit: flaked, Value: 60})
		}
	}}
	return metric.Measure(context.Background(), s, units, []*metric.Metric{m})
}

// A step is new among the flaky ones where it became one, or more of one, on the last date. Its
// rate now is that since its latest change.
func TestMarkedFlakes(t *testing.T) {
	flakes := samplesOf(t, metric.StepFlake, "a! b c", "a! b! c", "a b! c", "a b! c!", "a b c!").Of(metric.StepFlake)
	change := func(step string, state State, since string, from, to float64) report.SeriesChange {
		return report.SeriesChange{What: string(FlakeRate), System: "ci", Subject: "shop", Step: step, State: string(state), Since: since, From: report.Known(from), To: report.Known(to)}
	}
	past := func(step, date string) report.PastChange {
		return report.PastChange{What: string(FlakeRate), System: "ci", Subject: "shop", Step: step, Date: date}
	}
	duration := change("a", New, "2026-05-02", 0, 1)
	duration.What = string(Duration)
	otherPast := past("a", "2026-05-02")
	otherPast.What = string(Duration)
	stable := func(_, subject string) string { return strings.TrimPrefix(subject, "n1/") }
	for _, c := range []struct {
		name    string
		changes []report.SeriesChange
		past    []report.PastChange
		want    string // step, new, since, rate
	}{
		{"nothing", nil, nil, "a b c"},
		{"a new one", []report.SeriesChange{change("c", New, "2026-05-04", 0, 1)}, nil, "a b c new 2026-05-04 2/2"},
		{"one that fell", []report.SeriesChange{change("b", New, "2026-05-05", 1, 0)}, nil, "a b 2026-05-05 0/1 c"},
		{"one that stands", []report.SeriesChange{change("b", Standing, "2026-05-02", 0, 1)}, nil, "a b 2026-05-02 3/4 c"},
		{"suspected", []report.SeriesChange{change("b", Suspected, "2026-05-02", 0, 1)}, nil, "a b c"},
		{"ended", []report.SeriesChange{change("b", Ended, "2026-05-02", 0, 1)}, nil, "a b c"},
		{"in the past", nil, []report.PastChange{past("a", "2026-05-03"), past("a", "2026-05-02")}, "a 2026-05-03 0/3 b c"},
		{"in the past and new", []report.SeriesChange{change("c", New, "2026-05-04", 0, 1)}, []report.PastChange{past("c", "2026-05-02")}, "a b c new 2026-05-04 2/2"},
		{"another figure", []report.SeriesChange{duration}, []report.PastChange{otherPast}, "a b c"},
		{"two of them", []report.SeriesChange{change("c", New, "2026-05-04", 0, 1)}, []report.PastChange{past("a", "2026-05-03")}, "a 2026-05-03 0/3 b c new 2026-05-04 2/2"},
	} {
		var nodes []report.FlakeNode
		for _, step := range []string{"a", "b", "c"} {
			nodes = append(nodes, report.FlakeNode{System: "ci", Subject: "n1/shop", Node: step})
		}
		MarkFlakes(nodes, c.changes, c.past, flakes, stable)
		var got []string
		for _, n := range nodes {
			got = append(got, n.Node)
			if n.New {
				got = append(got, "new")
			}
			if n.Changed != "" {
				got = append(got, n.Changed, fmt.Sprintf("%d/%d", n.RateNow.Num, n.RateNow.Den))
			}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %q, want %q", c.name, strings.Join(got, " "), c.want)
		}
	}
}

// A series needs as many dates as anything can be said about: durations six, rates two, recall
// eight. What is shorter is counted, and runs behind the limit of dates are in none.
func TestSeriesThatAreLongEnough(t *testing.T) {
	stable := func(_, subject string) string { return strings.TrimPrefix(subject, "n1/") }
	observe := func(o Observed) string {
		o.Stable = stable
		if o.Ended == nil {
			o.Ended = func(func(metric.EndedStep) bool) {}
		}
		all, short := o.Series()
		var out []string
		for _, s := range all {
			p := s.Place()
			out = append(out, fmt.Sprintf("%s %s %s on %d", s.What, p.Subject, p.Step, len(s.Points)))
		}
		for _, what := range sortedKeys(short) {
			out = append(out, fmt.Sprintf("%d %s short", short[what], what))
		}
		return strings.Join(out, ", ")
	}
	none := samplesOf(t, metric.StepFlake)
	two := samplesOf(t, metric.StepFlake, "", "") // two dates without a sample
	ended := func(nights ...int) func(func(metric.EndedStep) bool) {
		return func(yield func(metric.EndedStep) bool) {
			for i, n := range nights {
				if !yield(metric.EndedStep{StepName: metric.Step("ci", "n1/shop", "e2e"), Night: day(n).Format(time.DateOnly), Unit: int32(i % 2), Failed: true}) {
					return
				}
			}
		}
	}
	cycles := func(n int) (all []report.Cycle) {
		for i := range n {
			c := cycleOn(fmt.Sprint(i), i+1, "")
			c.Benchmarks = []report.Benchmark{{Benchmark: "chi", RecallPre: report.Recall{Value: report.Known(0.5)}}, {Benchmark: "none", RecallPre: report.Recall{Value: report.Missing("x")}}}
			all = append(all, c)
		}
		return append(all, report.Cycle{Key: "no start", Benchmarks: all[0].Benchmarks})
	}
	whole := func(yield func(metric.EndedStep) bool) {
		for n := range 2 {
			for _, step := range []string{"", "e2e"} {
				if !yield(metric.EndedStep{StepName: metric.Step("ci", "n1/shop", step), Night: day(n + 1).Format(time.DateOnly), Unit: int32(n)}) {
					return
				}
			}
		}
	}
	all, _ := (&Observed{Samples: two, Ended: whole, Stable: stable}).Series()
	if len(all) != 2 || all[0].Group == all[1].Group || all[0].Place() != (Place{"ci", "shop", ""}) || all[1].Place() != (Place{"ci", "shop", "e2e"}) {
		t.Errorf("the runs as wholes are no group of their own: %+v", all)
	}
	for _, c := range []struct{ name, got, want string }{
		{"durations on six dates", observe(Observed{Samples: samplesOf(t, metric.AttemptDuration, "a b", "a b", "a b", "a b", "a b", "a")}), "duration shop a on 6, 1 duration short"},
		{"up to the sixth", observe(Observed{Samples: samplesOf(t, metric.AttemptDuration, "a", "a", "a", "a", "a", "a", "a"), Until: "2026-05-06"}), "duration shop a on 6"},
		{"up to the fifth", observe(Observed{Samples: samplesOf(t, metric.AttemptDuration, "a", "a", "a", "a", "a", "a", "a"), Until: "2026-05-05"}), "1 duration short"},
		{"flakes on two dates", observe(Observed{Samples: samplesOf(t, metric.StepFlake, "a b!", "a!")}), "flake_rate shop a on 2, 1 flake_rate short"},
		{"gates on two dates", observe(Observed{Samples: samplesOf(t, metric.GateFailure, "a b!", "a!")}), "gate_failure_rate shop a on 2, 1 gate_failure_rate short"},
		{"one date", observe(Observed{Samples: samplesOf(t, metric.StepFlake, "a b")}), "2 flake_rate short"},
		{"failures on two dates", observe(Observed{Samples: two, Ended: ended(1, 1, 2)}), "failure_rate shop e2e on 2"},
		{"failures on one", observe(Observed{Samples: two, Ended: ended(2, 2)}), "1 failure_rate short"},
		{"recall of eight cycles", observe(Observed{Samples: none, Cycles: cycles(8)}), "recall  chi on 8"},
		{"recall of seven", observe(Observed{Samples: none, Cycles: cycles(7)}), "1 recall short"},
		{"recall of eight up to the seventh", observe(Observed{Samples: none, Cycles: cycles(8), Until: "2026-05-07"}), "1 recall short"},
		{"recall of nine up to the eighth", observe(Observed{Samples: none, Cycles: cycles(9), Until: "2026-05-08"}), "recall  chi on 8"},
	} {
		if c.got != c.want {
			t.Errorf("%s: %s, want %s", c.name, c.got, c.want)
		}
	}
}
