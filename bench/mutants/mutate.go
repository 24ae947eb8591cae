package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"strconv"
)

// mutant is one change of the code: the bytes from..to of a file become something else.
type mutant struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Change string `json:"change"`
	Killed bool   `json:"killed"`
	By     string `json:"by,omitempty"` // the package whose tests failed

	path     string
	from, to int
	order    int // in which it was found: what is around it comes before it
	// plain is the changed text. both is text that is one or the other: on is the condition
	// under which it is the changed one. Both get the text of a part of the node by source,
	// in which other mutants may be written already. typed is the name of the type of expr.
	plain func(source source) string
	both  func(on string, source source, typed string) string
	expr  ast.Expr // whose type is given to both; nil if none is needed
}

// source is the text between two places of a file.
type source func(from, to int) string

// swapped are the operators that stand in for each other.
var swapped = map[token.Token]token.Token{
	token.LSS: token.LEQ, token.LEQ: token.LSS, token.GTR: token.GEQ, token.GEQ: token.GTR,
	token.EQL: token.NEQ, token.NEQ: token.EQL, token.LAND: token.LOR, token.LOR: token.LAND,
	token.ADD: token.SUB, token.SUB: token.ADD, token.MUL: token.QUO, token.QUO: token.MUL,
}

// sites are all mutants of a package but those that cannot show.
func (p *pkg) sites() ([]mutant, *types.Info, error) {
	for _, path := range p.files {
		content, err := os.ReadFile(path)
		if err != nil {
			return nil, nil, err
		}
		f, err := parser.ParseFile(p.fset, path, content, parser.SkipObjectResolution)
		if err != nil {
			return nil, nil, err
		}
		p.syntax[path], p.content[path] = f, content
	}
	info, err := p.check("", "")
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", p.path, err)
	}
	var all []mutant
	for _, path := range p.files {
		s := &site{path: path, files: p.fset, unseen: unseenOf(p.syntax[path], info)}
		ast.Walk(s, p.syntax[path])
		for _, m := range s.found {
			m.order = len(all)
			all = append(all, m)
		}
	}
	return all, info, nil
}

// site collects the mutants of a file.
type site struct {
	path   string
	files  *token.FileSet
	unseen *unseen
	found  []mutant
}

func (s *site) at(p token.Pos) int { return s.files.Position(p).Offset }

func (s *site) add(n ast.Node, change string, m mutant) {
	if s.unseen.is(n, change) {
		return
	}
	m.Line, m.Change, m.path = s.files.Position(n.Pos()).Line, change, s.path
	m.from, m.to = s.at(n.Pos()), s.at(n.End())
	s.found = append(s.found, m)
}

// either chooses between two statements.
func either(change, keep func(source) string) mutant {
	return mutant{plain: change, both: func(on string, text source, _ string) string {
		return "func() { if " + on + " { " + change(text) + " } else { " + keep(text) + " } }()"
	}}
}

// value chooses between two values of the type of e.
func value(e ast.Expr, change, keep func(source) string) mutant {
	return mutant{plain: change, expr: e, both: func(on string, text source, typed string) string {
		return "func() " + typed + " { if " + on + " { return " + change(text) + " }; return " + keep(text) + " }()"
	}}
}

func constant(s string) func(source) string { return func(source) string { return s } }

// Visit looks at a node. Imports and the tags of fields are no code.
func (s *site) Visit(n ast.Node) ast.Visitor {
	if s.unseen.below(n) {
		return nil
	}
	switch n := n.(type) {
	case *ast.ImportSpec, *ast.ArrayType:
		return nil
	case *ast.BinaryExpr:
		s.binary(n)
	case *ast.IfStmt:
		s.condition(n.Cond)
	case *ast.BasicLit:
		if n.Kind != token.INT {
			break
		}
		if v, err := strconv.ParseInt(n.Value, 0, 32); err == nil {
			s.add(n, fmt.Sprintf("%d instead of %s", v+1, n.Value), value(n, constant(strconv.FormatInt(v+1, 10)), constant(n.Value)))
		}
	case *ast.Ident:
		switch n.Name {
		case "true":
			s.add(n, "false instead of true", value(n, constant("false"), constant("true")))
		case "false":
			s.add(n, "true instead of false", value(n, constant("true"), constant("false")))
		}
	case *ast.ReturnStmt:
		for _, r := range n.Results {
			if id, ok := r.(*ast.Ident); ok && id.Name == "err" {
				s.add(id, "the error is not returned", value(id, constant("nil"), constant("err")))
			}
		}
	case *ast.IncDecStmt:
		x := func(op string) func(source) string {
			return func(text source) string { return text(s.at(n.X.Pos()), s.at(n.X.End())) + op }
		}
		other := map[token.Token]string{token.INC: "--", token.DEC: "++"}[n.Tok]
		s.add(n, "counted the other way", either(x(other), x(n.Tok.String())))
	case *ast.BranchStmt:
		if n.Tok == token.CONTINUE && n.Label == nil {
			s.add(n, "break instead of continue", mutant{plain: constant("break"),
				both: func(on string, _ source, _ string) string { return "{ if " + on + " { break }; continue }" }})
		}
	case *ast.AssignStmt:
		if n.Tok == token.ADD_ASSIGN {
			with := func(op string) func(source) string {
				return func(text source) string {
					return text(s.at(n.Lhs[0].Pos()), s.at(n.Lhs[0].End())) + op + text(s.at(n.Rhs[0].Pos()), s.at(n.Rhs[0].End()))
				}
			}
			s.add(n, "-= instead of +=", either(with(" -= "), with(" += ")))
		}
	}
	return s
}

func (s *site) binary(n *ast.BinaryExpr) {
	other, ok := swapped[n.Op]
	if !ok {
		return
	}
	with := func(op token.Token) func(source) string {
		return func(text source) string {
			return text(s.at(n.X.Pos()), s.at(n.X.End())) + " " + op.String() + " " + text(s.at(n.Y.Pos()), s.at(n.Y.End()))
		}
	}
	s.add(n, fmt.Sprintf("%s instead of %s", other, n.Op), value(n, with(other), with(n.Op)))
}

// condition makes a condition never or always met. It stays in the text, since it may be all
// that uses a variable.
func (s *site) condition(c ast.Expr) {
	cond := func(text source) string { return "(" + text(s.at(c.Pos()), s.at(c.End())) + ")" }
	s.add(c, "the condition is never met", mutant{
		plain: func(text source) string { return "false && " + cond(text) },
		both:  func(on string, text source, _ string) string { return "!" + on + " && " + cond(text) },
	})
	s.add(c, "the condition is always met", mutant{
		plain: func(text source) string { return "true || " + cond(text) },
		both:  func(on string, text source, _ string) string { return on + " || " + cond(text) },
	})
}
