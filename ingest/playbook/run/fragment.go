package run

import (
	"fmt"
	"strconv"
	"time"

	"runreport/ingest/playbook/layout"
	"runreport/ingest/playbook/sheet"
	"runreport/ingest/record"
)

// fragment is what one file holds of one run.
type fragment struct {
	record.Fragment
	index, start  *record.Record // _index and run_start, nil when it has none
	event         *record.Record // the first that is not of the header, nil when it has none
	quality, home string
	stamp         string // name of its folder under logs, "" elsewhere
}

// fragmentsOf cuts the log of runs into its runs: one a file by the format, but a
// second header that says something else begins another.
func fragmentsOf(f *record.File) []*fragment {
	var all []*fragment
	var cut cutter
	behind := 0 // the first record from r on that is not of the header
	from := 0   // where the current one begins
	for i, r := range f.Records {
		for behind = max(behind, i); behind < len(f.Records) && isHeader(f.Records[behind]); {
			behind++
		}
		if cut.before(r) || behind < len(f.Records) && cut.cur.copied(r, f.Records[behind]) {
			all, from = append(all, cut.begin(f)), i
		}
		cut.add(r)
		cut.cur.Records = f.Records[from : i+1 : i+1]
	}
	return all
}

// cutter finds where the next run of a log begins. It sees one record at a time, in the order of the file.
type cutter struct {
	cur   *fragment // nil: there is none yet
	ended bool      // it has a run_end
}

// begin starts a new fragment. Its first record is passed to add next.
func (c *cutter) begin(f *record.File) *fragment {
	c.cur, c.ended = &fragment{
		Fragment: record.Fragment{File: f},
		quality:  layout.QualityFolder(f.Dir),
		home:     layout.BenchmarkFolder(f.Dir),
		stamp:    layout.LogStamp(f.Dir),
	}, false
	return c.cur
}

// before reports whether a new run begins before the record. It looks at headers only (see copied).
func (c *cutter) before(r *record.Record) bool {
	sheet.AdoptUnknown(r)
	return c.cur == nil || begins(c.cur, r, c.ended)
}

// add notes the record if it is a header, the first event or the end of the current fragment.
func (c *cutter) add(r *record.Record) {
	switch {
	case r.Is("_index") && c.cur.index == nil:
		c.cur.index = r
	case r.Is("run_start") && c.cur.start == nil:
		c.cur.start = r
	case r.Is("run_end"):
		c.ended = true
	}
	if c.cur.event == nil && !isHeader(r) {
		c.cur.event = r
	}
}

// begins reports whether a record begins another run than the piece's.
func begins(cur *fragment, r *record.Record, ended bool) bool {
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

// copied reports whether a record, which comes behind the piece in its file, begins the log once
// more, as where a snapshot was appended to the one before: the same header and the same event
// behind it.
func (p *fragment) copied(r, event *record.Record) bool {
	return isHeader(r) && r.Sum == p.Records[0].Sum && p.event != nil && p.event.Sum == event.Sum
}

func isHeader(r *record.Record) bool { return r.Is("_index") || r.Is("run_start") }

// runID is the run's own name; "" when it has none.
func (p *fragment) runID() string {
	if p.start == nil {
		return ""
	}
	return p.start.Str("run_id")
}

// began is when the run began by the piece's header; the zero time without one.
func (p *fragment) began() time.Time {
	switch {
	case p.index != nil:
		return p.index.At
	case p.start != nil:
		return p.start.At
	}
	return time.Time{}
}

// benchmark is what the piece's header says the run is about.
func (p *fragment) benchmark() string {
	if p.index != nil {
		return p.index.Str("benchmark")
	}
	return ""
}

// keys are what tells that two pieces belong to one run: any of them in common. A
// stamp that could not be read tells nothing.
func (p *fragment) keys() []string {
	keys := make([]string, 0, 3)
	if p.index != nil && !p.index.At.IsZero() {
		keys = append(keys, momentKey("index", p.index.At, p.benchmark()))
	}
	if id := p.runID(); id != "" {
		keys = append(keys, sheet.JoinKey("stamp", p.home, id), momentKey("start", p.start.At, id))
	} else if p.start != nil && p.index == nil && !p.start.At.IsZero() {
		keys = append(keys, momentKey("start", p.start.At,
			p.start.Str("target_path"), p.start.Str("runner"), p.start.Str("playbook_version")))
	}
	if p.stamp != "" {
		keys = append(keys, sheet.JoinKey("stamp", p.home, p.stamp))
	}
	return keys
}

// momentKey is JoinKey(kind, seconds.nanoseconds of at, parts...).
func momentKey(kind string, at time.Time, parts ...string) string {
	var buffer [128]byte
	key := append(buffer[:0], kind...)
	key = strconv.AppendInt(append(key, 0), at.Unix(), 10)
	key = strconv.AppendInt(append(key, '.'), int64(at.Nanosecond()), 10)
	for _, part := range parts {
		key = append(append(key, 0), part...)
	}
	return string(key)
}

// Keys are what the runs of a file may have in common with those of another.
func Keys(f *record.File) []string {
	var all []string
	for _, p := range fragmentsOf(f) {
		keys := p.keys()
		if len(keys) == 0 && len(p.Records) > 0 {
			keys = []string{sheet.JoinKey("sum", fmt.Sprint(p.Records[0].Sum))}
		}
		all = append(all, keys...)
	}
	return all
}
