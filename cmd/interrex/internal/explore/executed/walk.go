package executed

import (
	"go/ast"
	"go/token"
	"slices"
)

// A walker marks the lines that were executed for certain.
type walker struct {
	source *Source
	known  []int
	marked map[int]bool
}

func (w *walker) mark(line int) { w.marked[line] = true }

// markAll marks all lines of a node.
func (w *walker) markAll(n ast.Node) {
	for i := w.source.line(n.Pos()); i <= w.source.line(n.End()-1); i++ {
		w.mark(i)
	}
}

// within reports whether a known line is one of the node's.
func (w *walker) within(n ast.Node) bool {
	from, to := w.source.line(n.Pos()), w.source.line(n.End()-1)
	return slices.ContainsFunc(w.known, func(i int) bool { return from <= i && i <= to })
}

// block marks the statements of a block that was entered: those before the last that has a known
// line, the parts of them that are certain, and those after it until one may leave the block.
func (w *walker) block(list []ast.Stmt) {
	last := -1
	for i, s := range list {
		if w.within(s) {
			last = i
		}
	}
	for i, s := range list {
		if i > last && i > 0 && leaves(list[i-1]) {
			return
		}
		w.statement(s)
	}
}

// statement marks the parts of an executed statement that certainly were executed too. It does not mark a condition if
// it is not certain that it held.
func (w *walker) statement(s ast.Stmt) {
	switch s := s.(type) {
	case *ast.IfStmt:
		w.branch(s, s.Body)
		if s.Else != nil && w.isBehind(s.Body, s.Else) {
			w.statement(s.Else)
		}
	case *ast.SwitchStmt:
		w.head(s, s.Body)
		w.clauses(s.Body)
	case *ast.TypeSwitchStmt:
		w.head(s, s.Body)
		w.clauses(s.Body)
	case *ast.ForStmt:
		w.branch(s, s.Body)
	case *ast.RangeStmt:
		w.branch(s, s.Body)
	case *ast.BlockStmt:
		w.block(s.List)
	case *ast.SelectStmt:
		w.mark(w.source.line(s.Pos()))
	case *ast.LabeledStmt:
		w.statement(s.Stmt)
	default:
		w.simple(s)
	}
}

// isBehind reports whether a known line is in an else branch, behind the line on which the branch
// before it ends.
func (w *walker) isBehind(before *ast.BlockStmt, otherwise ast.Stmt) bool {
	end, to := w.source.line(before.End()-1), w.source.line(otherwise.End()-1)
	return slices.ContainsFunc(w.known, func(i int) bool { return end < i && i <= to })
}

// head marks the lines of a statement before its body.
func (w *walker) head(s ast.Stmt, body *ast.BlockStmt) {
	for i := w.source.line(s.Pos()); i <= w.source.line(body.Lbrace); i++ {
		w.mark(i)
	}
}

// branch marks a statement with a body if a known line is in the body: otherwise it is not known
// whether its condition holds.
func (w *walker) branch(s ast.Stmt, body *ast.BlockStmt) {
	if w.nested(body) {
		w.head(s, body)
	}
}

// nested marks a body if a known line is in it, behind the brace that opens it, and reports whether
// one is.
func (w *walker) nested(body *ast.BlockStmt) bool {
	is := slices.ContainsFunc(body.List, func(s ast.Stmt) bool { return w.within(s) })
	if is {
		w.block(body.List)
	}
	return is
}

// clauses marks the clauses of a switch in whose bodies a known line is.
func (w *walker) clauses(body *ast.BlockStmt) {
	for _, s := range body.List {
		c := s.(*ast.CaseClause)
		if slices.ContainsFunc(c.Body, func(s ast.Stmt) bool { return w.within(s) }) {
			for i := w.source.line(c.Pos()); i <= w.source.line(c.Colon); i++ {
				w.mark(i)
			}
			w.block(c.Body)
		}
	}
}

// simple marks a statement without branches. The bodies of functions in it are marked only as far as
// known lines say.
func (w *walker) simple(s ast.Stmt) {
	var literals []*ast.FuncLit
	ast.Inspect(s, func(n ast.Node) bool {
		if f, ok := n.(*ast.FuncLit); ok {
			literals = append(literals, f)
			return false
		}
		return true
	})
	if literals == nil {
		w.markAll(s)
		return
	}
	w.mark(w.source.line(s.Pos()))
	for _, f := range literals {
		w.nested(f.Body)
	}
}

// leaves reports whether a statement may leave its block, so that the next one is not executed.
func leaves(s ast.Stmt) bool {
	found := false
	ast.Inspect(s, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			found = true
		case *ast.BranchStmt:
			found = found || n.Tok != token.FALLTHROUGH
		}
		return !found
	})
	return found
}
