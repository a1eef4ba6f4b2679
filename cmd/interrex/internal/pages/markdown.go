package pages

import (
	"fmt"
	"strings"
)

// row writes a row whose cells are Markdown, and escapes the characters that would
// end a cell or begin a tag.
func row(b *strings.Builder, cells ...string) {
	for i, cell := range cells {
		cells[i] = strings.NewReplacer("|", `\|`, "<", "&lt;").Replace(cell)
	}
	fmt.Fprintf(b, "| %s |\n", strings.Join(cells, " | "))
}

// tableHead writes the header of a table.
func tableHead(b *strings.Builder, header []string) {
	row(b, header...)
	b.WriteString("|" + strings.Repeat(" --- |", len(header)) + "\n")
}

// table writes a table of plain text: a header and rows. A cell that begins with
// "**" is Markdown.
func table(b *strings.Builder, rows [][]string) {
	for i, row := range rows {
		cells := make([]string, len(row))
		for k, cell := range row {
			cells[k] = cell
			if !strings.HasPrefix(cell, "**") {
				cells[k] = plain(cell)
			}
		}
		fmt.Fprintf(b, "| %s |\n", strings.Join(cells, " | "))
		if i == 0 {
			fmt.Fprintf(b, "|%s\n", strings.Repeat(" --- |", len(row)))
		}
	}
}

// plain escapes every character that Markdown would interpret.
func plain(s string) string {
	return strings.NewReplacer("|", `\|`, "<", "&lt;", "*", `\*`, "_", `\_`).Replace(s)
}

// Table returns a table in Markdown: the header, and the rows.
func Table(rows [][]string) string {
	var b strings.Builder
	table(&b, rows)
	return b.String()
}
