package command

import (
	"fmt"
	"io"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"

	"github.com/interrex/interrex/counterexamples"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// A picture is an execution with all that is said of it.
type picture struct {
	title   string
	summary string // how it refutes a property, or ""
	x       model.Execution
	remarks []properties.Remark
	values  map[string]string // of the counterexample file, by key; nil: there is none

	property properties.Property // that an export to a checker judges
}

// write writes the summary and the chart for a terminal of so many columns; 0: for none. If
// the chart is wider, it writes the events as a list.
func (p *picture) write(w io.Writer, width int) {
	if p.summary != "" {
		for paragraph := range strings.SplitSeq(p.summary, "\n") {
			for line := range strings.SplitSeq(text.WrapSoft(paragraph, columns(width)), "\n") {
				fmt.Fprintln(w, strings.TrimRight(line, " "))
			}
		}
		fmt.Fprintln(w)
	}
	chart := counterexamples.Chart(p.x, p.remarks...)
	if width > 0 && isWider(chart, width) {
		chart = counterexamples.List(p.x, width, p.remarks...)
	}
	io.WriteString(w, chart)
}

// isWider reports whether a line of the text has more columns.
func isWider(chart string, columns int) bool {
	for line := range strings.SplitSeq(chart, "\n") {
		if text.StringWidth(line) > columns {
			return true
		}
	}
	return false
}

// writeLegend explains the signs of charts, those that were not replaced by a list.
func writeLegend(w io.Writer, width int, list ...model.Execution) {
	drawn := list[:0:0]
	for _, x := range list {
		if width == 0 || !isWider(counterexamples.Chart(x), width) {
			drawn = append(drawn, x)
		}
	}
	if len(drawn) > 0 {
		fmt.Fprintf(w, "\n%s", counterexamples.Legend(columns(width), drawn...))
	}
}
