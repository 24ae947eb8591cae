package trial

import (
	"slices"
	"strings"
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
		{"broken off deep", `{"a":{"b":{"c":{"d":{"e":1,"f"`, `{"a":{"b":{"c":{"d":{"e":1}}}}}`, nil, 1},
		{"broken off deeper", `{"a":{"b":{"c":{"d":{"e":{"f":1`, `{"a":{"b":{"c":{"d":{}}}}}`, nil, 1},
		{"broken off behind a list", `{"results": [1],`, `{}`, []string{"results 1"}, 1},
		{"no value", `{"a": 1, "b": }`, `{"a":1}`, nil, 1},
		{"no element", `{"a": 1, "results": [1, , 2], "b": 1}`, `{"a":1}`, []string{"results 1"}, 1},
		{"no name", `{"a": 1, 2: 3}`, `{"a":1}`, nil, 1},
		{"a list in a list", `{"results": [[1], [2]]}`, `{}`, []string{"results [1]", "results [2]"}, 0},
		{"a list at a path below a list", `{"x": [{"results": [1]}]}`, `{"x":[{"results": [1]}]}`, nil, 0},
		{"no list at the path", `{"results": {"x": 1}}`, `{"results":{"x":1}}`, nil, 0},
		{"a name that is no text", "{\"\xff\": 1}", "{\"\uFFFD\":1}", nil, 0},
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

// What breaks a document is said without a line, since the document is one record.
func TestWhyADocumentIsBroken(t *testing.T) {
	for text, want := range map[string]string{
		`{"a": 1`:       "unexpected EOF",
		``:              "no JSON object",
		`[1]`:           "no JSON object",
		`{"a": 1} {}`:   "text behind the JSON object",
		`{"a": 1, 2: }`: "object member name must be a string",
	} {
		f := &record.File{Format: &record.Format{}}
		Document([]byte(text), f, nil)
		found := &table.Findings{}
		f.FillFindings(found)
		if found.Len() != 1 || !strings.Contains(found.Seen.At(0), want) || found.Place(0).Line != 0 {
			t.Errorf("%s: %d findings, %q, line %d", text, found.Len(), found.Seen.At(0), found.Place(0).Line)
		}
	}
}

// The name of an exception tells what ended a trial; the first part of it that is known decides.
func TestException(t *testing.T) {
	for name, want := range map[string]string{
		"AgentTimeoutError": "failed time-limit", "TimedOut": "failed time-limit", "EnvironmentStartTimeoutError": "failed infrastructure",
		"RateLimitError": "failed budget", "ContextLengthExceeded": "failed budget", "OutputLengthExceeded": "failed budget",
		"CancelledError": "canceled canceled", "KeyboardInterrupt": "canceled canceled", "DaytonaError": "failed infrastructure",
		"DockerException": "failed infrastructure", "NetworkError": "failed infrastructure", "ConnectionResetError": "failed infrastructure",
		"RewardFileNotFoundError": "failed infrastructure", "NonZeroExitCode": "failed failure", "ValueError": "failed other", "": "failed other",
	} {
		m := Exception(name)
		if got := string(m.Result) + " " + string(m.Cause); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
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
