package metric

import "runreport/unit"

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
		most := u.checks().len()
		if most == 0 {
			return
		}
		jobs := make([]job, 0, most) // in the order of their first rows
		at := make(map[name]int, most)
		for row := range u.checks().each {
			if c.Kind.At(row) != "command" {
				continue
			}
			n := name{c.Step.At(row), c.Name.At(row)}
			i, known := at[n]
			if !known {
				i = len(jobs)
				at[n] = i
				jobs = append(jobs, job{name: n, first: row})
			}
			// The last attempt decides whether it passed; what failed before stays.
			j, verdict := &jobs[i], c.Verdict.At(row)
			j.passed, j.failed = verdict == "pass", j.failed || verdict == "fail"
		}
		for i := range jobs {
			if j := &jobs[i]; j.passed {
				emit(Sample{Step: j.command, Hit: j.failed, Place: c.Place(j.first)})
			}
		}
	},
}
