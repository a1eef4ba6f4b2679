package limits

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/protocols/catalogue"
)

// A Mode says how much of a table is made anew.
type Mode int

// The modes.
const (
	Confirm Mode = iota // each recorded catch alone
	Search              // the whole growth of each mutant, and whether check refutes it
	Update              // the same, and the table is written
)

// ModeOf returns how much a test does: a short one is skipped, one that is to write the table makes it anew, and so
// does a long one.
func ModeOf(t *testing.T, update bool) Mode {
	t.Helper()
	switch {
	case testing.Short():
		t.Skip("searches of several seconds")
	case update:
		return Update
	case checkertest.Long():
		return Search
	}
	return Confirm
}

// Run holds the table of mutants, [catalogue.LimitsFile], in the working folder against the mutants. It fails if the catalogue's
// limit is smaller than the least that catches a mutant there.
func Run(t *testing.T, g Growth, mutants []Mutant, mode Mode) {
	const file = catalogue.LimitsFile
	g.sound = map[string]checker.Report{}
	want := map[string]catalogue.Catch{}
	if mode != Update {
		want = read(t, file, mutants)
	}
	var table bytes.Buffer
	for _, m := range mutants {
		t.Run(m.Name, func(t *testing.T) {
			got := g.first(t, m, want[m.Name], mode)
			if diff := cmp.Diff(want[m.Name], got); diff != "" && mode != Update {
				t.Errorf("the first catch differs from that in %s (-update writes it; commit it only if you know why): %s", file, diff)
			}
			fmt.Fprintln(&table, catalogue.Mutant{Name: m.Name, Reason: m.Reason, Catch: got})
			if err := got.Suffices(g.Entry); err != nil {
				t.Error(err)
			}
			if mode != Confirm && got.Limit > 0 {
				g.refute(t, m, got)
			}
		})
	}
	if mode == Update {
		if err := os.WriteFile(file, table.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// refute fails the test if check lets a mutant escape that some limit catches, unless it says so.
func (g Growth) refute(t *testing.T, m Mutant, c catalogue.Catch) {
	t.Helper()
	got, err := g.refuted(t.Context(), m, c)
	switch {
	case err != nil:
		t.Fatal(err)
	case got.Limit == 0 && !m.Escapes:
		t.Errorf("no claim with the limits of the catalogue refutes it, and Escapes is false; this one does: %v", c)
	case got.Limit > 0 && m.Escapes:
		t.Errorf("it does not escape: %v", got)
	}
}

// first returns the first catch of m, by as much work as the mode says.
func (g Growth) first(t *testing.T, m Mutant, recorded catalogue.Catch, mode Mode) catalogue.Catch {
	t.Helper()
	if mode == Confirm && recorded.Limit == 0 {
		return recorded // the search for one is long
	}
	search := func(ctx context.Context) (catalogue.Catch, error) { return g.Least(ctx, m) }
	if mode == Confirm {
		search = func(ctx context.Context) (catalogue.Catch, error) { return g.Again(ctx, m, recorded) }
	}
	got, err := search(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// read returns the catches of the table by the names of the mutants, which it has in their order.
func read(t *testing.T, file string, mutants []Mutant) map[string]catalogue.Catch {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := catalogue.ParseMutants(string(data))
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	if len(rows) != len(mutants) {
		t.Fatalf("%s has %d lines, want one for each of %d mutants", file, len(rows), len(mutants))
	}
	catches := map[string]catalogue.Catch{}
	for i, m := range mutants {
		if rows[i].Name != m.Name || rows[i].Reason != m.Reason {
			t.Fatalf("%s:%d is about %q (%s), want %q (%s)", file, i+1, rows[i].Name, rows[i].Reason, m.Name, m.Reason)
		}
		catches[m.Name] = rows[i].Catch
	}
	return catches
}
