package product

import (
	"fmt"
	"slices"
	"strings"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/catalogue"
)

// A Condition is a network but for its processes: the order, the timing, and at most one
// fault. A process that comes back has crashed, or was down from the start.
type Condition struct {
	Order  model.Order
	Timing model.Timing
	Faults model.Faults
}

// Assumed returns the condition that the document of e assumes.
func Assumed(e catalogue.Entry) Condition {
	net := e.Network(smallest)
	return Condition{net.Order, net.Timing, net.Faults}
}

// On returns the network of e for n processes under c, without identities.
func (c Condition) On(e catalogue.Entry, n int) model.Network {
	net := e.Network(n)
	net.Order, net.Timing, net.Faults = c.Order, c.Timing, c.Faults
	return net
}

// String writes c as [ParseCondition] reads it: "bag timely loss=1".
func (c Condition) String() string {
	return fmt.Sprintf("%v %v %v", c.Order, c.Timing, c.Faults)
}

// ParseCondition reads an order, a timing and faults.
func ParseCondition(text string) (Condition, error) {
	words := strings.Fields(text)
	if len(words) < 3 {
		return Condition{}, fmt.Errorf("condition %q is not an order, a timing and faults", text)
	}
	order, err := model.ParseOrder(words[0])
	if err != nil {
		return Condition{}, err
	}
	timing, err := model.ParseTiming(words[1])
	if err != nil {
		return Condition{}, err
	}
	faults, err := model.ParseFaults(strings.Join(words[2:], " "))
	return Condition{order, timing, faults}, err
}

// Changes returns in how many of order, timing and fault c differs from another condition.
func (c Condition) Changes(from Condition) int {
	count := 0
	for _, differs := range []bool{c.Order != from.Order, c.Timing != from.Timing, c.Faults != from.Faults} {
		if differs {
			count++
		}
	}
	return count
}

// Conditions returns the conditions under which e can run: those with the fewest changes from
// the assumed condition first.
func Conditions(e catalogue.Entry) []Condition {
	var list []Condition
	for o := range len(model.OrderNames()) {
		for _, t := range []model.Timing{model.Async, model.Timely, model.Lockstep, model.Bounded} {
			for _, f := range faults(e) {
				if c := (Condition{model.Order(o), t, f}); runs(e, c) {
					list = append(list, c)
				}
			}
		}
	}
	assumed := Assumed(e)
	slices.SortStableFunc(list, func(a, b Condition) int { return a.Changes(assumed) - b.Changes(assumed) })
	return list
}

// faults returns the budgets with at most one fault.
func faults(e catalogue.Entry) []model.Faults {
	restart := model.Faults{Crash: 1, Restart: 1}
	if len(e.Network(smallest).Down) > 0 {
		restart.Crash = 0
	}
	return []model.Faults{{}, {Crash: 1}, restart, {Loss: 1}, {Dup: 1}, {Cut: 1}, {Suspect: 1}}
}

// runs reports whether the algorithm, corrected and with the first option of each reading, has
// a system under c.
func runs(e catalogue.Entry, c Condition) bool {
	net := c.On(e, smallest)
	arrangements, err := model.Arrangements(net)
	if err != nil {
		return false
	}
	for ids := range arrangements {
		net.IDs = ids
		_, err = e.New(corrected(e), net)
		return err == nil
	}
	return false
}

func corrected(e catalogue.Entry) catalogue.Variant {
	v, err := e.ParseVariant("corrected")
	if err != nil {
		panic(err) // every entry has it
	}
	return v
}
