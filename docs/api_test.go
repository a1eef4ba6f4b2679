package docs_test

import (
	"bytes"
	"go/ast"
	"go/build"
	"go/doc"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestAPI compares the exported declarations of each package that others may import with those in docs/api: whoever changes
// one sees it, and says so in the changelog.
func TestAPI(t *testing.T) {
	stored := map[string]bool{}
	for _, file := range files(t, func(p string) bool { return path.Dir(p) == "docs/api" }) {
		stored[file] = true
	}
	for _, folder := range public(t) {
		file := "docs/api/" + strings.ReplaceAll(folder, "/", "-") + ".txt"
		delete(stored, file)
		t.Run(folder, func(t *testing.T) {
			got := api(t, folder)
			if *update {
				write(t, file, got)
				return
			}
			want, err := os.ReadFile("../" + file)
			if err != nil {
				t.Fatalf("no stored API: %v; store it: go test ./docs -run TestAPI -update", err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("the API has changed (-want +got); store it with go test ./docs -run TestAPI -update, and name in CHANGELOG.md what users must change:\n%s", diff)
			}
		})
	}
	for file := range stored {
		if *update {
			if err := os.Remove("../" + file); err != nil {
				t.Fatal(err)
			}
			continue
		}
		t.Errorf("%s is the API of no package", file)
	}
}

// public returns the folders of the packages that other modules may import. The single algorithms and the programs of the pages are
// not for that.
func public(t *testing.T) []string {
	t.Helper()
	own := nested(t)
	var folders []string
	for _, source := range goSources(t) {
		folder := path.Dir(source)
		top, below, _ := strings.Cut(folder, "/")
		switch {
		case strings.Contains("/"+folder+"/", "/internal/"), slices.Contains(folders, folder):
		case slices.ContainsFunc(own, func(module string) bool { return strings.HasPrefix(folder+"/", module+"/") }):
		case top == "docs", top == "protocols" && !slices.Contains([]string{"catalogue", "claims", "errata"}, below), strings.HasPrefix(folder, "cmd/readings"):
		default:
			folders = append(folders, folder)
		}
	}
	return slices.DeleteFunc(folders, func(folder string) bool { return parsed(t, token.NewFileSet(), folder)[0].Name.Name == "main" })
}

// parsed returns the files of a package, without comments.
func parsed(t *testing.T, set *token.FileSet, folder string) []*ast.File {
	t.Helper()
	pkg, err := build.Default.ImportDir("../"+folder, 0)
	if err != nil {
		t.Fatal(err)
	}
	var list []*ast.File
	for _, name := range pkg.GoFiles {
		f, err := parser.ParseFile(set, "../"+folder+"/"+name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, f)
	}
	return list
}

// api returns the exported declarations of a package, without comments, bodies and values of variables.
func api(t *testing.T, folder string) string {
	t.Helper()
	set := token.NewFileSet()
	pkg, err := doc.NewFromFiles(set, parsed(t, set, folder), folder)
	if err != nil {
		t.Fatal(err)
	}
	b := &declarations{t: t, set: set}
	b.values(pkg.Consts, pkg.Vars)
	b.functions(pkg.Funcs)
	for _, of := range pkg.Types {
		b.add(of.Decl)
		b.values(of.Consts, of.Vars)
		b.functions(of.Funcs, of.Methods)
	}
	return b.String()
}

// declarations are written as Go source.
type declarations struct {
	bytes.Buffer
	t   *testing.T
	set *token.FileSet
}

func (b *declarations) add(decl ast.Decl) {
	b.t.Helper()
	if err := format.Node(b, b.set, decl); err != nil {
		b.t.Fatal(err)
	}
	b.WriteString("\n\n")
}

func (b *declarations) values(groups ...[]*doc.Value) {
	b.t.Helper()
	for _, v := range slices.Concat(groups...) {
		for _, spec := range v.Decl.Specs {
			if of := spec.(*ast.ValueSpec); v.Decl.Tok == token.VAR && len(of.Values) > 0 {
				of.Values = []ast.Expr{ast.NewIdent("...")}
			}
		}
		b.add(v.Decl)
	}
}

func (b *declarations) functions(groups ...[]*doc.Func) {
	b.t.Helper()
	for _, f := range slices.Concat(groups...) {
		f.Decl.Body = nil
		b.add(f.Decl)
	}
}
