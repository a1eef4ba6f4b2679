package command

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"github.com/interrex/interrex/checker"
)

// A line is a line of the final table: one or more rows of a group with the same
// result.
type line struct {
	rows  []*row
	group []*row // all rows of the group
	first bool   // of the group
}

// maxRows is the largest number of rows for which each has its own line.
const maxRows = 40

// tableLines returns the lines of the table of groups, of the rows that show selects: one line
// for each row if each is set or there are few rows, else one line for all rows of a group that
// are equal.
func tableLines(groups []*group, j judge, each bool, show func(*row) bool) []line {
	rows := 0
	for _, g := range groups {
		rows += len(g.rows)
	}
	var lines []line
	for _, g := range groups {
		lines = append(lines, groupLines(g, j, each || rows <= maxRows, show)...)
	}
	return lines
}

func groupLines(g *group, j judge, each bool, show func(*row) bool) []line {
	var lines []line
	rows := joined(g.rows, j)
next:
	for _, r := range rows {
		if !show(r) {
			continue
		}
		for i, l := range lines {
			s := l.rows[0]
			if !each && s.sizes == r.sizes && s.found() == r.found() && j.conclusion(s) == j.conclusion(r) {
				lines[i].rows = append(l.rows, r)
				continue next
			}
		}
		lines = append(lines, line{[]*row{r}, rows, len(lines) == 0})
	}
	return lines
}

// joined returns the rows of a group, with one row for successive sizes of a property that
// have the same result and the same conclusion.
func joined(rows []*row, j judge) []*row {
	var list []*row
	for _, r := range rows {
		last := len(list) - 1
		if last < 0 || !isContinued(list[last], r) || j.conclusion(list[last]) != j.conclusion(r) {
			list = append(list, r)
			continue
		}
		both := &row{group: r.group, property: r.property, bound: r.bound, claim: r.claim, implicit: r.implicit,
			sizes: sizes{list[last].sizes.from, r.sizes.to}, sized: list[last].sized + r.sized}
		both.join(&list[last].tally)
		both.join(&r.tally)
		list[last] = both
	}
	return list
}

// isContinued reports whether b is about the next sizes of the same property as a, with the same
// result.
func isContinued(a, b *row) bool {
	return a.property == b.property && a.sizes.to+1 == b.sizes.from && a.found() == b.found()
}

// property names the properties of the line, each violated one with the length
// of its shortest counterexample.
func (l line) property() string {
	if len(l.rows) > maxNames && l.rows[0].shortest == nil {
		if len(l.rows) == l.ofSameSize() {
			return fmt.Sprintf("all %d properties", len(l.rows))
		}
		return fmt.Sprintf("other %d properties", len(l.rows))
	}
	text, width := "", 0
	for i, r := range l.rows {
		name := r.property
		if r.shortest != nil {
			name += fmt.Sprintf(" (%s%d)", atMost(r.shortest.minimal), len(r.shortest.execution.Steps))
		}
		switch {
		case i == 0:
		case width+len(name) > propertyWidth:
			text, width = text+",\n", 0
		default:
			text += ", "
		}
		text, width = text+name, width+len(name)+2
	}
	return text
}

// The limits of the column of properties.
const (
	maxNames      = 5
	propertyWidth = 24
)

// ofSameSize returns how many rows of the group are about the same n.
func (l line) ofSameSize() int {
	count := 0
	for _, r := range l.group {
		if r.sizes == l.rows[0].sizes {
			count++
		}
	}
	return count
}

// A layout is a way to fit the table into a terminal.
type layout struct {
	numbers  []string // the columns of numbers
	limited  bool     // some instances have limits
	narrow   bool     // variant and condition are folded
	coloured bool     // violated and refuted claims stand out
}

var numberColumns = [...]string{"instances", "configurations", "time"}

// writeTable writes the final table. On a terminal that is too narrow the
// columns of numbers are omitted, the last ones first, and finally all columns.
func writeTable(w io.Writer, lines []line, j judge, width int) {
	l := layout{numbers: numberColumns[:], limited: slices.ContainsFunc(lines, line.isLimited), coloured: terminalWidth(w) > 0}
	for width > 0 && widthOf(renderTable(lines, j, l)) > width {
		switch {
		case len(l.numbers) > 0:
			l.numbers = l.numbers[:len(l.numbers)-1]
		case !l.narrow:
			l.narrow = true
		default:
			writeList(w, lines, j, width)
			return
		}
	}
	fmt.Fprintln(w, renderTable(lines, j, l))
}

// writeList writes the content of the table without columns.
func writeList(w io.Writer, lines []line, j judge, width int) {
	for _, l := range lines {
		r := l.rows[0]
		if l.first {
			g := r.group
			fmt.Fprintln(w, wrapped(fmt.Sprintf("%s %s, %s", g.entry.Name, g.variantText(), g.condition(r.sizes.from)), "", width))
		}
		what := r.found().String()
		if limits := r.group.limitsOf(r.sizes); limits != "" {
			what = limits + ": " + what
		}
		if j.heading() != "" {
			what += ", " + j.conclusion(r).String()
		}
		fmt.Fprintln(w, wrapped(fmt.Sprintf("n=%v %s: %s", r.sizes, what, strings.Join(strings.Fields(l.property()), " ")), "  ", width))
	}
}

