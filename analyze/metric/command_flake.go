package metric

import "runreport/unit"

var commandFlake = &Metric{
	Name: "command-flake-rate", Title: "Flake rate of commands", Section: "flakes", Kind: Rate, Unit: unit.Ratio, Better: Lower,
	Doc: "Commands that failed in one attempt at a step and passed in a later attempt of the same run, of all commands that passed in the end. One command of one step of one run counts once.",
	Sample: func(u *Unit, emit func(Sample)) {
		type job struct{ step, command string }
		c := &u.t.Checks
		failed, passed, first := map[job]bool{}, map[job]bool{}, map[job]int{}
		var order []job
		for row := range u.checks().each {
			if c.Kind.At(row) != "command" {
				continue
			}
			j := job{c.Step.At(row), c.Name.At(row)}
			if _, known := first[j]; !known {
				first[j] = row
				order = append(order, j)
			}
			// The last attempt decides whether it passed; what failed before stays.
			passed[j] = c.Verdict.At(row) == "pass"
			failed[j] = failed[j] || c.Verdict.At(row) == "fail"
		}
		for _, j := range order {
			if passed[j] {
				emit(Sample{Step: j.command, Hit: failed[j], Place: c.Place(first[j])})
			}
		}
	},
}
