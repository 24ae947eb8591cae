package config

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"runreport/analyze/gate"
)

// What is shown is written the same way whoever reads it, each part where it is empty and where it is not.
func TestShownText(t *testing.T) {
	none := "series:\n  by: []\nowners: []\naliases: {}\nmappings: []\nacknowledge: []\n"
	for _, c := range []struct{ name, text, want string }{
		{"nothing set", "", "durations:\n  longest-days: 90\n" + none},
		{"durations", "durations: {longest-days: 0.5}", "durations:\n  longest-days: 0.5\n" + none},
		{"one divisor", "series: {by: [model]}", strings.Replace("durations:\n  longest-days: 90\n"+none, "by: []", `by: ["model"]`, 1)},
		{"two divisors", "series: {by: [model, 'label:os']}",
			strings.Replace("durations:\n  longest-days: 90\n"+none, "by: []", `by: ["model", "label:os"]`, 1)},
		{"owners", "owners: ['* @a', '*.go @b']", strings.Replace("durations:\n  longest-days: 90\n"+none, "owners: []",
			"owners:\n  - \"* @a\"\n  - \"*.go @b\"", 1)},
		{"aliases of one sort", "aliases: {steps: {b: c, a: d}}", strings.Replace("durations:\n  longest-days: 90\n"+none, "aliases: {}",
			"aliases:\n  steps:\n    \"a\": \"d\"\n    \"b\": \"c\"", 1)},
		{"aliases of each sort", "aliases: {benchmarks: {g: h}, steps: {e: f}, subjects: {c: d}, systems: {a: b}}",
			strings.Replace("durations:\n  longest-days: 90\n"+none, "aliases: {}",
				"aliases:\n  systems:\n    \"a\": \"b\"\n  subjects:\n    \"c\": \"d\"\n  steps:\n    \"e\": \"f\"\n  benchmarks:\n    \"g\": \"h\"", 1)},
		{"a mapping", "mappings: [{name: a, files: [x, y, z], columns: {result: r, run: q}}, {name: b, files: w, kind: test, duration-unit: ms, " +
			"delimiter: ';', columns: {duration: d}, results: {no: failed}}]",
			strings.Replace("durations:\n  longest-days: 90\n"+none, "mappings: []",
				"mappings:\n  - name: \"a\"\n    files: [\"x\", \"y\", \"z\"]\n    columns:\n      \"result\": \"r\"\n      \"run\": \"q\"\n"+
					"  - name: \"b\"\n    files: [\"w\"]\n    kind: \"test\"\n    duration-unit: \"ms\"\n    delimiter: \";\"\n"+
					"    columns:\n      \"duration\": \"d\"\n    results:\n      \"no\": \"failed\"", 1)},
		{"acknowledged", "acknowledge: [{key: flake/a, why: b, who: c}, {key: flake/d, why: e, who: f, until: 2026-05-01}]",
			strings.Replace("durations:\n  longest-days: 90\n"+none, "acknowledge: []", "acknowledge:\n  - key: \"flake/a\"\n    why: \"b\"\n    who: \"c\"\n"+
				"  - key: \"flake/d\"\n    why: \"e\"\n    who: \"f\"\n    until: 2026-05-01", 1)},
	} {
		got, err := Load(Sources{Path: write(t, filepath.Join(t.TempDir(), Name), c.text)})
		if err != nil {
			t.Fatal(err)
		}
		text := got.YAML(false)
		if _, after, _ := strings.Cut(text, "  acknowledgements:\n    level: advisory\n"); after != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, after, c.want)
		}
	}
}

