package table

import (
	"fmt"
	"slices"
	"testing"
)

func TestWorse(t *testing.T) {
	for _, c := range []struct{ a, b, want Result }{
		{Passed, Passed, Passed}, {Passed, Flaky, Flaky}, {Flaky, Failed, Failed}, {Failed, Passed, Failed},
		{Unknown, Failed, Failed}, {Stalled, Failed, Failed}, {Canceled, Flaky, Canceled}, {Passed, Open, Passed},
	} {
		if got := Worse(c.a, c.b); got != c.want {
			t.Errorf("of %s and %s the worse is %s, want %s", c.a, c.b, got, c.want)
		}
	}
}

func TestUnfinished(t *testing.T) {
	for _, c := range []struct {
		started, over bool
		want          Result
	}{{false, false, Open}, {true, false, Open}, {true, true, Unknown}, {false, true, Skipped}} {
		if got := Unfinished(c.started, c.over); got != c.want {
			t.Errorf("started %v, run over %v: %s, want %s", c.started, c.over, got, c.want)
		}
	}
}

// The results are those of LANGUAGE.md, each in one of the three groups that are asked for.
func TestResults(t *testing.T) {
	var passing, decided, rest []Result
	for _, r := range Results() {
		switch {
		case r.Passing():
			passing = append(passing, r)
		case r.Decided():
			decided = append(decided, r)
		default:
			rest = append(rest, r)
		}
	}
	for _, c := range []struct{ got, want []Result }{
		{passing, []Result{"passed", "flaky"}},
		{decided, []Result{"failed", "stalled"}},
		{rest, []Result{"blocked", "canceled", "skipped", "open", "unknown"}},
	} {
		if !slices.Equal(c.got, c.want) {
			t.Errorf("%v, want %v", c.got, c.want)
		}
	}
}

func TestPlural(t *testing.T) {
	for noun, want := range map[string]string{"node": "nodes", "pass": "passes", "work item": "work items", "card": "cards", "phase": "phases",
		"entry": "entries", "day": "days", "batch": "batches", "box": "boxes", "dish": "dishes", "y": "ys", "by": "bies", "x": "xes", "": ""} {
		if got := Plural(noun); got != want {
			t.Errorf("several of %q: %q, want %q", noun, got, want)
		}
	}
}

// A binding finds the columns of a table by their names, "" being none, and panics on others.
func TestBind(t *testing.T) {
	s := &Set{}
	b := Bind(&s.Runs, []string{"system", "", "reason"})
	columns, ok := b.In(&s.Runs)
	if !ok || columns.Column(0) != any(&s.Runs.System) || columns.Column(1) != nil || columns.Column(2) != any(&s.Runs.Reason) {
		t.Error("not the columns of those names")
	}
	if _, ok := b.In(&s.Steps); ok {
		t.Error("it fits the tables of another type")
	}
	defer func() {
		if got, want := fmt.Sprint(recover()), "table: Runs has no column colour"; got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}()
	Bind(&s.Runs, []string{"system", "colour"})
}
