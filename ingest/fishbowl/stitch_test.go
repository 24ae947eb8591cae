package fishbowl

import (
	"strings"
	"testing"
)

// Fragments are one run where they first start with the same event; runs are in the order in which
// anything of them is met.
func TestFragmentsOfRuns(t *testing.T) {
	spoke := func(run string, n int) string { return said("e", run, "agent.spoke", "ada", n, `{"text":"x"}`) }
	again := said("again", "r", "run.started", "conductor", 9, duel)
	other := said("other", "r", "run.started", "conductor", 0, duel)
	for _, c := range []struct {
		name  string
		files []named
		want  string // of each run its files
	}{
		{"a second start", []named{{"1.jsonl", begin("r") + again}, {"2.jsonl", begin("r") + spoke("r", 10)}},
			"r [1.jsonl 2.jsonl]"},
		{"another start", []named{{"1.jsonl", begin("r") + again}, {"2.jsonl", again + spoke("r", 10)}},
			"r [1.jsonl]; r [2.jsonl]"},
		{"two first starts", []named{{"1.jsonl", begin("r")}, {"2.jsonl", other}}, "r [1.jsonl]; r [2.jsonl]"},
		{"a part without a start comes first",
			[]named{{"1.jsonl", spoke("r", 10)}, {"2.jsonl", begin("s")}, {"3.jsonl", begin("r")}},
			"r [3.jsonl 1.jsonl]; s [2.jsonl]"},
		{"a run without any start comes first", []named{{"1.jsonl", spoke("r", 10)}, {"2.jsonl", begin("s")}},
			"r [1.jsonl]; s [2.jsonl]"},
		{"a part without a start comes last",
			[]named{{"1.jsonl", begin("s")}, {"2.jsonl", begin("r")}, {"3.jsonl", spoke("s", 10)}},
			"s [1.jsonl 3.jsonl]; r [2.jsonl]"},
	} {
		equal(t, c.name, strings.Join(load(t, c.files...).Rows(t, "Runs", "id", "files"), "; "), c.want)
	}
}
