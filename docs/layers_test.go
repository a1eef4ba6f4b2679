package docs_test

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path"
	"slices"
	"strings"
	"testing"
)

// layers says for each package which of its files are on which layer, from the
// top, counted from 0.
type layers map[string]map[string]int

// parseLayers reads the layers of docs/architecture.md: the name of a package at
// the start of a line, and below it, indented, a line of files for each layer.
func parseLayers(text string) (layers, error) {
	all, at, depth := layers{}, "", 0
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "#")
		switch {
		case strings.TrimSpace(line) == "":
		case line[0] != ' ':
			at, depth = strings.TrimSpace(line), 0
			if all[at] != nil {
				return nil, fmt.Errorf("package %s occurs twice", at)
			}
			all[at] = map[string]int{}
		case at == "":
			return nil, errors.New("a line of files comes before its package")
		default:
			for file := range strings.FieldsSeq(strings.ReplaceAll(line, ",", " ")) {
				if _, twice := all[at][file+".go"]; twice {
					return nil, fmt.Errorf("%s: file %s occurs twice", at, file)
				}
				all[at][file+".go"] = depth
			}
			depth++
		}
	}
	return all, nil
}

// call is a use of a function or method of another file of the package.
type call struct {
	by, what string // files
	function string
	at       token.Position
}

// calls returns the calls between the files of a package, and the functions and
// methods that are mentioned without being called. Other packages are not loaded:
// imported names have no type.
func calls(set *token.FileSet, pkg []*ast.File) []call {
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
	config := types.Config{Importer: noImporter{}, Error: func(error) {}}
	config.Check("p", set, pkg, info) // the errors are those of imports
	var list []call
	for id, object := range info.Uses {
		if _, ok := object.(*types.Func); !ok || !object.Pos().IsValid() {
			continue
		}
		by, what := set.Position(id.Pos()), set.Position(object.Pos())
		if by.Filename != what.Filename {
			list = append(list, call{path.Base(by.Filename), path.Base(what.Filename), id.Name, by})
		}
	}
	slices.SortFunc(list, func(a, b call) int { return strings.Compare(a.at.String(), b.at.String()) })
	return list
}

// noImporter imports nothing.
type noImporter struct{}

func (noImporter) Import(string) (*types.Package, error) { return nil, errors.New("not loaded") }

// upward returns the calls that run back up a layer.
func upward(depths map[string]int, list []call) []call {
	return slices.DeleteFunc(slices.Clone(list), func(c call) bool { return depths[c.by] <= depths[c.what] })
}

// TestLayers says that every file of a package with layers is on one, and that
// none calls a file above it.
func TestLayers(t *testing.T) {
	all, err := parseLayers(theBlock(t, "docs/architecture.md", "layers"))
	if err != nil {
		t.Fatal(err)
	}
	for pkg, depths := range all {
		set, parsed, found := token.NewFileSet(), []*ast.File(nil), map[string]bool{}
		for _, source := range goSources(t) {
			if path.Dir(source) != pkg {
				continue
			}
			f, err := parser.ParseFile(set, source, read(t, source), parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			parsed, found[path.Base(source)] = append(parsed, f), true
			if _, ok := depths[path.Base(source)]; !ok {
				t.Errorf("%s is on no layer of docs/architecture.md", source)
			}
		}
		for file := range depths {
			if !found[file] {
				t.Errorf("docs/architecture.md has a layer for %s/%s, which does not exist", pkg, file)
			}
		}
		list := calls(set, parsed)
		if len(found) > 1 && len(list) < len(found) {
			t.Errorf("%s: only %d calls between %d files: the test does not see them", pkg, len(list), len(found))
		}
		for _, c := range upward(depths, list) {
			t.Errorf("%v: %s calls %s of %s, which is on a layer above", c.at, c.by, c.function, c.what)
		}
	}
}

// TestUpwardCallsAreFound says that a call up a layer is found: of a function, of
// a method, and of a method that is passed on as a value.
func TestUpwardCallsAreFound(t *testing.T) {
	set := token.NewFileSet()
	parse := func(name, text string) *ast.File {
		f, err := parser.ParseFile(set, name, "package p\n"+text, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	pkg := []*ast.File{
		parse("top.go", "import \"elsewhere\"\n type T struct { x elsewhere.X }\n func start() { below(); level() }\n func (t *T) method() {}"),
		parse("level.go", "func level() { start() }"),
		parse("below.go", "func below() { elsewhere.F(); start(); var t T; t.method(); defer func(f func()) {}(t.method) }"),
	}
	depths := map[string]int{"top.go": 0, "level.go": 0, "below.go": 1}
	var got []string
	for _, c := range upward(depths, calls(set, pkg)) {
		got = append(got, c.by+" "+c.function)
	}
	if want := []string{"below.go start", "below.go method", "below.go method"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
