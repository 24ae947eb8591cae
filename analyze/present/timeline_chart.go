package present

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"runreport/analyze/metric"
	"runreport/analyze/report"
	"runreport/analyze/words"
	"runreport/unit"
)

// spanKinds are the series of a timeline, in the order of its key.
var spanKinds = [...]struct {
	name string
	role report.Role
	thin bool
}{
	spanConverged: {"passed", report.RoleGood, false},
	spanFailed:    {"failed", report.RoleBad, false},
	spanStalled:   {"stalled", report.RoleUnknown, false},
	spanEnded:     {"ended", report.RoleNeutral, false},
	spanOpen:      {"open", report.RoleUnknown, false},
	spanBlocked:   {"blocked", report.RoleUnknown, false},
	spanWait:      {"waiting", report.RoleNeutral, true},
}

// onPath marks a lane of the critical path.
const onPath = "▸ "

// timeline draws what a run did when: a line for each step, a bar for each attempt. It
// is nil where nothing of the run has a time, or only one instant. longest is the longest
// duration that counts.
func timeline(r *report.Run, d *metric.Detail, longest time.Duration) *report.Chart {
	all := lanes(r, d)
	start, end := timelineSpan(all)
	if t := r.StartedAt; !t.IsZero() && t.Before(start) {
		start = t
	}
	if !end.After(start) {
		return nil
	}
	shown := shownLanes(all, r)
	c := &report.Chart{ID: "run-" + identifier(r.Key), Kind: report.Spans, Title: timelineName(r) + ": " + timelineTitle(all, r),
		X: report.Axis{Title: "Time since " + unit.Stamp(start), Unit: unit.Seconds}, Table: timelineTable(all, r, longest)}
	seconds := func(t time.Time) *float64 {
		s := t.Sub(start).Seconds()
		return &s
	}
	series := make([]report.Series, len(spanKinds))
	attempts, open := 0, false
	for _, l := range all {
		for _, b := range l.bars {
			if b.attempt {
				attempts++
			}
		}
		attempts += max(0, l.cut)
	}
	for y, l := range shown {
		c.Y.Categories = append(c.Y.Categories, l.label(r))
		for _, b := range l.bars {
			p := report.Point{Y: float64(y), Lo: seconds(b.from), State: b.beside, Label: fmt.Sprintf("%s, %s, from %s", b.what, b.length(), unit.Stamp(b.from))}
			switch {
			case b.to.IsZero():
				open = true
			case b.to.Before(b.from):
				p.Hi = p.Lo
			default:
				p.Hi = seconds(b.to)
			}
			series[b.as].Points = append(series[b.as].Points, p)
		}
	}
	for i, s := range series {
		if len(s.Points) > 0 {
			s.Name, s.Role, s.Thin = spanKinds[i].name, spanKinds[i].role, spanKinds[i].thin
			c.Series = append(c.Series, s)
		}
	}
	zero := 0.0
	c.X.Min = &zero
	if open { // what is open runs a little beyond the last that is known
		c.X.Max = seconds(end.Add(end.Sub(start) / 25))
	}
	c.N = fmt.Sprintf("n = %s", words.Plural(len(all), "step"))
	if attempts > 0 {
		c.N += fmt.Sprintf(", %s", words.Plural(attempts, d.AttemptNoun()))
	}
	if n := len(all) - len(shown); n > 0 {
		c.N += fmt.Sprintf("; %s further steps are not drawn", words.Count(n))
	}
	if len(r.CriticalPath) > 0 {
		c.N += "; " + onPath + "on the inferred critical path"
	}
	return c
}

// timelineSpan is from the first to the last instant of the lanes.
func timelineSpan(all []*lane) (start, end time.Time) {
	for _, l := range all {
		for _, b := range l.bars {
			if start.IsZero() || b.from.Before(start) {
				start = b.from
			}
			for _, t := range []time.Time{b.from, b.to} {
				if t.After(end) {
					end = t
				}
			}
		}
	}
	return start, end
}

// label is the lane's title, marked where it is on the critical path.
func (l *lane) label(r *report.Run) string {
	if l.onPath(r) {
		return onPath + l.title
	}
	return l.title
}

func (l *lane) onPath(r *report.Run) bool {
	return slices.ContainsFunc(r.CriticalPath, func(p report.PathStep) bool { return p.Step == l.step })
}

// has reports whether some bar of the lane is of the kind.
func (l *lane) has(kind int) bool {
	return slices.ContainsFunc(l.bars, func(b bar) bool { return b.as == kind })
}

