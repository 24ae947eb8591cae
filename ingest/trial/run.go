package trial

import (
	"strings"
	"time"

	"runreport/ingest/record"
	"runreport/ingest/table"
)

// Run is the run that tasks belong to, with what its row says.
type Run struct {
	Unit      *record.Unit
	At        *record.Record
	Benchmark string // dataset and its version, or the eval: what items are items of
	Agent     string
	Model     string
	Variant   string // what else tells it from others, as the name of a job
	Version   string
	Status    string // as written
	Start     time.Time
	End       time.Time
	Meaning   record.Meaning
	Reason    string
	Announced int64 // tasks that the run states; 0: it does not
	Snapshots bool
	Groups    []Group
	Tasks     []*Task
}

// Group is what holds tasks together, as a benchmark of several.
type Group struct {
	At   *record.Record
	Name string
}

// Task is a task of a benchmark or a sample of an eval.
type Task struct {
	At     *record.Record
	Kind   string // table.KindTask or table.KindSample
	Name   string // in its run
	Stable string // as it lasts over runs; "": the name
	Title  string
	Parent string
	Of     string // the benchmark, where it is another than the run's
	Trials []*Trial
}

// Trial is one try at a task, or one epoch of a sample.
type Trial struct {
	At        *record.Record
	N         int64 // its number, from 1
	ID        string
	Status    string // as written
	Meaning   record.Meaning
	Start     time.Time
	End       time.Time
	DurationS float64 // 0: from start to end, where both are known
	Error     string
	Agent     string
	Model     string
	Usage     Usage
	Checks    []Check
	Scores    []Score
	Errored   []string // errors of the tries before that were repeated
	Phases    []Phase
}

// Phase is a part of a trial, as making its environment.
type Phase struct {
	Name       string
	Start, End time.Time
}

// Usage is what a trial cost. A zero of tokens is no measurement: agents that do not count
// write it.
type Usage struct {
	In, Out, Cache, Total int64
	Cost                  float64
	CostGiven             bool
}

// Check is a test or an assertion of a trial.
type Check struct {
	Kind, Name string
	Verdict    string // pass, fail, warn or skip; else as written
	Written    string
	Reason     string
	DurationS  float64
}

// Score is what one scorer says.
type Score struct {
	Scorer  string
	Value   float64
	Given   bool
	Unit    string
	Written string
	StdErr  float64
	Erring  bool // StdErr is given
}

// Meaning is how a task ended, by its trials.
func (x *Task) Meaning() record.Meaning {
	m := record.Meaning{Result: table.Unknown}
	for i, t := range x.Trials {
		if i == 0 || rank(t.Meaning) > rank(m) {
			m = t.Meaning
		}
	}
	return m
}

// rank orders how trials ended: the one of the highest rank is a task's.
func rank(m record.Meaning) int {
	if outside(m) {
		return 6
	}
	switch m.Result {
	case table.Failed, table.Stalled:
		return 7
	case table.Open:
		return 5
	case table.Canceled:
		return 4
	case table.Unknown:
		return 3
	case table.Passed:
		return 2
	}
	return 1
}

// outside reports whether what runs or judges the work failed, not the work.
func outside(m record.Meaning) bool {
	return m.Result == table.Failed && m.Cause == table.CauseInfrastructure
}

// Subject is what runs are compared with each other by: the benchmark, and who worked on it.
// Example: "terminal-bench-core@0.1.1 (goose, claude-4-opus)".
func (r *Run) Subject() string {
	var who []string
	for _, s := range []string{r.Agent, r.Model} {
		if s != "" {
			who = append(who, s)
		}
	}
	if len(who) == 0 {
		return r.Benchmark
	}
	return r.Benchmark + " (" + strings.Join(who, ", ") + ")"
}
