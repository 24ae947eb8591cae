// Command race prints the packages whose tests the race detector can learn from: those with
// code, of their own or of their tests, that starts goroutines.
//
//	go test -race $(go run ./.ci/race)
//
// A race takes two goroutines. What they run of a package that starts none, such as the
// decoder of one format, is run by the tests of the package that starts them: ingest reads
// the small logs of all formats on several goroutines.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	list, err := packages()
	if err == nil {
		_, err = fmt.Println(strings.Join(list, "\n"))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// goPackage is what go list says of a package.
type goPackage struct {
	ImportPath, Dir                    string
	GoFiles, TestGoFiles, XTestGoFiles []string
}

func (p *goPackage) files() []string {
	return slices.Concat(p.GoFiles, p.TestGoFiles, p.XTestGoFiles)
}

// packages are those below the folder with goroutines. Each has tests, or that is an error.
func packages() ([]string, error) {
	out, err := exec.Command("go", "list", "-json=ImportPath,Dir,GoFiles,TestGoFiles,XTestGoFiles", "./...").Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	var list []string
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p goPackage
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return list, nil
		} else if err != nil {
			return nil, err
		}
		for _, name := range p.files() {
			content, err := os.ReadFile(filepath.Join(p.Dir, name))
			if err != nil {
				return nil, err
			}
			starts, err := startsGoroutines(name, content)
			if err != nil {
				return nil, err
			}
			if starts && len(p.TestGoFiles)+len(p.XTestGoFiles) == 0 {
				return nil, fmt.Errorf("%s starts goroutines and has no tests that a race shows in", p.ImportPath)
			} else if starts {
				list = append(list, p.ImportPath)
				break
			}
		}
	}
}

// startsGoroutines is whether a file has a go statement, calls what is named as the things that
// start goroutines are (Go of sync.WaitGroup and of errgroup, Parallel and RunParallel of
// testing, AfterFunc of time and context, servers), or imports unit/parallel.
func startsGoroutines(name string, content []byte) (bool, error) {
	file, err := parser.ParseFile(token.NewFileSet(), name, content, parser.SkipObjectResolution)
	if err != nil {
		return false, err
	}
	found := false
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			found = true
		case *ast.ImportSpec:
			found = found || n.Path.Value == `"runreport/unit/parallel"`
		case *ast.SelectorExpr:
			found = found || slices.Contains(starters, n.Sel.Name)
		}
		return !found
	})
	return found, nil
}

var starters = []string{
	"Go", "Parallel", "RunParallel", "AfterFunc", "NewServer", "NewTLSServer", "NewUnstartedServer", "Serve",
}
