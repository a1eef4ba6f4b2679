package command

import (
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/claims"
)

// omitted are the columns that a table of measurements lacks on a terminal that is
// too narrow, the first one first.
var omitted = [...]string{"arrangements", "formulas"}

// writeAmounts writes the measurements as one table of at most width columns, if that
// is possible and width is not 0, and below it notes on formulas that do not agree.
func writeAmounts(w io.Writer, plan []*measurement, width int) {
	rendered := renderAmounts(plan, 0)
	for narrowing := 1; narrowing <= len(omitted)+1 && width > 0 && widthOf(rendered) > width; narrowing++ {
		rendered = renderAmounts(plan, narrowing)
	}
	fmt.Fprintln(w, rendered)
	for _, note := range notes(plan) {
		writeProse(w, width, note)
	}
}

// amountColumns returns the columns of a table that has been narrowed so many times:
// it lacks columns, and at last conditions go on in the next line.
func amountColumns(plan []*measurement, narrowing int) []table.ColumnConfig {
	columns := []table.ColumnConfig{{Name: "arrangements", Align: text.AlignRight, AlignHeader: text.AlignRight}}
	for _, name := range omitted[:min(narrowing, len(omitted))] {
		columns = append(columns, table.ColumnConfig{Name: name, Hidden: true})
	}
	if narrowing > len(omitted) {
		var groups []*group
		for _, m := range plan {
			groups = append(groups, m.group)
		}
		columns = append(columns, narrowColumns(groups)...)
	}
	return columns
}

// renderAmounts returns the table of the measurements, narrowed so many times.
func renderAmounts(plan []*measurement, narrowing int) string {
	t := table.NewWriter()
	t.SetStyle(tableStyle())
	t.SetColumnConfigs(amountColumns(plan, narrowing))
	t.AppendHeader(table.Row{"algorithm", "variant", "condition", "quantity", "n", "arrangements", "least", "greatest", "formulas"})
	for _, m := range plan {
		for i, a := range m.amounts {
			name, variant, where, of := m.group.entry.Name, m.group.variantText(), m.where(), m.quantity.String()
			if i > 0 {
				name, variant, where, of = "", "", "", ""
			}
			least, greatest := a.cells()
			t.AppendRow(table.Row{name, variant, where, of, a.n, grouped(strconv.Itoa(len(a.arrangements))), least, greatest, formulaCell(m, a)})
		}
	}
	return trimmed(t.Render())
}

// cells returns the extremes in words. If not all arrangements reach them, it names
// one that does.
func (a *amounts) cells() (least, greatest string) {
	switch {
	case a.stopped != "" && a.measured == 0:
		return "unknown", "unknown"
	case a.stopped != "": // others may have less, or more
		return fmt.Sprint("<= ", a.atLeast()) + a.by(a.least), fmt.Sprint(">= ", a.atMost()) + a.by(a.greatest)
	case a.endless:
		return "-", "endless"
	}
	return fmt.Sprint(a.atLeast()) + a.by(a.least), fmt.Sprint(a.atMost()) + a.by(a.greatest)
}

// by names the identities of an arrangement, unless all have the same extremes.
func (a *amounts) by(i int) string {
	alike := true
	for _, x := range a.extremes {
		alike = alike && x.Least == a.extremes[0].Least && x.Greatest == a.extremes[0].Greatest && a.stopped == ""
	}
	if alike {
		return ""
	}
	return " (" + idText(a.arrangements[i]) + ")"
}

// formulaCell returns the values of the formulas.
func formulaCell(m *measurement, a *amounts) string {
	var values []string
	for _, f := range m.formulas {
		values = append(values, valueText(f, a))
	}
	return strings.Join(values, ", ")
}

// differs marks the value of a formula that does not agree with the extremes.
const differs = " differs"

// valueText returns the value of a formula, marked if it does not agree.
func valueText(f claims.Formula, a *amounts) string {
	value := strings.TrimSuffix(strconv.FormatFloat(f.At(a.n), 'f', 1, 64), ".0")
	if a.known() && !f.Agrees(a.n, a.atLeast(), a.atMost()) {
		return value + differs
	}
	return value
}

// notes explains the column of formulas, and why some formulas do
// not agree.
func notes(plan []*measurement) []string {
	var list []string
	for _, m := range plan {
		var formulas []string
		for _, f := range m.formulas {
			formulas = append(formulas, fmt.Sprintf("%v (%s)", f, f.Source))
		}
		if formulas == nil {
			continue
		}
		list = append(list, fmt.Sprintf("%s %s: %s", m.group.entry.Name, m.condition(), strings.Join(formulas, "; ")))
		for _, f := range m.formulas {
			if f.Refuted != "" {
				list = append(list, fmt.Sprintf("  %v differs: %s", f, f.Refuted))
			}
		}
		for _, f := range m.unexpected() {
			list = append(list, fmt.Sprintf("  %v differs, although the catalogue says that it agrees", f))
		}
	}
	return list
}

