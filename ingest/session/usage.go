package session

import (
	"cmp"
	"slices"
)

// add adds what another answer used.
func (u *Usage) add(o Usage) {
	u.In.plus(o.In)
	u.Cached.plus(o.Cached)
	u.Out.plus(o.Out)
	if o.CostIsKnown {
		u.CostIsKnown = true
		u.CostUSD += o.CostUSD
	}
}

// plus adds the tokens of another answer, where its log states them.
func (t *Tokens) plus(o Tokens) {
	if o.Known {
		t.Add(o.N)
	}
}

// all is the input and the output together: unknown where one of them is.
func (u *Usage) all() Tokens {
	return Tokens{N: u.In.N + u.Out.N, Known: u.In.Known && u.Out.Known}
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
	places := map[string]int{}
	for _, u := range all {
		if u.In.N == 0 && u.Out.N == 0 && !u.CostIsKnown {
			continue
		}
		i, known := places[u.Model]
		if !known {
			i = len(sums)
			places[u.Model] = i
			sums = append(sums, Usage{Model: u.Model, At: u.At})
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
	return slices.MaxFunc(sums, func(a, b Usage) int { return cmp.Compare(a.Out.N, b.Out.N) }).Model
}
