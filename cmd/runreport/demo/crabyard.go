package demo

import (
	"bytes"
	"fmt"
	"time"
)

// card is a Crabyard card with its attempts, oldest first.
type card struct {
	id       string
	runtime  string
	attempts []cardAttempt
	events   []cardEvent // of the interactive part, if there was one
}

// cardAttempt is one attempt at a card. A zero time is null.
type cardAttempt struct {
	status    string
	created   time.Time
	started   time.Time
	heartbeat time.Time
	ended     time.Time
	operator  string
	err       string
}

type cardEvent struct {
	at             time.Time
	actor, message string
}

// firstCard is the number of the first card.
const firstCard = 101

// maxTries is the number of attempts after which nobody starts a card again.
const maxTries = 4

var operators = []string{"otter", "heron", "badger"}

// drawCard draws run number i.
func drawCard(seed uint64, i int) *card {
	s := newStream(seed, "crabyard", i)
	c := &card{id: fmt.Sprintf("CY-%d", firstCard+i), runtime: pick(s, []string{"container", "container", "crabbox"})}
	at := dayOf(i).Add(6*time.Hour + time.Duration(s.between(0, 12*3600*1000))*time.Millisecond)
	for range maxTries {
		a := drawCardAttempt(s, at)
		if c.runtime == "crabbox" && a.status != "queued" && s.chance(150) {
			a.operator = pick(s, operators)
		}
		c.attempts = append(c.attempts, a)
		if again := a.status == "stalled" || a.status == "failed"; !again || s.chance(200) {
			break
		}
		at = a.ended.Add(time.Duration(s.between(60, 7200)) * time.Second)
	}
	if last := c.attempts[len(c.attempts)-1]; last.operator != "" {
		c.events = []cardEvent{
			{last.started.Add(20 * time.Second), last.operator, "session requested"},
			{last.started.Add(50 * time.Second), last.operator, "attached"},
			{last.heartbeat, last.operator, "stopped"},
		}
	}
	return c
}

func drawCardAttempt(s stream, at time.Time) cardAttempt {
	a := cardAttempt{created: at, started: at}
	worked := s.around(14 * time.Minute)
	a.heartbeat = at.Add(worked)
	switch n := s.between(1, 100); {
	case n <= 40:
		a.status, a.ended = "completed", a.heartbeat.Add(time.Duration(s.between(1, 40))*time.Second)
	case n <= 70:
		a.status, a.ended = "review", a.heartbeat.Add(time.Duration(s.between(1, 40))*time.Second)
	case n <= 84:
		// Noticed when somebody next starts a card: minutes to hours late.
		a.status, a.err = "stalled", "heartbeat timeout"
		a.heartbeat = at.Add(worked / 2)
		a.ended = a.heartbeat.Add(5*time.Minute + time.Duration(s.between(0, 9000))*time.Second)
	case n <= 87:
		a.status, a.err, a.ended = "stalled", "operator marked stalled", a.heartbeat.Add(time.Minute)
	case n <= 91:
		a.status, a.err, a.ended = "failed", "exit status 1", a.heartbeat.Add(2*time.Second)
	case n <= 95:
		a.status, a.ended = "canceled", a.heartbeat.Add(10*time.Second)
	case n <= 98:
		a.status = "running"
	default:
		a.status, a.started, a.heartbeat = "queued", time.Time{}, at
	}
	return a
}

// json is the attempt as the API prints it.
func (a *cardAttempt) json(c *card, number int) string {
	shell := c.runtime == "crabbox"
	reason := "default container runtime"
	if shell {
		reason = "prompt cue"
	}
	updated := a.ended
	if updated.IsZero() {
		updated = a.heartbeat
	}
	rec := object().str("id", fmt.Sprintf("%s-R%d", c.id, number)).str("cardId", c.id).int("attempt", number).
		str("runtime", c.runtime).str("status", a.status).null("controlIntent").null("leaseId").null("attachUrl").null("vncUrl").
		str("selectionReason", reason).
		raw("capabilities", object().bool("terminal", true).bool("takeover", shell).bool("vnc", shell).
			bool("desktop", shell).bool("logs", true).bool("artifacts", true).json()).
		optional("operator", a.operator)
	epoch(rec, "lastHeartbeatAt", a.heartbeat)
	epoch(rec, "startedAt", a.started)
	epoch(rec, "endedAt", a.ended)
	epoch(rec, "createdAt", a.created)
	epoch(rec, "updatedAt", updated)
	return rec.optional("error", a.err).json()
}

