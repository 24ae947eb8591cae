package cycle_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"runreport/ingest/playbook/playbooktest"
)

// calibrationLog has two entries: one whose result after the lever is argued, with lists of
// bugs, and one with a line for each benchmark.
const calibrationLog = `# Lever Calibration Log

## Cycle: 2026-03-01 — harbor-2.1

**Symptom:** half of the old bugs are missed.

**Lever pulled:** Lever 1 (breadth/depth). Home: ` + "`patterns.md`" + `. Commit ` + "`abc1234`" + `.

**Before:** recall = 2/4 = 50%. Recovered: [BUG-001 crane (partial), BUG-002]. Missed: [BUG-003 tide, BUG-004].

**After (projected, argument-based):** recall = 3/4 = 75%. Recovered: previous 2 + BUG-003 (see BUG-003's file). Missed: [BUG-004] — an outlier.

**Recall delta:** +0.25 (50 → 75 points), well above noise_floor_threshold = 0.05.

**Verdict:** **Ship (argument-based; pending validation).**

**Cell:** ` + "`metrics/20260301T120000Z/harbor-2.1-all.json`" + `

## Cycle: 2026-03-05 to 2026-03-07 — wide-recovery

**Lever pulled:** Lever 2 (depth).

**Before (cap 3):**
- harbor-2.1 substantive recall: **0.50** (5/10 by file)
- tide-1.3 substantive recall: **n/a** (bug count 8; no old list)

**After (cap 2):**
- harbor-2.1 substantive recall: **0.40** (4/10)
- tide-1.3 substantive recall: **n/a** (bug count 12; no old list)

**Recall delta:**
- harbor-2.1: **-0.10**
- tide-1.3: **n/a** substantive recall; **+4 bugs** in raw count

**Verdict:** **Revert.**
`

// toldRows are the measurements: "harbor-2.1 pre 0.50 used 2/2" and what they rest on.
func toldRows(l *playbooktest.Loaded) []string {
	m := &l.Set.Measurements
	var out []string
	for row := range m.Len() {
		s := fmt.Sprintf("%s %s %s %s", m.Benchmark.At(row), m.Side.At(row), m.Literal.At(row), m.Fate.At(row))
		if n := len(m.Found.At(row)) + len(m.Missed.At(row)); n > 0 {
			s += fmt.Sprintf(" %d/%d", len(m.Found.At(row)), n)
		}
		if n, ok := m.FoundCount.Get(row); ok {
			s += fmt.Sprintf(" %d of %d", n, m.ListSize.At(row))
		}
		if basis := m.Basis.At(row); basis != "" {
			s += " " + basis
		}
		out = append(out, fmt.Sprintf("%s:%d", s, m.Place(row).Line))
	}
	return out
}

func TestTheCalibrationLogTellsCycles(t *testing.T) {
	l := playbooktest.Load(t, map[string]string{"docs/Lever_Calibration_Log.md": calibrationLog})
	want := []string{"harbor-2.1 pre 0.50 used 2/4:9", "harbor-2.1 post 0.75 used 3/4 projected, argument-based:11",
		"harbor-2.1 pre 0.50 used 5 of 10:24", "tide-1.3 pre null used 8 of 0:25", "harbor-2.1 post 0.40 used 4 of 10:28", "tide-1.3 post null used 12 of 0:29"}
	if got := toldRows(l); !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	c := &l.Set.Cycles
	if c.Len() != 2 {
		t.Fatalf("%d cycles", c.Len())
	}
	if got := fmt.Sprintf("%s | %s | %s | %s | %s | %g | %s", c.Cycle.At(0), c.Lever.At(0), c.Verdict.At(0), c.Decision.At(0), c.Symptom.At(0), c.NoiseFloor.At(0), c.Commit.At(0)); got !=
		"2026-03-01 — harbor-2.1 | Lever 1 (breadth/depth) | Ship (argument-based; pending validation) | ship | half of the old bugs are missed. | 0.05 | abc1234" {
		t.Errorf("the first: %s", got)
	}
	if got := c.StartedAt.At(1).Format("01-02") + " " + c.EndedAt.At(1).Format("01-02") + " " + c.Decision.At(1) + " " + strings.Join(c.ToldBy.At(1), ","); got != "03-05 03-07 revert document" {
		t.Errorf("the second: %s", got)
	}
	var deltas []string
	for row := range l.Set.Claims.Len() {
		if l.Set.Claims.Topic.At(row) == "delta" {
			deltas = append(deltas, fmt.Sprintf("%s %s:%d", l.Set.Claims.Subject.At(row), l.Set.Claims.Text.At(row), l.Set.Claims.Place(row).Line))
		}
	}
	if !slices.Equal(deltas, []string{"harbor-2.1 +0.25:13", "harbor-2.1 -0.10:32", "tide-1.3 null:33"}) {
		t.Errorf("deltas %q", deltas)
	}
	l.Quiet(t)
}

