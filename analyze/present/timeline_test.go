package present

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"runreport/analyze/metric"
	"runreport/analyze/report"
	"runreport/ingest/table"
)

// noTime stands for an instant that no log gives.
const noTime = -1

// stepRow, attemptRow and changeRow are rows of a made-up run; times are seconds
// after its start.
type stepRow struct {
	step, kind, name, status string
	from, to                 float64
	blockedBy                []string
}

type attemptRow struct {
	step            string
	n               int64
	result          string // ok, failed, stalled, or empty: not said
	from, alive, to float64
}

type changeRow struct {
	step, to string
	n        int64
	at       float64
}

// stepResults are the results of the states in these tests.
var stepResults = map[string]string{"done": "passed", "failed": "failed", "blocked": "blocked", "open": "open"}

// madeUpRun is what the page shows of one run of a made-up log.
func madeUpRun(kind string, end float64, steps []stepRow, attempts []attemptRow, changes []changeRow) *View {
	s := &table.Set{}
	src := s.Sources.Add(table.Place{})
	s.Sources.Path.Set(src, "ci/run.jsonl")
	start := time.Date(2026, 3, 10, 1, 0, 0, 0, time.UTC)
	set := func(c *table.Time, row int, after float64) {
		if after != noTime {
			c.Set(row, start.Add(time.Duration(after*float64(time.Second))))
		}
	}
	row := s.Runs.Add(table.Place{Line: 1})
	s.Runs.Key.Set(row, "kahn:ci/nightly")
	s.Runs.System.Set(row, "kahn")
	s.Runs.Kind.Set(row, kind)
	s.Runs.ID.Set(row, "nightly")
	set(&s.Runs.StartedAt, row, 0)
	set(&s.Runs.EndedAt, row, end)
	if end != noTime {
		s.Runs.DurationS.Set(row, end)
	}
	for i, x := range steps {
		row := s.Steps.Add(table.Place{Line: int64(i + 2)})
		s.Steps.Run.Set(row, "kahn:ci/nightly")
		s.Steps.Step.Set(row, x.step)
		s.Steps.Kind.Set(row, x.kind)
		s.Steps.Name.SetText(row, x.name)
		s.Steps.Status.Set(row, x.status)
		s.Steps.Result.SetText(row, stepResults[x.status])
		s.Steps.StableStep.Set(row, x.step)
		s.Steps.Retryable.Set(row, x.kind == "node" || x.kind == "card" || x.kind == "phase")
		_, parent, _ := strings.Cut(x.step, " of ")
		s.Steps.Parent.SetText(row, parent)
		if x.kind == "phase" {
			s.Steps.Stage.Set(row, true)
		}
		s.Steps.FailedBy.Set(row, x.blockedBy)
		set(&s.Steps.StartedAt, row, x.from)
		set(&s.Steps.EndedAt, row, x.to)
		for _, y := range attempts {
			if y.step == x.step {
				s.Steps.Attempts.Set(row, y.n)
			}
		}
		switch x.status {
		case "done":
			s.Steps.Converged.Set(row, true)
		case "failed", "blocked":
			s.Steps.Converged.Set(row, false)
		}
	}
	for i, x := range attempts {
		row := s.Attempts.Add(table.Place{Line: int64(i + 20)})
		s.Attempts.Run.Set(row, "kahn:ci/nightly")
		s.Attempts.Step.Set(row, x.step)
		s.Attempts.Attempt.Set(row, x.n)
		if x.result != "" {
			s.Attempts.Converged.Set(row, x.result == "ok")
		}
		if x.result == "stalled" {
			s.Attempts.Cut.Set(row, "stalled")
		}
		set(&s.Attempts.StartedAt, row, x.from)
		set(&s.Attempts.HeartbeatAt, row, x.alive)
		set(&s.Attempts.EndedAt, row, x.to)
		if x.to >= x.from {
			s.Attempts.DurationS.Set(row, x.to-x.from)
		}
	}
	for i, x := range changes {
		row := s.Transitions.Add(table.Place{Line: int64(i + 40)})
		s.Transitions.Run.Set(row, "kahn:ci/nightly")
		s.Transitions.Step.Set(row, x.step)
		s.Transitions.State.Set(row, cmp.Or(stepResults[x.to], x.to))
		s.Transitions.Attempt.Set(row, x.n)
		set(&s.Transitions.At, row, x.at)
	}
	units := metric.Units(s, metric.NewCutoffs(s, time.Time{}, math.MaxInt64), math.MaxInt64)
	runs := metric.Runs(context.Background(), s, units)
	metric.AddDetails(context.Background(), s, units, runs, func(int) bool { return true })
	return &View{Data: &report.Data{Runs: runs}, Blocked: metric.Blocked(units), Detail: metric.Details(units)}
}

