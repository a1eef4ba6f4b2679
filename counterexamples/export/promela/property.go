package promela

import (
	"fmt"
	"slices"
	"strings"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// suits reports, in one line, why a model cannot judge the property.
func suits(p properties.Property) error {
	h := p.Shape()
	switch {
	case p.Form.IsLiveness():
		return fmt.Errorf("%s is a liveness property (%v); allowed as promela: safety and reachability of statuses", p.Name, p.Form)
	case p.Monitor() != nil:
		return fmt.Errorf("%s has a memory; allowed as promela: a property of one configuration, or of one process before and after an event", p.Name)
	case h == nil:
		return fmt.Errorf("%s is a function of a whole view; allowed as promela: a property with a properties.Shape", p.Name)
	case p.Form == properties.Reachable && (h.Each != nil || h.Both != nil || h.Counted != nil):
		return fmt.Errorf("%s is about all processes; allowed as promela: that some process gets somewhere", p.Name)
	}
	return nil
}

// A judge writes a property as conditions on the variables status[p].
type judge struct {
	network  *model.Network
	property properties.Property
	statuses []model.Status // by number
	of       [][]int        // by process: the numbers of those that it may have
}

// number returns the number of a status of process p, and notes it.
func (j *judge) number(p int, s model.Status) int {
	i := slices.Index(j.statuses, s)
	if i < 0 {
		i = len(j.statuses)
		j.statuses = append(j.statuses, s)
	}
	if !slices.Contains(j.of[p], i) {
		j.of[p] = append(j.of[p], i)
	}
	return i
}

// error returns the condition of a configuration that refutes the property (witnesses it, if it
// is of reachability), "" if there is none. Of an AtEnd it is that of a terminal configuration.
func (j *judge) error() string {
	h := j.property.Shape()
	var any []string
	for p := range j.of {
		if h.Each != nil {
			any = append(any, j.among(p, func(s model.Status) bool { return !h.Each(j.network, p, s) }))
		}
		if h.Both != nil {
			any = append(any, j.pairs(p)...)
		}
	}
	if h.Counted != nil {
		any = append(any, j.miscounted())
	}
	if h.Some != nil {
		var some []string
		for p := range j.of {
			some = append(some, j.among(p, h.Some))
		}
		text := joined(some, " || ")
		switch {
		case j.property.Form == properties.Reachable:
			return text
		case text == "":
			return "true"
		}
		any = append(any, "!("+text+")")
	}
	return joined(any, " ||\n\t\t")
}

// miscounted returns the condition that too few processes, or too many, satisfy the part Counted of the shape.
func (j *judge) miscounted() string {
	h := j.property.Shape()
	var terms []string
	for p := range j.of {
		if text := j.among(p, h.Counted); text != "" {
			terms = append(terms, "("+text+")")
		}
	}
	var outside []string
	if h.Least > len(terms) {
		return "true"
	}
	sum := strings.Join(terms, " + ")
	if h.Least > 0 {
		outside = append(outside, fmt.Sprintf("%s < %d", sum, h.Least))
	}
	if h.Most < len(terms) {
		outside = append(outside, fmt.Sprintf("%s > %d", sum, h.Most))
	}
	return joined(outside, " || ")
}

// pairs returns the conditions that process p and one of the processes behind it refute the
// property.
func (j *judge) pairs(p int) []string {
	both := j.property.Shape().Both
	var list []string
	for q := p + 1; q < len(j.of); q++ {
		firsts := map[string][]int{} // by the condition on q
		var order []string
		for _, i := range j.of[p] {
			s := j.statuses[i]
			second := j.among(q, func(t model.Status) bool {
				return !both(j.network, p, s, q, t) || !both(j.network, q, t, p, s)
			})
			if firsts[second] == nil {
				order = append(order, second)
			}
			firsts[second] = append(firsts[second], i)
		}
		for _, second := range order {
			if second != "" {
				list = append(list, isOneOf(p, firsts[second])+" && "+second)
			}
		}
	}
	return list
}

// among returns the condition that process p has a status which satisfies is, "" if it never has.
func (j *judge) among(p int, is func(model.Status) bool) string {
	var list []int
	for _, i := range j.of[p] {
		if is(j.statuses[i]) {
			list = append(list, i)
		}
	}
	if len(list) == 0 {
		return ""
	}
	return isOneOf(p, list)
}

// isOneOf returns the condition that process p has a status with one of these numbers.
func isOneOf(p int, numbers []int) string {
	var list []string
	for _, i := range numbers {
		list = append(list, fmt.Sprintf("status[%d] == %d", p, i))
	}
	if len(list) == 1 {
		return list[0]
	}
	return "(" + strings.Join(list, " || ") + ")"
}

// joined joins the texts that are not empty.
func joined(list []string, separator string) string {
	return strings.Join(slices.DeleteFunc(list, func(s string) bool { return s == "" }), separator)
}

// ofStep reports whether an event that changes the status of a process in this way refutes an
// AlwaysStep.
func (j *judge) ofStep(before, after int) bool {
	return j.property.Form == properties.AlwaysStep && !j.property.Shape().Step(j.statuses[before], j.statuses[after])
}
