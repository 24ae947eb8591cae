package table

import (
	"slices"
	"strings"

	"runreport/unit/alias"
)

// Rename gives everything that was renamed its present name in every table, so that what
// was logged under either name is one series. A run that has steps of both names keeps
// both: there they are two things.
func (s *Set) Rename(names *alias.Names) {
	if names.Empty() {
		return
	}
	if len(names.Systems) > 0 {
		for _, c := range []*String{&s.Sources.System, &s.Runs.System, &s.Cycles.System, &s.Claims.System, &s.Counts.System, &s.Events.System} {
			renamed(c, names.System)
		}
	}
	for _, c := range []*String{&s.Measurements.Benchmark, &s.Bugs.Benchmark} {
		renamed(c, names.Benchmark)
	}
	for _, list := range s.Cycles.Benchmarks.lists {
		for i, name := range list {
			list[i] = names.Benchmark(name)
		}
	}
	s.renameClaims(names)
	s.renameSubjects(names)
	if len(names.Steps) > 0 {
		s.renameSteps(names)
	}
}

// renameSubjects renames the subjects of runs. One that is a folder's path is renamed by the
// part that lasts. Example: with mart renamed to shop, the subject nightly/mart, which lasts
// as mart, becomes nightly/shop.
func (s *Set) renameSubjects(names *alias.Names) {
	r := &s.Runs
	for row := range r.Len() {
		subject, given := r.Subject.Get(row)
		stable, lasts := r.StableSubject.Get(row)
		to := names.Subject(stable)
		if lasts && to != stable {
			r.StableSubject.Set(row, to)
			if folder, cut := strings.CutSuffix(subject, stable); cut {
				r.Subject.Set(row, folder+to)
				continue
			}
		}
		if given {
			r.Subject.Set(row, names.Subject(subject))
		}
	}
	r.Subject.forget()
	r.StableSubject.forget()
}

// renameClaims renames the benchmarks that claims about recall are about; other claims have
// other subjects.
func (s *Set) renameClaims(names *alias.Names) {
	for row := range s.Claims.Len() {
		if _, shared := s.Claims.Topic.Get(row); !shared {
			continue
		}
		if name, ok := s.Claims.Subject.Get(row); ok {
			s.Claims.Subject.Set(row, names.Benchmark(name))
		}
	}
}

// stepColumns are the columns that hold names of steps, with that of the run beside them.
func (s *Set) stepColumns() [][2]*String {
	return [][2]*String{
		{&s.Steps.Run, &s.Steps.Step}, {&s.Steps.Run, &s.Steps.StableStep}, {&s.Steps.Run, &s.Steps.Parent},
		{&s.Attempts.Run, &s.Attempts.Step}, {&s.Checks.Run, &s.Checks.Step}, {&s.Transitions.Run, &s.Transitions.Step},
		{&s.Scores.Run, &s.Scores.Step}, {&s.Events.Run, &s.Events.Step},
	}
}

func (s *Set) renameSteps(names *alias.Names) {
	subjects := make(map[string]string, s.Runs.Len())
	for row := range s.Runs.Len() {
		subject, stable := s.Runs.StableSubject.Get(row)
		if !stable || subject == "" {
			subject = s.Runs.Subject.At(row)
		}
		subjects[s.Runs.Key.At(row)] = subject
	}
	type step struct{ run, name string }
	has := map[step]bool{} // new names that a run has already
	for row := range s.Steps.Len() {
		has[step{s.Steps.Run.At(row), s.Steps.Step.At(row)}] = true
	}
	present := func(run, name string) string {
		to := names.Step(subjects[run], name)
		if to != name && has[step{run, to}] {
			return name
		}
		return to
	}
	for _, c := range s.stepColumns() {
		may := map[string]bool{}
		for _, name := range c[1].dict {
			if names.MayStep(name) {
				may[name] = true
			}
		}
		if len(may) == 0 {
			continue
		}
		for row := range c[1].size() {
			if name, ok := c[1].Get(row); ok && may[name] {
				c[1].Set(row, present(c[0].At(row), name))
			}
		}
		c[1].forget()
	}
	for row := range s.Steps.FailedBy.size() {
		before := s.Steps.FailedBy.At(row)
		list := slices.Clone(before) // other rows, also of another run, may share it
		for i, name := range list {
			list[i] = present(s.Steps.Run.At(row), name)
		}
		if !slices.Equal(list, before) {
			s.Steps.FailedBy.Set(row, list)
		}
	}
}
