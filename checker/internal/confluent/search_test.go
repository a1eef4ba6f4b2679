package confluent_test

import (
	"fmt"
	"slices"

	"github.com/interrex/interrex/checker/internal/confluent"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
	"github.com/interrex/interrex/model/stepwise"
	"github.com/interrex/interrex/properties"
)

// graph has the findings of a search of a whole system, or of its normal forms: by
// the definition of the system, without any engine.
type graph struct {
	system  *model.System
	seen    map[string]*vertex
	ends    map[string]bool // the terminal configurations
	views   map[string]bool // the views that observers have of some configuration
	watch   properties.Property
	states  map[any]bool // of its monitor
	refuted bool         // watch is
	failed  bool         // some step is not well-formed
	rounds  int
	cut     bool // too large
	initial *vertex
}

// vertex is a configuration of a graph.
type vertex struct {
	next  []edge
	ends  bool
	least extremes // of the messages from here to an end
	state uint8    // of the depth-first search: 0 new, 1 open, 2 done
	alone turn     // the closed process whose events are taken alone
	name  string   // the configuration without its budgets
}

// turn is a process in a local state; -1: none.
type turn struct {
	process int
	local   compiled.Local
	takes   func(model.Event) bool // its events, or those of one message
}

type edge struct {
	to     *vertex
	sends  int
	event  model.Successor
	passed []confluent.Delivery // the deliveries that it passes over
}

// extremes are the least and the greatest number of messages; -1: no end.
type extremes struct{ least, most int }

// reducer takes confluent deliveries at once, and events of closed processes
// alone; nil takes none.
type reducer struct {
	*confluent.Deliveries
	tables *compiled.Tables
	kinds  kinds
	blind  kinds // that may hide events in loops, even if the sight sees loops; only to test that this is wrong
}

// kinds are the kinds of reduction that a reducer makes: it takes deliveries at once, or processes alone.
type kinds uint8

const (
	deliveries kinds = 1 << iota
	processes
	both = deliveries | processes
)

func newReducer(s *model.System, sight confluent.Sight, without confluent.Condition, kinds kinds) *reducer {
	tables := compiled.New(s)
	return &reducer{confluent.New(s, tables, sight).Without(without), tables, kinds, 0}
}

// explore searches s, at most limit configurations.
func explore(s *model.System, r *reducer, limit int) *graph {
	return exploreWatched(s, properties.Property{}, r, limit)
}

// maxRounds is how often a search begins again at most: far more often than any has to, so
// one that does so for ever fails at once.
const maxRounds = 100

// exploreWatched is explore with the monitor of a property.
func exploreWatched(s *model.System, watch properties.Property, r *reducer, limit int) *graph {
	for rounds := 1; ; rounds++ {
		g := &graph{system: s, watch: watch, seen: map[string]*vertex{}, ends: map[string]bool{}, views: map[string]bool{}, states: map[any]bool{}, rounds: rounds}
		g.search(r, limit)
		if r != nil && !g.cut && !r.Broken() && r.Closes() {
			g.breakCycles(r)
		}
		if r != nil && !g.cut && r.SeesLoops() {
			g.expose(r)
		}
		if r == nil || g.cut || !r.Broken() {
			return g
		}
		if rounds == maxRounds {
			panic(fmt.Sprintf("%s: the search is still broken after %d rounds", s.Name(), rounds))
		}
		r.Learn()
	}
}

// watched is a configuration with the state of the monitor.
type watched struct {
	model.Configuration
	monitor any
}

// key names the configuration and the state.
func (c watched) key() string { return fmt.Sprint(c.Key(), c.monitor) }

