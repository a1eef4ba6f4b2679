// Package explain computes why cells of the product of readings fail: the minimal sets of
// changes, each of which is enough for a property to fail.
package explain

import (
	"cmp"
	"iter"
	"slices"

	"github.com/interrex/interrex/cmd/readings/product"
	"github.com/interrex/interrex/protocols/catalogue"
	"github.com/interrex/interrex/protocols/claims"
	"github.com/interrex/interrex/protocols/errata"
)

// A Cause is a set of changes from the corrected text with the first options under the
// baseline of a property, with which the property fails, while no part of the set is enough: with each
// proper subset that has been judged, it does not fail.
type Cause struct {
	Property string
	Changes  []string    // options like R3=b, fixes taken away like -E4, orders, timings, faults
	Row      product.Row // with the least number of processes with which it fails
	Verdict  product.Verdict
	Cells    int // that fail, and have these changes among theirs
}

// Causes are the causes of all failures of one table.
type Causes struct {
	// Baselines has a condition for each property: the first, in the order of
	// [product.Conditions], under which the corrected text with the first options is known to have the property for
	// some number of processes, and to fail for none. Without one, no failure of the property has a cause.
	Baselines map[string]product.Condition
	List      []Cause
	Cells     int // judged
	Failing   int // cells that violate some property that has a baseline
	Unknown   []Unknown
}

// Unknown counts the cells with an unknown property.
type Unknown struct {
	Reason  string // the kind that the reasons have in common
	Cells   int
	Failing int // those of them in which another property is violated
}

// A setting is a cell for all numbers of processes.
type setting struct {
	variant   string
	options   errata.Readings
	condition product.Condition
	messages  bool
}

// Of computes the causes of the failures in a table.
func Of(t *product.Table) *Causes {
	x := newExplaining(t, &Causes{Baselines: map[string]product.Condition{}})
	x.count()
	conditions := product.Conditions(t.Entry)
	for _, property := range product.Names(t.Entry) {
		if base, ok := x.baseline(property, conditions); ok {
			x.result.Baselines[property] = base
			x.explain(property, base)
		}
	}
	x.countFailing()
	return x.result
}

type explaining struct {
	table    *product.Table
	result   *Causes
	settings []setting                 // in the order of the table; options are not set
	rows     map[setting][]product.Row // of those settings, by the number of processes
}

func newExplaining(t *product.Table, result *Causes) *explaining {
	x := &explaining{table: t, result: result, rows: map[setting][]product.Row{}}
	for _, r := range x.table.Rows() {
		of := setting{variant: r.Variant, condition: r.Condition, messages: r.Messages}
		if x.rows[of] == nil {
			x.settings = append(x.settings, of)
		}
		x.rows[of] = append(x.rows[of], r)
	}
	for _, rows := range x.rows {
		slices.SortFunc(rows, func(a, b product.Row) int { return a.N - b.N })
	}
	return x
}

// outcomes returns the rows of a setting, least n first.
func (x *explaining) outcomes(s setting) []product.Row {
	s.options = errata.Readings{}
	return x.rows[s]
}

// all yields the rows, setting by setting.
func (x *explaining) all() iter.Seq[product.Row] {
	return func(yield func(product.Row) bool) {
		for _, s := range x.settings {
			for _, r := range x.rows[s] {
				if !yield(r) {
					return
				}
			}
		}
	}
}

func (x *explaining) count() {
	for r := range x.all() {
		for _, o := range x.table.Cells(r) {
			x.result.Cells++
			unknown, violated := false, false
			for _, v := range o.Verdicts {
				unknown = unknown || v.Result == product.Unknown
				violated = violated || v.Result == product.Violated
			}
			if !unknown {
				continue
			}
			u := x.unknown(o.Kind())
			u.Cells++
			if violated {
				u.Failing++
			}
		}
	}
}

// unknown returns the count of a reason.
func (x *explaining) unknown(reason string) *Unknown {
	list := &x.result.Unknown
	i := slices.IndexFunc(*list, func(u Unknown) bool { return u.Reason == reason })
	if i < 0 {
		i, *list = len(*list), append(*list, Unknown{Reason: reason})
	}
	return &(*list)[i]
}

