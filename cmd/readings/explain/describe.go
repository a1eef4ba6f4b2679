package explain

import (
	"slices"
	"strings"

	"github.com/interrex/interrex/cmd/readings/product"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/catalogue"
	"github.com/interrex/interrex/protocols/claims"
	"github.com/interrex/interrex/protocols/errata"
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

func (t term) has(r errata.Readings) bool {
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
// outside. A combination that no term has alone is a term itself.
func describe(e catalogue.Entry, of func(errata.Readings) class) []term {
	var open, out []errata.Readings
	for r := range product.Combinations(e, product.Strongest) {
		switch of(r) {
		case inside:
			open = append(open, r)
		case outside:
			out = append(out, r)
		}
	}
	var chosen []term
	for _, t := range terms(e) {
		if len(open) == 0 {
			break
		}
		if !slices.ContainsFunc(open, t.has) || slices.ContainsFunc(out, t.has) {
			continue
		}
		chosen = append(chosen, t)
		open = slices.DeleteFunc(open, t.has)
	}
	for _, r := range open {
		t := make(term, len(e.Readings))
		for i := range t {
			t[i] = int(r[i])
		}
		chosen = append(chosen, t)
	}
	return chosen
}

// terms returns the terms over the readings of e, those that choose least first: all, or if not all combinations are judged, those of
// as many readings as are judged together.
func terms(e catalogue.Entry) []term {
	most := product.Strongest
	if product.Whole(e) {
		most = len(e.Readings)
	}
	list := []term{make(term, len(e.Readings))}
	for i := range e.Readings {
		list[0][i] = -1
	}
	for i, reading := range e.Readings {
		for _, t := range slices.Clone(list) {
			if t.chosen() == most {
				continue
			}
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
	Combinations int      // with which the corrected text is not known to violate the property that the erratum breaks
	Needed       int      // those with which it has the property, and fails without the fix
	Unknown      int      // those with which that is unknown
	From, To     int      // the least and the most processes that are judged without the fix
	Under        []string // options that together describe the combinations with which it is needed; [""]: all
	Except       []string // those that describe the combinations with which it is not
}

// Needed computes with which combinations the corrected text has the property that erratum i breaks, and
// fails without the fix with as many processes, under the condition in which the erratum shows. False: no such row is judged.
func Needed(t *product.Table, i int) (Need, bool) {
	e, x := t.Entry, t.Entry.Errata[i]
	var without setting
	for _, r := range t.Rows() {
		if r.Variant == "-"+x.ID && !r.Messages && (without.variant == "" || r.Condition == shows(e, i)) {
			without = setting{variant: r.Variant, condition: r.Condition}
		}
	}
	s := newExplaining(t, &Causes{})
	with := setting{variant: "corrected", condition: without.condition}
	if without.variant == "" || s.outcomes(with) == nil {
		return Need{}, false
	}
	rows := s.outcomes(without)
	need := Need{From: rows[0].N, To: rows[len(rows)-1].N}
	classes := map[errata.Readings]class{}
	for options := range product.Combinations(e, product.Strongest) {
		without.options, with.options = options, options
		class, counts := s.need(with, without, x.Breaks)
		if classes[options] = either; !counts {
			continue
		}
		classes[options] = class
		need.Combinations++
		switch class {
		case inside:
			need.Needed++
		case either:
			need.Unknown++
		}
	}
	need.Under = texts(e, func(r errata.Readings) class { return classes[r] })
	need.Except = texts(e, func(r errata.Readings) class { return inside + outside - classes[r] })
	return need, true
}

// texts writes the results of [describe].
func texts(e catalogue.Entry, of func(errata.Readings) class) []string {
	var list []string
	for _, t := range describe(e, of) {
		list = append(list, t.text(e))
	}
	return list
}

// need says whether the fix that distinguishes two settings is needed: inside if some number of processes shows it, outside if it is needed
// for none. It counts if the setting with the fix is judged, and not known to violate the property.
func (x *explaining) need(with, without setting, property string) (c class, counts bool) {
	c = outside
	for _, r := range x.outcomes(without) {
		failing, ok := x.table.At(r, without.options)
		r.Variant = with.variant
		fixed, judged := x.table.At(r, with.options)
		if !ok || !judged {
			continue
		}
		counts = true
		before, after := failing.Of(property).Result, fixed.Of(property).Result
		switch {
		case after == product.Violated:
			return either, false
		case before == product.Violated && after != product.Unknown:
			c = inside
		case c == outside && (before == product.Violated || before == product.Unknown):
			c = either
		}
	}
	return c, counts
}

// shows returns the condition in which erratum i shows.
func shows(e catalogue.Entry, i int) product.Condition {
	c := product.Assumed(e)
	if f := e.Errata[i].Faults; f != (model.Faults{}) {
		c.Faults = f
	}
	return c
}
