package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"runreport/analyze/gate"
)

func write(t *testing.T, path, content string) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestPrecedence(t *testing.T) {
	path := write(t, filepath.Join(t.TempDir(), Name), "gate:\n  flake-rate:\n    allowed: 0.2\n    level: blocking\n  stall-rate: off\n  findings:\n    codes: [torn_line, 'bad_*']\n")
	environ := []string{"HOME=/nowhere", "RUNREPORT_GATE_FLAKE_RATE_ALLOWED=0.3", "RUNREPORT_GATE_NEW_FLAKE_LEVEL=blocking"}
	c, err := Load(Sources{Path: path, Environ: environ, Rules: []string{"new-flake=off", "findings.codes=a,b_*"}})
	if err != nil {
		t.Fatal(err)
	}
	for setting, want := range map[string]gate.Value{
		"flake-rate.allowed":       {Text: "0.3", Origin: "RUNREPORT_GATE_FLAKE_RATE_ALLOWED"},
		"flake-rate.level":         {Text: "blocking", Origin: Name + ":4"},
		"stall-rate.level":         {Text: "off", Origin: Name + ":5"},
		"stall-rate.allowed":       {Text: "0.1", Origin: "default"},
		"new-flake.level":          {Text: "off", Origin: "--rule"},
		"findings.codes":           {Text: "a b_*", Origin: "--rule"},
		"recall-regression.cycles": {Text: "latest", Origin: "default"},
	} {
		if got := c.Rules[setting]; got != want {
			t.Errorf("%s = %v, want %v", setting, got, want)
		}
	}
	if c, err := Load(Sources{Path: path, None: true}); err != nil || c.Given || c.File != "" {
		t.Errorf("without a file: %+v, %v", c, err)
	}
}

