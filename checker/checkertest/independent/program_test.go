package independent

import (
	"fmt"
	"strings"

	"github.com/interrex/interrex/model"
)

// A program is an algorithm as data: a table of local states for each sort of process.
// Sorts differ in the knowledge of their processes.
type program struct {
	letters int // messages are the letters 0..letters-1
	sorts   []sort
	reads   model.Knowledge // the knowledge that Init reads to select the sort
	needs   model.Knowledge // the result of Needs
	boxed   bool            // local states and messages are interfaces
	defers  bool            // it has a method Defers
	forged  [2][]int        // the letters that a traitor may send on even and odd ports
	joined  bool            // each sort is a program of its own, selected by the label
}

// A sort is a table of local states; its processes start in state start, or in one of the others.
type sort struct {
	start  int
	others []int
	states []state
}

// starts returns the initial states.
func (t *sort) starts() []int { return append([]int{t.start}, t.others...) }

// A state is one local state: its status, its spontaneous events and its reactions.
type state struct {
	ready   model.Spontaneous
	status  model.Status
	ownID   bool          // the process names itself as leader
	restart int           // the local state after a restart from this one
	lasts   [3]model.Span // how long timers 0 and 1, and suspicions take
	defers  []bool        // the messages that it defers: by row of their reception, from onReceive
	on      []reaction
}

// A reaction is a step: it sends, is perhaps not well-formed, and then either chooses
// among branches or ends in local state next.
type reaction struct {
	sends    []send
	resets   model.TimerSet
	ill      illness
	branches []reaction
	next     int
}

// A send is a letter through a port (modulo the number of ports).
type send struct{ port, letter int }

// An illness is a way in which a step is not well-formed.
type illness int

const (
	healthy illness = iota
	panics
	panicsOtherwise
	sendsBeyond   // through a port that does not exist
	sendsBelow    // through port -1
	sendsUpstream // through port 1: wrong on a unidirectional ring only
	readsID       // these four are wrong where the network does not grant it
	readsN
	readsNeighbour
	readsLabel
	readsBeyond // the identity behind a port that does not exist
	seeksNobody // the port to an identity that does not exist
	choosesNone
	choosesTooMany // 4097 outcomes
	choosesTooLong // 25 calls
	sendsTooMany   // 4097 messages
	sendsNil       // where messages are interfaces
	endsNil        // where local states are interfaces
	illnesses
)

// The inputs of a step, as rows of a table of reactions.
const (
	onWake    = 0
	onIdle    = 1
	onRound   = 2
	onTimeout = 3 // and 4: timers 0 and 1
	onSuspect = 5 // and 6: even and odd ports
	onInvoke  = 7 // and 8: even and odd operations
	onReceive = 9 // and on: even and odd ports, by letter
)

func rowOfReceive(port, letter int) int { return onReceive + 2*letter + port%2 }

func (g *program) rows() int { return onReceive + 2*g.letters }

// A letter is a message.
type letter struct{ N int }

func (l letter) String() string { return textOf(l.N) }

func textOf(n int) string { return fmt.Sprintf("letter%d", n) }

// A local is a local state.
type local int

// An adapter lets interrex run a program, or one sort of a program that is joined.
type adapter[L, M comparable] struct {
	program *program
	only    *sort // nil unless the program is joined
}

// A deferring adapter is one of a program that defers messages.
type deferring[L, M comparable] struct{ adapter[L, M] }

func (d deferring[L, M]) Defers(p model.Self, s L, q model.Port, m M) bool {
	return d.state(p, s).defers[rowOfReceive(int(q), any(m).(letter).N)-onReceive]
}

func (a adapter[L, M]) String() string { return "random" }

func (a adapter[L, M]) Needs() model.Needs { return model.Needs{Knowledge: a.program.needs} }

