package ingest

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/klauspost/compress/zstd"

	"runreport/ingest/ingesttest"
	"runreport/ingest/record"
	"runreport/ingest/table"
	"runreport/unit/tier"
)

// evals are the folders of small logs of the systems that are evals or benchmarks.
var evals = []string{"terminal-bench", "harbor", "inspect", "swe-bench", "promptfoo", "lm-eval"}

// openEvals are the results of tasks and samples over the shared logs of others, as
// testdata/open_evals.py counts them with nothing of this program.
var openEvals = map[string]string{
	"harbor":         "failed=12 passed=4 unknown=1",
	"inspect":        "failed=13 passed=21 unknown=11",
	"lm-eval":        "failed=10",
	"promptfoo":      "failed=5 passed=13",
	"swebench":       "failed=47 passed=520",
	"terminal-bench": "failed=154 passed=164 unknown=7",
}

func TestOpenEvals(t *testing.T) {
	corpus := filepath.Join("..", "..", "shared", "corpus", "open")
	if _, err := os.Stat(corpus); err != nil {
		t.Skip("the corpus is not here")
	}
	for folder, want := range openEvals {
		t.Run(folder, func(t *testing.T) {
			s := read(t, Options{Paths: []string{filepath.Join(corpus, folder)}}).Tables
			checkLedger(t, s)
			if got := itemResults(s); got != want {
				t.Errorf("%s, want %s", got, want)
			}
			for row := range s.Sources.Len() {
				path := s.Sources.Path.At(row)
				if strings.HasSuffix(path, ".json") && s.Sources.Format.At(row) == "" && !strings.Contains(path, "/verifier/") {
					t.Errorf("%s is claimed by no format", path)
				}
			}
			for row := range s.Findings.Len() {
				if code := s.Findings.Code.At(row); code == "unknown_result" || code == "bad_value" || code == "missing_field" {
					t.Errorf("%s: %s", code, s.Findings.Seen.At(row))
				}
			}
		})
	}
}

// itemResults are the results of tasks and samples: "failed=1 passed=2".
func itemResults(s *table.Set) string {
	n := map[string]int{}
	for row := range s.Steps.Len() {
		if k := s.Steps.Kind.At(row); k == table.KindTask || k == table.KindSample {
			n[s.Steps.Result.At(row)]++
		}
	}
	var out []string
	for result, count := range n {
		out = append(out, fmt.Sprintf("%s=%d", result, count))
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}

// packEval makes an .eval file of a folder, its members compressed in one way.
func packEval(t *testing.T, dir string, method uint16) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	z.RegisterCompressor(zstd.ZipMethodWinZip, zstd.ZipCompressor())
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		name, _ := filepath.Rel(dir, p)
		w, err := z.CreateHeader(&zip.FileHeader{Name: filepath.ToSlash(name), Method: method})
		if err != nil {
			return err
		}
		_, err = w.Write(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// itemRows are the rows of tables that do not depend on how a log is packed.
func itemRows(s *table.Set) string {
	return ingesttest.Text(&table.Set{Steps: s.Steps, Attempts: s.Attempts, Bugs: s.Bugs, Scores: s.Scores})
}

// An .eval file gives the rows of the folder that it holds, with members in zstd as well, and
// inside of another archive; a file of that name that is no zip is an ordinary file.
func TestEvalIsAFolder(t *testing.T) {
	const name = "m-2.eval"
	small := filepath.Join("..", "testdata", "small", "inspect", name)
	folder := t.TempDir()
	if err := os.CopyFS(filepath.Join(folder, "logs", name), os.DirFS(small)); err != nil {
		t.Fatal(err)
	}
	want := read(t, Options{Paths: []string{filepath.Join(folder, "logs")}}).Tables
	if n := itemResults(want); n != "failed=1 unknown=1" {
		t.Fatalf("the folder gives %s", n)
	}
	for what, method := range map[string]uint16{"stored": zip.Store, "deflate": zip.Deflate, "zstd": zstd.ZipMethodWinZip} {
		t.Run(what, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "logs")
			writeFile(t, filepath.Join(dir, name), packEval(t, small, method))
			if got := itemRows(read(t, Options{Paths: []string{dir}}).Tables); got != itemRows(want) {
				t.Errorf("other rows:\n%s\nwant:\n%s", got, itemRows(want))
			}
		})
	}
	t.Run("in a zip", func(t *testing.T) {
		inner := t.TempDir()
		writeFile(t, filepath.Join(inner, name), packEval(t, small, zip.Deflate))
		dir := filepath.Join(t.TempDir(), "logs")
		writeFile(t, filepath.Join(dir, "all.zip"), packEval(t, inner, zip.Store))
		if got := itemResults(read(t, Options{Paths: []string{dir}}).Tables); got != itemResults(want) {
			t.Errorf("%s", got)
		}
	})
	t.Run("no zip", func(t *testing.T) {
		dir := filepath.Join(t.TempDir(), "logs")
		writeFile(t, filepath.Join(dir, name), []byte("a text of somebody\n"))
		if s := read(t, Options{Paths: []string{dir}}).Tables; s.Findings.Len() != 0 {
			t.Errorf("findings about it: %s", s.Findings.Code.At(0))
		}
	})
}

