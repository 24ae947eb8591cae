package metric

import (
	"runreport/ingest/table"
	"runreport/unit"
)

var commandFlake = &Metric{
	Name: "command-flake-rate", Title: "Flake rate of commands", Section: "flakes", Kind: Rate,
	Groups: keptUntilFamilies, Unit: unit.Ratio, Better: Lower,
	Doc: "Commands that failed in one attempt at a step and passed in a later attempt of the same run, of all commands that passed in the end. One command of one step of one run counts once.",
	Sampler: func() func(u *Unit, emit func(Sample)) {
		s := commandSampler{index: namesOfUnits[commandName, int]{}}
		return s.sample
	},
}

// commandSampler finds which commands of one unit after the other flaked.
type commandSampler struct {
	commands []triedCommand // of the unit, in the order of their first rows
	index    namesOfUnits[commandName, int]
}

type commandName struct{ step, command string }

// triedCommand is a command of a step over all attempts.
type triedCommand struct {
	name           string
	first          int // row
	failed, passed bool
}

func (s *commandSampler) sample(u *Unit, emit func(Sample)) {
	s.commands = s.commands[:0]
	c := &u.t.Checks
	for row := range u.checks().each {
		if c.Kind.At(row) != "command" {
			continue
		}
		name := commandName{c.Step.At(row), c.Name.At(row)}
		i, known := s.index.of(u, name)
		if !known {
			i = len(s.commands)
			s.index.set(u, name, i)
			s.commands = append(s.commands, triedCommand{name: name.command, first: row})
		}
		// The last attempt decides whether it passed; what failed before stays.
		j, verdict := &s.commands[i], c.Verdict.At(row)
		j.passed, j.failed = verdict == table.CheckPassed, j.failed || verdict == table.CheckFailed
	}
	for i := range s.commands {
		if j := &s.commands[i]; j.passed {
			emit(Sample{Step: j.name, Hit: j.failed, Place: c.Place(j.first)})
		}
	}
}
