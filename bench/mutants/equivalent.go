package main

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// unseen are the changes of a file that cannot show in any result, whatever the tests: those
// of a node by their text, or all changes at and below the node where the list is empty. Each
// rule is a proof from the text of the code and the documentation of Go; that no test notices
// a change is no reason to be here.
type unseen struct {
	info  *types.Info
	nodes map[ast.Node][]string
	// reserves are the arguments that say how much room is made ready.
	reserves []ast.Expr
}

func unseenOf(f *ast.File, info *types.Info) *unseen {
	u := &unseen{info: info, nodes: map[ast.Node][]string{}}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			u.call(n)
			u.priorities(n)
		case *ast.IfStmt:
			u.guard(n)
			u.extreme(n)
		case *ast.ForStmt:
			u.lastSwitch(n.Body)
		case *ast.RangeStmt:
			u.lastSwitch(n.Body)
		}
		return true
	})
	u.rooms(f)
	return u
}

// is reports whether a change of a node cannot show.
func (u *unseen) is(n ast.Node, change string) bool {
	changes, ok := u.nodes[n]
	return ok && (len(changes) == 0 || slices.Contains(changes, change))
}

// below reports whether nothing at and below a node can show.
func (u *unseen) below(n ast.Node) bool {
	changes, ok := u.nodes[n]
	return ok && len(changes) == 0
}

func (u *unseen) hide(nodes ...ast.Expr) {
	for _, n := range nodes {
		u.nodes[n] = nil
	}
}

// reserve hides arguments that say how much room is made ready: it is no result.
func (u *unseen) reserve(args ...ast.Expr) {
	u.hide(args...)
	u.reserves = append(u.reserves, args...)
}

// call looks at the arguments of a call. The length of a slice is a result; its capacity, the
// room of a map or a channel and the size of a buffer that is written to are none. All
// negative counts mean the same to strings.Split and its like, a comparison is asked for its
// sign only, and the bits of a float are 32 or not.
func (u *unseen) call(n *ast.CallExpr) {
	if name, ok := n.Fun.(*ast.Ident); ok && u.builtin(name) {
		switch name.Name {
		case "panic":
			u.hide(n.Args...)
		case "make":
			if _, slice := u.info.TypeOf(n.Args[0]).Underlying().(*types.Slice); slice {
				u.reserve(n.Args[min(2, len(n.Args)):]...)
			} else {
				u.reserve(n.Args[1:]...)
			}
		}
		return
	}
	name := u.function(n)
	switch {
	case strings.HasSuffix(name, ".Grow"):
		u.reserve(n.Args[len(n.Args)-1])
	case name == "bufio.NewWriterSize":
		u.reserve(n.Args[1])
	case name == "strconv.ParseFloat":
		u.hide(n.Args[1])
	case slices.Contains(counted, name) || strings.HasPrefix(name, "(*regexp.Regexp).FindAll"):
		u.negative(n.Args[len(n.Args)-1])
	case name == "strconv.FormatFloat":
		u.negative(n.Args[2])
	case name == "strconv.AppendFloat":
		u.negative(n.Args[3])
	case slices.Contains(sorting, name):
		if f, ok := n.Args[len(n.Args)-1].(*ast.FuncLit); ok {
			u.signs(f)
		}
	}
}

var (
	counted = []string{"strings.Replace", "strings.SplitN", "strings.SplitAfterN",
		"bytes.Replace", "bytes.SplitN", "bytes.SplitAfterN"}
	sorting = []string{"slices.SortFunc", "slices.SortStableFunc", "slices.IsSortedFunc",
		"slices.MinFunc", "slices.MaxFunc", "slices.BinarySearchFunc"}
)

func (u *unseen) builtin(name *ast.Ident) bool {
	_, ok := u.info.Uses[name].(*types.Builtin)
	return ok
}

// function is the full name of what a call calls, as strings.Replace; "" if it has none.
func (u *unseen) function(n *ast.CallExpr) string {
	if sel, ok := n.Fun.(*ast.SelectorExpr); ok {
		if f, ok := u.info.Uses[sel.Sel].(*types.Func); ok {
			return f.FullName()
		}
	}
	return ""
}

// negative hides the number of a -1 that stands for any negative number.
func (u *unseen) negative(e ast.Expr) {
	if x, ok := e.(*ast.UnaryExpr); ok && x.Op == token.SUB {
		if lit, ok := x.X.(*ast.BasicLit); ok {
			u.hide(lit)
		}
	}
}

// signs hides the 1 of "return 1" and "return -1" of a comparison. A 0 stays: 1 is another answer.
func (u *unseen) signs(f *ast.FuncLit) {
	ast.Inspect(f.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			for _, r := range n.Results {
				u.negative(r)
				if lit, ok := r.(*ast.BasicLit); ok && lit.Value != "0" {
					u.hide(lit)
				}
			}
		}
		return true
	})
}

