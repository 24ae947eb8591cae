package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestSkips(t *testing.T) {
	const pass = `{"Action":"pass","Package":"runreport/a","Test":"TestA"}` + "\n"
	const skip = `{"Action":"skip","Package":"runreport/a","Test":"TestB"}` + "\n" + `{"Action":"skip","Package":"runreport/empty"}` + "\n"
	for _, tt := range []struct{ name, list, events, want string }{
		{"as listed", "a TestB no corpus here", pass + skip, ""},
		{"not listed", "", pass + skip, "skipped, and not in the list: a TestB"},
		{"listed and not skipped", "a TestA because", pass, "in the list, and not skipped: a TestA"},
		{"maybe, skipped", "maybe a TestB because", skip, ""},
		{"maybe, not skipped", "maybe a TestB because", pass, ""},
		{"a failure", "", `{"Action":"fail","Package":"runreport/a","Test":"TestA"}` + "\n", "tests failed"},
		{"no JSON", "", "a.go:1: syntax error\n", "tests failed"},
		{"no reason", "a TestB", pass, "line 1: expected a package, a test and a reason"},
	} {
		path := filepath.Join(t.TempDir(), "list.txt")
		if err := os.WriteFile(path, []byte(tt.list), 0o600); err != nil {
			t.Fatal(err)
		}
		err := run([]string{path}, strings.NewReader(tt.events), io.Discard)
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s: %v, want %q", tt.name, err, tt.want)
		}
	}
}
