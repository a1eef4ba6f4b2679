package main

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
)

// patched returns a file with the fault; source is the file without it.
func (f *fault) patched(source []byte) ([]byte, error) {
	first, last, err := f.span(source)
	if err != nil {
		return nil, err
	}
	lines := strings.SplitAfter(string(source), "\n")
	at := -1
	for i := first - 1; i < min(last, len(lines)); i++ {
		if strings.TrimSpace(lines[i]) != f.old {
			continue
		}
		if at >= 0 {
			return nil, fmt.Errorf("%v: lines %d and %d of %s are %q; name a function that has one", f, at+1, i+1, f.path(), f.old)
		}
		at = i
	}
	if at < 0 {
		return nil, fmt.Errorf("%v: no line of %s is %q", f, strings.TrimSpace(f.path()+" "+f.function), f.old)
	}
	lines[at] = strings.Replace(lines[at], f.old, f.new, 1)
	return []byte(strings.Join(lines, "")), nil
}

// span returns the first and the last line of the function that the fault is in, or of the
// file.
func (f *fault) span(source []byte) (first, last int, err error) {
	set := token.NewFileSet()
	parsed, err := parser.ParseFile(set, f.path(), source, parser.SkipObjectResolution)
	if err != nil {
		return 0, 0, err
	}
	if f.function == "" {
		return 1, set.Position(parsed.FileEnd).Line, nil
	}
	for _, d := range parsed.Decls {
		if d, ok := d.(*ast.FuncDecl); ok && (d.Name.Name == f.function || fullName(d) == f.function) {
			if first > 0 {
				return 0, 0, fmt.Errorf("%v: %s has two functions %s; allowed: Type.method", f, f.path(), f.function)
			}
			first, last = set.Position(d.Pos()).Line, set.Position(d.End()).Line
		}
	}
	if first == 0 {
		return 0, 0, fmt.Errorf("%v: %s has no function %s", f, f.path(), f.function)
	}
	return first, last, nil
}

// fullName returns the name of a method with that of its type, Type.method.
func fullName(d *ast.FuncDecl) string {
	if d.Recv == nil {
		return d.Name.Name
	}
	t := d.Recv.List[0].Type
	if pointer, ok := t.(*ast.StarExpr); ok {
		t = pointer.X
	}
	switch x := t.(type) {
	case *ast.IndexExpr:
		t = x.X
	case *ast.IndexListExpr:
		t = x.X
	}
	name, _ := t.(*ast.Ident)
	if name == nil {
		return d.Name.Name
	}
	return name.Name + "." + d.Name.Name
}

// overlay writes the patched file and an overlay that names it into a folder, and returns the
// path of the overlay.
func (f *fault) overlay(root, folder string) (string, error) {
	file := filepath.Join(root, filepath.FromSlash(f.path()))
	source, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	text, err := f.patched(source)
	if err != nil {
		return "", err
	}
	changed := filepath.Join(folder, f.file)
	if err := os.WriteFile(changed, text, 0o600); err != nil {
		return "", err
	}
	list, err := json.Marshal(map[string]map[string]string{"Replace": {file: changed}})
	if err != nil {
		return "", err
	}
	overlay := filepath.Join(folder, "overlay.json")
	return overlay, os.WriteFile(overlay, list, 0o600)
}
