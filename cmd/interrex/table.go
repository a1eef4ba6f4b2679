package main

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
	"golang.org/x/term"
)

// writeTable writes the final table: a row per property, group by group. On a
// terminal that is too narrow the last columns are left out.
func writeTable(w io.Writer, groups []*group, j judge, width int) {
	for _, hidden := range [][]string{nil, {"configurations"}, {"configurations", "instances"}, {"configurations", "instances", "time"}} {
		rendered := renderTable(groups, j, hidden)
		if first, _, _ := strings.Cut(rendered, "\n"); len(hidden) == 3 || width == 0 || text.StringWidthWithoutEscSequences(first) <= width {
			fmt.Fprintln(w, rendered)
			return
		}
	}
}

func renderTable(groups []*group, j judge, hidden []string) string {
	t := table.NewWriter()
	t.SetStyle(tableStyle())
	header := table.Row{"algorithm", "variant", "property", "condition", "n", "result"}
	if j.heading() != "" {
		header = append(header, j.heading())
	}
	t.AppendHeader(append(header, "instances", "configurations", "time"))
	var columns []table.ColumnConfig
	for _, name := range []string{"instances", "configurations", "time"} {
		columns = append(columns, table.ColumnConfig{Name: name, Align: text.AlignRight, AlignHeader: text.AlignRight})
	}
	for _, name := range hidden {
		columns = append(columns, table.ColumnConfig{Name: name, Hidden: true})
	}
	t.SetColumnConfigs(columns)
	for i, g := range groups {
		if i > 0 {
			t.AppendSeparator()
		}
		for k, r := range g.rows {
			t.AppendRow(tableRow(r, j, k))
		}
	}
	return t.Render()
}

func tableRow(r *row, j judge, index int) table.Row {
	g := r.group
	name, variant, where := g.entry.Name, g.variantText(), g.condition(r.sizes.from).String()
	if index > 0 {
		name, variant, where = "", "", ""
	}
	cells := table.Row{name, variant, r.property, where, r.sizes.String(), r.text()}
	if j.heading() != "" {
		cells = append(cells, j.outcome(r).String())
	}
	return append(cells, grouped(int64(r.searched)), grouped(r.configurations), seconds(r.elapsed))
}

// text returns what was found, with the length of the shortest counterexample.
func (r *row) text() string {
	text := r.found().String()
	if r.shortest != nil {
		text += fmt.Sprintf(" (%d)", len(r.shortest.execution.Steps))
	}
	return text
}

func tableStyle() table.Style {
	style := table.StyleLight
	style.Options = table.Options{SeparateColumns: false, SeparateHeader: true}
	style.Format.Header = text.FormatDefault
	style.Box.PaddingLeft, style.Box.PaddingRight = "", "  "
	return style
}

// grouped writes a number with commas between thousands.
func grouped(i int64) string {
	s := strconv.FormatInt(i, 10)
	for at := len(s) - 3; at > 0; at -= 3 {
		s = s[:at] + "," + s[at:]
	}
	return s
}

func seconds(d time.Duration) string { return fmt.Sprintf("%.2fs", d.Seconds()) }

// terminalWidth returns the number of columns of the terminal that w is, 0 if
// it is none.
func terminalWidth(w io.Writer) int {
	f, isFile := w.(*os.File)
	if !isFile {
		return 0
	}
	width, _, err := term.GetSize(int(f.Fd()))
	if err != nil {
		return 0
	}
	return width
}
