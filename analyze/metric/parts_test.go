package metric

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"runreport/ingest/table"
)

// ended are runs of system mill, a row of steps each, as "kind name result" with marks behind:
// outside, retry.
func ended(runs map[string][]string, results, byAttempt map[string]string) *table.Set {
	s := &table.Set{}
	for _, key := range []string{"r0", "r1"} {
		row := s.Runs.Add(table.Place{})
		s.Runs.Key.Set(row, key)
		s.Runs.System.Set(row, "mill")
		s.Runs.Subject.Set(row, "till")
		s.Runs.Result.Set(row, results[key])
		s.Runs.ByAttempt.Set(row, byAttempt[key] != "")
		s.Runs.StartedAt.Set(row, time.Date(2026, 3, 2, 2, 0, 0, 0, time.UTC))
		for _, text := range runs[key] {
			words := strings.Fields(text)
			step := s.Steps.Add(table.Place{})
			s.Steps.Run.Set(step, key)
			s.Steps.Kind.Set(step, words[0])
			s.Steps.Step.SetText(step, strings.Trim(words[1], "-"))
			s.Steps.Result.Set(step, words[2])
			s.Steps.Outside.Set(step, strings.Contains(text, " outside"))
			if strings.Contains(text, " retry") {
				s.Steps.Retryable.Set(step, true)
				s.Steps.RetriesVisible.Set(step, true)
				s.Steps.Attempts.Set(step, 2)
			}
		}
	}
	return s
}

func unitsOf(s *table.Set) []*Unit {
	return Units(s, NewCutoffs(s, time.Time{}, time.Hour), time.Hour)
}

// A failure rate is over the steps and runs that were decided, without steps that have no name
// or failed for reasons outside of the work.
func TestEndedSteps(t *testing.T) {
	s := ended(map[string][]string{
		"r0": {"node a passed", "node b failed", "node c skipped", "node d failed outside", "node - failed", "task e stalled", "node f open"},
		"r1": {"node a failed"},
	}, map[string]string{"r0": "failed", "r1": "failed"}, map[string]string{"r1": "yes"})
	units := unitsOf(s)
	var got []string
	for e := range EndedSteps(units) {
		got = append(got, fmt.Sprintf("%d %s/%s/%s %s failed=%v", e.Unit, e.System, e.Subject, e.Step, e.Night, e.Failed))
	}
	want := []string{
		"0 mill/till/a 2026-03-02 failed=false", "0 mill/till/b 2026-03-02 failed=true", "0 mill/till/e 2026-03-02 failed=true",
		"0 mill/till/ 2026-03-02 failed=true", "1 mill/till/a 2026-03-02 failed=true",
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("\n got %s\nwant %s", strings.Join(got, ", "), strings.Join(want, ", "))
	}
	for stop := 1; stop <= len(want); stop++ {
		n := 0
		for range EndedSteps(units) {
			if n++; n == stop {
				break
			}
		}
		if n != stop {
			t.Errorf("stopped behind %d, and given %d", stop, n)
		}
	}
}

// A step says that it can have more than one attempt, and is an item of an eval only where it
// cannot.
func TestDetailsOfSteps(t *testing.T) {
	s := ended(map[string][]string{
		"r0": {"task a passed", "task b passed retry", "sample c failed", "node d passed", "task e passed retry"},
		"r1": {"task a passed"},
	}, map[string]string{"r0": "passed", "r1": "passed"}, nil)
	item := s.Bugs.Add(table.Place{})
	s.Bugs.Run.Set(item, "r0")
	s.Bugs.List.Set(item, itemList)
	s.Bugs.Benchmark.Set(item, "bench")
	s.Bugs.Bug.Set(item, "a")
	s.Bugs.Found.Set(item, true)
	details := Details(unitsOf(s))
	for i, want := range []string{
		"a retried=false item=true, b retried=true item=false, c retried=false item=true, d retried=false item=false, e retried=true item=false",
		"a retried=false item=false",
	} {
		d, err := details(i)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, x := range d.Steps {
			got = append(got, fmt.Sprintf("%s retried=%v item=%v", x.Step, x.Retried, x.Item))
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("run %d:\n got %s\nwant %s", i, strings.Join(got, ", "), want)
		}
	}
}

