package runreport

import (
	"context"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"runreport/ingest"
)

// shared are words of systems that are words of the report too, with what they mean there.
var shared = map[string]string{
	"run":     "what the report calls every unit",
	"pass":    "a verdict of a gate",
	"pattern": "an element of SVG",
	"_index":  "a page of a builder of docs sites",
	"junit":   "an output of the report",
	"ctrf":    "a form of the list of flaky tests",
}

// What a system means by its words is declared in its own folder and arrives in columns.
// So no literal right of the first waist names a system, one of its formats or kinds of
// records, or what it calls its units and steps.
func TestNoLiteralNamesASystem(t *testing.T) {
	var names, exact []string
	for _, s := range ingest.Systems {
		if shared[s.Name] == "" {
			names = append(names, s.Name)
		}
		for _, f := range s.Formats {
			names = append(names, f.Name)
			for _, k := range f.Kinds {
				if strings.ContainsAny(k.Name, "._") && shared[k.Name] == "" { // a plain word may be any
					names = append(names, k.Name)
				}
			}
		}
	}
	res, err := ingest.Read(context.Background(), ingest.Options{Paths: []string{"testdata/demo"}})
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	noun := func(kind string) {
		if kind != "" && !seen[kind] && shared[kind] == "" {
			exact = append(exact, kind)
		}
		seen[kind] = true
	}
	for row := range res.Tables.Runs.Len() {
		noun(res.Tables.Runs.Kind.At(row))
	}
	for row := range res.Tables.Steps.Len() {
		noun(res.Tables.Steps.Kind.At(row))
	}
	if len(exact) < 5 {
		t.Fatalf("only %q are kinds of units and steps", exact)
	}
	literals := 0
	for _, folder := range []string{"analyze", "render"} {
		for at, text := range literalsBelow(t, folder) {
			literals++
			if name := namedIn(text, names, exact); name != "" {
				t.Errorf("%s: %q names %s", at, text, name)
			}
		}
	}
	if literals < 1000 {
		t.Errorf("only %d literals were looked at", literals)
	}
}

// namedIn is the first of the names that a text has as a word, or of the nouns that it is;
// "" where it has none.
func namedIn(text string, names, nouns []string) string {
	for _, n := range names {
		if word(n).MatchString(text) {
			return n
		}
	}
	for _, n := range nouns {
		if text == n {
			return n
		}
	}
	return ""
}

var wordsSeen = map[string]*regexp.Regexp{}

// word matches a name as a word of its own, in any case.
func word(name string) *regexp.Regexp {
	if wordsSeen[name] == nil {
		wordsSeen[name] = regexp.MustCompile(`(?i)(?:^|[^a-z0-9_.])` + regexp.QuoteMeta(name) + `(?:$|[^a-z0-9_])`)
	}
	return wordsSeen[name]
}

func TestNamedIn(t *testing.T) {
	names, nouns := []string{"kahn", "run.started"}, []string{"card"}
	for text, want := range map[string]string{
		"kahn": "kahn", "a Kahn node": "kahn", "kahn:ci": "kahn", "kahnish": "", "no run.started is here": "run.started",
		"run.started_at": "", "card": "card", "each card": "", "": "",
	} {
		if got := namedIn(text, names, nouns); got != want {
			t.Errorf("%q names %q, want %q", text, got, want)
		}
	}
}

// literalsBelow are the string literals of a folder's code with their places. Imports and
// the tags of fields are none.
func literalsBelow(t *testing.T, folder string) map[string]string {
	t.Helper()
	out, files := map[string]string{}, token.NewFileSet()
	err := filepath.WalkDir(folder, func(p string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && strings.HasSuffix(p, "test") {
			return fs.SkipDir // what only tests import
		}
		if err != nil || d.IsDir() || !strings.HasSuffix(p, ".go") || strings.HasSuffix(p, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(files, p, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ImportSpec:
				return false
			case *ast.Field:
				n.Tag = nil
			case *ast.BasicLit:
				if text, err := strconv.Unquote(n.Value); err == nil && n.Kind == token.STRING {
					out[files.Position(n.Pos()).String()] = text
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}
