package table

import "strings"

// SplitSubjects divides the subjects of runs by what else is to tell one series from
// another: variant, runner, model, version, or label:NAME. A run without the value keeps its
// subject, and so do the runs of benchmarks, which cycles find by their names. Example: by
// runner, the runs of shop on linux and on macos become "shop (linux)" and "shop (macos)".
func (s *Set) SplitSubjects(by []string) {
	if len(by) == 0 {
		return
	}
	benchmarks := map[string]bool{}
	for row := range s.Cycles.Len() {
		benchmarks[s.Cycles.System.At(row)] = true
	}
	r := &s.Runs
	for row := range r.Len() {
		if benchmarks[r.System.At(row)] {
			continue
		}
		var values []string
		for _, name := range by {
			if v := s.dividing(row, name); v != "" {
				values = append(values, v)
			}
		}
		if len(values) == 0 {
			continue
		}
		mark := " (" + strings.Join(values, ", ") + ")"
		r.Subject.Set(row, strings.TrimSpace(r.Subject.At(row)+mark))
		if stable, given := r.StableSubject.Get(row); given {
			r.StableSubject.Set(row, strings.TrimSpace(stable+mark))
		}
	}
	r.Subject.forget()
	r.StableSubject.forget()
}

// dividing is the value of a run by which it is divided; "" where it has none.
func (s *Set) dividing(row int, name string) string {
	label, of := strings.CutPrefix(name, "label:")
	if !of {
		return map[string]*String{
			"variant": &s.Runs.Variant, "runner": &s.Runs.Runner, "model": &s.Runs.Model, "version": &s.Runs.Version,
		}[name].At(row)
	}
	for _, l := range s.Sources.Labels.At(s.Runs.Place(row).Source) {
		if value, yes := strings.CutPrefix(l, label+"="); yes {
			return value
		}
	}
	return ""
}
