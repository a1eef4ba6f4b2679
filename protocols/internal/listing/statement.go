package listing

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"
)

// An edit replaces a part of the text.
type edit struct {
	from, to token.Pos
	text     string
}

// resolved returns the text between two positions with these nodes
// resolved.
func (l *lister) resolved(from, to token.Pos, nodes ...ast.Node) string {
	var edits []edit
	for _, n := range nodes {
		edits = append(edits, l.edits(n)...)
	}
	slices.SortFunc(edits, func(a, b edit) int { return int(a.from) - int(b.from) })
	var b strings.Builder
	at := from
	for _, e := range edits {
		b.WriteString(l.raw(at, e.from))
		b.WriteString(e.text)
		at = e.to
	}
	b.WriteString(l.raw(at, to))
	return b.String()
}

// children returns the nodes directly below n.
func children(n ast.Node) []ast.Node {
	var list []ast.Node
	ast.Inspect(n, func(c ast.Node) bool {
		if c == n {
			return true
		}
		if c != nil {
			list = append(list, c)
		}
		return false
	})
	return list
}

// edits returns the edits that resolve n.
func (l *lister) edits(n ast.Node) []edit {
	switch n := n.(type) {
	case *ast.BlockStmt:
		return l.list(n.List)
	case *ast.CaseClause:
		var edits []edit
		for _, x := range n.List {
			edits = append(edits, l.edits(x)...)
		}
		return append(edits, l.list(n.Body)...)
	case ast.Expr:
		return l.expression(n)
	}
	var edits []edit
	for _, c := range children(n) {
		edits = append(edits, l.edits(c)...)
	}
	return edits
}

// expression returns the edits that resolve an expression: as a condition if it is
// one, part by part otherwise.
func (l *lister) expression(x ast.Expr) []edit {
	switch x := x.(type) {
	case *ast.BinaryExpr, *ast.UnaryExpr, *ast.CallExpr:
		if t, text := l.condition(x); t != open || text != l.raw(x.Pos(), x.End()) {
			return []edit{{x.Pos(), x.End(), text}}
		}
		return nil
	}
	var edits []edit
	for _, c := range children(x) {
		edits = append(edits, l.edits(c)...)
	}
	return edits
}

// list resolves statements. It drops those after one that ends the function.
func (l *lister) list(statements []ast.Stmt) []edit {
	var edits []edit
	for i, s := range statements {
		text, replaced, ends := l.statement(s)
		if !replaced {
			edits = append(edits, l.edits(s)...)
			continue
		}
		edits = append(edits, edit{s.Pos(), s.End(), text})
		if last := statements[len(statements)-1]; ends && i < len(statements)-1 {
			return append(edits, edit{s.End(), last.End(), ""})
		}
	}
	return edits
}

// statement returns the text that replaces a statement whose condition is
// known, and whether that ends the function.
func (l *lister) statement(s ast.Stmt) (text string, replaced, ends bool) {
	switch s := s.(type) {
	case *ast.IfStmt:
		return l.ifStatement(s)
	case *ast.SwitchStmt:
		return l.switchStatement(s)
	}
	return "", false, false
}

func (l *lister) ifStatement(s *ast.IfStmt) (text string, replaced, ends bool) {
	t, _ := l.condition(s.Cond)
	if t == open || s.Init != nil && (t == yes || s.Else != nil) {
		return "", false, false
	}
	if t == yes {
		return l.body(s.Body.List, s.Body.Lbrace+1, s.Body.Rbrace), true, terminates(s.Body.List)
	}
	switch e := s.Else.(type) {
	case *ast.BlockStmt:
		return l.body(e.List, e.Lbrace+1, e.Rbrace), true, terminates(e.List)
	case *ast.IfStmt:
		if text, replaced, ends := l.ifStatement(e); replaced {
			return text, true, ends
		}
		return l.resolved(e.Pos(), e.End(), e), true, false
	}
	return "", true, false
}

