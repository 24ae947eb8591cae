package change

import (
	"fmt"
	"strings"
	"testing"

	"runreport/analyze/report"
	"runreport/analyze/stat"
)

// on is a series of a subject with a failed run of five on each of the dates.
func on(what What, subject, step string, dates ...int) Series {
	s := Series{Key: Key{what, groupName("ci", subject), step}}
	for _, d := range dates {
		s.Points = append(s.Points, Point{Date: dateName(d), Count: stat.Fraction{Num: 1, Den: 5}, Values: []float64{10}})
	}
	return s
}

// What the sentences need to know of all series: the last date of each group, which names of steps
// several subjects have, and when an alarm ended.
func TestWhatIsKnownOfAllSeries(t *testing.T) {
	all := []Series{
		on(FailureRate, "shop", "e2e", 1, 9), on(FailureRate, "shop", "lint", 1, 7), on(FailureRate, "till", "e2e", 2, 5), on(FailureRate, "till", "unit", 2, 6),
		on(Duration, "shop", "e2e", 1, 8), on(Duration, "shop", "own", 3),
	}
	ended, standing := all[0].Key, all[1].Key
	r := &Result{Alarms: []Alarm{
		{Key: ended, State: Ended, Last: dateName(3)}, {Key: ended, State: Ended, Last: dateName(6)}, {Key: standing, State: Standing},
	}}
	x := newSentences(r, all, nil)
	for _, c := range []struct {
		what    What
		subject string
		want    string
	}{
		{FailureRate, "shop", dateName(9)},
		{FailureRate, "till", dateName(6)},
		{Duration, "shop", dateName(8)},
		{Duration, "till", ""},
	} {
		if got := x.lastDate[c.what][groupName("ci", c.subject)]; got != c.want {
			t.Errorf("last date of %s of %s: %q, want %q", c.what, c.subject, got, c.want)
		}
	}
	for step, want := range map[string]bool{"e2e": true, "lint": false, "unit": false, "own": false} {
		if x.several[step] != want {
			t.Errorf("%s is of several subjects: %t", step, !want)
		}
	}
	if len(x.ended) != 1 || x.ended[ended] != dateName(6) {
		t.Errorf("ended alarms %v", x.ended)
	}
}

// An outage is told where it is on the last date of its own group, with the rates of that date and
// of before.
func TestOutagesThatAreTold(t *testing.T) {
	all := []Series{on(FailureRate, "shop", "e2e", 1, 9), on(FailureRate, "till", "e2e", 2, 5), on(FlakeRate, "shop", "e2e", 1, 7)}
	outage := func(what What, subject string, date int) Outage {
		return Outage{What: what, Group: groupName("ci", subject), Date: dateName(date), P: 0.00005, Names: []string{"e2e"},
			Now: stat.Fraction{Num: 3, Den: 4}, Before: stat.Fraction{Num: 1, Den: 10}}
	}
	unknown := outage(FlakeRate, "shop", 7)
	unknown.Before = stat.Fraction{}
	r := &Result{Outages: []Outage{
		outage(FailureRate, "shop", 1), outage(FailureRate, "shop", 9), outage(FailureRate, "till", 5), outage(FailureRate, "till", 9),
		outage(FlakeRate, "shop", 9), unknown,
	}}
	var got []string
	for _, e := range r.Entries(all, nil) {
		got = append(got, fmt.Sprintf("%s %s %s %s %s %.2f %.2f", e.What, e.Subject, e.Since, e.State, e.Strength, e.From.Value, e.To.Value))
	}
	want := []string{
		"flake_rate shop 0007 new strong 0.00 0.75", // the largest rise first
		"failure_rate shop 0009 new strong 0.10 0.75",
		"failure_rate till 0005 new strong 0.10 0.75",
	}
	if strings.Join(got, "; ") != strings.Join(want, "; ") {
		t.Errorf("%q, want %q", got, want)
	}
}

// Missing evidence stands behind all that is known, and is weak.
func TestOrderOfEvidence(t *testing.T) {
	known, none := report.Known, report.Missing("x")
	for _, c := range []struct {
		x, y report.Number
		want int
	}{
		{known(0.1), known(0.2), -1},
		{known(0.2), known(0.1), 1},
		{known(0.1), known(0.1), 0},
		{known(1), none, -1},
		{none, known(1), 1},
		{none, none, 0},
	} {
		if got := compareMissingLast(c.x, c.y); got != c.want {
			t.Errorf("%v and %v: %d, want %d", c.x, c.y, got, c.want)
		}
	}
	for _, c := range []struct {
		of   Change
		want stat.Grade
	}{
		{Change{Q: stat.Known(0.001)}, stat.GradeStrong},
		{Change{Q: stat.Known(0.0011)}, stat.GradeModerate},
		{Change{Q: stat.Known(0.01)}, stat.GradeModerate},
		{Change{Q: stat.Known(0.0101)}, stat.GradeWeak},
		{Change{Q: stat.Missing(stat.ReasonTooFew)}, stat.GradeWeak},
		{Change{State: Suspected, Q: stat.Known(0)}, stat.GradeWeak},
		{Change{Key: Key{What: CommonDuration}}, stat.GradeModerate},
		{Change{Key: Key{What: CommonDuration}, State: Suspected}, stat.GradeWeak},
	} {
		if got := strength(&c.of); got != string(c.want) {
			t.Errorf("%+v: %s, want %s", c.of, got, c.want)
		}
	}
}

// An interval is written where both of its limits are known. A share is a whole percent with its sign.
func TestIntervalsInSentences(t *testing.T) {
	none := stat.Missing(stat.ReasonTooFew)
	for _, c := range []struct {
		lo, hi stat.Number
		want   bool
	}{
		{stat.Known(0.1), stat.Known(0.4), true},
		{none, stat.Known(0.4), false},
		{stat.Known(0.1), none, false},
		{none, none, false},
	} {
		of := Change{Key: Key{What: Duration}, From: 10, To: 12, Lo: c.lo, Hi: c.hi}
		if got := strings.Contains(relative(&of), "95 % CI"); got != c.want {
			t.Errorf("%v to %v: %s", c.lo, c.hi, relative(&of))
		}
		of.Key = Key{Recall, groupName("ci", ""), "chi"}
		x := newSentences(&Result{}, []Series{{Key: of.Key, Points: []Point{{Date: dateName(1)}}}}, nil)
		if got := strings.Contains(x.recallSentence(&of), "95 % CI"); got != c.want {
			t.Errorf("recall, %v to %v: %s", c.lo, c.hi, x.recallSentence(&of))
		}
	}
	for share, want := range map[float64]string{0: "0", 0.004: "0", -0.004: "0", 0.006: "+1", -0.006: "−1", 1: "+100"} {
		if got := signedPercent(share); got != want {
			t.Errorf("%g: %s, want %s", share, got, want)
		}
	}
}
