package run

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"runreport/ingest/record"
)

var logFormat = &record.Format{Name: "log", Kinds: Kinds, TimeKey: "ts"}

// logOf is a log of these events: a kind, and a minute behind 09:00 or "-" where it has no time,
// with more fields as JSON. Example: "run_end 30 status=ok".
func logOf(t *testing.T, path string, events ...string) *record.File {
	t.Helper()
	dir := ""
	if at := strings.LastIndexByte(path, '/'); at >= 0 {
		dir = path[:at]
	}
	f := &record.File{Path: path, Dir: dir, Format: logFormat}
	for i, e := range events {
		words := strings.Fields(e)
		kind := record.Find(Kinds, words[0])
		if kind == nil {
			t.Fatalf("no kind %s", words[0])
		}
		text := `{"event":"` + words[0] + `"`
		if words[1] != "-" {
			text += `,"ts":"2026-03-02T09:` + words[1] + `:00Z"`
		}
		for _, field := range words[2:] {
			key, value, _ := strings.Cut(field, "=")
			if key != "phase" {
				value = `"` + value + `"`
			}
			text += `,"` + key + `":` + value
		}
		if f.AddObject(kind, []byte(text+"}"), int64(i+1)) == nil {
			t.Fatalf("%s is no record: %v", text, f.Findings()[0].Seen)
		}
	}
	return f
}

// minute is a time of the day of the logs.
func minute(m int) time.Time { return time.Date(2026, 3, 2, 9, m, 0, 0, time.UTC) }

// Where a log begins anew within a file: with a header of another time or id, or behind an end.
func TestFragmentsOfAFile(t *testing.T) {
	for _, c := range []struct {
		name   string
		events []string
		want   string // records of each
	}{
		{"one log", []string{"_index 00", "run_start 00", "phase_start 01 phase=1", "run_end 30"}, "4"},
		{"its header again", []string{"_index 00", "run_start 00", "phase_start 01 phase=1", "_index 00"}, "4"},
		{"its header and its first event again", []string{"_index 00", "phase_start 01 phase=1", "_index 00", "phase_start 01 phase=1"}, "2 2"},
		{"another header", []string{"_index 00", "phase_start 01 phase=1", "_index 10", "phase_start 11 phase=1"}, "2 2"},
		{"another id", []string{"run_start 00 run_id=a", "phase_start 01 phase=1", "run_start 00 run_id=b", "phase_start 11 phase=1"}, "2 2"},
		{"a run_start behind an index", []string{"_index 00", "run_start 05", "phase_start 06 phase=1"}, "3"},
		{"a run_start behind an end", []string{"_index 00", "run_end 05", "run_start 06", "phase_start 07 phase=1"}, "2 2"},
		{"a run_start behind an end, of the first time", []string{"_index 00", "run_end 05", "run_start 00", "phase_start 07 phase=1"}, "4"},
		{"events behind an end", []string{"run_start 00", "run_end 05", "phase_start 06 phase=1"}, "3"},
		{"no header", []string{"phase_start 01 phase=1", "phase_end 02 phase=1"}, "2"},
		{"nothing", nil, ""},
	} {
		var got []string
		for _, p := range fragmentsOf(logOf(t, "b/quality/run_state.jsonl", c.events...)) {
			got = append(got, fmt.Sprint(len(p.Records)))
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: fragments of %q records, want %s", c.name, got, c.want)
		}
	}
}

// fragmentOf is the only fragment of a log.
func fragmentOf(t *testing.T, path string, events ...string) *fragment {
	t.Helper()
	all := fragmentsOf(logOf(t, path, events...))
	if len(all) != 1 {
		t.Fatalf("%d fragments", len(all))
	}
	return all[0]
}

