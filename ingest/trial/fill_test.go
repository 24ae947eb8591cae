package trial

import (
	"strings"
	"testing"
	"time"

	"runreport/ingest/ingesttest"
	"runreport/ingest/record"
	"runreport/ingest/table"
)

// minute is a time on the day of the trials.
func minute(m int) time.Time { return time.Date(2026, 3, 5, 9, m, 0, 0, time.UTC) }

var (
	passed = record.Meaning{Result: table.Passed}
	failed = record.Meaning{Result: table.Failed, Cause: table.CauseFailure}
	broken = record.Meaning{Result: table.Failed, Cause: table.CauseInfrastructure}
	open   = record.Meaning{Result: table.Open}
)

// filled is what a run writes. All of it comes from the first line of x.json.
func filled(r *Run) *table.Set {
	at := &record.Record{File: &record.File{Path: "x.json"}, Line: 1}
	r.Unit, r.At = &record.Unit{System: "toy", Key: "toy:r1", ID: "r1", Kind: "run", Superseded: r.superseded()}, at
	for i := range r.Groups {
		r.Groups[i].At = at
	}
	for _, x := range r.Tasks {
		x.At = at
		for _, y := range x.Trials {
			y.At = at
		}
	}
	s := &table.Set{}
	s.Sources.Path.Set(s.Sources.Add(table.Place{}), "x.json")
	r.Fill(s)
	return s
}

// superseded are the files that other ones of the run replace: one, if it is said to be of two.
func (r *Run) superseded() []string {
	if r.Variant != "replaces another" {
		return nil
	}
	return []string{"old.json"}
}

// TestFill holds what runs write of themselves, their tasks and trials against
// testdata/fill.txtar.
func TestFill(t *testing.T) {
	task := func(name string, trials ...*Trial) *Task {
		return &Task{Kind: table.KindTask, Name: name, Trials: trials}
	}
	tasks := func(all ...*Task) Run { return Run{Benchmark: "core", Meaning: passed, Tasks: all} }
	var got []ingesttest.File
	for _, c := range []struct {
		name string
		run  Run
	}{
		{"nothing but a name", Run{Benchmark: "core", Status: "done", Meaning: passed}},
		{"all that a run says", Run{
			Benchmark: "core", Agent: "goose", Model: "m-1", Variant: "replaces another", Version: "2", Status: "halted",
			Start: minute(0), End: minute(9), Meaning: failed, Reason: "no disk", Announced: 3, Snapshots: true,
			Groups: []Group{{Name: "g"}},
		}},
		{"an open run has no end", Run{Benchmark: "core", Status: "running", Start: minute(0), End: minute(9), Meaning: open}},
		{"times are those of the trials", tasks(
			task("a", &Trial{N: 1, Meaning: passed, Start: minute(3), End: minute(4)}, &Trial{N: 2, Meaning: passed}),
			task("b", &Trial{N: 1, Meaning: passed, Start: minute(2), End: minute(8)},
				&Trial{N: 2, Meaning: passed, Start: minute(5), End: minute(6)}),
			task("c", &Trial{N: 1, Meaning: passed, End: minute(7)}, &Trial{N: 2, Meaning: passed, Start: minute(1)}),
		)},
		{"the times of the run count", Run{Benchmark: "core", Start: minute(1), End: minute(5), Meaning: passed, Tasks: []*Task{
			task("a", &Trial{N: 1, Meaning: passed, Start: minute(0), End: minute(9)}),
		}}},
		{"results", tasks(
			task("failed", &Trial{N: 1, Status: "no", Meaning: failed, Error: "3 is not 4"}),
			task("broken", &Trial{N: 1, Status: "err", Meaning: broken, Error: "no disk"}),
			task("open", &Trial{N: 1, Status: "runs", Meaning: open, Start: minute(1)}),
			task("none"),
		)},
		{"the trial that decides tells the reason", tasks(
			task("first", &Trial{N: 1, Status: "no", Meaning: failed, Error: "one"}, &Trial{N: 2, Status: "yes", Meaning: passed, Error: "two"}),
			task("last", &Trial{N: 1, Status: "err", Meaning: broken, Error: "one"}, &Trial{N: 2, Status: "no", Meaning: failed, Error: "two"}),
			task("both", &Trial{N: 1, Status: "no 1", Meaning: failed, Error: "one"}, &Trial{N: 2, Status: "no 2", Meaning: failed}),
			task("passed", &Trial{N: 1, Status: "yes", Meaning: passed, Error: "a warning"}),
		)},
		{"numbers of a trial", tasks(
			task("durations", &Trial{N: 1, Meaning: passed, DurationS: 7, Start: minute(1), End: minute(2)}, &Trial{N: 3, Meaning: passed, DurationS: 0.5}),
			task("tokens", &Trial{N: 1, Meaning: passed, Usage: Usage{In: 5, Out: 1, Cache: 2}},
				&Trial{N: 2, Meaning: passed, Usage: Usage{In: 5, Out: 1, Total: 9, CostGiven: true}},
				&Trial{N: 3, Meaning: passed, ID: "i", Agent: "goose", Model: "m-1", Usage: Usage{Cost: 0.5}}),
			task("not numbered", &Trial{Meaning: passed}),
		)},
		{"names of a task", tasks(
			&Task{Kind: table.KindSample, Name: "a", Stable: "always a", Title: "A", Parent: "p", Of: "other", Trials: []*Trial{{N: 1, Meaning: passed}}},
		)},
		{"an item of another log", tasks(
			&Task{Kind: table.KindGroup, Name: "a", Trials: []*Trial{{N: 1, Meaning: passed, Checks: []Check{{Kind: "test", Name: "t1", Verdict: "pass"}}}}},
		)},
		{"checks", tasks(task("a", &Trial{N: 2, Meaning: failed, Checks: []Check{
			{Kind: "test", Name: "t1", Verdict: "fail", Written: "FAILED", Reason: "3 is not 4", DurationS: 0.5},
			{Kind: "test", Name: "t2", Verdict: "pass"},
		}}))},
		{"scores", tasks(task("a", &Trial{N: 2, Meaning: passed, Scores: []Score{
			{Scorer: "s1", Value: 0.5, Given: true, Unit: "ratio", Written: "0.5", StdErr: 0.1, Erring: true},
			{Scorer: "s2", Written: "C"},
		}}))},
		{"tries that were repeated", tasks(task("a", &Trial{N: 1, Meaning: passed, Errored: []string{"no network", "no disk"}}))},
		{"phases", tasks(
			task("once", &Trial{N: 1, Meaning: passed, Phases: []Phase{{"unknown", time.Time{}, minute(1)}, {"setup", minute(1), minute(2)}, {"open", minute(3), time.Time{}}}}),
			task("twice", &Trial{N: 1, Meaning: passed, Phases: []Phase{{"setup", minute(1), minute(2)}}},
				&Trial{N: 12, Meaning: passed, Phases: []Phase{{"setup", minute(3), minute(4)}}}),
		)},
	} {
		got = append(got, ingesttest.File{Path: c.name, Text: ingesttest.Text(filled(&c.run)) + "\n"})
	}
	ingesttest.Texts(t, "fill.txtar", got)
}

