package analyze

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"runreport/analyze/change"
	"runreport/analyze/metric"
	"runreport/analyze/recall"
	"runreport/analyze/report"
	"runreport/analyze/stat"
	"runreport/ingest/table"
)

// The ledger has each file with what is known of it, and the sums of all.
func TestLedger(t *testing.T) {
	s := &table.Set{}
	for i, path := range []string{"a.jsonl.gz", "b.json", "c.txt"} {
		row, n := s.Sources.Add(table.Place{}), int64(i+1)
		s.Sources.Path.Set(row, path)
		for k, c := range []*table.Int{&s.Sources.Bytes, &s.Sources.Records, &s.Sources.Kept, &s.Sources.Blank, &s.Sources.Ignored,
			&s.Sources.Duplicate, &s.Sources.Superseded, &s.Sources.Rejected} {
			c.Set(row, n*int64(k+1))
		}
		if i < 2 {
			s.Sources.Format.Set(row, "kahn")
		}
		if i == 0 {
			s.Sources.Compression.Set(row, "gzip")
			s.Sources.Lines.Set(row, 9)
		}
	}
	passed := []report.PassedOver{{Folder: "node_modules", Files: 3}}
	l := ledger(s, passed)
	sum := report.LedgerTotal{Files: 3, Bytes: 6, Lines: 9, Records: 12, Claimed: 2,
		Fates: report.Fates{Kept: 18, Blank: 24, Ignored: 30, Duplicate: 36, Superseded: 42, Rejected: 48}}
	if l.Total != sum {
		t.Errorf("%+v, want %+v", l.Total, sum)
	}
	if len(l.PassedOver) != 1 || l.PassedOver[0].Folder != "node_modules" || len(l.Files) != 3 {
		t.Fatalf("%+v", l)
	}
	a, b, c := l.Files[0], l.Files[1], l.Files[2]
	if a.Path != "a.jsonl.gz" || *a.Format != "kahn" || *a.Compression != "gzip" || *a.Lines != 9 ||
		a.Fates != (report.Fates{Kept: 3, Blank: 4, Ignored: 5, Duplicate: 6, Superseded: 7, Rejected: 8}) {
		t.Errorf("%+v", a)
	}
	if b.Format == nil || b.Compression != nil || b.Lines != nil || c.Format != nil || c.Bytes != 3 || c.Records != 6 {
		t.Errorf("%+v and %+v", b, c)
	}
}

// Findings stand worst first, then by code, file and line, whoever made them.
func TestAllFindings(t *testing.T) {
	s := &table.Set{}
	for _, path := range []string{"a", "b"} {
		s.Sources.Path.Set(s.Sources.Add(table.Place{}), path)
	}
	for _, f := range []struct {
		source         int
		line           int64
		code, severity string
		older          bool
	}{
		{1, 3, "z", "warning", false}, {0, 9, "y", "error", false}, {0, 2, "y", "error", false}, {1, 1, "y", "error", false}, {0, 0, "y", "error", false},
		{0, 1, "x", "error", true}, {0, 5, "a", "info", false}, {0, 4, "a", "error", false},
	} {
		row := s.Findings.Add(table.Place{Source: f.source, Line: f.line})
		s.Findings.Code.Set(row, f.code)
		s.Findings.Severity.Set(row, f.severity)
		s.Findings.Run.Set(row, "r")
		s.Findings.Count.Set(row, 7)
		if f.older {
			s.Findings.Older.Set(row, true)
		}
	}
	own := []report.Finding{{Code: "own", Severity: "warning"}}
	for _, future := range []int{0, 1, 2} {
		all, older := allFindings(s, []report.Run{{Key: "q", RunSetup: &report.RunSetup{Subject: "other"}, RunEnd: &report.RunEnd{}}, {Key: "r", RunDetails: &report.RunDetails{Findings: 8}, RunSetup: &report.RunSetup{Subject: "shop"}, RunEnd: &report.RunEnd{}}}, slices.Concat(own, futureFindings(future)))
		var got []string
		for _, f := range all {
			got = append(got, fmt.Sprintf("%s %s %s %d", f.Severity, f.Code, f.File, line(f.Line)))
			if f.Code != "own" && f.Code != recall.CodeFuture.Name && (f.Subject != "shop" || f.Count != 7 || (f.Line != nil) != (line(f.Line) > 0)) {
				t.Errorf("%+v", f)
			}
		}
		want := []string{"error a a 4", "error y a 0", "error y a 2", "error y a 9", "error y b 1", "warning own  0", "warning z b 3", "info a a 5"}
		if future > 0 {
			i := slices.IndexFunc(all, func(f report.Finding) bool { return f.Code == recall.CodeFuture.Name })
			if i < 0 || all[i].Count != int64(future) || all[i].Seen != map[int]string{1: "1 event", 2: "2 events"}[future] {
				t.Fatalf("%q", got)
			}
			got = slices.Delete(got, i, i+1)
		}
		if !slices.Equal(got, want) || older != 1 {
			t.Errorf("%q and %d older, want %q and 1", got, older, want)
		}
	}
}

