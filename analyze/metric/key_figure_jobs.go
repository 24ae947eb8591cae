package metric

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"runreport/analyze/report"
)

// setup is who an eval was made with.
type setup struct{ model, agent string }

// setupOf is that of a run of an eval.
func setupOf(u *Unit) *setup {
	if u.bugs().len()+u.scores().len() == 0 || len(u.Items())+len(u.Scores()) == 0 {
		return nil
	}
	return &setup{u.t.Runs.Model.At(u.Row), u.t.Runs.Runner.At(u.Row)}
}

// parts divides the samples of a date by model, or by agent where all are of one model. It is empty
// where some are of no eval, or all of one setup.
func (k keyFigure) parts(of []dated, jobs []job) []report.FigurePart {
	out := []report.FigurePart{}
	for _, name := range []func(*setup) string{func(s *setup) string { return s.model }, func(s *setup) string { return s.agent }} {
		who := func(s dated) string {
			if jobs[s.job].setup == nil {
				return ""
			}
			return name(jobs[s.job].setup)
		}
		if slices.ContainsFunc(of, func(s dated) bool { return who(s) == "" }) {
			continue
		}
		by := map[string][]dated{}
		for _, s := range of {
			by[who(s)] = append(by[who(s)], s)
		}
		if len(by) < 2 {
			continue
		}
		for _, who := range slices.Sorted(maps.Keys(by)) {
			p := report.FigurePart{Name: who}
			p.Value, p.Num, p.Den = k.of(by[who])
			out = append(out, p)
		}
		return out
	}
	return out
}

// jobsOf numbers the units, which are in order of their starts, by system and subject, as the
// subject lasts over run dates, and lists the jobs.
// Example: the runs of two nightly suites are two jobs, whatever folder each run lies in.
func jobsOf(units []*Unit) (jobs []int, all []job) {
	numbers := map[report.FigureJob]int{}
	jobs = make([]int, len(units))
	for i, u := range units {
		j := report.FigureJob{System: u.System, Subject: u.Subject}
		if stable, given := u.t.Runs.StableSubject.Get(u.Row); given {
			j.Subject = stable
		}
		n, known := numbers[j]
		if !known {
			n = len(numbers)
			numbers[j] = n
			all = append(all, job{j, u.date, nil})
		}
		if all[n].setup == nil {
			all[n].setup = setupOf(u)
		}
		jobs[i] = n
	}
	return jobs, all
}

// job is what runs on one run date after another.
type job struct {
	report.FigureJob
	began string // its first run date
	setup *setup // of the first of its runs that is of an eval; nil: none is
}

// maxFigureJobs is how many jobs of a figure are named.
const maxFigureJobs = 100

// namesOf are the jobs of those numbers by name, and how many they are.
func namesOf(numbers map[int]bool, all []job) (names []report.FigureJob, total int64) {
	names = []report.FigureJob{}
	for n := range numbers {
		names = append(names, all[n].FigureJob)
	}
	slices.SortFunc(names, byJob)
	return names[:min(len(names), maxFigureJobs)], int64(len(names))
}

func byJob(x, y report.FigureJob) int {
	return cmp.Or(strings.Compare(x.System, y.System), strings.Compare(x.Subject, y.Subject))
}

// sameJobs reports whether two figures are of the same jobs. A report of an earlier version does
// not name them.
func sameJobs(a, b report.KeyFigure) bool {
	if b.JobsTotal == 0 {
		return true
	}
	names := slices.Clone(b.Jobs) // which may have other names now
	slices.SortFunc(names, byJob)
	return a.JobsTotal == b.JobsTotal && slices.Equal(a.Jobs, names)
}

// newJobs counts the jobs of the last date that had no sample before. It is empty where one of
// them is not new: it ran before, as one whose logs state no cost until the last date.
func newJobs(now, sampled map[int]bool, jobs []job, last string) string {
	fresh := 0
	for n := range now {
		switch {
		case sampled[n]:
		case jobs[n].began < last:
			return ""
		default:
			fresh++
		}
	}
	if fresh == 1 {
		return "1 job is new"
	}
	return fmt.Sprintf("%d jobs are new", fresh)
}

func jobsAmong(samples []dated) map[int]bool {
	jobs := map[int]bool{}
	for _, s := range samples {
		jobs[s.job] = true
	}
	return jobs
}
