package divided

import "github.com/interrex/interrex/model"

// ask sends election to the points of an informer.
func ask(p *model.Process[Message], s State) State {
	s.Asked = true
	for q := range points(p.Self).All() {
		p.Send(q, Message{Kind: Inform}) // 6, 16
	}
	return s
}

// fromPoint handles a message that an informer receives from a point.
func (a Algorithm) fromPoint(p *model.Process[Message], s State, in model.Input[Message]) State {
	switch {
	case in.Msg.Kind == Crash && p.Label() == Point:
		s.Heard = true
		return call(p, s)
	case in.Msg.Kind == Crash && !s.Asked:
		return a.divide(p, ask(p, s))
	case in.Msg.Kind == Reply && s.Split && a.Readings[Replies] == 1: // R3
		return s
	case in.Msg.Kind == Reply:
		s.Replied = s.Replied.With(in.Port)
		if s.Split { // R3
			p.Send(in.Port, Message{Kind: Divide}) // 8
		}
		return a.divide(p, s)
	case in.Msg.Kind == Info:
		s.Given, s.Best = s.Given.With(in.Port), max(s.Best, in.Msg.ID)
		return a.give(p, s)
	}
	return s
}

// divide sends divide once the informer knows which points are up. A point that
// is told to divide is itself one of the D_i of its subring.
func (a Algorithm) divide(p *model.Process[Message], s State) State {
	isPoint := p.Label() == Point
	if !s.Asked || s.Split || !isPoint && s.Replied.Len() < 2 { // 8
		return s
	}
	if (isPoint || a.Readings[Replies] == 0) && s.Replied|s.Lost != points(p.Self) { // R3
		return s
	}
	s.Split = true
	for q := range s.Replied.All() {
		p.Send(q, Message{Kind: Divide}) // 8, 16
	}
	if !isPoint { // 9
		return s
	}
	return a.give(p, a.wheel(p, s))
}

// give passes on the information of all D_i's. A point gives its informer that
// of its own subring and that of the subring that ends at it; the informer
// chooses.
func (a Algorithm) give(p *model.Process[Message], s State) State {
	if !s.Split || s.Replied&^s.Given != 0 { // 12
		return s
	}
	switch {
	case p.Label() == Point && s.Ended:
		p.Send(informer, Message{Kind: Info, ID: s.Best}) // 11, 16
	case p.Label() == Informer && s.Leader == model.NoID:
		s.Leader = s.Best // 12
		tell(p, s)
	}
	return s
}

// tell sends coordinator to the D_i's of an informer.
func tell(p *model.Process[Message], s State) {
	for q := range s.Replied.All() {
		p.Send(q, Message{Kind: Coordinator, ID: s.Leader}) // 13, 16
	}
}
