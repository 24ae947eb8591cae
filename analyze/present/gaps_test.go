package present

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"runreport/analyze/metric"
	"runreport/analyze/report"
	"runreport/unit"
)

// Between stages that follow each other is a gap. There is none where one begins before the other
// has ended or right at its end, nor where no end is known, and steps that are no stages have none.
func TestGapsBetweenStages(t *testing.T) {
	at := func(minutes float64) time.Time {
		return time.Date(2026, 5, 2, 2, 0, 0, 0, time.UTC).Add(time.Duration(minutes * float64(time.Minute)))
	}
	type stage struct {
		from, to float64 // to 0: it has not ended
		no       bool    // it is a step, not a stage
	}
	for name, c := range map[string]struct {
		stages []stage
		want   string
	}{
		"one after the other": {[]stage{{from: 1, to: 3}, {from: 5, to: 7}}, "b: gap after a 2m0s"},
		"at once":             {[]stage{{from: 1, to: 5}, {from: 5, to: 7}}, ""},
		"over each other":     {[]stage{{from: 1, to: 6}, {from: 5, to: 7}}, ""},
		"without an end":      {[]stage{{from: 1}, {from: 5, to: 7}}, ""},
		"steps between":       {[]stage{{from: 1, to: 3}, {from: 3, to: 4, no: true}, {from: 5, to: 7}}, "c: gap after a 2m0s"},
		"steps alone":         {[]stage{{from: 1, to: 3, no: true}, {from: 5, to: 7, no: true}}, ""},
		"three":               {[]stage{{from: 1, to: 2}, {from: 3, to: 4}, {from: 8, to: 9}}, "b: gap after a 1m0s, c: gap after b 4m0s"},
	} {
		var all []*lane
		for i, s := range c.stages {
			l := &lane{title: string(rune('a' + i)), is: &metric.StepDetail{Stage: !s.no, Started: at(s.from)}, bars: []bar{{as: spanConverged, from: at(s.from)}}}
			if s.to > 0 {
				l.is.Ended, l.bars[0].to = at(s.to), at(s.to)
			}
			all = append(all, l)
		}
		all = append(all, &lane{title: "attempts of no step", bars: []bar{{from: at(20), to: at(21)}}})
		gaps(all)
		var got []string
		for _, l := range all {
			for _, b := range l.bars {
				if b.as == spanWait {
					got = append(got, fmt.Sprintf("%s: %s %s", l.title, b.what, b.to.Sub(b.from)))
				}
			}
		}
		if joined := strings.Join(got, ", "); joined != c.want {
			t.Errorf("%s: %q, want %q", name, joined, c.want)
		}
	}
}

// The title of a timeline names what a reader would look for: what failed before what was blocked,
// silent, open or flaky, and the longest step where all is well.
func TestTitleOfATimeline(t *testing.T) {
	at := func(seconds int) time.Time { return time.Date(2026, 5, 2, 2, 0, seconds, 0, time.UTC) }
	of := func(title string, bars ...bar) *lane { return &lane{title: title, bars: bars} }
	span := func(as, from, to int) bar { return bar{as: as, from: at(from), to: at(to)} }
	silent := func(from, to int) bar {
		return bar{as: spanWait, what: "no heartbeat", from: at(from), to: at(to)}
	}
	passed, retried := span(spanConverged, 0, 5), of("e2e", span(spanFailed, 0, 30), span(spanConverged, 30, 40))
	ended := report.Run{Unit: "1", EndedAt: at(59), DurationS: report.Known(59), RunDetails: &report.RunDetails{}, RunSetup: &report.RunSetup{Kind: "run"}, RunEnd: &report.RunEnd{}}
	with := func(withoutFlakes report.Number) report.Run {
		r := ended
		r.RunDetails = &report.RunDetails{WithoutFlakesS: withoutFlakes}
		return r
	}
	running := report.Run{Unit: "1", RunDetails: &report.RunDetails{}, RunSetup: &report.RunSetup{Kind: "run"}, RunEnd: &report.RunEnd{}}
	for name, c := range map[string]struct {
		run   report.Run
		lanes []*lane
		want  string
	}{
		"failed":                    {ended, []*lane{of("lint", passed), of("unit", span(spanFailed, 5, 9))}, "unit failed in the end"},
		"failed and blocked":        {ended, []*lane{of("unit", span(spanFailed, 5, 9)), of("e2e", span(spanBlocked, 9, 9)), of("ship", span(spanBlocked, 9, 9))}, "unit failed and kept 2 steps from running"},
		"blocked":                   {ended, []*lane{of("lint", passed), of("ship", span(spanBlocked, 9, 9))}, "ship never ran"},
		"silent":                    {ended, []*lane{of("lint", span(spanStalled, 0, 5), silent(5, 20), silent(30, 35))}, "no heartbeat for 15 s"},
		"silent again and again":    {ended, []*lane{of("lint", span(spanStalled, 0, 5), silent(5, 20), span(spanStalled, 20, 25), silent(25, 30))}, "no heartbeat 2 times, at most for 15 s"},
		"open, and so is the run":   {running, []*lane{of("lint", bar{as: spanOpen, from: at(0)}), of("unit", bar{as: spanOpen, from: at(0)})}, "the log ends while lint and unit were running"},
		"one open in an open run":   {running, []*lane{of("lint", bar{as: spanOpen, from: at(0)})}, "the log ends while lint was running"},
		"open in a run that ended":  {ended, []*lane{of("lint", bar{as: spanOpen, from: at(0)})}, "no end of lint is logged"},
		"flaky, and it cost time":   {with(report.Known(29)), []*lane{retried}, "e2e needed a retry; without it the run would have taken 29 s at best instead of 59 s"},
		"flaky, and it cost none":   {with(report.Known(59)), []*lane{retried}, "e2e needed a retry"},
		"flaky, and nobody knows":   {with(report.Missing("unknown")), []*lane{retried}, "e2e needed a retry"},
		"the longest of several":    {ended, []*lane{of("lint", passed), of("unit", span(spanConverged, 5, 50))}, "longest step unit, 45 s of 59 s"},
		"one step":                  {ended, []*lane{of("lint", passed)}, "no step failed"},
		"a card, which is its step": {ended, []*lane{of("1", span(spanFailed, 0, 9))}, "it failed in the end"},
	} {
		if got := timelineTitle(c.lanes, &c.run); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// A group without a median or a longest time has no range, and those of the others keep their rows.
func TestRangesOfGroups(t *testing.T) {
	group := func(median, most report.Number) report.Group {
		return report.Group{Distribution: &report.Distribution{N: 3, P50: median, Max: most}}
	}
	none := report.Missing("too_few")
	s := groupRanges([]report.Group{group(report.Known(60), none), group(report.Known(60), report.Known(90)), group(none, report.Known(90)), group(report.Known(5), report.Known(5))}, unit.Seconds)
	var got []string
	for _, p := range s.Points {
		got = append(got, fmt.Sprintf("%g: %g from %g to %g, %s", p.Y, *p.Value, *p.Lo, *p.Hi, p.Label))
	}
	want := "1: 60 from 60 to 90, 1 min to 1 min 30 s, n = 3\n3: 5 from 5 to 5, 5.0 s to 5.0 s, n = 3"
	if joined := strings.Join(got, "\n"); joined != want {
		t.Errorf("%s\nwant:\n%s", joined, want)
	}
}
