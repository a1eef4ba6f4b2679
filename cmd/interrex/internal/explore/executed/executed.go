// Package executed finds lines of Go that a call has executed for certain, from places where it
// is known to have been: every statement before such a place in its block, and those after it up
// to one that may leave the block.
package executed

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
)

// A Place is a line of a function that was executed.
type Place struct {
	Function string // its name, with that of its receiver's type in front if it is a method: Algorithm.Step
	Text     string // of the line
	Nth      int    // of the lines of the function with this text, in some version of it
}

// A Source is a Go file.
type Source struct {
	set       *token.FileSet
	lines     []string
	functions map[string]*ast.FuncDecl
}

// Parse reads a file.
func Parse(text string) (*Source, error) {
	s := &Source{set: token.NewFileSet(), lines: strings.Split(text, "\n"), functions: map[string]*ast.FuncDecl{}}
	file, err := parser.ParseFile(s.set, "", text, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Body != nil {
			s.functions[nameOf(f)] = f
		}
	}
	return s, nil
}

// nameOf returns the name of a function as in a Place.
func nameOf(f *ast.FuncDecl) string {
	if f.Recv == nil || len(f.Recv.List) == 0 {
		return f.Name.Name
	}
	t := f.Recv.List[0].Type
	for {
		switch x := t.(type) {
		case *ast.StarExpr:
			t = x.X
		case *ast.IndexExpr:
			t = x.X
		case *ast.Ident:
			return x.Name + "." + f.Name.Name
		default:
			return f.Name.Name
		}
	}
}

// line returns the line of a position, from 1.
func (s *Source) line(p token.Pos) int { return s.set.Position(p).Line }

// normal returns a line without the spaces that align it.
func normal(line string) string { return strings.Join(strings.Fields(line), " ") }

// Place returns the place of a line of s, and false if it is in no function.
func (s *Source) Place(line int) (Place, bool) {
	for name, f := range s.functions {
		from, to := s.line(f.Pos()), s.line(f.End())
		if line < from || line > to {
			continue
		}
		p := Place{Function: name, Text: normal(s.lines[line-1])}
		for i := from; i < line; i++ {
			if normal(s.lines[i-1]) == p.Text {
				p.Nth++
			}
		}
		return p, true
	}
	return Place{}, false
}

// find returns the line of s at a place of another version of the same function, from 1. It
// returns 0 if that is not certain: there is no such line, or another number of them.
func (s *Source) find(p Place, of int) int {
	f, ok := s.functions[p.Function]
	if !ok {
		return 0
	}
	var found []int
	for i := s.line(f.Pos()); i <= s.line(f.End()); i++ {
		if normal(s.lines[i-1]) == p.Text {
			found = append(found, i)
		}
	}
	if len(found) != of {
		return 0
	}
	return found[p.Nth]
}

// count returns how many lines of the function have the text of a place.
func (s *Source) count(p Place) int {
	f := s.functions[p.Function]
	count := 0
	for i := s.line(f.Pos()); i <= s.line(f.End()); i++ {
		if normal(s.lines[i-1]) == p.Text {
			count++
		}
	}
	return count
}

// In returns the line of s that is line of another version of the file, from 1; 0 if that is not
// certain.
func (s *Source) In(other *Source, line int) int {
	p, ok := other.Place(line)
	if !ok {
		return 0
	}
	return s.find(p, other.count(p))
}

// Start returns the line on which a function begins, 0 if there is none of that name.
func (s *Source) Start(function string) int {
	f, ok := s.functions[function]
	if !ok {
		return 0
	}
	return s.line(f.Body.Lbrace)
}

// Lines returns the lines of s that were executed for certain if these were, in ascending order.
func (s *Source) Lines(known []int) []int {
	w := &walker{source: s, known: known, marked: map[int]bool{}}
	for _, f := range s.functions {
		if w.within(f.Body) {
			w.mark(s.line(f.Pos()))
			w.block(f.Body.List)
		}
	}
	var list []int
	for i := range w.marked {
		list = append(list, i)
	}
	slices.Sort(list)
	return list
}