// Of a run that failed the steps are told that failed, stalled or did not run for a failure.
func TestDetailsOfFailedSteps(t *testing.T) {
	s := ended(map[string][]string{
		"r0": {"node a passed", "node b failed", "node c stalled", "node d blocked", "node e skipped", "node f flaky"},
	}, map[string]string{"r0": "failed"}, nil)
	for _, verdict := range []string{"pass", "fail", "warn", "", "fail"} {
		row := s.Checks.Add(table.Place{})
		s.Checks.Run.Set(row, s.Runs.Key.At(0))
		s.Checks.Name.Set(row, fmt.Sprint(row, verdict))
		s.Checks.Verdict.SetText(row, verdict)
	}
	d := FailedDetails(s, unitsOf(s))(0)
	var got []string
	for _, x := range d.Steps {
		got = append(got, x.Step)
	}
	for _, x := range d.Checks {
		got = append(got, x.Name)
	}
	if strings.Join(got, " ") != "b c d 1fail 4fail" {
		t.Errorf("%v", got)
	}
}

// A sum is that of the values that count: what is negative is left out of it. There is none of nothing.
func TestSumsOfDistributions(t *testing.T) {
	for _, c := range []struct {
		values []float64
		n      int64
		sum    string
	}{
		{nil, 0, "no_data"}, {[]float64{-1}, 0, "no_data"}, {[]float64{5}, 1, "5"}, {[]float64{2, -1, 3, 0}, 3, "5"},
	} {
		d := distributionOf(c.values)
		got := d.Sum.Reason
		if d.Sum.OK {
			got = fmt.Sprint(d.Sum.Value)
		}
		if d.N != c.n || got != c.sum {
			t.Errorf("%v: %d with the sum %s, want %d with %s", c.values, d.N, got, c.n, c.sum)
		}
	}
}

// What systems take is told of the one with most samples, of two with as many of the first by
// name.
func TestOfOneSystem(t *testing.T) {
	for _, c := range []struct{ systems, want string }{
		{"a a", "cost: a a"},
		{"b a b", "cost, b: b b"},
		{"b a", "cost, a: a"},
		{"a c b c b", "cost, b: b b"},
		{"c a a", "cost, a: a a"},
	} {
		var all []dated
		for _, system := range strings.Fields(c.systems) {
			all = append(all, dated{datedUnit: &datedUnit{Common: &Common{System: system}}})
		}
		for range 20 { // the order of a map is another each time
			k := keyFigure{title: "cost"}
			var kept []string
			for _, x := range k.ofOneSystem(append([]dated(nil), all...)) {
				kept = append(kept, x.System)
			}
			if got := k.title + ": " + strings.Join(kept, " "); got != c.want {
				t.Fatalf("%s: %s, want %s", c.systems, got, c.want)
			}
		}
	}
}

// An event in the future or of a document beside a log counts for nothing, and those behind it
// count.
func TestCutoffsOfSeveralEvents(t *testing.T) {
	at := func(hour int) time.Time { return time.Date(2026, 3, 2, hour, 0, 0, 0, time.UTC) }
	s := &table.Set{}
	log, beside := s.Sources.Add(table.Place{}), s.Sources.Add(table.Place{})
	s.Sources.Group.Set(log, "logs")
	s.Sources.Group.Set(beside, "logs")
	s.Sources.Companion.Set(beside, true)
	for _, e := range []struct{ source, hour int }{{log, 8}, {beside, 11}, {log, 20}, {log, 0}, {log, 21}, {log, 9}} {
		row := s.Events.Add(table.Place{Source: e.source})
		s.Events.Source.Set(row, int64(e.source))
		if e.hour > 0 {
			s.Events.At.Set(row, at(e.hour))
		}
	}
	c := NewCutoffs(s, at(12), time.Hour)
	if !c.group["logs"].Equal(at(9)) || c.Future != 2 || !c.AsOf.Equal(at(12)) {
		t.Errorf("as of 12: %v, %d in the future, as of %v", c.group, c.Future, c.AsOf)
	}
	c = NewCutoffs(s, time.Time{}, time.Hour)
	if !c.group["logs"].Equal(at(21)) || c.Future != 0 || !c.AsOf.Equal(at(21)) {
		t.Errorf("as of the latest: %v, %d in the future, as of %v", c.group, c.Future, c.AsOf)
	}
}
