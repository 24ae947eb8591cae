package ingest

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"runreport/ingest/table"
	"runreport/unit/tier"
)

// reference is the shared file of worked cases, where it lies beside the project.
func reference(t *testing.T, id string) map[string]any {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("..", "..", "shared", "reference", "statistics.json"))
	if err != nil {
		t.Skip("the reference cases are not here")
	}
	var doc struct {
		Cases []struct {
			ID     string
			Inputs map[string]any
		}
	}
	if err := json.Unmarshal(b, &doc); err != nil {
		t.Fatal(err)
	}
	for _, c := range doc.Cases {
		if c.ID == id {
			return c.Inputs
		}
	}
	t.Fatalf("no case %s", id)
	return nil
}

func read(t *testing.T, o Options) *Result {
	t.Helper()
	res, err := Read(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func TestThreeKahnRuns(t *testing.T) {
	in := reference(t, "log-kahn-three-runs")
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "transitions.jsonl"), []byte(in["jsonl"].(string)), 0o600); err != nil {
		t.Fatal(err)
	}
	s := read(t, Options{Paths: []string{dir}}).Tables
	if n := s.Runs.Len(); n != 3 {
		t.Errorf("runs = %d, want 3", n)
	}
	if n := s.Attempts.Len(); n != 15 {
		t.Errorf("attempts = %d, want 6 + 4 + 5", n)
	}
	for row := range s.Findings.Len() {
		t.Errorf("finding %s: saw %s, expected %s", s.Findings.Code.At(row), s.Findings.Seen.At(row), s.Findings.Expected.At(row))
	}
	if kept, lines := s.Sources.Kept.At(0), s.Sources.Lines.At(0); kept != lines || lines == 0 {
		t.Errorf("kept %d of %d lines", kept, lines)
	}
}

// kahnLog is a small log of two interleaved runs, made up.
const kahnLog = `{"ts":"2026-04-22T10:00:00.000Z","run_id":"n1","event":"run_start","total_nodes":1}
{"ts":"2026-04-22T10:00:00.100Z","run_id":"n1","event":"node_transition","node_id":"lint","from":"pending","to":"running","attempt":1}
{"ts":"2026-04-22T10:00:00.150Z","run_id":"n2","event":"run_start","total_nodes":1}
{"ts":"2026-04-22T10:00:30.100Z","run_id":"n1","event":"node_attempt","node_id":"lint","attempt":1,"duration_s":30.0,"converged":true,"done_when_results":[{"cmd":"make lint","rc":0,"duration_s":29.5}]}
{"ts":"2026-04-22T10:00:30.200Z","run_id":"n1","event":"node_transition","node_id":"lint","from":"running","to":"done"}
{"ts":"2026-04-22T10:00:31.000Z","run_id":"n1","event":"run_end","outcome":"clean","done":1,"failed":0,"blocked":0,"total_duration_s":31.0}
`

// tree writes files below a new folder. A name that ends in a slash is a folder.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, content := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// dump is every table but sources as text, to compare whole readings.
func dump(s *table.Set) string {
	var b strings.Builder
	for _, tab := range s.Tables() {
		if tab.Name != "sources" {
			fmt.Fprintf(&b, "%s\n%s\n", tab.Name, tab.Text())
		}
	}
	return b.String()
}