// wrapped breaks text into lines of at most width columns, if its words allow
// that. All lines but the first begin with indent and two spaces.
func wrapped(s, indent string, width int) string {
	lines := strings.Split(text.WrapSoft(s, max(width-len(indent)-2, 1)), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return indent + strings.Join(lines, "\n"+indent+"  ")
}

// writeProse writes text in lines of at most width columns, unless width is 0. It
// joins an indented line to the one before first, and indents where it breaks.
func writeProse(w io.Writer, width int, s string) {
	if width > 0 {
		s = strings.ReplaceAll(s, "\n  ", " ")
	}
	for line := range strings.SplitSeq(s, "\n") {
		if width > 0 {
			line = wrapped(line, "", width)
		}
		fmt.Fprintln(w, line)
	}
}

// widthOf returns the width of a table: that of the line below the header.
func widthOf(rendered string) int { return text.StringWidth(strings.Split(rendered, "\n")[1]) }

// trimmed returns a rendered table without white space at the ends of lines.
func trimmed(rendered string) string {
	lines := strings.Split(rendered, "\n")
	width := 0
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " ")
		if i != 1 { // the line below the header
			width = max(width, text.StringWidth(lines[i]))
		}
	}
	lines[1] = text.Trim(lines[1], width)
	return strings.Join(lines, "\n")
}

// renderTable returns the table in a layout.
func renderTable(lines []line, j judge, l layout) string {
	t := table.NewWriter()
	style := tableStyle()
	var columns []table.ColumnConfig
	if l.narrow {
		style.Box.PaddingRight = " "
		var groups []*group
		for _, line := range lines {
			groups = append(groups, line.rows[0].group)
		}
		columns = narrowColumns(groups)
	}
	t.SetStyle(style)
	header := table.Row{"algorithm", "variant", "condition", "property", "n"}
	if l.limited {
		header = append(header, "limits")
	}
	header = append(header, "result")
	if j.heading() != "" {
		header = append(header, j.heading())
	}
	for _, name := range l.numbers {
		header = append(header, name)
		columns = append(columns, table.ColumnConfig{Name: name, Align: text.AlignRight, AlignHeader: text.AlignRight})
	}
	t.AppendHeader(header)
	t.SetColumnConfigs(columns)
	for _, line := range lines {
		cells := line.cells(j, l.limited)[:len(header)]
		if l.coloured {
			emphasise(cells)
		}
		t.AppendRow(cells)
	}
	return trimmed(t.Render())
}

// narrowColumns are columns whose long texts go on in the next line, for rows of these groups. Each
// is as wide as its longest word, so that none is broken.
func narrowColumns(groups []*group) []table.ColumnConfig {
	variant, condition := len("corrected"), len("async fifo")
	for _, g := range groups {
		variant = max(variant, longestWord(g.variantText()))
		condition = max(condition, longestWord(g.condition(2).String()))
	}
	return []table.ColumnConfig{
		{Name: "variant", WidthMax: variant, WidthMaxEnforcer: text.WrapSoft},
		{Name: "condition", WidthMax: condition, WidthMaxEnforcer: text.WrapSoft},
	}
}

// longestWord returns the length of the longest word of a text.
func longestWord(s string) int {
	longest := 0
	for word := range strings.FieldsSeq(s) {
		longest = max(longest, len(word))
	}
	return longest
}

// time returns the processor time of all rows of the line.
func (l line) time() (sum time.Duration) {
	for _, r := range l.rows {
		sum += r.time
	}
	return sum
}

// isLimited reports whether instances of the line have limits.
func (l line) isLimited() bool { return l.rows[0].group.limitsOf(l.rows[0].sizes) != "" }

// cells returns all cells of the line, with the limits of its instances if that is a column. Cells that
// repeat those of the line above are empty.
func (l line) cells(j judge, limited bool) table.Row {
	r := l.rows[0]
	g := r.group
	name, variant, where := g.entry.Name, g.variantText(), g.condition(r.sizes.from).String()
	if !l.first {
		name, variant, where = "", "", ""
	}
	cells := table.Row{name, variant, where, l.property(), r.sizes.String()}
	if limited {
		cells = append(cells, g.limitsOf(r.sizes))
	}
	cells = append(cells, r.found().String())
	if j.heading() != "" {
		cells = append(cells, j.conclusion(r).String())
	}
	return append(cells, grouped(strconv.Itoa(r.searched)), r.counted.text(&r.configurations), seconds(l.time()))
}

// emphasise makes the cells stand out that say of something that it is violated or refuted,
// unless the environment wants no colours (https://no-color.org).
func emphasise(cells table.Row) {
	for i, cell := range cells {
		if cell == checker.Violated.String() || cell == rejected.String() {
			cells[i] = text.Colors{text.Bold, text.FgRed}.Sprint(cell)
		}
	}
}

func tableStyle() table.Style {
	style := table.StyleLight
	style.Options = table.Options{SeparateHeader: true}
	style.Format.Header = text.FormatDefault
	style.Box.PaddingLeft, style.Box.PaddingRight = "", "  "
	return style
}