// What show prints is a file that says the same.
func TestShownIsReadBack(t *testing.T) {
	path := write(t, filepath.Join(t.TempDir(), Name), "title: 'a: \"b\"'\nnoise: across-cycles\nseries: {by: [runner, 'label:os']}\n"+
		"owners: |\n  * @a\n\n  a\\ b.go @c d@example.org # x\naliases: {systems: {ctrf: junit}, steps: {'a › b': c, d/e: f}, subjects: {a: b}, benchmarks: {x: y}}\n"+
		"gate: {flake-rate: {allowed: 0.25}, findings: {codes: [torn_line]}}\nacknowledge:\n  - key: flake/kahn/**\n    why: \"a: b # c \\\" d\"\n    who: \"é\\u202e\"\n    until: 2026-05-01\n"+
		"mappings:\n  - name: \"own: log\"\n    files: [\"**/*.csv\", x.tsv]\n    kind: test\n    delimiter: \"\\t\"\n    duration-unit: ms\n    columns: {run: \"a b\", result: r}\n    results: {\"not ok\": failed, true: passed}\n  - name: b\n    files: b.csv\n    columns: {duration: d}\n")
	c, err := Load(Sources{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	for _, origins := range []bool{false, true} {
		again, err := Load(Sources{Path: write(t, filepath.Join(t.TempDir(), Name), c.YAML(origins))})
		if err != nil {
			t.Fatalf("%v\n%s", err, c.YAML(origins))
		}
		if got, want := again.YAML(false), c.YAML(false); got != want {
			t.Errorf("read back it is\n%s\nwant\n%s", got, want)
		}
	}
	if got := c.Acknowledged[0].Until.Format("2006-01-02 15:04:05"); got != "2026-05-01 23:59:59" {
		t.Errorf("it holds until %s", got)
	}
}

func TestFind(t *testing.T) {
	root := t.TempDir()
	deep := filepath.Join(root, "repo", "a", "b")
	if err := os.MkdirAll(filepath.Join(root, "repo", ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(deep, 0o755); err != nil {
		t.Fatal(err)
	}
	look := func(want string) {
		t.Helper()
		if got, err := find(deep); err != nil || got != want {
			t.Errorf("found %q, %v, want %q", got, err, want)
		}
	}
	write(t, filepath.Join(root, Name), "")
	look("") // above the repository
	top := write(t, filepath.Join(root, "repo", Name), "")
	look(top)
	look2 := write(t, filepath.Join(deep, Name), "")
	look(look2)
	outside := t.TempDir()
	below := filepath.Join(outside, "x")
	if err := os.Mkdir(below, 0o755); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(outside, Name), "")
	if got, err := find(below); err != nil || got != "" {
		t.Errorf("outside of a repository it found %q above, %v", got, err)
	}
}

func TestRefused(t *testing.T) {
	entry := "acknowledge:\n  - key: flake/**\n    why: x\n    who: y\n"
	for _, c := range []struct{ in, want string }{
		{"gates: {}", `runreport.yaml:1: the file has no "gates"; did you mean "gate"?`},
		{"gate:\n  flake_rate: off", `runreport.yaml:2: gate has no "flake_rate"; did you mean "flake-rate"?`},
		{"gate:\n  flake-rate:\n    allow: 0.1", `runreport.yaml:3: flake-rate has no "allow"; did you mean "allowed"?`},
		{"gate:\n  flake-rate:\n    allowed: 10", `runreport.yaml:3: flake-rate.allowed: saw "10", expected a share from 0 to 1`},
		{"gate:\n  flake-rate:\n    allowed: .nan", "saw nan, expected one value"},
		{"gate:\n  flake-rate:\n    allowed: [1]", "saw sequence, expected one value"},
		{"durations:\n  longest-days: 0", `runreport.yaml:2: durations.longest-days: saw "0", expected a number above 0, at most 732`},
		{"durations:\n  longest-days: 733", "at most 732"},
		{"durations:\n  longest-days: .inf", "saw infinity, expected one value"},
		{"durations:\n  longest: 5", `durations has no "longest"`},
		{"gate:\n  flake-rate: loud", `saw "loud", expected one of blocking, advisory, off`},
		{"gate:\n  findings:\n    severity: act", `saw "act", expected one of none, error, warning, info; did you mean "error"?`},
		{"gate:\n  gone:\n    severity: look", `saw "look", expected one of error, warning, info; did you mean "warning"?`},
		{"gate:\n  findings:\n    severity: know", `did you mean "info"?`},
		{"gate:\n  recall-regression:\n    evidence: thin", `saw "thin", expected one of strong, moderate, weak; did you mean "weak"?`},
		{"gate:\n  findings:\n    codes: torn_line", "expected a list"},
		{"gate:\n  findings:\n    codes: ['[']", "expected a word or a pattern"},
		{"gate: 3", "gate: saw integer, expected names with values"},
		{"- a", "the file: saw sequence"},
		{"gate: {}\ngate: {}", "runreport.yaml: "},
		{"gate: {}\n---\ngate: {}", "holds 2 documents"},
		{"gate: &a {}\nacknowledge: *a", "runreport.yaml:1: gate: saw anchor"},
		{"gate: [", "runreport.yaml: "},
		{"acknowledge: {}", "acknowledge: saw mapping, expected a list"},
		{"acknowledge:\n  - key: flake/**\n    why: x", "runreport.yaml:2: acknowledge: an entry has no who"},
		{"acknowledge:\n  - key: flake/**\n    why: ' '", "acknowledge.why: is empty"},
		{entry + "    until: soon", `runreport.yaml:5: acknowledge.until: saw "soon", expected a date as 2026-05-01`},
		{entry + "    untill: 2026-05-01", `did you mean "until"`},
		{strings.Replace(entry, "flake/**", `"**"`, 1), "covers every kind of problem"},
		{strings.Replace(entry, "flake/**", `"*/a"`, 1), "covers every kind of problem"},
		{strings.Replace(entry, "flake/**", `"flake/["`, 1), "is no pattern"},
		{entry + entry[len("acknowledge:\n"):], "stands twice"},
	} {
		_, err := Load(Sources{Path: write(t, filepath.Join(t.TempDir(), Name), c.in)})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: error %v, want %q", c.in, err, c.want)
		}
	}
	if _, err := Load(Sources{None: true, Environ: []string{"RUNREPORT_GATE_FLAKERATE_LEVEL=off"}}); err == nil || !strings.Contains(err.Error(), `did you mean "RUNREPORT_GATE_FLAKE_RATE_LEVEL"`) {
		t.Errorf("an unknown variable: %v", err)
	}
}

func TestEmptyFilesSayNothing(t *testing.T) {
	for _, in := range []string{"", "# nothing\n", "gate:\n", "gate:\n  flake-rate:\n", "acknowledge:\n", "acknowledge: []\n", "durations:\n"} {
		c, err := Load(Sources{Path: write(t, filepath.Join(t.TempDir(), Name), in)})
		if err != nil || len(c.Acknowledged) > 0 || c.Rules["flake-rate.level"] != gate.Defaults()["flake-rate.level"] {
			t.Errorf("%q: %+v, %v", in, c, err)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("gate:\n  flake-rate: {level: blocking, allowed: 0.2}\nacknowledge:\n  - key: flake/**\n    why: x\n    who: y\n    until: 2026-05-01\n")
	f.Add("gate: &a\n  x: *a\n? [a]\n: !!set {b}\n")
	f.Add("gate:\n  findings:\n    codes: |\n      a\n")
	f.Fuzz(func(t *testing.T, in string) {
		c := defaults()
		if err := (&file{Name, c}).parse([]byte(in)); err != nil {
			return
		}
		again := defaults()
		if err := (&file{Name, again}).parse([]byte(c.YAML(true))); err != nil {
			t.Errorf("what is shown does not read back: %v\n%s", err, c.YAML(true))
		}
	})
}

// The examples of the guide are files that are read.
func TestExamplesOfTheGuide(t *testing.T) {
	guide, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "gate.md"))
	if err != nil {
		t.Fatal(err)
	}
	var blocks []string
	inside := false
	for _, line := range strings.Split(string(guide), "\n") {
		text, indented := strings.CutPrefix(line, "    ")
		switch {
		case indented && (strings.HasPrefix(text, "# yaml-language-server") || strings.HasPrefix(text, "acknowledge:")):
			blocks, inside = append(blocks, text+"\n"), true
		case indented && inside:
			blocks[len(blocks)-1] += text + "\n"
		default:
			inside = false
		}
	}
	if len(blocks) != 2 {
		t.Fatalf("found %d examples, want 2", len(blocks))
	}
	for _, b := range blocks {
		c := defaults()
		if err := (&file{Name, c}).parse([]byte(b)); err != nil {
			t.Errorf("%v\n%s", err, b)
		}
	}
}

func TestLongestDays(t *testing.T) {
	for in, want := range map[string]string{"": "90 default", "durations:\n  longest-days: 0.5": "0.5 runreport.yaml:2", "durations:\n  longest-days: 732": "732 runreport.yaml:2"} {
		c, err := Load(Sources{Path: write(t, filepath.Join(t.TempDir(), Name), in)})
		if err != nil {
			t.Fatal(err)
		}
		last := c.Entries()[len(c.Entries())-1]
		if got := last.Value + " " + last.Origin; got != want {
			t.Errorf("%q gives %s, want %s", in, got, want)
		}
	}
}