func TestBadInputNeverHidesTheRest(t *testing.T) {
	tier.Slow(t, "reads the logs many times")
	if testing.Short() {
		t.Skip("writes a file of 100 MB")
	}
	dir := tree(t, map[string]string{
		"good/transitions.jsonl": kahnLog,
		"empty.jsonl":            "",
		"binary.bin":             "\x00\x01\x02\x00PNG",
		"deep.jsonl":             kahnLog + `{"ts":"2026-04-22T10:00:40.000Z","run_id":"n3","event":"run_start","total_nodes":` + strings.Repeat("[", 10_001) + strings.Repeat("]", 10_001) + "}\n",
		"broken-text.jsonl":      strings.Replace(kahnLog, "make lint", "make \xff\xfe lint", 1),
		"twice.jsonl":            kahnLog + `{"ts":"2026-04-22T10:00:40.000Z","run_id":"n4","run_id":"n5","event":"run_start","total_nodes":1}` + "\n",
		"torn.jsonl":             kahnLog + `{"ts":"2026-04-22T10:00:40.000Z","run_id":"n6","eve`,
		"long.jsonl":             kahnLog + strings.Repeat("x", 100<<20) + "\n",
		"noise.jsonl":            "not a log\nat all\n",
		"notes.txt":              "nothing to see",
	})
	if err := os.Symlink(filepath.Join(dir, "nowhere"), filepath.Join(dir, "dangling.jsonl")); err != nil {
		t.Fatal(err)
	}
	res := read(t, Options{Paths: []string{dir}})
	s := res.Tables
	base := filepath.Base(dir)
	want := map[string]string{"empty.jsonl": "empty_file", "deep.jsonl": "bad_line", "broken-text.jsonl": "invalid_utf8", "twice.jsonl": "duplicate_key",
		"torn.jsonl": "torn_line", "long.jsonl": "line_too_long", "noise.jsonl": "unknown_format", "dangling.jsonl": "unreadable"}
	for name, code := range want {
		found := false
		for row := range s.Findings.Len() {
			file := s.Sources.Path.At(int(s.Findings.Source.At(row)))
			found = found || file == base+"/"+name && s.Findings.Code.At(row) == code
		}
		if !found {
			t.Errorf("%s: no finding %s", name, code)
		}
	}
	if len(res.Problems) != 1 || res.Problems[0].Path != base+"/dangling.jsonl" {
		t.Errorf("problems %v, want the dangling link alone", res.Problems)
	}
	if res.Claimed != 6 {
		t.Errorf("%d files claimed, want 6", res.Claimed)
	}
	checkLedger(t, s)
}

// Of a compressed log that is cut off everything before counts, however short it is.
func TestACutCompressedLogIsReadToTheCut(t *testing.T) {
	packed := gzipped(t, []byte(kahnLog))
	res := read(t, Options{Paths: []string{tree(t, map[string]string{"a.jsonl.gz": string(packed[:len(packed)-9])})}})
	if n := res.Tables.Runs.Len(); n != 2 || len(res.Problems) != 1 {
		t.Errorf("%d runs, problems %v", n, res.Problems)
	}
	checkLedger(t, res.Tables)
}

// checkLedger holds every file's ledger to its sum.
func checkLedger(t *testing.T, s *table.Set) {
	t.Helper()
	x := &s.Sources
	for row := range x.Len() {
		sum := x.Kept.At(row) + x.Duplicate.At(row) + x.Superseded.At(row) + x.Rejected.At(row)
		if n, ok := x.Lines.Get(row); ok {
			if all := sum + x.Blank.At(row) + x.Ignored.At(row); all != n {
				t.Errorf("%s: the parts make %d of %d lines", x.Path.At(row), all, n)
			}
		} else if n := x.Records.At(row); sum != n {
			t.Errorf("%s: the parts make %d of %d records", x.Path.At(row), sum, n)
		}
	}
}

func TestTheSameTablesHoweverTheBytesCome(t *testing.T) {
	logs := func(content string) []string {
		return []string{filepath.Join(tree(t, map[string]string{"logs/a.jsonl": content}), "logs")}
	}
	plain := dump(read(t, Options{Paths: logs(kahnLog)}).Tables)
	for name, content := range map[string]string{
		"crlf":             strings.ReplaceAll(kahnLog, "\n", "\r\n"),
		"byte order mark":  "\xef\xbb\xbf" + kahnLog,
		"no final newline": strings.TrimSuffix(kahnLog, "\n"),
	} {
		got := read(t, Options{Paths: logs(content)}).Tables
		drop := regexp.MustCompile(`(?m)^.*(crlf|byte_order_mark).*\n`)
		if text := drop.ReplaceAllString(dump(got), ""); text != plain {
			t.Errorf("%s: other tables:\n%s\nwant\n%s", name, text, plain)
		}
	}
}

