package present

import (
	"cmp"
	"fmt"
	"slices"

	"runreport/analyze/change"
	"runreport/analyze/metric"
	"runreport/analyze/report"
)

// MaxRunPages is how many runs have a page of their own; the lists hold all of them.
const MaxRunPages = 10_000

// pages makes the pages of the site. What several of them need is worked out here,
// once; what one of them needs is worked out when it is asked for.
type pages struct {
	*View
	d     *report.Data
	refs  []report.PageRef
	makes []func(report.PageRef) (*report.Page, error)

	findings   map[string][]report.Finding              // by key of run or cycle
	measured   map[string][]measuredRun                 // by key of run
	nights     []string                                 // on which a run began, the earliest first
	byNight    map[string][]int                         // runs, by night
	cycles     map[string][]*report.Cycle               // by the nights on which they began and ended
	subjects   map[subjectKey][]int                     // runs, by what they are of
	place      []int                                    // of each run among those of its subject
	benchmarks map[string][]benchmarkAt                 // by name, the earliest cycle first
	flakes     map[metric.StepName]report.FlakeNode     // the steps that flaked
	inRun      map[int][]*metric.FlakedStep             // what flaked in a run
	ofStep     map[metric.StepName][]*metric.FlakedStep // in which runs a step flaked
	atRandom   map[metric.StepName]*report.KnownFlaky   // the tests that fail at random, by lasting names
	took       map[metric.StepName][]report.AttemptDuration
	stable     change.Names // of subjects
}

// subjectKey is what a run is a run of.
type subjectKey struct{ system, subject string }

// measuredRun is where a run's recall stands.
type measuredRun struct {
	sideRun
	cycle     *report.Cycle
	benchmark string
}

// Pages lists the pages of the site: nights, cycles and runs with the latest first, benchmarks
// by name, steps with the flakiest first.
func Pages(v *View) report.Pages {
	p := &pages{View: v, d: v.Data, findings: map[string][]report.Finding{}, measured: map[string][]measuredRun{},
		byNight: map[string][]int{}, cycles: map[string][]*report.Cycle{}, subjects: map[subjectKey][]int{}, place: make([]int, len(v.Data.Runs)),
		flakes: map[metric.StepName]report.FlakeNode{}, inRun: map[int][]*metric.FlakedStep{}, ofStep: map[metric.StepName][]*metric.FlakedStep{},
		atRandom: map[metric.StepName]*report.KnownFlaky{}, took: map[metric.StepName][]report.AttemptDuration{}, stable: change.StableNames(v.Data.Runs)}
	p.gather()
	p.addNights()
	p.addCycles()
	p.addBenchmarks()
	p.addSteps()
	p.addLists()
	p.addRuns()
	return report.Pages{Refs: p.refs, Make: func(i int) (*report.Page, error) { return p.makes[i](p.refs[i]) }}
}

// add adds a page of what is at hand.
func (p *pages) add(ref report.PageRef, page func(report.PageRef) *report.Page) {
	p.addPulled(ref, func(ref report.PageRef) (*report.Page, error) { return page(ref), nil })
}

// addPulled adds a page that needs the detail of a unit.
func (p *pages) addPulled(ref report.PageRef, page func(report.PageRef) (*report.Page, error)) {
	p.refs = append(p.refs, ref)
	p.makes = append(p.makes, page)
}

// gather indexes what is looked up by run, by night and by step.
func (p *pages) gather() {
	for _, f := range p.d.Findings {
		if f.Run != "" {
			p.findings[f.Run] = append(p.findings[f.Run], f)
		}
	}
	for i := range p.d.Cycles {
		c := &p.d.Cycles[i]
		p.gatherRecalls(c)
		began, ended := day(c.StartedAt), day(c.EndedAt)
		p.cycles[began] = append(p.cycles[began], c)
		if ended != began {
			p.cycles[ended] = append(p.cycles[ended], c)
		}
	}
	for _, n := range p.d.Flakes.ByNode {
		if n.Rate.Num > 0 {
			p.flakes[metric.Step(n.System, n.Subject, n.Node)] = n
		}
	}
	for i := range p.d.KnownFlaky {
		t := &p.d.KnownFlaky[i]
		p.atRandom[metric.Step(t.System, t.Subject, t.Test)] = t
	}
	for _, d := range p.d.Durations.Attempts {
		of := metric.Step(d.System, d.Subject, d.Step)
		p.took[of] = append(p.took[of], d)
	}
	for i, r := range p.d.Runs {
		if night := day(r.StartedAt); night != "" {
			p.byNight[night] = append(p.byNight[night], i)
		}
		of := subjectKey{r.System, r.Subject}
		p.place[i] = len(p.subjects[of])
		p.subjects[of] = append(p.subjects[of], i)
	}
	for i := range p.Flaked {
		f := &p.Flaked[i]
		p.inRun[f.Run] = append(p.inRun[f.Run], f)
		p.ofStep[f.StepName] = append(p.ofStep[f.StepName], f)
	}
	for night := range p.byNight {
		p.nights = append(p.nights, night)
	}
	slices.Sort(p.nights)
}

