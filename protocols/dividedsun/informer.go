package dividedsun

import "github.com/interrex/interrex/model"

// inform handles the inputs of the informer.
func (a Algorithm) inform(p *model.Process[Message], s State, in model.Input[Message]) State {
	switch {
	case in.Msg.Kind == Crash && !s.Asked:
		s.Asked = true
		toAll(p, points(p.Self), Message{Kind: Inform}) // 6
	case in.Msg.Kind == Reply:
		s.Replied = s.Replied.With(in.Port)
		return split(p, s)
	case in.Msg.Kind == Info:
		s.Given, s.Best = s.Given.With(in.Port), max(s.Best, in.Msg.ID)
		if s.Given == s.Replied && s.Leader == model.NoID { // 13
			s.Leader = s.Best
			toAll(p, s.Replied, Message{Kind: Coordinator, ID: s.Best}) // 13
		}
	}
	return s
}

// split sends divide once the informer has more than one reply. Its network has
// two points, so no reply can come later (R3 of package divided).
func split(p *model.Process[Message], s State) State {
	if !s.Split && s.Replied.Len() > 1 { // 7
		s.Split = true
		toAll(p, s.Replied, Message{Kind: Divide}) // 7
	}
	return s
}

func toAll(p *model.Process[Message], ports model.PortSet, m Message) {
	for q := range ports.All() {
		p.Send(q, m)
	}
}
