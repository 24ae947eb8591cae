package gate

import (
	"testing"

	"runreport/analyze/report"
)

func TestCost(t *testing.T) {
	none := report.Missing("no_data")
	figure := func(name string, value, before report.Number) report.KeyFigure {
		return report.KeyFigure{Name: name, Value: value, Before: before}
	}
	usd := report.Known
	for _, c := range []struct {
		name    string
		figures []report.KeyFigure
		set     map[string]string
		want    string
	}{
		{"no cost", nil, nil, NotEvaluated},
		{"one run date", []report.KeyFigure{figure("cost", usd(1), none)}, nil, NotEvaluated},
		{"as before", []report.KeyFigure{figure("cost", usd(1.2), usd(1))}, nil, Pass},
		{"a quarter more", []report.KeyFigure{figure("cost", usd(1.25), usd(1))}, nil, Fail},
		{"a quarter more, allowed", []report.KeyFigure{figure("cost", usd(1.25), usd(1))}, map[string]string{"cost.allowed_rise": "0.25"}, Pass},
		{"the passed run counts", []report.KeyFigure{figure("cost", usd(1), usd(1)), figure("cost_per_pass", usd(4), usd(2))}, nil, Fail},
		{"above the most", []report.KeyFigure{figure("cost", usd(1), none)}, map[string]string{"cost.most_usd": "0.5"}, Fail},
		{"below the most", []report.KeyFigure{figure("cost", usd(1), none)}, map[string]string{"cost.most_usd": "1"}, Pass},
		{"free before", []report.KeyFigure{figure("cost", usd(1), usd(0))}, nil, NotEvaluated},
	} {
		values := Defaults()
		for name, text := range c.set {
			values[name] = Value{Text: text}
		}
		in := &input{d: &report.Data{KeyFigures: c.figures}}
		if got := cost.evaluate(in, ruleValues{values, cost.Name}); got.status != c.want {
			t.Errorf("%s: %s (%s), want %s", c.name, got.status, got.reason, c.want)
		}
	}
	if Defaults()["cost.level"].Text != Off {
		t.Error("the rule is on without being asked for")
	}
}
