package symmetry

import (
	"fmt"
	"slices"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
)

// Renaming is a renaming of processes, with the images of ports, local states, statuses and messages.
// Local states and messages are mapped once they are met. The first ones are mapped to the first ones.
// The next state and the messages of a step are mapped to those of the same step of the renamed
// process.
type Renaming struct {
	Image    []int // the new name of each process
	system   *model.System
	ports    [][]model.Port
	locals   []mapping[compiled.Local] // by process
	messages mapping[compiled.Message]
	statuses []map[model.Status]model.Status // by process
	ordered  bool                            // the order in which a step sends over its ports counts
	broken   bool                            // it changes something
}

// newRenaming returns a renaming that keeps the graph of the network.
func newRenaming(s *model.System, image []int) *Renaming {
	r := &Renaming{system: s, Image: image, locals: make([]mapping[compiled.Local], len(image)), ordered: s.Network().Faults.Crash > 0}
	for p, to := range image {
		r.ordered = r.ordered || isLinkedTwice(s, p)
		var ports []model.Port
		for q := range model.Port(s.Semantics().Ports(p)) {
			ports = append(ports, r.portTo(to, q, image[s.Peer(p, q)]))
		}
		r.ports = append(r.ports, ports)
		r.statuses = append(r.statuses, map[model.Status]model.Status{})
	}
	return r
}

// isLinkedTwice reports whether two ports of a process lead to the same one.
func isLinkedTwice(s *model.System, p int) bool {
	peers := map[int]bool{}
	for q := range model.Port(s.Semantics().Ports(p)) {
		peers[s.Peer(p, q)] = true
	}
	return len(peers) < s.Semantics().Ports(p)
}

// portTo returns the port of a process that leads to another: q, if that does.
func (r *Renaming) portTo(p int, q model.Port, to int) model.Port {
	if int(q) < r.system.Semantics().Ports(p) && r.system.Peer(p, q) == to {
		return q
	}
	for q := range model.Port(r.system.Semantics().Ports(p)) {
		if r.system.Peer(p, q) == to {
			return q
		}
	}
	panic("symmetry: a renaming does not keep a link")
}

// begin maps the initial configurations.
func (r *Renaming) begin(t *compiled.Tables, starts []*model.System) {
	r.broken = !holds(func() bool {
		if !r.keepsLinks() {
			return false
		}
		for i, to := range Renamed(starts, r.Image) {
			if to < 0 || !r.keepsInitial(t, starts[i].Initial(), starts[to].Initial()) {
				return false
			}
		}
		return r.keepsForgeries(t)
	})
}

// keepsForgeries maps the messages that traitors may forge, one by one.
func (r *Renaming) keepsForgeries(t *compiled.Tables) bool {
	for p, to := range r.Image {
		for q := range model.Port(r.system.Semantics().Ports(p)) {
			list, there := r.system.Semantics().Forgeries(p, q), r.system.Semantics().Forgeries(to, r.Port(p, q))
			if len(list) != len(there) {
				return false
			}
			for i, m := range list {
				if !r.mapMessage(t, t.Message(m), t.Message(there[i])) {
					return false
				}
			}
		}
	}
	return true
}

// Renamed returns for each of the starts of a system the number of the one that it is after a
// renaming, -1 if that is none: each process starts where the one with its new name did.
func Renamed(starts []*model.System, image []int) []int {
	if len(starts) == 1 {
		return []int{0}
	}
	number := map[string]int{}
	for i, s := range starts {
		number[fmt.Sprint(s.Network().Start)] = i
	}
	var list []int
	for _, s := range starts {
		vector := make([]int, len(image))
		for p, to := range image {
			vector[to] = s.Network().Start[p]
		}
		i, ok := number[fmt.Sprint(vector)]
		if !ok {
			i = -1
		}
		list = append(list, i)
	}
	return list
}

