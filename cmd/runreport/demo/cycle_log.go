package demo

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"time"
)

func cycleName(start time.Time, slug string, i int) string {
	return fmt.Sprintf("%s-%s-%06d", start.Format(time.DateOnly), slug, i)
}

// cycleLog writes the records of a cycle on a running clock.
type cycleLog struct {
	out   bytes.Buffer
	now   time.Time
	count int
	ends  []int // indexes of the benchmark_end records
}

func (l *cycleLog) emit(event string, fill func(*record)) {
	rec := object().str("event", event).str("ts", stampSeconds(l.now))
	fill(rec)
	l.out.WriteString(rec.line())
	l.count++
}

func (l *cycleLog) wait(d time.Duration) { l.now = l.now.Add(d) }

var cycleEvents = []string{
	"_index", "cycle_start", "benchmark_start", "benchmark_end",
	"lever_change_applied", "lever_change_reverted", "error", "cycle_end",
}

// log is run_state.jsonl of the cycle.
func (c *calibration) log(path string) file {
	l := &cycleLog{}
	for i := range c.iterations {
		c.round(l, &c.iterations[i])
	}
	at := l.now
	if len(l.ends) == 0 {
		l.ends = append(l.ends, l.count-1)
	}
	return file{path: path, format: formatCycle, data: l.out.Bytes(), can: runLog, repeat: l.ends, note: func(text string) string {
		return object().str("event", "operator_note").str("ts", stampSeconds(at)).raw("note", `"`+text+`"`).line()
	}}
}

func (c *calibration) round(l *cycleLog, r *calibrationRound) {
	if l.wait(time.Hour); l.now.Before(r.start) {
		l.now = r.start
	}
	var names []string
	for _, t := range r.benchmarks {
		names = append(names, t.name)
	}
	l.emit("_index", func(rec *record) {
		rec.str("schema_version", "1.5.6").strs("event_types", cycleEvents).str("cycle_name", c.name).
			str("lever_under_test", c.lever).strs("benchmarks", names).int("iteration", r.number)
	})
	l.wait(time.Second)
	l.emit("cycle_start", func(rec *record) {
		rec.str("hypothesis", r.hypothesis)
		if !r.noFloor {
			rec.raw("noise_floor_threshold", decimal(r.floor, 100))
		}
	})
	for i := range r.benchmarks {
		t := &r.benchmarks[i]
		for n := range t.pre {
			l.measure(t, "pre-lever", &t.pre[n])
		}
	}
	l.wait(15 * time.Minute)
	files := []string{"references/" + c.lever + ".md"}
	commit := fmt.Sprintf("%07x", mix(uint64(r.start.Unix()))&0xfffffff)
	l.emit("lever_change_applied", func(rec *record) {
		rec.str("lever_id", c.lever).strs("files_changed", files).str("commit_sha", commit).str("description", c.change)
	})
	for i := range r.benchmarks {
		t := &r.benchmarks[i]
		for n := range t.post {
			l.measure(t, "post-lever", &t.post[n])
		}
		if t.hanging {
			l.wait(time.Minute)
			l.start(t.name, "post-lever", 0)
		}
	}
	if r.verdict == "" {
		return
	}
	l.wait(20 * time.Minute)
	if r.verdict == "revert" {
		l.emit("lever_change_reverted", func(rec *record) { rec.strs("files_changed", files) })
		l.wait(time.Minute)
	}
	l.emit("cycle_end", r.closing)
}

// measure writes one run on a benchmark.
func (l *cycleLog) measure(t *trial, side string, m *measurement) {
	l.wait(time.Minute)
	l.start(t.name, side, 0)
	if m.restarted {
		l.wait(90 * time.Minute)
		l.emit("error", func(rec *record) {
			rec.str("benchmark", t.name).str("message", "no output for 90 minutes, killed").bool("recoverable", true)
		})
		l.wait(time.Minute)
		l.start(t.name, side, 20000+l.count)
	}
	l.wait(time.Duration(25+5*len(t.bugs)) * time.Minute)
	if m.corrected && !m.unknown {
		slip := *m
		slip.found = append([]bool{!m.found[0]}, m.found[1:]...)
		slip.contradicted = false
		l.end(t, side, &slip)
		l.wait(2 * time.Minute)
	}
	l.end(t, side, m)
	if m.copied {
		l.end(t, side, m)
	}
}

// start writes benchmark_start, with the process id where there is one.
func (l *cycleLog) start(benchmark, side string, pid int) {
	l.emit("benchmark_start", func(rec *record) {
		rec.str("benchmark", benchmark).str("lever_state", side)
		if pid > 0 {
			rec.int("pid", pid)
		}
	})
}

func (l *cycleLog) end(t *trial, side string, m *measurement) {
	l.ends = append(l.ends, l.count)
	var found, missed []string
	for n, id := range t.bugs {
		switch {
		case m.unknown:
		case m.found[n]:
			found = append(found, id)
		default:
			missed = append(missed, id)
		}
	}
	l.emit("benchmark_end", func(rec *record) {
		rec.str("benchmark", t.name).str("lever_state", side)
		switch n := len(t.bugs); {
		case m.unknown:
			rec.null("recall")
		case m.contradicted:
			rec.raw("recall", decimal(10*m.hits()+n, 10*n))
		default:
			rec.raw("recall", decimal(m.hits(), n))
		}
		rec.strs("bugs_found", append(found, m.novel...)).strs("bugs_missed", missed).
			str("historical_baseline_path", "repos/archive/"+t.name+"/quality/BUGS.md")
	})
}

// closing fills cycle_end.
func (r *calibrationRound) closing(rec *record) {
	before, after, delta := object(), object(), object()
	lost := []string{}
	clean := true
	for i := range r.benchmarks {
		t := &r.benchmarks[i]
		pre, post := t.side(t.pre), t.side(t.post)
		truth := t.truth(r.floor)
		if truth.Class == regressed && !truth.AtFloor {
			clean = false
			for _, id := range truth.Lost {
				lost = append(lost, t.name+"/"+id)
			}
		}
		if t.name == r.swapped {
			pre, post = post, pre
		}
		recallOrNull(before, t.name, pre)
		recallOrNull(after, t.name, post)
		if pre.Of == 0 || post.Of == 0 {
			delta.null(t.name)
			continue
		}
		delta.raw(t.name, decimal(change(pre, post)))
	}
	if r.blind {
		clean, lost = true, nil
	}
	rec.str("verdict", r.verdict).raw("recall_before", before.json()).raw("recall_after", after.json()).
		raw("delta", delta.json()).
		raw("cross_benchmark_check", object().bool("clean", clean).strs("regressions", lost).json())
}

func recallOrNull(rec *record, benchmark string, s SideTruth) {
	if s.Of == 0 {
		rec.null(benchmark)
		return
	}
	rec.raw(benchmark, decimal(s.Found, s.Of))
}

// decimal writes num/den rounded to four places, without trailing zeros but
// with at least one place, as in 0.8333 and 1.0.
func decimal(num, den int) string {
	sign := ""
	if num < 0 {
		sign, num = "-", -num
	}
	parts := (20000*num + den) / (2 * den)
	if parts == 0 {
		sign = ""
	}
	places := strings.TrimRight(fmt.Sprintf("%04d", parts%10000), "0")
	if places == "" {
		places = "0"
	}
	return sign + strconv.Itoa(parts/10000) + "." + places
}
