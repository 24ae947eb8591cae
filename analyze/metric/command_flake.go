package metric

import (
	"runreport/ingest/table"
	"runreport/unit"
)

// fewCommands is how many commands of a unit are searched in a list: so many are found sooner than
// in a map.
const fewCommands = 24

var commandFlake = &Metric{
	Name: "command-flake-rate", Title: "Flake rate of commands", Section: "flakes", Kind: Rate, Unit: unit.Ratio, Better: Lower,
	Doc: "Commands that failed in one attempt at a step and passed in a later attempt of the same run, of all commands that passed in the end. One command of one step of one run counts once.",
	Sample: func(u *Unit, emit func(Sample)) {
		type name struct{ step, command string }
		type job struct {
			name
			first          int // row
			failed, passed bool
		}
		c := &u.t.Checks
		var few [fewCommands]job // most units have no more, which then take no memory of their own
		jobs := few[:0]          // in the order of their first rows
		var at map[name]int      // nil while there are few
		find := func(n name) (int, bool) {
			if at != nil {
				i, known := at[n]
				return i, known
			}
			for i := range jobs {
				if jobs[i].name == n {
					return i, true
				}
			}
			return 0, false
		}
		for row := range u.checks().each {
			if c.Kind.At(row) != "command" {
				continue
			}
			n := name{c.Step.At(row), c.Name.At(row)}
			i, known := find(n)
			if !known {
				i = len(jobs)
				jobs = append(jobs, job{name: n, first: row})
				if i == fewCommands {
					at = make(map[name]int, u.checks().len())
					for k := range jobs {
						at[jobs[k].name] = k
					}
				} else if at != nil {
					at[n] = i
				}
			}
			// The last attempt decides whether it passed; what failed before stays.
			j, verdict := &jobs[i], c.Verdict.At(row)
			j.passed, j.failed = verdict == table.CheckPassed, j.failed || verdict == table.CheckFailed
		}
		for i := range jobs {
			if j := &jobs[i]; j.passed {
				emit(Sample{Step: j.command, Hit: j.failed, Place: c.Place(j.first)})
			}
		}
	},
}
