package cadre

import (
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

// Lists and maps of a checkpoint that hold something else are findings; what can be read counts.
func TestOddPartsOfCheckpoints(t *testing.T) {
	item := func(old, with string) input {
		return input{"w/issues/7/checkpoint.json", strings.Replace(checkpoint(`"workItemId":"7"`, at(0), `"gateResults":{}`), old, with, 1)}
	}
	migration := func(more string) input {
		return input{"m/state/checkpoint.json", migrationAt(at(0), `"completedTasks":[]`, more)}
	}
	const phases, gates = `"completedPhases":[1,2]`, `"gateResults":{}`
	for _, c := range []struct {
		name string
		doc  input
		want string // what is seen
	}{
		{"as it should be", item("", ""), ""},
		{"no list", item(phases, `"completedPhases":{}`), "completedPhases: {}"},
		{"a list with a word", item(phases, `"completedPhases":[1,"x",2]`), `completedPhases: "x"`},
		{"no map", item(gates, `"gateResults":[]`), "gateResults: []"},
		{"no map of tasks", item(gates, `"phaseResults":{},"tasks":[]`), "phaseResults, tasks, tasks: []"},
		{"no map of phases", item(gates, `"phaseResults":[],"tasks":{}`), "phaseResults, tasks, phaseResults: []"},
		{"the parts of the fixture", item(gates, `"tasks":{}`), "phaseResults, tasks"},
		{"a migration", migration(`"completedTaskDurationsMs":[],"gateResults":{}`), ""},
		{"durations that are no list", migration(`"completedTaskDurationsMs":{}`), "completedTaskDurationsMs: {}"},
		{"durations with a word", migration(`"completedTaskDurationsMs":["x"]`), `completedTaskDurationsMs: "x", 1 durations`},
		{"gates that are no map", migration(`"gateResults":7`), "gateResults: 7"},
		{"a fleet", fleetOf("", ""), ""},
		{"an item that is no object", fleetOf(`"1":7,`+fleetEntry("2", "completed", 0, ""), ""), "issues: 1 is 7"},
	} {
		r := ingest(t, c.doc)
		if got := strings.Join(r.rows("Findings", "seen"), ", "); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// What a fleet says of its items elsewhere: their tokens by either name, and what they wait for.
func TestEntriesOfAFleet(t *testing.T) {
	doc := fleetOf(strings.Join([]string{fleetEntry("1", "dep-failed", 0, ""), fleetEntry("2", "completed", 5000, ""), fleetEntry("3", "dep-failed", 0, "")}, ","), `"1":["3"],"3":"1"`)
	doc.text = strings.Replace(doc.text, `"byWorkItem":{}`, `"byWorkItem":{"1":10,"2":20},"byIssue":{"2":5,"3":"x"}`, 1)
	r := ingest(t, doc)
	var got []string
	for _, i := range r.Files[0].Records[1:] {
		n, _ := i.Int(itemTokens)
		got = append(got, strings.Join([]string{i.Str(itemKey), phaseStep(n), strings.Join(i.List(itemWaits), " "), i.At.Format("05")}, ", "))
	}
	want(t, "items", got, "1, phase 10, 3, 00", "2, phase 20, , 05", "3, phase 0, , 00")
	if at := r.Files[0].Records[0].At.Format("04"); at != "01" {
		t.Errorf("the fleet is of minute %s", at)
	}
}

// Fields that no kind declares are kept, of the record and of what is nested in it.
func TestUnknownFieldsOfNestedObjects(t *testing.T) {
	failure := func(id, more string) string { return `{"taskId":"` + id + `","error":"e","attempts":1` + more + `}` }
	for _, c := range []struct{ name, more, want string }{
		{"none", `"failedTasks":[` + failure("t1", "") + `]`, "-"},
		{"the record's own", `"colour":"blue"`, `{"colour":"blue"}`},
		{"one of three", `"failedTasks":[` + failure("t1", "") + "," + failure("t2", `,"why":"x"`) + "," + failure("t3", "") + `]`, `{"failedTasks":[{"why":"x"}]}`},
		{"of an object", `"terminalExhaustion":{"reasonCode":"max-retries","why":"x"}`, `{"terminalExhaustion":{"why":"x"}}`},
		{"of a list and an object", `"failedTasks":[` + failure("t1", `,"a":1`) + `],"terminalExhaustion":{"reasonCode":"max-retries","b":2}`,
			`{"failedTasks":[{"a":1}],"terminalExhaustion":{"b":2}}`},
	} {
		r := ingest(t, input{"w/issues/7/checkpoint.json", checkpoint(`"workItemId":"7"`, at(0), c.more)})
		want(t, c.name, r.rows("Events", "kind", "extra"), "checkpoint "+c.want)
	}
}

// An item's object has its tokens where they are a number, and what it waits for where that is a list.
func TestObjectOfAnItem(t *testing.T) {
	for _, c := range []struct{ item, tokens, waits, want string }{
		{`{}`, ``, ``, ``},
		{`{ "a":1 }`, `70`, `["8",9]`, `,"entry in tokenUsage":70,"entry in dag":["8","9"],"a":1`},
		{`{"a":1}`, `"70"`, `"8"`, `,"a":1`},
		{`{}`, `{"total":70}`, `{"8":1}`, ``},
		{`{}`, `null`, `null`, ``},
		{`{}`, `0`, `[]`, `,"entry in tokenUsage":0,"entry in dag":[]`},
	} {
		got := itemOfFleet("7", jsontext.Value(c.item), jsontext.Value(c.tokens), jsontext.Value(c.waits))
		want(t, c.item, []string{string(got)}, `{"key in issues":"7"`+c.want+`}`)
	}
}