func (r *Renaming) keepsLinks() bool {
	for _, l := range r.system.Links() {
		from, port := r.Image[l.From], r.ports[l.From][l.FromPort]
		i := r.system.Semantics().OutLink(from, port)
		if i < 0 || r.system.Links()[i] != (model.Link{From: from, FromPort: port, To: r.Image[l.To], ToPort: r.ports[l.To][l.ToPort]}) {
			return false
		}
	}
	return true
}

// keepsInitial maps an initial configuration to the one that it must be after the renaming.
func (r *Renaming) keepsInitial(t *compiled.Tables, c, renamed model.Configuration) bool {
	for p, to := range r.Image {
		if c.Locals[p] != nil && !r.mapLocal(t, p, t.Local(p, c.Locals[p]), t.Local(to, renamed.Locals[to])) { // both are down, or neither is
			return false
		}
		there := r.system.Semantics().InChannels(to)
		for i, ch := range r.system.Semantics().InChannels(p) {
			other := renamed.Channels[there[r.Slot(p, i)]]
			if len(c.Channels[ch]) != len(other) {
				return false
			}
			for j, e := range c.Channels[ch] {
				if r.Port(p, e.Port) != other[j].Port || !r.mapMessage(t, t.Message(e.Msg), t.Message(other[j].Msg)) {
					return false
				}
			}
		}
	}
	return true
}

// keeps reports whether an entry of the tables is the same after the renaming.
func (r *Renaming) keeps(t *compiled.Tables, e entry) bool {
	p, to := e.process, r.Image[e.process]
	l, ok := r.locals[p].of(e.local)
	if !ok {
		return false
	}
	if e.kind == aRestart {
		return r.mapLocal(t, p, e.after, t.Restart(to, l))
	}
	in, ok := r.input(p, e.input)
	switch {
	case !ok:
		return false
	case e.kind == aDeferral:
		return t.Deferred(to, l, in.Port, in.Msg) == e.is
	}
	ask := t.Step
	if e.peeked {
		ask = t.Peek
	}
	there := ask(to, l, in)
	if len(e.steps) != len(there) {
		return false
	}
	for i, o := range e.steps {
		if !r.keepsOutcome(t, p, o, there[i]) {
			return false
		}
	}
	return true
}

// input returns the image of an input of process p, which is an input of the renamed process; ok says
// whether that is known.
func (r *Renaming) input(p int, in compiled.Input) (to compiled.Input, ok bool) {
	ok = true
	switch in.Kind {
	case model.Receive:
		in.Port = r.Port(p, in.Port)
		in.Msg, ok = r.messages.of(in.Msg)
	case model.Suspect:
		in.Port = r.Port(p, in.Port)
	}
	return in, ok
}

// keepsOutcome reports whether an outcome of process p is another one after the renaming.
// The order in which a step sends over its ports counts if a crash may strike within it, or
// two of them lead to the same inbox.
func (r *Renaming) keepsOutcome(t *compiled.Tables, p int, o, there compiled.Outcome) bool {
	if o.Failure != there.Failure || (o.Blame == nil) != (there.Blame == nil) || o.Resets != there.Resets || !slices.Equal(o.Choices, there.Choices) || len(o.Sends) != len(there.Sends) {
		return false
	}
	if !o.IsKnown() {
		return true
	}
	sends, others := slices.Clone(o.Sends), slices.Clone(there.Sends)
	for i := range sends {
		sends[i].Port = r.Port(p, sends[i].Port)
	}
	if !r.ordered {
		byPort := func(a, b compiled.Send) int { return int(a.Port - b.Port) }
		slices.SortStableFunc(sends, byPort)
		slices.SortStableFunc(others, byPort)
	}
	for i, s := range sends {
		if s.Port != others[i].Port || !r.mapMessage(t, s.Msg, others[i].Msg) {
			return false
		}
	}
	return r.mapLocal(t, p, o.Next, there.Next)
}

// mapMessage maps a message to another. It reports false if it is mapped to another one, or if
// the name of one is such that a fault may strike it, and that of the other is not.
func (r *Renaming) mapMessage(t *compiled.Tables, m, to compiled.Message) bool {
	text := func(m compiled.Message) func() string { return func() string { return t.MessageText(m) } }
	return !r.system.Semantics().FaultsTellApart(text(m), text(to)) && r.messages.add(m, to)
}