// condition describes the quantity and the condition of a measurement.
func (m *measurement) condition() string {
	return fmt.Sprintf("%v, %s, %s", m.quantity, m.group.variantText(), m.where())
}

// where describes the condition of a measurement, with the limits of its instances.
func (m *measurement) where() string {
	return joinedWords(m.group.condition(m.sizes.from).String(), m.group.limitsOf(m.sizes))
}

// amountsJSON is the line that `measure --exact --json` prints for one quantity at
// one n.
type amountsJSON struct {
	Algorithm    string        `json:"algorithm"`
	Variant      string        `json:"variant"`
	Readings     string        `json:"readings"` // "" for the default of each
	Limits       string        `json:"limits"`   // of the instance, as in "rounds=2"; "" if it has none
	Topology     string        `json:"topology"`
	N            int           `json:"n"`
	Order        string        `json:"order"`
	Timing       string        `json:"timing"`
	MaxDelay     int           `json:"maxDelay,omitempty"`     // of a message: in timing bounded in ticks, in lockstep in rounds, if it may take several
	TimersInTurn bool          `json:"timersInTurn,omitempty"` // timing bounded: timers run out in turn
	Capacity     string        `json:"capacity,omitempty"`     // of each channel, as in "drop=2"
	Wake         string        `json:"wake"`
	Faults       faultsJSON    `json:"faults"`
	Victims      string        `json:"victims,omitempty"` // the victims of faults, as in "crash-of=0,2"; absent: everything
	Quantity     string        `json:"quantity"`
	Arrangements int           `json:"arrangements"`
	Measured     int           `json:"measured"` // of the arrangements, fewer if stopped or not finite
	Finite       bool          `json:"finite"`   // every execution ends
	Stopped      string        `json:"stopped"`  // why not all are measured, or ""
	Least        *extremeJSON  `json:"least"`    // of those measured; null: none, or not finite
	Greatest     *extremeJSON  `json:"greatest"`
	Formulas     []formulaJSON `json:"formulas"`
}

// extremeJSON is part of amountsJSON: the least or the greatest amount, with the
// identities of an arrangement that has it.
type extremeJSON struct {
	Amount int64      `json:"amount"`
	IDs    []model.ID `json:"ids"` // null: without identities
}

// formulaJSON is part of amountsJSON: a formula and its value at n.
type formulaJSON struct {
	Formula string  `json:"formula"`
	Value   float64 `json:"value"`
	Agrees  *bool   `json:"agrees"` // null: not known
	Source  string  `json:"source"`
}

// writeAmountsJSON writes the measurements.
func writeAmountsJSON(w io.Writer, plan []*measurement) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	for _, m := range plan {
		for _, a := range m.amounts {
			if err := encoder.Encode(newAmountsJSON(m, a)); err != nil {
				return err
			}
		}
	}
	return nil
}

func newAmountsJSON(m *measurement, a *amounts) amountsJSON {
	net, e, v := m.group.network(a.n), m.group.entry, m.group.variant
	o := amountsJSON{
		Algorithm: e.Name, Variant: e.VariantText(v), Readings: e.ReadingsText(v.Readings), Limits: m.group.limits(a.n),
		Topology: net.Topology.String(), N: net.N, Order: net.Order.String(), Timing: net.Timing.String(), MaxDelay: maxDelay(net), TimersInTurn: net.TimersInTurn,
		Capacity: capacityText(net), Wake: net.Wake.String(), Faults: faultsJSON(net.Faults), Victims: net.Victims.String(), Quantity: m.quantity.String(),
		Arrangements: len(a.arrangements), Measured: a.measured, Finite: !a.endless && a.stopped == "", Stopped: a.stopped, Formulas: []formulaJSON{},
	}
	if a.measured > 0 && !a.endless {
		o.Least = &extremeJSON{a.atLeast(), a.arrangements[a.least]}
		o.Greatest = &extremeJSON{a.atMost(), a.arrangements[a.greatest]}
	}
	for _, f := range m.formulas {
		line := formulaJSON{Formula: f.String(), Value: f.At(a.n), Source: f.Source}
		if a.known() {
			agrees := f.Agrees(a.n, a.atLeast(), a.atMost())
			line.Agrees = &agrees
		}
		o.Formulas = append(o.Formulas, line)
	}
	return o
}