// failure returns the violation of a property with the fewest processes.
func (x *explaining) failure(s setting, property string) (n int, v product.Verdict, ok bool) {
	for _, r := range x.outcomes(s) {
		o, _ := x.table.At(r, s.options)
		if v := o.Of(property); v.Result == product.Violated {
			return r.N, v, true
		}
	}
	return 0, v, false
}

// baseline returns the first of these conditions under which a property is known to hold for some number of processes, and
// to fail for none.
func (x *explaining) baseline(property string, conditions []product.Condition) (product.Condition, bool) {
	for _, c := range conditions {
		s := setting{variant: "corrected", condition: c, messages: property == product.Messages}
		holds := false
		for _, r := range x.outcomes(s) {
			o, _ := x.table.At(r, s.options)
			holds = holds || o.Of(property).Result == product.Holds
		}
		if _, _, fails := x.failure(s, property); holds && !fails {
			return c, true
		}
	}
	return product.Condition{}, false
}

// A failing setting, with its changes.
type failing struct {
	changes []string
	row     product.Row
	verdict product.Verdict
	cells   int
}

// explain finds the minimal sets of changes among those of the failing settings. Whether a set is
// minimal does not follow from its neighbours, since a further change can repair: all proper
// subsets that fail come before it.
func (x *explaining) explain(property string, base product.Condition) {
	var list []failing
	for _, s := range x.settings {
		list = append(list, x.failing(s, property, base)...)
	}
	slices.SortStableFunc(list, func(a, b failing) int { return cmp.Compare(len(a.changes), len(b.changes)) })
	first := len(x.result.List)
	for _, f := range list {
		explained := false
		for i := range x.result.List[first:] {
			if c := &x.result.List[first+i]; subset(c.Changes, f.changes) {
				c.Cells += f.cells
				explained = true
			}
		}
		if !explained {
			x.result.List = append(x.result.List, Cause{property, f.changes, f.row, f.verdict, f.cells})
		}
	}
}

// failing returns the combinations of options with which a property is violated in a setting.
func (x *explaining) failing(s setting, property string, base product.Condition) (list []failing) {
	at := map[errata.Readings]int{} // in list
	for _, r := range x.rows[s] {
		for options, o := range x.table.Cells(r) {
			v := o.Of(property)
			if v.Result != product.Violated {
				continue
			}
			i, known := at[options]
			if !known {
				i, at[options] = len(list), len(list)
				row := product.Row{Variant: s.variant, Condition: s.condition, N: r.N, Messages: s.messages}
				list = append(list, failing{Changes(x.table.Entry, s.variant, options, s.condition, base), row, v, 0})
			}
			list[i].cells++
		}
	}
	return list
}

func (x *explaining) countFailing() {
	for r := range x.all() {
		for _, o := range x.table.Cells(r) {
			for name := range x.result.Baselines {
				if o.Of(name).Result == product.Violated {
					x.result.Failing++
					break
				}
			}
		}
	}
}

// Changes returns the changes of a cell from the corrected text with the first options under a base
// condition.
func Changes(e catalogue.Entry, variant string, options errata.Readings, c, base product.Condition) []string {
	var list []string
	if v, err := e.ParseVariant(variant); err == nil {
		for i, x := range e.Errata {
			if !v.Fixes.Has(i) {
				list = append(list, "-"+x.ID)
			}
		}
	}
	for i, r := range e.Readings {
		if options[i] != 0 {
			list = append(list, r.ID+"="+claims.OptionName(int(options[i])))
		}
	}
	if c.Order != base.Order {
		list = append(list, c.Order.String())
	}
	if c.Timing != base.Timing {
		list = append(list, c.Timing.String())
	}
	if c.Faults != base.Faults {
		list = append(list, c.Faults.String())
	}
	return list
}

func subset(a, b []string) bool {
	for _, change := range a {
		if !slices.Contains(b, change) {
			return false
		}
	}
	return true
}