// Each finding has the subject of its own run, whatever run the one before was of.
func TestSubjectsOfFindings(t *testing.T) {
	s := &table.Set{}
	s.Sources.Path.Set(s.Sources.Add(table.Place{}), "a")
	for i, run := range []string{"r", "q", "", "r", "r", "gone", "q"} {
		row := s.Findings.Add(table.Place{Line: int64(i + 1)})
		s.Findings.Code.Set(row, "c")
		s.Findings.Run.SetText(row, run)
	}
	all, _ := allFindings(s, []report.Run{
		{Key: "q", RunSetup: &report.RunSetup{Subject: "mart"}, RunEnd: &report.RunEnd{}}, {Key: "r", RunSetup: &report.RunSetup{Subject: "shop"}, RunEnd: &report.RunEnd{}},
	}, nil)
	var got []string
	for _, f := range all {
		got = append(got, f.Run+":"+f.Subject)
	}
	if want := []string{"r:shop", "q:mart", ":", "r:shop", "r:shop", "gone:", "q:mart"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// The labels of a run are those of the last of its files, else of the file that shows it.
func TestLabelsOfRuns(t *testing.T) {
	s := &table.Set{}
	for _, f := range []struct{ path, labels string }{{"a", "branch=main"}, {"b", "branch=fix job=x=y"}, {"c", ""}} {
		row := s.Sources.Add(table.Place{})
		s.Sources.Path.Set(row, f.path)
		s.Sources.Labels.Set(row, strings.Fields(f.labels))
	}
	for _, r := range []struct {
		source int
		files  []string
	}{{0, []string{"a", "b"}}, {0, []string{"b", "a"}}, {1, nil}, {1, []string{"c"}}} {
		row := s.Runs.Add(table.Place{Source: r.source})
		s.Runs.Key.Set(row, fmt.Sprint(row))
		s.Runs.Files.Set(row, r.files)
	}
	units := metric.Units(s, metric.NewCutoffs(s, time.Time{}, math.MaxInt64), math.MaxInt64)
	slices.SortFunc(units, func(x, y *metric.Unit) int { return x.Row - y.Row })
	of := labelsOf(s, units)
	b := []report.Label{{Name: "branch", Value: "fix"}, {Name: "job", Value: "x=y"}}
	for i, want := range [][]report.Label{b, {{Name: "branch", Value: "main"}}, b, nil} {
		if got := of(i); !slices.Equal(got, want) {
			t.Errorf("run %d: %v, want %v", i, got, want)
		}
	}
	if labelsOf(&table.Set{}, nil) != nil {
		t.Error("there are labels of no build")
	}
}

// What the numbers depend on besides the tables shows in the report.
func TestOptions(t *testing.T) {
	p := pipeline{steps: 1, dates: 2, runs: 1, seed: 1}
	last := time.Date(2026, 1, 2, 1, 30, 0, 0, time.UTC) // end of the last run
	for _, c := range []struct {
		name            string
		o               Options
		asOf, generated time.Time
		from            string
		sections        bool
	}{
		{"nothing", Options{}, last, last, report.AsOfLogs, true},
		{"a later time", Options{AsOf: last.Add(time.Hour)}, last.Add(time.Hour), last.Add(time.Hour), report.AsOfGiven, true},
		{"made later", Options{GeneratedAt: last.Add(time.Hour)}, last, last.Add(time.Hour), report.AsOfLogs, true},
		{"data only", Options{DataOnly: true}, last, last, report.AsOfLogs, false},
	} {
		r := built(p.tables(), c.o)
		if !r.Data.AsOf.Equal(c.asOf) || !r.Data.GeneratedAt.Equal(c.generated) || r.Data.AsOfFrom != c.from || (len(r.Sections) > 0) != c.sections || (r.Compared != nil) != c.sections {
			t.Errorf("%s: as of %s (%s), made %s, %d sections", c.name, r.Data.AsOf, r.Data.AsOfFrom, r.Data.GeneratedAt, len(r.Sections))
		}
	}
	cycle := cycleOf("ship", nil, nil, nil, single("chi", of(4, 6), of(8, 2), "")) // of an hour
	for longest, want := range map[time.Duration]bool{0: true, time.Hour: true, 59 * time.Minute: false} {
		r := built(cycle, Options{LongestDuration: longest, DataOnly: true})
		if got := r.Data.Cycles[0].TimeToVerdictS.OK; got != want {
			t.Errorf("longest %s: an hour counts: %t", longest, got)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if r, err := Build(ctx, p.tables(), Options{}); r != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("a report of an ended context: %v", err)
	}
}

// A build that is ended between any two passes makes no report.
func TestEndedBetweenPasses(t *testing.T) {
	tables := pipeline{steps: 1, dates: 2, runs: 1, seed: 1}.tables()
	for n := 0; ; n++ {
		ctx := &endedAfter{Context: t.Context()}
		ctx.left.Store(int64(n))
		r, err := Build(ctx, tables, Options{})
		if err == nil {
			if n < 4 || r == nil {
				t.Errorf("it is ended in %d places", n)
			}
			return
		}
		if r != nil || !errors.Is(err, context.Canceled) {
			t.Fatalf("ended at place %d: %v, %v", n, r, err)
		}
	}
}

// The plan is made for each share, number of runs and size of loss that the page has.
func TestRowsOfThePlan(t *testing.T) {
	p := pipeline{steps: 1, dates: 30, runs: 2, spread: 0.2, seed: 5}
	steps := built(p.tables(), Options{DataOnly: true, Plan: true}).Plan.Steps
	if len(steps) != 1 {
		t.Fatalf("%+v", steps)
	}
	var got []string
	for _, r := range steps[0].Rows {
		got = append(got, fmt.Sprint(r.Change, " ", r.Runs))
		if r.Dates != nil && *r.Dates < 1 {
			t.Errorf("%d dates", *r.Dates)
		}
	}
	var want []string
	for _, share := range []string{"0.1", "0.25", "0.5", "1"} {
		for _, runs := range []string{"1", "2", "4"} {
			want = append(want, share+" "+runs)
		}
	}
	if !slices.Equal(got, want) || steps[0].System != "forge" || steps[0].Subject != "shop" || steps[0].Step != "step-000" || steps[0].Reason != "" {
		t.Errorf("%+v: %q, want %q", steps[0], got, want)
	}
	if steps[0].RunSD == nil || steps[0].DateSD == nil {
		t.Errorf("of two runs a date: %+v", steps[0])
	}
	p.runs = 1 // the noise of runs cannot be told from that of dates
	if steps := built(p.tables(), Options{DataOnly: true, Plan: true}).Plan.Steps; steps[0].RunSD != nil || steps[0].DateSD == nil {
		t.Errorf("of one run a date: %+v", steps[0])
	}
}

// The size of a reference list is that of the latest cycle that tells it; repeats of all count.
func TestBenchmarksOfThePlan(t *testing.T) {
	n := report.Known
	side := func(list int64, values ...float64) (r report.Recall) {
		for _, v := range values {
			run := report.RecallRun{Value: n(v), Den: report.Count(list)}
			if list < 0 {
				run.Den = report.Whole{Reason: "no_data"}
			}
			if v < 0 {
				run.Value = report.Missing("no_data")
			}
			r.Runs = append(r.Runs, run)
		}
		return r
	}
	b := func(name string, pre, post report.Recall) report.Benchmark {
		return report.Benchmark{Benchmark: name, RecallPre: pre, RecallPost: post}
	}
	cycles := []report.Cycle{
		{System: "b", Benchmarks: []report.Benchmark{b("chi", side(20, 0.5, 0.6, 0.7), side(20, 0.6, 0.7, 0.8))}},
		{System: "b", Benchmarks: []report.Benchmark{b("chi", side(16, 0.5, -1), side(-1, 0.5)), b("none", side(0, 0.5), side(-1, -1))}},
		{System: "a", Benchmarks: []report.Benchmark{b("chi", side(1, 1), report.Recall{}), b("ant", side(4, 1), report.Recall{})}},
	}
	got := benchmarkPlans(cycles)
	var names []string
	for _, p := range got {
		names = append(names, fmt.Sprint(p.System, " ", p.Benchmark, " ", p.Bugs))
	}
	if want := []string{"a ant 4", "a chi 1", "b chi 16"}; !slices.Equal(names, want) {
		t.Fatalf("%q, want %q", names, want)
	}
	// Of three repeats twice the variance is 0.01, of a bug 0.01·20; SD of a list of 16 is the root of 0.2/16.
	if p := got[2]; p.SD == nil || *p.SD < 0.1118-1e-4 || *p.SD > 0.1118+1e-4 || p.Repeats != 4 {
		t.Errorf("%+v", p)
	}
	if p := got[0]; p.SD == nil || *p.SD < 0.2236-1e-4 || *p.SD > 0.2236+1e-4 || len(p.Rows) != 4 || p.Rows[0].Change != 0.05 || p.Rows[1].Change != 0.1 ||
		p.Rows[2].Change != 0.2 || p.Rows[3].Change != 0.4 {
		t.Errorf("%+v", p)
	}
	if above0(0) != nil || *above0(1) != 1 || *above0(7) != 7 {
		t.Error("a number above 0 is not itself, or 0 is a number")
	}
}

// endedAfter is a context that is ended once it was asked so many times. Passes that are made at
// once ask it at once.
type endedAfter struct {
	context.Context
	left atomic.Int64
}

func (e *endedAfter) Err() error {
	if e.left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

// A self-test asks 400 made-up comparisons, plants losses of one to three bugs, and replays
// figures; of what was not measured it has the reason.
func TestSelfTestNumbers(t *testing.T) {
	set := cycleOf("ship", nil, nil, nil, bench{"rep", []run{of(10, 10), of(14, 6), of(12, 8)}, []run{of(13, 7), of(16, 4), of(12, 8)}, ""})
	r := built(set, Options{DataOnly: true}).Data.SelfTest
	if r.FalseAlarm.Den != 400 || r.FloorAlarm.Den != 400 || r.Promised < 0.0666 || r.Promised > 0.0667 {
		t.Errorf("%+v", r)
	}
	var whats []string
	for _, p := range r.Power {
		whats = append(whats, p.What)
		if p.Called.Den != 400 || p.Noticed.Den != 400 {
			t.Errorf("%+v", p)
		}
	}
	if want := []string{"1 bug lost in one benchmark", "2 bugs lost in one benchmark", "3 bugs lost in one benchmark"}; !slices.Equal(whats, want) {
		t.Errorf("%q, want %q", whats, want)
	}
	replayed := []change.Measured{{What: change.Duration, Series: 3, Dates: 40, Judged: 300, Alarms: 10,
		Power: []change.Seeing{{Size: 0.5, Noticed: stat.Fraction{Num: 3, Den: 4}, Called: stat.Fraction{Num: 2, Den: 4}}}},
		{What: change.FlakeRate, Series: 2, Dates: 4, Reason: stat.ReasonTooFew}}
	s := selfTestOfCycles(&recall.Result{})
	addReplays(s, replayed, false)
	// By hand: 10 alarms on 300 judged dates are 1 in 30.
	a, few := s.Alarms[0], s.Alarms[1]
	if a.What != "duration" || a.Series != 3 || a.Dates != 40 || a.Judged != 300 || a.Alarms != 10 || a.Per30 != metric.Number(stat.Known(1)) || !a.Lo.OK || !a.Hi.OK {
		t.Errorf("%+v", a)
	}
	if few.What != "flake_rate" || few.Per30.OK || few.Lo.OK || few.Hi.OK || few.Per30.Reason != string(stat.ReasonTooFew) {
		t.Errorf("%+v", few)
	}
	if p := s.Power[len(s.Power)-1]; p.Noticed.Num != 3 || p.Called.Num != 2 || p.Called.Den != 4 || p.What != change.PlantedWords(change.Duration, 0.5) {
		t.Errorf("%+v", p)
	}
	if s.Status != "passed" || !strings.HasPrefix(s.Sentences[0], "With its run dates shuffled") {
		t.Errorf("%s: %q", s.Status, s.Sentences)
	}
}

// What a self-test promises is exceeded where even the lower end of what was measured lies above.
func TestPromisesOfTheSelfTest(t *testing.T) {
	n := func(x float64) report.Number { return metric.Number(stat.Known(x)) }
	rate := func(lo float64) report.Rate {
		return report.Rate{Num: 30, Den: 400, Value: n(0.075), Lo: n(lo), Hi: n(0.1)}
	}
	for _, c := range []struct {
		lo   float64
		want string
	}{{1.0 / 15, "passed"}, {1.0/15 + 1e-9, "failed"}} {
		s := &report.SelfTest{Promised: promisedFalseAlarm, FalseAlarm: rate(c.lo), FloorAlarm: metric.RateOf(50, 400)}
		if status, _ := selfTestVerdict(s, true); status != c.want {
			t.Errorf("from %g on: %s, want %s", c.lo, status, c.want)
		}
	}
	// By the table of the Poisson distribution 60 alarms have a lower limit of 45.8, and 61 one of
	// 46.7: on 1380 judged dates, which are 46 times 30, that is just below and above 1.
	for alarms, want := range map[int64]bool{60: false, 61: true} {
		_, failed, measured := alarmSentence([]report.AlarmRate{{Alarms: alarms - 1, Judged: 900, Per30: n(1)}, {Alarms: 1, Judged: 1380, Per30: n(1)}, {Alarms: 0, Judged: 3, Per30: n(1)}})
		if failed != want || !measured {
			t.Errorf("%d alarms: failed %t", alarms, failed)
		}
	}
	if s, failed, measured := alarmSentence(nil); s != "" || failed || measured {
		t.Errorf("of no figure: %q", s)
	}
}