// The head of what is shown, each value with its origin where that is asked for.
func TestShownHead(t *testing.T) {
	path := write(t, filepath.Join(t.TempDir(), Name), "title: Nightly\nnoise: across-cycles\ngate: {failed-run: {allowed: 2}}\ndurations: {longest-days: 7}\n")
	c, err := Load(Sources{Path: path, Rules: []string{"findings.codes=a,b"}})
	if err != nil {
		t.Fatal(err)
	}
	const head = "# yaml-language-server: $schema=runreport.schema.json\ntitle: "
	for _, x := range []struct {
		c       *Config
		origins bool
		want    []string
	}{
		{defaults(), false, []string{head + "\"Run report\"\nnoise: repeats\ngate:\n  failed-run:\n    level: blocking\n    failures: any\n    allowed: 0\n",
			"\n    codes: []\n", "\n  longest-days: 90\n"}},
		{c, false, []string{head + "\"Nightly\"\nnoise: across-cycles\ngate:\n", "    allowed: 2\n", "\n    codes: [\"a\", \"b\"]\n", "\n  longest-days: 7\n"}},
		{c, true, []string{"    level: blocking  # default\n", "    allowed: 2  # runreport.yaml:3\n", "\n    codes: [\"a\", \"b\"]  # --rule\n",
			"\n  longest-days: 7  # runreport.yaml:4\n"}},
	} {
		got := x.c.YAML(x.origins)
		for _, want := range x.want {
			if !strings.Contains(got, want) {
				t.Errorf("%q is missing in\n%s", want, got)
			}
		}
	}
	entries := c.Entries()
	for i, want := range map[int]Entry{0: {"failed-run.level", "blocking", "default"}, 2: {"failed-run.allowed", "2", Name + ":3"},
		len(entries) - 1: {"durations.longest-days", "7", Name + ":4"}} {
		if entries[i] != want {
			t.Errorf("entry %d is %+v, want %+v", i, entries[i], want)
		}
	}
}

// The schema takes what the file takes: no other names at any level, and each value within its bounds.
func TestSchema(t *testing.T) {
	text, err := Schema()
	if err != nil {
		t.Fatal(err)
	}
	var schema any
	if err := json.Unmarshal(text, &schema); err != nil {
		t.Fatal(err)
	}
	at := func(path string) any {
		v := schema
		for name := range strings.SplitSeq(path, "/") {
			switch x := v.(type) {
			case map[string]any:
				v = x[name]
			case []any:
				v = x[name[0]-'0']
			default:
				t.Fatalf("%s: nothing at %s", path, name)
			}
		}
		return v
	}
	const rule, mapping = "properties/gate/properties/flake-rate", "properties/mappings/items"
	for path, want := range map[string]any{
		"additionalProperties":                                                         false,
		"properties/gate/additionalProperties":                                         false,
		rule + "/anyOf/1/additionalProperties":                                         false,
		"properties/series/additionalProperties":                                       false,
		"properties/aliases/additionalProperties":                                      false,
		"properties/durations/additionalProperties":                                    false,
		"properties/acknowledge/items/additionalProperties":                            false,
		mapping + "/additionalProperties":                                              false,
		mapping + "/properties/columns/additionalProperties":                           false,
		rule + "/anyOf/1/properties/allowed/minimum":                                   0.0,
		rule + "/anyOf/1/properties/allowed/maximum":                                   1.0,
		"properties/gate/properties/slower/anyOf/1/properties/allowed_s/minimum":       0.0,
		"properties/gate/properties/slower/anyOf/1/properties/allowed_s/maximum":       1e9,
		"properties/gate/properties/minimum-runs/anyOf/1/properties/runs/minimum":      0.0,
		"properties/gate/properties/minimum-runs/anyOf/1/properties/runs/maximum":      nil,
		"properties/gate/properties/findings/anyOf/1/properties/codes/items/minLength": 1.0,
		"properties/durations/properties/longest-days/exclusiveMinimum":                0.0,
		"properties/durations/properties/longest-days/maximum":                         732.0,
		"properties/title/minLength":                                                   1.0,
		"properties/acknowledge/items/properties/key/minLength":                        1.0,
		"properties/aliases/properties/steps/additionalProperties/minLength":           1.0,
		mapping + "/properties/name/minLength":                                         1.0,
		mapping + "/properties/files/anyOf/1/minItems":                                 1.0,
	} {
		if got := at(path); got != want {
			t.Errorf("%s is %v, want %v", path, got, want)
		}
	}
	for path, want := range map[string]string{
		"properties/gate/properties/failed-run/anyOf/1/properties/allowed/description": "how many may fail (0 unless set)",
		"properties/gate/properties/findings/anyOf/1/properties/codes/description":     "findings that fail whatever their severity, by code or pattern, as bad_line or logged_*",
	} {
		if got := at(path); got != want {
			t.Errorf("%s is %q, want %q", path, got, want)
		}
	}
}

