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

// longKahnLog writes a kahn log of many runs, at least so many bytes.
func longKahnLog(w io.Writer, bytes int) error {
	var b []byte
	for run, written := 0, 0; written < bytes; run++ {
		at := func(s int) string {
			return fmt.Sprintf("2026-%02d-%02dT%02d:%02d:%02d.123Z", 1+run/40320%12, 1+run/1440%28, run/60%24, run%60, s%60)
		}
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

// BenchmarkRead reads one log of many kahn runs into tables: all of the reading, on one
// worker.
func BenchmarkRead(b *testing.B) {
	var log bytes.Buffer
	if err := longKahnLog(&log, benchBytes); err != nil {
		b.Fatal(err)
	}
	path := filepath.Join(b.TempDir(), "transitions.jsonl")
	if err := os.WriteFile(path, log.Bytes(), 0o600); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(log.Len()))
	b.ReportAllocs()
	for b.Loop() {
		res, err := Read(context.Background(), Options{Paths: []string{path}, Jobs: 1, BriefEvents: true})
		if err != nil || res.Claimed != 1 {
			b.Fatal(res, err)
		}
	}
}
