package present

import (
	"time"

	"runreport/analyze/change"
	"runreport/analyze/metric"
	"runreport/analyze/recall"
	"runreport/analyze/report"
	"runreport/analyze/words"
	"runreport/unit/parallel"
)

// How many rows a page shows of a table. The tables that are exported hold all.
const (
	manyRows = 500
	someRows = 60
	fewRows  = 25
)

// View is all that the page and the site are made of: the summary, and beside it what
// it does not hold.
type View struct {
	Data       *report.Data
	CycleFiles [][]string // what each cycle was read from
	Grid       recall.BugGrid
	Waits      []metric.Wait
	Nights     []metric.NightOutcomes
	Endings    map[metric.EndedAs]map[string]int64 // of the ways in which runs ended, by result
	ByAttempt  []string                            // kinds of units of which each attempt counts as a run in these
	Collective map[[2]string]bool                  // systems and steps, of which all of a kind count as one
	Turns      report.Distribution                 // of competitions, to a winner
	Activity   map[string]metric.Activity          // by system
	Flaked     []metric.FlakedStep
	StepNights map[metric.StepName][]metric.StepNight
	StepTimes  map[metric.StepName][]metric.StepTime // of StepsWithPages
	Blocked    []metric.BlockedStep
	Renames    []change.Rename
	// LongestDuration is the longest that counts.
	LongestDuration time.Duration
	// Detail is the detail of Data.Runs[i], made when it is asked for. It may be called
	// from several goroutines.
	Detail func(i int) (metric.Detail, error)
}

// Sections is what people read, in reading order, and the titles of those that this input
// has nothing for.
func Sections(v *View) (sections []report.Section, absent []string, err error) {
	d := v.Data
	out := []report.Section{}
	if d.Baseline != nil {
		out = append(out, baselineSection(d.Baseline))
	}
	if d.Gate != nil {
		out = append(out, rulesSection(d.Gate))
	}
	if len(d.Acknowledged) > 0 {
		out = append(out, acknowledgedSection(d.Acknowledged))
	}
	makers := []func() report.Section{
		func() report.Section { return changeSection(v) },
		func() (s report.Section) { s, err = runSection(v); return s },
		func() report.Section { return itemSection(&d.Items) },
		func() report.Section { return recallSection(v) },
		func() report.Section { return flakeSection(d) },
		func() report.Section { return durationSection(v) },
		func() report.Section { return stopSection(v) },
		func() report.Section { return competitionSection(v) },
		func() report.Section { return gateSection(d) },
		func() report.Section { return usageSection(v) },
		func() report.Section { return findingSection(d.Findings, d.OlderFindings) },
		func() report.Section { return trustSection(d.SelfTest) },
		func() report.Section { return ledgerSection(d.Ledger) },
	}
	made := make([]report.Section, len(makers))
	parallel.Each(len(makers), func(i int) { made[i] = makers[i]() })
	out = append(out, made...)
	for _, s := range out {
		if s = withMetrics(s, d.Metrics); says(s) {
			sections = append(sections, s)
		} else if s.ID != changesID && s.ID != trustID { // they tell of the report, not of what the input has
			absent = append(absent, s.Title)
		}
	}
	return sections, absent, err
}

// says reports whether a section holds more than that it is empty.
func says(s report.Section) bool {
	for _, b := range s.Blocks {
		if b.Chart != nil || len(b.Text) > 0 || b.Table != nil && len(b.Table.Rows) > 0 {
			return true
		}
	}
	return false
}

func chartBlock(c *report.Chart) report.Block { return report.Block{Chart: c} }

func tableBlock(t *report.Table) report.Block { return report.Block{Table: t} }

// dots draws rates with their intervals, the worst at the top.
func dots(id, title, n string, x report.Axis, names []string, rates []report.Rate, role report.Role) *report.Chart {
	s := report.Series{Name: x.Title, Role: role}
	for i, r := range rates {
		if !r.Value.OK {
			continue
		}
		v, lo, hi := r.Value.Value, r.Lo.Value, r.Hi.Value
		p := report.Point{X: v, Y: float64(i), Value: &v, Label: words.Rate(r)}
		if r.Den >= words.LeastForInterval {
			p.Lo, p.Hi = &lo, &hi
		}
		s.Points = append(s.Points, p)
	}
	zero := 0.0
	x.Min = &zero
	return &report.Chart{ID: id, Title: title, N: n, Kind: report.Dots, X: x, Y: report.Axis{Categories: names}, Series: []report.Series{s}}
}

// name tells a step from one of the same name elsewhere, where there is one.
func name(subject, step string, several bool) string {
	if several && subject != "" {
		return subject + ": " + step
	}
	return step
}
