package promptfoo

import (
	"fmt"
	"testing"

	"runreport/ingest/record"
)

// rowOf is the row that the text gives.
func rowOf(t *testing.T, text string) *record.Record {
	t.Helper()
	f := &record.File{Path: "x.json", Format: &record.Format{}}
	addRow(f, []byte(text))
	if len(f.Records) != 1 {
		t.Fatalf("%s: %d rows", text, len(f.Records))
	}
	return f.Records[0]
}

// Variables are told apart by their names and values, however these are written. What promptfoo
// adds to them does not count.
func TestHashOfVariables(t *testing.T) {
	hash := func(vars string) string { return rowOf(t, `{"vars":`+vars+`}`).Str("vars_hash") }
	for _, c := range []struct {
		name, a, b string
		same       bool
	}{
		{"as it is", `{"q":"pop"}`, `{"q":"pop"}`, true},
		{"spaces and the order of keys inside", `{"q":{"a":1,"b":[1,2]}}`, `{"q": { "b": [1, 2], "a": 1 }}`, true},
		{"another way to write a number", `{"q":1}`, `{"q":1.0}`, true},
		{"another value", `{"q":"pop"}`, `{"q":"push"}`, false},
		{"another value inside", `{"q":{"a":1}}`, `{"q":{"a":2}}`, false},
		{"another name", `{"q":"pop"}`, `{"p":"pop"}`, false},
		{"one more", `{"q":"pop"}`, `{"q":"pop","p":"pop"}`, false},
		{"the conversation", `{"q":"pop"}`, `{"q":"pop","_conversation":[{"output":"x"}]}`, true},
		{"none", `{}`, `null`, true},
		{"no object", `{}`, `"pop"`, true},
	} {
		if got := hash(c.a) == hash(c.b); got != c.same {
			t.Errorf("%s: %s and %s are the same: %v, want %v", c.name, c.a, c.b, got, c.same)
		}
	}
	if none, one := rowOf(t, `{}`).Str("vars_hash"), hash(`{"q":"pop"}`); none == one || none != hash(`{}`) || len(none) != 8 {
		t.Errorf("without variables %q, with one %q", none, one)
	}
}

// A prompt is told by its label, else by what is shown of it, else by its text.
func TestHashOfPrompts(t *testing.T) {
	hash := func(prompt string) string { return rowOf(t, `{"prompt":`+prompt+`}`).Str("column") }
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{`{"label":"a","raw":"x"}`, `{"label":"a","raw":"y","display":"z"}`, true},
		{`{"label":"a","raw":"x"}`, `{"label":"b","raw":"x"}`, false},
		{`{"display":"a","raw":"x"}`, `{"display":"a","raw":"y"}`, true},
		{`{"display":"a","raw":"x"}`, `{"display":"b","raw":"x"}`, false},
		{`{"raw":"x"}`, `{"raw":"x","id":"1"}`, true},
		{`{"raw":"x"}`, `{"raw":"y"}`, false},
		{`{"id":"1"}`, `{"id":"2"}`, false},
		{`"x"`, `"x"`, true},
		{`"x"`, `"y"`, false},
	} {
		if got := hash(c.a) == hash(c.b); got != c.same {
			t.Errorf("%s and %s are the same: %v, want %v", c.a, c.b, got, c.same)
		}
	}
}

// What an answer used: stated with it, else with the row. One from the cache used nothing, and a
// cost of 0 counts only beside tokens.
func TestUsageOfRows(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`{}`, "0 0 0, 0 false"},
		{`{"cost":0}`, "0 0 0, 0 false"},
		{`{"cost":0.5}`, "0 0 0, 0.5 true"},
		{`{"cost":0,"tokenUsage":{"prompt":1,"completion":0,"total":1}}`, "1 0 1, 0 true"},
		{`{"response":{"tokenUsage":{"prompt":3,"completion":4,"total":7}},"tokenUsage":{"prompt":30,"completion":40,"total":70},"cost":0.1}`, "3 4 7, 0.1 true"},
		{`{"response":{},"tokenUsage":{"prompt":30,"completion":40,"total":70}}`, "30 40 70, 0 false"},
		{`{"response":{"cached":false,"tokenUsage":{"total":7}}}`, "0 0 7, 0 false"},
		{`{"response":{"cached":true,"tokenUsage":{"prompt":3,"completion":4,"total":7}},"tokenUsage":{"total":70},"cost":0.1}`, "0 0 0, 0 false"},
	} {
		x := usage(rowOf(t, c.text))
		if got := fmt.Sprintf("%d %d %d, %g %v", x.In, x.Out, x.Total, x.Cost, x.CostGiven); got != c.want {
			t.Errorf("%s: %s, want %s", c.text, got, c.want)
		}
	}
}

// A file of which nothing but rows was read has no head, and an element that is no object is rejected.
func TestRowsWithoutAHead(t *testing.T) {
	for text, want := range map[string]string{
		`{"evalId":"e","results":{"results":[{"testIdx":0}]}}`:                              "2 0",
		`{"evalId":"e","results":{"results":[]}}`:                                           "1 0",
		`{"evalId":"e","results":{"results":[7,{"testIdx":0}]}}`:                            "2 1",
		`{"evalId":"e","evalId":"f","results":{"results":[{"testIdx":0}]}}`:                 "1 1", // a name twice
		`{"evalId":"e","results":{"results":[{},{"testIdx":0,"testIdx":1},{"testIdx":2}]}}`: "3 1",
		`{"evalId":"e","results":7}`:                                                        "1 0",
		`{"evalId":"e","results":null}`:                                                     "1 0",
		`[]`:                                                                                "0 1",
		``:                                                                                  "0 1",
	} {
		f := &record.File{Path: "x.json", Format: &record.Format{}}
		read([]byte(text), f)
		if got := fmt.Sprint(len(f.Records), " ", f.Counts().Rejected); got != want {
			t.Errorf("%s: records and rejected %s, want %s", text, got, want)
		}
	}
}

// The head is of the time that stands with its results.
func TestTimeOfTheHead(t *testing.T) {
	for text, want := range map[string]string{
		`{"evalId":"e","results":{"timestamp":"2026-04-05T08:00:09Z","results":[]}}`: "08:00:09",
		`{"evalId":"e","timestamp":"2026-04-05T08:00:09Z","results":{"results":[]}}`: "00:00:00",
		`{"evalId":"e"}`: "00:00:00",
	} {
		f := &record.File{Path: "x.json", Format: &record.Format{}}
		if read([]byte(text), f); len(f.Records) != 1 || f.Records[0].At.UTC().Format("15:04:05") != want {
			t.Errorf("%s: %d records, want one at %s", text, len(f.Records), want)
		}
	}
}

// A value that says a name twice has no one way to write it, and stays as it is written.
func TestCanonical(t *testing.T) {
	for text, want := range map[string]string{
		`{"b":1.0,"a":"\u0041"}`: `{"a":"A","b":1}`, `{"a":1,"a":2}`: `{"a":1,"a":2}`, `[1, 2]`: `[1,2]`, `"x"`: `"x"`,
		`1e2`: `100`,
	} {
		if got := string(canonical([]byte(text))); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}
