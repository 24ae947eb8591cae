package toy

import (
	"time"

	"runreport/ingest/record"
	"runreport/ingest/table"
)

// The kinds of units.
const (
	kindShift   = "shift"
	kindContest = "contest"
)

// idOf is the unit that a record names; "" where it names none.
func idOf(r *record.Record) string {
	if r.Kind == nil {
		return ""
	}
	return r.Str("id")
}

// links are the units of a file, since records of another file may be of the same ones.
func links(f *record.File) (all []record.Link) {
	for _, r := range f.Records {
		all = append(all, record.Link{Name: "id\x00" + idOf(r)})
	}
	return all
}

// stitch makes a unit of every id.
func stitch(files []*record.File) []*record.Unit {
	byID := map[string]*record.Unit{}
	var units []*record.Unit
	for _, f := range files {
		for _, r := range f.Records {
			id := idOf(r)
			u := byID[id]
			if u == nil {
				u = &record.Unit{
					System: system, Kind: kindShift, ID: id, Home: f.Dir,
					Files: []string{f.Path}, Evidence: "id " + id,
				}
				byID[id] = u
				units = append(units, u)
			}
			if r.Is("contest") || r.Is("count") || r.Is("prize") {
				u.Kind = kindContest
			}
			u.Records = append(u.Records, r)
		}
	}
	return units
}

func assemble(u *record.Unit, t *table.Set) {
	for _, r := range u.Records {
		step := ""
		if r.Is("job") {
			step = r.Str("station")
		}
		u.Event(t, r, step, "", "")
	}
	switch {
	case u.ID == "": // a finding says what they lack
	case u.Kind == kindContest:
		contest(u, t)
	default:
		shift(u, t)
	}
}

// station is a station of one shift.
type station struct {
	name     string
	first    *record.Record
	jobs     []*record.Record
	meanings []record.Meaning
}

// meaning is how the station ended: as its last job, flaky where one before it failed
// or stalled.
func (s *station) meaning() record.Meaning {
	last := len(s.jobs) - 1
	m := s.meanings[last]
	for _, before := range s.meanings[:last] {
		if m.Result == table.Passed && (before.Result == table.Failed || before.Result == table.Stalled) {
			m.Result = table.Flaky
		}
	}
	return m
}

func shift(u *record.Unit, t *table.Set) {
	var begun, bell *record.Record
	var stations []*station
	byName := map[string]*station{}
	for _, r := range u.Records {
		switch {
		case r.Is("shift"):
			begun = r
		case r.Is("bell"):
			bell = r
		case r.Is("look"):
			lookRow(u, t, r)
		case r.Is("job"):
			s := byName[r.Str("station")]
			if s == nil {
				s = &station{name: r.Str("station"), first: r}
				byName[s.name] = s
				stations = append(stations, s)
			}
			s.jobs = append(s.jobs, r)
			s.meanings = append(s.meanings, u.Meaning(t, jobWords, r.Str("went"), r))
		}
	}
	runRow(u, t, begun, bell)
	for _, s := range stations {
		stepRow(u, t, s)
	}
}

func runRow(u *record.Unit, t *table.Set, begun, bell *record.Record) {
	r := &t.Runs
	row := r.Add(u.Records[0].Place())
	r.Key.Set(row, u.Key)
	r.System.Set(row, u.System)
	r.Kind.Set(row, u.Kind)
	r.ID.Set(row, u.ID)
	r.Files.Set(row, u.Files)
	r.Evidence.Set(row, u.Evidence)
	r.LastAt.Set(row, record.LastTime(u.Records))
	r.StallsVisible.Set(row, true)
	if begun != nil {
		begun.Fill(r, row)
		r.StartedAt.Set(row, begun.At)
	}
	r.StableSubject.Set(row, r.Subject.At(row))
	r.Status.Set(row, "unfinished")
	m := record.Meaning{Result: table.Open}
	if bell != nil {
		m = u.Meaning(t, bellWords, bell.Str("went"), bell)
		bell.Fill(r, row)
		r.Status.Set(row, "finished")
		r.EndedAt.Set(row, bell.At)
		if s, ok := record.Span(r.StartedAt.At(row), bell.At); ok {
			r.DurationS.Set(row, s)
		}
		if m.Result.Passing() {
			r.LoggedFlaky.Set(row, m.Result == table.Flaky)
		}
	}
	m.Fill(&r.Result, &r.Cause, row)
}

