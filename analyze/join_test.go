package analyze

import (
	"slices"
	"strings"
	"testing"
	"time"

	"runreport/analyze/recall"
	"runreport/analyze/report"
	"runreport/ingest/table"
)

// clock is a time of the made-up cycle's day: "10:30"; no time for a dash.
func clock(t *testing.T, hm string) time.Time {
	t.Helper()
	if hm == "-" {
		return time.Time{}
	}
	at, err := time.Parse("2006-01-02 15:04", "2026-05-02 "+hm)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

// sides are the sides of the lever that the states in these tests name.
var sides = map[string]string{"pre-lever": "pre", "pre-pattern7": "pre", "baseline": "pre", "post-lever": "post", "post-revert": "post-revert"}

// addMeasurement adds "chi pre-lever 10:00 11:00": one of two bugs found.
func addMeasurement(t *testing.T, s *table.Set, text string) int {
	t.Helper()
	f := strings.Fields(text)
	m := s.Measurements.Add(table.Place{Line: int64(100 + s.Measurements.Len())})
	s.Measurements.Cycle.Set(m, "c")
	s.Measurements.Benchmark.Set(m, f[0])
	s.Measurements.LeverState.Set(m, f[1])
	s.Measurements.Side.SetText(m, sides[f[1]])
	s.Measurements.Fate.Set(m, "used")
	s.Measurements.Literal.Set(m, "0.50")
	s.Measurements.Found.Set(m, []string{"B1"})
	s.Measurements.Missed.Set(m, []string{"B2"})
	s.Measurements.StartedAt.Set(m, clock(t, f[2]))
	s.Measurements.EndedAt.Set(m, clock(t, f[3]))
	return m
}

// addRun is a run of the playbook: "chi pre-lever 10:05 claude 1.5.6"; a lever state
// of a dash is none.
func addRun(t *testing.T, s *table.Set, key, text string) {
	t.Helper()
	f := append(strings.Fields(text), "", "")
	row := s.Runs.Add(table.Place{})
	s.Runs.Key.Set(row, key)
	s.Runs.System.Set(row, "playbook")
	s.Runs.Kind.Set(row, "run")
	s.Runs.Subject.Set(row, f[0])
	if f[1] != "-" {
		s.Runs.Variant.Set(row, f[1])
		s.Runs.Side.SetText(row, sides[strings.ToLower(f[1])])
	}
	s.Runs.StartedAt.Set(row, clock(t, f[2]))
	s.Runs.Status.Set(row, "success")
	s.Runs.Runner.SetText(row, f[3])
	s.Runs.Version.SetText(row, f[4])
}

func TestNoiseAcrossCyclesIsOfOneVersion(t *testing.T) {
	for _, c := range []struct {
		later string
		df    int64
	}{{"1.5.6", 1}, {"1.5.7", 0}} {
		s, second := cycleOf("revert", nil, nil, nil), cycleOf("revert", nil, nil, nil)
		second.Cycles.Key.Set(0, "c2")
		addMeasurement(t, s, "chi pre-lever 10:00 11:00")
		later := addMeasurement(t, second, "chi pre-lever 13:00 14:00")
		second.Measurements.Cycle.Set(later, "c2")
		s.Join(second)
		addRun(t, s, "a", "chi pre-lever 10:05 claude 1.5.6")
		addRun(t, s, "b", "chi pre-lever 13:05 claude "+c.later)
		if got := built(s, Options{NoiseAcrossCycles: true}).Data.Cycles[0].Noise; got.DF != c.df {
			t.Errorf("control runs of 1.5.6 and %s: %d degrees of freedom, want %d", c.later, got.DF, c.df)
		}
	}
}

// runsOf are the linked runs, or why there is none, of the benchmark's sides in
// turn.
func runsOf(b report.Benchmark) []string {
	var out []string
	for _, r := range append(slices.Clone(b.RecallPre.Runs), b.RecallPost.Runs...) {
		out = append(out, r.Run+r.Unlinked)
	}
	return out
}

func TestJoinRuns(t *testing.T) {
	for _, c := range []struct {
		name         string
		measurements []string
		runs         []string
		want         []string
	}{
		{"one run a side", []string{"chi pre-lever 10:00 11:00", "chi post-lever 12:00 13:00"}, []string{"chi pre-lever 10:05", "chi post-lever 12:01"}, []string{"run0", "run1"}},
		{"the ends of the window count", []string{"chi pre-lever 10:00 11:00", "chi post-lever 12:00 13:00"}, []string{"chi pre-lever 10:00", "chi post-lever 13:00"}, []string{"run0", "run1"}},
		{"letters and blanks", []string{"chi pre-lever 10:00 11:00"}, []string{"CHI Pre-Lever 10:05"}, []string{"run0"}},
		{"repeats", []string{"chi pre-lever 10:00 11:00", "chi pre-lever 11:01 12:00"}, []string{"chi pre-lever 11:02", "chi pre-lever 10:02"}, []string{"run1", "run0"}},
		{"another name of the same side", []string{"chi pre-pattern7 10:00 11:00"}, []string{"chi baseline 10:05"}, []string{"run0"}},
		{"the very name before another of the side", []string{"chi pre-pattern7 10:00 11:00"}, []string{"chi baseline 10:05", "chi pre-pattern7 10:06"}, []string{"run1"}},
		{"another side", []string{"chi post-lever 10:00 11:00"}, []string{"chi baseline 10:05"}, []string{recall.UnlinkedState}},
		{"after the revert is a state of its own", []string{"chi post-lever 10:00 11:00"}, []string{"chi post-revert 10:05"}, []string{recall.UnlinkedState}},
		{"no lever state", []string{"chi pre-lever 10:00 11:00"}, []string{"chi - 10:05"}, []string{recall.UnlinkedState}},
		{"outside the window", []string{"chi pre-lever 10:00 11:00"}, []string{"chi pre-lever 09:59", "chi pre-lever 11:01"}, []string{recall.UnlinkedElsewhen}},
		{"another benchmark", []string{"chi pre-lever 10:00 11:00"}, []string{"gin pre-lever 10:05"}, []string{recall.UnlinkedNoLog}},
		{"several candidates", []string{"chi pre-lever 10:00 11:00"}, []string{"chi pre-lever 10:05", "chi pre-lever 10:30"}, []string{recall.UnlinkedSeveral}},
		{"no start", []string{"chi pre-lever - 11:00"}, []string{"chi pre-lever 10:05"}, []string{recall.UnlinkedNoWindow}},
		{"an end before the start", []string{"chi pre-lever 11:00 10:00"}, []string{"chi pre-lever 10:30"}, []string{recall.UnlinkedNoWindow}},
		{"one run is not two measurements", []string{"chi pre-lever 10:00 11:00", "chi pre-lever 10:04 11:00"}, []string{"chi pre-lever 10:05"}, []string{recall.UnlinkedShared, recall.UnlinkedShared}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := cycleOf("ship", nil, nil, nil)
			for _, m := range c.measurements {
				addMeasurement(t, s, m)
			}
			for i, r := range c.runs {
				addRun(t, s, "run"+string(rune('0'+i)), r)
			}
			got, r := first(t, s)
			if have := runsOf(got.Benchmarks[0]); !slices.Equal(have, c.want) {
				t.Errorf("got %q, want %q", have, c.want)
			}
			if shown, linked := hasBlock(r, "Recall recomputed"), strings.Contains(strings.Join(c.want, " "), "run0") || strings.Contains(strings.Join(c.want, " "), "run1"); shown != linked {
				t.Errorf("the block is shown: %v, a measurement is linked: %v", shown, linked)
			}
		})
	}
}