// drawn is the timeline of the first run.
func drawn(t *testing.T, v *View) *report.Chart {
	t.Helper()
	d, err := v.Detail(0)
	if err != nil {
		t.Fatal(err)
	}
	return timeline(&v.Data.Runs[0], &d, math.MaxInt64)
}

func TestTimeline(t *testing.T) {
	for _, tt := range []struct {
		name     string
		kind     string
		end      float64
		steps    []stepRow
		attempts []attemptRow
		changes  []changeRow
		title    string
		want     []string // lane: kind from-to, words beside it
	}{
		{
			name: "nothing has a time", kind: "run", end: 10,
			steps: []stepRow{{"a", "node", "", "done", noTime, noTime, nil}},
		},
		{
			name: "one instant is no time", kind: "run", end: noTime,
			steps: []stepRow{{"a", "work item", "", "done", noTime, 0, nil}},
		},
		{
			name: "a failure and what it held up", kind: "run", end: 100,
			steps:    []stepRow{{"deploy", "node", "", "blocked", noTime, 90, []string{"build"}}, {"fetch", "node", "", "done", 0, 10, nil}, {"build", "node", "", "failed", 10, 90, nil}},
			attempts: []attemptRow{{"fetch", 1, "ok", 0, noTime, 10}, {"build", 1, "failed", 10, noTime, 40}, {"build", 2, "failed", 50, noTime, 90}},
			title:    "nightly: build failed and kept 1 step from running",
			want: []string{"fetch: passed 0-10", "build: failed 10-40", "build: waiting 40-50", "build: failed 50-90",
				"deploy: blocked 90-100, blocked by build"},
		},
		{
			name: "a retry, and the inferred critical path", kind: "run", end: 60,
			steps:    []stepRow{{"build", "node", "", "done", 0, 20, nil}, {"test", "node", "", "done", 20, 60, nil}},
			attempts: []attemptRow{{"build", 1, "ok", 0, noTime, 20}, {"test", 1, "failed", 20, noTime, 40}, {"test", 2, "ok", 42, noTime, 60}},
			changes:  []changeRow{{"build", "ready", 0, 0}, {"build", "done", 0, 20}, {"test", "ready", 0, 20}, {"test", "done", 0, 60}},
			title:    "nightly: test needed a retry; without it the run would have taken 40 s at best instead of 1 min",
			want:     []string{"▸ build: passed 0-20", "▸ test: failed 20-40", "▸ test: waiting 40-42", "▸ test: passed 42-60"},
		},
		{
			name: "a stall is silence", kind: "card", end: 600,
			steps:    []stepRow{{"card", "card", "", "stalled", 0, 600, nil}},
			attempts: []attemptRow{{"", 1, "stalled", 0, 60, 600}},
			title:    "card nightly: no heartbeat for 9 min",
			want:     []string{"nightly: stalled 0-60", "nightly: waiting 60-600"},
		},
		{
			name: "the log ends in the middle of a try", kind: "run", end: noTime,
			steps:    []stepRow{{"build", "node", "", "done", 0, 20, nil}, {"test", "node", "", "running", 20, noTime, nil}},
			attempts: []attemptRow{{"build", 1, "ok", 0, noTime, 20}, {"test", 1, "failed", 20, noTime, 40}},
			changes:  []changeRow{{"test", "running", 1, 20}, {"test", "ready", 0, 40}, {"test", "running", 2, 45}},
			title:    "nightly: the log ends while test was running",
			want:     []string{"build: passed 0-20", "test: failed 20-40", "test: waiting 40-45", "test: open 45-"},
		},
		{
			name: "a try without a result", kind: "run", end: 50,
			steps:    []stepRow{{"test", "node", "", "done", 0, 50, nil}},
			attempts: []attemptRow{{"test", 2, "ok", 30, noTime, 50}},
			changes:  []changeRow{{"test", "running", 1, 0}, {"test", "ready", 0, 25}, {"test", "running", 2, 30}},
			title:    "nightly: no step failed",
			want:     []string{"test: ended 0-25", "test: waiting 25-30", "test: passed 30-50"},
		},
		{
			name: "phases, their parts and the gaps between them", kind: "run", end: 100,
			steps: []stepRow{{"phase 1", "phase", "Explore", "done", 0, 30, nil}, {"phase 2", "phase", "Audit", "done", 40, 100, nil},
				{"pattern 1 of phase 1", "pattern", "Parts", "done", noTime, 10, nil}, {"pass A of phase 2", "pass", "", "open", 50, noTime, nil}},
			title: "nightly: no end of pass A of phase 2 is logged",
			want: []string{"phase 1: Explore: passed 0-30", "phase 2: Audit: waiting 30-40", "phase 2: Audit: passed 40-100",
				"pass A of phase 2: open 50-"},
		},
		{
			name: "a clock that steps back", kind: "run", end: 30,
			steps:    []stepRow{{"build", "node", "", "done", 20, 30, nil}},
			attempts: []attemptRow{{"build", 1, "failed", 20, noTime, 5}, {"build", 2, "ok", 22, noTime, 30}},
			title:    "nightly: build needed a retry",
			want:     []string{"build: failed 20-20", "build: passed 22-30"},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := madeUpRun(tt.kind, tt.end, tt.steps, tt.attempts, tt.changes)
			c := drawn(t, v)
			if tt.want == nil {
				if c != nil {
					t.Fatalf("drawn as %q", c.Title)
				}
				return
			}
			if c == nil {
				t.Fatal("not drawn")
			}
			if c.Title != tt.title {
				t.Errorf("title %q, want %q", c.Title, tt.title)
			}
			got := spansOf(c)
			if !slices.Equal(got, tt.want) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(tt.want, "\n"))
			}
			if len(c.Table.Rows) != len(got) {
				t.Errorf("%d rows in the table for %d bars", len(c.Table.Rows), len(got))
			}
		})
	}
}

