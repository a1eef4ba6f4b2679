package coverage

import (
	"go/ast"
	"go/token"
	"os"
	"slices"
	"strings"
)

// walker lists the outermost branches of a function that were never entered.
type walker struct {
	*source
	function *function
	part     *part
	list     []Branch
	dead     []span // those of the list that have names that are not used
}

// span is a part of a file.
type span struct{ from, to token.Pos }

// add lists a branch.
func (w *walker) add(from, to token.Pos, why string) {
	at := w.position(from)
	w.list = append(w.list, Branch{File: w.part.name, Path: w.part.path, At: at, Until: w.position(to).Line,
		Source: strings.TrimSpace(w.part.lines[at.Line-1]), Why: why})
	if why != alwaysHolds {
		w.dead = append(w.dead, span{from, to})
	}
}

// names returns the names in a body that stand outside of branches that were never entered: all that stand
// alone, which may be functions, and those behind a point that are called, which may be methods, with the point.
func (w *walker) names(body ast.Node) []string {
	var list []string
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if method, ok := n.Fun.(*ast.SelectorExpr); ok && w.isTaken(method.Sel) {
				list = append(list, "."+method.Sel.Name)
			}
		case *ast.SelectorExpr:
			list = append(list, w.names(n.X)...)
			return false
		case *ast.KeyValueExpr: // the key is a field
			list = append(list, w.names(n.Value)...)
			return false
		case *ast.Ident:
			if w.isTaken(n) {
				list = append(list, n.Name)
			}
		}
		return true
	})
	return list
}

// isTaken reports whether a name stands outside of branches that were never entered.
func (w *walker) isTaken(id *ast.Ident) bool {
	return !slices.ContainsFunc(w.dead, func(s span) bool { return s.from <= id.Pos() && id.Pos() < s.to })
}

// statements walks through a list of statements that was entered.
func (w *walker) statements(list []ast.Stmt) {
	for _, s := range list {
		if isCounted(s) && w.countAt(w.part, s.Pos()) == 0 {
			w.add(s.Pos(), list[len(list)-1].End(), neverReached)
			return
		}
		w.statement(s)
	}
}

// isCounted reports whether a statement stands in a block: a label or a block of its own
// begins others.
func isCounted(s ast.Stmt) bool {
	switch s := s.(type) {
	case *ast.LabeledStmt, *ast.BlockStmt, *ast.EmptyStmt:
		return false
	case *ast.DeclStmt:
		return s.Decl.(*ast.GenDecl).Tok == token.VAR
	}
	return true
}

// statement walks through the parts of a statement that was entered.
func (w *walker) statement(s ast.Stmt) {
	switch s := s.(type) {
	case *ast.IfStmt:
		w.literals(s.Init, s.Cond)
		w.choice(s)
	case *ast.SwitchStmt:
		w.literals(s.Init, s.Tag)
		w.clauses(s.Body)
	case *ast.TypeSwitchStmt:
		w.clauses(s.Body)
	case *ast.SelectStmt:
		w.clauses(s.Body)
	case *ast.ForStmt:
		w.literals(s.Init, s.Cond, s.Post)
		w.body(s, s.Body)
	case *ast.RangeStmt:
		w.literals(s.X)
		w.body(s, s.Body)
	case *ast.BlockStmt:
		w.statements(s.List)
	case *ast.LabeledStmt:
		w.statement(s.Stmt)
	default:
		w.literals(s)
	}
}

// choice walks through both branches of an if.
func (w *walker) choice(s *ast.IfStmt) {
	taken, entered := w.entries(w.part, s.Body), w.countAt(w.part, s.Pos())
	w.body(s, s.Body)
	switch other := s.Else.(type) {
	case nil:
		if taken == entered && taken > 0 && len(s.Body.List) > 0 && !leaves(s.Body) {
			w.add(s.Pos(), s.Body.Lbrace, alwaysHolds)
		}
	case *ast.BlockStmt:
		w.body(other, other)
	case *ast.IfStmt:
		if w.countAt(w.part, other.Pos()) == 0 {
			w.add(other.Pos(), other.End(), neverEntered)
			return
		}
		w.statement(other)
	}
}

// leaves reports whether a block ends with a statement that leaves it, so that the lines
// after it say whether it was always entered.
func leaves(b *ast.BlockStmt) bool {
	switch b.List[len(b.List)-1].(type) {
	case *ast.ReturnStmt, *ast.BranchStmt:
		return true
	}
	return false
}

// body walks through the body of statement of.
func (w *walker) body(of ast.Stmt, b *ast.BlockStmt) {
	if w.entries(w.part, b) == 0 {
		w.add(of.Pos(), b.End(), neverEntered)
		return
	}
	w.statements(b.List)
}

// clauses walks through the clauses of a switch or a select.
func (w *walker) clauses(body *ast.BlockStmt) {
	for _, c := range body.List {
		var colon token.Pos
		var list []ast.Stmt
		switch c := c.(type) {
		case *ast.CaseClause:
			colon, list = c.Colon, c.Body
		case *ast.CommClause:
			colon, list = c.Colon, c.Body
		}
		to := c.End()
		if len(list) > 0 {
			to = list[0].Pos()
		}
		if w.count(w.part, colon, to) == 0 {
			w.add(c.Pos(), c.End(), neverEntered)
			continue
		}
		w.statements(list)
	}
}

// literals walks through the functions that expressions and statements contain.
func (w *walker) literals(code ...ast.Node) {
	for _, n := range code {
		if n == nil {
			continue
		}
		ast.Inspect(n, func(n ast.Node) bool {
			f, ok := n.(*ast.FuncLit)
			if ok {
				w.body(&ast.ExprStmt{X: f}, f.Body)
			}
			return !ok
		})
	}
}

// first returns where the first statement of a block begins, or where it ends.
func first(b *ast.BlockStmt) token.Pos {
	if len(b.List) > 0 {
		return b.List[0].Pos()
	}
	return b.Rbrace
}

// read returns a source file, and its lines.
func read(file string) ([]byte, []string, error) {
	text, err := os.ReadFile(file)
	return text, strings.Split(string(text), "\n"), err
}
