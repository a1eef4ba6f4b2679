package counterexamples

import "strings"

// A canvas is a page of text that can be written in any order.
type canvas struct{ lines [][]rune }

// write overwrites the page with text at a line and column, from 0.
func (c *canvas) write(line, column int, text string) {
	for len(c.lines) <= line {
		c.lines = append(c.lines, nil)
	}
	for i, r := range []rune(text) {
		at := column + i
		for len(c.lines[line]) <= at {
			c.lines[line] = append(c.lines[line], ' ')
		}
		c.lines[line][at] = r
	}
}

// center puts text at a line so that its middle is at a column.
func (c *canvas) center(line, column int, text string) {
	c.write(line, column-width(text)/2, text)
}

// String returns the page, without space at the ends of lines.
func (c *canvas) String() string {
	var b strings.Builder
	for _, line := range c.lines {
		b.WriteString(strings.TrimRight(string(line), " ") + "\n")
	}
	return b.String()
}

// width returns the number of columns of text.
func width(text string) int { return len([]rune(text)) }
