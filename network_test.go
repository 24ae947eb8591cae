package runreport

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The program talks to nobody and listens nowhere, but for serve: no other file of it
// imports a package that could.
func TestNothingListensButServe(t *testing.T) {
	const serve = "cmd/runreport/serve.go"
	var found []string
	err := filepath.WalkDir(".", func(p string, d fs.DirEntry, err error) error {
		p = filepath.ToSlash(p)
		switch {
		case err != nil:
			return err
		case d.IsDir() && (strings.HasPrefix(d.Name(), ".") && p != "." || d.Name() == "testdata" || d.Name() == "node_modules"):
			return fs.SkipDir
		// Test support drives a browser and reads addresses; the program does not link it.
		case p == "render/pagetest", p == "render/sitetest":
			return fs.SkipDir
		case !strings.HasSuffix(p, ".go") || strings.HasSuffix(p, "_test.go"):
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), p, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, spec := range f.Imports {
			name, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			words := []string{"net/url", "net/netip", "net/mail", "net/textproto"} // about addresses and messages only
			if name == "net" || strings.HasPrefix(name, "net/") && !slices.Contains(words, name) || strings.HasPrefix(name, "golang.org/x/net") {
				found = append(found, p)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if found = slices.Compact(found); !slices.Equal(found, []string{serve}) {
		t.Errorf("files that could reach or open a network: %v, want only %s", found, serve)
	}
}