// A member that unpacks to a gigabyte, and zips in zips, end with findings.
func TestEvalBombs(t *testing.T) {
	tier.Slow(t, "reads bombs")
	if testing.Short() {
		t.Skip("a gigabyte is packed")
	}
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	w, err := z.Create("samples/1_epoch_1.json")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write([]byte(`{"id":1,"epoch":1,"input":"`)); err != nil {
		t.Fatal(err)
	}
	block := bytes.Repeat([]byte("a"), 1<<20)
	for range 1 << 10 {
		if _, err := w.Write(block); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "logs")
	writeFile(t, filepath.Join(dir, "bomb.eval"), b.Bytes())
	inner := packOne(t, "c.eval", packOne(t, "b.eval", packOne(t, "a.eval", []byte("PK\x05\x06"+strings.Repeat("\x00", 18)))))
	writeFile(t, filepath.Join(dir, "nested.eval"), inner)
	s := read(t, Options{Paths: []string{dir}}).Tables
	checkLedger(t, s)
	codes := map[string]bool{}
	for row := range s.Findings.Len() {
		codes[s.Findings.Code.At(row)] = true
	}
	if !codes["archive_nested"] || !codes["unreadable"] && !codes["archive_too_large"] && !codes["broken_document"] {
		t.Errorf("findings: %v", codes)
	}
	if s.Steps.Len() != 0 {
		t.Errorf("%d steps", s.Steps.Len())
	}
}

func packOne(t *testing.T, name string, content []byte) []byte {
	t.Helper()
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, name), content)
	return packEval(t, dir, zip.Store)
}

func writeFile(t *testing.T, name string, content []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, content, 0o600); err != nil {
		t.Fatal(err)
	}
}

