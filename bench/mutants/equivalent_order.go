package main

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
)

// extreme hides that equal values are assigned to one another too:
//
//	if n > most {
//		most = n
//	}
//
// Of floats 0 and -0 are equal and print otherwise, so they are not meant.
func (u *unseen) extreme(n *ast.IfStmt) {
	cond, ok := n.Cond.(*ast.BinaryExpr)
	if !ok || n.Else != nil || len(n.Body.List) != 1 {
		return
	}
	switch cond.Op {
	case token.LSS, token.LEQ, token.GTR, token.GEQ:
	default:
		return
	}
	s, ok := n.Body.List[0].(*ast.AssignStmt)
	if !ok || s.Tok != token.ASSIGN || len(s.Lhs) != 1 || len(s.Rhs) != 1 || !u.silent(cond.X) || !u.silent(cond.Y) {
		return
	}
	to, from := types.ExprString(s.Lhs[0]), types.ExprString(s.Rhs[0])
	x, y := types.ExprString(cond.X), types.ExprString(cond.Y)
	if (to != x || from != y) && (to != y || from != x) {
		return
	}
	if t, ok := u.info.TypeOf(s.Lhs[0]).Underlying().(*types.Basic); ok && t.Info()&(types.IsInteger|types.IsString) != 0 {
		u.nodes[cond] = append(u.nodes[cond], fmt.Sprintf("%s instead of %s", swapped[cond.Op], cond.Op))
	}
}

// priorities hides one more of a number that puts the parsers of a Markdown library in an
// order, where no other number of the same list is near enough for that to matter.
func (u *unseen) priorities(n *ast.CallExpr) {
	var numbers []*ast.BasicLit
	values := map[int]bool{}
	for _, a := range n.Args {
		call, ok := a.(*ast.CallExpr)
		if !ok || u.function(call) != "github.com/yuin/goldmark/util.Prioritized" {
			return
		}
		lit, ok := call.Args[1].(*ast.BasicLit)
		if !ok {
			return
		}
		v, err := strconv.Atoi(lit.Value)
		if err != nil || values[v] {
			return
		}
		values[v] = true
		numbers = append(numbers, lit)
	}
	for _, lit := range numbers {
		if v, _ := strconv.Atoi(lit.Value); !values[v+1] {
			u.hide(lit)
		}
	}
}
