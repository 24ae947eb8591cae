package metric

import "time"

// RunDates writes the UTC dates on which runs started. Many runs share one, which is written
// and kept once.
type RunDates struct {
	written map[int64]string // by days since 1970
	day     int64            // the last one asked for
	date    string
}

// Of is the date of an instant, as 2026-03-12; empty where it is not known.
func (d *RunDates) Of(at time.Time) string {
	if at.IsZero() {
		return ""
	}
	const day = 24 * 60 * 60
	seconds := at.Unix()
	number := seconds / day
	if seconds%day < 0 {
		number--
	}
	if number == d.day && d.date != "" {
		return d.date
	}
	date, known := d.written[number]
	if !known {
		if d.written == nil {
			d.written = map[int64]string{}
		}
		date = at.UTC().Format(time.DateOnly)
		d.written[number] = date
	}
	d.day, d.date = number, date
	return date
}
