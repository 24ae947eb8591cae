package ingest

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"runreport/ingest/record"
)

// logsNamed are the texts of made-up logs of that name, in the order of their paths.
func logsNamed(t testing.TB, runs int, seed uint64, name, below string) (texts [][]byte) {
	t.Helper()
	logs := demoLogs(t, runs, seed)
	for _, p := range slices.Sorted(maps.Keys(logs)) {
		if text := logs[p]; path.Base(p) == name && strings.Contains(p, below) && len(text) > 0 {
			texts = append(texts, append(bytes.TrimSuffix(bytes.Clone(text), []byte("\n")), '\n'))
		}
	}
	return texts
}

// longLogOf is a format whose logs may be put together segment by segment.
type longLogOf struct {
	file, below string   // the name of made-up logs, and the folder that they lie in
	paths       []string // of a long one
	odd         []string // lines that may stand among those of its runs
	beside      []string // documents that may lie beside it
}

var longLogsOf = map[string]longLogOf{
	"playbook-run": {
		file: "run_state.jsonl", below: "playbook/runs/", odd: oddPlaybook, beside: []string{"PROGRESS.md", "notes.txt"},
		paths: []string{"run_state.jsonl", "x/run_state.jsonl", "x/quality/run_state.jsonl", "x/quality/logs/20260302T090000Z/run_state.jsonl"},
	},
	"fishbowl": {file: "ledger.jsonl", below: "fishbowl/", odd: oddFishbowl, beside: []string{"notes.txt"}, paths: []string{"ledger.jsonl", "x/ledger.jsonl"}},
}

var oddFishbowl = []string{
	`{"id":"o1","kind":"agent.spoke","actor":"ada","turn":1,"created_at":"2026-05-01T00:00:00Z","schema_version":1,"payload":{"text":"of no run"}}`,
	`{"id":"o2","run_id":"r1","kind":"run.started","actor":"system","turn":0,"created_at":"2026-05-01T00:00:00Z","schema_version":1,"payload":{"seed":"x"}}`,
	`{"id":"o3","run_id":"r1","kind":"run.finished","actor":"system","turn":9,"created_at":"2026-05-01T00:09:00Z","schema_version":1,"payload":{"reason":"verdict"}}`,
	`{"id":"o4","run_id":"r1","kind":"agent.spoke","actor":"ada","turn":1,"created_at":"2026-05-01T00:00:00Z","schema_version":1,"payload":{"text":"ghp_abcdefghijklmnopqrstuvwxyz0123456789"}}`,
	`{"id":"o5","run_id":"r2","kind":"of.nobody","actor":"bob@x.example","turn":1,"created_at":"2031-05-01T00:00:00Z","schema_version":7,"payload":{}}`,
	`{"id":"o6","run_id":"r3","kind":"judge.verdict","actor":"bob@x.example","turn":1,"payload":{"winner":"bob@x.example"}}`,
	`{"id":"o7","run_id":"r`,
	``,
}

var oddPlaybook = []string{
	`{"event":"phase_start","ts":"2026-05-01T00:00:00Z","phase":1}`,
	`{"ts":"2026-05-01T00:00:00Z","phase":1}`,
	`{"event":"run_start","runner":"codex"}`,
	`{"event":"run_start","ts":"2026-05-01T00:00:00Z","runner":"codex","run_id":"one"}`,
	`{"event":"run_start","ts":"2031-05-01T00:00:00Z","runner":"codex","run_id":"far"}`,
	`{"event":"_index","benchmark":"harbor"}`,
	`{"event":"_index","ts":"2026-05-01T00:00:00Z","benchmark":"harbor"}`,
	`{"event":"_index","ts":"2026-05-01T00:00:00Z","benchmark":"elm"}`,
	`{"event":"run_end","ts":"2026-05-01T00:00:00Z","status":"success"}`,
	`{"event":"error","ts":"2026-05-01T00:00:00Z","message":"token ghp_abcdefghijklmnopqrstuvwxyz0123456789 of ada@x.example","recoverable":true}`,
	`{"event":"own","timestamp":"2026-05-01T00:00:00Z","of":"bob@x.example"}`,
	`phase_start phase=3`,
	`{"event":"phase_start","ts":"2026-05-01T0`,
	``,
}

