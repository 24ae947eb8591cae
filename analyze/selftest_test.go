package analyze

import (
	"strings"
	"testing"

	"runreport/analyze/metric"
	"runreport/analyze/report"
	"runreport/analyze/stat"
)

// TestSelfTestVerdict: a self-test fails where more is called than is promised, and says so
// only where the interval of what was measured lies above the promise: about 1 of 15 cycles,
// and 1 false alarm in 30 run dates.
func TestSelfTestVerdict(t *testing.T) {
	number := func(x float64) report.Number { return metric.Number(stat.Known(x)) }
	few := metric.Number(stat.Missing(stat.ReasonTooFew))
	long := metric.Number(stat.Missing("another reason"))
	quiet := report.AlarmRate{Alarms: 1, Judged: 3000, Per30: number(0.01)}
	loud := report.AlarmRate{Alarms: 300, Judged: 3000, Per30: number(3)}
	for _, c := range []struct {
		name        string
		alarm       report.Rate
		alarms      []report.AlarmRate
		power       []report.Power
		cycles      bool
		status      string
		says, never []string
	}{
		{name: "nothing measured", status: "cannot_tell", says: []string{"no benchmark was measured twice"}, never: []string{"run dates"}},
		{name: "cycles, no control runs", cycles: true, alarms: []report.AlarmRate{quiet}, status: "passed", says: []string{"no benchmark was measured twice", "at most 1 is promised"}},
		{name: "no cycles", alarms: []report.AlarmRate{quiet}, status: "passed", says: []string{"at most 1 is promised"}, never: []string{"benchmark"}},
		{name: "as often as promised", alarm: metric.RateOf(20, 400), cycles: true, status: "passed", says: []string{"20 of 400", "one in fifteen"}, never: []string{"Do not act"}},
		{name: "by chance more often", alarm: metric.RateOf(28, 400), cycles: true, status: "passed", says: []string{"28 of 400"}, never: []string{"Do not act"}},
		{name: "more often", alarm: metric.RateOf(80, 400), cycles: true, status: "failed", says: []string{"80 of 400", "Do not act on its regressions alone"}},
		{name: "cycles well, run dates not", alarm: metric.RateOf(20, 400), alarms: []report.AlarmRate{quiet, loud}, cycles: true, status: "failed", says: []string{"false alarms in 30 run dates"}},
		{name: "cycles not, run dates well", alarm: metric.RateOf(80, 400), alarms: []report.AlarmRate{quiet}, cycles: true, status: "failed", says: []string{"Do not act", "false alarms in 30 run dates"}},
		{name: "so many false alarms", alarms: []report.AlarmRate{{Alarms: 20, Judged: 300, Per30: number(2)}, {Alarms: 10, Judged: 200, Per30: number(1.5)}}, status: "failed", says: []string{"this history gives 3.0 false alarms"}},
		{name: "few run dates", alarms: []report.AlarmRate{{Per30: few, Dates: 4}}, status: "cannot_tell", says: []string{"4 run dates, more than 10 are needed"}, never: []string{"benchmark"}},
		{name: "one run date", alarms: []report.AlarmRate{{Per30: few, Dates: 1}}, status: "cannot_tell", says: []string{"1 run date, more"}},
		{name: "a long history", alarms: []report.AlarmRate{{Per30: long}}, status: "cannot_tell", says: []string{"the history is long, runreport selftest does it"}},
		{name: "one figure of two", alarms: []report.AlarmRate{{Per30: few, Dates: 4}, quiet}, status: "passed", says: []string{"at most 1 is promised"}, never: []string{"more than 10"}},
		{
			name: "planted losses", alarm: metric.RateOf(20, 400), cycles: true, status: "passed",
			power: []report.Power{{What: "one bug lost", Called: metric.RateOf(7, 40)}, {What: "two bugs lost"}},
			says:  []string{"Put in on purpose, one bug lost: called in 7 of 40."}, never: []string{"two bugs"},
		},
	} {
		s := &report.SelfTest{Promised: promisedFalseAlarm, FalseAlarm: c.alarm, FloorAlarm: metric.RateOf(50, 400), Alarms: c.alarms, Power: c.power}
		status, sentences := selfTestVerdict(s, c.cycles)
		text := strings.Join(sentences, " ")
		if status != c.status {
			t.Errorf("%s: %s, want %s: %s", c.name, status, c.status, text)
		}
		for _, want := range c.says {
			if !strings.Contains(text, want) {
				t.Errorf("%s: it does not say %q: %s", c.name, want, text)
			}
		}
		for _, bad := range c.never {
			if strings.Contains(text, bad) {
				t.Errorf("%s: it says %q: %s", c.name, bad, text)
			}
		}
	}
}
