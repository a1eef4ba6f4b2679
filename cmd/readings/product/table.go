package product

import (
	"bufio"
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"

	"github.com/interrex/interrex/protocols/catalogue"
	"github.com/interrex/interrex/protocols/errata"
)

// A Table has the results of one algorithm. Its text is a header, and then lines of two kinds in the order in which
// they were appended:
//
//	= elected=3 known=5~          the next outcome, numbered from 0
//	corrected fifo async none n=2: 0*12 1*3 0
//
// A row has an outcome for each combination of options, in the order of [Combinations]; k*m
// stands for m equal ones. A row may occur again with combinations of more strength.
type Table struct {
	Entry    catalogue.Entry
	Limit    int64 // of configurations of one system; a cell above it is unknown
	Outcomes []Outcome
	options  []errata.Readings       // the combinations, in the order of [Combinations]
	cells    map[errata.Readings]int // the place of each of them, in a row too
	counts   [Strongest + 1]int      // of the combinations of each strength
	rows     map[Row][]int
	order    []Row
	numbers  map[string]int
}

// New returns an empty table.
func New(e catalogue.Entry, limit int64) *Table {
	t := &Table{Entry: e, Limit: limit, cells: map[errata.Readings]int{}, rows: map[Row][]int{}, numbers: map[string]int{}}
	for options := range Combinations(e, Strongest) {
		t.cells[options] = len(t.options)
		t.options = append(t.options, options)
	}
	for strength := range t.counts {
		t.counts[strength] = Count(e, strength)
	}
	return t
}

// Header returns the first lines of the file, which give the numbers of the rows a meaning. Results of other readings, other
// properties or another limit are results of another product.
func (t *Table) Header() string {
	var readings []string
	for _, r := range t.Entry.Readings {
		readings = append(readings, fmt.Sprintf("%s:%d", r.ID, len(r.Options)))
	}
	return fmt.Sprintf("algorithm %s\nreadings %s\nproperties %s\nlimit %d\n", t.Entry.Name,
		strings.Join(readings, " "), strings.Join(Properties(t.Entry), " "), t.Limit)
}

// Add appends a row, and returns the lines to append to its file.
func (t *Table) Add(r Row, outcomes []Outcome) string {
	var b strings.Builder
	at := make([]int, len(outcomes))
	for i, o := range outcomes {
		text := o.String()
		k, ok := t.numbers[text]
		if !ok {
			k = t.number(o, text)
			fmt.Fprintf(&b, "= %s\n", text)
		}
		at[i] = k
	}
	t.put(r, at)
	fmt.Fprintf(&b, "%v:%s\n", r, runLengths(at))
	return b.String()
}

func (t *Table) number(o Outcome, text string) int {
	k := len(t.Outcomes)
	t.numbers[text], t.Outcomes = k, append(t.Outcomes, o)
	return k
}

// runLengths writes numbers, equal neighbours together.
func runLengths(list []int) string {
	var b strings.Builder
	for i := 0; i < len(list); {
		j := i
		for j < len(list) && list[j] == list[i] {
			j++
		}
		if fmt.Fprintf(&b, " %d", list[i]); j-i > 1 {
			fmt.Fprintf(&b, "*%d", j-i)
		}
		i = j
	}
	return b.String()
}

// Rows returns the rows of the table, in the order in which they were judged.
func (t *Table) Rows() []Row { return t.order }

// Strength returns the strength of the combinations for which a row has been judged: 0 if it has not.
func (t *Table) Strength(r Row) int {
	for strength := Strongest; strength > 0; strength-- {
		if cells := len(t.rows[r]); cells > 0 && cells == t.counts[strength] {
			return strength
		}
	}
	return 0
}

// At returns the outcome of one cell, and whether it has been judged.
func (t *Table) At(r Row, options errata.Readings) (Outcome, bool) {
	at := t.rows[r]
	cell, judged := t.cells[options]
	if !judged || cell >= len(at) {
		return Outcome{}, false
	}
	return t.Outcomes[at[cell]], true
}

// Cells yields the outcomes of a row, with the options of each.
func (t *Table) Cells(r Row) iter.Seq2[errata.Readings, Outcome] {
	return func(yield func(errata.Readings, Outcome) bool) {
		for cell, number := range t.rows[r] {
			if !yield(t.options[cell], t.Outcomes[number]) {
				return
			}
		}
	}
}

// Read reads the table of an algorithm. Its header must be that of the algorithm as it is now.
func Read(e catalogue.Entry, r io.Reader) (*Table, error) {
	t := New(e, 0)
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<20)
	var header strings.Builder
	for i := 1; lines.Scan(); i++ {
		line := lines.Text()
		var err error
		switch {
		case i <= headerLines:
			fmt.Fprintln(&header, line)
			if text, ok := strings.CutPrefix(line, "limit "); ok && i == headerLines {
				t.Limit, err = strconv.ParseInt(text, 10, 64)
			}
			if err == nil && i == headerLines && header.String() != t.Header() {
				err = fmt.Errorf("results of another product: the header is not\n%s", t.Header())
			}
		default:
			err = t.read(line)
		}
		if err != nil {
			return nil, fmt.Errorf("%s, line %d: %w", e.Name, i, err)
		}
	}
	return t, lines.Err()
}

const headerLines = 4

func (t *Table) read(line string) error {
	if text, ok := strings.CutPrefix(line, "= "); ok {
		o, err := parseOutcome(text)
		if err == nil {
			t.number(o, o.String())
		}
		return err
	}
	name, cells, ok := strings.Cut(line, ":")
	if !ok {
		return fmt.Errorf("malformed line %q", line)
	}
	r, err := parseRow(name)
	if err != nil {
		return err
	}
	at, err := t.parseCells(cells)
	if err != nil {
		return err
	}
	before := len(t.rows[r])
	if before >= len(at) && before > 0 {
		return fmt.Errorf("row %q occurs twice, and does not have more cells the second time", name)
	}
	if t.put(r, at); t.Strength(r) == 0 {
		return fmt.Errorf("row %q has %d cells; the algorithm has %d combinations", name, len(at), len(t.cells))
	}
	return nil
}

// put sets the cells of a row. It takes the place of the row with fewer cells, if there is one.
func (t *Table) put(r Row, at []int) {
	if t.rows[r] == nil {
		t.order = append(t.order, r)
	}
	t.rows[r] = at
}

// parseCells reads the text that [runLengths] writes.
func (t *Table) parseCells(text string) ([]int, error) {
	var at []int
	for _, item := range strings.Fields(text) {
		number, times, repeats := strings.Cut(item, "*")
		k, err := strconv.Atoi(number)
		if err != nil || k < 0 || k >= len(t.Outcomes) {
			return nil, fmt.Errorf("%q is not the number of an outcome above", number)
		}
		count := 1
		if repeats {
			if count, err = strconv.Atoi(times); err != nil || count < 1 || count > len(t.cells) {
				return nil, fmt.Errorf("malformed cells %q", item)
			}
		}
		for range count {
			at = append(at, k)
		}
	}
	return at, nil
}

func parseRow(text string) (Row, error) {
	variant, rest, _ := strings.Cut(text, " ")
	at := strings.LastIndex(rest, " n=")
	if at < 0 {
		return Row{}, fmt.Errorf("row %q does not end in n=NUMBER", text)
	}
	number, messages := strings.CutSuffix(rest[at+len(" n="):], aboutMessages)
	n, err := strconv.Atoi(number)
	if err != nil {
		return Row{}, fmt.Errorf("row %q does not end in n=NUMBER", text)
	}
	c, err := ParseCondition(rest[:at])
	return Row{variant, c, n, messages}, err
}
