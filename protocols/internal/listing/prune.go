package listing

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// prune writes a file of these declarations. It drops unused declarations,
// the fields Fixes and Readings if they are not read, and unused
// imports.
func prune(name string, imports, declarations []string) (string, error) {
	for {
		used, err := usage(declarations)
		if err != nil {
			return "", err
		}
		n := len(declarations)
		declarations = slices.DeleteFunc(declarations, func(d string) bool { return !isUsed(d, used) })
		if len(declarations) == n {
			break
		}
	}
	for i, d := range declarations {
		declarations[i] = tidied(withoutUnused(withoutFields(d)))
	}
	used, err := usage(declarations)
	if err != nil {
		return "", err
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "package %s\n\nimport (\n", name)
	for _, standard := range []bool{true, false} {
		for _, i := range imports {
			if p, _ := strconv.Unquote(i); used[path.Base(p)] > 0 && strings.Contains(p, ".") != standard {
				fmt.Fprintln(&b, i)
			}
		}
		b.WriteString("\n")
	}
	b.WriteString(")\n\n" + strings.Join(declarations, "\n\n") + "\n")
	return formatted(&b)
}

// parsed returns a declaration as a tree.
func parsed(declaration string) (ast.Decl, error) {
	f, err := parser.ParseFile(token.NewFileSet(), "", "package p\n"+declaration, 0)
	if err != nil {
		return nil, fmt.Errorf("%w in\n%s", err, declaration)
	}
	return f.Decls[0], nil
}

// usage counts the occurrences of each name, except those in which a function of
// that name is declared.
func usage(declarations []string) (map[string]int, error) {
	used := map[string]int{}
	for _, text := range declarations {
		d, err := parsed(text)
		if err != nil {
			return nil, err
		}
		ast.Inspect(d, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				used[id.Name]++
			}
			return true
		})
		for _, name := range names(d) {
			used[name]--
		}
	}
	return used, nil
}

// names returns the names that a declaration declares.
func names(d ast.Decl) []string {
	switch d := d.(type) {
	case *ast.FuncDecl:
		return []string{d.Name.Name}
	case *ast.GenDecl:
		var list []string
		for _, spec := range d.Specs {
			switch s := spec.(type) {
			case *ast.TypeSpec:
				list = append(list, s.Name.Name)
			case *ast.ValueSpec:
				for _, id := range s.Names {
					list = append(list, id.Name)
				}
			}
		}
		return list
	}
	return nil
}

// isUsed reports whether a declaration is exported or used.
func isUsed(text string, used map[string]int) bool {
	d, err := parsed(text)
	if err != nil {
		return true
	}
	return slices.ContainsFunc(names(d), func(name string) bool { return ast.IsExported(name) || used[name] > 0 })
}

// withoutFields drops the fields of the algorithm that choose the variant, because
// the listing is of one variant.
func withoutFields(declaration string) string {
	if !strings.Contains(declaration, "type Algorithm struct") {
		return declaration
	}
	var kept []string
	for line := range strings.Lines(declaration) {
		field := strings.Fields(line)
		if len(field) == 2 && (field[1] == "errata.Fixes" || field[1] == "errata.Readings") {
			continue
		}
		kept = append(kept, strings.Replace(line, "struct{ Fixes errata.Fixes }", "struct{}", 1))
	}
	return strings.Replace(strings.Join(kept, ""), "struct {\n}", "struct{}", 1)
}

// withoutUnused drops local variables of a function that occur only in their
// declaration.
func withoutUnused(declaration string) string {
	const header = "package p\n"
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "", header+declaration, 0)
	if err != nil {
		return declaration
	}
	uses := map[string]int{}
	var defined []*ast.AssignStmt
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			uses[n.Name]++
		case *ast.AssignStmt:
			if n.Tok == token.DEFINE && len(n.Lhs) == 1 {
				defined = append(defined, n)
			}
		}
		return true
	})
	slices.Reverse(defined)
	for _, s := range defined {
		if id, ok := s.Lhs[0].(*ast.Ident); ok && uses[id.Name] == 1 {
			from, to := fset.Position(s.Pos()).Offset-len(header), fset.Position(s.End()).Offset-len(header)
			declaration = declaration[:from] + declaration[to:]
		}
	}
	return declaration
}

var (
	blankAfter  = regexp.MustCompile(`(\{|:)((?: *//[^\n]*)?)\n(?:[ \t]*\n)+`)
	blankBefore = regexp.MustCompile(`\n(?:[ \t]*\n)+([ \t]*(?:\}|case |default:))`)
	blanks      = regexp.MustCompile(`\n(?:[ \t]*\n){2,}`)
)

// tidied drops the blank lines that dropped statements leave in a declaration.
func tidied(declaration string) string {
	declaration = blankAfter.ReplaceAllString(declaration, "$1$2\n")
	declaration = blankBefore.ReplaceAllString(declaration, "\n$1")
	return blanks.ReplaceAllString(declaration, "\n\n")
}
