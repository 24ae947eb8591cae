package cadre

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"runreport/ingest/record"
)

var (
	phaseSentence = regexp.MustCompile(`^Phase (\d+) (started|completed|failed|skipped)(?:: (.*)| in (\d+)ms)?`)
	taskSentence  = regexp.MustCompile(`^Task (\S+) (started|completed|failed|blocked)(?:: (.*))?$`)
)

// pageSteps lets the progress page tell of phases and tasks. Its log has whole
// seconds and only its last lines, so that it fills in where no event file says
// when a step began and ended.
func (w *work) pageSteps() {
	if w.page == nil {
		return
	}
	about := func(prefix string) bool {
		return slices.ContainsFunc(w.events, func(r *record.Record) bool { return strings.HasPrefix(r.Name, prefix) })
	}
	phases, tasks := !about("phase-"), !about("task-")
	updated := w.page.Time("updated")
	for _, r := range w.lines {
		switch {
		case r.Is(progressPhase.Name):
			w.pagePhase(r, updated)
		case r.Is(progressTask.Name):
			s := w.tasks.get(r.Str("task"), r)
			if title := r.Str("name"); title != s.id {
				s.name = cmp.Or(s.name, title)
			}
			s.reason = cmp.Or(s.reason, r.Str("error"))
			s.say(r.Str("status"), updated, byPage)
		case r.Is(progressEvent.Name):
			w.sentence(r, phases, tasks)
		}
	}
}

func (w *work) pagePhase(r *record.Record, updated time.Time) {
	n, _ := r.Int("phase")
	s := w.phase(n, r)
	s.name = cmp.Or(s.name, r.Str("name"))
	s.reason = cmp.Or(s.reason, r.Str("notes"))
	if sec, ok := r.Float("seconds"); ok && !s.hasLogged {
		s.logged, s.hasLogged = sec, true
	}
	if status := r.Str("status"); status != "not-started" && status != "pending" || s.status == "" {
		s.say(status, updated, byPage)
	}
}

func (w *work) sentence(r *record.Record, phases, tasks bool) {
	at := r.Time("at")
	if m := phaseSentence.FindStringSubmatch(r.Str("text")); m != nil && phases {
		n, err := strconv.ParseInt(m[1], 10, 64)
		if err != nil {
			return
		}
		logged := record.Value{}
		if ms, err := strconv.ParseInt(m[4], 10, 64); err == nil {
			logged = record.IntValue(ms)
		}
		w.phase(n, r).told(m[2], at, m[3], logged)
	} else if m := taskSentence.FindStringSubmatch(r.Str("text")); m != nil && tasks {
		w.tasks.get(m[1], r).told(m[2], at, m[3], record.Value{})
	}
}

// told is what a sentence says of a step.
func (s *step) told(verb string, at time.Time, rest string, logged record.Value) {
	switch verb {
	case "started":
		s.start(at, rest, byLog)
	case "skipped":
		s.say("skipped", at, byLog)
	default:
		s.end(verb, at, byLog, logged)
		if verb != "completed" {
			s.reason = cmp.Or(s.reason, rest)
		}
	}
}
