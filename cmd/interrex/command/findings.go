package command

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/counterexamples"
	"github.com/interrex/interrex/model"
)

// file returns the finding as a counterexample file.
func (f *finding) file() *counterexamples.File {
	i := instanceOf(f.instance.group.entry, f.instance.group.variant, f.instance.network)
	return counterexamples.Record(i, *f.execution, f.property, f.instance.group.fairness)
}

// name returns the name of the finding's file, without its ending. It names
// algorithm, variant, property, number of processes and condition.
func (f *finding) name() string {
	n := f.instance.network.N
	parts := []string{f.instance.group.entry.Name, f.instance.group.variantText(), f.property.Name, fmt.Sprint("n", n), f.instance.group.condition(n).String()}
	return strings.NewReplacer(" ", "-", "=", "", "<", "", ",", "_").Replace(strings.Join(parts, "-"))
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

// writeCharts draws findings, and findings with the same execution only once. The
// text above a chart is wrapped to width columns, unless width is 0, and a chart that is
// wider is a list.
func writeCharts(w io.Writer, width int, list []*finding) {
	drawn := map[string]bool{}
	var executions []model.Execution
	for _, f := range list {
		chart := f.chart()
		if drawn[chart] {
			continue
		}
		drawn[chart] = true
		var names []string
		var alike []*finding
		for _, other := range list {
			if other.chart() == chart {
				names, alike = append(names, other.property.Name), append(alike, other)
			}
		}
		title := fmt.Sprintf("%s: violated %s%s: %s", f.instance.title(), lengthText(*f.execution), minimalText(f.minimal), strings.Join(names, ", "))
		writeProse(w, width, "\n"+title+"\n")
		(&picture{summary: summaries(alike), x: *f.execution, remarks: f.property.Remarks(*f.execution)}).write(w, width)
		executions = append(executions, *f.execution)
	}
	writeLegend(w, width, executions...)
}

// summaries returns the summaries of findings with the same execution, each with the name of
// its property if they differ.
func summaries(list []*finding) string {
	var texts []string
	for _, f := range list {
		texts = append(texts, counterexamples.Summary(*f.execution, f.property))
	}
	if len(slices.Compact(slices.Clone(texts))) == 1 {
		return texts[0]
	}
	for i, f := range list {
		texts[i] = f.property.Name + ": " + texts[i]
	}
	return strings.Join(texts, "\n")
}

func (f *finding) chart() string {
	return counterexamples.Chart(*f.execution, f.property.Remarks(*f.execution)...)
}

// saveFindings writes each finding to its own file in dir. If several have the same
// name, all but the first are numbered.
func saveFindings(dir string, list []*finding) error {
	named := map[string]int{}
	for _, f := range list {
		name := f.name()
		if named[name]++; named[name] > 1 {
			name += fmt.Sprintf("-%d", named[name])
		}
		if err := writeFile(filepath.Join(dir, name+".txt"), string(f.file().Format())); err != nil {
			return err
		}
	}
	return nil
}

// minimalText says if there may be a shorter execution.
func minimalText(m checker.Minimality) string {
	if m == checker.Least {
		return ""
	}
	return fmt.Sprintf(" (%v)", m)
}