// A name is like another where a third of it differs at most, two letters of a short one.
func TestMeant(t *testing.T) {
	for _, c := range []struct {
		name  string
		known string
		want  string
	}{
		{"ab", "abcd", `; did you mean "abcd"?`},
		{"ab", "abcde", "; known are abcde"},
		{"abcdefghi", "abcdefghijkl", `; did you mean "abcdefghijkl"?`}, // 3 of 9
		{"abcdefghi", "abcdefghijklm", "; known are abcdefghijklm"},
		{"abcdefghijkl", "abcdefghijklmnop", `; did you mean "abcdefghijklmnop"?`}, // 4 of 12
		{"abcdefghijkl", "abcdefghijklmnopq", "; known are abcdefghijklmnopq"},
		{"level", "b level lever", `; did you mean "level"?`},
		{"leveX", "lever level", `; did you mean "level"?`}, // both are as near: the first by name
		{"xyz", "b a", "; known are a, b"},
	} {
		known := map[string]bool{}
		for k := range strings.FieldsSeq(c.known) {
			known[k] = true
		}
		if got := meant(c.name, known); got != c.want {
			t.Errorf("%q among %s: %q, want %q", c.name, c.known, got, c.want)
		}
	}
}

// Each thing of the file that is one value refuses a list, with its name and its line.
func TestListsForOneValue(t *testing.T) {
	for text, want := range map[string]string{
		"title: [a]":                                           "1: title: saw sequence, expected one value",
		"noise: [a]":                                           "1: noise: saw sequence, expected one value",
		"series:\n  by: [[a]]":                                 "2: series.by: saw sequence, expected one value",
		"owners:\n  - [a]":                                     "2: owners: saw sequence, expected one value",
		"owners:\n  a: b":                                      "2: owners: saw mapping, expected one value",
		"durations:\n  longest-days: [1]":                      "2: durations.longest-days: saw sequence, expected one value",
		"gate:\n  findings:\n    codes: [[a]]":                 "3: findings.codes: saw sequence, expected one value",
		"gate:\n  findings:\n    codes: [[a], b]":              "3: findings.codes: saw sequence, expected one value",
		"acknowledge:\n  - key: [a]":                           "2: acknowledge.key: saw sequence, expected one value",
		"acknowledge:\n  - until: [a]":                         "2: acknowledge.until: saw sequence, expected one value",
		"aliases:\n  steps: {a: [b]}":                          "2: aliases.steps.a: saw sequence, expected one value",
		"aliases:\n  steps: [a]":                               "2: aliases.steps: saw sequence, expected names with values",
		"mappings:\n  - name: [a]":                             "2: mappings.name: saw sequence, expected one value",
		"mappings:\n  - files: [[a]]":                          "2: mappings.files: saw sequence, expected one value",
		"mappings:\n  - files: ''":                             `2: mappings.files: "" is no pattern`,
		"mappings:\n  - columns: [a]":                          "2: mappings.columns: saw sequence, expected names with values",
		"mappings:\n  - a":                                     "2: mappings: saw string, expected names with values",
		"mappings: 3":                                          "1: mappings: saw integer, expected a list",
		"gate: [a]":                                            "1: gate: saw sequence, expected names with values",
		"gate:\n  findings: 3":                                 "2: findings: saw integer, expected names with values",
		"gate:\n  findings:\n    codes: ['a b']":               `3: findings.codes: saw "a b", expected a word or a pattern`,
		"gate:\n  findings:\n    codes: ['']":                  `3: findings.codes: saw "", expected a word or a pattern`,
		"acknowledge:\n  - why: b\n    who: c":                 "2: acknowledge: an entry has no key",
		"acknowledge:\n  - key: a/b\n    who: c":               "2: acknowledge: an entry has no why",
		"acknowledge:\n  - key: flake\n    who: c\n    why: d": `2: acknowledge.key: "flake" covers every kind of problem; begin with a kind, as flake/**`,
	} {
		_, err := Load(Sources{Path: write(t, filepath.Join(t.TempDir(), Name), text)})
		if err == nil || err.Error() != Name+":"+want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

func TestSourcesAreRefused(t *testing.T) {
	dir := t.TempDir()
	large := write(t, filepath.Join(dir, "large", Name), strings.Repeat("# a line\n", 120_000))
	write(t, filepath.Join(dir, "LARGE"), strings.Repeat("* @acme/a\n", 110_000))
	owned := func(text string) string { return write(t, filepath.Join(dir, text, Name), "owners: ../"+text+"\n") }
	write(t, filepath.Join(dir, "BROKEN"), "*.go @a\n*.go team\n")
	for _, c := range []struct {
		s    Sources
		want string
	}{
		{Sources{Path: filepath.Join(dir, "none.yaml")}, "the configuration cannot be read: "},
		{Sources{Path: dir}, "the configuration cannot be read: "},
		{Sources{Path: large}, large + " is larger than 1048576 bytes"},
		{Sources{None: true, Rules: []string{"flake-rate"}}, `--rule "flake-rate" is not name=value, as flake-rate.allowed=0.2`},
		{Sources{None: true, Rules: []string{"flake-rte=off"}}, `--rule: no rule is called "flake-rte"; did you mean "flake-rate"?`},
		{Sources{None: true, Rules: []string{"flake-rate.alowed=1"}}, `--rule: no rule has "flake-rate.alowed"; did you mean "flake-rate.allowed"?`},
		{Sources{None: true, Rules: []string{"flake-rate.allowed=2"}}, `--rule: flake-rate.allowed: saw "2", expected a share from 0 to 1`},
		{Sources{None: true, Environ: []string{Prefix + "FLAKE_RATE_ALLOWED=2"}}, Prefix + `FLAKE_RATE_ALLOWED: flake-rate.allowed: saw "2", expected a share from 0 to 1`},
		{Sources{Path: owned("x")}, Name + ":1: owners: " + filepath.Join(dir, "x") + " is no file"},
		{Sources{Path: write(t, filepath.Join(dir, Name), "owners: LARGE\n")}, Name + ":1: owners: " + filepath.Join(dir, "LARGE") + " is larger than 1048576 bytes"},
		{Sources{Path: write(t, filepath.Join(dir, "b.yaml"), "owners: BROKEN\n")}, "b.yaml:1: owners: " + filepath.Join(dir, "BROKEN") + ": line 2: "},
		{Sources{Path: write(t, filepath.Join(dir, "c.yaml"), "owners: [\"a\\nb\"]\n")}, "c.yaml:1: owners: a rule is one line"},
		{Sources{Path: write(t, filepath.Join(dir, "d\ne.yaml"), "titel: x\n")}, `"d\ne.yaml":1: the file has no "titel"; did you mean "title"?`},
	} {
		got, err := Load(c.s)
		if err == nil || !strings.HasPrefix(err.Error(), c.want) || got != nil {
			t.Errorf("%+v: %v, want %s", c.s, err, c.want)
		}
	}
}

// A file alone, a variable alone and a flag alone each say something; other variables say nothing.
func TestGiven(t *testing.T) {
	path := write(t, filepath.Join(t.TempDir(), Name), "")
	for _, c := range []struct {
		s    Sources
		want bool
	}{
		{Sources{None: true}, false},
		{Sources{None: true, Environ: []string{"A=b", "RUNREPORT_COLOR=1"}}, false},
		{Sources{Path: path}, true},
		{Sources{None: true, Environ: []string{Prefix + "DRIFT_LEVEL=off"}}, true},
		{Sources{None: true, Rules: []string{"drift=off"}}, true},
		{Sources{Dir: filepath.Dir(path)}, true}, // found
		{Sources{Dir: filepath.Dir(path), None: true}, false},
		{Sources{Dir: t.TempDir()}, false},
	} {
		got, err := Load(c.s)
		if err != nil {
			t.Fatal(err)
		}
		if got.Given != c.want || (got.File != "") != (c.want && len(c.s.Environ)+len(c.s.Rules) == 0) {
			t.Errorf("%+v: given %t, file %q", c.s, got.Given, got.File)
		}
		if want := map[bool]string{true: "off", false: "advisory"}[len(c.s.Environ) == 1 || len(c.s.Rules) == 1]; got.Rules["drift.level"].Text != want {
			t.Errorf("%+v: drift is %s, want %s", c.s, got.Rules["drift.level"].Text, want)
		}
	}
	if _, ok := gate.Defaults()["drift.level"]; !ok {
		t.Error("no such rule")
	}
}

// A folder that cannot be looked into is an error, and no missing file.
func TestFindSaysWhatFails(t *testing.T) {
	file := write(t, filepath.Join(t.TempDir(), "x"), "")
	_, err := Load(Sources{Dir: file}) // below a file there is nothing to look at
	if err == nil || !strings.HasPrefix(err.Error(), "looking for "+Name+": ") || os.IsNotExist(err) {
		t.Errorf("%v", err)
	}
}