// toldCell is a cell of harbor-2.1.
func toldCell(at, lever, recall, recovered, missed string) string {
	return fmt.Sprintf(`{"schema_version":"1.5.4","timestamp":%q,"benchmark":"harbor","historical_qpb_version":"2.1","qpb_version_under_test":"1.5.6","historical_bug_id":"all","historical_bug_count":4,"recovered_bug_ids":[%s],"missed_bug_ids":[%s],"recall_against_historical":%s,"lever_under_test":%s}`,
		at, recovered, missed, recall, lever)
}

// One cycle is one row, whatever tells of it. What two sources tell differently is a finding.
func TestOneCycleOfSeveralSources(t *testing.T) {
	log := func(name, recall, verdict string) string {
		head := strings.ReplaceAll(cycleHead(1), "2026-03-05-harbor", name)
		end := ""
		if verdict != "" {
			end = `{"event":"lever_change_reverted","ts":"2026-03-05T05:50:00Z","files_changed":["a.md"],"commit_sha":null}
{"event":"cycle_end","ts":"2026-03-05T06:00:00Z","verdict":"` + verdict + `","recall_before":{},"recall_after":{},"delta":{},"cross_benchmark_check":{"clean":true,"regressions":[]}}`
		}
		return playbooktest.Lines(head, begun("harbor-2.1", "pre-lever", 0), over("harbor-2.1", "pre-lever", 30, recall, `"A"`, `"B"`), end)
	}
	const lever1 = `"lever-1-breadth-depth"`
	for _, c := range []struct {
		name   string
		files  map[string]string
		cycles string // name, sources
		rows   []string
		found  []string
	}{
		{"the log and an entry", map[string]string{"Calibration Cycles/2026-03-05-wide-recovery/run_state.jsonl": log("2026-03-05-wide-recovery", "0.50", "revert")},
			"2026-03-01 — harbor-2.1 document; 2026-03-05-wide-recovery log,document", []string{"harbor-2.1 pre 0.50 used 1/2", "harbor-2.1 pre 0.50 retold 5 of 10", "harbor-2.1 post 0.40 used 4 of 10"}, nil},
		{"another recall, another verdict", map[string]string{"Calibration Cycles/2026-03-05-wide-recovery/run_state.jsonl": log("2026-03-05-wide-recovery", "0.60", "iterate")},
			"2026-03-01 — harbor-2.1 document; 2026-03-05-wide-recovery log,document", []string{"harbor-2.1 pre 0.60 used 1/2", "harbor-2.1 pre 0.50 retold 5 of 10"},
			[]string{"cycle_told_differently|harbor-2.1 before the lever: 0.60 by the log, 0.50 by the calibration log", "cycle_told_differently|verdict: iterate by the log, Revert by the calibration log"}},
		{"a log of another day", map[string]string{"Calibration Cycles/x/run_state.jsonl": log("2026-03-06-wide-recovery", "0.50", "")},
			"2026-03-01 — harbor-2.1 document; 2026-03-05 to 2026-03-07 — wide-recovery document; 2026-03-06-wide-recovery ", nil, nil},
		{"a cell that an entry names", map[string]string{"metrics/20260301T120000Z/harbor-2.1-all.json": toldCell("2026-03-01T12:00:00Z", lever1, "0.5", `"BUG-001","BUG-002"`, `"BUG-003","BUG-004"`)},
			"2026-03-01 — harbor-2.1 document,cells; 2026-03-05 to 2026-03-07 — wide-recovery document", []string{"harbor-2.1 pre 0.5 used 2/4", "harbor-2.1 pre 0.50 retold 2/4", "harbor-2.1 post 0.75 used 3/4 projected, argument-based"}, nil},
		{"a cell of the days of an entry", map[string]string{"m/after/h.json": toldCell("2026-03-01T22:00:00Z", lever1, "0.75", `"BUG-001","BUG-002","BUG-003"`, `"BUG-004"`)},
			"2026-03-01 — harbor-2.1 document,cells; 2026-03-05 to 2026-03-07 — wide-recovery document", []string{"harbor-2.1 post 0.75 used 3/4", "harbor-2.1 post 0.75 retold 3/4 projected, argument-based"}, nil},
		{"a cell that fits no side", map[string]string{"m/20260301T220000Z/h.json": toldCell("2026-03-01T22:00:00Z", lever1, "0.25", `"BUG-001"`, `"BUG-002","BUG-003","BUG-004"`)},
			"2026-03-01 — harbor-2.1 document; 2026-03-05 to 2026-03-07 — wide-recovery document; lever-1-breadth-depth 20260301T220000Z cells", []string{"harbor-2.1 post 0.25 used 1/4"},
			[]string{"cell_fits_no_side|harbor-2.1: recall 0.25, in the days of 2026-03-01"}},
		{"a cell of a log", map[string]string{"Calibration Cycles/y/run_state.jsonl": log("2026-03-05-deep", "0.50", ""), "m/x/a.json": toldCell("2026-03-05T05:00:00Z", `"lever-1"`, "0.5", `"A","C"`, `"B","D"`)},
			"2026-03-05-deep log,cells; 2026-03-01 — harbor-2.1 document; 2026-03-05 to 2026-03-07 — wide-recovery document", []string{"harbor-2.1 pre 0.50 used 1/2", "harbor-2.1 pre 0.5 retold 2/4"}, nil},
		{"cells of one folder, without a lever and with one", map[string]string{"m/x/a.json": toldCell("2025-01-01T00:00:00Z", "null", "0.5", `"A","B"`, `"C","D"`),
			"m/x/b.json": toldCell("2025-01-01T01:00:00Z", lever1, "0.75", `"A","B","C"`, `"D"`)},
			"lever-1-breadth-depth x cells; 2026-03-01 — harbor-2.1 document; 2026-03-05 to 2026-03-07 — wide-recovery document", []string{"harbor-2.1 pre 0.5 used 2/4", "harbor-2.1 post 0.75 used 3/4"}, nil},
		{"cells that name each other", map[string]string{"m/20250101/a.json": strings.Replace(toldCell("2025-01-01T00:00:00Z", lever1, "0.75", `"A","B","C"`, `"D"`), `"lever_under_test"`, `"after_lever":"m/20250102/b.json","lever_under_test"`, 1),
			"m/20250102/b.json": toldCell("2025-01-02T00:00:00Z", lever1, "0.5", `"A","B"`, `"C","D"`)},
			"lever-1-breadth-depth 20250101 cells; 2026-03-01 — harbor-2.1 document; 2026-03-05 to 2026-03-07 — wide-recovery document", []string{"harbor-2.1 pre 0.75 used 3/4", "harbor-2.1 post 0.5 used 2/4"}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.files["docs/Lever_Calibration_Log.md"] = calibrationLog
			c.files["copy/Lever_Calibration_Log.md"] = calibrationLog
			l := playbooktest.Load(t, c.files)
			var cycles []string
			for row := range l.Set.Cycles.Len() {
				cycles = append(cycles, l.Set.Cycles.Cycle.At(row)+" "+strings.Join(l.Set.Cycles.ToldBy.At(row), ","))
			}
			slices.Sort(cycles)
			want := strings.Split(c.cycles, "; ")
			slices.Sort(want)
			if !slices.Equal(cycles, want) {
				t.Errorf("cycles %q\nwant   %q", cycles, want)
			}
			rows := toldRows(l)
			for _, w := range c.rows {
				if !slices.ContainsFunc(rows, func(s string) bool { return strings.HasPrefix(s, w+":") }) {
					t.Errorf("no row %q in %q", w, rows)
				}
			}
			l.Want(t, c.found...)
			if c.found == nil {
				l.Quiet(t)
			}
		})
	}
}
