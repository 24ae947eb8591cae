package metric

import (
	"cmp"
	"slices"

	"runreport/analyze/report"
	"runreport/analyze/stat"
	"runreport/ingest/table"
)

// ItemTrial is one trial of a task or sample in one run.
type ItemTrial struct {
	Benchmark, Item string
	Passed          bool
	Decided         bool // else it has no outcome
}

// itemList is what the table bugs calls the list that items belong to.
const itemList = "items"

// Items are the trials of the unit's items, in the order of its log.
func (u *Unit) Items() []ItemTrial {
	b := &u.t.Bugs
	var out []ItemTrial
	for row := range u.bugs().each {
		if b.List.At(row) != itemList {
			continue
		}
		passed, decided := b.Found.Get(row)
		out = append(out, ItemTrial{Benchmark: b.Benchmark.At(row), Item: b.Bug.At(row), Passed: passed, Decided: decided})
	}
	return out
}

// ItemNoun is what items are called: "task" or "sample" where all are, else "item".
func ItemNoun(units []*Unit) string {
	noun := ""
	for _, u := range units {
		if u.bugs().len() == 0 || len(u.Items()) == 0 {
			continue
		}
		for row := range u.steps().each {
			switch kind := u.t.Steps.Kind.At(row); kind {
			case table.KindTest, table.KindTask, table.KindSample:
				noun = OneNoun(noun, kind)
			}
		}
	}
	if noun == "" || noun == several {
		return report.ItemNoun
	}
	return noun
}

// BrokenTrials counts, by benchmark, the trials of the unit's items that failed for reasons outside of
// the work.
func (u *Unit) BrokenTrials() map[string]int {
	benchmarks, only := map[string]string{}, ""
	for _, x := range u.Items() {
		benchmarks[x.Item], only = x.Benchmark, x.Benchmark
	}
	s, a := &u.t.Steps, &u.t.Attempts
	stable := map[string]string{}
	for row := range u.steps().each {
		stable[s.Step.At(row)] = s.StableStep.At(row)
	}
	out := map[string]int{}
	for row := range u.attempts().each {
		if a.Outside.Is(row) && !a.Retry.Is(row) {
			out[cmp.Or(benchmarks[stable[a.Step.At(row)]], only)]++
		}
	}
	return out
}

// itemSamples are the trials of items with an outcome, by run date.
func itemSamples(in *figureInput) (out []dated) {
	for i, u := range in.units {
		seen := map[[2]string]bool{}
		for _, x := range u.Items() {
			k := [2]string{x.Benchmark, x.Item}
			if x.Decided {
				one := in.dated[i].one(x.Passed)
				one.again = seen[k]
				out = append(out, one)
			}
			seen[k] = true
		}
	}
	return out
}

// itemNoun is what the figure over the last run date of the samples counts: trials where an item was
// tried more than once in one run, else items.
func (in *figureInput) itemNoun(all []dated) string {
	last := ""
	for _, s := range all {
		last = max(last, s.date)
	}
	for _, s := range all {
		if s.again && s.date == last {
			return report.TrialNoun
		}
	}
	return ItemNoun(in.units)
}

// group is one benchmark under one model, agent and variant.
type group struct {
	row          report.ItemGroup
	runs         map[string]bool
	items        map[string]*stat.Fraction
	passed, all  int
	tokens, cost float64
	spent        [2]bool // tokens and cost are known
	mixed        bool    // a run of it has items of other groups too, so that what it used cannot be told apart
}

// ItemGroups are the groups of all items, in order of appearance.
func ItemGroups(units []*Unit) []report.ItemGroup {
	byKey := map[report.ItemGroup]*group{}
	var order []*group
	for _, u := range units {
		r := &u.t.Runs
		var touched []*group
		isTouched := map[*group]bool{}
		for _, x := range u.Items() {
			key := report.ItemGroup{System: u.System, Benchmark: x.Benchmark, Agent: r.Runner.At(u.Row), Model: r.Model.At(u.Row), Variant: r.Variant.At(u.Row)}
			g := byKey[key]
			if g == nil {
				g = &group{row: key, runs: map[string]bool{}, items: map[string]*stat.Fraction{}}
				byKey[key] = g
				order = append(order, g)
			}
			g.add(u, x)
			if !isTouched[g] {
				touched, isTouched[g] = append(touched, g), true
			}
		}
		for _, g := range touched {
			g.spend(u, len(touched) > 1)
		}
	}
	out := []report.ItemGroup{}
	for _, g := range order {
		out = append(out, g.result())
	}
	slices.SortStableFunc(out, func(a, b report.ItemGroup) int {
		return cmp.Or(cmp.Compare(a.System, b.System), cmp.Compare(a.Benchmark, b.Benchmark), cmp.Compare(b.Passed.Value.Value, a.Passed.Value.Value))
	})
	return out
}

func (g *group) add(u *Unit, x ItemTrial) {
	g.runs[u.Key] = true
	f := g.items[x.Item]
	if f == nil {
		f = &stat.Fraction{}
		g.items[x.Item] = f
	}
	if !x.Decided {
		g.row.Undecided++
		return
	}
	f.Den++
	g.all++
	if x.Passed {
		f.Num++
		g.passed++
	}
}

// spend adds what the unit used, and its trials that failed for reasons outside of the work.
func (g *group) spend(u *Unit, shared bool) {
	if shared {
		g.mixed = true
		return
	}
	for row := range u.attempts().each {
		if u.t.Attempts.Outside.Is(row) && !u.t.Attempts.Retry.Is(row) {
			g.row.Outside++
		}
	}
	add(&g.tokens, &g.spent[0], u.spentOf((*Unit).tokens), u.states((*Unit).tokens))
	add(&g.cost, &g.spent[1], u.spentOf((*Unit).costUSD), u.states((*Unit).costUSD))
}

func (u *Unit) spentOf(of func(*Unit) (float64, bool)) float64 { v, _ := of(u); return v }

func (u *Unit) states(of func(*Unit) (float64, bool)) bool { _, ok := of(u); return ok }

func (g *group) result() report.ItemGroup {
	x := g.row
	x.Runs, x.Items = int64(len(g.runs)), int64(len(g.items))
	x.Passed = RateOf(g.passed, g.all)
	several, some, every := 0, 0, 0
	for _, f := range g.items {
		if f.Den < 2 {
			continue
		}
		several++
		if f.Num > 0 {
			some++
		}
		if f.Num == f.Den {
			every++
		}
	}
	x.Any, x.All = RateOf(some, several), RateOf(every, several)
	x.TokensPer, x.CostPer = g.per(g.tokens, g.spent[0]), g.per(g.cost, g.spent[1])
	return x
}

// per is what one passed trial took.
func (g *group) per(sum float64, known bool) report.Number {
	switch {
	case !known || g.mixed:
		return report.Missing(string(stat.ReasonNotReported))
	case g.passed == 0:
		return report.Missing(string(stat.ReasonNoData))
	}
	return report.Known(sum / float64(g.passed))
}
