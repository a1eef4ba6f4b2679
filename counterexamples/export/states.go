package export

import (
	"fmt"
	"reflect"

	"github.com/interrex/interrex/model"
)

// state returns configuration c as a record: local and status by process, channels, and, where
// the network has them, the links that are cut, the group that is cut off, the traitors, the clocks and the faults that are left.
func state(s *model.System, c model.Configuration) record {
	r := record{{"local", locals(s, c)}, {"status", statuses(s, c)}, {"channels", channels(s, c)}}
	if c.Cut != nil {
		cut := []any{}
		for i, l := range s.Links() {
			if c.Cut[i] {
				cut = append(cut, linkName(l))
			}
		}
		r = append(r, part{"cut", cut})
	}
	if c.Divided != nil {
		group := []any{}
		for _, p := range s.Semantics().Divided(c) {
			group = append(group, processName(p))
		}
		r = append(r, part{"divided", group})
	}
	if c.Traitors != nil {
		traitors := []any{}
		for p, is := range c.Traitors {
			if is {
				traitors = append(traitors, processName(p))
			}
		}
		r = append(r, part{"traitors", traitors})
	}
	if c.Clocks != nil {
		r = append(r, part{"clocks", clocks(c)})
	}
	if s.Network().Faults != (model.Faults{}) {
		r = append(r, part{"left", budgets(s.Network().Faults, c.Left)})
	}
	return r
}

// locals returns the local states, without those that a process has lost in a crash.
func locals(s *model.System, c model.Configuration) mapping {
	m := mapping{}
	for p, local := range c.Locals {
		if local != nil {
			m = append(m, part{processName(p), valueOf(reflect.ValueOf(local))})
		}
	}
	return m
}

func statuses(s *model.System, c model.Configuration) mapping {
	m := mapping{}
	for p := range c.Locals {
		st := s.Status(c, p)
		r := record{{"role", st.Role.String()}, {"leader", int(st.Leader)}, {"term", st.Term}, {"halted", st.Halted},
			{"bounded", st.Bounded}, {"aside", st.Aside}, {"down", st.Down}, {"failed", st.Failed}}
		if st.Own != nil {
			r = append(r, part{"own", valueOf(reflect.ValueOf(st.Own))})
		}
		m = append(m, part{processName(p), r})
	}
	return m
}

// channels returns the messages in flight, next to arrive first: by link or, in an order per
// receiver, by receiver with the name of the link in front of each message.
func channels(s *model.System, c model.Configuration) mapping {
	m := mapping{}
	for i, ch := range s.Semantics().Channels() {
		list, name := []any{}, "to "+processName(ch.To)
		if ch.Link >= 0 {
			name = linkName(s.Links()[ch.Link])
		}
		for _, e := range c.Channels[i] {
			text := e.Text()
			if ch.Link < 0 {
				text = fmt.Sprintf("port %d: %s", e.Port, text)
			}
			if time, ok := s.Semantics().Within(e); ok {
				unit := "ticks"
				if c.Clocks == nil {
					unit = "rounds"
				}
				text += fmt.Sprintf(" (at most %d %s)", time, unit)
			}
			list = append(list, text)
		}
		m = append(m, part{name, list})
	}
	return m
}

func clocks(c model.Configuration) mapping {
	m := mapping{}
	for p, running := range c.Clocks {
		list := []any{}
		for _, k := range running {
			r := record{{"of", k.Kind.String()}, {"timer", int(k.Timer)}, {"port", int(k.Port)}, {"least", k.Least}, {"greatest", k.Greatest}}
			list = append(list, r)
		}
		m = append(m, part{processName(p), list})
	}
	return m
}

// budgets returns the faults of all that are left; a budget that never ends is -1. Divisions and traitors are among them
// only where the network has some.
func budgets(all, f model.Faults) record {
	r := record{}
	for _, b := range f.Budgets() {
		if b.Name == "divide" && all.Divide == 0 || b.Name == "traitor" && all.Traitor == 0 || b.Name == "forge" && all.Forge == 0 {
			continue
		}
		left := *b.Count
		if left == model.Unbounded {
			left = -1
		}
		r = append(r, part{b.Name, left})
	}
	return r
}

func processName(p int) string { return fmt.Sprintf("p%d", p) }

// linkName names a link by its processes and the port of the receiver: two processes may have
// several links.
func linkName(l model.Link) string { return fmt.Sprintf("p%d -> p%d:%d", l.From, l.To, l.ToPort) }
