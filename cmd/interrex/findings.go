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

// writeCharts draws findings, those that are the same execution once.
func writeCharts(w io.Writer, list []*finding) {
	drawn := map[string]bool{}
	for _, f := range list {
		chart := f.chart()
		if drawn[chart] {
			continue
		}
		drawn[chart] = true
		var names []string
		for _, other := range list {
			if other.chart() == chart {
				names = append(names, other.property)
			}
		}
		fmt.Fprintf(w, "\n%s: violated %s: %s\n\n%s", f.instance.title(), lengthText(*f.execution), strings.Join(names, ", "), chart)
	}
}

func (f *finding) chart() string { return counterexamples.Chart(*f.execution) }

// saveFindings writes each finding to its file in dir.
func saveFindings(dir string, list []*finding) error {
	for _, f := range list {
		if err := writeFile(filepath.Join(dir, f.name()), string(f.file().Format())); err != nil {
			return err
		}
	}
	return nil
}
