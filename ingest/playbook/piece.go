package playbook

import (
	"strings"
	"time"

	"runreport/ingest/record"
)

// piece is what one file holds of one run.
type piece struct {
	record.Fragment
	index, start *record.Record // _index and run_start, nil when it has none
	room, home   string
	stamp        string // name of its folder under logs, "" elsewhere
}

// pieces cuts the log of runs into its runs: one a file by the format, but a
// second header that says something else begins another.
func pieces(f *record.File) []*piece {
	var all []*piece
	var cur *piece
	ended := false
	for _, r := range f.Records {
		adopt(r)
		if cur == nil || begins(cur, r, ended) {
			cur = &piece{Fragment: record.Fragment{File: f}, room: room(f.Dir), home: home(f.Dir), stamp: logStamp(f.Dir)}
			all, ended = append(all, cur), false
		}
		switch {
		case r.Is("_index") && cur.index == nil:
			cur.index = r
		case r.Is("run_start") && cur.start == nil:
			cur.start = r
		case r.Is("run_end"):
			ended = true
		}
		cur.Records = append(cur.Records, r)
	}
	return all
}

// begins reports whether a record begins another run than the piece's.
func begins(cur *piece, r *record.Record, ended bool) bool {
	var have *record.Record
	switch {
	case r.Is("_index"):
		have = cur.index
	case r.Is("run_start"):
		have = cur.start
		if have != nil && have.Str("run_id") != r.Str("run_id") {
			return true
		}
	default:
		return false
	}
	if have != nil {
		return !have.At.Equal(r.At)
	}
	return ended && r.At.After(cur.First())
}

// adopt gives a record of an unknown kind the time that it has under the format's
// other name for it, and says when it is no event at all.
func adopt(r *record.Record) {
	if r.Kind != nil {
		return
	}
	if r.Name == "" {
		r.Finding(noEvent, "a line without event", "event and ts on every line")
	}
	if !r.At.IsZero() {
		return
	}
	for _, e := range record.Entries([]byte(r.Extra)) {
		if e.Key == "timestamp" {
			r.At, _, _ = record.ParseTime(record.Words(e.Raw))
		}
	}
}

// runID is the run's own name; "" when it has none.
func (p *piece) runID() string {
	if p.start == nil {
		return ""
	}
	return p.start.Str("run_id")
}

// began is when the run began by the piece's header; the zero time without one.
func (p *piece) began() time.Time {
	switch {
	case p.index != nil:
		return p.index.At
	case p.start != nil:
		return p.start.At
	}
	return time.Time{}
}

// benchmark is what the piece's header says the run is about.
func (p *piece) benchmark() string {
	if p.index != nil {
		return p.index.Str("benchmark")
	}
	return ""
}

// keys are what tells that two pieces belong to one run: any of them in common. A
// stamp that could not be read tells nothing.
func (p *piece) keys() []string {
	var keys []string
	if p.index != nil && !p.index.At.IsZero() {
		keys = append(keys, joined("index", p.index.At.String(), p.benchmark()))
	}
	if id := p.runID(); id != "" {
		keys = append(keys, joined("stamp", p.home, id), joined("start", p.start.At.String(), id))
	} else if p.start != nil && p.index == nil && !p.start.At.IsZero() {
		keys = append(keys, joined("start", p.start.At.String(), p.start.Str("target_path"), p.start.Str("runner"), p.start.Str("playbook_version")))
	}
	if p.stamp != "" {
		keys = append(keys, joined("stamp", p.home, p.stamp))
	}
	return keys
}

func joined(parts ...string) string { return strings.Join(parts, "\x00") }
