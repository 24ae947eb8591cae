package analyze

import (
	"fmt"
	"slices"
	"testing"

	"runreport/analyze/report"
	"runreport/ingest/table"
)

func TestSetupsStandBesideRecallAndGates(t *testing.T) {
	s := cycleOf("ship", nil, nil, nil)
	// Each measurement found one of two bugs; the last has no run of its own.
	for _, m := range []string{"chi pre-lever 10:00 11:00", "chi post-lever 12:00 13:00", "gin pre-lever 10:00 11:00", "gin post-lever 12:00 13:00"} {
		addMeasurement(t, s, m)
	}
	for i, r := range []string{"chi pre-lever 10:05 claude", "chi post-lever 12:05 codex", "gin pre-lever 10:05 claude", "gin post-lever 14:00 claude", "gin - 15:00"} {
		addRun(t, s, fmt.Sprint("run", i), r)
	}
	for _, c := range []struct{ run, kind, verdict string }{
		{"run0", "gate", "pass"}, {"run0", "gate", "fail"}, {"run0", "gate", "skip"}, {"run0", "gate", "maybe"}, {"run0", "command", "fail"},
		{"run1", "gate", "warn"}, {"run3", "gate", "fail"}, {"run4", "gate", "fail"},
	} {
		row := s.Checks.Add(table.Place{})
		s.Checks.Run.Set(row, c.run)
		s.Checks.Kind.Set(row, c.kind)
		s.Checks.Verdict.Set(row, c.verdict)
	}
	_, r := first(t, s)
	var got []string
	for _, x := range r.Data.Usage.Setups {
		got = append(got, fmt.Sprintf("%s %s: %d runs, recall %s on %d, gates %s", x.Kind, x.Name, x.Runs, ofNumbers(x.Recall), x.Benchmarks, ofNumbers(x.Gates)))
	}
	want := []string{"runner claude: 3 runs, recall 2/4 on 2, gates 2/3", "runner codex: 1 runs, recall 1/2 on 1, gates 0/1"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func ofNumbers(r report.Rate) string { return fmt.Sprintf("%d/%d", r.Num, r.Den) }
