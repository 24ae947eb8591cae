package main

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"slices"
	"strings"
)

// exported reads the export data of what a package imports.
func exported(files map[string]string, fset *token.FileSet) types.Importer {
	return importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) {
		file := files[path]
		if file == "" {
			return nil, fmt.Errorf("no export data of %s", path)
		}
		return os.Open(file)
	})
}

// check reports whether the package compiles with the text in the place of the file. Without
// a file, it returns the types of the expressions of the package as it is.
func (p *pkg) check(path, text string) (*types.Info, error) {
	var files []*ast.File
	for _, name := range p.files {
		f := p.syntax[name]
		if name == path {
			var err error
			if f, err = parser.ParseFile(p.fset, path, text, parser.SkipObjectResolution); err != nil {
				return nil, err
			}
		}
		files = append(files, f)
	}
	if path != "" {
		f, err := parser.ParseFile(p.fset, "mutants.go", p.chooser(), parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{},
		Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}}
	c := types.Config{Importer: p.importer, Sizes: types.SizesFor("gc", "amd64")}
	_, err := c.Check(p.path, p.fset, files, info)
	return info, err
}

// typed is the type of a node as its file writes it; "" where it has no name there.
func (p *pkg) typed(info *types.Info, m mutant) string {
	if m.expr == nil {
		return ""
	}
	t := info.Types[m.expr].Type
	if id, ok := m.expr.(*ast.Ident); ok && (id.Name == "true" || id.Name == "false") {
		t = types.Default(t)
	}
	if id, ok := m.expr.(*ast.Ident); ok && id.Name == "err" {
		return "error"
	}
	if t == nil {
		return ""
	}
	if b, ok := t.(*types.Basic); ok && b.Kind() == types.UntypedBool {
		t = types.Default(t)
	}
	known := true
	name := types.TypeString(t, func(other *types.Package) string {
		if other.Path() == p.path {
			return ""
		}
		for _, i := range p.syntax[m.path].Imports {
			if strings.Trim(i.Path.Value, `"`) == other.Path() {
				if i.Name != nil {
					return i.Name.Name
				}
				return other.Name()
			}
		}
		known = false
		return other.Name()
	})
	if !known || strings.HasPrefix(name, "untyped") {
		return ""
	}
	return name
}

// chooser is the file with the function that tells which mutant is to be: the one that the
// environment names. Those that are asked for are written to a file, since one that is never
// asked for cannot be killed.
func (p *pkg) chooser() string {
	return `package ` + p.name + `

import (
	mutantOS "os"
	mutantConv "strconv"
	mutantSync "sync"
)

var (
	mutantChosen, _ = mutantConv.Atoi(mutantOS.Getenv("MUTANT"))
	mutantSeen      = mutantOS.Getenv("MUTANTS_SEEN")
	mutantAsked     mutantSync.Map
)

func mutantOn(n int) bool {
	if mutantSeen != "" {
		if _, before := mutantAsked.LoadOrStore(n, true); !before {
			if f, err := mutantOS.OpenFile(mutantSeen, mutantOS.O_APPEND|mutantOS.O_CREATE|mutantOS.O_WRONLY, 0o600); err == nil {
				f.WriteString(mutantConv.Itoa(n) + "\n")
				f.Close()
			}
		}
	}
	return n == mutantChosen
}
`
}

// written is the text of a file with mutants: with one of them as it would stand in the code,
// or with all of them to be chosen from by their number.
func (p *pkg) written(path string, all []*numbered) string {
	var here []*numbered
	for _, m := range all {
		if m.path == path {
			here = append(here, m)
		}
	}
	// The outer ones first. Where two are of the same text, a condition is the outer one: it was
	// found first, and an operator writes its two sides only, so that a condition around both
	// would be lost in it.
	slices.SortFunc(here, func(a, b *numbered) int { return cmp.Or(a.from-b.from, b.to-a.to, a.order-b.order) })
	content := string(p.content[path])
	var render func(from, to, after int) string
	render = func(from, to, after int) string {
		var b strings.Builder
		at := from
		for i := after; i < len(here); i++ {
			m := here[i]
			if m.from < at || m.to > to {
				continue
			}
			b.WriteString(content[at:m.from])
			inner := func(from, to int) string { return render(from, to, i+1) }
			if m.number == 0 {
				b.WriteString(m.plain(inner))
			} else {
				b.WriteString(m.both(fmt.Sprintf("mutantOn(%d)", m.number), inner, m.typed))
			}
			at = m.to
		}
		b.WriteString(content[at:to])
		return b.String()
	}
	return render(0, len(content), 0)
}

// numbered is a mutant that can be chosen by its number; with 0 it stands in the code.
type numbered struct {
	*mutant
	number int
	typed  string
}
