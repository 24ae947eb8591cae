package metric

import (
	"maps"
	"slices"
	"time"

	"runreport/analyze/report"
	"runreport/analyze/stat"
	"runreport/ingest/table"
	"runreport/unit/spill"
)

// busyTimes are the times at which attempts of a system started and ended, in microseconds since
// 1970. Each list is sorted by itself: which end is that of which start makes no difference.
type busyTimes struct{ starts, ends []int64 }

// add adds an attempt that took any time.
func (b *busyTimes) add(start, end time.Time) {
	if from, to := start.UnixMicro(), end.UnixMicro(); from < to {
		b.starts, b.ends = append(b.starts, from), append(b.ends, to)
	}
}

func (b *busyTimes) sort() {
	slices.Sort(b.starts)
	slices.Sort(b.ends)
}

// each yields the changes of how many attempts run, +1 at a start and -1 at an end, by time, ends
// before starts at the same instant.
func (b *busyTimes) each(yield func(at int64, by int) bool) {
	starts := b.starts
	for _, end := range b.ends {
		for ; len(starts) > 0 && starts[0] < end; starts = starts[1:] {
			if !yield(starts[0], 1) {
				return
			}
		}
		if !yield(end, -1) {
			return
		}
	}
}

// attemptsBySystem is how many attempts there are of each system.
func attemptsBySystem(units []*Unit) map[string]int {
	n := map[string]int{}
	for _, u := range units {
		n[u.System] += u.attempts().len()
	}
	return n
}

// running are the starts and ends of every system's attempts, sorted, which lie in the room where they are many.
func running(units []*Unit, room *spill.Room) map[string]*busyTimes {
	times, attempts := map[string]*busyTimes{}, attemptsBySystem(units)
	for _, u := range units {
		at := &u.t.Attempts
		of := times[u.System]
		for row := range u.attempts().each {
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
			if of == nil {
				n := attempts[u.System]
				of = &busyTimes{spill.Make[int64](room, n)[:0], spill.Make[int64](room, n)[:0]}
				times[u.System] = of
			}
			of.add(start, end)
		}
	}
	for _, t := range times {
		t.sort()
	}
	return times
}

// Activity is what one system's attempts did, instant by instant.
type Activity struct {
	Attempts int
	Instants []Instant // over few days only
}

// Instant is a time at which the number of running attempts changes, with that number.
type Instant struct {
	At time.Time
	N  int
}

// What a chart of concurrency can show: instant by instant over few days, else day by
// day; beyond maxInstants changes only the most of each of as many stretches of time.
const (
	FewDays     = 2
	maxInstants = 1000
)

// Concurrency is how many attempts of each system ran at once. Every instant counts: a
// collector that looks once a second misses overlaps shorter than that.
func Concurrency(t *table.Set, units []*Unit) ([]report.Concurrency, map[string]Activity) {
	room := t.Room.Like()
	defer room.Close()
	times := running(units, room)
	out, activity := []report.Concurrency{}, map[string]Activity{}
	for _, s := range slices.Sorted(maps.Keys(times)) {
		c := sweep(s, times[s])
		c.Cap = limit(t, s)
		out = append(out, c)
		a := Activity{Attempts: len(times[s].starts)}
		if len(c.ByDay) <= FewDays {
			a.Instants = instants(times[s])
		}
		activity[s] = a
	}
	return out, activity
}

// busy is how much ran in some time.
type busy struct {
	peak, peakAt int64   // peakAt in microseconds since 1970
	time, work   float64 // seconds in which anything ran, and attempt-seconds
}

// add adds that so many ran, which are one at least, between two times in microseconds since 1970.
func (b *busy) add(running, from, to int64) {
	if running > b.peak {
		b.peak, b.peakAt = running, from
	}
	d := time.UnixMicro(to).Sub(time.UnixMicro(from)).Seconds()
	b.time += d
	b.work += d * float64(running)
}

// peaked is when most ran; no time where nothing did.
func (b *busy) peaked() time.Time {
	if b.peak == 0 {
		return time.Time{}
	}
	return time.UnixMicro(b.peakAt).UTC()
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

// microsPerDay are the microseconds of a day.
const microsPerDay = int64(24 * time.Hour / time.Microsecond)

// midnightOf is when the UTC day of a time begins, both in microseconds since 1970.
func midnightOf(at int64) int64 { return at - (at%microsPerDay+microsPerDay)%microsPerDay }

// sweep walks the changes in time, the whole and day by day.
func sweep(system string, times *busyTimes) report.Concurrency {
	var total busy
	var days []report.ConcurrencyDay
	var today busy
	closeDay := func(midnight int64) {
		days = append(days, report.ConcurrencyDay{Day: time.UnixMicro(midnight).UTC().Format(time.DateOnly), Peak: today.peak, PeakAt: today.peaked(),
			BusyS: report.Known(today.time), Mean: today.mean()})
		today = busy{}
	}
	var running, day, before int64
	for at, by := range times.each {
		if running > 0 && at > before {
			total.add(running, before, at)
		}
		if running > 0 && at-before <= longestStretch.Microseconds() {
			for from := before; from < at; {
				midnight := midnightOf(from)
				if today.time > 0 && midnight != day {
					closeDay(day)
				}
				day = midnight
				to := min(midnight+microsPerDay, at)
				today.add(running, from, to)
				from = to
			}
		}
		running, before = running+int64(by), at
	}
	if today.time > 0 {
		closeDay(day)
	}
	return report.Concurrency{System: system, Peak: total.peak, PeakAt: total.peaked(), Mean: total.mean(), ByDay: days}
}

// limit is how many runs a system's settings allow at once.
func limit(all *table.Set, system string) report.Whole {
	t := &all.Claims
	limit := None(stat.ReasonNotReported)
	for row := range t.Len() {
		v, ok := t.Number.Get(row)
		if t.Topic.At(row) != table.TopicAttemptLimit || t.System.At(row) != system || !ok {
			continue
		}
		if limit.OK && limit.Value != int64(v) {
			return None("settings_differ")
		}
		limit = report.Count(int64(v))
	}
	return limit
}

// instants are the times at which the number that runs changes, with that number. Of
// very many it keeps the most of each stretch of time.
func instants(times *busyTimes) []Instant {
	var out []Instant
	running := 0
	for micros, by := range times.each {
		at := time.UnixMicro(micros).UTC()
		running += by
		if last := len(out) - 1; last >= 0 && out[last].At.Equal(at) {
			out[last].N = running
			continue
		}
		out = append(out, Instant{at, running})
	}
	if len(out) <= maxInstants {
		return out
	}
	first := out[0].At
	stretch := out[len(out)-1].At.Sub(first)/maxInstants + 1
	var most []Instant
	for _, x := range out {
		at := first.Add(x.At.Sub(first) / stretch * stretch)
		if last := len(most) - 1; last >= 0 && most[last].At.Equal(at) {
			most[last].N = max(most[last].N, x.N)
			continue
		}
		most = append(most, Instant{at, x.N})
	}
	return most
}
