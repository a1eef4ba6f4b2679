package symbolic

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/interrex/interrex/checker/internal/diagram"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
	"github.com/interrex/interrex/model/fairness"
)

// Group is a transition group: events of one process that differ only in its local
// state before and after.
type Group struct {
	Event      *diagram.Event
	Process    int // -1: of all processes
	level      int // of next
	Obligatory bool
	Fair       fairness.Class // of obligatory events
	Sends      int
	next       successors // by value of that level, that of the process: one value for each outcome
	costs      bool       // it is a fault, and so happens finitely often
	avoided    bool       // it leads to configurations that the search leaves out
	illFormed  bool       // its step is not well-formed: it is avoided, because no event follows
	cause      string     // equal for the outcomes of one step, in every local state
	channel    int        // of a delivery
	take       *entry     // of a delivery
	received   string     // the same two, as text
}

// moves calls visit for each local step of the group that the search has met.
func (x *System) moves(c *Group, visit func(before, after uint32)) {
	for i, before := range c.next.before {
		visit(before, c.next.after[i])
	}
}

// draft is an event under construction.
type draft struct {
	process    int
	event      model.Event // without choices
	obligatory bool
	changes    map[int]*change // by channel
	guard      mode            // the mode that the process behind event.Port must have, if guarded
	guarded    bool
	cost       model.Faults
	step       bool // the process takes a step, which may be the first of the system
	before     uint32
	after      local
	sends      int
}

// change returns the effect of the event on a channel, for the caller to extend.
func (d *draft) change(ch int) *change {
	if d.changes[ch] == nil {
		d.changes[ch] = &change{}
	}
	return d.changes[ch]
}

func (d draft) clone() draft {
	changes := map[int]*change{}
	for ch, c := range d.changes {
		x := *c
		x.puts = slices.Clone(c.puts)
		changes[ch] = &x
	}
	d.changes = changes
	return d
}

// add puts the event into its transition group.
func (x *System) add(d draft) {
	x.tick()
	after := x.locals[d.process].Number(d.after)
	illFormed := d.after.mode == failed
	avoided := illFormed || x.avoid != nil && x.avoid(d.process, x.status(d.process, after))
	x.observe(d, after)
	charge := x.charge(d, after)
	key := x.key(d, charge)
	// An event that is avoided is enabled, and so a configuration is not terminal, but its successors are left out.
	key.avoided, key.illFormed = avoided, illFormed
	c, ok := x.groups[key]
	if !ok {
		c = x.newGroup(d, charge)
		c.avoided, c.illFormed = avoided, illFormed
		x.groups[key] = c
	}
	c.next.add(d.before, after)
	if !ok && !avoided {
		x.Sets.Add(c.Event)
	}
}

// charge returns the effect of the event on the environment.
func (x *System) charge(d draft, after uint32) charge {
	c := charge{cost: d.cost.Counted(x.sys.Network().Faults)}
	if x.environment == nil {
		return c
	}
	net := x.sys.Network()
	c.start = d.step && x.mayStart && (net.Faults.Restart > 0 || x.isFirst(d))
	if x.monitor != nil && !d.event.Kind.IsUnnoticed() {
		c.observed = true
		c.observation = x.observation(d, after)
	}
	return c
}

// isFirst reports whether the process of an event may be in its first local state.
func (x *System) isFirst(d draft) bool {
	l := x.locals[d.process]
	return slices.ContainsFunc(x.firsts, func(first []uint32) bool {
		return l.All[d.before].state == l.All[first[l.level-1]].state
	})
}

// groupKey identifies a group.
type groupKey struct {
	process, sends     int
	input              compiled.Input // without its message, which changes has
	obligatory         bool
	guarded            bool
	guard              mode
	avoided, illFormed bool
	charge             charge
	changes            string
}

