package command

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const jsonHead = `# JSON

Commands with ` + "`--json`" + ` print one object per line. This page lists every object and the command that prints it, from the types in
` + "`cmd/interrex/command`" + ` and, for [logs](validate.md), in ` + "`checker/validate`" + `. Generated. Do not edit; update with

` + "```sh\ngo test ./cmd/interrex/command -run TestJSONPage -update\n```" + `

All names are in camelCase. Numbers that may exceed 2^53 are strings. ` + "`null`" + ` means that a value is unknown or does not apply.
Fields are added over time, and none is removed or renamed without an entry in the [changelog](../CHANGELOG.md).
`

// TestJSONPage says that docs/json.md lists every object that the command prints
// with the names of its struct tags, and says which command prints it.
func TestJSONPage(t *testing.T) {
	var b strings.Builder
	b.WriteString(jsonHead)
	objects := jsonObjects(t)
	if len(objects) < 8 {
		t.Fatalf("only %d objects found", len(objects))
	}
	origin := regexp.MustCompile("is the line that `[a-z]+ .*--json`|is part of [a-zA-Z]+|is a line of a log")
	for _, o := range objects {
		if !origin.MatchString(o.doc) {
			t.Errorf("%s: its comment %q names no command that prints it, and no object that contains it", o.name, o.doc)
		}
		o.write(&b)
	}
	page := filepath.Join("..", "..", "..", "docs", "json.md")
	if *update {
		if err := os.WriteFile(page, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(readText(t, page), b.String()); diff != "" {
		t.Errorf("docs/json.md differs from the struct tags (-file +tags):\n%s\n"+
			"go test ./cmd/interrex/command -run TestJSONPage -update (commit only if you know why it changed)", diff)
	}
}

// TestJSONNamesAreCamelCase holds all names to one style.
func TestJSONNamesAreCamelCase(t *testing.T) {
	style := regexp.MustCompile(`^[a-z][a-zA-Z0-9]*$`)
	for _, o := range jsonObjects(t) {
		for _, f := range o.fields {
			if !style.MatchString(f.name) {
				t.Errorf("%s: the name %q is not in camelCase", o.name, f.name)
			}
		}
	}
}

// A jsonObject is a type whose fields have JSON names.
type jsonObject struct {
	name, doc string
	fields    []jsonField
}

type jsonField struct{ name, kind, meaning string }

// jsonObjects reads the types of this package, and of logs, that have JSON names.
func jsonObjects(t *testing.T) []jsonObject {
	t.Helper()
	paths, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	logs, err := filepath.Glob("../../../checker/validate/*.go")
	if err != nil || logs == nil {
		t.Fatalf("checker/validate: %v, %d files", err, len(logs))
	}
	var list []jsonObject
	for _, path := range append(paths, logs...) {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.TYPE {
				for _, spec := range g.Specs {
					if o := newJSONObject(t, spec.(*ast.TypeSpec), g.Doc); o.fields != nil {
						list = append(list, o)
					}
				}
			}
		}
	}
	return list
}

func newJSONObject(t *testing.T, spec *ast.TypeSpec, doc *ast.CommentGroup) jsonObject {
	t.Helper()
	o := jsonObject{name: spec.Name.Name, doc: strings.Join(strings.Fields(doc.Text()), " ")}
	s, ok := spec.Type.(*ast.StructType)
	if !ok {
		return o
	}
	for _, f := range s.Fields.List {
		if f.Tag == nil {
			continue
		}
		tag, err := strconv.Unquote(f.Tag.Value)
		if err != nil {
			t.Fatal(err)
		}
		if name, _, _ := strings.Cut(reflect.StructTag(tag).Get("json"), ","); name != "" && name != "-" {
			meaning := strings.Join(strings.Fields(f.Doc.Text()+" "+f.Comment.Text()), " ")
			o.fields = append(o.fields, jsonField{name, jsonKind(types.ExprString(f.Type)), meaning})
		}
	}
	return o
}

// jsonKind returns the kind of JSON value that stands for a Go type.
func jsonKind(of string) string {
	switch {
	case of == "*json.RawMessage":
		return "anything"
	case strings.HasPrefix(of, "*"):
		return jsonKind(of[1:]) + " or null"
	case strings.HasPrefix(of, "[]"):
		return "list of " + jsonKind(of[2:])
	case strings.HasSuffix(of, "JSON"):
		return fmt.Sprintf("[%s](#%s)", strings.TrimSuffix(of, "JSON"), strings.ToLower(of))
	case of == "string", of == "bool":
		return of
	case of[0] >= 'A' && of[0] <= 'Z': // of logs, as these name it
		return fmt.Sprintf("[%s](#%s)", strings.ToLower(of), strings.ToLower(of))
	}
	if name, ok := strings.CutPrefix(of, "validate."); ok {
		return jsonKind(name)
	}
	return "number"
}

func (o jsonObject) write(b *strings.Builder) {
	fmt.Fprintf(b, "\n## %s\n\n", o.name)
	if o.doc != "" {
		fmt.Fprintf(b, "%s\n\n", strings.TrimSpace(o.doc))
	}
	b.WriteString("| name | value | meaning |\n| --- | --- | --- |\n")
	for _, f := range o.fields {
		fmt.Fprintf(b, "| `%s` | %s | %s |\n", f.name, f.kind, strings.ReplaceAll(f.meaning, "|", `\|`))
	}
}

// TestJSONPagePrintsGoTypes checks the names of kinds.
func TestJSONPagePrintsGoTypes(t *testing.T) {
	var got bytes.Buffer
	for _, of := range []string{"*int", "[]model.ID", "faultsJSON", "[]string", "bool", "[]validate.Line", "*Status", "*json.RawMessage"} {
		fmt.Fprintln(&got, jsonKind(of))
	}
	const want = "number or null\nlist of number\n[faults](#faultsjson)\nlist of string\nbool\nlist of [line](#line)\n[status](#status) or null\nanything\n"
	if got.String() != want {
		t.Errorf("got %q, want %q", got.String(), want)
	}
}
