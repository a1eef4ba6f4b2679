package command

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"

	"github.com/interrex/interrex/counterexamples"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// formats are the formats of pictures.
var formats = []string{"ascii", "svg", "mermaid"}

// formatOf returns the format for the ending of a path. It returns another
// ending unchanged, which is no format.
func formatOf(path string) string {
	switch ending := strings.ToLower(filepath.Ext(path)); ending {
	case "", ".txt":
		return "ascii"
	case ".mmd":
		return "mermaid"
	default:
		return strings.TrimPrefix(ending, ".")
	}
}

// pictureFormat reads the format of a picture from the ending of its path. The error names
// the flag, and what else is allowed.
func pictureFormat(flag, path, otherwise string) (string, error) {
	format := formatOf(path)
	if !slices.Contains(formats, format) {
		return "", fmt.Errorf("the ending of --%s %q names no format; allowed: .svg, .mmd or .txt%s", flag, path, otherwise)
	}
	return format, nil
}

// A picture is an execution with all that is said of it.
type picture struct {
	title   string
	summary string // how it refutes a property, or ""
	x       model.Execution
	remarks []properties.Remark
}

// in returns the picture in a format.
func (p *picture) in(format string) []byte {
	switch format {
	case "svg":
		return counterexamples.SVG(p.x, strings.TrimSuffix(p.title+"\n"+p.summary, "\n"), p.remarks...)
	case "mermaid":
		return []byte(counterexamples.Mermaid(p.x, p.remarks...))
	}
	var b strings.Builder
	p.write(&b, 0)
	writeLegend(&b, 0, p.x)
	return []byte(b.String())
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
