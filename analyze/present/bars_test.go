package present

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"runreport/analyze/metric"
	"runreport/analyze/report"
)

// barWords are the bars of a lane: what each is, its words, from and to in seconds ("?" while it is open),
// and what is set beside it.
func barWords(l *lane) string {
	kinds := [...]string{
		spanConverged: "ok", spanFailed: "failed", spanStalled: "stalled", spanEnded: "ended", spanOpen: "open", spanBlocked: "blocked", spanWait: "wait",
	}
	var all []string
	for _, b := range l.bars {
		to := "?"
		if !b.to.IsZero() {
			to = fmt.Sprint(b.to.Sub(second(0)).Seconds())
		}
		s := fmt.Sprintf("%s (%s) %v-%s", kinds[b.as], b.what, b.from.Sub(second(0)).Seconds(), to)
		if b.beside != "" {
			s += " [" + b.beside + "]"
		}
		all = append(all, s)
	}
	return strings.Join(all, ", ")
}

// A bar runs from the start to the end of an attempt; of the two and the duration, two give the third.
func TestBarOfAnAttempt(t *testing.T) {
	decided := func(converged bool) metric.Ending { return metric.Ending{Decided: true, Converged: converged} }
	for _, c := range []struct {
		name string
		x    metric.AttemptDetail
		item bool
		want string
	}{
		{"no time", metric.AttemptDetail{}, false, ""},
		{"an end alone", metric.AttemptDetail{Ended: second(9)}, false, ""},
		{"a duration alone", metric.AttemptDetail{Duration: report.Known(4)}, false, ""},
		{"an end and a duration", metric.AttemptDetail{Ended: second(9), Duration: report.Known(4)}, false, "ended (attempt 1) 5-9"},
		{"a start and a duration", metric.AttemptDetail{Started: second(5), Duration: report.Known(4)}, false, "ended (attempt 1) 5-9"},
		{"all three, of which the times count", metric.AttemptDetail{Started: second(5), Ended: second(8), Duration: report.Known(4)}, false, "ended (attempt 1) 5-8"},
		{"a start alone", metric.AttemptDetail{Started: second(5)}, false, "open (attempt 1) 5-?"},
		{"passed", metric.AttemptDetail{Number: report.Count(2), Started: second(5), Ended: second(8), Ending: decided(true)}, false, "ok (attempt 2) 5-8"},
		{"failed", metric.AttemptDetail{Number: report.Count(2), Started: second(5), Ended: second(8), Ending: decided(false)}, false, "failed (attempt 2) 5-8"},
		{"failed, with no end", metric.AttemptDetail{Started: second(5), Ending: decided(false)}, false, "failed (attempt 1) 5-?"},
		{"a trial by an agent", metric.AttemptDetail{Number: report.Count(3), Agent: "goose", Started: second(5), Ended: second(8)}, true, "ended (trial 3 of goose) 5-8"},
		{"queued", metric.AttemptDetail{Created: second(1), Started: second(5), Ended: second(8)}, false, "wait (queued before attempt 1) 1-5, ended (attempt 1) 5-8"},
		{"made as it began", metric.AttemptDetail{Created: second(5), Started: second(5), Ended: second(8)}, false, "ended (attempt 1) 5-8"},
		{"made after it began", metric.AttemptDetail{Created: second(6), Started: second(5), Ended: second(8)}, false, "ended (attempt 1) 5-8"},
		{"stalled", metric.AttemptDetail{Started: second(5), LastAlive: second(6), Ended: second(8), Ending: metric.Ending{Cut: "stalled"}}, false,
			"wait (no heartbeat after attempt 1) 6-8, stalled (attempt 1) 5-6"},
		{"stalled, alive to its end", metric.AttemptDetail{Started: second(5), LastAlive: second(8), Ended: second(8), Ending: metric.Ending{Cut: "stalled"}}, false, "stalled (attempt 1) 5-8"},
		{"stalled at once", metric.AttemptDetail{Started: second(5), LastAlive: second(5), Ended: second(8), Ending: metric.Ending{Cut: "stalled"}}, false, "stalled (attempt 1) 5-8"},
		{"stalled, with no end", metric.AttemptDetail{Started: second(5), LastAlive: second(6), Ending: metric.Ending{Cut: "stalled"}}, false, "stalled (attempt 1) 5-?"},
		{"stalled, whatever it decided", metric.AttemptDetail{Started: second(5), Ended: second(8), Ending: metric.Ending{Cut: "stalled", Decided: true, Converged: true}}, false, "stalled (attempt 1) 5-8"},
	} {
		l := &lane{is: &metric.StepDetail{Item: c.item}}
		l.attempt(&c.x)
		if got := barWords(l); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
		for _, b := range l.bars {
			if b.attempt != (b.as != spanWait) {
				t.Errorf("%s: %s is an attempt: %v", c.name, b.what, b.attempt)
			}
		}
	}
	l := &lane{}
	if l.attempt(&metric.AttemptDetail{Started: second(1), Ended: second(2)}); barWords(l) != "ended (attempt 1) 1-2" {
		t.Errorf("of no step: %s", barWords(l))
	}
}

