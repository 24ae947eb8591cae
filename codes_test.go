package runreport

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"runreport/analyze/recall"
	"runreport/ingest"
)

// declaredCodes are the names of the codes of findings that a file declares, with where:
// of every &record.Code{…}, &table.Code{…} and, within these packages, &Code{…}.
func declaredCodes(t *testing.T, p string) map[string]token.Position {
	t.Helper()
	files := token.NewFileSet()
	f, err := parser.ParseFile(files, p, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	codes := map[string]token.Position{}
	ast.Inspect(f, func(n ast.Node) bool {
		literal, ok := n.(*ast.CompositeLit)
		if !ok || !isCode(literal.Type) {
			return true
		}
		at := files.Position(literal.Pos())
		for _, e := range literal.Elts {
			field, ok := e.(*ast.KeyValueExpr)
			if !ok {
				t.Errorf("%s: a code without the names of its fields", at)
				continue
			}
			if key, ok := field.Key.(*ast.Ident); !ok || key.Name != "Name" {
				continue
			}
			switch v := field.Value.(type) {
			case *ast.BasicLit:
				name, err := strconv.Unquote(v.Value)
				if err != nil {
					t.Fatal(err)
				}
				codes[name] = at
			case *ast.Ident: // a constant of the package; the list of codes is read from its value
				codes[constant(t, filepath.Dir(p), v.Name)] = at
			default:
				t.Errorf("%s: the name of the code is neither a string nor a constant", at)
			}
		}
		return true
	})
	return codes
}

func isCode(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name == "Code"
	case *ast.SelectorExpr:
		pkg, ok := e.X.(*ast.Ident)
		return ok && e.Sel.Name == "Code" && (pkg.Name == "record" || pkg.Name == "table")
	}
	return false
}

// constant is the string that a constant of the package in dir stands for.
func constant(t *testing.T, dir, name string) (value string) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range paths {
		f, err := parser.ParseFile(token.NewFileSet(), p, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			spec, ok := n.(*ast.ValueSpec)
			if ok && len(spec.Values) == 1 && spec.Names[0].Name == name {
				if v, ok := spec.Values[0].(*ast.BasicLit); ok {
					value, _ = strconv.Unquote(v.Value)
				}
			}
			return true
		})
	}
	return value
}

// A code that is in no list is in no reference, and a history with a finding of it cannot
// be read: its findings are stored by the names of their codes.
func TestEveryDeclaredCodeIsListed(t *testing.T) {
	listed := map[string]bool{}
	for _, c := range append(ingest.Codes(), recall.Codes()...) {
		listed[c.Name] = true
	}
	declared := map[string]bool{}
	for _, root := range []string{"ingest", "analyze"} {
		err := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(p, ".go") || strings.HasSuffix(p, "_test.go") {
				return err
			}
			// The toy system is a test's, and in no list of the product.
			if strings.Contains(filepath.ToSlash(p), "ingest/ingesttest/") {
				return nil
			}
			for name, at := range declaredCodes(t, p) {
				declared[name] = true
				if !listed[name] {
					t.Errorf("%s: the code %q is in no list", at, name)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for name := range listed {
		if !declared[name] {
			t.Errorf("the listed code %q is declared nowhere: the test misses a way to declare one", name)
		}
	}
}
