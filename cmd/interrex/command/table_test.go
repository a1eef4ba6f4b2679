package command

import (
	"bytes"
	"fmt"
	"io"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/cmd/interrex/internal/parts"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/catalogue"
)

func TestTableFitsTheTerminal(t *testing.T) {
	e, err := catalogue.ByName("lcr")
	if err != nil {
		t.Fatal(err)
	}
	groups, err := (&request{}).groupsOf(e)
	if err != nil {
		t.Fatal(err)
	}
	lines := tableLines(groups, byClaims{}, false, everyRow)
	for _, test := range []struct {
		width   int
		columns []string
		reason  string
	}{
		{0, []string{"instances", "configurations", "time"}, "not a terminal: all columns"},
		{150, []string{"instances", "configurations", "time"}, "room for all"},
		{120, []string{"instances", "configurations"}, "no room for times"},
		{80, nil, "the narrowest terminal: no numbers"},
	} {
		t.Run(test.reason, func(t *testing.T) {
			var out bytes.Buffer
			writeTable(&out, lines, byClaims{}, test.width)
			for line := range strings.Lines(out.String()) {
				if w := text.StringWidth(strings.TrimSuffix(line, "\n")); test.width > 0 && w > test.width {
					t.Errorf("a line of %d columns: %s", w, line)
				}
			}
			header := strings.Fields(strings.SplitN(out.String(), "\n", 2)[0])
			want := append(strings.Fields("algorithm variant condition property n result claim"), test.columns...)
			if fmt.Sprint(header) != fmt.Sprint(want) {
				t.Errorf("columns %v, want %v", header, want)
			}
		})
	}
}

// TestNarrowTerminal says that where no table fits, its content is written in
// lines that do.
func TestNarrowTerminal(t *testing.T) {
	e, err := catalogue.ByName("lcr")
	if err != nil {
		t.Fatal(err)
	}
	groups, err := (&request{}).groupsOf(e)
	if err != nil {
		t.Fatal(err)
	}
	lines := tableLines(groups, byClaims{}, false, everyRow)
	for _, width := range []int{20, 30, 40, 60, 79} {
		var out bytes.Buffer
		writeTable(&out, lines, byClaims{}, width)
		for line := range strings.Lines(out.String()) {
			if w := text.StringWidth(strings.TrimSuffix(line, "\n")); w > width {
				t.Errorf("%d columns: a line of %d: %s", width, w, line)
			}
		}
		words := strings.Join(strings.Fields(out.String()), " ")
		for _, l := range lines {
			if want := strings.Join(strings.Fields(l.property()), " "); width < 79 && !strings.Contains(words, want) {
				t.Errorf("%d columns: %q is missing", width, want)
			}
		}
	}
	var out bytes.Buffer
	writeTable(&out, lines, byClaims{}, 40)
	if want := "lcr corrected, async fifo weak\n  n="; !strings.HasPrefix(out.String(), want) {
		t.Errorf("it begins with %q, want %q", out.String()[:len(want)], want)
	}
}

func TestProse(t *testing.T) {
	for _, test := range []struct {
		width      int
		text, want string
		reason     string
	}{
		{0, "one two\n  three", "one two\n  three\n", "not a terminal: as it is"},
		{80, "\none two\n", "\none two\n\n", "it fits"},
		{12, "one two three", "one two\n  three\n", "a line that goes on is indented"},
		{12, "one\n  two three four", "one two\n  three four\n", "a line that is broken already is broken anew"},
	} {
		t.Run(test.reason, func(t *testing.T) {
			var out strings.Builder
			if writeProse(&out, test.width, test.text); out.String() != test.want {
				t.Errorf("%q, want %q", out.String(), test.want)
			}
		})
	}
}

// TestAmountsFitATerminal says that columns that matter least give way.
func TestAmountsFitATerminal(t *testing.T) {
	c := &measureCommand{request: request{known: ours(), algorithms: []string{"lcr"}, sizes: sizes{3, 3}}}
	plan, err := c.plan(func() string { return "" }, io.Discard)
	if err == nil {
		err = c.measure(t.Context(), newSearch(&c.request), plan, &strings.Builder{})
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		width   int
		heading string
		reason  string
	}{
		{0, "algorithm  variant    condition               quantity  n  arrangements  least      greatest   formulas", "not a terminal"},
		{105, "algorithm  variant    condition               quantity  n  arrangements  least      greatest   formulas", "all fit"},
		{90, "algorithm  variant    condition               quantity  n  least      greatest   formulas", "the first one gives way"},
		{80, "algorithm  variant    condition               quantity  n  least      greatest", "both do"},
		{70, "algorithm  variant    condition   quantity  n  least      greatest", "conditions go on in the next line"},
		{10, "algorithm  variant    condition   quantity  n  least      greatest", "the others stay"},
	} {
		var out strings.Builder
		writeAmounts(&out, plan, row.width)
		if got, _, _ := strings.Cut(out.String(), "\n"); got != row.heading {
			t.Errorf("%d columns (%s): %q, want %q", row.width, row.reason, got, row.heading)
		}
	}
}

