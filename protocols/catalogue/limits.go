package catalogue

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"github.com/interrex/interrex/protocols"
	"github.com/interrex/interrex/protocols/claims"
)

// LimitsFile is the name of the table of mutants beside the source of an algorithm that has a [claims.Limit]. The table is about the
// first of its limits.
// It has a line for each mutant: its name, the reason, and the columns of its catch, separated by bars. The tests
// of the mutants write it.
const LimitsFile = "limits.txt"

// A Mutant is a wrong form of an algorithm, and the first instance that shows it.
type Mutant struct {
	Name   string // its wrong behaviour
	Reason string // why that is wrong, or why it is harmless
	Catch
}

// A Catch is the first instance that catches a mutant, and the property that fails there. The zero
// value is none.
type Catch struct {
	Limit     int
	N         int
	Condition string // of the claim, as [claims.Claim.Condition] writes it
	Property  string
	Events    int // of a shortest counterexample; 0: it is that no execution reaches a goal
}

// never is the only column of the catch of a mutant that nothing catches.
const never = "never"

// String returns the columns of the catch.
func (c Catch) String() string {
	if c.Limit == 0 {
		return never
	}
	return fmt.Sprintf("%d | %d | %s | %s | %d", c.Limit, c.N, c.Condition, c.Property, c.Events)
}

// String returns the line of m.
func (m Mutant) String() string { return fmt.Sprintf("%s | %s | %v", m.Name, m.Reason, m.Catch) }

// Suffices returns an error if the instance of e that catches a mutant has a smaller limit than the mutant needs, or if e makes no claim
// about it. The zero value of c needs none.
func (c Catch) Suffices(e claims.Entry) error {
	if c.Limit == 0 {
		return nil
	}
	i := slices.IndexFunc(e.Claims, func(claim claims.Claim) bool {
		return claim.Condition() == c.Condition && claim.From <= c.N && c.N <= claim.To
	})
	if i < 0 {
		return fmt.Errorf("%s: no claim about %d processes under the condition %q", e.Name, c.N, c.Condition)
	}
	if has := e.Limits[0].Of(e.Claims[i].On(e.Network(c.N))); has < c.Limit {
		return fmt.Errorf("%s: n = %d, condition %q: the catalogue has %d %s, and the mutant needs %d", e.Name, c.N, c.Condition, has, e.Limits[0].Name, c.Limit)
	}
	return nil
}

// Mutants returns the mutants of an algorithm of package protocols in the order of its table; none if it has no table.
func Mutants(e claims.Entry) ([]Mutant, error) {
	data, err := fs.ReadFile(protocols.Files(), e.Package()+"/"+LimitsFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	mutants, err := ParseMutants(string(data))
	if err != nil {
		return nil, fmt.Errorf("%s: %s: %w", e.Name, LimitsFile, err)
	}
	return mutants, nil
}

// ParseMutants reads a table. The error names the line.
func ParseMutants(table string) ([]Mutant, error) {
	var mutants []Mutant
	for i, line := range strings.Split(strings.TrimSuffix(table, "\n"), "\n") {
		m, err := parseMutant(line)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", i+1, err)
		}
		mutants = append(mutants, m)
	}
	return mutants, nil
}

func parseMutant(line string) (Mutant, error) {
	parts := strings.Split(line, " | ")
	if len(parts) == 3 && parts[2] == never {
		return Mutant{Name: parts[0], Reason: parts[1]}, nil
	}
	if len(parts) != 7 {
		return Mutant{}, fmt.Errorf("got %d columns, want 7, or 3 of which the last is %q", len(parts), never)
	}
	var numbers [3]int
	for i, column := range []int{2, 3, 6} {
		var err error
		if numbers[i], err = strconv.Atoi(parts[column]); err != nil {
			return Mutant{}, fmt.Errorf("column %d: %q is no number", column+1, parts[column])
		}
	}
	return Mutant{parts[0], parts[1], Catch{numbers[0], numbers[1], parts[4], parts[5], numbers[2]}}, nil
}