func (x *System) key(d draft, c charge) groupKey {
	var changes []byte
	for _, ch := range sortedKeys(d.changes) {
		part := d.changes[ch].key()
		changes = binary.AppendUvarint(binary.AppendUvarint(changes, uint64(ch)), uint64(len(part)))
		changes = append(changes, part...)
	}
	in := compiled.Input{Kind: d.event.Kind, Port: d.event.Port, Timer: d.event.Timer, Operation: d.event.Operation}
	return groupKey{process: d.process, sends: d.sends, input: in, obligatory: d.obligatory,
		guarded: d.guarded, guard: d.guard, charge: c, changes: string(changes)}
}

func sortedKeys(m map[int]*change) []int {
	keys := make([]int, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

func (x *System) newGroup(d draft, charge charge) *Group {
	c := &Group{Process: d.process, level: x.locals[d.process].level, Obligatory: d.obligatory, Sends: d.sends, costs: charge.cost != model.Faults{}}
	if d.obligatory {
		c.Fair = fairness.ClassOf(x.sys, d.event)
	}
	for _, ch := range sortedKeys(d.changes) {
		c.receives(ch, *d.changes[ch])
	}
	var effects []diagram.Effect
	if x.environment != nil && (charge.start || charge.observed || charge.cost != model.Faults{}) {
		effects = append(effects, diagram.Effect{Level: x.environment.level, Next: x.charging(charge).apply})
	}
	c.Event = x.eventOf(c, d, effects)
	cause := d.event
	cause.Choices = nil
	c.cause = fmt.Sprint(cause, d.obligatory, d.guarded, d.guard, c.received)
	x.list = append(x.list, c)
	return c
}

// eventOf returns the event of a group; effects has its effect on the environment, if any.
func (x *System) eventOf(c *Group, d draft, effects []diagram.Effect) *diagram.Event {
	effects = append(effects, diagram.Effect{Level: x.locals[d.process].level, Next: c.next.of})
	for ch, change := range d.changes {
		effects = append(effects, x.onChannel(ch, *change))
	}
	effects = append(effects, x.noticed(d)...)
	if d.guarded {
		effects = append(effects, x.guard(x.sys.Peer(d.process, d.event.Port), d.guard))
	}
	slices.SortStableFunc(effects, func(a, b diagram.Effect) int { return cmp.Compare(b.Level, a.Level) })
	for i := len(effects) - 1; i > 0; i-- {
		effects[i-1].Needs.Below |= effects[i].Needs.Below
	}
	return &diagram.Event{Effects: effects}
}

// onChannel returns the effect of an event that changes a channel.
func (x *System) onChannel(ch int, c change) diagram.Effect {
	e := diagram.Effect{Level: x.channels[ch].number, Next: x.function(c).apply, Sure: c.isSure()}
	if c.take != nil {
		e.Needs = x.offers.mark(e.Level, *c.take)
	}
	return e
}

// receives notes which message the group takes from a channel, if it takes one.
func (c *Group) receives(ch int, x change) {
	if x.take != nil {
		c.channel, c.take, c.received = ch, x.take, fmt.Sprint(ch, x.take.plain())
	}
}

func (x *System) function(ch change) *function {
	key := string(ch.key())
	f, ok := x.changes[key]
	if !ok {
		f = newFunction(func(value uint32) (uint32, bool) { return x.contents.apply(ch, value) }, x.grown)
		x.changes[key] = f
	}
	return f
}

func (x *System) charging(c charge) *charging {
	f, ok := x.environment.charges[c]
	if !ok {
		f = &charging{environment: x.environment, charge: c, next: map[uint32][]uint32{}}
		x.environment.charges[c] = f
	}
	return f
}

// guard returns an effect that is enabled if process p has that mode, and changes
// nothing.
func (x *System) guard(p int, m mode) diagram.Effect {
	return diagram.Effect{Level: x.locals[p].level, Next: func(value uint32) []uint32 {
		if x.locals[p].All[value].mode == m { // a process that has failed has neither mode
			return []uint32{value}
		}
		return nil
	}}
}
