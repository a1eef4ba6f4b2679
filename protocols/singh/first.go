package singh

import (
	"slices"

	"github.com/interrex/interrex/model"
)

// subring goes on capturing the subring: lines 2-8.
func (t *turn) subring(s State) State {
	if t.captures(s.Level) { // 3
		return t.after(Capturing, s)
	}
	s.Stage, s.Response = Capturing, 0
	t.p.Send(t.list()[s.Level], capture(1, s.Level, t.p.ID())) // 6
	return s                                                   // 8, 9
}

// list returns the ports through which CAPTURE is sent one after another.
func (t *turn) list() []model.Port {
	ports := t.ahead()
	if t.Readings[Whole] == 1 { // R13
		ports = append(ports, 0) // 91
	}
	if t.Readings[Tail] == 0 { // R15
		return ports
	}
	tail := t.behind()
	if t.Readings[Backwards] == 1 { // R16
		slices.Reverse(tail)
	}
	return append(ports, tail...) // 92
}

// captures reports whether a candidate of this level has captured its subring.
func (t *turn) captures(level int) bool {
	if t.Fixes.Has(Last) {
		return level >= len(t.list()) // E1
	}
	return level <= t.size // 3
}

// after makes the transition of a candidate that has completed a stage of the
// first phase.
func (t *turn) after(stage Stage, s State) State { // R3
	order := []Stage{Capturing, Surrounded, Owning} // 84
	if t.Readings[When] == 1 {
		order = []Stage{Capturing, Owning, Surrounded}
	}
	for i, one := range order[:2] {
		if one != stage {
			continue
		}
		if order[i+1] == Owning {
			return t.own(s)
		}
		return t.surround(s)
	}
	return t.contend(1) // 19, 27, 28
}

// surround captures the processes whose subrings contain the candidate.
func (t *turn) surround(s State) State {
	ports := t.behind()
	if len(ports) == 0 || t.Readings[Tail] > 0 { // R15
		return t.after(Surrounded, s)
	}
	s.Stage, s.Response = Surrounded, 0
	t.send(ports, capture(1, s.Level, t.p.ID())) // 83
	return s
}

// members returns the ports to which OWNER is sent, to be acknowledged.
func (t *turn) members() []model.Port {
	if t.Readings[Receivers] > 0 { // R4
		return append(t.ahead(), t.behind()...)
	}
	return t.ahead()
}

// own announces the candidate as the leader of its subring.
func (t *turn) own(s State) State {
	members := t.members()
	if t.Fixes.Has(Lonely) && len(members) == 0 { // E3
		return t.after(Owning, s)
	}
	s.Stage, s.Response = Owning, 0 // 4
	if t.Readings[Self] > 0 {       // R1
		t.p.Send(0, named(Owner, t.p.ID()))
	}
	t.send(members, named(Owner, t.p.ID())) // 4
	return s
}

// first handles a message in the first phase of a candidate.
func (t *turn) first(s State, in model.Input[Message]) State { // 9, 10
	m := in.Msg
	switch { // 11
	case m.is(Capture, 1): // 12
		return t.challenged(s, in)
	case m.is(Accept, 1): // 15
		return t.accepted(s, m.Arg)
	case m.Kind == Owner && t.Readings[Self] == 2: // 91 R1
		t.p.Send(in.Port, named(Ack, m.ID))
	case m.Kind == Ack: // 17
		s.Response++                                         // 18
		if s.Stage == Owning && t.acknowledged(s.Response) { // 19
			return t.after(Owning, s)
		}
	case m.is(Capture, 2): // 20
		reply := accept2() // E4
		if !t.Fixes.Has(Extra) {
			reply.ID = m.ID // 22
		}
		t.p.Send(in.Port, reply) // 22
		return t.capturedIn(2)   // 21
	case m.Kind == Elected: // 23
		if t.Fixes.Has(Told) {
			return State{Stage: Done, Leader: m.ID} // E5
		}
		return t.capturedIn(1) // 24
	}
	return s
}

// acknowledged reports whether so many ACKs are enough.
func (t *turn) acknowledged(response int) bool {
	wanted := len(t.members())
	if t.Readings[Receivers] == 2 { // R4
		wanted = len(t.ahead())
	}
	if response <= wanted || t.Readings[Equal] == 0 { // R14
		return response == wanted // 19
	}
	return true // 95
}

// challenged handles CAPTURE(1, l, i).
func (t *turn) challenged(s State, in model.Input[Message]) State {
	if !t.less(s.Level, in.Msg) { // 13
		return s
	}
	reply := accept1(s.Level) // E2
	if !t.Fixes.Has(Shape) {
		reply = Message{Accept, s.Level, none, model.NoID} // 14
	}
	t.p.Send(in.Port, reply) // 14
	return t.capturedIn(1)   // 14
}

// accepted handles ACCEPT(1, l).
func (t *turn) accepted(s State, level int) State {
	switch s.Stage {
	case Capturing:
		inside := s.Level < t.size-1
		s.Level += level + 1                 // 16, 92
		if inside && t.Readings[Tail] == 2 { // R15
			s.Level = min(s.Level, t.size-1) // 93
		}
		return t.subring(s) // 16
	case Surrounded: // 84
		if s.Response++; s.Response == len(t.behind()) {
			return t.after(Surrounded, s)
		}
	}
	return s
}
