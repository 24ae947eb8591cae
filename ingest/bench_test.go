package ingest

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"runreport/ingest/record"
	"runreport/ingest/source"
	"runreport/ingest/table"
)

// benchBytes is about how long the logs of benchmarks are.
const benchBytes = 4 << 20

// BenchmarkDecode reads logs of lines of every format, made of the samples of its kinds.
func BenchmarkDecode(b *testing.B) {
	for _, s := range Systems {
		for _, format := range s.Formats {
			if format.Container != record.Lines {
				continue
			}
			var some strings.Builder
			for _, k := range format.Kinds {
				if k.Sample != "" {
					some.WriteString(k.Sample + "\n")
				}
			}
			if some.Len() == 0 {
				continue
			}
			log := bytes.Repeat([]byte(some.String()), 1+benchBytes/some.Len())
			b.Run(format.Name, func(b *testing.B) {
				b.SetBytes(int64(len(log)))
				b.ReportAllocs()
				for b.Loop() {
					in, err := source.New(bytes.NewReader(log), int64(len(log)))
					if err != nil {
						b.Fatal(err)
					}
					f := &record.File{Path: "logs/a.jsonl", Dir: "logs", Format: format}
					if err := f.Decode(in); err != nil {
						b.Fatal(err)
					}
					in.Close()
				}
			})
		}
	}
}

// longPlaybookLog writes a log of many runs of the Quality Playbook, at least so many bytes. Its times repeat after a year, in
// which there are more runs than any size that is written has.
func longPlaybookLog(w io.Writer, bytes int) error {
	var b []byte
	for run, written := 0, 0; written < bytes; run++ {
		about := []string{"harbor", "lantern", "quarry", "tin"}[run%4]
		b = fmt.Appendf(b[:0], `{"event": "_index", "ts": "%[1]s", "schema_version": "1.5.6", "event_types": ["_index", "run_start", "phase_start", "pattern_walked", "finding_logged", "phase_end", "run_end"], "benchmark": "%[2]s", "lever_state": "baseline", "started_at": "%[1]s"}`+"\n", atOf(run, 0), about)
		b = fmt.Appendf(b, `{"event": "run_start", "ts": "%s", "runner": "codex", "playbook_version": "1.5.6", "target_path": "."}`+"\n", atOf(run, 0))
		for phase := 1; phase <= 6; phase++ {
			at := atOf(run, 9*phase)
			b = fmt.Appendf(b, `{"event": "phase_start", "ts": "%s", "phase": %d}`+"\n", at, phase)
			b = fmt.Appendf(b, `{"event": "pattern_walked", "ts": "%s", "phase": %d, "pattern": 1, "findings_count": 1}`+"\n", at, phase)
			b = fmt.Appendf(b, `{"event": "finding_logged", "ts": "%s", "phase": %d, "finding_id": "CAND-%03d", "category": "code-bug"}`+"\n", at, phase, phase)
			b = fmt.Appendf(b, `{"event": "phase_end", "ts": "%s", "phase": %d, "key_counts": {"findings_total": 1, "patterns_walked": 1}, "artifacts_produced": ["quality/EXPLORATION.md"]}`+"\n", at, phase)
		}
		b = fmt.Appendf(b, `{"event": "run_end", "ts": "%s", "status": "success", "final_verdict": "pass"}`+"\n", atOf(run, 59))
		if _, err := w.Write(b); err != nil {
			return err
		}
		written += len(b)
	}
	return nil
}

// longLedger writes a ledger of many runs of Fishbowl, two of which are under way at a time, at least so many bytes.
func longLedger(w io.Writer, bytes int) error {
	var b []byte
	for pair, written := 0, 0; written < bytes; pair++ {
		b = b[:0]
		event := func(run, turn int, kind, actor, payload string) {
			b = fmt.Appendf(b, `{"id":"e-%[1]d-%[2]d","run_id":"run-%07[1]d","turn":%[2]d,"kind":"%[3]s","actor":"%[4]s","schema_version":1,"created_at":"%[5]s","payload":%[6]s}`+"\n",
				2*pair+run, turn, kind, actor, atOf(pair, turn), payload)
		}
		for run := range 2 {
			event(run, 0, "run.started", "system", `{"seed":"a night walk","goal":"find the way home","scenario":"duel","cast":{"ada":{"model":"m-1"},"bob":{"model":"m-2"}}}`)
		}
		for turn := 1; turn < 12; turn++ {
			for run := range 2 {
				event(run, turn, "agent.spoke", []string{"ada", "bob"}[turn%2], fmt.Sprintf(`{"text":"turn %d of %d","tokens":%d}`, turn, pair, 90+turn))
			}
		}
		for run := range 2 {
			event(run, 12, "run.finished", "system", `{"reason":"verdict","winner":"ada","winner_kind":"agent","turns":12,"tokens":900}`)
		}
		if _, err := w.Write(b); err != nil {
			return err
		}
		written += len(b)
	}
	return nil
}

// atOf is a second of a run: runs begin a minute after each other.
func atOf(run, second int) string {
	return fmt.Sprintf("2026-%02d-%02dT%02d:%02d:%02d.123Z", 1+run/40320%12, 1+run/1440%28, run/60%24, run%60, second%60)
}

