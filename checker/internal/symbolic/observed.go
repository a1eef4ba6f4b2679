package symbolic

import "github.com/interrex/interrex/properties"

// observe notes the observation that a monitor would get of an event. The event need not happen in
// any execution.
func (x *System) observe(d draft, after uint32) {
	if x.monitor == nil && !d.event.Kind.IsUnnoticed() {
		x.observed[x.observation(d, after)] = true
	}
}

// observation returns the observation that a monitor gets of an event.
func (x *System) observation(d draft, after uint32) properties.Observation {
	return properties.Observation{Process: d.process, Before: x.status(d.process, d.before), After: x.status(d.process, after), Sends: d.sends}
}

// alwaysHolds reports whether p, an Always with a monitor, holds if the monitor is told of the events
// that were found in any order, and of each any number of times. Each execution tells the monitor of
// some of them, in some order, so the configurations need not be divided by its states. If alwaysHolds
// reports false, an execution may refute p or not. It gives up at more states of the monitor than most.
func (x *System) alwaysHolds(p properties.Property, most int) (holds bool) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *properties.PanicError: // perhaps in a state that no execution leads to
			holds = false
		default:
			panic(r)
		}
	}()
	m, h := p.Monitor(), p.Shape()
	var list []any
	met := map[any]bool{}
	for _, start := range x.starts {
		if first := m.Begin(start); !met[first] {
			met[first] = true
			list = append(list, first)
		}
	}
	for i := 0; i < len(list); i++ {
		if !h.Watch(list[i]) || len(list) > most {
			return false
		}
		for o := range x.observed {
			x.tick()
			if next := m.Next(list[i], o); !met[next] {
				met[next] = true
				list = append(list, next)
			}
		}
	}
	return true
}
