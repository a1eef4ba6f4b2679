package coverage

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// A Block is a part of a source file that has a counter.
type Block struct {
	File       string // import path of the package, and the name of the file
	From, To   Position
	Statements int
}

// A Position is a place in a source file.
type Position struct{ Line, Column int }

// compare orders positions.
func (p Position) compare(q Position) int {
	return cmp.Or(cmp.Compare(p.Line, q.Line), cmp.Compare(p.Column, q.Column))
}

// A Profile has the counts of blocks.
type Profile struct {
	Mode   string // set, count or atomic
	Counts map[Block]int
}

// Parse reads a cover profile as the go command writes it.
func Parse(r io.Reader) (*Profile, error) {
	lines := bufio.NewScanner(r)
	p := &Profile{Counts: map[Block]int{}}
	for lines.Scan() {
		text := lines.Text()
		if mode, ok := strings.CutPrefix(text, "mode: "); ok && p.Mode == "" {
			p.Mode = mode
			continue
		}
		b, count, err := parseBlock(text)
		if err != nil || p.Mode == "" {
			return nil, fmt.Errorf("line %q of a cover profile; allowed: mode: MODE first, then lines FILE:LINE.COLUMN,LINE.COLUMN STATEMENTS COUNT", text)
		}
		p.Counts[b] += count
	}
	return p, lines.Err()
}

// parseBlock reads one line.
func parseBlock(text string) (b Block, count int, err error) {
	colon := strings.LastIndexByte(text, ':')
	if colon < 0 {
		return b, 0, strconv.ErrSyntax
	}
	b.File = text[:colon]
	fields := strings.FieldsFunc(text[colon+1:], func(r rune) bool { return strings.ContainsRune(". ,", r) })
	into := []*int{&b.From.Line, &b.From.Column, &b.To.Line, &b.To.Column, &b.Statements, &count}
	if len(fields) != len(into) {
		return b, 0, strconv.ErrSyntax
	}
	for i, field := range fields {
		if *into[i], err = strconv.Atoi(field); err != nil {
			return b, 0, err
		}
	}
	return b, count, nil
}

// Since returns what p counts more than before, which is an earlier profile of the same
// program.
func (p *Profile) Since(before *Profile) *Profile {
	d := &Profile{Mode: p.Mode, Counts: map[Block]int{}}
	for b, count := range p.Counts {
		d.Counts[b] = count - before.Counts[b]
	}
	return d
}

// Equal reports whether the counts are the same.
func (p *Profile) Equal(q *Profile) bool { return maps.Equal(p.Counts, q.Counts) }

// Any reports whether some block was entered.
func (p *Profile) Any() bool {
	for _, count := range p.Counts {
		if count > 0 {
			return true
		}
	}
	return false
}

// home is the path of the module.
var home = strings.TrimSuffix(reflect.TypeFor[Block]().PkgPath(), "checker/coverage")

// ofAlgorithms returns p without the packages that take the steps.
func (p *Profile) ofAlgorithms() *Profile {
	kept := &Profile{Mode: p.Mode, Counts: maps.Clone(p.Counts)}
	maps.DeleteFunc(kept.Counts, func(b Block, _ int) bool {
		rest, ours := strings.CutPrefix(b.File, home)
		return ours && slices.ContainsFunc([]string{"model/", "checker/", "cmd/interrex/"}, func(dir string) bool { return strings.HasPrefix(rest, dir) })
	})
	return kept
}

// Write writes p as the go command does.
func (p *Profile) Write(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "mode: %s\n", p.Mode)
	for _, b := range p.blocks() {
		fmt.Fprintf(out, "%s:%d.%d,%d.%d %d %d\n", b.File, b.From.Line, b.From.Column, b.To.Line, b.To.Column, b.Statements, p.Counts[b])
	}
	return out.Flush()
}

// WriteFile writes p into a file, as Write does.
func (p *Profile) WriteFile(name string) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	return errors.Join(p.Write(f), f.Close())
}

// blocks returns the blocks by file and position.
func (p *Profile) blocks() []Block {
	return slices.SortedFunc(maps.Keys(p.Counts), func(a, b Block) int {
		return cmp.Or(strings.Compare(a.File, b.File), a.From.compare(b.From), a.To.compare(b.To))
	})
}
