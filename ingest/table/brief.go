package table

import (
	"fmt"
	"time"
)

// Needs reports whether a column of a stored table is read where events are to have that detail.
func (d EventDetail) Needs(name, column string) bool {
	return d == EventFields || name != about[tableOfEvents].name || OfEventTimes(column)
}

// NeedsOfUnit is Needs of the rows of units that a table Sealed lists, which says what file they are of and when their
// latest events were.
func (d EventDetail) NeedsOfUnit(name, column string) bool {
	switch name {
	case SealedName:
		return true
	case about[tableOfEvents].name:
		if d == EventLatest {
			return false
		}
	}
	return column != "source" && d.Needs(name, column)
}

// NeedsOfLot is Needs of the rows of units that are taken over with their files. These may be several, so each row says of
// which it is, and each event when it was.
func (d EventDetail) NeedsOfLot(name, column string) bool {
	if d == EventLatest {
		d = EventTimes
	}
	return d.Needs(name, column)
}

// EachRun visits the rows of one run after the other, with the latest of their times: the zero time if none has one. A run
// whose rows lie apart is visited several times.
func (e *Events) EachRun(visit func(run string, latest time.Time)) {
	for row := 0; row < e.n; {
		run := e.Run.At(row)
		end, latest := e.Run.sameUntil(row, e.n), time.Time{}
		for ; row < end; row++ {
			if at := e.At.At(row); at.After(latest) {
				latest = at
			}
		}
		visit(run, latest)
	}
}

// OfEventTimes reports whether a column is needed of events that say no more than when and where
// they were, as EventTimes has them: of a stored table the others need not be read.
func OfEventTimes(column string) bool {
	switch column {
	case "source", "line", "run", "at":
		return true
	}
	return false
}

// toldColumn reports whether a column of the events is filled by what puts the records of a unit together,
// and not by what each of them says alone.
func toldColumn(column string) bool {
	switch column {
	case "step", "attempt", "actor", "text":
		return true
	}
	return false
}

// LastEvent is the latest time of the part's events; the zero time where none has one.
func (p Part) LastEvent() (last time.Time) {
	at := &p.Set.Events.At
	for row := p.From[tableOfEvents]; row < p.To[tableOfEvents]; row++ {
		if t := at.At(int(row)); t.After(last) {
			last = t
		}
	}
	return last
}

// Runs is how many rows the part has in the table runs.
func (p Part) Runs() int { return int(p.To[tableOfRuns] - p.From[tableOfRuns]) }

// EachEvent visits the part's events, with the numbers of their files, their lines, and the texts of their times.
func (p Part) EachEvent(visit func(source int, line int64, atText string)) {
	e := &p.Set.Events
	for row := int(p.From[tableOfEvents]); row < int(p.To[tableOfEvents]); row++ {
		visit(int(e.Source.At(row)), e.Line.At(row), e.AtText.At(row))
	}
}

// WholeEvents gives Partitions all columns of the events of stored units. The set has those of OfEventTimes of each event
// alone, or of the latest one of a unit where detail is EventLatest. whole has the stored rows by the key of the unit. The rows
// of the set stay as they are.
//
//	set      run r1, at 10:00          run r2, at 10:05, kind start
//	whole    run r1, at 10:00, kind start
//	written  run r1, at 10:00, kind start    run r2, at 10:05, kind start
func (p *Placing) WholeEvents(detail EventDetail, whole map[string]Part) error {
	brief := &p.set.Events
	var from []section
	for row := 0; row < brief.n; {
		unit, ok := brief.Run.get(row)
		rows := span{row, brief.Run.sameUntil(row, brief.n)}
		row = rows.to
		part, is := Part{}, false
		if ok {
			part, is = whole[brief.Run.dict[unit]]
		}
		if !is {
			from = append(from, section{table: brief, rows: rows})
			continue
		}
		stored := span{int(part.From[tableOfEvents]), int(part.To[tableOfEvents])}
		if n := rows.len(); stored.len() != n && (detail != EventLatest || n != 1 || stored.len() == 0) {
			return fmt.Errorf("unit %.80q has %d events, %d of them are stored", brief.Run.dict[unit], n, stored.len())
		}
		from = append(from, section{table: &part.Set.Events, rows: stored, renamed: part.Renamed})
	}
	p.events = &Events{}
	join(p.events, from, joining{})
	return nil
}

// tables are those that are cut into partitions.
func (p *Placing) tables() []Named {
	all := p.set.Tables()
	if p.events != nil {
		all[tableOfEvents].table = p.events
	}
	return all
}
