package gate

import (
	"github.com/bmatcuk/doublestar/v4"

	"runreport/analyze/report"
)

// What an acknowledgement can be.
const (
	Used    = "used"
	Unused  = "unused"
	Expired = "expired"
)

// Acknowledge marks the problems that somebody has accepted, by the first entry that
// covers each, and says of every entry how many it covers. An entry holds until its
// time, as the report tells the time: a report reads the same whenever it is read.
func Acknowledge(d *report.Data, given []report.Acknowledgement) {
	d.Acknowledged = append([]report.Acknowledgement{}, given...)
	for i := range d.Problems {
		d.Problems[i].Acknowledged = ""
	}
	for i := range d.Acknowledged {
		a := &d.Acknowledged[i]
		a.Status, a.Covers = Unused, 0
		over := !a.Until.IsZero() && d.AsOf.After(a.Until)
		for j := range d.Problems {
			p := &d.Problems[j]
			if p.Kind == "acknowledgement" || p.Acknowledged != "" || !covers(a.Key, p.Key) {
				continue
			}
			a.Covers++
			if !over {
				a.Status = Used
				p.Acknowledged = a.Key
			}
		}
		if over {
			a.Status = Expired
		}
	}
}

// covers reports whether a key or pattern of keys fits a key. In a pattern * stands
// for any part of one name, ** for any names.
func covers(pattern, key string) bool {
	if pattern == key {
		return true
	}
	ok, err := doublestar.Match(pattern, key)
	return err == nil && ok
}
