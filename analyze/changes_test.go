package analyze

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"runreport/analyze/change"
	"runreport/analyze/report"
	"runreport/ingest/table"
	"runreport/unit/tier"
)

// pipeline is made-up runs of one subject over consecutive run dates from 2026-01-01 on.
type pipeline struct {
	steps, dates, runs int     // runs a date
	spread             float64 // SD of the log of a duration
	factor             func(step, date int) float64
	outcome            func(step, date, run int) table.Result // nil: everything passes at once
	version            func(date int) string
	subject            func(date int) string
	seed               uint64
}

func runDate(date int) string {
	return time.Date(2026, 1, 1+date, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
}

// tables are the runs as the decoders hand them on.
func (p pipeline) tables() *table.Set {
	s := &table.Set{}
	src := s.Sources.Add(table.Place{})
	s.Sources.Path.Set(src, "runs.jsonl")
	r := rand.New(rand.NewPCG(18, p.seed))
	line := int64(0)
	place := func() table.Place { line++; return table.Place{Line: line} }
	for date := range p.dates {
		for n := range p.runs {
			key := fmt.Sprintf("%s-%d", runDate(date), n)
			start := time.Date(2026, 1, 1+date, 1+n, 0, 0, 0, time.UTC)
			row := s.Runs.Add(place())
			s.Runs.Key.Set(row, key)
			s.Runs.System.Set(row, "forge")
			s.Runs.ID.Set(row, key)
			s.Runs.Subject.Set(row, "shop")
			if p.subject != nil {
				s.Runs.Subject.Set(row, p.subject(date))
				s.Runs.StableSubject.Set(row, "shop")
			}
			if p.version != nil {
				s.Runs.Version.Set(row, p.version(date))
			}
			s.Runs.StartedAt.Set(row, start)
			s.Runs.EndedAt.Set(row, start.Add(time.Hour/2))
			worst := table.Passed
			for step := range p.steps {
				seconds := 60 * math.Exp(p.spread*r.NormFloat64())
				if p.factor != nil {
					seconds *= p.factor(step, date)
				}
				result := table.Passed
				if p.outcome != nil {
					result = p.outcome(step, date, n)
				}
				worst = table.Worse(worst, result)
				p.addStep(s, place, key, fmt.Sprintf("step-%03d", step), result, seconds)
			}
			s.Runs.Result.SetText(row, string(worst))
		}
	}
	return s
}

func (p pipeline) addStep(s *table.Set, place func() table.Place, run, step string, result table.Result, seconds float64) {
	row := s.Steps.Add(place())
	s.Steps.Run.Set(row, run)
	s.Steps.Step.Set(row, step)
	s.Steps.StableStep.Set(row, step)
	s.Steps.Kind.Set(row, "node")
	s.Steps.Retryable.Set(row, true)
	s.Steps.Result.SetText(row, string(result))
	attempts := 1
	if result == table.Flaky {
		attempts = 2
	}
	s.Steps.Attempts.Set(row, int64(attempts))
	for n := 1; n <= attempts; n++ {
		a := s.Attempts.Add(place())
		s.Attempts.Run.Set(a, run)
		s.Attempts.Step.Set(a, step)
		s.Attempts.Attempt.Set(a, int64(n))
		s.Attempts.Converged.Set(a, result.Passing() && n == attempts)
		s.Attempts.DurationS.Set(a, seconds)
	}
}

// changesOf are the entries of a figure.
func changesOf(r *report.Report, what change.What) (out []report.SeriesChange) {
	for _, c := range r.Data.Changes {
		if c.What == string(what) {
			out = append(out, c)
		}
	}
	return out
}

// A machine that is 15 % slower on the last date is one statement, and no step is called.
func TestACommonSlowDownIsOneStatement(t *testing.T) {
	p := pipeline{steps: 200, dates: 40, runs: 1, spread: 0.03, seed: 1, factor: func(_, date int) float64 {
		if date == 39 {
			return 1.15
		}
		return 1
	}}
	r := built(p.tables(), Options{})
	common, steps := changesOf(r, change.CommonDuration), changesOf(r, change.Duration)
	if len(common) != 1 || len(steps) != 0 {
		t.Fatalf("%d statements on all steps, %d on single steps, want 1 and 0: %+v", len(common), len(steps), r.Data.Changes)
	}
	c := common[0]
	if c.State != report.ChangeNew || c.Since != runDate(39) || math.Abs(c.To.Value-0.15) > 0.02 || c.Step != "" || c.Subject != "shop" {
		t.Errorf("%+v", c)
	}
	if want := "All steps of shop are slower: +15 % on 2026-02-09 ("; !strings.HasPrefix(c.Text, want) {
		t.Errorf("it says %q, want %q …", c.Text, want)
	}
}

// One step that doubles beside it is called, and only that one.
func TestADoubledStepBesideACommonSlowDown(t *testing.T) {
	p := pipeline{steps: 200, dates: 40, runs: 1, spread: 0.03, seed: 2,
		factor: func(step, date int) float64 {
			switch {
			case date < 39:
				return 1
			case step == 7:
				return 2 * 1.15
			}
			return 1.15
		},
		version: func(date int) string {
			if date < 39 {
				return "1.4.0"
			}
			return "1.5.0"
		}}
	r := built(p.tables(), Options{})
	common, steps := changesOf(r, change.CommonDuration), changesOf(r, change.Duration)
	if len(common) != 1 || len(steps) != 1 || steps[0].Step != "step-007" {
		t.Fatalf("%d statements on all steps, %d on single steps, want 1 and 1: %+v", len(common), len(steps), r.Data.Changes)
	}
	c := steps[0]
	if c.State != report.ChangeNew || c.Strength != "strong" || c.Since != runDate(39) || c.RunBefore != runDate(38)+"-0" || c.RunAfter != runDate(39)+"-0" {
		t.Errorf("%+v", c)
	}
	if got := c.To.Value/c.From.Value - 1; math.Abs(got-1) > 0.15 || !(c.Lo.Value < 1 && 1 < c.Hi.Value) {
		t.Errorf("it takes %+.2f longer (%.2f to %.2f), want twice as long", got, c.Lo.Value, c.Hi.Value)
	}
	if want := []report.ChangeRevision{{Name: "version", Before: "1.4.0", After: "1.5.0"}}; len(c.Revisions) != 1 || c.Revisions[0] != want[0] {
		t.Errorf("revisions %v, want %v", c.Revisions, want)
	}
	if !strings.HasPrefix(c.Text, "step-007 is slower: median 1 min") || !strings.HasSuffix(c.Text, "since 2026-02-09, 1 run. Evidence: strong. Changed between: version 1.4.0 → 1.5.0.") {
		t.Errorf("it says %q", c.Text)
	}
	if len(c.Points) != 40 || c.Points[39].Date != runDate(39) || c.Points[39].Value.Value < 120 {
		t.Errorf("%d points, the last is %v", len(c.Points), c.Points[len(c.Points)-1])
	}
}

func TestAStepThatStartsToFlakeOrFail(t *testing.T) {
	tier.Seconds(t)
	for result, want := range map[table.Result]struct {
		what change.What
		text string
	}{
		table.Flaky:  {change.FlakeRate, "step-002 became flaky: 6 of the last 6 runs, 0 of 114 before (2026-02-27). Evidence: strong."},
		table.Failed: {change.FailureRate, "step-002 started to fail: 6 of the last 6 runs, 0 of 114 before (2026-02-27). Evidence: strong."},
	} {
		p := pipeline{steps: 6, dates: 60, runs: 2, spread: 0.03, seed: 3, outcome: func(step, date, _ int) table.Result {
			if step == 2 && date >= 57 {
				return result
			}
			return table.Passed
		}}
		r := built(p.tables(), Options{})
		if len(r.Data.Changes) != 1 {
			t.Errorf("%s: %d changes, want 1: %+v", result, len(r.Data.Changes), r.Data.Changes)
			continue
		}
		c := r.Data.Changes[0]
		if c.What != string(want.what) || c.Step != "step-002" || c.To.Value != 1 || c.From.Value != 0 || c.Text != want.text {
			t.Errorf("%s: %s %s %q, want %q", result, c.What, c.Step, c.Text, want.text)
		}
		before := built(p.tables(), Options{SinceDate: runDate(56)})
		if len(before.Data.Changes) != 0 {
			t.Errorf("%s: as of the date before it, changed: %+v", result, before.Data.Changes)
		}
	}
}

// Sentences about the steps of a subject call them by their kind where all have one.
func TestSentencesCallStepsByTheirKind(t *testing.T) {
	for _, c := range []struct {
		kind func(row int) string
		want []string
	}{
		{func(int) string { return table.KindTest }, []string{"Outage-like: 8 tests of shop failed", "results of all its tests,", "said of single tests."}},
		{func(row int) string { return []string{table.KindTest, table.KindTask}[row%2] }, []string{"Outage-like: 8 steps of shop failed", "said of single steps."}},
	} {
		p := pipeline{steps: 12, dates: 40, runs: 2, spread: 0.03, seed: 4, outcome: func(step, date, _ int) table.Result {
			if step < 8 && date == 39 {
				return table.Failed
			}
			return table.Passed
		}}
		tables := p.tables()
		for row := range tables.Steps.Len() {
			tables.Steps.Kind.Set(row, c.kind(row))
		}
		changes := built(tables, Options{}).Data.Changes
		if len(changes) != 1 {
			t.Fatalf("%d changes, want 1: %+v", len(changes), changes)
		}
		for _, words := range c.want {
			if !strings.Contains(changes[0].Text, words) {
				t.Errorf("%q does not hold %q", changes[0].Text, words)
			}
		}
	}
}

// A run that fails because of its step is told once.
func TestManyStepsThatFailOnOneDateAreOneStatement(t *testing.T) {
	p := pipeline{steps: 12, dates: 40, runs: 2, spread: 0.03, seed: 4, outcome: func(step, date, _ int) table.Result {
		if step < 8 && date == 39 {
			return table.Failed
		}
		return table.Passed
	}}
	r := built(p.tables(), Options{})
	if len(r.Data.Changes) != 1 || !strings.HasPrefix(r.Data.Changes[0].Text, "Outage-like: 8 steps of shop failed on 2026-02-09 (step-000, step-001, step-002 and 5 more): 16 of 24 results of all its steps, 0 of 936 before. Evidence: strong.") {
		t.Errorf("%+v", r.Data.Changes)
	}
}

// A subject whose name holds the run date is one series all the same.
func TestSubjectsAreJoinedByTheirStableName(t *testing.T) {
	p := pipeline{steps: 6, dates: 40, runs: 1, spread: 0.03, seed: 5, factor: func(step, date int) float64 {
		if step == 1 && date >= 37 {
			return 2
		}
		return 1
	}, subject: func(date int) string { return runDate(date) + "/shop" }}
	r := built(p.tables(), Options{})
	if got := changesOf(r, change.Duration); len(got) != 1 || got[0].Subject != "shop" || got[0].Step != "step-001" || got[0].Since != runDate(37) {
		t.Errorf("%+v", r.Data.Changes)
	}
}

func TestChangeTestsSayWhatCouldHaveBeenSeen(t *testing.T) {
	p := pipeline{steps: 6, dates: 40, runs: 2, spread: 0.1, seed: 6}
	r := built(p.tables(), Options{})
	if len(r.Data.Changes) != 0 {
		t.Errorf("nothing changed, and it tells %+v", r.Data.Changes)
	}
	for _, x := range r.Data.ChangeTests {
		if x.What == string(change.FailureRate) && x.Tested != 7 { // six steps and the runs
			t.Errorf("%s: %d tested, want 7", x.What, x.Tested)
		}
		if x.Dates != 40 || x.Last != runDate(39) || len(x.Visible) == 0 {
			t.Errorf("%+v", x)
		}
	}
	if len(r.Data.ChangeTests) != 3 {
		t.Errorf("%d figures looked at, want durations, flakes and failures", len(r.Data.ChangeTests))
	}
	few := built(pipeline{steps: 6, dates: 4, runs: 2, spread: 0.1, seed: 6}.tables(), Options{})
	for _, x := range few.Data.ChangeTests {
		if x.What == string(change.Duration) && (x.Tested != 0 || x.Untested != 6 || len(x.Visible) != 0) {
			t.Errorf("of four dates nothing can be seen, and it says %+v", x)
		}
	}
}