// longKahnLog writes a kahn log of many runs, at least so many bytes.
func longKahnLog(w io.Writer, bytes int) error {
	var b []byte
	for run, written := 0, 0; written < bytes; run++ {
		at := func(s int) string { return atOf(run, s) }
		id := fmt.Sprintf("run-%07d", run)
		b = fmt.Appendf(b[:0], `{"v":1,"event":"run_start","run_id":"%s","ts":"%s","workflow":"shop","total_nodes":8}`+"\n", id, at(0))
		for n := range 8 {
			head := func(event string, s int) {
				b = fmt.Appendf(b, `{"v":1,"event":"%s","run_id":"%s","ts":"%s","node_id":"node-%d",`, event, id, at(s), n)
			}
			head("node_transition", 6*n)
			b = append(b, `"from":"pending","to":"ready"}`+"\n"...)
			head("node_transition", 6*n)
			b = append(b, `"from":"ready","to":"running","attempt":1}`+"\n"...)
			head("node_attempt", 6*n+5)
			b = fmt.Appendf(b, `"attempt":1,"duration_s":%d.%03d,"converged":true,"exit_code":0,"done_when_results":[{"cmd":"make %d","rc":0,"duration_s":4.%03d}]}`+"\n", 4+run%2, run%1000, n, run%997)
			head("node_transition", 6*n+5)
			b = append(b, `"from":"running","to":"done"}`+"\n"...)
		}
		b = fmt.Appendf(b, `{"v":1,"event":"run_end","run_id":"%s","ts":"%s","outcome":"clean","done":8,"failed":0,"blocked":0,"total_duration_s":48.0,"total_attempts":8,"flake_retries":0}`+"\n", id, at(59))
		if _, err := w.Write(b); err != nil {
			return err
		}
		written += len(b)
	}
	return nil
}

// longJUnitReport writes a report of many suites of 50 cases, of which 1 in 100 failed, at
// least so many bytes.
func longJUnitReport(w io.Writer, bytes int) error {
	b := []byte("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"nightly\" timestamp=\"2026-05-01T02:00:00Z\">\n")
	for suite, written := 0, 0; written < bytes; suite++ {
		class := fmt.Sprintf("com.acme.shop.module%02d.Suite%05dTest", suite%97, suite)
		b = fmt.Appendf(b, "  <testsuite name=\"%s\" tests=\"50\" time=\"50.1\" timestamp=\"2026-05-01T02:00:00Z\">\n", class)
		for n := range 50 {
			b = fmt.Appendf(b, "    <testcase name=\"case number %d of the checkout does something\" classname=\"%s\" time=\"%d.%03d\"", n, class, n%3, (7*suite+n)%1000)
			if (suite+n)%100 > 0 {
				b = append(b, "/>\n"...)
				continue
			}
			b = fmt.Appendf(b, ">\n      <failure type=\"java.lang.AssertionError\" message=\"expected %d but was %d\">java.lang.AssertionError: expected\n\tat %s.run(Suite.java:%d)\n\tat org.junit.Runner.invoke(Runner.java:12)\n</failure>\n    </testcase>\n", n, suite, class, 100+n)
		}
		b = append(b, "  </testsuite>\n"...)
		if _, err := w.Write(b); err != nil {
			return err
		}
		written += len(b)
		b = b[:0]
	}
	_, err := io.WriteString(w, "</testsuites>\n")
	return err
}

// longLogs are logs of any length, by the names of their files.
var longLogs = []struct {
	name, file string
	write      func(w io.Writer, bytes int) error
	peak       int   // how much memory reading it takes at most, in bytes for each of its bytes
	base       int64 // and beside that
}{
	{"kahn", "transitions.jsonl", longKahnLog, 2, peakBase}, // units are sealed while it is read
	{"playbook", "run_state.jsonl", longPlaybookLog, 2, segmentBase},
	{"fishbowl", "ledger.jsonl", longLedger, 2, segmentBase},
	{"junit", "nightly.xml", longJUnitReport, 13, peakBase}, // its records are all there until it is put together
}

// BenchmarkRead reads one long log into tables: all of the reading, on one worker.
func BenchmarkRead(b *testing.B) {
	for _, long := range longLogs {
		b.Run(long.name, func(b *testing.B) {
			var log bytes.Buffer
			if err := long.write(&log, benchBytes); err != nil {
				b.Fatal(err)
			}
			path := filepath.Join(b.TempDir(), long.file)
			if err := os.WriteFile(path, log.Bytes(), 0o600); err != nil {
				b.Fatal(err)
			}
			b.SetBytes(int64(log.Len()))
			b.ReportAllocs()
			for b.Loop() {
				res, err := Read(context.Background(), Options{Paths: []string{path}, Jobs: 1, Events: table.EventLatest})
				if err != nil || res.Claimed != 1 {
					b.Fatal(res, err)
				}
			}
		})
	}
}

// BenchmarkWalk lists the files below a folder.
func BenchmarkWalk(b *testing.B) {
	root := b.TempDir()
	for folder := range 50 {
		dir := filepath.Join(root, fmt.Sprintf("job-%03d", folder))
		for run := range 40 {
			inner := filepath.Join(dir, fmt.Sprintf("run-%03d", run))
			if err := os.MkdirAll(inner, 0o700); err != nil {
				b.Fatal(err)
			}
			for _, name := range []string{"transitions.jsonl", "notes.md", "report.xml"} {
				if err := os.WriteFile(filepath.Join(inner, name), nil, 0o600); err != nil {
					b.Fatal(err)
				}
			}
		}
	}
	o := Options{Paths: []string{root}}
	if err := o.prepare(); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		all, _, err := walk(context.Background(), o)
		if err != nil || len(all) != 50*40*3 {
			b.Fatal(len(all), err)
		}
	}
}
