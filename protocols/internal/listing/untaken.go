package listing

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
)

// A disjunct is the set of conditions of a conjunction, as texts.
type disjunct []string

// disjuncts returns the disjuncts of a condition.
func disjuncts(condition string) []disjunct {
	x, err := parser.ParseExpr(condition)
	if err != nil {
		return []disjunct{{condition}}
	}
	var list []disjunct
	for _, d := range operands(x, token.LOR) {
		var parts disjunct
		for _, c := range operands(d, token.LAND) {
			parts = append(parts, condition[c.Pos()-1:c.End()-1])
		}
		list = append(list, parts)
	}
	return list
}

// operands returns the operands that an operator joins in x: x itself if it does not.
func operands(x ast.Expr, op token.Token) []ast.Expr {
	switch y := x.(type) {
	case *ast.ParenExpr:
		return operands(y.X, op)
	case *ast.BinaryExpr:
		if y.Op == op {
			return append(operands(y.X, op), operands(y.Y, op)...)
		}
	}
	return []ast.Expr{x}
}

// isUntaken reports whether a case of a switch is never taken: where its condition holds, so
// does one of those before. No condition of an algorithm has an effect.
func isUntaken(condition string, before []string) bool {
	asksMore := func(d disjunct) bool {
		return slices.ContainsFunc(before, func(other string) bool {
			return slices.ContainsFunc(disjuncts(other), func(less disjunct) bool {
				return !slices.ContainsFunc(less, func(part string) bool { return !slices.Contains(d, part) })
			})
		})
	}
	return !slices.ContainsFunc(disjuncts(condition), func(d disjunct) bool { return !asksMore(d) })
}

// fallsThrough reports whether a clause of a switch goes on with the next one, whose
// condition then is not asked.
func fallsThrough(s *ast.SwitchStmt) bool {
	return slices.ContainsFunc(s.Body.List, func(c ast.Stmt) bool {
		body := c.(*ast.CaseClause).Body
		if len(body) == 0 {
			return false
		}
		b, ok := body[len(body)-1].(*ast.BranchStmt)
		return ok && b.Tok == token.FALLTHROUGH
	})
}