func (g *graph) search(r *reducer, limit int) {
	start, sends, _ := g.normal(r, watched{g.system.Initial(), g.watch.Begin(g.system)})
	first := &vertex{}
	g.seen[start.key()] = first
	g.initial = &vertex{next: []edge{{to: first, sends: sends}}}
	for list := []watched{start}; len(list) > 0; list = list[1:] {
		c := list[0]
		v := g.seen[c.key()]
		g.note(c, v)
		v.alone = r.alone(g.system, c.Configuration)
		for _, y := range g.system.Successors(c.Configuration) {
			if v.alone.process >= 0 && !v.alone.takes(y.Event) {
				continue
			}
			g.judge(c.Configuration, y.Next)
			r.became(g.system, c.Configuration, y)
			next, sends, passed := g.normal(r, g.step(r, c, y))
			key := next.key()
			to, ok := g.seen[key]
			if !ok {
				to = &vertex{}
				g.seen[key] = to
				list = append(list, next)
			}
			v.next = append(v.next, edge{to, len(y.Sends) + sends, y, passed})
		}
		if len(g.seen) > limit {
			g.cut = true
			return
		}
	}
}

// step returns the configuration after an event from c, with its monitor. With a reducer, messages
// that the event sends overtake others, and are received.
func (g *graph) step(r *reducer, c watched, y model.Successor) watched {
	next := g.follow(c, y)
	if r == nil || r.kinds&deliveries == 0 || !r.Overtaking() || next.Failed() {
		return next
	}
	r.Watch(next.monitor) // in it those that overtake are received
	next.Configuration, _ = r.Overtake(g.system, c.Configuration, y, func(x confluent.Delivery, first model.Configuration, y model.Successor) {
		next.monitor = g.watch.Observe(next.monitor, g.system, first, y)
		r.Confluent(x, confluent.BudgetsOf(g.system.Network().Faults))
	})
	return next
}

// follow returns the configuration after an event from c, with its monitor.
func (g *graph) follow(c watched, y model.Successor) watched {
	return watched{y.Next, g.watch.Observe(c.monitor, g.system, c.Configuration, y)}
}

// judge records whether an event refutes the property that is watched.
func (g *graph) judge(before, after model.Configuration) {
	if g.watch.Form == properties.AlwaysStep && !after.Failed() && !g.watch.HoldsStep(g.system.View(before), g.system.View(after)) {
		g.refuted = true
	}
}

// note records the view of a configuration, and whether it failed.
func (g *graph) note(c watched, v *vertex) {
	g.failed = g.failed || c.Failed()
	if c.Failed() {
		return
	}
	view := g.system.View(c.Configuration)
	g.views[fmt.Sprint(view.Status)] = true
	if g.watch.Name != "" && g.watch.Form == properties.Always && !g.watch.Holds(view, c.monitor) {
		g.refuted = true
	}
	g.states[c.monitor] = true
	c.Left = model.Faults{}
	v.name = c.Key()
	if v.ends = g.system.Terminal(c.Configuration); v.ends {
		g.ends[fmt.Sprint(outcome(c.Configuration), c.monitor)] = true
	}
}

// outcome is a terminal configuration as text, without the rest of its budgets.
func outcome(c model.Configuration) string { return fmt.Sprint(c.Locals, c.Down, c.Cut) }

// maxChain is how many deliveries are taken at once at most: enough for all
// that end.
const maxChain = 300

// normal takes confluent deliveries until there is none, and returns how many
// messages they send.
func (g *graph) normal(r *reducer, c watched) (_ watched, sends int, passed []confluent.Delivery) {
	if r == nil || c.Failed() {
		return c, 0, nil
	}
	if r.kinds&deliveries == 0 {
		r.tell(g.system, c)
		return c, 0, nil
	}
	for range maxChain {
		r.tell(g.system, c)
		causes := stepwise.Causes(g.system, c.Configuration)
		i := slices.IndexFunc(causes, func(x stepwise.Cause) bool { return r.silent(g.system, c.Configuration, x) })
		if i < 0 {
			i = slices.IndexFunc(causes, func(x stepwise.Cause) bool { return r.confluent(g.system, c.Configuration, x) })
		}
		if i < 0 {
			break
		}
		e, _ := arrival(g.system, c.Configuration, causes[i])
		passed = append(passed, r.delivery(c.Configuration, causes[i].Process, e))
		y, _ := stepwise.Follow(g.system, c.Configuration, causes[i], func(int) int { return 0 })
		c, sends = g.step(r, c, y), sends+len(y.Sends)
		if c.Failed() {
			break
		}
	}
	r.tell(g.system, c)
	return c, sends, passed
}