// sortOf selects the sort of a process by the knowledge that Init reads.
func (g *program) sortOf(p model.Self) *sort {
	sum := 0
	if g.reads&model.KnowID != 0 {
		sum += int(p.ID())
	}
	if g.reads&model.KnowN != 0 {
		sum += p.N()
	}
	if g.reads&model.KnowNeighbours != 0 && p.Ports() > 0 {
		sum += int(p.Neighbour(0))
	}
	if g.reads&model.KnowLabel != 0 {
		sum += p.Label()
	}
	return &g.sorts[sum%len(g.sorts)]
}

func (a adapter[L, M]) state(p model.Self, s L) state {
	return a.sortOf(p).states[any(s).(local)]
}

func (a adapter[L, M]) sortOf(p model.Self) *sort {
	if a.only != nil {
		return a.only
	}
	return a.program.sortOf(p)
}

func (a adapter[L, M]) Init(p model.Self) L { return value[L](local(a.sortOf(p).start)) }
func (a adapter[L, M]) Inits(p model.Self) []L {
	var list []L
	for _, s := range a.sortOf(p).starts() {
		list = append(list, value[L](local(s)))
	}
	return list
}

func (a adapter[L, M]) Ready(p model.Self, s L) model.Spontaneous { return a.state(p, s).ready }

func (a adapter[L, M]) Restart(p model.Self, s L) L { return value[L](local(a.state(p, s).restart)) }

func (a adapter[L, M]) Durations(p model.Self, s L) model.Durations {
	last := a.state(p, s).lasts
	return model.Durations{Timers: [8]model.Span{last[0], last[1]}, Suspect: last[2]}
}

func (a adapter[L, M]) Observe(p model.Self, s L) model.Status {
	st := a.state(p, s)
	if st.ownID {
		st.status.Leader = p.ID()
	}
	return st.status
}

func (a adapter[L, M]) Step(p *model.Process[M], s L, in model.Input[M]) L {
	r := a.state(p.Self, s).on[row(in)]
	for {
		for _, m := range r.sends {
			if p.Ports() > 0 {
				p.Send(model.Port(m.port%p.Ports()), value[M](letter{m.letter}))
			}
		}
		for t := range uint8(2) {
			if r.resets.Has(t) {
				p.Reset(t)
			}
		}
		if r.ill == endsNil {
			var none L
			if any(none) == nil {
				return none
			}
		}
		fallIll(p, r.ill)
		if len(r.branches) == 0 {
			return value[L](local(r.next))
		}
		r = r.branches[p.Choose(len(r.branches))]
	}
}

// row returns the row of the input in a table of reactions.
func row[M comparable](in model.Input[M]) int {
	switch in.Kind {
	case model.Wake:
		return onWake
	case model.Idle:
		return onIdle
	case model.Round:
		return onRound
	case model.Timeout:
		return onTimeout + int(in.Timer)
	case model.Suspect:
		return onSuspect + int(in.Port)%2
	case model.Invoke:
		return onInvoke + int(in.Operation)%2
	default:
		return rowOfReceive(int(in.Port), any(in.Msg).(letter).N)
	}
}

// value converts v to T, which is the type of v or an interface.
func value[T comparable](v any) T { return v.(T) }

// fallIll makes the step not well-formed in the given way.
func fallIll[M comparable](p *model.Process[M], ill illness) {
	switch ill {
	case panics:
		panic("out of order")
	case panicsOtherwise:
		panic("out of luck")
	case sendsBeyond:
		p.Send(model.Port(p.Ports()), value[M](letter{0}))
	case sendsBelow:
		p.Send(-1, value[M](letter{0}))
	case sendsUpstream:
		if p.Ports() > 1 {
			p.Send(1, value[M](letter{0}))
		}
	case readsID:
		p.ID()
	case readsN:
		p.N()
	case readsNeighbour:
		if p.Ports() > 0 {
			p.Neighbour(0)
		}
	case readsLabel:
		p.Label()
	case readsBeyond:
		p.Neighbour(model.Port(p.Ports()))
	case seeksNobody:
		p.PortOf(99)
	case choosesNone:
		p.Choose(0)
	case choosesTooMany:
		p.Choose(4097)
	case choosesTooLong:
		for range 25 {
			p.Choose(1)
		}
	case sendsTooMany:
		for range 4097 {
			if p.Ports() > 0 {
				p.Send(0, value[M](letter{0}))
			}
		}
	case sendsNil:
		var none M
		if any(none) == nil && p.Ports() > 0 {
			p.Send(0, none)
		}
	}
}

