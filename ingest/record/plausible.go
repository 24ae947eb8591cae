package record

import (
	"slices"
	"time"

	"runreport/ingest/table"
)

// MaxApart is how far a time may lie from the median time of its unit.
const MaxApart = 366 * 24 * time.Hour

// Stamps sums up the times of one unit: those of its records and of their fields.
type Stamps struct {
	N           int
	First, Last time.Time // zero where there is none
}

// Stamps finds the times of the unit.
func (u *Unit) Stamps() Stamps { return stampsOf(u.eachTime) }

func stampsOf(each func(visitor)) (s Stamps) {
	each(func(_ *Record, _ string, at time.Time) bool {
		s.N++
		if s.First.IsZero() || at.Before(s.First) {
			s.First = at
		}
		if at.After(s.Last) {
			s.Last = at
		}
		return true
	})
	return s
}

// Later returns the later of two times; the zero time is before all others.
func Later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

// Alone reports whether the unit has too few times to tell a wrong one among them.
func (s Stamps) Alone() bool { return s.N < 3 }

// Together reports whether no two times of the unit are further apart than MaxApart,
// so that each is near the median, wherever that lies.
func (s Stamps) Together() bool { return s.Last.Sub(s.First) <= MaxApart }

// DropFar takes out the times that lie further than MaxApart from the unit's median.
// Each is a finding of its file. The units of one file share its findings: it is not to
// be called for two of them at the same time.
func (u *Unit) DropFar() { dropFar(u.eachTime, "the median of its unit") }

// dropFar does it for the times that each visits.
func dropFar(each func(visitor), whose string) {
	var all []time.Time
	each(func(_ *Record, _ string, at time.Time) bool {
		all = append(all, at)
		return true
	})
	slices.SortFunc(all, time.Time.Compare)
	median := all[(len(all)-1)/2] // the earlier of two
	each(dropOutside(median.Add(-MaxApart), median.Add(MaxApart), "within 366 days of "+median.Format(time.DateOnly)+", "+whose))
}

// DropAfter takes out the times after last; expected says what they were held against.
// As with DropFar each is a finding.
func (u *Unit) DropAfter(last time.Time, expected string) {
	u.eachTime(dropOutside(time.Time{}, last, expected))
}

func dropOutside(first, last time.Time, expected string) visitor {
	return func(r *Record, key string, at time.Time) bool {
		if !at.Before(first) && !at.After(last) {
			return true
		}
		r.Finding(badTime, key+": "+at.Format(time.RFC3339), expected)
		return false
	}
}

// visitor is told of the times of records, with the keys of their fields. A time for
// which it returns false is taken out.
type visitor func(r *Record, key string, at time.Time) bool

// eachTime visits the times of the unit's records and of the documents beside them.
func (u *Unit) eachTime(visit visitor) {
	for _, r := range u.Records {
		visit.record(r)
	}
	if len(u.Companions) == 0 {
		return
	}
	own := map[*File]bool{}
	for _, r := range u.Records {
		own[r.File] = true
	}
	for _, f := range u.Companions {
		for _, r := range f.Records {
			if !own[f] {
				visit.record(r)
			}
		}
	}
}

// record visits the times of the record and of the objects in it.
func (visit visitor) record(r *Record) {
	if r.Kind != nil && r.Kind.times <= 1 {
		visit.only(r)
		return
	}
	var own string // the field that holds the record's own time
	for i := range r.vals {
		h := &r.vals[i]
		f := &r.Kind.Fields[h.field]
		switch f.Type {
		case Time, Millis:
			v := h.value()
			if !v.Given || v.When.IsZero() {
				continue
			}
			if v.When.Equal(r.At) {
				own = f.Key
			}
			if !visit(r, f.Key, v.When) {
				*h = hold(int(h.field), Value{Text: v.Text})
				if own == f.Key {
					r.At = time.Time{}
				}
			}
		case Object:
			if inner, ok := h.more.(*Record); ok {
				visit.record(inner)
			}
		case List:
			items, _ := h.more.([]*Record)
			for _, inner := range items {
				visit.record(inner)
			}
		}
	}
	if own == "" && !r.At.IsZero() && !visit(r, "time", r.At) { // of a kind that the format does not define
		r.At = time.Time{}
	}
}

// only is record for records with no more than one field of a time.
func (visit visitor) only(r *Record) {
	if i, ok := r.vals.at(r.Kind.moment); ok && r.Kind.times == 1 && r.vals[i].given {
		h := &r.vals[i]
		when := h.when()
		switch {
		case when.IsZero():
		case visit(r, r.Kind.Fields[h.field].Key, when):
			if when.Equal(r.At) {
				return
			}
		default:
			*h = hold(int(h.field), Value{Text: h.text})
			if when.Equal(r.At) {
				r.At = time.Time{}
			}
			return
		}
	}
	if !r.At.IsZero() && !visit(r, "time", r.At) {
		r.At = time.Time{}
	}
}

// dropFar holds the times of one record against each other, where it has enough of them:
// which of two documents or exports is newer is settled before there are units.
func (r *Record) dropFar() {
	if r.Kind != nil && r.Kind.times < 2 {
		return // with its own, two times at most
	}
	ofRecord := func(visit visitor) { visit.record(r) }
	if s := stampsOf(ofRecord); !s.Alone() && !s.Together() {
		dropFar(ofRecord, "the median of its record")
	}
}

// LongDuration is the finding of a duration that is longer than is plausible.
var LongDuration = &Code{
	Name:     "implausible_duration",
	Severity: Warning,
	Means:    "a duration longer than a log can plausibly hold, 90 days unless runreport.yaml says otherwise",

	Do: "not used: it is in no sum and in no chart; look at the clock of the machine, or set durations.longest-days",
}

// DropLonger takes the durations above the longest out of the rows behind the mark, each with
// a finding.
func DropLonger(t *table.Set, from table.Marks, longest time.Duration) {
	limit := longest.Seconds()
	t.DropLonger(limit, from, func(name, run string, at table.Place, seconds float64) {
		Finding{
			Code:     LongDuration,
			Line:     at.Line,
			Seen:     name + ": " + plainNumber(seconds) + " s",
			Expected: "at most " + plainNumber(limit) + " s",
			Count:    1,
		}.Fill(&t.Findings, at.Source, run)
	})
}
