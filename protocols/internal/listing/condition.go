package listing

import (
	"fmt"
	"go/ast"
	"go/token"
	"strconv"
)

// A truth is the value of a condition in a variant, as far as it is known.
type truth int8

const (
	open truth = iota // it depends on more than fixes and readings
	yes
	no
)

func truthOf(b bool) truth {
	if b {
		return yes
	}
	return no
}

func (t truth) not() truth {
	switch t {
	case yes:
		return no
	case no:
		return yes
	}
	return open
}

// condition returns the truth of a condition, and its text without the
// parts that are known.
func (l *lister) condition(x ast.Expr) (truth, string) {
	t, text := l.simplified(x)
	switch t {
	case yes:
		return t, "true"
	case no:
		return t, "false"
	}
	return t, text
}

func (l *lister) simplified(x ast.Expr) (truth, string) {
	switch x := x.(type) {
	case *ast.ParenExpr:
		t, text := l.condition(x.X)
		if _, whole := x.X.(*ast.BinaryExpr); t == open && whole && text != l.raw(x.X.Pos(), x.X.End()) {
			return t, text // the rest needs none, because conjunction and disjunction put their own
		}
		return t, "(" + text + ")"
	case *ast.UnaryExpr:
		if x.Op == token.NOT {
			t, text := l.condition(x.X)
			return t.not(), "!" + grouped(text)
		}
	case *ast.BinaryExpr:
		return l.binary(x)
	case *ast.CallExpr:
		if i, ok := l.fix(x); ok {
			return truthOf(l.fixes.Has(i)), ""
		}
		if t := l.known[called(x)]; t != open {
			return t, ""
		}
	}
	return open, l.resolved(x.Pos(), x.End(), children(x)...)
}

func (l *lister) binary(x *ast.BinaryExpr) (truth, string) {
	switch x.Op {
	case token.LAND, token.LOR:
		absorbing := truthOf(x.Op == token.LOR)
		left, leftText := l.condition(x.X)
		right, rightText := l.condition(x.Y)
		switch {
		case left == absorbing || right == absorbing:
			return absorbing, ""
		case left != open:
			return right, rightText
		case right != open:
			return left, leftText
		}
		return open, l.operand(x, x.X, leftText) + " " + x.Op.String() + " " + l.operand(x, x.Y, rightText)
	}
	if i, ok := l.reading(x.X); ok {
		if n, ok := number(x.Y); ok {
			return l.compare(x, i, n), ""
		}
	}
	return open, l.resolved(x.Pos(), x.End(), x.X, x.Y)
}

// operand puts the rest of a disjunction into parentheses if it is part
// of a conjunction.
func (l *lister) operand(whole *ast.BinaryExpr, part ast.Expr, text string) string {
	if p, ok := part.(*ast.ParenExpr); ok && whole.Op == token.LAND && text[0] != '(' {
		if b, ok := p.X.(*ast.BinaryExpr); ok && b.Op == token.LOR {
			return "(" + text + ")"
		}
	}
	return text
}

// grouped puts a text into parentheses unless it is a name or a call.
func grouped(text string) string {
	for _, r := range text {
		if r == ' ' && text[0] != '(' {
			return "(" + text + ")"
		}
	}
	return text
}

func (l *lister) compare(x *ast.BinaryExpr, reading, n int) truth {
	option := int(l.readings[reading])
	switch x.Op {
	case token.EQL:
		return truthOf(option == n)
	case token.NEQ:
		return truthOf(option != n)
	case token.GTR:
		return truthOf(option > n)
	}
	l.fail(x, "comparison of a reading")
	return open
}

// called returns the name of the function or method that is called.
func called(x *ast.CallExpr) string {
	switch f := x.Fun.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		return f.Sel.Name
	}
	return ""
}

// findConstant finds the functions that always return the same truth in this
// variant, so that calls of them are known conditions.
func (l *lister) findConstant(sources map[string]source) {
	for found := true; found; {
		found = false
		for _, f := range sources {
			l.text = f.text
			for _, d := range f.tree.Decls {
				if name, t := l.constantFunction(d); t != open && l.known[name] == open {
					l.known[name], found = t, true
				}
			}
		}
	}
}

// constantFunction returns the name of a function whose only statement returns
// a condition, and the truth of the condition.
func (l *lister) constantFunction(d ast.Decl) (string, truth) {
	f, ok := d.(*ast.FuncDecl)
	if !ok || len(f.Body.List) != 1 {
		return "", open
	}
	r, ok := f.Body.List[0].(*ast.ReturnStmt)
	if !ok || len(r.Results) != 1 {
		return "", open
	}
	t, _ := l.condition(r.Results[0])
	return f.Name.Name, t
}

// fix returns which erratum a call asks about: it has the form
// X.Fixes.Has(Constant).
func (l *lister) fix(x *ast.CallExpr) (int, bool) {
	has, ok := x.Fun.(*ast.SelectorExpr)
	if !ok || has.Sel.Name != "Has" || len(x.Args) != 1 || !isField(has.X, "Fixes") {
		return 0, false
	}
	return l.constant(x.Args[0])
}

// reading returns which reading an expression looks up: it has the form
// X.Readings[Constant].
func (l *lister) reading(x ast.Expr) (int, bool) {
	index, ok := x.(*ast.IndexExpr)
	if !ok || !isField(index.X, "Readings") {
		return 0, false
	}
	return l.constant(index.Index)
}

func isField(x ast.Expr, name string) bool {
	s, ok := x.(*ast.SelectorExpr)
	return ok && s.Sel.Name == name
}

func (l *lister) constant(x ast.Expr) (int, bool) {
	id, ok := x.(*ast.Ident)
	if !ok {
		return 0, false
	}
	i, ok := l.constants[id.Name]
	if !ok {
		l.fail(x, "constant "+id.Name)
	}
	return i, ok
}

func number(x ast.Expr) (int, bool) {
	lit, ok := x.(*ast.BasicLit)
	if !ok || lit.Kind != token.INT {
		return 0, false
	}
	n, err := strconv.Atoi(lit.Value)
	return n, err == nil
}

func (l *lister) fail(x ast.Node, what string) {
	if l.err == nil {
		l.err = fmt.Errorf("%s: cannot resolve: %s", l.fset.Position(x.Pos()), what)
	}
}