// switchStatement resolves a switch on a reading to one of its clauses, and
// drops clauses of a switch without a tag whose condition is known.
func (l *lister) switchStatement(s *ast.SwitchStmt) (text string, replaced, ends bool) {
	if i, ok := l.reading(s.Tag); ok && s.Init == nil {
		body := l.chosen(s, int(l.readings[i]))
		if body == nil {
			return "", true, false
		}
		return l.clause(body), true, terminates(body.Body)
	}
	if s.Tag != nil {
		return "", false, false
	}
	return l.clauses(s)
}

// chosen returns the clause of a switch on a reading for the chosen option.
func (l *lister) chosen(s *ast.SwitchStmt, option int) *ast.CaseClause {
	var fallback *ast.CaseClause
	for _, c := range s.Body.List {
		clause := c.(*ast.CaseClause)
		if clause.List == nil {
			fallback = clause
		}
		for _, x := range clause.List {
			if n, ok := number(x); ok && n == option {
				return clause
			}
		}
	}
	return fallback
}

// clauses resolves a switch without a tag. Its clauses are tried in order, so
// one whose condition is true is the last, and one that asks for more than another
// before it is never taken.
func (l *lister) clauses(s *ast.SwitchStmt) (text string, replaced, ends bool) {
	var kept, conditions []string
	for i, c := range s.Body.List {
		clause := c.(*ast.CaseClause)
		if len(clause.List) != 1 {
			kept = append(kept, l.resolved(clause.Pos(), l.end(s, i), clause))
			continue
		}
		switch t, condition := l.condition(clause.List[0]); t {
		case no:
			replaced = true
		case yes:
			if len(kept) == 0 && s.Init == nil {
				return l.clause(clause), true, terminates(clause.Body)
			}
			kept = append(kept, "default:"+l.rest(clause, l.end(s, i)))
			return l.raw(s.Pos(), s.Body.Lbrace+1) + "\n" + strings.Join(kept, "") + "}", true, false
		default:
			if isUntaken(condition, conditions) && !fallsThrough(s) {
				replaced = true
				continue
			}
			conditions = append(conditions, condition)
			kept = append(kept, "case "+condition+":"+l.rest(clause, l.end(s, i)))
		}
	}
	if !replaced {
		return "", false, false
	}
	if len(kept) == 0 {
		return "", true, false
	}
	return l.raw(s.Pos(), s.Body.Lbrace+1) + "\n" + strings.Join(kept, "") + "}", true, false
}

// end returns where clause i of a switch ends, comments included.
func (l *lister) end(s *ast.SwitchStmt, i int) token.Pos {
	if i+1 < len(s.Body.List) {
		return s.Body.List[i+1].Pos()
	}
	return s.Body.Rbrace
}

// rest returns a clause from its colon on.
func (l *lister) rest(clause *ast.CaseClause, to token.Pos) string {
	var b strings.Builder
	b.WriteString(l.resolved(clause.Colon+1, to, &ast.BlockStmt{List: clause.Body}))
	return b.String()
}

// clause returns the statements of a clause.
func (l *lister) clause(c *ast.CaseClause) string {
	if len(c.Body) == 0 {
		return ""
	}
	return l.body(c.Body, c.Body[0].Pos(), c.End())
}

// body returns statements without the braces around them. It keeps the braces if the
// statements declare a name, which may also be declared outside.
func (l *lister) body(list []ast.Stmt, from, to token.Pos) string {
	text := l.resolved(from, to, &ast.BlockStmt{List: list})
	if from > 0 && l.text[l.offset(from)] != '\n' { // a comment behind the brace belongs to the condition
		if i := strings.IndexByte(text, '\n'); i >= 0 && strings.HasPrefix(strings.TrimSpace(text), "//") {
			text = text[i:]
		}
	}
	text = strings.Trim(text, "\n")
	if slices.ContainsFunc(list, declares) {
		return "{\n" + text + "\n}"
	}
	return strings.TrimSpace(text)
}

func declares(s ast.Stmt) bool {
	switch s := s.(type) {
	case *ast.DeclStmt:
		return true
	case *ast.AssignStmt:
		return s.Tok == token.DEFINE
	}
	return false
}

// terminates reports whether the last of some statements leaves the function or
// the loop.
func terminates(list []ast.Stmt) bool {
	if len(list) == 0 {
		return false
	}
	switch s := list[len(list)-1].(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.BranchStmt:
		return s.Tok == token.CONTINUE
	}
	return false
}
