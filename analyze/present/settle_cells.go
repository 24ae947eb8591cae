package present

import (
	"runreport/analyze/report"
	"runreport/analyze/words"
	"runreport/unit"
)

// visibleColumn and neededColumn stand behind the result of a comparison that may be
// inconclusive.
func visibleColumn() report.Column {
	return explained(minor(right("Visible")), "Where it is inconclusive: the smallest change that so much shows, with 80 % power.")
}

func neededColumn() report.Column {
	return explained(minor(right("Needed")), "Where it is inconclusive: how many runs a side show the change seen with 80 % power, or run dates where the runs span several. Not told above 10,000.")
}

func visible(s *report.Settle, u unit.Unit) report.Cell {
	if s == nil {
		return text("")
	}
	return num(s.Visible, u)
}

func runsNeeded(s *report.Settle) report.Cell {
	if s == nil {
		return text("")
	}
	return num(s.Needed, unit.Count)
}

// settleFacts say of each benchmark of a cycle whose change may be noise what would tell.
func settleFacts(c *report.Cycle) []report.Term {
	var out []report.Term
	for _, b := range c.Benchmarks {
		if b.Settle == nil {
			continue
		}
		says := "not known: " + words.Why(b.Settle.Visible.Reason)
		if b.Settle.Visible.OK {
			says = "so many runs show a change of recall of " + unit.Ratio.Format(b.Settle.Visible.Value) + " or more"
		}
		if b.Settle.Needed.OK {
			says += "; one of the size seen takes " + words.Plural(int(b.Settle.Needed.Value), "run") + " a side"
		}
		out = append(out, fact("To settle "+b.Benchmark, says))
	}
	return out
}
