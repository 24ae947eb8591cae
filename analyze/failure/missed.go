package failure

import (
	"cmp"
	"slices"
	"strings"

	"runreport/analyze/report"
)

// missed are the items of which a trial failed or broke, on the last run date of each system and
// subject.
type missed struct {
	by map[[2]string]*missedOfDate
}

type missedOfDate struct {
	date  string
	items map[string]*report.MissedItem
}

// run adds a run of the date: what it has not missed counts too, since an item that passes again on
// a later date is missed no more.
func (m *missed) run(r *report.Run, date string) *missedOfDate {
	if m.by == nil {
		m.by = map[[2]string]*missedOfDate{}
	}
	k := [2]string{r.System, r.Subject}
	x := m.by[k]
	if x == nil || date > x.date {
		x = &missedOfDate{date: date}
		m.by[k] = x
	}
	if date < x.date {
		return nil
	}
	return x
}

// add counts the trials of a run's items that failed or broke. An attempt that another one took the
// place of is no trial.
func (x *missedOfDate) add(e explainer) {
	if x == nil {
		return
	}
	items := map[string]string{}
	for i := range e.d.Steps {
		if s := &e.d.Steps[i]; s.Item {
			items[s.Step] = s.Stable
		}
	}
	for i := range e.d.Attempts {
		a := &e.d.Attempts[i]
		name, is := items[a.Step]
		if !is || !failed(a.Result) || a.Repeated {
			continue
		}
		m := x.items[name]
		if m == nil {
			if x.items == nil { // most dates miss nothing
				x.items = map[string]*report.MissedItem{}
			}
			m = &report.MissedItem{System: e.run.System, Subject: e.run.Subject, Item: name, Date: x.date}
			x.items[name] = m
		}
		if a.Outside {
			m.Broken++
		} else {
			m.Failed++
		}
		m.Step, m.Run, m.Evidence = a.Step, e.run.Key, a.Evidence
		if why := e.errorOf(e.ofAttempt(a)...); why.text != "" {
			m.Error, m.Cluster = why.text, e.normalise(why.text)
		}
	}
}

// list is all of them: broken ones first, then those of most trials.
func (m *missed) list() []report.MissedItem {
	out := []report.MissedItem{}
	for _, x := range m.by {
		for _, item := range x.items {
			out = append(out, *item)
		}
	}
	slices.SortFunc(out, func(a, b report.MissedItem) int {
		return cmp.Or(cmp.Compare(b.Broken, a.Broken), cmp.Compare(b.Failed, a.Failed), strings.Compare(a.System, b.System),
			strings.Compare(a.Subject, b.Subject), strings.Compare(a.Item, b.Item))
	})
	return out
}
