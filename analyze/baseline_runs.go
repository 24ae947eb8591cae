package analyze

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"runreport/analyze/report"
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
			all = append(all, unitSeen{system: r.System, name: r.Unit, key: r.Key, started: r.StartedAt, at: latestOf(r.StartedAt, r.EndedAt)})
		}
		return all
	}
	for i := range d.Cycles {
		c := &d.Cycles[i]
		all = append(all, unitSeen{name: cycleTitle(c), key: c.Key, started: c.StartedAt, at: latestOf(c.StartedAt, c.EndedAt), cycle: c})
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

// goneUnits tells of the runs, by system, and of the cycles that are missing.
func (a *analysis) goneUnits(e *earlier, say func(title, text string, names ...string)) {
	runs, _ := missingUnits(unitsSeen(e.Data, false), unitsSeen(&a.d, false))
	bySystem := map[string][]string{}
	for _, u := range runs {
		bySystem[u.system] = append(bySystem[u.system], u.name)
	}
	for _, system := range slices.Sorted(maps.Keys(bySystem)) {
		names := bySystem[system]
		title := fmt.Sprintf("%s of %s that the baseline has are missing", plural(len(names), "run"), system)
		if len(names) == 1 {
			title = fmt.Sprintf("A run of %s that the baseline has is missing", system)
		}
		say(title, fmt.Sprintf("%s: %s. Older runs of the baseline are here.", title, list(names, 5)), "runs", system)
	}
	cycles, _ := missingUnits(unitsSeen(e.Data, true), unitsSeen(&a.d, true))
	if len(a.d.Cycles) == 0 {
		cycles = unitsSeen(e.Data, true)
	}
	for _, u := range cycles {
		title := fmt.Sprintf("Cycle %s that the baseline has is missing", u.name)
		say(title, title+", and others of the baseline's age or older are here, or none at all.", slices.Concat([]string{"cycle"}, ofCycle(u.cycle).Names)...)
	}
}

// older is how many runs and cycles of the baseline lie before all that the reports have
// in common.
func (a *analysis) older(e *earlier) (n int64) {
	for _, cycles := range []bool{false, true} {
		_, older := missingUnits(unitsSeen(e.Data, cycles), unitsSeen(&a.d, cycles))
		n += int64(len(older))
	}
	return n
}
