package main

import (
	"fmt"
	"go/ast"
	"go/token"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Every mutant of a sample stands in the text, whatever the order in which they were drawn:
// one that does not is never chosen and seems to survive.
func TestEveryMutantIsWritten(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.go")
	text := `package a

func f(a, b int, c bool) int {
	if a+1 == b || c && a < 2 {
		a++
	}
	for a != b {
		a += 2
		continue
	}
	return a * b
}
`
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(50) {
		p := unchanged(path)
		sites, _, err := p.sites()
		if err != nil {
			t.Fatal(err)
		}
		if len(sites) < 10 {
			t.Fatalf("%d mutants", len(sites))
		}
		rand.New(rand.NewPCG(seed, 1)).Shuffle(len(sites), func(i, j int) { sites[i], sites[j] = sites[j], sites[i] })
		var all []*numbered
		for i := range sites {
			all = append(all, &numbered{mutant: &sites[i], number: i + 1, typed: "int"})
		}
		got := p.written(path, all)
		for _, m := range all {
			if !strings.Contains(got, fmt.Sprintf("mutantOn(%d)", m.number)) {
				t.Fatalf("seed %d: %q of line %d is not in\n%s", seed, m.Change, m.Line, got)
			}
		}
	}
}

// unchanged is a package of one file that imports nothing.
func unchanged(path string) *pkg {
	return &pkg{name: "a", path: "a", files: []string{path}, fset: token.NewFileSet(), syntax: map[string]*ast.File{}, content: map[string][]byte{}}
}
