package session

import (
	"cmp"
	"slices"
)

// add adds what another answer used.
func (u *Usage) add(o Usage) {
	if o.Known {
		u.Known = true
		u.In, u.Cached, u.Out = u.In+o.In, u.Cached+o.Cached, u.Out+o.Out
	}
	if o.CostIsKnown {
		u.CostIsKnown = true
		u.CostUSD += o.CostUSD
	}
}

func total(all []Usage) (sum Usage) {
	for _, u := range all {
		sum.add(u)
	}
	return sum
}

// byModel sums usage up by model, in the order in which the models were used first. A
// model that a program names for what no model said, as <synthetic>, used nothing.
func byModel(all []Usage) (sums []Usage) {
	for _, u := range all {
		if u.In == 0 && u.Out == 0 && !u.CostIsKnown {
			continue
		}
		i := slices.IndexFunc(sums, func(x Usage) bool { return x.Model == u.Model })
		if i < 0 {
			sums = append(sums, Usage{Model: u.Model, At: u.At})
			i = len(sums) - 1
		}
		sums[i].add(u)
	}
	return sums
}

// mostUsed is the model that wrote most; "" where none is named.
func mostUsed(all []Usage) string {
	sums := slices.DeleteFunc(byModel(all), func(u Usage) bool { return u.Model == "" })
	if len(sums) == 0 {
		return ""
	}
	return slices.MaxFunc(sums, func(a, b Usage) int { return cmp.Compare(a.Out, b.Out) }).Model
}