// spansOf words the bars of a timeline, lane by lane, in order of time.
func spansOf(c *report.Chart) []string {
	var out []string
	for y, lane := range c.Y.Categories {
		type at struct {
			from float64
			text string
		}
		var bars []at
		for _, s := range c.Series {
			for _, p := range s.Points {
				if int(p.Y) != y {
					continue
				}
				text := fmt.Sprintf("%s: %s %g-", lane, s.Name, *p.Lo)
				if p.Hi != nil {
					text += fmt.Sprintf("%g", *p.Hi)
				}
				if p.State != "" {
					text += ", " + p.State
				}
				bars = append(bars, at{*p.Lo, text})
			}
		}
		slices.SortStableFunc(bars, func(x, y at) int { return int(x.from - y.from) })
		for _, b := range bars {
			out = append(out, b.text)
		}
	}
	return out
}

// A run of very many steps and tries is drawn in part, the telling part, and counted whole.
func TestALongTimelineKeepsWhatTells(t *testing.T) {
	var steps []stepRow
	var attempts []attemptRow
	for i := range 3 * maxLanes {
		step := fmt.Sprintf("n%03d", i)
		status, result := "done", "ok"
		if i == 2*maxLanes {
			status, result = "failed", "failed"
		}
		steps = append(steps, stepRow{step, "node", "", status, float64(i), float64(i + 1), nil})
		attempts = append(attempts, attemptRow{step, 1, result, float64(i), noTime, float64(i + 1)})
	}
	for n := range 2 * maxBars {
		attempts = append(attempts, attemptRow{"n000", int64(n + 2), "failed", float64(1000 + n), noTime, float64(1001 + n)})
	}
	c := drawn(t, madeUpRun("run", 2000, steps, attempts, nil))
	if len(c.Y.Categories) != maxLanes || !slices.Contains(c.Y.Categories, "n080") || !slices.Contains(c.Y.Categories, "n000") {
		t.Errorf("%d lanes: %v", len(c.Y.Categories), c.Y.Categories)
	}
	if want := "n = 120 steps, 320 attempts; 80 further steps are not drawn"; c.N != want {
		t.Errorf("n is %q, want %q", c.N, want)
	}
	points := 0
	for _, s := range c.Series {
		points += len(s.Points)
	}
	if points > maxLanes+maxBars {
		t.Errorf("%d bars are drawn", points)
	}
}

func TestTimelinesOfThePage(t *testing.T) {
	v := madeUpRun("run", 20, []stepRow{{"build", "node", "", "done", 0, 20, nil}}, nil, nil)
	if blocks, err := timelines(v); err != nil || len(blocks) != 2 || blocks[1].Chart == nil || len(blocks[0].Text) != 1 {
		t.Errorf("a run without trouble: %d blocks", len(blocks))
	}
	if blocks, err := timelines(&View{Data: &report.Data{}}); err != nil || blocks != nil {
		t.Errorf("no run: %d blocks", len(blocks))
	}
}
