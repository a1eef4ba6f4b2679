package claims

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/interrex/interrex/model"
)

// A Limit bounds each instance of an algorithm that would be endless without, or too large to search:
// an execution beyond it is none of the instance.
type Limit struct {
	Name     string // a word in the plural, as in "terms"
	Meaning  string // what it counts, as in "terms in which a process may stand"
	Greatest int    // that may be chosen; the least is 1
	// Of returns the limit of an instance on a network, unless another one is chosen. 0: it bounds nothing there.
	Of func(net model.Network) int
}

// On returns the limit on a network if that one is chosen; 0 chooses none. A limit that bounds nothing there cannot be chosen.
func (l Limit) On(net model.Network, chosen int) int {
	if usual := l.Of(net); usual == 0 || chosen == 0 {
		return usual
	}
	return chosen
}

// Limits are numbers by the index of their limits in [Entry.Limits]. 0 stands for none.
type Limits [2]int

// ParseLimits reads limits: "terms=3", or more than one, with commas. A limit that is not mentioned is not chosen.
// The parameters that e was made with choose none.
func (e Entry) ParseLimits(s string) (Limits, error) {
	var limits Limits
	if s == "" || s == e.Parameters.All {
		return limits, nil
	}
	for item := range strings.SplitSeq(s, ",") {
		name, number, _ := strings.Cut(item, "=")
		i, err := e.limit(name)
		if err != nil {
			return Limits{}, err
		}
		if limits[i] != 0 {
			return Limits{}, fmt.Errorf("%s: limit %s occurs twice in %q", e.Name, name, s)
		}
		most := e.Limits[i].Greatest
		if limits[i], err = strconv.Atoi(number); err != nil || limits[i] < 1 || limits[i] > most {
			return Limits{}, fmt.Errorf("%s: limit %q; allowed: %s=1 to %s=%d", e.Name, item, name, name, most)
		}
	}
	return limits, nil
}

func (e Entry) limit(name string) (int, error) {
	var names []string
	for i, l := range e.Limits {
		if l.Name == name {
			return i, nil
		}
		names = append(names, l.Name)
	}
	if names == nil {
		return 0, fmt.Errorf("%s: unknown limit %q; its instances have none", e.Name, name)
	}
	return 0, fmt.Errorf("%s: unknown limit %q; allowed: %s", e.Name, name, strings.Join(names, ", "))
}

// LimitsOn returns the limits of the instance of a variant on a network, those that are chosen and the others.
func (e Entry) LimitsOn(v Variant, net model.Network) Limits {
	var limits Limits
	for i, l := range e.Limits {
		limits[i] = l.On(net, v.Limits[i])
	}
	return limits
}

// InstanceLimits returns the parameters of e, or the limits of the instance of a variant on a network, as [Entry.ParseLimits] reads them.
func (e Entry) InstanceLimits(v Variant, net model.Network) string {
	if e.Parameters.All != "" {
		return e.Parameters.All
	}
	return e.LimitsText(e.LimitsOn(v, net))
}

// LimitsText returns the text that [Entry.ParseLimits] reads as l.
func (e Entry) LimitsText(l Limits) string {
	var parts []string
	for i, limit := range e.Limits {
		if l[i] != 0 {
			parts = append(parts, fmt.Sprintf("%s=%d", limit.Name, l[i]))
		}
	}
	return strings.Join(parts, ",")
}
