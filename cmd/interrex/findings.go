package main

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/interrex/interrex/counterexamples"
)

// file returns the finding as a counterexample file.
func (f *finding) file() *counterexamples.File {
	e, v := f.instance.group.entry, f.instance.group.variant
	i := counterexamples.Instance{Algorithm: e.Name, Variant: e.VariantText(v), Readings: e.ReadingsText(v.Readings)}
	return counterexamples.Record(i, *f.execution, f.property, f.instance.group.fairness)
}

// name returns the name of the finding's file: one for each algorithm,
// variant, property and condition.
func (f *finding) name() string {
	where := f.instance.group.condition(f.instance.system.Network().N).String()
	parts := []string{f.instance.group.entry.Name, f.instance.group.variantText(), f.property, where}
	name := strings.NewReplacer(" ", "-", "=", "", "<", "", ",", "").Replace(strings.Join(parts, "-"))
	return name + ".txt"
}

// violations returns the shortest counterexample of each row that is wanted,
// in the order of the table.
func violations(groups []*group, wanted func(*row) bool) []*finding {
	var list []*finding
	for _, g := range groups {
		for _, r := range g.rows {
			if r.shortest != nil && wanted(r) {
				list = append(list, r.shortest)
			}
		}
	}
	return list
}

// writeChart shows a finding.
func writeChart(w io.Writer, f *finding) {
	x := f.execution
	length := fmt.Sprintf("after %d events", len(x.Steps))
	if x.Loops() {
		length = fmt.Sprintf("by %d events, the last %d of them for ever", len(x.Steps), len(x.Steps)-x.Stem)
	}
	fmt.Fprintf(w, "\n%s: %s is violated %s\n\n%s", f.instance.title(), f.property, length, counterexamples.Chart(*x))
}

// saveFindings writes each finding to its file in dir.
func saveFindings(dir string, list []*finding) error {
	for _, f := range list {
		if err := writeFile(filepath.Join(dir, f.name()), string(f.file().Format())); err != nil {
			return err
		}
	}
	return nil
}