// shownLanes are the lanes that are drawn: all where there is room, else those that
// failed, stalled, were blocked, are open or on the critical path before the others.
func shownLanes(all []*lane, r *report.Run) []*lane {
	if len(all) <= maxLanes {
		return all
	}
	keep := map[*lane]bool{}
	for _, want := range []func(*lane) bool{
		func(l *lane) bool { return l.has(spanFailed) || l.has(spanStalled) || l.has(spanOpen) },
		func(l *lane) bool { return l.onPath(r) || l.has(spanBlocked) },
		func(*lane) bool { return true },
	} {
		for _, l := range all {
			if len(keep) < maxLanes && want(l) {
				keep[l] = true
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(all), func(l *lane) bool { return !keep[l] })
}

// timelineName is what the run is called: its kind tells the
// number of one thing from those of others.
func timelineName(r *report.Run) string {
	if r.Kind == "run" || r.Kind == "" {
		return r.Unit
	}
	return r.Kind + " " + r.Unit
}

// timelineTitle says what a reader of the timeline would look for.
func timelineTitle(all []*lane, r *report.Run) string {
	var blocked, failed, open, flaked, missed []string
	stalled := 0
	longest, silent := bar{}, bar{}
	slowest := ""
	for _, l := range all {
		title := l.title
		if title == r.Unit { // a card is its only step
			title = "it"
		}
		first := l.bars[0].as
		switch last := l.bars[len(l.bars)-1].as; {
		case first == spanBlocked:
			blocked = append(blocked, title)
		case l.ofTrials() && l.has(spanFailed):
			missed = append(missed, title)
		case last == spanFailed:
			failed = append(failed, title)
		case l.has(spanOpen):
			open = append(open, title)
		case l.has(spanFailed) && last == spanConverged:
			flaked = append(flaked, title)
		}
		for _, b := range l.bars {
			if b.as == spanStalled {
				stalled++
			}
			if strings.HasPrefix(b.what, "no heartbeat") && b.to.Sub(b.from) > silent.to.Sub(silent.from) {
				silent = b
			}
			if b.as != spanWait && b.as != spanBlocked && b.to.Sub(b.from) > longest.to.Sub(longest.from) {
				longest, slowest = b, l.title
			}
		}
	}
	took := ""
	if r.DurationS.OK {
		took = " of " + unit.Seconds.Format(r.DurationS.Value)
	}
	switch {
	case len(failed) > 0 && len(blocked) > 0:
		return fmt.Sprintf("%s failed and kept %s from running", words.List(failed, 2), words.Plural(len(blocked), "step"))
	case len(failed) > 0:
		return fmt.Sprintf("%s failed in the end", words.List(failed, 2))
	case len(missed) > 0:
		return fmt.Sprintf("%s did not pass", words.List(missed, 2))
	case len(blocked) > 0:
		return fmt.Sprintf("%s never ran", words.List(blocked, 2))
	case silent.as == spanWait && !silent.to.IsZero():
		if stalled > 1 {
			return fmt.Sprintf("no heartbeat %s, at most for %s", words.Times(stalled), silent.length())
		}
		return fmt.Sprintf("no heartbeat for %s", silent.length())
	case len(open) > 0 && r.EndedAt.IsZero():
		return fmt.Sprintf("the log ends while %s %s running", words.List(open, 2), wereOrWas(len(open)))
	case len(open) > 0:
		return fmt.Sprintf("no end of %s is logged", words.List(open, 2))
	case len(flaked) > 0 && r.WithoutFlakesS.OK && r.WithoutFlakesS.Value < r.DurationS.Value:
		return fmt.Sprintf("%s needed a retry; without it the run would have taken %s at best instead of %s", words.List(flaked, 2),
			unit.Seconds.Format(r.WithoutFlakesS.Value), unit.Seconds.Format(r.DurationS.Value))
	case len(flaked) > 0:
		return words.List(flaked, 2) + " needed a retry"
	case slowest != "" && len(all) > 1:
		return fmt.Sprintf("longest step %s, %s%s", slowest, longest.length(), took)
	}
	return "no step failed"
}

func wereOrWas(n int) string {
	if n == 1 {
		return "was"
	}
	return "were"
}

// timelineTable is the timeline's bars in numbers.
func timelineTable(all []*lane, r *report.Run, longest time.Duration) *report.Table {
	columns := []report.Column{left("Step"), left("What"), left("Result"), right("From"), right("To"), right("Duration"), minor(left("Critical path"))}
	var rows []report.Row
	for _, l := range all {
		path := ""
		if l.onPath(r) {
			path = "on it"
		}
		for _, b := range l.bars {
			took := report.Cell{Text: b.length()}
			if s := b.to.Sub(b.from); !b.to.IsZero() && s > longest {
				took = num(report.Missing("uncheckable"), unit.Seconds)
			} else if s := s.Seconds(); !b.to.IsZero() && s >= 0 {
				took = num(report.Known(s), unit.Seconds)
			}
			to := when(b.to)
			if b.to.IsZero() {
				to.Text, to.Reason = "open", ""
			}
			row := report.Row{Evidence: []report.Evidence{b.place}, Cells: []report.Cell{code(l.title), text(b.what), text(spanKinds[b.as].name), when(b.from), to, took, text(path)}}
			if b.as != spanConverged && b.as != spanWait {
				row.Role = spanKinds[b.as].role
			}
			rows = append(rows, row)
		}
	}
	return tableOf("run-"+identifier(r.Key)+"-data", "What ran when in "+r.Unit+", in the order in which it began.", "Nothing has a time.", columns, rows, manyRows)
}
