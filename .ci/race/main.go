// Command race prints the packages whose tests the race detector can learn from: those with
// code, of their own or of their tests, that starts goroutines. With -skip it prints what go
// test's flag of that name wants: the tests of a list that take long and show no race.
//
//	go test -race -skip "$(go run ./.ci/race -skip)" $(go run ./.ci/race)
//
// A race takes two goroutines. What they run of a package that starts none, such as the
// decoder of one format, is run by the tests of the package that starts them: ingest reads
// the small logs of all formats on several goroutines.
package main

import (
	_ "embed"
	"encoding/json"
	"errors"
	"flag"
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
	skip := flag.Bool("skip", false, "print the tests that are left out")
	flag.Parse()
	if err := run(*skip); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(skip bool) error {
	list, err := packages()
	if err != nil {
		return err
	}
	if !skip {
		fmt.Println(strings.Join(list, "\n"))
		return nil
	}
	tests, err := alone(list)
	if err != nil {
		return err
	}
	fmt.Println("^(" + strings.Join(tests, "|") + ")$")
	return nil
}

//go:embed alone.txt
var aloneList string

// alone are the tests of the list, which are those of a package in the folder that runs under
// the race detector. A test that is not there is an error.
func alone(racy []string) ([]string, error) {
	var tests []string
	for i, line := range strings.Split(aloneList, "\n") {
		words := strings.Fields(line)
		if len(words) == 0 || words[0] == "#" {
			continue
		}
		if len(words) < 3 || !slices.Contains(racy, "runreport/"+words[0]) {
			return nil, fmt.Errorf("alone.txt:%d: expected a package with goroutines, a test and a reason, not %q", i+1, line)
		}
		files, err := filepath.Glob(filepath.Join(filepath.FromSlash(words[0]), "*_test.go"))
		if err != nil {
			return nil, err
		}
		found := false
		for _, name := range files {
			content, err := os.ReadFile(name)
			if err != nil {
				return nil, err
			}
			found = found || strings.Contains(string(content), "\nfunc "+words[1]+"(t *testing.T) {")
		}
		if !found {
			return nil, fmt.Errorf("alone.txt:%d: %s has no test %s", i+1, words[0], words[1])
		}
		tests = append(tests, words[1])
	}
	return tests, nil
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
