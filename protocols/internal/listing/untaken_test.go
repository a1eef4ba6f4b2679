package listing_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"

	"github.com/interrex/interrex/protocols/catalogue"
)

// TestNoCaseIsUntaken says that no listing has a case that is never taken, since an earlier
// case of its switch asks for less.
func TestNoCaseIsUntaken(t *testing.T) {
	switches := 0
	for _, e := range catalogue.All() {
		for name, v := range variants(t, e) {
			text := list(t, e, v)
			file, err := parser.ParseFile(token.NewFileSet(), "", text, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(file, func(n ast.Node) bool {
				if s, ok := n.(*ast.SwitchStmt); ok && s.Tag == nil {
					switches++
					for _, untaken := range untakenIn(text, s) {
						t.Errorf("%s: case %s is never taken", name, untaken)
					}
				}
				return true
			})
		}
	}
	if switches < 100 {
		t.Errorf("%d switches are looked at", switches)
	}
}

// untakenIn returns the cases whose parts include all parts of an earlier one.
func untakenIn(text string, s *ast.SwitchStmt) (list []string) {
	var earlier [][]string
	for _, c := range s.Body.List {
		for _, x := range c.(*ast.CaseClause).List {
			condition := text[x.Pos()-1 : x.End()-1]
			var parts []string
			for part := range strings.SplitSeq(condition, " && ") {
				parts = append(parts, part)
			}
			if !strings.Contains(condition, "||") && slices.ContainsFunc(earlier, func(less []string) bool {
				return !slices.ContainsFunc(less, func(part string) bool { return !slices.Contains(parts, part) })
			}) {
				list = append(list, condition)
			}
			earlier = append(earlier, parts)
		}
	}
	return list
}
