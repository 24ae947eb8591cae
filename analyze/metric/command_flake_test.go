package metric

import (
	"fmt"
	"slices"
	"testing"

	"runreport/ingest/table"
)

// A command of a step counts once however many commands its run has. Every third fails in the first
// attempt, every fifth in the last one.
func TestCommandsOfOneRun(t *testing.T) {
	for _, n := range []int{0, 1, 2, 23, 24, 25, 96} {
		s := &table.Set{}
		s.Runs.Key.Set(s.Runs.Add(table.Place{}), "u")
		check := func(step, name, verdict string) {
			row := s.Checks.Add(table.Place{})
			s.Checks.Run.Set(row, "u")
			s.Checks.Kind.Set(row, "command")
			s.Checks.Step.Set(row, step)
			s.Checks.Name.Set(row, name)
			s.Checks.Verdict.Set(row, verdict)
		}
		verdict := map[bool]string{true: "fail", false: "pass"}
		for _, step := range []string{"test", "lint"} {
			for i := range n {
				check(step, fmt.Sprint("make ", i), verdict[i%3 == 0])
			}
			for i := range n {
				check(step, fmt.Sprint("make ", i), verdict[i%5 == 0])
			}
		}
		var want, got []string
		for range 2 {
			for i := range n {
				if i%5 > 0 {
					want = append(want, fmt.Sprint("make ", i, " flaked ", i%3 == 0))
				}
			}
		}
		commandFlake.Sampler()(unitOf(s), func(x Sample) { got = append(got, fmt.Sprint(x.Step, " flaked ", x.Hit)) })
		if !slices.Equal(got, want) {
			t.Errorf("%d commands: %q, want %q", n, got, want)
		}
	}
}

// Commands are told apart by their names as they are now: those that came to be the same, as where folders
// are taken out of them, are one, and so are one without a name and one whose name is empty.
func TestCommandsOfOneName(t *testing.T) {
	s := &table.Set{}
	s.Runs.Key.Set(s.Runs.Add(table.Place{}), "u")
	for _, c := range []struct{ name, verdict string }{
		{"go test ./a/check", "fail"}, {"go test ./b/check", "pass"}, {"none", "fail"}, {"", "pass"},
	} {
		row := s.Checks.Add(table.Place{})
		s.Checks.Run.Set(row, "u")
		s.Checks.Kind.Set(row, "command")
		s.Checks.Verdict.Set(row, c.verdict)
		if c.name != "none" {
			s.Checks.Name.Set(row, c.name)
		}
	}
	s.Publish()
	var got []string
	commandFlake.Sampler()(unitOf(s), func(x Sample) { got = append(got, fmt.Sprintf("%q flaked %t", x.Step, x.Hit)) })
	if want := []string{`"go test check" flaked true`, `"" flaked true`}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
