package recall

import (
	"sort"
	"strings"

	"runreport/analyze/metric"
	"runreport/analyze/report"
	"runreport/ingest/table"
)

// Why a measurement is joined with the log of no run.
const (
	UnlinkedNoWindow = "no_window"
	UnlinkedNoLog    = "no_run_log"
	UnlinkedElsewhen = "no_run_in_window"
	UnlinkedState    = "other_lever_state"
	UnlinkedSeveral  = "several_run_logs"
	UnlinkedShared   = "run_shared"
)

// joined is what a run adds to the measurement that it was.
type joined struct {
	unit       *metric.Unit // nil: not linked
	why        string       // why not
	recomputed *report.Recomputed
}

// Links are the runs that measurements were.
type Links struct {
	t        *table.Set
	byRow    map[int]*joined // by row of Measurements
	Findings []report.Finding
}

// Link links every measurement that the report compares with the log of its run
// (STATISTICS 1.3): the same benchmark and lever state, and a start inside the
// measurement's window. Where that names no run, or several, the measurement stays
// unlinked, with the reason.
func Link(all *table.Set, units []*metric.Unit) *Links {
	logs, systems := runLogs(&all.Runs, units), cycleSystems(&all.Cycles)
	t := &all.Measurements
	l, found := &Links{t: all, byRow: map[int]*joined{}}, &findings{t: all}
	var order []int
	claims := map[*metric.Unit]int{}
	for row := range t.Len() {
		if side := t.Side.At(row); t.Fate.At(row) != "used" || side != "pre" && side != "post" {
			continue
		}
		j := link(all, row, logs[logName{systems[t.Cycle.At(row)], Folded(t.Benchmark.At(row))}])
		l.byRow[row] = j
		order = append(order, row)
		if j.unit != nil {
			claims[j.unit]++
		}
	}
	lists := newRecomputer(all, units)
	for _, row := range order {
		j := l.byRow[row]
		if claims[j.unit] > 1 { // one run is not two measurements
			j.unit, j.why = nil, UnlinkedShared
		}
		if j.unit != nil {
			j.recomputed = lists.recompute(row, j.unit, found)
		}
	}
	l.checkSetups(order, found)
	l.Findings = found.all
	return l
}

// logName is what a measurement names a run by: the system of its cycle and the folded
// name of the benchmark.
type logName struct{ system, benchmark string }

// runLogs are the runs that have a log and a start, by system and benchmark, in order of
// their start. A run
// that only its documents tell of has none: their stamps are of any zone.
func runLogs(t *table.Runs, units []*metric.Unit) map[logName][]*metric.Unit {
	logs := map[logName][]*metric.Unit{}
	for _, u := range units {
		if t.DocumentsOnly.Is(u.Row) || t.StartedAt.At(u.Row).IsZero() {
			continue
		}
		if name := Folded(u.Subject); name != "" {
			k := logName{u.System, name}
			logs[k] = append(logs[k], u)
		}
	}
	return logs
}

// cycleSystems are the systems of the cycles, by key.
func cycleSystems(t *table.Cycles) map[string]string {
	systems := make(map[string]string, t.Len())
	for row := range t.Len() {
		systems[t.Key.At(row)] = t.System.At(row)
	}
	return systems
}

// link finds the one run of the benchmark that a measurement was.
// runs are in order of their start; one that began in the first or last second of the window
// is inside, since logs stamp whole seconds.
func link(all *table.Set, row int, runs []*metric.Unit) *joined {
	t := &all.Measurements
	from, to := t.StartedAt.At(row), t.EndedAt.At(row)
	switch {
	case from.IsZero() || to.IsZero() || to.Before(from):
		return &joined{why: UnlinkedNoWindow}
	case len(runs) == 0:
		return &joined{why: UnlinkedNoLog}
	}
	state := Folded(t.LeverState.At(row))
	why := UnlinkedElsewhen
	var same, alike []*metric.Unit
	first := sort.Search(len(runs), func(i int) bool { return !all.Runs.StartedAt.At(runs[i].Row).Before(from) })
	for _, u := range runs[first:] {
		if all.Runs.StartedAt.At(u.Row).After(to) {
			break
		}
		why = UnlinkedState
		variant := Folded(all.Runs.Variant.At(u.Row))
		switch {
		case variant != "" && variant == state:
			same = append(same, u)
		case all.Runs.Side.At(u.Row) != "" && all.Runs.Side.At(u.Row) == t.Side.At(row):
			alike = append(alike, u)
		}
	}
	// Two names of one side of the lever are one, unless a run has the very name.
	if len(same) == 0 {
		same = alike
	}
	switch len(same) {
	case 0:
		return &joined{why: why}
	case 1:
		return &joined{unit: same[0]}
	}
	return &joined{why: UnlinkedSeveral}
}

// describe adds what the linked run says to a measurement of the report.
func (l *Links) describe(row int, r *report.RecallRun) {
	j := l.byRow[row]
	if j == nil {
		return
	}
	r.Unlinked, r.Recomputed = j.why, j.recomputed
	if j.unit != nil {
		t := &l.t.Runs
		r.Run, r.Runner, r.Model, r.Version = j.unit.Key, t.Runner.At(j.unit.Row), t.Model.At(j.unit.Row), t.Version.At(j.unit.Row)
	}
}

// versionOf is the version of the program that a measurement's run states, folded; ""
// where it has no run or that says none.
func (l *Links) versionOf(row int) string {
	if j := l.byRow[row]; j != nil && j.unit != nil {
		return Folded(l.t.Runs.Version.At(j.unit.Row))
	}
	return ""
}

func Folded(s string) string { return strings.ToLower(strings.TrimSpace(s)) }