// Of very long texts the beginning is kept, with a mark behind it. Names by which things are told
// apart are whole.
func TestLongTexts(t *testing.T) {
	long := strings.Repeat("x", 3000)
	got := ingesttest.Lengths(filled(&Run{
		Benchmark: long, Reason: long, Meaning: failed, Tasks: []*Task{{
			Kind: table.KindTask, Name: "a", Stable: long, Title: long, Trials: []*Trial{{
				N: 1, Meaning: failed, Status: long, Error: long, Errored: []string{long},
				Checks: []Check{{Kind: "test", Name: long, Written: long, Reason: long}},
				Scores: []Score{{Scorer: long, Written: long}},
			}},
		}},
	}))
	const want = `runs: subject 311, stable_subject 311, reason 2001
steps: stable_step 3000, name 201, status 81, reason 2001
attempts: status 81, error 2001
checks: name 201, written 81, reason 2001
bugs: benchmark 3000, bug 3000, status 81
scores: scorer 3000, written 81
`
	if got != want {
		t.Errorf("got\n%s", got)
	}
}

// Items, benchmarks, scorers and subjects whose names begin alike stay apart. Example: the id of an
// item may be its prompt, and all prompts of an eval begin with the same instructions.
func TestNamesThatBeginAlike(t *testing.T) {
	same := strings.Repeat("x", 500)
	task := func(end string) *Task {
		return &Task{Kind: table.KindSample, Name: same + end, Of: same + end,
			Trials: []*Trial{{N: 1, Meaning: passed, Scores: []Score{{Scorer: same + end, Value: 1, Given: true}}}}}
	}
	s := filled(&Run{Benchmark: same, Meaning: passed, Tasks: []*Task{task("a"), task("b")}})
	for _, c := range []*table.String{&s.Bugs.Bug, &s.Bugs.Benchmark, &s.Scores.Scorer} {
		if c.At(0) == c.At(1) {
			t.Errorf("both are %.20s…", c.At(0))
		}
	}
	a := filled(&Run{Benchmark: same + "a", Meaning: passed})
	b := filled(&Run{Benchmark: same + "b", Meaning: passed})
	if a.Runs.Subject.At(0) == b.Runs.Subject.At(0) {
		t.Error("both subjects are the same")
	}
}