// An attempt that began and of which no row says how it ended lasts until the next thing that its step did.
func TestAttemptsWithoutARow(t *testing.T) {
	running := func(step string, attempt int64, at float64) metric.Transition {
		return metric.Transition{Step: step, State: "running", Attempt: attempt, At: second(at)}
	}
	row := func(step string, n int64) metric.AttemptDetail {
		return metric.AttemptDetail{Step: step, Number: report.Count(n)}
	}
	for _, c := range []struct {
		name string
		d    metric.Detail
		want string // bars of step a; those of b
	}{
		{"nothing", metric.Detail{}, "; "},
		{"to the end of the log", metric.Detail{Transitions: []metric.Transition{running("a", 1, 3)}}, "open (attempt 1) 3-?; "},
		{"without a number", metric.Detail{Transitions: []metric.Transition{running("a", 0, 3)}}, "open (attempt 1) 3-?; "},
		{"without a time", metric.Detail{Transitions: []metric.Transition{{Step: "a", State: "running", Attempt: 1}}}, "; "},
		{"of a step that is none", metric.Detail{Transitions: []metric.Transition{running("c", 1, 3)}}, "; "},
		{"another state", metric.Detail{Transitions: []metric.Transition{{Step: "a", State: "ready", Attempt: 1, At: second(3)}}}, "; "},
		{"with a row", metric.Detail{Attempts: []metric.AttemptDetail{row("a", 1)}, Transitions: []metric.Transition{running("a", 1, 3)}}, "; "},
		{"with a row of another number", metric.Detail{Attempts: []metric.AttemptDetail{row("a", 1)}, Transitions: []metric.Transition{running("a", 2, 3)}}, "open (attempt 2) 3-?; "},
		{"with a row of another step", metric.Detail{Attempts: []metric.AttemptDetail{row("b", 1)}, Transitions: []metric.Transition{running("a", 1, 3)}}, "open (attempt 1) 3-?; "},
		{"until the step goes on", metric.Detail{Transitions: []metric.Transition{running("a", 1, 3), {Step: "b", State: "ready", At: second(4)}, {Step: "a", State: "done", At: second(6)}, {Step: "a", State: "ready", At: second(8)}}},
			"ended (attempt 1 without a result) 3-6; "},
		{"two, one after the other", metric.Detail{Transitions: []metric.Transition{running("a", 1, 3), running("b", 1, 4), running("a", 2, 7)}},
			"ended (attempt 1 without a result) 3-7, open (attempt 2) 7-?; open (attempt 1) 4-?"},
		{"one without a row behind one with it", metric.Detail{Attempts: []metric.AttemptDetail{row("a", 1)}, Transitions: []metric.Transition{running("a", 1, 3), running("a", 2, 7), running("b", 1, 8)}},
			"open (attempt 2) 7-?; open (attempt 1) 8-?"},
	} {
		a, b := &lane{step: "a"}, &lane{step: "b"}
		unrecorded(&c.d, map[string]*lane{"a": a, "b": b})
		if got := barWords(a) + "; " + barWords(b); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// A step without attempts has one bar of its own, where its times say enough and no part shows it.
func TestBarOfAWholeStep(t *testing.T) {
	ended, running := &report.Run{EndedAt: second(60), RunDetails: &report.RunDetails{}, RunSetup: &report.RunSetup{}, RunEnd: &report.RunEnd{}}, &report.Run{RunDetails: &report.RunDetails{}, RunSetup: &report.RunSetup{}, RunEnd: &report.RunEnd{}}
	none := time.Time{}
	step := func(from, to time.Time, more func(*metric.StepDetail)) *metric.StepDetail {
		s := &metric.StepDetail{Step: "a", Kind: "stage", Status: "word", Started: from, Ended: to}
		if more != nil {
			more(s)
		}
		return s
	}
	result := func(decided, converged bool) func(*metric.StepDetail) {
		return func(s *metric.StepDetail) { s.Decided, s.Converged = decided, converged }
	}
	for _, c := range []struct {
		name string
		run  *report.Run
		s    *metric.StepDetail
		want string
	}{
		{"passed", ended, step(second(1), second(4), result(true, true)), "ok (stage) 1-4"},
		{"failed", ended, step(second(1), second(4), result(true, false)), "failed (stage) 1-4"},
		{"nobody knows", ended, step(second(1), second(4), nil), "ended (stage) 1-4"},
		{"no time", ended, step(none, none, nil), ""},
		{"an end alone", ended, step(none, second(4), result(true, true)), "ok (stage) 4-4 [word]"},
		{"an end alone, of a part", ended, step(none, second(4), func(s *metric.StepDetail) { s.Parent = "b" }), ""},
		{"open", running, step(second(1), none, nil), "open (stage) 1-?"},
		{"open in a run that ended", ended, step(second(1), none, nil), "open (stage) 1-?"},
		{"with a duration", ended, step(second(1), none, func(s *metric.StepDetail) { s.Duration = report.Known(5) }), "ended (stage) 1-6"},
		{"with a stated duration", ended, step(second(1), none, func(s *metric.StepDetail) { s.Logged = report.Known(7) }), "ended (stage) 1-8"},
		{"with both", ended, step(second(1), none, func(s *metric.StepDetail) { s.Duration, s.Logged = report.Known(5), report.Known(7) }), "ended (stage) 1-6"},
		{"with an end and a duration", ended, step(second(1), second(4), func(s *metric.StepDetail) { s.Duration = report.Known(5) }), "ended (stage) 1-4"},
		{"blocked", ended, step(none, second(4), func(s *metric.StepDetail) { s.Result = "blocked" }), "blocked (blocked) 4-60 [blocked]"},
		{"blocked by others", ended, step(none, second(4), func(s *metric.StepDetail) { s.FailedBy = []string{"x", "y"} }), "blocked (blocked by x and y) 4-60 [blocked by x and y]"},
		{"blocked after it began", ended, step(second(1), second(4), func(s *metric.StepDetail) { s.FailedBy = []string{"x"} }), "blocked (blocked by x) 1-4 [blocked by x]"},
		{"blocked, a part", ended, step(none, second(4), func(s *metric.StepDetail) { s.Result, s.Parent = "blocked", "b" }), "blocked (blocked) 4-60 [blocked]"},
		{"blocked at no time", ended, step(none, none, func(s *metric.StepDetail) { s.Result = "blocked" }), ""},
	} {
		l := &lane{step: "a", is: c.s}
		wholeSteps(c.run, []*lane{l, {step: "attempts of no step"}})
		if got := barWords(l); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
	// An open step is shown by its parts where its run ended, and one with attempts by them.
	for _, c := range []struct {
		run  *report.Run
		want string
	}{{ended, ""}, {running, "open (stage) 1-?"}} {
		l, part := &lane{is: step(second(1), none, nil)}, &lane{is: &metric.StepDetail{Step: "p", Parent: "a", Started: second(2), Ended: second(3)}}
		tried := &lane{is: step(second(1), second(4), nil), bars: []bar{{as: spanFailed, what: "attempt 1", from: second(2), to: second(3)}}}
		wholeSteps(c.run, []*lane{l, part, tried})
		if got := barWords(l); got != c.want || barWords(tried) != "failed (attempt 1) 2-3" {
			t.Errorf("with parts: %s, want %s; with attempts: %s", got, c.want, barWords(tried))
		}
	}
}

// Between an attempt and the next is a wait, but not of one that overlaps, or touches, the next.
func TestWaitsBetweenAttempts(t *testing.T) {
	for _, c := range []struct{ name, bars, want string }{
		{"one", "ok 1 2", "ok (attempt 1) 1-2"},
		{"a wait", "failed 1 2;ok 5 6", "failed (attempt 1) 1-2, wait (wait before attempt 2) 2-5, ok (attempt 2) 5-6"},
		{"two waits", "failed 1 2;failed 3 4;ok 5 6",
			"failed (attempt 1) 1-2, wait (wait before attempt 2) 2-3, failed (attempt 2) 3-4, wait (wait before attempt 3) 4-5, ok (attempt 3) 5-6"},
		{"out of order", "ok 5 6;failed 1 2", "failed (attempt 2) 1-2, wait (wait before attempt 1) 2-5, ok (attempt 1) 5-6"},
		{"touching", "failed 1 5;ok 5 6", "failed (attempt 1) 1-5, ok (attempt 2) 5-6"},
		{"over each other", "failed 1 7;ok 5 9", "failed (attempt 1) 1-7, ok (attempt 2) 5-9"},
		{"of no time", "failed 1 1;ok 5 6", "failed (attempt 1) 1-1, wait (wait before attempt 2) 1-5, ok (attempt 2) 5-6"},
		{"with a clock that steps back", "failed 3 2;ok 5 6", "failed (attempt 1) 3-2, ok (attempt 2) 5-6"},
		{"behind a wait", "wait 1 2;ok 5 6", "wait (attempt 1) 1-2, ok (attempt 2) 5-6"},
		{"before a wait", "ok 1 2;wait 5 6", "ok (attempt 1) 1-2, wait (attempt 2) 5-6"},
		{"behind an open one", "open 1 ?;ok 5 6", "open (attempt 1) 1-?, ok (attempt 2) 5-6"},
	} {
		l := laneOf("a", strings.Split(c.bars, ";")...)
		if l.waits(); barWords(l) != c.want || l.cut > 0 {
			t.Errorf("%s: %s, want %s; %d left out", c.name, barWords(l), c.want, l.cut)
		}
	}
	trials := laneOf("a", "ok 5 6", "failed 1 2")
	trials.is = &metric.StepDetail{Item: true}
	if trials.waits(); barWords(trials) != "failed (attempt 2) 1-2, ok (attempt 1) 5-6" {
		t.Errorf("trials: %s", barWords(trials))
	}
	for n, cut := range map[int]int{maxBars: 0, maxBars + 1: 1, maxBars + 7: 7} {
		l := &lane{}
		for i := range n {
			l.bars = append(l.bars, bar{as: spanFailed, from: second(float64(i)), to: second(float64(i + 1))})
		}
		if l.waits(); max(0, l.cut) != cut || len(l.bars) != maxBars || !l.bars[0].from.Equal(second(float64(cut))) {
			t.Errorf("%d bars: %d left out, want the first %d; %d kept", n, l.cut, cut, len(l.bars))
		}
	}
}

// How long a bar is, in words; one that ends before it began has no length.
func TestLengthOfABar(t *testing.T) {
	for _, c := range []struct {
		b    bar
		want string
	}{
		{bar{from: second(1)}, "open"},
		{bar{from: second(1), to: second(91)}, "1 min 30 s"},
		{bar{from: second(1), to: second(1)}, "0 s"},
		{bar{from: second(2), to: second(1)}, "its clock steps back"},
	} {
		if got := c.b.length(); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}