func TestWorkersAndArgumentsDoNotShow(t *testing.T) {
	files := map[string]string{}
	for i := range 40 {
		files[fmt.Sprintf("logs/night-%02d/t.jsonl", i)] = strings.ReplaceAll(kahnLog, "04-22", fmt.Sprintf("%02d-%02d", 1+i/28, 1+i%28))
	}
	dir := tree(t, files)
	a, b := filepath.Join(dir, "logs"), filepath.Join(dir, "more")
	if err := os.MkdirAll(b, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(b, "x.jsonl"), []byte(strings.ReplaceAll(kahnLog, "n1", "m1")), 0o600); err != nil {
		t.Fatal(err)
	}
	want := dump(read(t, Options{Paths: []string{a, b}, Jobs: 1}).Tables)
	for name, o := range map[string]Options{
		"eight workers": {Paths: []string{a, b}, Jobs: 8},
		"other order":   {Paths: []string{b, a}, Jobs: 3},
		"named twice":   {Paths: []string{a, b, a, filepath.Join(a, "night-03")}},
	} {
		if got := dump(read(t, o).Tables); got != want {
			t.Errorf("%s: other tables", name)
		}
	}
	t.Chdir(dir)
	if got := dump(read(t, Options{Paths: []string{"./more", "logs/../logs"}}).Tables); got != want {
		t.Error("relative paths: other tables")
	}
}

func TestEqualBaseNamesAreNumbered(t *testing.T) {
	dir := tree(t, map[string]string{"a/logs/x.jsonl": kahnLog, "b/logs/x.jsonl": strings.ReplaceAll(kahnLog, "n1", "m1")})
	s := read(t, Options{Paths: []string{filepath.Join(dir, "b", "logs"), filepath.Join(dir, "a", "logs")}}).Tables
	var got []string
	for row := range s.Sources.Len() {
		got = append(got, s.Sources.Path.At(row))
	}
	if want := []string{"logs-1/x.jsonl", "logs-2/x.jsonl"}; !slices.Equal(got, want) {
		t.Errorf("paths %v, want %v", got, want)
	}
}

// What is passed over is told by folder and reason, and logs among it are counted. What
// the build itself wrote is told of only where a log lies in it.
func TestWhatIsPassedOver(t *testing.T) {
	dir := tree(t, map[string]string{"a/x.jsonl": kahnLog, "b/x.jsonl": kahnLog, "b/y.jsonl": kahnLog, "b/page.html": "<p>",
		".git/x.jsonl": kahnLog, "node_modules/p/x.txt": kahnLog, "node_modules/p/node_modules/index.js": "0", "own/x.jsonl": kahnLog, "own/page.html": "<p>", "own/new.jsonl": kahnLog})
	listed := func(fs.FS) []string { return []string{"x.jsonl", "page.html"} }
	rules := []Passed{{".git", ".git", 1, []string{".git/x.jsonl"}, 1}, {"node_modules", "node_modules", 2, []string{"node_modules/p/x.txt"}, 1}}
	for _, c := range []struct {
		name   string
		o      Options
		files  int
		passed []Passed
	}{
		{"all", Options{}, 7, rules},
		{"a name", Options{Include: []string{"y.jsonl"}}, 1, append(rules,
			Passed{"a", "--include", 1, []string{"a/x.jsonl"}, 1}, Passed{"b", "--include", 2, []string{"b/x.jsonl"}, 1}, Passed{"own", "--include", 3, []string{"own/new.jsonl", "own/x.jsonl"}, 2})},
		{"but one", Options{Exclude: []string{"b/x.jsonl"}}, 6, append(rules, Passed{"b", "--exclude", 1, []string{"b/x.jsonl"}, 1})},
		{"own output", Options{Output: []string{filepath.Join(dir, "own")}, Listed: listed}, 5, append(rules, Passed{"own", "output", 1, []string{"own/x.jsonl"}, 1})},
		{"an output elsewhere", Options{Output: []string{filepath.Join(dir, "none")}, Listed: listed}, 7, rules},
	} {
		c.o.Paths = []string{dir}
		res := read(t, c.o)
		if n := res.Tables.Sources.Len(); n != c.files {
			t.Errorf("%s: %d files, want %d", c.name, n, c.files)
		}
		want := slices.Clone(c.passed)
		for i := range want {
			want[i].Folder = path.Join(filepath.Base(dir), want[i].Folder)
			want[i].Logs = slices.Clone(want[i].Logs)
			for j := range want[i].Logs {
				want[i].Logs[j] = path.Join(filepath.Base(dir), want[i].Logs[j])
			}
		}
		sortPassed(want)
		if diff := cmp.Diff(want, res.Passed); diff != "" {
			t.Errorf("%s: wanted (-) and got (+):\n%s", c.name, diff)
		}
	}
	if res := read(t, Options{Paths: []string{filepath.Join(dir, "node_modules")}}); res.Claimed != 1 {
		t.Errorf("of a folder that was named %d logs are read, want 1", res.Claimed)
	}
	if _, err := Read(context.Background(), Options{Paths: []string{dir}, Include: []string{"[a-"}}); err == nil {
		t.Error("a broken pattern is taken")
	}
}

