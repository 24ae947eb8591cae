package gate

import (
	"fmt"
	"slices"

	"runreport/analyze/report"
	"runreport/unit"
)

// costFigures are the key figures that tell what a run costs, the one that counts first.
// Where all runs passed, the first is left out, since the second says the same.
var costFigures = []string{"cost_per_pass", "cost"}

var cost = &Rule{
	Name: "cost", Default: Off, Noun: "high cost",
	Settings: []Setting{
		{Name: "allowed_rise", Kind: Share, Default: "0.2", Means: "by which share the cost of a passed run may be above that of the baseline, or of the run dates before"},
		{Name: "most_usd", Kind: Dollars, Default: "0", Means: "how many US dollars a passed run may cost; 0: as many as it does"},
	},
	Means: "A passed run must not cost more than is accepted: what all runs of the last run date cost, whether they passed or not, for each that passed. Only runs whose log states a cost count.",
	limit: func(v ruleValues) string {
		limit := fmt.Sprintf("a passed run costs at most %s more than before", unit.Ratio.Format(v.number("allowed_rise")))
		if most := v.number("most_usd"); most > 0 {
			limit += " and at most " + unit.Dollars.Format(most)
		}
		return limit
	},
	evaluate: func(in *input, v ruleValues) outcome {
		f := in.cost()
		if f == nil {
			return notEvaluated("no log of the last run date states a cost, or no run of it passed")
		}
		seen := fmt.Sprintf("%s a passed run", unit.Dollars.Format(f.Value.Value))
		if most := v.number("most_usd"); most > 0 && f.Value.Value > most {
			return outcome{status: Fail, reason: fmt.Sprintf("%s, above %s", seen, unit.Dollars.Format(most))}
		}
		if !f.Before.OK || f.Before.Value <= 0 {
			if v.number("most_usd") > 0 {
				return outcome{status: Pass, reason: seen + "; there is nothing to compare it with"}
			}
			return notEvaluated("no cost of an earlier run date")
		}
		change := f.Value.Value/f.Before.Value - 1
		seen += fmt.Sprintf(", %s before (%s %%)", unit.Dollars.Format(f.Before.Value), unit.Signed(100*change, 0))
		if change > v.number("allowed_rise") {
			return outcome{status: Fail, reason: seen}
		}
		return outcome{status: Pass, reason: seen}
	},
}

// cost is the key figure that tells what a passed run costs; nil where there is none.
func (in *input) cost() *report.KeyFigure {
	for _, name := range costFigures {
		i := slices.IndexFunc(in.d.KeyFigures, func(f report.KeyFigure) bool { return f.Name == name })
		if i >= 0 && in.d.KeyFigures[i].Value.OK {
			return &in.d.KeyFigures[i]
		}
	}
	return nil
}
