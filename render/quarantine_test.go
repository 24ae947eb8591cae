package render

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"runreport/analyze/report"
)

// flakyReport is a report with tests of these full names; the name of a test is what follows
// the last " › ".
func flakyReport(tests ...string) *report.Report {
	r := &report.Report{}
	for _, full := range tests {
		name := full[strings.LastIndex(full, " › ")+1:]
		r.Data.KnownFlaky = append(r.Data.KnownFlaky, report.KnownFlaky{Test: full, Name: strings.TrimPrefix(name, "› "), Runs: 4, Flaked: 1})
	}
	return r
}

func TestQuarantineForms(t *testing.T) {
	for _, c := range []struct {
		name, form, file, want string
		left                   int
		tests                  []string
	}{
		{"plain", "", "flaky.txt", "a › x\nb › y\n", 0, []string{"b › y", "a › x", "a › x"}},
		{"plain, none", "", "flaky", "", 0, nil},
		{"plain, a name of several lines", "plain", "x.json", "a b\n", 0, []string{"a\nb"}},
		{"go, none", "", "flaky.skip", "", 0, nil},
		{"go", "", "flaky.skip", "^TestA$|^TestB$/^c$\n", 0, []string{"p › TestB/c", "p › TestA", "q › TestA"}},
		{"go, quoted", "go-skip", "x", `^TestA$/^1\.5\|x\(y\)\[z\]$` + "\n", 0, []string{"p › TestA/1.5|x(y)[z]"}},
		{"go, tests of others", "go-skip", "x", "^ExampleA$\n", 3, []string{"p › ExampleA", "a › adds", "Testify › works", "p › TestA b"}},
	} {
		q, known := QuarantineFor(c.form, c.file)
		got, left, err := q.Write(flakyReport(c.tests...))
		if err != nil || !known || string(got) != c.want || left != c.left {
			t.Errorf("%s: %q, %d left, %v; want %q, %d", c.name, got, left, err, c.want, c.left)
		}
	}
	if _, known := QuarantineFor("surefire", "x"); known {
		t.Error("an unknown form is known")
	}
}

func TestQuarantineCTRF(t *testing.T) {
	q, _ := QuarantineFor("", "flaky.json")
	for _, tests := range [][]string{nil, {"outer › inner › adds", "alone"}} {
		content, _, err := q.Write(flakyReport(tests...))
		if err != nil {
			t.Fatal(err)
		}
		var got struct {
			ReportFormat, SpecVersion, GeneratedBy string
			Results                                struct {
				Summary map[string]int64
				Tests   []struct {
					Name, Status string
					Suite        []string
					Flaky        bool
				}
			}
		}
		if err := json.Unmarshal(content, &got); err != nil {
			t.Fatal(err)
		}
		if got.ReportFormat != "CTRF" || got.GeneratedBy != "runreport" || got.Results.Tests == nil || len(got.Results.Tests) != len(tests) ||
			got.Results.Summary["flaky"] != int64(len(tests)) || got.Results.Summary["passed"] != int64(len(tests)) {
			t.Errorf("%s", content)
		}
		if len(tests) > 0 {
			if x := got.Results.Tests[0]; x.Name != "adds" || !slices.Equal(x.Suite, []string{"outer", "inner"}) || !x.Flaky || x.Status != "passed" {
				t.Errorf("%+v", x)
			}
			if x := got.Results.Tests[1]; x.Name != "alone" || x.Suite != nil {
				t.Errorf("%+v", x)
			}
		}
	}
}

// TestQuarantineSkipsInGoTest gives the expression to go test: the tests of the list are left
// out, and no other.
func TestQuarantineSkipsInGoTest(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles a package")
	}
	dir := t.TempDir()
	source := `package x
import "testing"
func names(t *testing.T) { for _, n := range []string{"1.5", "135", "a|b", "a(b", "a b", "deep/er", "#", "[x", "a\\b", "a*"} { t.Run(n, func(t *testing.T) {}) } }
func TestA(t *testing.T) { names(t) }
func TestAll(t *testing.T) {}
func TestB(t *testing.T) { names(t) }
`
	for name, text := range map[string]string{"go.mod": "module x\n", "x_test.go": source} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	ran := func(skip string) (out []string) {
		cmd := exec.Command("go", "test", "-v", "-skip", skip, ".")
		cmd.Dir = dir
		text, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		for line := range strings.Lines(string(text)) {
			if name, ok := strings.CutPrefix(strings.TrimSpace(line), "--- PASS: "); ok {
				out = append(out, name[:strings.LastIndex(name, " (")])
			}
		}
		return out
	}
	q, _ := QuarantineFor("go-skip", "")
	all := ran("")
	for _, skipped := range [][]string{nil, {"TestA"}, {"TestB/1.5", "TestB/a|b"}, {"TestA/a(b", "TestA/[x", "TestB/deep/er"}, {"TestB/a_b", "TestA/#", `TestA/a\b`, "TestB/a*"}} {
		expression, left, err := q.Write(flakyReport(skipped...))
		if err != nil || left != 0 {
			t.Fatal(left, err)
		}
		want := slices.DeleteFunc(slices.Clone(all), func(name string) bool {
			return slices.ContainsFunc(skipped, func(s string) bool { return name == s || strings.HasPrefix(name, s+"/") })
		})
		if got := ran(strings.TrimSuffix(string(expression), "\n")); !slices.Equal(got, want) {
			t.Errorf("%q with %s:\n got %q\nwant %q", skipped, expression, got, want)
		}
	}
}