// What a fragment is known by: its header, or else nothing.
func TestWhatAFragmentIsKnownBy(t *testing.T) {
	for _, c := range []struct {
		name   string
		events []string
		id     string
		about  string
		began  time.Time
		keys   int
	}{
		{"an index", []string{"_index 05 benchmark=harbor", "phase_start 06 phase=1"}, "", "harbor", minute(5), 1},
		{"a start", []string{"run_start 07 runner=codex", "phase_start 08 phase=1"}, "", "", minute(7), 1},
		{"a start with an id", []string{"run_start 07 run_id=r1"}, "r1", "", minute(7), 2},
		{"both", []string{"_index 05 benchmark=harbor", "run_start 07 run_id=r1"}, "r1", "harbor", minute(5), 3},
		{"both, without an id", []string{"_index 05 benchmark=harbor", "run_start 07"}, "", "harbor", minute(5), 1},
		{"an index without a time", []string{"_index - benchmark=harbor"}, "", "harbor", time.Time{}, 0},
		{"a start without a time", []string{"run_start - runner=codex"}, "", "", time.Time{}, 0},
		{"no header", []string{"phase_start 06 phase=1"}, "", "", time.Time{}, 0},
	} {
		p := fragmentOf(t, "b/quality/run_state.jsonl", c.events...)
		if p.runID() != c.id || p.benchmark() != c.about || !p.began().Equal(c.began) || len(p.keys()) != c.keys {
			t.Errorf("%s: id %q, benchmark %q, began %v, keys %q", c.name, p.runID(), p.benchmark(), p.began(), p.keys())
		}
	}
	if got := Keys(logOf(t, "b/quality/run_state.jsonl", "phase_start 06 phase=1")); len(got) != 1 ||
		!strings.HasPrefix(got[0], "sum") {
		t.Errorf("the keys of a log without a header are %q", got)
	}
	if got := Keys(logOf(t, "b/quality/run_state.jsonl")); len(got) != 0 {
		t.Errorf("the keys of nothing are %q", got)
	}
}

// groupOf are fragments of one run.
func groupOf(all ...*fragment) *fragmentGroup { return &fragmentGroup{fragments: all} }

// The header alone is a part of the log that has it too, and more.
func TestHeaderOfALongerLog(t *testing.T) {
	header := fragmentOf(t, "a/run_state.jsonl", "_index 00")
	again := fragmentOf(t, "b/run_state.jsonl", "_index 00")
	again.File.Index = 1
	longer := fragmentOf(t, "c/run_state.jsonl", "_index 00", "phase_start 01 phase=1")
	later := fragmentOf(t, "d/run_state.jsonl", "_index 01", "phase_start 02 phase=1")
	without := fragmentOf(t, "e/run_state.jsonl", "run_start 00", "phase_start 01 phase=1")
	for _, c := range []struct {
		name      string
		p         *fragment
		among, by *fragment
	}{
		{"a longer one", header, longer, longer}, {"itself", header, header, nil},
		{"of another time", header, later, nil}, {"without an index", header, without, nil},
		{"the same, of an earlier file", again, header, header}, {"the same, of a later file", header, again, nil},
		{"one with events", longer, longer, nil}, {"one with events, beside another", longer, header, nil},
	} {
		if got := groupOf(c.p, c.among).coveredBy(c.p); got != c.by {
			t.Errorf("%s: covered %v", c.name, got != nil)
		}
	}
}

// A log without a header belongs to the run that began last before it.
func TestRunBefore(t *testing.T) {
	early, late := groupOf(fragmentOf(t, "a", "_index 05")), groupOf(fragmentOf(t, "b", "_index 10"))
	timeless := groupOf(fragmentOf(t, "c", "phase_start - phase=1"))
	for _, c := range []struct {
		at   time.Time
		want *fragmentGroup
	}{
		{minute(4), nil}, {minute(5), early}, {minute(9), early}, {minute(10), late}, {minute(59), late},
		{time.Time{}, nil},
	} {
		for _, runs := range [][]*fragmentGroup{{early, late, timeless}, {timeless, late, early}} {
			if got := before(runs, c.at); got != c.want {
				t.Errorf("at %v: another run", c.at)
			}
		}
	}
	both := groupOf(fragmentOf(t, "a", "phase_start 20 phase=1"), fragmentOf(t, "b", "_index 10"), fragmentOf(t, "c", "phase_start - phase=2"))
	if !both.began().Equal(minute(10)) || !timeless.began().IsZero() {
		t.Errorf("began %v, and without times %v", both.began(), timeless.began())
	}
}