// join makes a system of a program and a network for interrex.
func join(g *program, net model.Network) (*model.System, error) {
	switch {
	case g.joined:
		return model.New(model.Join(g.programs()...), net)
	case g.boxed && g.defers:
		return model.New(deferring[any, any]{adapter[any, any]{g, nil}}, net)
	case g.boxed:
		return model.New(adapter[any, any]{g, nil}, net)
	case g.defers:
		return model.New(deferring[local, letter]{adapter[local, letter]{g, nil}}, net)
	}
	return model.New(adapter[local, letter]{g, nil}, net)
}

// programs returns the sorts as programs. Every other one has values in interfaces.
// If the program defers messages, the first does not.
func (g *program) programs() []model.Program {
	var list []model.Program
	for i := range g.sorts {
		one := adapter[local, letter]{g, &g.sorts[i]}
		boxed := adapter[any, any]{g, &g.sorts[i]}
		switch {
		case i%2 == 1 && g.defers:
			list = append(list, model.ProgramOf(deferring[any, any]{boxed}))
		case i%2 == 1:
			list = append(list, model.ProgramOf(boxed))
		case i > 0 && g.defers:
			list = append(list, model.ProgramOf(deferring[local, letter]{one}))
		default:
			list = append(list, model.ProgramOf(one))
		}
	}
	return list
}

// isBoxed reports whether the values of processes of a sort are interfaces.
func (g *program) isBoxed(t *sort) bool {
	if !g.joined {
		return g.boxed
	}
	return len(g.sorts) > 1 && t == &g.sorts[1]
}

// mayDefer reports whether processes of a sort defer messages.
func (g *program) mayDefer(t *sort) bool { return g.defers && (!g.joined || t != &g.sorts[0]) }

// String returns the tables as text, for the report of a disagreement.
func (g *program) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "letters %d, reads %v, needs %v, boxed %v, defers %v, joined %v\n", g.letters, g.reads, g.needs, g.boxed, g.defers, g.joined)
	for i, t := range g.sorts {
		fmt.Fprintf(&b, "sort %d, starts in %v\n", i, t.starts())
		for s, st := range t.states {
			fmt.Fprintf(&b, "  state %d: ready %+v status %v ownID %v restart %d lasts %v defers %v\n", s, st.ready, st.status, st.ownID, st.restart, st.lasts, st.defers)
			for r, re := range st.on {
				if !re.idle(s) {
					fmt.Fprintf(&b, "    %s: %v\n", g.rowName(r), re)
				}
			}
		}
	}
	return b.String()
}

// idle reports whether a reaction in local state s does nothing.
func (r reaction) idle(s int) bool {
	return len(r.sends) == 0 && r.resets == 0 && r.ill == healthy && len(r.branches) == 0 && r.next == s
}

func (g *program) rowName(r int) string {
	if r >= onReceive {
		return fmt.Sprintf("receive parity %d letter %d", (r-onReceive)%2, (r-onReceive)/2)
	}
	return [...]string{"wake", "idle", "round", "timeout 0", "timeout 1", "suspect even", "suspect odd", "invoke even", "invoke odd"}[r]
}

func (r reaction) String() string {
	text := fmt.Sprintf("send %v", r.sends)
	if r.ill != healthy {
		text += fmt.Sprintf(" ill %d", r.ill)
	}
	if len(r.branches) > 0 {
		return text + fmt.Sprintf(" choose %v", r.branches)
	}
	return text + fmt.Sprintf(" next %d", r.next)
}
