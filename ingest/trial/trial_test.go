package trial

import (
	"slices"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"runreport/ingest/record"
	"runreport/ingest/table"
)

func TestDocument(t *testing.T) {
	for _, c := range []struct {
		name, text string
		rest       string
		elements   []string
		broken     int64
	}{
		{"elements of lists", `{"a": 1, "results": [1, {"x": 2}], "b": {"results": [3], "c": "d"}}`, `{"a":1,"b":{"c":"d"}}`, []string{"results 1", `results {"x": 2}`, "b.results 3"}, 0},
		{"a list of another name", `{"other": [1, 2]}`, `{"other":[1, 2]}`, nil, 0},
		{"empty", `{}`, `{}`, nil, 0},
		{"an empty list", `{"results": []}`, `{}`, nil, 0},
		{"no object", `[1]`, ``, nil, 1},
		{"nothing", ``, ``, nil, 1},
		{"text behind", `{"a": 1} {}`, `{"a":1}`, nil, 1},
		{"broken off in a list", `{"a": 1, "results": [1, 2`, `{"a":1}`, []string{"results 1", "results 2"}, 1},
		{"broken off in an object", `{"a": {"b": 1, "c"`, `{"a":{"b":1}}`, nil, 1},
		{"deep", `{"a":{"b":{"c":{"d":{"e":{"results":[1]}}}}}}`, `{"a":{"b":{"c":{"d":{"e":{"results":[1]}}}}}}`, nil, 0},
		{"a name twice", `{"a": 1, "a": 2}`, `{"a":1,"a":2}`, nil, 0},
	} {
		var elements []string
		f := &record.File{}
		rest := Document([]byte(c.text), f, func(path string, raw jsontext.Value) { elements = append(elements, path+" "+string(raw)) }, "results", "b.results", "a.b.c.d.e.results")
		if string(rest) != c.rest || !slices.Equal(elements, c.elements) || f.Counts().Rejected != c.broken {
			t.Errorf("%s: rest %s, elements %q, %d rejected", c.name, rest, elements, f.Counts().Rejected)
		}
	}
}

// A task passes if all of its trials do.
func TestMeaningOfATask(t *testing.T) {
	passed, failed, open := record.Meaning{Result: table.Passed}, record.Meaning{Result: table.Failed}, record.Meaning{Result: table.Open}
	broken := record.Meaning{Result: table.Failed, Cause: table.CauseInfrastructure}
	stalled, canceled, unknown, skipped := record.Meaning{Result: table.Stalled}, record.Meaning{Result: table.Canceled}, record.Meaning{Result: table.Unknown}, record.Meaning{Result: table.Skipped}
	order := []record.Meaning{skipped, passed, unknown, canceled, open, broken, failed}
	for i, low := range order {
		for _, high := range order[i+1:] {
			for _, pair := range [][]record.Meaning{{low, high}, {high, low}} {
				x := &Task{Trials: []*Trial{{Meaning: pair[0]}, {Meaning: pair[1]}}}
				if got := x.Meaning(); got != high {
					t.Errorf("%v: %v, want %v", pair, got, high)
				}
			}
		}
	}
	if got := (&Task{Trials: []*Trial{{Meaning: broken}, {Meaning: stalled}}}).Meaning(); got != stalled {
		t.Errorf("a stalled trial beside a broken one: %v", got)
	}
	if got := (&Task{}).Meaning(); got != unknown {
		t.Errorf("no trial: %v", got)
	}
	if got := (&Task{Trials: []*Trial{{Meaning: skipped}}}).Meaning(); got != skipped {
		t.Errorf("a skipped one: %v", got)
	}
}

func TestSubject(t *testing.T) {
	for _, c := range []struct{ agent, model, want string }{
		{"goose", "claude-4", "core (goose, claude-4)"}, {"goose", "", "core (goose)"}, {"", "claude-4", "core (claude-4)"}, {"", "", "core"},
	} {
		if got := (&Run{Benchmark: "core", Agent: c.agent, Model: c.model}).Subject(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
