package change

import (
	"time"

	"runreport/analyze/report"
	"runreport/analyze/words"
)

// unitSeen is a run or a cycle as two reports can both have it.
type unitSeen struct {
	system, name, key string
	at                time.Time
	started           time.Time
	cycle             *report.Cycle // nil: a run
}

// unitsSeen are the runs, or the cycles, of a report.
func unitsSeen(d *report.Data, cycles bool) (all []unitSeen) {
	if !cycles {
		for i := range d.Runs {
			r := &d.Runs[i]
			all = append(all, unitSeen{system: r.System, name: r.Unit, key: r.Key, started: r.StartedAt, at: later(r.StartedAt, r.EndedAt)})
		}
		return all
	}
	for i := range d.Cycles {
		c := &d.Cycles[i]
		all = append(all, unitSeen{name: words.CycleTitle(c), key: c.Key, started: c.StartedAt, at: later(c.StartedAt, c.EndedAt), cycle: c})
	}
	return all
}

// missingUnits are the units of the baseline that this report lacks. Of the units of a system
// that the reports have in common the oldest tells how far back these logs go: what is
// older was taken away as time went by, and what is not is missing. Where they have
// none in common the logs are others, and nothing of the baseline is expected.
//
// Example: the baseline has runs 1 to 4. A report of runs 3 to 5 lacks nothing, since
// old logs go; one of runs 1, 2 and 4 lacks run 3, and one of runs 1 to 3 run 4.
func missingUnits(before, now []unitSeen) (missing, older []unitSeen) {
	type other struct {
		system, name string
		started      int64
	}
	byName := func(u unitSeen) other { return other{u.system, u.name, u.started.UnixNano()} }
	here, named := map[string]bool{}, map[other]bool{}
	for _, u := range now {
		here[u.key] = true
		named[byName(u)] = true // its folder has another name now
	}
	oldest := map[string]time.Time{}
	shared := map[string]bool{}
	var gone []unitSeen
	for _, u := range before {
		if !here[u.key] && !named[byName(u)] {
			gone = append(gone, u)
			continue
		}
		if at, known := oldest[u.system]; !u.at.IsZero() && (!known || u.at.Before(at)) {
			oldest[u.system] = u.at
		}
		shared[u.system] = true
	}
	for _, u := range gone {
		switch at, known := oldest[u.system]; {
		case !shared[u.system]:
		case known && !u.at.IsZero() && u.at.Before(at):
			older = append(older, u)
		default:
			missing = append(missing, u)
		}
	}
	return missing, older
}

// older is how many runs and cycles of the baseline lie before all that the reports have
// in common.
func older(before, now *report.Data) (n int64) {
	for _, cycles := range []bool{false, true} {
		_, older := missingUnits(unitsSeen(before, cycles), unitsSeen(now, cycles))
		n += int64(len(older))
	}
	return n
}

// MissingRuns names the runs of the baseline that this report lacks, by system.
func (e *Earlier) MissingRuns(d *report.Data) map[string][]string {
	runs, _ := missingUnits(unitsSeen(e.Data, false), unitsSeen(d, false))
	bySystem := map[string][]string{}
	for _, u := range runs {
		bySystem[u.system] = append(bySystem[u.system], u.name)
	}
	return bySystem
}

// MissingCycles are the cycles of the baseline that this report lacks: all where it has
// none.
func (e *Earlier) MissingCycles(d *report.Data) (out []*report.Cycle) {
	before := unitsSeen(e.Data, true)
	missing, _ := missingUnits(before, unitsSeen(d, true))
	if len(d.Cycles) == 0 {
		missing = before
	}
	for _, u := range missing {
		out = append(out, u.cycle)
	}
	return out
}

// later is the later of two times of which either may be unknown.
func later(x, y time.Time) time.Time {
	if y.After(x) {
		return y
	}
	return x
}