// epoch adds a time in milliseconds since 1970, or null.
func epoch(rec *record, name string, t time.Time) {
	if t.IsZero() {
		rec.null(name)
		return
	}
	rec.int(name, int(t.UnixMilli()))
}

// files are the API's answer, newest attempt first, and the event log of the
// interactive part.
func (c *card) files(folder string) []file {
	var runs []string
	for n := len(c.attempts) - 1; n >= 0; n-- {
		runs = append(runs, c.attempts[n].json(c, n+1))
	}
	out := []file{{
		path: folder + "/" + c.id + "/runs.json", format: formatCards, can: wholeCard,
		data: []byte(object().list("runs", runs).json()),
	}}
	if len(c.events) == 0 {
		return out
	}
	var log bytes.Buffer
	for _, e := range c.events {
		log.WriteString(e.line(string(appendString(nil, e.message))))
	}
	last := c.events[len(c.events)-1]
	return append(out, file{
		path: folder + "/" + c.id + "/session-events.ndjson", format: formatSession, can: sessionLog,
		data: log.Bytes(), note: func(text string) string {
			return last.line(`"` + text + `"`)
		},
	})
}

// line is the event with a message that is JSON already.
func (e cardEvent) line(message string) string {
	rec := object().str("actor", e.actor).raw("message", message)
	epoch(rec, "createdAt", e.at)
	return rec.line()
}

// crabyard writes a folder for each card.
func (g *generator) crabyard(runs []int) (CrabyardTruth, error) {
	t := CrabyardTruth{Statuses: map[string]int{}}
	for _, i := range runs {
		c := drawCard(g.seed, i)
		t.add(c)
		c.measure(g.samples)
		for _, f := range c.files("crabyard/cards") {
			if err := g.write(f); err != nil {
				return CrabyardTruth{}, err
			}
		}
	}
	return t, nil
}

func (t *CrabyardTruth) add(c *card) {
	t.Cards++
	fell := false
	for _, a := range c.attempts {
		t.Attempts++
		t.Statuses[a.status]++
		if !a.ended.IsZero() {
			t.Stalls.count(a.status == "stalled")
		}
	}
	last := len(c.attempts) - 1
	for _, a := range c.attempts[:last] {
		fell = fell || a.status == "stalled" || a.status == "failed"
	}
	if s := c.attempts[last].status; s == "review" || s == "completed" {
		t.CardFlake.count(fell)
	}
}

// measure adds the card to the metrics.
func (c *card) measure(out *samples) {
	const system = "crabyard"
	first, last := c.attempts[0], c.attempts[len(c.attempts)-1]
	flaked, cost := false, time.Duration(0)
	for _, a := range c.attempts {
		if a.status != "queued" {
			out.took("queue-time", system, a.started.Sub(a.created))
		}
		if a.ended.IsZero() {
			continue
		}
		out.category("outcome-mix", system, a.status)
		out.hit("stall-rate", system, a.status == "stalled")
		switch {
		case a.passed():
			out.took("attempt-duration", system, a.ended.Sub(a.started))
		case a.failed():
			flaked = last.passed()
			cost += a.worked()
			out.took("failed-attempt-duration", system, a.worked())
		}
		if a.status == "stalled" {
			out.took("stall-detection-lag", system, a.ended.Sub(a.heartbeat))
		}
	}
	if last.passed() {
		out.hit("step-flake-rate", system, flaked)
	}
	if flaked {
		out.took("flake-cost", system, cost)
	}
	if first.passed() || first.failed() {
		out.hit("first-attempt-pass-rate", system, first.passed())
	}
	if first.failed() && (last.passed() || last.failed()) {
		out.hit("recovery-rate", system, last.passed())
	}
	if first.status != "queued" {
		out.value("retries-per-step", system, float64(len(c.attempts)-1))
	}
	if !last.ended.IsZero() {
		out.hit("runs-with-a-flake", system, flaked)
		out.took("run-duration", system, last.ended.Sub(first.started))
	}
	if n := len(c.events); n > 0 {
		out.category("outcome-mix", system, c.events[n-1].message)
		out.took("run-duration", system, c.events[n-1].at.Sub(c.events[0].at))
	}
}

func (a *cardAttempt) passed() bool { return a.status == "review" || a.status == "completed" }
func (a *cardAttempt) failed() bool { return a.status == "failed" || a.status == "stalled" }

// worked is how long the attempt was seen alive: a stalled one up to its last heartbeat.
func (a *cardAttempt) worked() time.Duration {
	if a.status == "stalled" {
		return a.heartbeat.Sub(a.started)
	}
	return a.ended.Sub(a.started)
}