// Whether a log goes on with a run: not where it starts a phase that has ended there.
func TestWhatHasEndedOrIsHeld(t *testing.T) {
	r := groupOf(fragmentOf(t, "a", "_index 00", "phase_start 01 phase=1", "phase_end 02 phase=1", "phase_start 03 phase=2"))
	for events, want := range map[string][2]bool{
		"phase_start 05 phase=1": {true, false}, "phase_start 05 phase=2": {false, false},
		"phase_end 05 phase=1": {false, false}, "phase_end 02 phase=1": {false, true},
		"phase_start 03 phase=2": {false, true},
	} {
		p := fragmentOf(t, "b", events)
		if r.ended(p) != want[0] || r.holds(p.Records[0]) != want[1] {
			t.Errorf("%s: ended %v, held %v", events, r.ended(p), r.holds(p.Records[0]))
		}
	}
	own := []string{"phase_start 01 phase=1", "phase_end 02 phase=1", "phase_start 03 phase=2", "phase_end 04 phase=2"}
	q := fragmentOf(t, "a/quality/run_state.jsonl", own...)
	for _, c := range []struct {
		same int
		dir  string
		want bool
	}{{4, "b", true}, {3, "b", true}, {2, "b", false}, {1, "b", false}, {1, "a", true}, {0, "a", false}} {
		events := slices.Clone(own)
		for i := c.same; i < len(events); i++ {
			events[i] = fmt.Sprintf("phase_start 4%d phase=5", i)
		}
		if got := groupOf(q).copyOf(fragmentOf(t, c.dir+"/quality/run_state.jsonl", events...)); got != c.want {
			t.Errorf("%d records of %s: a copy %v", c.same, c.dir, got)
		}
		if got := groupOf(q).copyOf(fragmentOf(t, c.dir+"/quality/run_state.jsonl", events[:max(1, c.same)]...)); got != c.want {
			t.Errorf("%d records of %s alone: a copy %v", c.same, c.dir, got)
		}
	}
}

// A run is named by its id, else by what it is about and when it began.
func TestNameOfARun(t *testing.T) {
	for _, c := range []struct {
		events []string
		want   string
	}{
		{[]string{"_index 00 benchmark=harbor", "run_start 01 run_id=r1"}, "r1"},
		{[]string{"_index 05 benchmark=harbor"}, "harbor 2026-03-02T09:05:00Z"},
		{[]string{"_index - benchmark=harbor"}, "harbor"},
		{[]string{"run_start 07"}, "shop 2026-03-02T09:07:00Z"}, {[]string{"phase_start - phase=1"}, "shop"},
	} {
		if got := groupOf(fragmentOf(t, "shop/quality/run_state.jsonl", c.events...)).name(&record.Unit{Home: "x/shop"}); got != c.want {
			t.Errorf("%q is named %q, want %q", c.events, got, c.want)
		}
	}
}

// A difference stands at the first document that it is of, else at the last record.
func TestPlaceOfADifference(t *testing.T) {
	log := logOf(t, "a", "phase_start 01 phase=1", "phase_start 02 phase=2", "phase_start 03 phase=3").Records
	page := &record.File{Path: "PROGRESS.md", Format: &record.Format{Companion: true, Kinds: Kinds}}
	doc := page.AddObject(Kinds[0], []byte(`{}`), 1)
	for _, c := range []struct {
		sides []*record.Record
		want  *record.Record
	}{
		{log, log[2]}, {log[:1], log[0]}, {[]*record.Record{log[0], doc, log[1]}, doc},
		{[]*record.Record{doc, log[0]}, doc},
	} {
		var said []side
		for _, r := range c.sides {
			said = append(said, side{"x", "y", r})
		}
		if got := placeOf(said); got != c.want {
			t.Errorf("%d sides: at line %d", len(said), got.Line)
		}
	}
}

