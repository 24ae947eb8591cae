package table

import (
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
		"entry": "entries", "day": "days", "batch": "batches", "": ""} {
		if got := Plural(noun); got != want {
			t.Errorf("several of %q: %q, want %q", noun, got, want)
		}
	}
}
