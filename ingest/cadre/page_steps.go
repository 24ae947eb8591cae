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

// addPage adds what the progress page tells about phases and tasks. Its log has whole
// seconds and only its last lines, so that it fills in where no event file says
// when a step began and ended.
func (s *steps) addPage(in *inputs) {
	noEvents := func(prefix string) bool {
		return !slices.ContainsFunc(in.events, func(r *record.Record) bool { return strings.HasPrefix(r.Name, prefix) })
	}
	phases, tasks := noEvents("phase-"), noEvents("task-")
	updated := in.page.Time("updated")
	for _, r := range in.lines {
		switch {
		case r.Is(progressPhase.Name):
			s.addPagePhase(r, updated)
		case r.Is(progressTask.Name):
			task := s.tasks.get(r.Str("task"), r)
			if title := r.Str("name"); title != task.id {
				task.name = cmp.Or(task.name, title)
			}
			task.reason = cmp.Or(task.reason, r.Str("error"))
			task.setStatus(r.Str("status"), updated, byPage)
		case r.Is(progressEvent.Name):
			s.addSentence(r, phases, tasks)
		}
	}
}

func (s *steps) addPagePhase(r *record.Record, updated time.Time) {
	n, _ := r.Int("phase")
	p := s.phase(n, r)
	p.name = cmp.Or(p.name, r.Str("name"))
	p.reason = cmp.Or(p.reason, r.Str("notes"))
	if sec, ok := r.Float("seconds"); ok && !p.hasLogged {
		p.logged, p.hasLogged = sec, true
	}
	if status := r.Str("status"); status != "not-started" && status != "pending" || p.status == "" {
		p.setStatus(status, updated, byPage)
	}
}

// addSentence reads a line of the page's log. phases and tasks say of which it is read.
// Example: "Phase 1 completed in 153152ms".
func (s *steps) addSentence(r *record.Record, phases, tasks bool) {
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
		s.phase(n, r).setFromLog(m[2], at, m[3], logged)
	} else if m := taskSentence.FindStringSubmatch(r.Str("text")); m != nil && tasks {
		s.tasks.get(m[1], r).setFromLog(m[2], at, m[3], record.Value{})
	}
}

// setFromLog takes over what a sentence of the page's log says: a verb, and a title or a
// reason behind it.
func (s *step) setFromLog(verb string, at time.Time, rest string, logged record.Value) {
	switch verb {
	case "started":
		s.start(at, rest, byLog)
	case "skipped":
		s.setStatus("skipped", at, byLog)
	default:
		s.end(verb, at, byLog, logged)
		if verb != "completed" {
			s.reason = cmp.Or(s.reason, rest)
		}
	}
}