// Words of documents that are compared as one.
func TestComparedWords(t *testing.T) {
	for text, want := range map[string]string{
		"Claude Code (by hand)": "claude", "gpt CODEX": "codex", "Copilot": "copilot", "the cursor": "cursor",
		"Other Runner": "other", " x-y": "x", "": "", "(none)": "",
	} {
		if got := runnerName(text); got != want {
			t.Errorf("runner %q is %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]string{
		"20260302-090000": "2026-03-02T09:00:00Z", "20260302T090000Z": "2026-03-02T09:00:00Z", "20260302": "",
		"19991231-235959": "", "noon": "",
	} {
		got := ""
		if at := compactInstant(text); !at.IsZero() {
			got = at.Format(time.RFC3339)
		}
		if got != want {
			t.Errorf("%s is %q, want %q", text, got, want)
		}
	}
	for want, list := range map[string][]int64{"none": nil, "1": {1}, "1, 2, 6": {1, 2, 6}} {
		if got := phaseList(list); got != want {
			t.Errorf("phases %d: %s", list, got)
		}
	}
	nine := strings.Fields("a b c d e f g h i")
	for n, want := range map[int]string{
		0: "none", 1: "a", 8: "a, b, c, d, e, f, g, h", 9: "a, b, c, d, e, f, g, h and 1 more",
	} {
		if got := listShortened(nine[:n]); got != want {
			t.Errorf("%d names: %s", n, got)
		}
	}
	if got := sayings([]side{{by: "a", text: strings.Repeat("x", 101)}, {by: "b", text: "y"}}); got != "a says "+strings.Repeat("x", 100)+"…; b says y" {
		t.Errorf("sayings: %s", got)
	}
}

// The words of a check, in any case, and whether the format has them.
func TestWordsOfChecks(t *testing.T) {
	for word, want := range map[string]string{
		" PASS ": "pass true", "ok": "pass true", "error": "fail true", "Warning": "warn true", "n/a": "skip true",
		"block": "fail false", "xfail": "skip false", "Odd": "Odd false", "": " false",
	} {
		v, known := normalVerdict(word)
		if got := fmt.Sprint(v, " ", known); got != want {
			t.Errorf("%q: %s, want %s", word, got, want)
		}
	}
}

// Attempts at a phase: one for each error that was tried again, and one for its end.
func TestAttemptsAtAPhase(t *testing.T) {
	rec := logOf(t, "a", "phase_start 01 phase=1", "error 02 phase=1", "phase_end 03 phase=1 status=success", "phase_end 04 phase=1 status=failed").Records
	start, failure := mark{rec: rec[0], what: started}, mark{rec: rec[1], what: failed, retry: true}
	good, bad := mark{rec: rec[2], what: ended}, mark{rec: rec[3], what: ended}
	final := failure
	final.retry = false
	for _, c := range []struct {
		name    string
		marks   []mark
		want    string // of each attempt: its end and whether it converged
		ended   bool
		retries int64
	}{
		{"done", []mark{start, good}, "03 true", true, 0}, {"failed", []mark{start, bad}, "04 false", true, 0},
		{"tried again", []mark{start, failure, good}, "02 false, 03 true", true, 1},
		{"an error that ends it", []mark{start, final, bad}, "04 false", true, 0},
		{"an error before the start", []mark{failure, start, good}, "03 true", true, 0},
		{"an error without a start", []mark{failure, good}, "02 false, 03 true", true, 1},
		{"not ended", []mark{start}, "", false, 0}, {"begun again", []mark{start, good, start}, "", false, 0},
		{"ended twice", []mark{start, good, bad}, "04 false", true, 0}, {"nothing", nil, "", false, 0},
	} {
		p := &phase{}
		for _, m := range c.marks {
			p.mark(m)
		}
		p.settle()
		var got []string
		for _, a := range p.attempts {
			got = append(got, fmt.Sprint(a.to.Format("04"), " ", a.converged))
		}
		if strings.Join(got, ", ") != c.want || (p.end != nil) != c.ended || p.retries() != c.retries ||
			(p.failure() != nil) != (c.retries > 0) {
			t.Errorf("%s: %q, ended %v, %d retries; want %s", c.name, got, p.end != nil, p.retries(), c.want)
		}
	}
}

// A number is that of the end, else that of the last gate that gives it.
func TestStatedNumbers(t *testing.T) {
	rec := logOf(t, "a", "gate_check 01", "gate_check 02", "run_end 30").Records
	numbered := func(n string) *record.Record {
		f := &record.File{Path: "a", Format: logFormat}
		return f.AddObject(rec[0].Kind, []byte(`{"active_bugs":`+n+`}`), 1)
	}
	for name, c := range map[string]struct {
		log  events
		want int64
		ok   bool
	}{
		"nothing":                  {events{}, 0, false},
		"an end and gates without": {events{end: rec[2], gates: []gate{{at: rec[0]}}}, 0, false},
		"the last gate":            {events{gates: []gate{{at: numbered("3")}, {at: numbered("4")}, {at: rec[1]}}}, 4, true},
		"none":                     {events{gates: []gate{{at: numbered("0")}}}, 0, true},
	} {
		n, ok := stated(&c.log, "active_bugs")
		if n != c.want || ok != c.ok {
			t.Errorf("%s: %d, %v", name, n, ok)
		}
		if text := activeBugs(&c.log); (text != "") != (c.want > 0) ||
			c.want > 0 && text != fmt.Sprintf(", %d active bugs", c.want) {
			t.Errorf("%s: %q", name, text)
		}
	}
}
