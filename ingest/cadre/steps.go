package cadre

import (
	"cmp"
	"slices"
	"time"

	"runreport/ingest/record"
)

// step is a task or a phase while it is put together from several files.
type step struct {
	id, name, reason string
	number           int64          // of a phase
	first            *record.Record // where it is first mentioned
	status           string
	statusAt         time.Time // when it was in that status
	statusBy         authority // who says so
	started, ended   time.Time
	endedAs          string  // the status that it ended with
	logged           float64 // duration that a file states, seconds
	hasLogged        bool
	highest          int64       // highest number of an attempt
	failed           int64       // highest number of an attempt that failed
	runs             []*agentRun // of a task
}

// authority is what says something about a step. Where two speak of one moment, the
// greater one counts.
type authority int

const (
	byLog authority = iota // a line of the page's log
	byPage
	byEvent
	byCheckpoint
)

// setStatus sets the status unless a newer one is known.
func (s *step) setStatus(status string, at time.Time, by authority) {
	if s.status == "" || at.After(s.statusAt) || at.Equal(s.statusAt) && by >= s.statusBy {
		s.status, s.statusAt, s.statusBy = status, at, by
	}
}

// start sets the beginning. After an end it is another session, whose time counts.
func (s *step) start(at time.Time, name string, by authority) {
	s.name = cmp.Or(s.name, name)
	if !s.ended.IsZero() {
		s.started, s.ended, s.hasLogged = time.Time{}, time.Time{}, false
	}
	if s.started.IsZero() {
		s.started = at
	}
	s.setStatus("in-progress", at, by)
}

// end sets the end, with the duration in milliseconds that its writer states.
func (s *step) end(status string, at time.Time, by authority, logged record.Value) {
	s.ended, s.endedAs = at, status
	if sec, ok := seconds(logged); ok {
		s.logged, s.hasLogged = sec, true
	}
	s.setStatus(status, at, by)
}

// converged reports whether the step reached its goal; false, false while that is open.
func (s *step) converged() (value, known bool) {
	switch s.status {
	case "completed":
		return true, true
	case "blocked", "failed":
		return false, true
	}
	return false, false
}

// attempts is the highest number of an attempt, 0 when nothing is known. A task that
// was completed after an attempt that failed had one more at least, even when no file
// has it.
func (s *step) attempts(aamf bool) int64 {
	n := max(s.highest, s.failed)
	if ok, _ := s.converged(); ok {
		if s.failed > 0 {
			return max(n, s.failed+1)
		}
		if n == 0 && !aamf {
			return 1 // CADRE keeps every failure in the checkpoint
		}
	}
	return n
}

// stepList holds tasks or phases in the order in which they are mentioned.
type stepList struct {
	list []*step
	room []step           // for the next ones
	byID map[string]*step // nil up to fewSteps
}

// fewSteps is the number of steps up to which a linear search is faster than a map.
const fewSteps = 12

// get is the step of that id; it is added when at is the first record to mention it.
func (s *stepList) get(id string, at *record.Record) *step {
	if x := s.known(id); x != nil {
		return x
	}
	if len(s.room) == 0 {
		s.room = make([]step, 4)
	}
	x := &s.room[0]
	s.room = s.room[1:]
	x.id, x.first = id, at
	s.list = append(s.list, x)
	switch {
	case s.byID != nil:
		s.byID[id] = x
	case len(s.list) > fewSteps:
		s.byID = make(map[string]*step, 2*fewSteps)
		for _, x := range s.list {
			s.byID[x.id] = x
		}
	}
	return x
}

// known is the step of that id; nil when none was added.
func (s *stepList) known(id string) *step {
	if s.byID != nil {
		return s.byID[id]
	}
	for _, x := range s.list {
		if x.id == id {
			return x
		}
	}
	return nil
}

// steps are the phases and the tasks of a unit.
type steps struct{ phases, tasks stepList }

func (s *steps) phase(n int64, at *record.Record) *step {
	p := s.phases.get(phaseStep(n), at)
	p.number = n
	return p
}

// collectSteps puts phases and tasks together from every file that tells of them, and
// puts the phases in their order.
func collectSteps(in *inputs, runs []*agentRun, out output) *steps {
	s := &steps{}
	s.addEvents(in.events, out)
	if in.doc != nil {
		s.addCheckpoint(in, out)
	}
	if in.page != nil {
		s.addPage(in)
	}
	s.addRuns(runs)
	slices.SortStableFunc(s.phases.list, func(a, b *step) int { return cmp.Compare(a.number, b.number) })
	return s
}

// addRuns adds what the runs of agents tell about their tasks.
func (s *steps) addRuns(runs []*agentRun) {
	for _, a := range byStart(runs) {
		if a.task == "" {
			continue
		}
		task := s.tasks.get(a.task, a.rec)
		task.runs = append(task.runs, a)
		task.highest = max(task.highest, a.number)
		if a.failed() {
			task.failed = max(task.failed, a.number)
		}
		if task.status == "" {
			task.setStatus("in-progress", a.begun(), byLog)
		}
	}
}
