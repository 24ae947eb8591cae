package main

import (
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

func TestSkips(t *testing.T) {
	const pass = `{"Action":"pass","Package":"runreport/a","Test":"TestA"}` + "\n"
	const skip = `{"Action":"skip","Package":"runreport/a","Test":"TestB"}` + "\n" + `{"Action":"skip","Package":"runreport/empty"}` + "\n"
	for _, tt := range []struct {
		name, list, events, want string
		beside                   bool // there is input beside the project
	}{
		{"as listed", "a TestB no corpus here", pass + skip, "", false},
		{"not listed", "", pass + skip, "skipped, and not in the list: a TestB", false},
		{"listed and not skipped", "a TestA because", pass, "in the list, and not skipped: a TestA", false},
		{"maybe, skipped", "maybe a TestB because", skip, "", false},
		{"maybe, not skipped", "maybe a TestB because", pass, "", false},
		{"a failure", "", `{"Action":"fail","Package":"runreport/a","Test":"TestA"}` + "\n", "tests failed", false},
		{"no JSON", "", "a.go:1: syntax error\n", "tests failed", false},
		{"no reason", "a TestB", pass, "line 1: expected a package, a test and a reason", false},
		{"no input beside the project", "shared a TestB wants it", skip, "", false},
		{"input that a test did not find", "shared a TestB wants it", skip, "skipped, and not in the list: a TestB", true},
		{"input that a test found", "shared a TestB wants it", pass, "", true},
	} {
		root := t.TempDir()
		path := filepath.Join(root, "list.txt")
		project := filepath.Join(root, "project")
		if tt.beside {
			project = filepath.Join(root, "beside", "project")
			if err := os.MkdirAll(filepath.Join(root, "beside", "shared"), 0o700); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.MkdirAll(project, 0o700); err != nil {
			t.Fatal(err)
		}
		t.Chdir(project)
		if err := os.WriteFile(path, []byte(tt.list), 0o600); err != nil {
			t.Fatal(err)
		}
		err := run([]string{path}, strings.NewReader(tt.events), io.Discard)
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s: %v, want %q", tt.name, err, tt.want)
		}
	}
}

// The slowest tests are named, those of another test's parts with that test.
func TestLongest(t *testing.T) {
	list := filepath.Join(t.TempDir(), "list.txt")
	if err := os.WriteFile(list, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	err := run([]string{list}, strings.NewReader(`{"Action":"pass","Package":"runreport/a","Test":"TestQuick","Elapsed":0.2}
{"Action":"pass","Package":"runreport/a","Test":"TestSlow/part","Elapsed":9}
{"Action":"pass","Package":"runreport/a","Test":"TestSlow","Elapsed":12.25}
{"Action":"pass","Package":"runreport/a","Elapsed":13}
`), &out)
	if want := "   12.2 s  a TestSlow\n    0.2 s  a TestQuick\n"; err != nil || out.String() != want {
		t.Errorf("%v, %q; want %q", err, out.String(), want)
	}
}

// A test of the list that was renamed is skipped under its new name, which is in no list;
// only a machine that skips it would notice.
func TestListedTestsExist(t *testing.T) {
	root := filepath.Join("..", "..")
	content, err := os.ReadFile("list.txt")
	if err != nil {
		t.Fatal(err)
	}
	must, may, err := parse(string(content), true)
	if err != nil {
		t.Fatal(err)
	}
	if len(must)+len(may) < 10 {
		t.Errorf("only %d tests are listed", len(must)+len(may))
	}
	for _, list := range []map[string]bool{must, may} {
		for entry := range list {
			folder, test, _ := strings.Cut(entry, " ")
			test, _, _ = strings.Cut(test, "/")
			files, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(folder), "*_test.go"))
			if err != nil {
				t.Fatal(err)
			}
			declared := regexp.MustCompile(`(?m)^func ` + regexp.QuoteMeta(test) + `\(`)
			found := false
			for _, file := range files {
				source, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				// A case of a table of tests is named apart from it, so only the test is looked for.
				found = found || declared.Match(source)
			}
			if !found {
				t.Errorf("%s: no such test", entry)
			}
		}
	}
}