func hasBlock(r *report.Report, title string) bool {
	for _, s := range r.Sections {
		for _, b := range s.Blocks {
			if strings.HasPrefix(b.Title, title) {
				return true
			}
		}
	}
	return false
}

func TestARunWithoutALogIsNotLinked(t *testing.T) {
	s := cycleOf("ship", nil, nil, nil)
	addMeasurement(t, s, "chi pre-lever 10:00 11:00")
	addRun(t, s, "r", "chi pre-lever 10:05")
	s.Runs.DocumentsOnly.Set(0, true)
	got, _ := first(t, s)
	if have := runsOf(got.Benchmarks[0]); !slices.Equal(have, []string{recall.UnlinkedNoLog}) {
		t.Errorf("got %q", have)
	}
}

func TestSetups(t *testing.T) {
	sides := []string{"chi pre-lever 10:00 11:00", "chi pre-lever 11:01 12:00", "chi post-lever 13:00 14:00"}
	for _, c := range []struct {
		name string
		runs []string
		want string // what the finding saw; "" for none
	}{
		{"one setup", []string{"chi pre-lever 10:01 claude 1.5.6", "chi pre-lever 11:02 Claude 1.5.6", "chi post-lever 13:01 claude 1.5.6"}, ""},
		{"another runner", []string{"chi pre-lever 10:01 claude 1.5.6", "chi pre-lever 11:02 claude 1.5.6", "chi post-lever 13:01 codex 1.5.6"}, "chi: runner claude before, codex after"},
		{"another version", []string{"chi pre-lever 10:01 claude 1.5.6", "chi pre-lever 11:02 claude 1.5.6", "chi post-lever 13:01 claude 1.5.7"}, "chi: version 1.5.6 before, 1.5.7 after"},
		{"both, and within a side", []string{"chi pre-lever 10:01 claude 1.5.6", "chi pre-lever 11:02 codex 1.5.6", "chi post-lever 13:01 codex 1.5.7"},
			"chi: runner claude and codex before, codex after; version 1.5.6 before, 1.5.7 after"},
		{"one does not say", []string{"chi pre-lever 10:01 claude 1.5.6", "chi pre-lever 11:02", "chi post-lever 13:01"}, ""},
		{"not linked, not compared", []string{"chi pre-lever 10:01 claude 1.5.6", "chi post-lever 15:00 codex 1.5.7"}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := cycleOf("ship", nil, nil, nil)
			for _, m := range sides {
				addMeasurement(t, s, m)
			}
			for i, r := range c.runs {
				addRun(t, s, "run"+string(rune('0'+i)), r)
			}
			_, r := first(t, s)
			if got := sawOf(r, recall.CodeSetup); got != c.want {
				t.Errorf("saw %q, want %q", got, c.want)
			}
		})
	}
}

// sawOf is what the findings of a code saw.
func sawOf(r *report.Report, code *table.Code) string {
	var all []string
	for _, f := range r.Data.Findings {
		if f.Code == code.Name {
			all = append(all, f.Seen)
		}
	}
	return strings.Join(all, "\n")
}
