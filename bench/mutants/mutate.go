package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"strconv"
)

// mutant is one change of the code: the bytes from..to of a file become text.
type mutant struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Change string `json:"change"`
	Killed bool   `json:"killed"`

	path, text string
	from, to   int
}

// swapped are the operators that stand in for each other.
var swapped = map[token.Token]token.Token{
	token.LSS: token.LEQ, token.LEQ: token.LSS, token.GTR: token.GEQ, token.GEQ: token.GTR,
	token.EQL: token.NEQ, token.NEQ: token.EQL, token.LAND: token.LOR, token.LOR: token.LAND,
	token.ADD: token.SUB, token.SUB: token.ADD, token.MUL: token.QUO, token.QUO: token.MUL,
}

// sites are all mutants of a package.
func (p *pkg) sites() ([]mutant, error) {
	var all []mutant
	for _, path := range p.files {
		content, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		files := token.NewFileSet()
		f, err := parser.ParseFile(files, path, content, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		s := &site{path: path, content: content, files: files}
		ast.Walk(s, f)
		all = append(all, s.found...)
	}
	return all, nil
}

// site collects the mutants of a file.
type site struct {
	path    string
	content []byte
	files   *token.FileSet
	found   []mutant
}

func (s *site) add(from, to token.Pos, text, change string) {
	at := s.files.Position(from)
	s.found = append(s.found, mutant{Line: at.Line, Change: change, path: s.path, from: at.Offset, to: s.files.Position(to).Offset, text: text})
}

// Visit looks at a node. Sizes that are given to make change no result, and imports and the
// tags of fields are no code.
func (s *site) Visit(n ast.Node) ast.Visitor {
	switch n := n.(type) {
	case *ast.ImportSpec, *ast.ArrayType:
		return nil
	case *ast.CallExpr:
		if name, ok := n.Fun.(*ast.Ident); ok && (name.Name == "make" || name.Name == "panic") {
			return nil
		}
	case *ast.BinaryExpr:
		if other, ok := swapped[n.Op]; ok {
			s.add(n.OpPos, n.OpPos+token.Pos(len(n.Op.String())), other.String(), fmt.Sprintf("%s instead of %s", other, n.Op))
		}
	case *ast.IfStmt:
		// The condition stays, since it may be all that uses a variable.
		from, to := s.files.Position(n.Cond.Pos()).Offset, s.files.Position(n.Cond.End()).Offset
		cond := "(" + string(s.content[from:to]) + ")"
		s.add(n.Cond.Pos(), n.Cond.End(), "false && "+cond, "the condition is never met")
		s.add(n.Cond.Pos(), n.Cond.End(), "true || "+cond, "the condition is always met")
	case *ast.BasicLit:
		if n.Kind != token.INT {
			break
		}
		if v, err := strconv.ParseInt(n.Value, 0, 32); err == nil {
			s.add(n.Pos(), n.End(), strconv.FormatInt(v+1, 10), fmt.Sprintf("%d instead of %s", v+1, n.Value))
		}
	case *ast.Ident:
		switch n.Name {
		case "true":
			s.add(n.Pos(), n.End(), "false", "false instead of true")
		case "false":
			s.add(n.Pos(), n.End(), "true", "true instead of false")
		}
	case *ast.ReturnStmt:
		for _, r := range n.Results {
			if id, ok := r.(*ast.Ident); ok && id.Name == "err" {
				s.add(id.Pos(), id.End(), "nil", "the error is not returned")
			}
		}
	case *ast.IncDecStmt:
		s.add(n.TokPos, n.End(), map[token.Token]string{token.INC: "--", token.DEC: "++"}[n.Tok], "counted the other way")
	case *ast.BranchStmt:
		if n.Tok == token.CONTINUE && n.Label == nil {
			s.add(n.Pos(), n.End(), "break", "break instead of continue")
		}
	case *ast.AssignStmt:
		if n.Tok == token.ADD_ASSIGN {
			s.add(n.TokPos, n.TokPos+2, "-=", "-= instead of +=")
		}
	}
	return s
}