// longLog is the logs of some runs in one file, with what may happen to them.
func longLog(rnd *rand.Rand, texts [][]byte, odd []string) []byte {
	var all [][]byte
	for range 1 + rnd.IntN(30) {
		text := texts[rnd.IntN(len(texts))]
		if rnd.IntN(4) > 0 { // most runs are there once
			text = texts[len(all)%len(texts)]
		}
		lines := bytes.SplitAfter(text, []byte("\n"))
		switch rnd.IntN(30) {
		case 0: // cut off
			lines = lines[:rnd.IntN(len(lines))]
		case 1: // without its header
			lines = lines[min(len(lines), 1+rnd.IntN(2)):]
		case 2: // a line is missing
			lines = slices.Delete(slices.Clone(lines), 0, 1)
		case 3: // a snapshot before
			all = append(all, slices.Concat(lines[:rnd.IntN(len(lines))]...))
		case 4: // out of order
			lines = slices.Clone(lines)
			rnd.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
		case 5, 6, 7, 8:
			lines = slices.Insert(slices.Clone(lines), rnd.IntN(len(lines)), []byte(odd[rnd.IntN(len(odd))]+"\n"))
		case 9, 10: // beside another one
			other := bytes.SplitAfter(texts[rnd.IntN(len(texts))], []byte("\n"))
			at := rnd.IntN(min(len(lines), len(other)))
			lines = slices.Concat(lines[:at], other[:at], lines[at:], other[at:])
		}
		all = append(all, slices.Concat(lines...))
	}
	log := slices.Concat(all...)
	if rnd.IntN(5) == 0 { // it was rotated
		log = log[bytes.IndexByte(log, '\n')+1:]
	}
	return log
}

// A long log is put together segment by segment, or all at once: the tables are the same.
func TestSegmentsAreTheSame(t *testing.T) {
	rounds := 12
	if testing.Short() {
		rounds = 6
	}
	for format, of := range longLogsOf {
		t.Run(format, func(t *testing.T) {
			texts := logsNamed(t, 150, 5, of.file, of.below)
			for seed := range rounds {
				holdSegments(t, seed, of, texts)
			}
		})
	}
}

func holdSegments(t *testing.T, seed int, of longLogOf, texts [][]byte) {
	t.Helper()
	rnd := rand.New(rand.NewPCG(uint64(seed), 41))
	name := of.paths[rnd.IntN(len(of.paths))]
	logs := night{name: longLog(rnd, texts, of.odd)}
	for range rnd.IntN(3) { // beside it, or elsewhere
		folder := []string{path.Dir(name), "y/quality", "x", "z"}[rnd.IntN(4)]
		switch rnd.IntN(3) {
		case 0:
			logs[path.Join(folder, of.beside[rnd.IntN(len(of.beside))])] = []byte("# Progress\n\n- [x] phase 1\n")
		case 1:
			logs[path.Join(folder, "other_"+of.file)] = texts[rnd.IntN(len(texts))]
		case 2:
			logs[path.Join(folder, "long_"+of.file)] = longLog(rnd, texts, of.odd)
		}
	}
	dir := filepath.Join(t.TempDir(), "logs")
	logs.write(t, dir)
	o := Options{Paths: []string{dir}, Jobs: 2, sealAfter: -1}
	if rnd.IntN(4) == 0 {
		o.Since = time.Date(2026, 4, 1, 0, 0, 0, 0, time.UTC)
	}
	want := read(t, o)
	for _, after := range []int{1, 9, 40, 200} {
		o.sealAfter, o.Jobs = after, 1+rnd.IntN(3)
		compareReadings(t, fmt.Sprintf("seed %d, after %d records", seed, after), want, read(t, o))
	}
	if seed%2 == 0 {
		holdStoredSegments(t, seed, rnd, logs, name)
	}
}

// holdStoredSegments reads the logs in three builds with a history, and as a shard: the log of that name grows, and is
// then restored.
func holdStoredSegments(t *testing.T, seed int, rnd *rand.Rand, logs night, name string) {
	t.Helper()
	base := t.TempDir()
	dir, store := filepath.Join(base, "logs"), filepath.Join(base, "history")
	plain := Options{Paths: []string{dir}, sealAfter: -1}
	grown := logs[name]
	for build := range 3 {
		logs[name] = grown
		if build == 0 {
			logs[name] = grown[:rnd.IntN(len(grown)+1)]
		}
		logs.put(t, dir)
		o := Options{Paths: []string{dir}, History: store, sealAfter: []int{4, 36, 160}[rnd.IntN(3)], Jobs: 1 + rnd.IntN(3)}
		if diff := cmp.Diff(everything(read(t, plain).Tables), everything(read(t, o).Tables)); diff != "" {
			t.Fatalf("seed %d, build %d, after %d records: without a history (-) and with one (+):\n%.3000s", seed, build, o.sealAfter, diff)
		}
	}
	if done, err := Compact(t.Context(), store, 0, "test"); err != nil || done.Logs != len(logs) {
		t.Errorf("seed %d, compacting: %+v, %v", seed, done, err)
	}
	merged := merge(t, parts(t, dir, 1+seed%3, Options{Jobs: 2, sealAfter: 36})...)
	if want, got := allOf(t, plain), allOf(t, Options{Dataset: merged, sealAfter: 36}); got != want {
		t.Fatalf("seed %d, shards:\n%s\none reading:\n%s", seed, got, want)
	}
}

