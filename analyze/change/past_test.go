package change

import (
	"math/rand/v2"
	"testing"

	"runreport/analyze/report"
)

// A step that was half as slow again on dates 30 to 44 of 60 and is back has two entries: the
// day it rose, with the runs and commits about it, and the day it returned. What stands on
// the last date has none of it.
func TestPastChanges(t *testing.T) {
	all := story(rand.New(rand.NewPCG(5, 6)), 12, 60, 2, func(step, date int) float64 {
		if step == 4 && date >= 30 && date < 45 {
			return 1.5
		}
		return 1
	})
	r := Find(all, "")
	if c := changeOf(r, Duration, "step0004"); c != nil && c.State != Suspected && c.Since != dateName(45) {
		t.Errorf("a change that ended a fortnight ago still stands: %+v", *c)
	}
	var got []report.PastChange
	for _, c := range r.History() {
		if c.What == string(Duration) {
			got = append(got, c)
		}
	}
	if len(got) != 2 || got[0].Date < got[1].Date {
		t.Fatalf("%d changes of level, the latest first; 2 were planted: %+v", len(got), got)
	}
	back, rose := got[0], got[1]
	if near := func(date string, want int) bool { return date >= dateName(want-1) && date <= dateName(want+1) }; !near(rose.Date, 30) || !near(back.Date, 45) {
		t.Errorf("changes on %s and %s; planted on dates 30 and 45", rose.Date, back.Date)
	}
	if rose.Size.Value < 0.4 || rose.Size.Value > 0.6 || back.Size.Value > -0.2 || back.Size.Value < -0.45 {
		t.Errorf("sizes %v and %v; planted +0.5 and −0.33", rose.Size.Value, back.Size.Value)
	}
	if rose.RunBefore == "" || rose.RunAfter == "" || len(rose.Revisions) != 1 || rose.Revisions[0].Name != "commit" {
		t.Errorf("runs and revisions about the change: %+v", rose)
	}
}

// Without a change the history of a year has as many entries as there were false calls.
func TestNoPastChanges(t *testing.T) {
	r := Find(story(rand.New(rand.NewPCG(7, 8)), 12, 60, 2, func(int, int) float64 { return 1 }), "")
	if len(r.Past) > 1 {
		t.Errorf("%d changes of level among steps that never changed: %+v", len(r.Past), r.Past)
	}
}
