package explain

import (
	"slices"
	"strings"

	"github.com/interrex/interrex/cmd/readings/product"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/catalogue"
	"github.com/interrex/interrex/protocols/claims"
)

// A class says how a combination counts in a description.
type class uint8

const (
	outside class = iota
	either        // may be described or not
	inside
)

// A term chooses an option of some readings: -1 leaves a reading open.
type term []int

func (t term) has(r model.Readings) bool {
	for i, option := range t {
		if option >= 0 && int(r[i]) != option {
			return false
		}
	}
	return true
}

func (t term) text(e catalogue.Entry) string {
	var parts []string
	for i, option := range t {
		if option >= 0 {
			parts = append(parts, e.Readings[i].ID+"="+claims.OptionName(option))
		}
	}
	return strings.Join(parts, ",")
}

func (t term) chosen() int {
	count := 0
	for _, option := range t {
		if option >= 0 {
			count++
		}
	}
	return count
}

// describe returns terms, the shortest first, that together have all combinations inside and none
// outside.
func describe(e catalogue.Entry, of func(model.Readings) class) []term {
	var open, all []model.Readings
	classes := map[model.Readings]class{}
	for r := range product.Combinations(e, product.Strongest) {
		all = append(all, r)
		classes[r] = of(r)
		if classes[r] == inside {
			open = append(open, r)
		}
	}
	var chosen []term
	for _, t := range terms(e) {
		if len(open) == 0 {
			break
		}
		if !slices.ContainsFunc(open, t.has) || slices.ContainsFunc(all, func(r model.Readings) bool { return classes[r] == outside && t.has(r) }) {
			continue
		}
		chosen = append(chosen, t)
		open = slices.DeleteFunc(open, t.has)
	}
	return chosen
}

// terms returns all terms over the readings of e, those that choose least first.
func terms(e catalogue.Entry) []term {
	list := []term{make(term, len(e.Readings))}
	for i := range e.Readings {
		list[0][i] = -1
	}
	for i, reading := range e.Readings {
		for _, t := range slices.Clone(list) {
			for option := range reading.Options {
				u := slices.Clone(t)
				u[i] = option
				list = append(list, u)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b term) int { return a.chosen() - b.chosen() })
	return list
}

// Need says with which options a fix is needed.
type Need struct {
	Combinations int      // judged, with which the corrected text has the property that the erratum breaks
	Needed       int      // those of them with which it fails without the fix
	Unknown      int      // those of them with which that is unknown
	Under        []string // options that together describe the combinations with which it is needed; [""]: all
}

// Needed computes with which combinations the corrected text has the property that erratum i breaks, and
// fails without the fix, under the condition in which the erratum shows. False: no such row is judged.
func Needed(t *product.Table, i int) (Need, bool) {
	e, x := t.Entry, t.Entry.Errata[i]
	var without setting
	for _, r := range t.Rows() {
		if r.Variant == "-"+x.ID {
			without = setting{variant: r.Variant, condition: r.Condition}
		}
	}
	s := &explaining{table: t, result: &Causes{}}
	s.collect()
	with := setting{variant: "corrected", condition: without.condition}
	if without.variant == "" || s.outcomes(with) == nil {
		return Need{}, false
	}
	var need Need
	terms := describe(e, func(options model.Readings) class {
		without.options, with.options = options, options
		if s.verdict(with, x.Breaks) != product.Holds {
			return either
		}
		need.Combinations++
		switch s.verdict(without, x.Breaks) {
		case product.Violated:
			need.Needed++
			return inside
		case product.Unknown:
			need.Unknown++
			return either
		}
		return outside
	})
	for _, term := range terms {
		need.Under = append(need.Under, term.text(e))
	}
	return need, true
}

// verdict returns what the numbers of processes of a setting that are judged say of a property: it holds if it is violated
// and unknown for none, and is unknown if none is judged.
func (x *explaining) verdict(s setting, property string) product.Result {
	result, judged := product.Holds, false
	for _, r := range x.outcomes(s) {
		o, ok := x.table.At(r, s.options)
		if !ok {
			continue
		}
		judged = true
		switch o.Of(property).Result {
		case product.Violated:
			return product.Violated
		case product.Unknown:
			result = product.Unknown
		}
	}
	if !judged {
		return product.Unknown
	}
	return result
}