// guard hides that a condition is always met where it only passes over what does nothing:
//
//	if len(names) > 0 {
//		for _, name := range names { … }
//	}
func (u *unseen) guard(n *ast.IfStmt) {
	cond, ok := n.Cond.(*ast.BinaryExpr)
	if !ok || n.Init != nil || n.Else != nil || len(n.Body.List) != 1 {
		return
	}
	ranged := u.overEmpty(n.Body.List[0])
	if ranged == "" {
		return
	}
	switch x := cond.X.(type) {
	case *ast.CallExpr:
		name, ok := x.Fun.(*ast.Ident)
		if !ok || name.Name != "len" || !u.builtin(name) || types.ExprString(x.Args[0]) != ranged ||
			types.ExprString(cond.Y) != "0" || cond.Op != token.GTR && cond.Op != token.NEQ {
			return
		}
	default:
		if cond.Op != token.NEQ || types.ExprString(cond.Y) != "nil" || types.ExprString(x) != ranged {
			return
		}
	}
	u.nodes[cond] = append(u.nodes[cond], "the condition is always met")
	if cond.Op == token.GTR {
		u.nodes[cond] = append(u.nodes[cond], ">= instead of >")
	}
}

// overEmpty is the name of the slice or map without whose elements a statement does nothing.
func (u *unseen) overEmpty(s ast.Stmt) string {
	var over ast.Expr
	switch s := s.(type) {
	case *ast.RangeStmt:
		over = s.X
	case *ast.AssignStmt: // to = append(to, all...)
		call, ok := s.Rhs[0].(*ast.CallExpr)
		if !ok || len(s.Lhs) != 1 || s.Tok != token.ASSIGN || !call.Ellipsis.IsValid() || len(call.Args) != 2 {
			return ""
		}
		name, ok := call.Fun.(*ast.Ident)
		if !ok || name.Name != "append" || !u.builtin(name) || types.ExprString(call.Args[0]) != types.ExprString(s.Lhs[0]) {
			return ""
		}
		over = call.Args[1]
	default:
		return ""
	}
	if t := u.info.TypeOf(over); t != nil && plainName(over) {
		switch t.Underlying().(type) {
		case *types.Slice, *types.Map:
			return types.ExprString(over)
		}
	}
	return ""
}

// plainName reports a name or a field of one, which can be asked for twice.
func plainName(e ast.Expr) bool {
	if sel, ok := e.(*ast.SelectorExpr); ok {
		return plainName(sel.X)
	}
	_, ok := e.(*ast.Ident)
	return ok
}

// lastSwitch hides the continue of a switch that is the last statement of its loop: break
// leaves the switch, and the loop goes on as well.
func (u *unseen) lastSwitch(loop *ast.BlockStmt) {
	if len(loop.List) == 0 {
		return
	}
	var body *ast.BlockStmt
	switch s := loop.List[len(loop.List)-1].(type) {
	case *ast.SwitchStmt:
		body = s.Body
	case *ast.TypeSwitchStmt:
		body = s.Body
	case *ast.SelectStmt:
		body = s.Body
	default:
		return
	}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ForStmt, *ast.RangeStmt, *ast.FuncLit, *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
			return false // break leaves this one, and what stands behind it still runs
		case *ast.BranchStmt:
			if n.Tok == token.CONTINUE && n.Label == nil {
				u.nodes[n] = nil
			}
		}
		return true
	})
}

// rooms hides how variables are counted that nothing reads but the arguments that make room.
func (u *unseen) rooms(f *ast.File) {
	reads := map[types.Object]int{}          // all places of a variable
	inRoom := map[types.Object]int{}         // those in arguments that make room
	written := map[types.Object][]ast.Node{} // statements that do nothing but write it
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			if v := u.local(n); v != nil {
				reads[v]++
			}
		case *ast.ValueSpec:
			for _, name := range n.Names {
				if v := u.local(name); v != nil && len(n.Values) == 0 {
					reads[v]--
				}
			}
		case *ast.IncDecStmt:
			u.write(written, n.X, n)
		case *ast.AssignStmt:
			if len(n.Lhs) == 1 && len(n.Rhs) == 1 && u.silent(n.Rhs[0]) {
				u.write(written, n.Lhs[0], n)
			}
		}
		return true
	})
	for _, e := range u.reserves {
		ast.Inspect(e, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				if v := u.local(id); v != nil {
					inRoom[v]++
				}
			}
			return true
		})
	}
	for v, n := range inRoom {
		if n+len(written[v]) == reads[v] {
			for _, s := range written[v] {
				u.nodes[s] = nil
			}
		}
	}
}

// local is the variable of a function that a name stands for; nil for any other name.
func (u *unseen) local(id *ast.Ident) types.Object {
	o := u.info.ObjectOf(id)
	if v, ok := o.(*types.Var); ok && !v.IsField() && v.Pkg() != nil && v.Parent() != v.Pkg().Scope() {
		return v
	}
	return nil
}

func (u *unseen) write(written map[types.Object][]ast.Node, e ast.Expr, s ast.Node) {
	if id, ok := e.(*ast.Ident); ok {
		if v := u.local(id); v != nil {
			written[v] = append(written[v], s)
		}
	}
}

// silent reports an expression that does nothing but give a value, and cannot fail.
func (u *unseen) silent(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Ident, *ast.BasicLit:
		return true
	case *ast.SelectorExpr:
		return plainName(e)
	case *ast.BinaryExpr:
		return e.Op != token.QUO && e.Op != token.REM && u.silent(e.X) && u.silent(e.Y)
	case *ast.CallExpr:
		name, ok := e.Fun.(*ast.Ident)
		return ok && u.builtin(name) && slices.Contains([]string{"len", "cap", "min", "max"}, name.Name) &&
			!slices.ContainsFunc(e.Args, func(a ast.Expr) bool { return !u.silent(a) })
	}
	return false
}