// mapLocal maps a local state of process p to one of its image. It reports false if it is
// mapped to another one, or does not show the same.
func (r *Renaming) mapLocal(t *compiled.Tables, p int, l, to compiled.Local) bool {
	if known, ok := r.locals[p].of(l); ok {
		return known == to
	}
	other := r.Image[p]
	ready, there := t.Ready(p, l), t.Ready(other, to)
	ready.Suspect = r.Ports(p, ready.Suspect)
	if ready != there || r.system.Network().Timing == model.Bounded && t.Durations(p, l) != t.Durations(other, to) {
		return false
	}
	status, after := t.Status(p, l), t.Status(other, to)
	if known, ok := r.statuses[p][status]; ok && known != after {
		return false
	}
	r.statuses[p][status] = after
	return r.locals[p].add(l, to)
}

// Process returns the new name of a process.
func (r *Renaming) Process(p int) int { return r.Image[p] }

// Port returns the image of port q of process p.
func (r *Renaming) Port(p int, q model.Port) model.Port {
	if int(q) < len(r.ports[p]) {
		return r.ports[p][q]
	}
	return q // no such port
}

// Ports returns the images of ports of process p.
func (r *Renaming) Ports(p int, set model.PortSet) model.PortSet {
	var to model.PortSet
	for q := range set.All() {
		if q = r.Port(p, q); q < 64 {
			to = to.With(q)
		}
	}
	return to
}

// Slot returns which channel into the renamed process the i-th one into process p is.
func (r *Renaming) Slot(p, i int) int {
	channels := r.system.Semantics().Channels()
	link := channels[r.system.Semantics().InChannels(p)[i]].Link
	if link < 0 {
		return i
	}
	port := r.Port(p, r.system.Links()[link].ToPort)
	return slices.IndexFunc(r.system.Semantics().InChannels(r.Image[p]), func(ch int) bool {
		return channels[ch].Link >= 0 && r.system.Links()[channels[ch].Link].ToPort == port
	})
}

// Local returns the image of a local state of process p; ok says whether it is known.
func (r *Renaming) Local(p int, l compiled.Local) (to compiled.Local, ok bool) {
	return r.locals[p].of(l)
}

// Message returns the image of a message; ok says whether it is known.
func (r *Renaming) Message(m compiled.Message) (to compiled.Message, ok bool) {
	return r.messages.of(m)
}

// Status returns the image of a status of process p.
func (r *Renaming) Status(p int, s model.Status) model.Status {
	if to, ok := r.statuses[p][s]; ok {
		return to
	}
	return s // of a process that is down or has failed
}

// Clocks returns the images of clocks of process p, in their order.
func (r *Renaming) Clocks(p int, list []model.Clock) []model.Clock {
	to := slices.Clone(list)
	for i, k := range to {
		if k.Kind == model.Suspect {
			to[i].Port = r.Port(p, k.Port)
		}
	}
	slices.SortStableFunc(to, func(a, b model.Clock) int {
		if a.Kind == model.Suspect && b.Kind == model.Suspect {
			return int(a.Port - b.Port)
		}
		return 0
	})
	return to
}

// mapping maps numbers, one to one once all entries are compared: a renaming that is repeated is
// the identity at last.
type mapping[T ~int32] struct {
	to []T // by number, plus 1; 0: not known
}

func (m *mapping[T]) of(x T) (T, bool) {
	if x < 0 || int(x) >= len(m.to) || m.to[x] == 0 {
		return 0, false
	}
	return m.to[x] - 1, true
}

// add maps x to y. It reports false if x is mapped to another number.
func (m *mapping[T]) add(x, y T) bool {
	for int(x) >= len(m.to) {
		m.to = append(m.to, 0)
	}
	if m.to[x] == 0 {
		m.to[x] = y + 1
	}
	return m.to[x] == y+1
}