// tell tells of the local states and the messages that may arrive.
func (r *reducer) tell(s *model.System, c watched) {
	r.Watch(c.monitor)
	for ch, list := range c.Channels {
		if len(list) > 0 {
			r.Fill(ch)
		}
	}
	for p, local := range c.Locals {
		if c.Down[p] {
			r.Fall(p)
			continue
		}
		if c.Failed() {
			return
		}
		l := r.tables.Local(p, local)
		r.Enter(p, l)
		for _, ch := range s.Semantics().InChannels(p) {
			list := c.Channels[ch]
			if s.Network().Order.Queued() {
				list = list[:min(len(list), 1)]
			}
			for _, e := range list { // also deferred messages
				r.Meet(p, l, e.Port, r.tables.Message(e.Msg))
			}
		}
	}
}

// silent reports whether a delivery is silent. The engine takes these first.
func (r *reducer) silent(s *model.System, c model.Configuration, x stepwise.Cause) bool {
	e, ok := arrival(s, c, x)
	if !ok {
		return false
	}
	of := r.delivery(c, x.Process, e)
	_, is := r.Silent(of)
	return is && r.Confluent(of, confluent.BudgetsOf(s.Network().Faults))
}

// became tells of a step of a process, or of its crash or restart.
func (r *reducer) became(s *model.System, before model.Configuration, y model.Successor) {
	if p := y.Event.Process; r != nil && p >= 0 && !y.Next.Failed() {
		r.Become(s.Status(before, p), s.Status(y.Next, p))
	}
}

func (r *reducer) confluent(s *model.System, c model.Configuration, x stepwise.Cause) bool {
	e, ok := arrival(s, c, x)
	if !ok || !r.Confluent(r.delivery(c, x.Process, e), confluent.BudgetsOf(c.Left)) {
		return false
	}
	if !r.Overtaking() {
		return true
	}
	y, _ := stepwise.Follow(s, c, x, func(int) int { return 0 })
	_, all := r.Overtake(s, c, y, nil)
	return all
}

// delivery returns the delivery of a message to a process.
func (r *reducer) delivery(c model.Configuration, p int, e model.Envelope) confluent.Delivery {
	x := confluent.Delivery{Process: p, Local: r.tables.Local(p, c.Locals[p]), Port: e.Port, Msg: -1, Ticks: e.Ticks}
	if e.Msg != nil {
		x.Msg = r.tables.Message(e.Msg)
	}
	if c.Clocks != nil {
		x.Due = confluent.DueWithin(e.Ticks, c.Clocks[p])
	}
	return x
}

// arrival returns the message of a reception.
func arrival(s *model.System, c model.Configuration, x stepwise.Cause) (model.Envelope, bool) {
	if x.Kind != model.Receive {
		return model.Envelope{}, false
	}
	return c.Channels[stepwise.ChannelOf(s, x)][x.Nth], true
}

// cyclic reports whether an execution can go on for ever; if not, the extremes
// of messages are known.
func (g *graph) cyclic() bool { return g.initial.visit() }

func (v *vertex) visit() bool {
	v.state, v.least = 1, extremes{-1, -1}
	if v.ends {
		v.least = extremes{}
	}
	for _, e := range v.next {
		if e.to.state == 1 || e.to.state == 0 && e.to.visit() {
			return true
		}
		if x := e.to.least; x.least >= 0 {
			if v.least.least < 0 || x.least+e.sends < v.least.least {
				v.least.least = x.least + e.sends
			}
			v.least.most = max(v.least.most, x.most+e.sends)
		}
	}
	v.state = 2
	return false
}
