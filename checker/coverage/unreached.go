package coverage

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// A Branch is a part of the source that no execution takes.
type Branch struct {
	File   string // import path of the package, and the name of the file
	Path   string // of the file on this machine
	At     Position
	Until  int    // its last line
	Source string // the line at which it starts
	Why    string // in words: which part it is
}

// String returns "FILE:LINE:COLUMN: why: source", where FILE has no directory.
func (b Branch) String() string {
	return fmt.Sprintf("%s:%d:%d: %s: %s", path.Base(b.File), b.At.Line, b.At.Column, b.Why, b.Source)
}

// The reasons of branches.
const (
	neverEntered = "no execution enters it"
	alwaysHolds  = "the condition always holds"
	neverCalled  = "no execution calls it"
	neverReached = "every execution leaves before it"
)

// Unreached returns the branches that p never entered, of the functions that it entered or
// that these call, and the part of p that is about these functions. It asks the go
// command for the directories of the packages.
func (p *Profile) Unreached() ([]Branch, *Profile, error) {
	files := map[string][]Block{}
	for _, b := range p.blocks() {
		files[b.File] = append(files[b.File], b)
	}
	packages := map[string][]string{}
	for _, file := range slices.Sorted(maps.Keys(files)) {
		packages[path.Dir(file)] = append(packages[path.Dir(file)], file)
	}
	maps.DeleteFunc(packages, func(_ string, names []string) bool {
		return !slices.ContainsFunc(names, func(name string) bool { return p.moves(files[name]) })
	})
	dirs, err := directories(slices.Sorted(maps.Keys(packages)))
	if err != nil {
		return nil, nil, err
	}
	var list []Branch
	kept := &Profile{Mode: p.Mode, Counts: map[Block]int{}}
	for _, pkg := range slices.Sorted(maps.Keys(packages)) {
		k := &source{profile: p, files: token.NewFileSet(), kept: kept}
		for _, name := range packages[pkg] {
			if err := k.parse(name, filepath.Join(dirs[pkg], path.Base(name)), files[name]); err != nil {
				return nil, nil, err
			}
		}
		list = append(list, k.unreached()...)
	}
	return list, kept, nil
}

// moves reports whether some of the blocks was entered.
func (p *Profile) moves(blocks []Block) bool {
	return slices.ContainsFunc(blocks, func(b Block) bool { return p.Counts[b] > 0 })
}

// directories returns the directory of each package.
func directories(packages []string) (map[string]string, error) {
	cmd := exec.Command("go", append([]string{"list", "-f", "{{.ImportPath}}\t{{.Dir}}"}, packages...)...)
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list %s: %w; allowed: a working directory in the module of these packages", strings.Join(packages, " "), err)
	}
	dirs := map[string]string{}
	for line := range strings.Lines(string(out)) {
		pkg, dir, _ := strings.Cut(strings.TrimSpace(line), "\t")
		dirs[pkg] = dir
	}
	return dirs, nil
}

// source is the source of one package.
type source struct {
	profile   *Profile
	kept      *Profile
	files     *token.FileSet
	functions []*function
}

// part is a file with its blocks, by position.
type part struct {
	name, path string
	lines      []string
	blocks     []Block
}

// shown are the methods that show values to people and properties. Events are named by the texts of messages, so a
// replay calls some of them too.
var shown = []string{"String", "GoString", "Observe", "Init", "Inits", "InputNames", "Name", "Needs"}

// function is a function or method that is declared.
type function struct {
	part   *part
	decl   *ast.FuncDecl
	listed bool
}

// unreached returns the branches of the functions that were entered, and of those that these
// name, outside of such branches, and that have a name of their own in the package.
func (k *source) unreached() []Branch {
	named := map[string][]*function{}
	var todo []*function
	for _, f := range k.functions {
		named[f.name()] = append(named[f.name()], f)
		if f.listed = k.entries(f.part, f.decl.Body) > 0 && !slices.Contains(shown, f.decl.Name.Name); f.listed {
			todo = append(todo, f)
		}
	}
	var list []Branch
	for len(todo) > 0 {
		w := k.walk(todo[0])
		list, todo = append(list, w.list...), todo[1:]
		for _, name := range w.names(w.function.decl.Body) {
			if same := named[name]; len(same) == 1 && !same[0].listed {
				same[0].listed = true
				todo = append(todo, same[0])
			}
		}
	}
	slices.SortFunc(list, func(a, b Branch) int { return cmp.Or(strings.Compare(a.File, b.File), a.At.compare(b.At)) })
	return list
}

// walk lists the branches of one function, and keeps its counts.
func (k *source) walk(f *function) *walker {
	w := &walker{source: k, function: f, part: f.part}
	if k.entries(f.part, f.decl.Body) == 0 {
		w.add(f.decl.Pos(), f.decl.End(), neverCalled)
	} else {
		w.statements(f.decl.Body.List)
	}
	for _, b := range f.part.blocks {
		if k.holds(f.decl.Body, b) {
			k.kept.Counts[b] = k.profile.Counts[b]
		}
	}
	return w
}

// name returns how code names a function: a method with a point.
func (f *function) name() string {
	if f.decl.Recv != nil {
		return "." + f.decl.Name.Name
	}
	return f.decl.Name.Name
}

// parse reads one file.
func (k *source) parse(name, file string, blocks []Block) error {
	text, lines, err := read(file)
	if err != nil {
		return err
	}
	f, err := parser.ParseFile(k.files, file, text, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	p := &part{name: name, path: file, lines: lines, blocks: blocks}
	for _, d := range f.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil {
			k.functions = append(k.functions, &function{part: p, decl: fn})
		}
	}
	return nil
}

// position returns the place of pos.
func (k *source) position(pos token.Pos) Position {
	at := k.files.PositionFor(pos, false)
	return Position{at.Line, at.Column}
}

// holds reports whether a block lies in a body.
func (k *source) holds(body *ast.BlockStmt, b Block) bool {
	return k.position(body.Lbrace).compare(b.From) <= 0 && b.To.compare(k.position(body.End())) <= 0
}

// entries returns how often a body was entered.
func (k *source) entries(p *part, b *ast.BlockStmt) int { return k.count(p, b.Lbrace, first(b)) }

// count returns how often the first block was entered that begins in from..to. That of an
// else begins one column before its brace.
func (k *source) count(p *part, from, to token.Pos) int {
	a, z := k.position(from), k.position(to)
	a.Column--
	for _, b := range p.blocks {
		if b.From.compare(a) >= 0 && b.From.compare(z) <= 0 {
			return k.profile.Counts[b]
		}
	}
	return 0
}

// countAt returns how often the block was entered that holds the beginning of a
// statement: of those that begin before it, the last.
func (k *source) countAt(p *part, pos token.Pos) int {
	at, count := k.position(pos), 0
	for _, b := range p.blocks {
		if b.From.compare(at) <= 0 && at.compare(b.To) < 0 {
			count = k.profile.Counts[b]
		}
	}
	return count
}