// Which logs stay as they were put together segment by segment, and which are read again.
func TestWhichLogsAreCutIntoSegments(t *testing.T) {
	texts := logsNamed(t, 150, 6, "run_state.jsonl", "playbook/runs/")
	several := func(lines ...string) string { return strings.Join(lines, "\n") + "\n" }
	index := `{"event":"_index","ts":"2026-05-0%dT00:00:00Z","benchmark":"harbor","schema_version":"1"}`
	one, two, three := fmt.Sprintf(index, 1), fmt.Sprintf(index, 2), fmt.Sprintf(index, 3)
	start, event := `{"event":"run_start","ts":"2026-05-04T00:00:00Z","runner":"codex","run_id":"r"}`, `{"event":"phase_start","ts":"2026-05-01T00:00:00Z","phase":1}`
	end := `{"event":"run_end","ts":"2026-05-04T00:00:00Z","status":"success"}`
	for _, c := range []struct {
		name, text string
		beside     string
		lots       int // 0: the file is in a lot with others
		again      bool
	}{
		{"many runs", string(slices.Concat(texts[:9]...)), "", 1, false},
		{"runs of one header each", several(one, two, three), "", 1, false},
		{"one run", several(one, event, event), "", 0, false},
		{"a run twice", several(one, event, two, event, one, event), "", 0, true},
		{"its header again", several(one, event, two, event, two, event, three, event), "", 0, true},
		{"events before the first header", several(event, one, event, two), "", 1, false},
		{"a log that was rotated", several(event, event, strings.Replace(end, "05-04", "05-01", 1), start, event), "", 1, false},
		{"a run without a time", several(strings.Replace(one, "ts", "of", 1), event, two, event), "", 1, false},
		{"a run without a time behind others", several(one, event, strings.Replace(two, "ts", "of", 1), event, three, event), "", 0, true},
		{"an id twice", several(start, event, one, strings.Replace(start, "05-04", "05-05", 1), event, two), "", 0, true},
		{"no time", several(one, event, strings.Replace(start, `"ts":"2026-05-04T00:00:00Z",`, "", 1), two, event), "", 1, false},
		{"a run without a time at last", several(one, event, two, event, strings.Replace(one, "ts", "of", 1), strings.Replace(event, "05-01", "05-03", 1)), "", 0, true},
		{"a document beside it", several(one, event, two, event), "logs/PROGRESS.md", 0, false},
		{"a link somewhere", several(one, event, two, event), "elsewhere -> logs", 0, false},
	} {
		dir := t.TempDir()
		night{"run_state.jsonl": []byte(c.text)}.write(t, dir)
		list := []found{newFound("logs/run_state.jsonl", "logs", filepath.Join(dir, "run_state.jsonl"))}
		if c.beside != "" {
			shown, target, _ := strings.Cut(c.beside, " -> ")
			other := newFound(shown, "logs", "")
			other.own().target = target
			list = append(list, other)
		}
		o := Options{Jobs: 2, sealAfter: 2}
		o.sealer = newSealer(o)
		f := &record.File{Path: list[0].shown, Dir: "logs", Jobs: 2}
		o.lots = newLots(o.sealer, list, []*record.File{f})
		if _, again := decodeOnce(f, list[0], o); again != c.again || len(o.lots.all) != c.lots {
			t.Errorf("%s: read again %t, %d lots of their own; want %t, %d", c.name, again, len(o.lots.all), c.again, c.lots)
		}
	}
}

// runOf is a log of one run of the playbook: its header, and so many events.
func runOf(header string, events int) string {
	event := `{"event":"finding_logged","ts":"2026-05-02T00:00:00Z","phase":1,"finding_id":"C-%d"}` + "\n"
	var log strings.Builder
	log.WriteString(header + "\n")
	for n := range events {
		fmt.Fprintf(&log, event, n)
	}
	return log.String()
}