func stepRow(u *record.Unit, t *table.Set, s *station) {
	r := &t.Steps
	row := r.Add(s.first.Place())
	last := s.jobs[len(s.jobs)-1]
	m := s.meaning()
	r.Run.Set(row, u.Key)
	r.Step.Set(row, s.name)
	r.StableStep.Set(row, s.name)
	r.Kind.Set(row, "station")
	r.Retryable.Set(row, true)
	r.RetriesVisible.Set(row, true)
	r.Status.Set(row, last.Str("went"))
	m.Fill(&r.Result, &r.Cause, row)
	if m.Result.Decided() {
		r.Converged.Set(row, m.Result.Passing())
		r.EndedAt.Set(row, last.At)
	}
	n, _ := last.Int("no")
	r.Attempts.Set(row, n)
	r.StartedAt.Set(row, startOf(s.first))
	r.Reason.SetText(row, last.Str("why"))
	for i, job := range s.jobs {
		attemptRow(u, t, job, s.meanings[i])
	}
}

// startOf is when the job began: its duration before its line.
func startOf(job *record.Record) time.Time {
	s, _ := job.Float("secs")
	return job.At.Add(-time.Duration(s * float64(time.Second)))
}

func attemptRow(u *record.Unit, t *table.Set, job *record.Record, m record.Meaning) {
	r := &t.Attempts
	row := u.Row(&r.Rows, &r.Run, job)
	job.Fill(r, row)
	m.Fill(&r.Result, &r.Cause, row)
	r.Cut.SetText(row, cutOf[m.Result])
	r.StartedAt.Set(row, startOf(job))
	if m.Result.Decided() {
		r.Converged.Set(row, m.Result == table.Passed)
	}
	if m.Result != table.Open {
		r.EndedAt.Set(row, job.At)
	}
}

func lookRow(u *record.Unit, t *table.Set, look *record.Record) {
	r := &t.Checks
	row := u.Row(&r.Rows, &r.Run, look)
	r.Kind.Set(row, "gate")
	look.Fill(r, row)
	verdict := "fail"
	if fine, _ := look.Bool("fine"); fine {
		verdict = "pass"
	}
	r.Verdict.Set(row, verdict)
	r.Written.Set(row, look.Value("fine").Text)
}

// contest writes a cycle with its measurements and their items.
func contest(u *record.Unit, t *table.Set) {
	r := &t.Cycles
	row := r.Add(u.Records[0].Place())
	r.Key.Set(row, u.Key)
	r.System.Set(row, u.System)
	r.Cycle.Set(row, u.ID)
	r.Files.Set(row, u.Files)
	var boards []string
	for _, rec := range u.Records {
		switch {
		case rec.Is("contest"):
			rec.Fill(r, row)
			r.StartedAt.Set(row, rec.At)
		case rec.Is("prize"):
			rec.Fill(r, row)
			r.EndedAt.Set(row, rec.At)
			r.Decision.SetText(row, string(callWords[rec.Str("call")]))
		case rec.Is("count"):
			countRow(u, t, rec)
			if board := rec.Str("board"); len(boards) == 0 || boards[len(boards)-1] != board {
				boards = append(boards, board)
			}
		}
	}
	r.Benchmarks.Set(row, boards)
}

func countRow(u *record.Unit, t *table.Set, count *record.Record) {
	r := &t.Measurements
	row := r.Add(count.Place())
	r.Cycle.Set(row, u.Key)
	count.Fill(r, row)
	side := sideOf[count.Str("when")]
	r.Side.SetText(row, side)
	r.Fate.Set(row, "used")
	r.EndedAt.Set(row, count.At)
	r.Starts.Set(row, 1)
	found, missed := count.List("seen"), count.List("overlooked")
	if n := len(found) + len(missed); n > 0 {
		r.Recall.Set(row, float64(len(found))/float64(n))
	}
	for i, id := range append(append([]string{}, found...), missed...) {
		b := &t.Bugs
		at := u.Row(&b.Rows, &b.Run, count)
		b.List.Set(at, "measurement")
		b.Benchmark.Set(at, count.Str("board"))
		b.Side.SetText(at, side)
		b.Bug.Set(at, id)
		b.Found.Set(at, i < len(found))
	}
}
