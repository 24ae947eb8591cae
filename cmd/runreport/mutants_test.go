package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/gzip"

	"runreport/analyze"
	"runreport/analyze/change"
	"runreport/analyze/gate"
	"runreport/analyze/report"
	"runreport/ingest"
	"runreport/render/publish"
	"runreport/unit/tier"
)

// mutant is one way to damage logs. change gets a log and a place in it, and gives what
// is to lie there instead: files by their paths beside it, with "" for its own. nil
// content: no such file.
type mutant struct {
	name   string
	change func(log []byte, r *rand.Rand) map[string][]byte
}

// of changes the content of the log alone.
func of(change func(log []byte, r *rand.Rand) []byte) func([]byte, *rand.Rand) map[string][]byte {
	return func(log []byte, r *rand.Rand) map[string][]byte { return map[string][]byte{"": change(log, r)} }
}

// onLine changes one line, which has its newline, and is given the one after it.
func onLine(change func(line, next []byte, r *rand.Rand) []byte) func([]byte, *rand.Rand) map[string][]byte {
	return of(func(log []byte, r *rand.Rand) []byte {
		lines := bytes.SplitAfter(log, []byte("\n"))
		i := r.IntN(max(1, len(lines)-1))
		var next []byte
		if i+1 < len(lines) {
			next = lines[i+1]
		}
		return slices.Concat(bytes.Join(lines[:i], nil), change(lines[i], next, r), bytes.Join(lines[i+1:], nil))
	})
}

// onByte changes one byte to some bytes.
func onByte(change func(b byte, r *rand.Rand) []byte) func([]byte, *rand.Rand) map[string][]byte {
	return of(func(log []byte, r *rand.Rand) []byte {
		i := r.IntN(len(log))
		return slices.Concat(log[:i], change(log[i], r), log[i+1:])
	})
}

func moved(name string) func([]byte, *rand.Rand) map[string][]byte {
	return func(log []byte, _ *rand.Rand) map[string][]byte { return map[string][]byte{"": nil, name: log} }
}

// forged puts a file beside the log that claims it for an output of this program.
func forged(name, content string) func([]byte, *rand.Rand) map[string][]byte {
	return func(log []byte, _ *rand.Rand) map[string][]byte {
		return map[string][]byte{"": log, name: []byte(content)}
	}
}

var mutants = []mutant{
	{"a line is lost", onLine(func(_, _ []byte, _ *rand.Rand) []byte { return nil })},
	{"a line is written twice", onLine(func(line, _ []byte, _ *rand.Rand) []byte { return append(bytes.Clone(line), line...) })},
	{"a line is cut", onLine(func(line, _ []byte, r *rand.Rand) []byte {
		return append(bytes.Clone(line[:r.IntN(len(line))]), '\n')
	})},
	{"a line lacks its beginning", onLine(func(line, _ []byte, r *rand.Rand) []byte { return line[r.IntN(len(line)):] })},
	{"a line runs into the next", onLine(func(line, _ []byte, _ *rand.Rand) []byte { return bytes.TrimSuffix(line, []byte("\n")) })},
	{"a stray line", onLine(func(line, _ []byte, _ *rand.Rand) []byte { return append([]byte("panic: runtime error\n"), line...) })},
	{"a blank line", onLine(func(line, _ []byte, _ *rand.Rand) []byte { return append([]byte("\n"), line...) })},
	{"a block of NULs", onLine(func(line, _ []byte, _ *rand.Rand) []byte { return append(make([]byte, 4096), line...) })},
	{"a line of NULs", onLine(func(line, _ []byte, _ *rand.Rand) []byte { return make([]byte, len(line)) })},
	{"a NUL", onByte(func(byte, *rand.Rand) []byte { return []byte{0} })},
	{"a byte that is not UTF-8", onByte(func(byte, *rand.Rand) []byte { return []byte{0xff} })},
	{"a bit is flipped", onByte(func(b byte, r *rand.Rand) []byte { return []byte{b ^ 1<<r.IntN(8)} })},
	{"a byte is lost", onByte(func(byte, *rand.Rand) []byte { return nil })},
	{"a digit", of(func(log []byte, r *rand.Rand) []byte {
		var at []int
		for i, b := range log {
			if b >= '0' && b <= '9' {
				at = append(at, i)
			}
		}
		log = bytes.Clone(log)
		if len(at) > 0 {
			log[at[r.IntN(len(at))]] = '0' + byte(r.IntN(10))
		}
		return log
	})},
	{"cut off", of(func(log []byte, r *rand.Rand) []byte { return log[:r.IntN(len(log))] })},
	{"cut inside line 1", of(func(log []byte, r *rand.Rand) []byte { return log[:r.IntN(max(1, bytes.IndexByte(log, '\n')))] })},
	{"empty", of(func([]byte, *rand.Rand) []byte { return []byte{} })},
	{"NULs alone", of(func(log []byte, _ *rand.Rand) []byte { return make([]byte, len(log)) })},
	{"UTF-16", of(func(log []byte, _ *rand.Rand) []byte {
		out := []byte{0xff, 0xfe}
		for _, u := range utf16.Encode([]rune(string(log))) {
			out = append(out, byte(u), byte(u>>8))
		}
		return out
	})},
	{"carriage returns alone", of(func(log []byte, _ *rand.Rand) []byte { return bytes.ReplaceAll(log, []byte("\n"), []byte("\r")) })},
	{"CRLF", of(func(log []byte, _ *rand.Rand) []byte { return bytes.ReplaceAll(log, []byte("\n"), []byte("\r\n")) })},
	{"gzip that is cut off", func(log []byte, r *rand.Rand) map[string][]byte {
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		_, _ = w.Write(log) // into memory
		_ = w.Close()
		return map[string][]byte{"": b.Bytes()[:3+r.IntN(b.Len()-3)]}
	}},
	{"missing", func([]byte, *rand.Rand) map[string][]byte { return map[string][]byte{"": nil} }},
	{"below node_modules", moved("node_modules/x/log.jsonl")},
	{"below .git", moved(".git/logs/log.txt")},
	{"in a dataset", func(log []byte, _ *rand.Rand) map[string][]byte {
		return map[string][]byte{"": nil, "d/manifest.json": []byte("{}"), "d/table=a/log.jsonl": log}
	}},
	{"a forged manifest", forged(publish.ManifestName, `{"schema":"runreport.manifest/1","version":"0.1.0","files":[{"path":"LOG","sha256":"`+strings.Repeat("0", 64)+`"}]}`)},
}