// What a log has in common with itself, or with another one, is known though it is put together in parts, and what is
// found of it is in the same order.
func TestSegmentsThatBelongTogether(t *testing.T) {
	var others strings.Builder
	for n := range 20 {
		others.WriteString(runOf(fmt.Sprintf(`{"event":"_index","ts":"2026-05-02T00:00:%02dZ","benchmark":"other"}`, n), 9))
	}
	x1 := runOf(`{"event":"_index","ts":"2026-05-01T00:00:00.1Z","benchmark":"x"}`, 4)
	x2 := runOf(`{"event":"_index","ts":"2026-05-01T00:00:00.2Z","benchmark":"x"}`, 4)
	named := runOf(`{"event":"run_start","ts":"2026-05-03T00:00:00Z","runner":"c","run_id":"x 2026-05-01T00:00:00Z#2"}`, 4)
	end := `{"event":"run_end","ts":"2026-05-02T12:00:00Z","status":"success"}` + "\n"
	twice := strings.Repeat(`{"event":"phase_start","ts":"2026-05-01T00:00:00Z","phase":1}`+"\n", 2)
	nameless := `{"ts":"2026-05-02T00:00:00Z","phase":1}` + "\n"
	for name, files := range map[string]map[string]string{
		"a number that another run has as its name":           {"run_state.jsonl": x1 + x2 + others.String() + end + named},
		"the same, with the name first":                       {"run_state.jsonl": named + end + x1 + others.String() + x2},
		"the same in two files":                               {"a_run_state.jsonl": x1 + x2, "b_run_state.jsonl": named},
		"a copy elsewhere":                                    {"a/run_state.jsonl": x1 + others.String(), "b/run_state.jsonl": x1},
		"a copy with more elsewhere":                          {"a/run_state.jsonl": x1 + others.String(), "b/run_state.jsonl": x1 + twice},
		"a line twice, and behind it one without event":       {"run_state.jsonl": x1 + twice + others.String() + nameless + x2},
		"a line without event, and behind it another, twice":  {"run_state.jsonl": x1 + nameless + others.String() + twice + x2 + nameless},
		"a run whose header is years ahead, and a line twice": {"run_state.jsonl": x1 + others.String() + runOf(`{"event":"_index","ts":"2036-05-01T00:00:00Z","benchmark":"y"}`, 9) + twice},
		"a run without its header, and lines twice":           {"run_state.jsonl": strings.Repeat(`{"event":"phase_start","ts":"2026-04-01T00:00:00Z","phase":1}`+"\n", 2) + end + others.String() + twice},
		"a run whose header is years ahead":                   {"run_state.jsonl": x1 + others.String() + runOf(`{"event":"_index","ts":"2036-05-01T00:00:00Z","benchmark":"y"}`, 9)},
	} {
		dir := tree(t, files)
		want := read(t, Options{Paths: []string{dir}, Jobs: 2, sealAfter: -1, Labels: []string{"of=them"}})
		for _, o := range []Options{{sealAfter: 4}, {sealAfter: 80}, {lotFiles: -1}} {
			o.Paths, o.Jobs, o.Labels = []string{dir}, 2, []string{"of=them"}
			compareReadings(t, fmt.Sprintf("%s, after %d records", name, o.sealAfter), want, read(t, o))
		}
	}
}

// A log whose segments have nothing in common is read once, and one whose put panics is put together as a whole.
func TestSegmentsAreReadOnce(t *testing.T) {
	texts := logsNamed(t, 150, 6, "run_state.jsonl", "playbook/runs/")
	o := Options{Jobs: 2, sealAfter: 8, Paths: []string{tree(t, map[string]string{
		"a/run_state.jsonl": string(slices.Concat(texts[:9]...)), "b/run_state.jsonl": string(slices.Concat(texts[9:14]...)),
	})}}
	o.Progress = func(stage string, _, total int) {
		if stage == "reading again" {
			t.Errorf("%d files are read again", total)
		}
	}
	read(t, o)
	b := &segmentBlock{view: &record.File{Format: &record.Format{System: "nobody"}}}
	b.lot = lot{files: []*record.File{b.view}, links: newLinker()}
	if b.put(&lots{}, nil); !b.failed {
		t.Error("a panic is not noticed")
	}
}
