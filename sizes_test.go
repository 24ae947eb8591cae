package runreport

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// How large a room may be before it is to be parted.
const (
	maxCodeLines = 6000 // of a package, without blank lines and comments
	maxFiles     = 60   // of a package
	maxMethods   = 30   // of a type
	maxColumns   = 120  // of most lines, a tab being four
	longLines    = 0.02 // share of lines that may be longer
)

// roomSize is what a package comes to.
type roomSize struct {
	files, code int
	methods     map[string]int
}

func TestRoomsKeepTheirSize(t *testing.T) {
	rooms := map[string]*roomSize{}
	lines, long := 0, 0
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if name := d.Name(); name == "node_modules" || name == "testdata" || len(name) > 1 && name[0] == '.' {
				return filepath.SkipDir
			}
			return nil
		}
		if filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		dir := filepath.ToSlash(filepath.Dir(path))
		if rooms[dir] == nil {
			rooms[dir] = &roomSize{methods: map[string]int{}}
		}
		room := rooms[dir]
		room.files++
		for line := range strings.Lines(string(text)) {
			lines++
			if utf8.RuneCountInString(strings.ReplaceAll(line, "\t", "    ")) > maxColumns+1 { // its end is one
				long++
			}
			if s := strings.TrimSpace(line); s != "" && !strings.HasPrefix(s, "//") {
				room.code++
			}
		}
		return room.count(path, text)
	})
	if err != nil {
		t.Fatal(err)
	}
	for dir, room := range rooms {
		if room.code > maxCodeLines || room.files > maxFiles {
			t.Errorf("%s has %d lines of code in %d files, want at most %d in %d", dir, room.code, room.files, maxCodeLines, maxFiles)
		}
		for name, n := range room.methods {
			if n > maxMethods {
				t.Errorf("%s.%s has %d methods, want at most %d", dir, name, n, maxMethods)
			}
		}
	}
	if share := float64(long) / float64(lines); share > longLines {
		t.Errorf("%d of %d lines are longer than %d columns, want at most %g of them", long, lines, maxColumns, longLines)
	}
	if lines < 50_000 {
		t.Errorf("only %d lines were looked at", lines)
	}
}

// count adds the methods of a file.
func (r *roomSize) count(path string, text []byte) error {
	f, err := parser.ParseFile(token.NewFileSet(), path, text, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	for _, d := range f.Decls {
		if m, ok := d.(*ast.FuncDecl); ok && m.Recv != nil {
			r.methods[receiver(m.Recv.List[0].Type)]++
		}
	}
	return nil
}

// receiver is the name of the type that a method is of.
func receiver(x ast.Expr) string {
	switch x := x.(type) {
	case *ast.StarExpr:
		return receiver(x.X)
	case *ast.IndexExpr: // of a type with a parameter
		return receiver(x.X)
	case *ast.IndexListExpr:
		return receiver(x.X)
	case *ast.Ident:
		return x.Name
	}
	return ""
}
