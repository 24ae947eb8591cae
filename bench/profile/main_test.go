package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/pprof/profile"
)

// Of the time that the profile saw in functions of the program, and in what these call of others, nine tenths are in
// functions that the sources still have. Where this fails, the profile is to be made anew.
func TestTheProfileIsOfTheseSources(t *testing.T) {
	f, err := os.Open(stored)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	p, err := profile.Parse(f)
	if err != nil {
		t.Fatal(err)
	}
	have := sources{}
	var all, known int64
	missing := map[string]int64{}
	for _, s := range p.Sample {
		name := innermost(s)
		if name == "" {
			continue
		}
		all += s.Value[1]
		if have.declare(t, name) {
			known += s.Value[1]
		} else {
			missing[name] += s.Value[1]
		}
	}
	if seconds := all / 1e9; seconds < 60 {
		t.Errorf("the profile saw %d s in functions of the program, want 60 or more", seconds)
	}
	if known < all/10*9 {
		t.Errorf("%d of 100 parts of the time are in functions that the sources have, want 90 or more; make the profile anew (main.go says how). Missing, with nanoseconds: %v",
			known*100/all, missing)
	}
}

func TestNamesAreFoundInTheSources(t *testing.T) {
	have := sources{}
	for name, want := range map[string]bool{
		"main.main":                         true,
		"runreport/analyze.Build":           true,
		"runreport/analyze.Build.func2":     true,
		"runreport/analyze.Build.Do.func23": true,
		"runreport/ingest/record.(*arena[go.shape.struct { a/b.c }]).take":  true,
		"runreport/ingest/record.(*Nobody[go.shape.struct { a/b.c }]).take": false,
		"runreport/ingest/record.(*File).Cut-fm":                            true,
		"runreport/analyze/metric.Usage-range1":                             true,
		"runreport/ingest/kahn.init.func2":                                  true,
		"runreport/ingest/record.(*File).Release":                           true,
		"runreport/ingest/record.(*gone).Released":                          true,
		"runreport/ingest/record.(*Nobody).Release":                         false,
		"runreport/ingest.found.open":                                       true,
		"runreport/ingest.found.nothing":                                    false,
		"runreport/nowhere.Build":                                           false,
	} {
		if got := have.declare(t, name); got != want {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}

// innermost is the innermost function of the program that a sample was in; "" where there is none.
func innermost(s *profile.Sample) string {
	for _, at := range s.Location {
		for _, line := range at.Line {
			if name := line.Function.Name; strings.HasPrefix(name, "runreport/") || strings.HasPrefix(name, "main.") {
				return name
			}
		}
	}
	return ""
}

// sources are the functions that the packages of the program declare: by package, name, and Type.name.
type sources map[string]map[string]bool

// declare reports whether a package declares the function of this name, or the one that encloses it.
func (have sources) declare(t *testing.T, name string) bool {
	path, function := split(name)
	if have[path] == nil {
		have[path] = declared(t, path)
	}
	words := strings.Split(function, ".")
	for i, word := range words { // bodies of loops over functions are called Usage-range1, and bound methods Cut-fm
		words[i], _, _ = strings.Cut(word, "-")
	}
	return have[path][words[0]] || len(words) > 1 && have[path][words[0]+"."+words[1]]
}

// split splits the linker's name of a function into its package and the rest, without type arguments, pointers and
// parentheses. Example: "runreport/ingest/record.(*File).Release" is "ingest/record" and "File.Release".
func split(name string) (path, function string) {
	var plain strings.Builder
	depth := 0
	for _, r := range name {
		switch r {
		case '[':
			depth++
		case ']':
			depth--
		case '(', ')', '*':
		default:
			if depth == 0 {
				plain.WriteRune(r)
			}
		}
	}
	name = plain.String()
	dot := strings.LastIndex(name, "/") + 1
	dot += strings.Index(name[dot:], ".")
	path = strings.TrimPrefix(name[:dot], "runreport/")
	if path == "main" {
		path = "cmd/runreport"
	}
	return path, name[dot+1:]
}

func declared(t *testing.T, path string) map[string]bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(path), "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{"init": len(files) > 0} // what sets the variables of a package
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range parsed.Decls {
			if f, ok := d.(*ast.FuncDecl); ok {
				names[receiver(f)+f.Name.Name] = true
			}
		}
	}
	return names
}

// receiver is the type that a method is of, with a dot; "" for a function.
func receiver(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return ""
	}
	at := f.Recv.List[0].Type
	for {
		switch x := at.(type) {
		case *ast.StarExpr:
			at = x.X
		case *ast.IndexExpr:
			at = x.X
		case *ast.IndexListExpr:
			at = x.X
		case *ast.Ident:
			return x.Name + "."
		default:
			return ""
		}
	}
}