func (p *pages) gatherRecalls(c *report.Cycle) {
	for _, b := range c.Benchmarks {
		for _, m := range bothSides(&b) {
			if run := m.recall.Run; run != "" {
				p.measured[run] = append(p.measured[run], measuredRun{m, c, b.Benchmark})
			}
		}
	}
}

// addRuns chooses the runs that have a page: half of the room is for the newest, the
// rest for those that ended badly or flaked, the newest first, then for the others.
func (p *pages) addRuns() {
	order := make([]int, len(p.d.Runs))
	for i := range order {
		order[i] = len(order) - 1 - i
	}
	if len(order) > MaxRunPages {
		rest := order[MaxRunPages/2:]
		slices.SortStableFunc(rest, func(x, y int) int { return cmp.Compare(p.concern(x), p.concern(y)) })
		order = order[:MaxRunPages]
		slices.SortFunc(order, func(x, y int) int { return cmp.Compare(y, x) })
	}
	for _, i := range order {
		p.addPulled(p.runRef(i), func(ref report.PageRef) (*report.Page, error) { return p.runPage(ref, i) })
	}
}

// concern is 0 for a run that failed or flaked, else 1.
func (p *pages) concern(i int) int {
	r := &p.d.Runs[i]
	if role := look(r.Result); role == report.RoleBad || role == report.RoleWarn || len(r.Flaked) > 0 {
		return 0
	}
	return 1
}

func (p *pages) runRef(i int) report.PageRef {
	r := &p.d.Runs[i]
	return report.PageRef{PageID: report.PageID{Kind: report.PageRun, Key: r.Key}, Title: r.Unit, At: r.StartedAt,
		Role: look(r.Result), Note: cmp.Or(r.Result, endedAs(*r))}
}

func nightID(night string) report.PageID { return report.PageID{Kind: report.PageNight, Key: night} }

func benchmarkID(name string) report.PageID {
	return report.PageID{Kind: report.PageBenchmark, Key: name}
}

func cycleID(c *report.Cycle) report.PageID {
	return report.PageID{Kind: report.PageCycle, Key: c.Key}
}

func runID(key string) report.PageID { return report.PageID{Kind: report.PageRun, Key: key} }

// stepID quotes the names, since each may hold anything.
func stepID(s metric.StepName) report.PageID {
	return report.PageID{Kind: report.PageStep, Key: fmt.Sprintf("%q %q %q", s.System, s.Subject, s.Step)}
}

// on makes a cell lead to a page.
func on(c report.Cell, id report.PageID) report.Cell {
	c.Page = id
	return c
}

// neighbours are the entries before and after the i-th of n; nil at the ends.
func neighbours(i, n int, ref func(int) report.PageRef) (previous, next *report.PageRef) {
	if i > 0 {
		r := ref(i - 1)
		previous = &r
	}
	if i < n-1 {
		r := ref(i + 1)
		next = &r
	}
	return previous, next
}

// fact is a name and a value; an empty value is left out by facts.
func fact(name, value string) report.Term { return report.Term{Name: name, Means: value} }

// facts leaves out what is not known.
func facts(all ...report.Term) []report.Term {
	return slices.DeleteFunc(all, func(f report.Term) bool { return f.Means == "" })
}

// section is a section of a page; without blocks there is none.
func section(all []report.Section, id, title string, lead []string, blocks ...report.Block) []report.Section {
	if len(blocks) == 0 && len(lead) == 0 {
		return all
	}
	return append(all, report.Section{ID: id, Title: title, Lead: lead, Blocks: blocks})
}
