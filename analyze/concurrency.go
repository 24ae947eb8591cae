package analyze

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"runreport/analyze/report"
	"runreport/analyze/stat"
	"runreport/unit"
)

// change is a change of how many attempts run at once.
type change struct {
	at time.Time
	by int // +1 at a start, -1 at an end
}

// running are the starts and ends of every system's attempts.
func (a *analysis) running() map[string][]change {
	changes := map[string][]change{}
	at := &a.t.Attempts
	for _, u := range a.units {
		for _, row := range u.attempts {
			start, started := at.StartedAt.Get(row)
			end := at.EndedAt.At(row)
			switch at.Cut.At(row) {
			case "stalled":
				end = at.HeartbeatAt.At(row)
			case "open":
				end = u.cutoff
			}
			// What is over at an unknown time is no evidence that it ran on, and what is
			// longer than counts none that it ran.
			if _, ok := u.span(start, end); !started || !ok || !end.After(start) {
				continue
			}
			changes[u.System] = append(changes[u.System], change{start, 1}, change{end, -1})
		}
	}
	return changes
}

// inOrder sorts changes by time, ends before starts at the same instant.
func inOrder(all []change) {
	slices.SortStableFunc(all, func(x, y change) int { return cmp.Or(x.at.Compare(y.at), cmp.Compare(x.by, y.by)) })
}

// concurrency is how many attempts of one system ran at once. Every instant counts: a
// collector that looks once a second misses overlaps shorter than that.
func (a *analysis) concurrency() []report.Concurrency {
	changes := a.running()
	out := []report.Concurrency{}
	for _, s := range slices.Sorted(maps.Keys(changes)) {
		c := sweep(s, changes[s])
		c.Cap = a.cap(s)
		out = append(out, c)
	}
	return out
}

// busy is how much ran in some time.
type busy struct {
	peak       int64
	peakAt     time.Time
	time, work float64 // seconds in which anything ran, and attempt-seconds
}

func (b *busy) add(running int64, from, to time.Time) {
	if running > b.peak {
		b.peak, b.peakAt = running, from
	}
	d := to.Sub(from).Seconds()
	b.time += d
	b.work += d * float64(running)
}

func (b *busy) mean() report.Number {
	if b.time == 0 {
		return report.Missing(string(stat.ReasonNoData))
	}
	return report.Known(b.work / b.time)
}

// longestStretch is how long attempts may run without one that starts or ends and
// still be told day by day: beyond it a clock is wrong, and one line must not make a
// table of a million days.
const longestStretch = 366 * 24 * time.Hour

// sweep walks the changes in time, the whole and day by day.
func sweep(system string, all []change) report.Concurrency {
	inOrder(all)
	var total busy
	var days []report.ConcurrencyDay
	var today busy
	closeDay := func(midnight time.Time) {
		days = append(days, report.ConcurrencyDay{Day: midnight.Format(time.DateOnly), Peak: today.peak, PeakAt: today.peakAt,
			BusyS: report.Known(today.time), Mean: today.mean()})
		today = busy{}
	}
	var running int64
	var day time.Time
	for i, x := range all {
		if i > 0 && running > 0 && x.at.After(all[i-1].at) {
			total.add(running, all[i-1].at, x.at)
			if x.at.Sub(all[i-1].at) > longestStretch {
				running += int64(x.by)
				continue
			}
			for from := all[i-1].at; from.Before(x.at); {
				midnight := from.UTC().Truncate(24 * time.Hour)
				if today.time > 0 && !midnight.Equal(day) {
					closeDay(day)
				}
				day = midnight
				to := midnight.Add(24 * time.Hour)
				if to.After(x.at) {
					to = x.at
				}
				today.add(running, from, to)
				from = to
			}
		}
		running += int64(x.by)
	}
	if today.time > 0 {
		closeDay(day)
	}
	return report.Concurrency{System: system, Peak: total.peak, PeakAt: total.peakAt, Mean: total.mean(), ByDay: days}
}

// cap is how many runs a system's settings allow at once.
func (a *analysis) cap(system string) report.Whole {
	t := &a.t.Claims
	limit := none(stat.ReasonNotReported)
	for row := range t.Len() {
		v, ok := t.Number.Get(row)
		if t.By.At(row) != "settings" || t.Field.At(row) != "cap" || !ok || !strings.HasPrefix(t.Run.At(row), system+":") {
			continue
		}
		if limit.OK && limit.Value != int64(v) {
			return none("settings_differ")
		}
		limit = report.Count(int64(v))
	}
	return limit
}

// concurrencyTable is how many attempts ran at once, by system and day.
func concurrencyTable(all []report.Concurrency) *report.Table {
	columns := []report.Column{left("System"), left("Day"), right("Most at once"), right("Allowed"), left("First at"), right("On average"), right("Busy")}
	var rows []report.Row
	for _, c := range all {
		for _, d := range slices.Backward(c.ByDay) {
			r := report.Row{Cells: []report.Cell{text(c.System), text(d.Day), whole(d.Peak), wholeOf(c.Cap), when(d.PeakAt), num(d.Mean, unit.Count), num(d.BusyS, unit.Seconds)}}
			if c.Cap.OK && d.Peak > c.Cap.Value {
				r.Role = report.RoleBad
			}
			rows = append(rows, r)
		}
	}
	return tableOf("concurrency", "How many attempts ran at once, by day (UTC), the latest first. The average is over the time in which anything ran; overlaps shorter than a second count.", "None.", columns, rows, someRows)
}