// texts are fields of a report that hold what people wrote, words that quote it, or
// where it stands; nothing is decided by them.
var texts = []string{"ledger", "findings", "findings_superseded", "attention", "superseded_files", "acknowledged", "hypothesis", "lever", "reason", "text", "title", "sentence", "sentences", "line", "evidence", "why", "fingerprint", "error", "signature"}

// decided is a report without what nothing is decided by, as text.
func decided(t *testing.T, d *report.Data) string {
	t.Helper()
	b, err := json.Marshal(d)
	if err != nil {
		t.Fatal(err)
	}
	var v any
	if err := json.Unmarshal(b, &v); err != nil {
		t.Fatal(err)
	}
	var strip func(v any)
	strip = func(v any) {
		switch x := v.(type) {
		case map[string]any:
			for k, inner := range x {
				if list, ok := inner.([]any); ok {
					x[k] = slices.DeleteFunc(list, isFinding)
				}
				if slices.Contains(texts, k) {
					delete(x, k)
				} else {
					strip(inner)
				}
			}
		case []any:
			for _, inner := range x {
				strip(inner)
			}
		}
	}
	strip(v)
	b, err = json.MarshalIndent(v, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// isFinding reports whether a value is a problem that a finding is: the reader is told.
func isFinding(v any) bool {
	x, ok := v.(map[string]any)
	return ok && x["kind"] == "finding"
}

// keys are the keys of all objects in a text, in order.
func keys(text []byte) string {
	return string(bytes.Join(quoted.FindAll(text, -1), nil))
}

var quoted = regexp.MustCompile(`"[^"\\]*"\s*:`)

// anotherFact reports whether a log with the same keys is as whole as it was: its row of
// the ledger differs in nothing but its bytes.
func anotherFact(is []byte, file string, before, now *report.Data) bool {
	row := func(d *report.Data) report.LedgerFile {
		i := slices.IndexFunc(d.Ledger.Files, func(f report.LedgerFile) bool { return f.Path == file })
		if i < 0 {
			return report.LedgerFile{}
		}
		f := d.Ledger.Files[i]
		f.Bytes = 0
		return f
	}
	return is != nil && cmp.Equal(row(before), row(now))
}

// facts are what a report says of its runs, wherever their logs lie.
func facts(d *report.Data) (all []string) {
	for _, r := range d.Runs {
		all = append(all, fmt.Sprint(r.System, r.Unit, r.StartedAt, r.EndedAt, r.DurationS, r.Status, r.Outcome, r.Attempts, r.RetriesAll, r.Done, r.Failed, r.Blocked, r.Flaked, len(r.Checks)))
	}
	for _, c := range d.Cycles {
		all = append(all, fmt.Sprint(c.Cycle, c.Iteration, c.Macro, c.Verdict.Logged))
	}
	slices.Sort(all)
	return append(all, fmt.Sprint(d.Ledger.Total.Kept+d.Ledger.Total.Duplicate+d.Ledger.Total.Superseded))
}

// mutated reads logs and holds them against a baseline, as build and gate do. What is
// wrong with the demonstration as it stands is acknowledged.
func mutated(t *testing.T, logs string, before *report.Data) (*report.Data, error) {
	t.Helper()
	res, err := ingest.Read(context.Background(), ingest.Options{Paths: []string{logs}, Version: version})
	if err != nil {
		return nil, err
	}
	if len(res.Problems) > 0 || res.Claimed == 0 {
		return nil, fmt.Errorf("exit 3 or 5: %v", res.Problems)
	}
	o := analyze.Options{Version: version, Gate: gate.Defaults()}
	for _, p := range res.Passed {
		o.PassedOver = append(o.PassedOver, report.PassedOver{Folder: p.Folder, Why: p.Why, Files: p.Files, Logs: p.Like, First: p.Logs})
	}
	if before != nil {
		o.Baseline = &change.Baseline{Data: before}
		for _, p := range before.Problems {
			o.Acknowledged = append(o.Acknowledged, report.Acknowledgement{Key: p.Key})
		}
	}
	r, err := analyze.Build(context.Background(), res.Tables, o)
	if err != nil {
		return nil, err
	}
	return &r.Data, nil
}

// demoSystem is the logs of one system of the demonstration with the report on them as
// they are, alone and against itself.
type demoSystem struct {
	logs         string
	before, base *report.Data
	decided      string
	files        []string // those that a format claims
}

func demoSystems(t *testing.T) (all []demoSystem) {
	t.Helper()
	root := filepath.Join(t.TempDir(), "demo")
	if err := os.CopyFS(root, os.DirFS(demoLogs)); err != nil {
		t.Fatal(err)
	}
	folders, err := os.ReadDir(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, folder := range folders {
		if !folder.IsDir() {
			continue
		}
		s := demoSystem{logs: filepath.Join(root, folder.Name())}
		if s.before, err = mutated(t, s.logs, nil); err != nil {
			t.Fatal(err)
		}
		if s.base, err = mutated(t, s.logs, s.before); err != nil || s.base.Gate.Status == gate.Failed {
			t.Fatalf("%s, unchanged: %v, %+v", s.logs, err, s.base.Gate)
		}
		s.decided = decided(t, s.base)
		for _, f := range s.before.Ledger.Files {
			if f.Format != nil && f.Bytes > 0 {
				s.files = append(s.files, filepath.Join(root, filepath.FromSlash(f.Path)))
			}
		}
		all = append(all, s)
	}
	return all
}

// No damage to logs passes the gate in silence: the gate fails, the build says that a
// file could not be read, or nothing that is decided has changed. A changed value in a
// line that is whole is a fact like any other, unless the run had ended in the baseline.
func TestNoMutantPassesInSilence(t *testing.T) {
	tier.Slow(t, "builds many damaged logs")
	tier.Seconds(t)
	count := 2 * len(mutants)
	if os.Getenv("RUNREPORT_LONG") != "" {
		count = 1000
	}
	systems := demoSystems(t)
	fates := map[string]int{}
	r := rand.New(rand.NewPCG(14, 3))
	for i := range count {
		m, sys := mutants[i%len(mutants)], systems[r.IntN(len(systems))]
		file := sys.files[r.IntN(len(sys.files))]
		was, _ := os.ReadFile(file) // mutate reads it again and says what is wrong
		undo := mutate(t, m, file, r)
		is, _ := os.ReadFile(file)
		d, err := mutated(t, sys.logs, sys.before)
		path, _ := filepath.Rel(filepath.Dir(sys.logs), file) // both are below one folder
		fate := ""
		switch {
		case err != nil:
			fate = "could not be read"
		case d.Gate.Status == gate.Failed:
			fate = "gate fails"
		case decided(t, d) == sys.decided:
			fate = "nothing that is decided changed"
		case d.Baseline.Older > 0:
			fate = "the gate says that the oldest runs are gone"
		case m.name == "in a dataset" && slices.Equal(facts(sys.base), facts(d)):
			fate = "read where it lies now"
		case keys(was) == keys(is) && anotherFact(is, filepath.ToSlash(path), sys.before, d):
			fate = "another value in a record that is whole"
		default:
			fate = "silent"
			t.Errorf("mutant %d, %s, of %s passes: %s", i, m.name, path, firstChange(sys.decided, decided(t, d)))
		}
		fates[fate]++
		undo()
	}
	t.Logf("%d mutants: %v", count, fates)
}

// mutate changes a log and gives what puts it back.
func mutate(t *testing.T, m mutant, file string, r *rand.Rand) (undo func()) {
	t.Helper()
	log, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var made []string
	for name, content := range m.change(log, r) {
		at := file
		if name != "" {
			at = filepath.Join(filepath.Dir(file), filepath.FromSlash(name))
			made = append(made, filepath.Join(filepath.Dir(file), strings.SplitN(name, "/", 2)[0]))
		}
		if content == nil {
			err = os.Remove(at)
		} else {
			if filepath.Base(at) == publish.ManifestName {
				content = bytes.ReplaceAll(content, []byte("LOG"), []byte(filepath.Base(file)))
			}
			write(t, at, string(content))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return func() {
		for _, at := range made {
			if err := os.RemoveAll(at); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.WriteFile(file, log, fs.FileMode(0o600)); err != nil {
			t.Fatal(err)
		}
	}
}

// firstChange is the first line in which two texts differ.
func firstChange(a, b string) string {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			from := max(0, i-12)
			return fmt.Sprintf("%s\n  was %s\n  is  %s", strings.Join(x[from:i], "\n"), x[i], y[i])
		}
	}
	return "one is longer"
}