// eachSmall calls a test with every small log of evals.
func eachSmall(t *testing.T, test func(path string, content []byte)) {
	t.Helper()
	n := 0
	for _, folder := range evals {
		err := filepath.WalkDir(filepath.Join("..", "testdata", "small", folder), func(p string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			content, err := os.ReadFile(p)
			if err == nil {
				n++
				test(p, content)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if n < 30 {
		t.Errorf("only %d logs", n)
	}
}

// However slowly the bytes come, and wherever they break off, the reading holds: the ledger
// adds up, and what stands before the break is a part of the whole.
func TestEvalsBrokenOff(t *testing.T) {
	eachSmall(t, func(path string, content []byte) {
		whole := decodeAll(t, plainReader, nil, content)
		if got := dump(decodeAll(t, iotest.OneByteReader, nil, content).Tables); got != dump(whole.Tables) {
			t.Errorf("%s: other tables byte by byte", path)
		}
		for at := len(content) / 5; at < len(content); at += len(content)/5 + 1 {
			part := decodeAll(t, plainReader, nil, content[:at])
			checkLedger(t, part.Tables)
			if n, all := part.Tables.Steps.Len(), whole.Tables.Steps.Len(); n > all {
				t.Errorf("%s cut at %d: %d steps of %d", path, at, n, all)
			}
		}
	})
}

// Prompts, answers and names of people are in the small logs as texts with the word private,
// and stay out of every table.
func TestEvalsKeepNothingPrivate(t *testing.T) {
	found := 0
	eachSmall(t, func(path string, content []byte) {
		found += bytes.Count(content, []byte("private"))
		if text := ingesttest.Text(decodeAll(t, plainReader, nil, content).Tables); strings.Contains(text, "private") {
			t.Errorf("%s: %.300s", path, text[strings.Index(text, "private")-100:])
		}
	})
	if found < 50 {
		t.Errorf("only %d private texts", found)
	}
}

// hostileEvals are documents that a program may write and none should.
var hostileEvals = map[string]string{
	"deep": `{"version":2,"status":"success","eval":{},"samples":` + strings.Repeat("[", 20000) + strings.Repeat("]", 20000) + `}`,
	"names": `{"version":2,"status":"</script><img src=x onerror=alert(1)>","eval":{"task":"\u202e\u0000${jndi}","eval_id":"..\\/..\\/etc"},` +
		`"samples":[{"id":"<b>","epoch":9999999999999999999,"scores":{"__proto__":{"value":{"a":NaN}}}},{"id":[],"epoch":-1,"scores":[]}, 7, null]}`,
	"numbers": `{"results":[{"trial_name":"a.9999999-of-1.r","task_id":"a","is_resolved":"yes","total_input_tokens":-5,"total_output_tokens":1e300},` +
		`{"trial_name":"","task_id":"","is_resolved":null,"parser_results":[1,2]}],"accuracy":NaN,"n_resolved":-1,"resolved_ids":{}}`,
	"rewards": `{"task_name":"a","trial_name":"a__1","task_checksum":"é","agent_info":7,"verifier_result":{"rewards":{"reward":"1.0","x":Infinity}},"exception_info":{"exception_type":null}}`,
	"rows":    `{"evalId":"e","results":{"results":[{},[],{"success":"maybe","provider":"x","vars":[1],"gradingResult":{"componentResults":{"a":1}}}],"stats":{"successes":NaN}}}`,
	"tasks":   `{"results":{"a":[1],"b":{"acc,none":"x","acc_stderr,none":NaN,"f,":true}},"versions":[1],"date":-1e400,"n-samples":7}`,
	"reports": `{"a":{"patch_is_None":"x","resolved":1,"tests_status":{"FAIL_TO_PASS":[],"PASS_TO_PASS":{"failure":"x","success":[1,{}]}}}}`,
}

func TestHostileEvals(t *testing.T) {
	for what, text := range hostileEvals {
		t.Run(what, func(t *testing.T) {
			res := decodeAll(t, plainReader, nil, []byte(text))
			checkLedger(t, res.Tables)
			if res.Tables.Sources.Format.At(0) == "" {
				t.Error("claimed by no format")
			}
			if res.Tables.Findings.Len() == 0 && what != "reports" {
				t.Error("no finding")
			}
		})
	}
}

// FuzzEvals reads arbitrary bytes as a document of each format of evals.
func FuzzEvals(f *testing.F) {
	var formats []*record.Format
	for _, s := range Systems {
		if slices.Contains(evals, s.Name) {
			formats = append(formats, s.Formats...)
		}
	}
	for _, text := range hostileEvals {
		f.Add(byte(0), []byte(text))
	}
	for i, format := range formats {
		for _, k := range format.Kinds {
			f.Add(byte(i), []byte(k.Sample))
		}
	}
	f.Fuzz(func(t *testing.T, format byte, text []byte) {
		if len(text) > 1<<16 {
			return
		}
		res := decodeAll(t, plainReader, formats[int(format)%len(formats)], text)
		checkLedger(t, res.Tables)
	})
}
