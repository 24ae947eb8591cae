package main

import (
	"archive/tar"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"runreport/analyze/report"
	"runreport/unit/tier"
)

// earlier unpacks what an earlier version wrote: a history and a summary.json.
func earlier(t *testing.T, name string) (history, summary string) {
	t.Helper()
	dir := t.TempDir()
	f, err := os.Open(filepath.Join("..", "..", "testdata", "earlier", name+".tar.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return filepath.Join(dir, "history"), filepath.Join(dir, "summary.json")
		}
		if err != nil {
			t.Fatal(err)
		}
		if h.Typeflag != tar.TypeReg {
			continue
		}
		content, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		put(t, filepath.Join(dir, filepath.FromSlash(h.Name)), string(content))
	}
}

// redefined is what is said of a summary of earlier definitions.
func redefined(definitions int) string {
	return fmt.Sprintf("was made by another version: it has definitions %d, expected %d. Build it again", definitions, report.Definitions)
}

// What earlier versions wrote is read, or refused with a sentence that says what to do.
func TestHistoriesOfEarlierVersions(t *testing.T) {
	tier.Seconds(t)
	for _, c := range []struct {
		name            string
		loaded, upgrade string // what a comparison with the history, and upgrade, say
		baseline, gate  string // what a comparison with the summary, and the gate, say
		baselineCode    int
		files           int // in the history
	}{
		{
			"tables-1",
			`its tables are of schema "1", this program reads "2": runreport upgrade makes them anew`,
			"tables of 25 files made anew, schema 2 instead of 1",
			"its schema is \"runreport.summary/1\", expected runreport.summary/2: another version of runreport wrote it; build it again from its logs",
			"another version of runreport wrote it; build it again from its logs",
			exitInput,
			25,
		},
		{
			"definitions-1",
			"",
			"is up to date: 25 files, tables of schema 2",
			"",
			redefined(1),
			exitOK,
			25,
		},
		{
			"definitions-2",
			"",
			"is up to date: 88 files, tables of schema 2",
			"",
			redefined(2),
			exitOK,
			88,
		},
		{
			"definitions-3",
			"",
			"is up to date: 88 files, tables of schema 2",
			"",
			redefined(3),
			exitOK,
			88,
		},
		{
			"definitions-4",
			"",
			"is up to date: 88 files, tables of schema 2",
			"",
			redefined(4),
			exitOK,
			88,
		},
		{
			"definitions-5",
			"",
			"is up to date: 88 files, tables of schema 2",
			"",
			redefined(5),
			exitOK,
			88,
		},
		{
			"definitions-6",
			"",
			"is up to date: 88 files, tables of schema 2",
			"",
			redefined(6),
			exitOK,
			88,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			history, summary := earlier(t, c.name)
			logs := filepath.Join("..", "..", "testdata", "small", "kahn")
			compare := func() (int, string) {
				code, _, stderr := call(t, "build", logs, "-q", "--format", "json", "-o", filepath.Join(t.TempDir(), "report"), "--baseline", history)
				return code, stderr
			}
			if code, stderr := compare(); (code == exitOK) != (c.loaded == "") || !strings.Contains(stderr, c.loaded) {
				t.Errorf("compared with the history: exit %d, %s; want %q", code, stderr, c.loaded)
			}
			if code, out, stderr := call(t, "upgrade", history); code != exitOK || !strings.Contains(out, c.upgrade) {
				t.Errorf("upgrade: exit %d, %s%s; want %q", code, out, stderr, c.upgrade)
			}
			current := fmt.Sprintf("is up to date: %d files, tables of schema 2", c.files)
			if code, out, _ := call(t, "upgrade", history); code != exitOK || !strings.Contains(out, current) {
				t.Errorf("upgrade once more: exit %d, %s", code, out)
			}
			if code, stderr := compare(); code != exitOK {
				t.Errorf("compared with the history after upgrade: exit %d, %s", code, stderr)
			}
			code, _, stderr := call(t, "build", logs, "-q", "--format", "json", "-o", filepath.Join(t.TempDir(), "report"), "--baseline", summary)
			if code != c.baselineCode || !strings.Contains(stderr, c.baseline) {
				t.Errorf("compared with the summary: exit %d, %s; want %d, %q", code, stderr, c.baselineCode, c.baseline)
			}
			if code, _, stderr := call(t, "gate", summary); code != exitInput || !strings.Contains(stderr, c.gate) {
				t.Errorf("gate: exit %d, %s", code, stderr)
			}
			if code, _, stderr := call(t, "upgrade", summary); code != exitInput || stderr == "" {
				t.Errorf("upgrade of the summary: exit %d, %s", code, stderr)
			}
		})
	}
}

// A build goes on with the history of an earlier version: nothing of it is lost, whether
// upgrade ran before or not.
func TestBuildsGoOnWithEarlierHistories(t *testing.T) {
	tier.Seconds(t)
	runs := map[string]any{}
	for name, want := range map[string]int{"tables-1": 28, "definitions-1": 28, "definitions-2": 60, "definitions-3": 60, "definitions-4": 60, "definitions-5": 60, "definitions-6": 60} {
		for _, first := range []string{"", "upgrade"} {
			history, _ := earlier(t, name)
			if first != "" {
				if code, _, stderr := call(t, first, history); code != exitOK {
					t.Fatalf("%s: exit %d: %s", first, code, stderr)
				}
			}
			logs := t.TempDir()
			put(t, filepath.Join(logs, "notes.txt"), "the logs have gone\n")
			s := numbers(t, logs, "--history", history)
			if got := len(s["runs"].([]any)); got != want {
				t.Errorf("%s after %q: %d runs, want %d", name, first, got, want)
			}
			if runs[name] == nil {
				runs[name] = s["runs"]
			} else if diff := cmp.Diff(runs[name], s["runs"]); diff != "" {
				t.Errorf("%s: the runs differ after upgrade (-without +with):\n%s", name, diff)
			}
		}
	}
}

func TestUpgradeRefusesWhatIsNoHistory(t *testing.T) {
	dir := t.TempDir()
	put(t, filepath.Join(dir, "thesis.txt"), "years of work")
	for path, want := range map[string]int{dir: exitUsage, filepath.Join(dir, "gone"): exitInput} {
		if code, out, stderr := call(t, "upgrade", path); code != want || out != "" || stderr == "" {
			t.Errorf("%s: exit %d, want %d: %s%s", path, code, want, out, stderr)
		}
	}
	report := sharedReport(t, filepath.Join("..", "..", "testdata", "small"), "--format", "json")
	if code, out, _ := call(t, "upgrade", report); code != exitOK || !strings.Contains(out, "is up to date: runreport.summary/2") {
		t.Errorf("a report: exit %d: %s", code, out)
	}
}