func TestNumbersInWords(t *testing.T) {
	for _, test := range []struct{ got, want, reason string }{
		{grouped("0"), "0", "no thousands"},
		{grouped("999"), "999", "no thousands"},
		{grouped("1604676"), "1,604,676", "commas between thousands"},
		{parts.Short(999), "999", "whole below a thousand"},
		{parts.Short(1604676), "1.6M", "three digits"},
		{parts.Short(2.5e15), "2.5e+03T", "beyond all units"},
		{plural(1, "event", "events"), "1 event", "one"},
		{counted{}.text(big.NewInt(1234)), "1,234", "each configuration, once"},
		{counted{reduced: true}.text(big.NewInt(1234)), "1,234*", "of a reduced search"},
		{counted{relaxed: true}.text(big.NewInt(1234)), "1,234+", "of more executions"},
		{counted{reduced: true, forgot: true}.text(big.NewInt(1234)), "<=1,234*", "memory was full, too"},
		{plural(1000, "event", "events"), "1,000 events", "many"},
	} {
		if test.got != test.want {
			t.Errorf("%s: got %q, want %q", test.reason, test.got, test.want)
		}
	}
}

// TestSuccessiveSizesAreOneRow says that the results of a property at successive sizes are one
// row if they are equal, and that it sums up both.
func TestSuccessiveSizesAreOneRow(t *testing.T) {
	of := func(name string, from, to int, result checker.Result) *row {
		r := &row{group: &group{}, property: name, sizes: sizes{from, to}, sized: to - from + 1}
		r.planned, r.searched, r.result = 1, 1, result
		r.configurations.SetInt64(5)
		return r
	}
	for _, test := range []struct {
		rows   []*row
		want   []sizes
		reason string
	}{
		{[]*row{of("a", 2, 2, checker.Holds), of("a", 3, 5, checker.Holds)}, []sizes{{2, 5}}, "equal"},
		{[]*row{of("a", 2, 2, checker.Holds), of("a", 3, 3, checker.Holds), of("a", 4, 4, checker.Holds)}, []sizes{{2, 4}}, "three"},
		{[]*row{of("a", 2, 2, checker.Holds), of("a", 3, 5, checker.Violated)}, []sizes{{2, 2}, {3, 5}}, "other results"},
		{[]*row{of("a", 2, 2, checker.Holds), of("a", 4, 5, checker.Holds)}, []sizes{{2, 2}, {4, 5}}, "a size between them is missing"},
		{[]*row{of("a", 2, 2, checker.Holds), of("b", 3, 5, checker.Holds)}, []sizes{{2, 2}, {3, 5}}, "other properties"},
	} {
		t.Run(test.reason, func(t *testing.T) {
			var got []sizes
			planned, configurations := 0, int64(0)
			for _, r := range joined(test.rows, byProperty{each: true}) {
				got = append(got, r.sizes)
				planned, configurations = planned+r.planned, configurations+r.configurations.Int64()
			}
			if !slices.Equal(got, test.want) || planned != len(test.rows) || configurations != 5*int64(planned) {
				t.Errorf("rows of %v, %d instances, %d configurations; want %v, %d", got, planned, configurations, test.want, len(test.rows))
			}
			if test.rows[0].searched != 1 {
				t.Errorf("the first row changed")
			}
		})
	}
}

// TestColumnsBreakNoWord says that a narrow column is as wide as its longest word.
func TestColumnsBreakNoWord(t *testing.T) {
	e, err := catalogue.ByName("raft")
	if err != nil {
		t.Fatal(err)
	}
	v, err := e.ParseVariant("printed")
	if err != nil {
		t.Fatal(err)
	}
	g := &group{entry: e, variant: v, change: func(net model.Network) model.Network {
		net.Faults = model.Faults{Restart: 100, Crash: 100, Suspect: model.Unbounded}
		return net
	}}
	r := &row{group: g, property: "uniqueness", sizes: sizes{2, 3}}
	g.rows = []*row{r}
	got := renderTable([]line{{g.rows, g.rows, true}}, byClaims{}, layout{narrow: true})
	for _, word := range []string{"restart=100", "suspect=unbounded"} {
		if !strings.Contains(got, word) {
			t.Errorf("%q is broken:\n%s", word, got)
		}
	}
}

// TestWhatFailsStandsOut says that colours are for violated and refuted claims, on a terminal.
func TestWhatFailsStandsOut(t *testing.T) {
	text.EnableColors()
	defer text.DisableColors()
	cells := table.Row{"lcr", "violated", "holds", "refuted", 2}
	emphasise(cells)
	for i, want := range []bool{false, true, false, true, false} {
		if got := strings.Contains(fmt.Sprint(cells[i]), "\x1b["); got != want {
			t.Errorf("cell %v: coloured %v, want %v", cells[i], got, want)
		}
	}
	if text.StringWidthWithoutEscSequences(fmt.Sprint(cells[1])) != len("violated") {
		t.Errorf("%q is not as wide as its word", cells[1])
	}
}

// everyRow selects all rows of a table.
func everyRow(*row) bool { return true }