func TestCopiesAndSnapshotsCountOnce(t *testing.T) {
	early := kahnLog[:strings.Index(kahnLog, `{"ts":"2026-04-22T10:00:30.200Z"`)]
	dir := tree(t, map[string]string{"now/t.jsonl": kahnLog, "then/t.jsonl": early, "copy/t.jsonl": kahnLog})
	s := read(t, Options{Paths: []string{dir}}).Tables
	if n := s.Runs.Len(); n != 2 {
		t.Errorf("%d runs, want n1 and n2", n)
	}
	if n := s.Attempts.Len(); n != 1 {
		t.Errorf("%d attempts, want 1", n)
	}
	if got := s.Sources.Duplicate.At(1) + s.Sources.Duplicate.At(0); got != 6 {
		t.Errorf("%d duplicate lines, want the 6 of one copy", got)
	}
	if got := s.Sources.Superseded.At(2); got != 3 {
		t.Errorf("%d superseded lines, want the 3 of n1 in the snapshot", got)
	}
	checkLedger(t, s)
}

func TestSinceLeavesOldUnitsOutOfAllButEvents(t *testing.T) {
	old := strings.ReplaceAll(strings.ReplaceAll(kahnLog, "04-22", "03-01"), "n1", "o1")
	dir := tree(t, map[string]string{"a.jsonl": kahnLog, "b.jsonl": old})
	res := read(t, Options{Paths: []string{dir}, Since: time.Date(2026, 4, 1, 0, 0, 0, 0, time.UTC), Jobs: -1})
	s := res.Tables
	for row := range s.Runs.Len() {
		if s.Runs.ID.At(row) == "o1" {
			t.Error("a run that ended before --since is in the runs")
		}
	}
	kept := int64(0)
	for row := range s.Sources.Len() {
		kept += s.Sources.Kept.At(row)
	}
	if n := int64(s.Events.Len()); n != kept {
		t.Errorf("%d records kept, %d events", kept, n)
	}
	said := false
	for row := range s.Findings.Len() {
		said = said || s.Findings.Code.At(row) == "older_than_since"
	}
	if !said {
		t.Error("no finding says that units were left out")
	}
	if base := filepath.Base(dir); !cmp.Equal(res.Passed, []Passed{{Folder: base, Why: "--since", Files: 1}}) {
		t.Errorf("passed over: %v", res.Passed)
	}
	checkLedger(t, s)
}
