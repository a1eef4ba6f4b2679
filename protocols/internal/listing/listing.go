// Package listing writes the Go code of one variant of an algorithm: the code
// with its fixes and readings resolved, so that no reader has to evaluate
// Fixes.Has and Readings in the head.
//
// It reads the files of the algorithm's package, replaces each condition on
// fixes and readings by its value in that variant, drops branches that are
// never taken, and drops declarations that are no longer used. The result
// is a Go file that compiles. Comments stay, so the numbers at the ends
// of lines still name lines of source.txt.
package listing

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/interrex/interrex/protocols/errata"
)

// Variant returns the Go code of the package in folder dir of files with these
// fixes and readings resolved, as one file. The tables of errata and readings,
// tests and the package comment are left out.
func Variant(files fs.FS, dir string, fixes errata.Fixes, readings errata.Readings) (string, error) {
	l := &lister{fset: token.NewFileSet(), fixes: fixes, readings: readings, constants: map[string]int{}, known: map[string]truth{}}
	sources, err := l.parse(files, dir)
	if err != nil {
		return "", err
	}
	l.findConstant(sources)
	var imports, declarations []string
	for _, name := range slices.Sorted(maps.Keys(sources)) {
		f := sources[name]
		if isTable(name) {
			continue
		}
		l.text = f.text
		for _, d := range f.tree.Decls {
			if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.IMPORT {
				imports = append(imports, importPaths(g)...)
			} else {
				declarations = append(declarations, l.declaration(f.tree, d))
			}
		}
	}
	if l.err != nil {
		return "", l.err
	}
	slices.Sort(imports)
	text, err := prune(path.Base(dir), slices.Compact(imports), declarations)
	if err != nil {
		return "", fmt.Errorf("%s: %w", dir, err)
	}
	return text, nil
}

// lister resolves the files of one package.
type lister struct {
	fset      *token.FileSet
	fixes     errata.Fixes
	readings  errata.Readings
	constants map[string]int   // the constants that name errata and readings
	known     map[string]truth // functions that are always true or false in this variant
	text      []byte           // of the file in hand
	err       error            // the first condition that cannot be resolved
}

type source struct {
	text []byte
	tree *ast.File
}

// parse reads the files of the package, beginning with the constants that
// name its errata and readings.
func (l *lister) parse(files fs.FS, dir string) (map[string]source, error) {
	names, err := fs.Glob(files, path.Join(dir, "*.go"))
	if err != nil {
		return nil, err
	}
	sources := map[string]source{}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") || path.Base(name) == "doc.go" {
			continue
		}
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		tree, err := parser.ParseFile(l.fset, name, text, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		sources[name] = source{text, tree}
		if isTable(name) {
			l.collect(tree)
		}
	}
	if len(sources) == 0 {
		return nil, fmt.Errorf("%s: no Go files", dir)
	}
	return sources, nil
}

// isTable reports whether a file lists errata and readings.
func isTable(name string) bool {
	base := path.Base(name)
	return base == "errata.go" || base == "readings.go"
}

// collect notes the values of constants that count from iota: the indices of
// errata and readings.
func (l *lister) collect(f *ast.File) {
	for _, d := range f.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.CONST {
			continue
		}
		for i, spec := range g.Specs {
			v := spec.(*ast.ValueSpec)
			if i == 0 && (len(v.Values) != 1 || !isIdent(v.Values[0], "iota") || v.Type != nil) {
				break
			}
			l.constants[v.Names[0].Name] = i
		}
	}
}

// importPaths returns the import specifications of a declaration as text.
func importPaths(g *ast.GenDecl) []string {
	var list []string
	for _, spec := range g.Specs {
		list = append(list, spec.(*ast.ImportSpec).Path.Value)
	}
	return list
}

// declaration returns the text of a declaration with its comments, resolved.
func (l *lister) declaration(f *ast.File, d ast.Decl) string {
	from, to := d.Pos(), d.End()
	switch d := d.(type) {
	case *ast.FuncDecl:
		from = start(d.Doc, from)
	case *ast.GenDecl:
		from = start(d.Doc, from)
	}
	line := l.fset.Position(to).Line
	for _, c := range f.Comments { // a comment at the end of the last line
		if c.Pos() >= to && l.fset.Position(c.Pos()).Line == line {
			to = c.End()
		}
	}
	return l.resolved(from, to, d)
}

func start(doc *ast.CommentGroup, from token.Pos) token.Pos {
	if doc != nil {
		return doc.Pos()
	}
	return from
}

func isIdent(x ast.Expr, name string) bool {
	id, ok := x.(*ast.Ident)
	return ok && id.Name == name
}

// offset returns the place of a position in the text in hand.
func (l *lister) offset(p token.Pos) int { return l.fset.Position(p).Offset }

// raw returns the text between two positions as it is.
func (l *lister) raw(from, to token.Pos) string { return string(l.text[l.offset(from):l.offset(to)]) }

// formatted returns Go code as gofmt writes it.
func formatted(b *bytes.Buffer) (string, error) {
	text, err := format.Source(b.Bytes())
	return string(text), err
}
