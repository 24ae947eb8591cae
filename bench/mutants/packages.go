package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"go/ast"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// pkg is a package of the program.
type pkg struct {
	path, name, module, dir string
	tested                  bool     // has tests of its own
	above                   string   // the nearest package above it that has tests
	files                   []string // without tests, as paths
	lines                   int
	n                       int // how many mutants are wanted

	fset     *token.FileSet
	importer types.Importer
	syntax   map[string]*ast.File
	content  map[string][]byte
}

// list are the packages of the program that have code, the smallest first. What supports
// tests only is none of them.
func list(root, only string) ([]*pkg, error) {
	c := exec.Command("go", "list", "-deps", "-export", "-json=ImportPath,Name,Module,Dir,Export,GoFiles,TestGoFiles,XTestGoFiles", "./cmd/...")
	c.Dir, c.Stderr = root, os.Stderr
	out, err := c.Output()
	if err != nil {
		return nil, err
	}
	var all []*pkg
	exports, tested := map[string]string{}, map[string]bool{}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p struct {
			ImportPath, Name, Dir, Export string
			Module                        *struct {
				Path string
				Main bool
			}
			GoFiles, TestGoFiles, XTestGoFiles []string
		}
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
		exports[p.ImportPath] = p.Export
		tested[p.ImportPath] = len(p.TestGoFiles)+len(p.XTestGoFiles) > 0
		if p.Module == nil || !p.Module.Main || len(p.GoFiles) == 0 {
			continue
		}
		x := &pkg{path: p.ImportPath, name: p.Name, module: p.Module.Path, dir: p.Dir, tested: tested[p.ImportPath],
			fset: token.NewFileSet(), syntax: map[string]*ast.File{}, content: map[string][]byte{}}
		for _, f := range p.GoFiles {
			path := filepath.Join(p.Dir, f)
			content, err := os.ReadFile(path)
			if err != nil {
				return nil, err
			}
			x.files = append(x.files, path)
			x.lines += bytes.Count(content, []byte("\n"))
		}
		all = append(all, x)
	}
	for _, x := range all {
		x.importer = exported(exports, x.fset)
		for up := path.Dir(x.path); up != x.module && up != "."; up = path.Dir(up) {
			if tested[up] {
				x.above = up
				break
			}
		}
	}
	all = slices.DeleteFunc(all, func(p *pkg) bool { return !wanted(strings.TrimPrefix(p.path, p.module+"/"), only) })
	slices.SortStableFunc(all, func(a, b *pkg) int { return cmp.Compare(a.lines, b.lines) })
	return all, nil
}

// wanted reports whether a package is one of those that are named, separated by commas. A
// name with ... at its end stands for all packages below it too.
func wanted(path, only string) bool {
	if only == "" {
		return true
	}
	for name := range strings.SplitSeq(only, ",") {
		if below, all := strings.CutSuffix(name, "..."); path == name || all && strings.HasPrefix(path+"/", below) {
			return true
		}
	}
	return false
}

// share gives each package a part of the mutants by the lines of its code.
func share(packages []*pkg, o options) {
	lines := 0
	for _, p := range packages {
		lines += p.lines
	}
	for _, p := range packages {
		p.n = min(max(o.n*p.lines/lines, o.minimum), o.most)
	}
}
