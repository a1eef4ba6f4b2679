package main

import (
	"cmp"
	"embed"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
)

//go:embed faults/*.txt
var planted embed.FS

// A suite is the faults of a package.
type suite struct {
	pkg    string   // its folder
	then   []string // the packages whose tests come after its own, in this order
	slow   bool     // its tests take long, or many packages are built anew for them
	faults []*fault
}

// A fault is one changed line.
type fault struct {
	suite    *suite
	name     string // unique within the package
	file     string // its name in the folder of the package
	function string // that the line is in, perhaps Type.method; "" if it is in none
	old, new string // the line, without the space around it; new is "" if it is left out
	reason   string // a sentence on its consequence
}

func (f *fault) String() string { return f.suite.pkg + " " + f.name }

// path returns the path of the file from the root of the module.
func (f *fault) path() string { return path.Join(f.suite.pkg, f.file) }

// loadFaults reads all files of faults in a folder, by package.
func loadFaults(from fs.FS) ([]*suite, error) {
	names, err := fs.Glob(from, "*.txt")
	if err != nil {
		return nil, err
	}
	var suites []*suite
	for _, name := range names {
		text, err := fs.ReadFile(from, name)
		if err != nil {
			return nil, err
		}
		s, err := parseFaults(string(text))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if want := strings.ReplaceAll(s.pkg, "/", "-") + ".txt"; name != want {
			return nil, fmt.Errorf("%s: the faults of %s belong into %s", name, s.pkg, want)
		}
		suites = append(suites, s)
	}
	slices.SortFunc(suites, func(a, b *suite) int { return cmp.Compare(a.pkg, b.pkg) })
	return suites, nil
}

// parseFaults reads a file of faults: "package" and "then" with folders, perhaps "slow" with a
// reason, and then for each fault its name at the start of a line and, indented, "at" with the file and perhaps the
// function, "-" with the line as it is, perhaps "+" with the line as it becomes, and the
// reason. A line that starts with # is a remark.
func parseFaults(text string) (*suite, error) {
	s, number := &suite{}, 0
	for line := range strings.Lines(text) {
		number++
		if line = strings.TrimRight(line, "\n"); line == "" || line[0] == '#' {
			continue
		}
		if err := s.add(line); err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
	}
	if s.pkg == "" || len(s.faults) == 0 {
		return nil, fmt.Errorf("line %d: want a package and at least one fault", number)
	}
	return s, s.last().complete()
}

func (s *suite) last() *fault { return s.faults[len(s.faults)-1] }

// add reads a line of a file of faults.
func (s *suite) add(line string) error {
	if fields := strings.Fields(line); len(s.faults) == 0 && line[0] != '\t' && len(fields) > 1 {
		switch {
		case fields[0] == "package" && len(fields) == 2:
			s.pkg = fields[1]
			return nil
		case fields[0] == "then":
			s.then = fields[1:]
			return nil
		case fields[0] == "slow": // why
			s.slow = true
			return nil
		}
	}
	if line[0] != '\t' {
		return s.begin(line)
	}
	if len(s.faults) == 0 {
		return fmt.Errorf("%q comes before the name of a fault", line)
	}
	return s.last().add(strings.TrimSpace(line))
}

// begin begins a fault.
func (s *suite) begin(name string) error {
	switch {
	case strings.ContainsAny(name, " \t"):
		return fmt.Errorf("malformed name %q; allowed: one word, such as off-by-one", name)
	case slices.ContainsFunc(s.faults, func(f *fault) bool { return f.name == name }):
		return fmt.Errorf("fault %q occurs twice", name)
	}
	if len(s.faults) > 0 {
		if err := s.last().complete(); err != nil {
			return err
		}
	}
	s.faults = append(s.faults, &fault{suite: s, name: name})
	return nil
}

// add reads an indented line.
func (f *fault) add(line string) error {
	key, rest, _ := strings.Cut(line, " ")
	rest = strings.TrimSpace(rest)
	switch {
	case key == "at" && f.file == "":
		var ok bool
		f.file, f.function, ok = strings.Cut(rest, " ")
		if f.function = strings.TrimSpace(f.function); f.file == "" || ok == (f.function == "") {
			return fmt.Errorf("malformed %q; allowed: at file.go, at file.go function", line)
		}
	case key == "-" && f.old == "":
		f.old = rest
	case key == "+" && f.new == "" && f.reason == "":
		f.new = rest
	default:
		f.reason = strings.TrimSpace(f.reason + " " + line)
	}
	return nil
}

// complete returns the error of a fault that lacks a part or changes nothing.
func (f *fault) complete() error {
	switch {
	case f.file == "" || f.old == "" || f.reason == "":
		return fmt.Errorf("fault %q: want a line each with at, with - and with the reason", f.name)
	case f.old == f.new:
		return fmt.Errorf("fault %q changes nothing", f.name)
	}
	return nil
}
