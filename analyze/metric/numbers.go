package metric

import (
	"runreport/analyze/report"
	"runreport/analyze/stat"
)

// Number takes a number of package stat over into the report.
func Number(n stat.Number) report.Number {
	return report.Number{Value: n.Value, OK: n.OK, Reason: string(n.Reason)}
}

// Settle is what would settle a comparison.
func Settle(s stat.Settle) *report.Settle {
	return &report.Settle{Visible: Number(s.Visible), Needed: Number(s.Needed)}
}

// RateOf is hits of n with its interval.
func RateOf(hits, n int) report.Rate {
	r := stat.NewRate(hits, n)
	out := report.Rate{Num: int64(hits), Den: int64(n)}
	if !r.OK {
		none := report.Missing(string(r.Reason))
		out.Value, out.Lo, out.Hi = none, none, none
		return out
	}
	out.Value, out.Lo, out.Hi = report.Known(r.Value), report.Known(r.Lo), report.Known(r.Hi)
	return out
}

// None is a count that cannot be given.
func None(why stat.Reason) report.Whole { return report.Whole{Reason: string(why)} }

// NotNil writes an empty list as one.
func NotNil(s []string) []string {
	if s == nil {
		return []string{}
	}
	return s
}
