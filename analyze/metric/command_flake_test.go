package metric

import (
	"fmt"
	"slices"
	"testing"

	"runreport/ingest/table"
)

// A command of a step counts once however many commands its run has: few are looked through, many
// are in a map. Every third fails in the first attempt, every fifth in the last one.
func TestCommandsOfOneRun(t *testing.T) {
	for _, n := range []int{0, 1, fewCommands - 1, fewCommands, fewCommands + 1, fewCommands + 2, 4 * fewCommands} {
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
		commandFlake.Sample(unitOf(s), func(x Sample) { got = append(got, fmt.Sprint(x.Step, " flaked ", x.Hit)) })
		if !slices.Equal(got, want) {
			t.Errorf("%d commands: %q, want %q", n, got, want)
		}
	}
}
