package catalogue_test

import (
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/catalogue"
	"github.com/interrex/interrex/protocols/sun"
)

// sunOthers are tried on Sun(1) of up to four processes, in which a subring has at most one process
// between its end points.
func sunOthers() []another {
	type (
		process = model.Process[sun.Message]
		input   = model.Input[sun.Message]
		step    = func(a sun.Algorithm, p *process, s sun.State, in input) sun.State
	)
	gets := func(in input, k sun.Kind) bool { return in.Kind == model.Receive && in.Msg.Kind == k }
	own := func(p *process) int { return p.Ports()/2 - 1 }
	outOfSubring := func(p *process, in input) bool { return in.Kind == model.Receive && int(in.Port)/2 < own(p) }
	reads := func(source, other string, f step, choices ...choice) another {
		m := mutation[sun.Algorithm, sun.State, sun.Message]{step: f, choices: choices, most: 4}
		return m.reads(source, other, func(v catalogue.Variant) sun.Algorithm {
			return sun.Algorithm{Fixes: v.Fixes, Readings: v.Readings}
		})
	}
	return []another{
		reads("sun 4, 9", "the number is that of the message, not of the sender", func(a sun.Algorithm, p *process, s sun.State, in input) sun.State {
			switch {
			case gets(in, sun.Informer) && in.Msg.ID == p.ID():
				s.Heard, s.Back = true, s.Informer
			case outOfSubring(p, in) && in.Msg.Kind == sun.Biggest:
				back := s.Back
				s.Back = false
				s = a.Step(p, s, in)
				s.Back = back
			default:
				return a.Step(p, s, in)
			}
			if s.Back && s.Ended == 1<<own(p)-1 {
				s.Back = false
				p.Send(model.Port(2*own(p)), sun.Message{Kind: sun.MCoordinator, ID: max(p.ID(), s.Biggest)})
			}
			return s
		}, choice{readings: "R5=b"}, choice{"-E1", "R5=b"}),
		reads("sun 6-7", "the message is forwarded only if the number is bigger", func(a sun.Algorithm, p *process, s sun.State, in input) sun.State {
			if gets(in, sun.Biggest) && !outOfSubring(p, in) && p.ID() < in.Msg.ID {
				s.Heard = true
				return s
			}
			return a.Step(p, s, in)
		}),
		reads("sun 10-14", "M-coordinator does not wait for the end of the subring", func(a sun.Algorithm, p *process, s sun.State, in input) sun.State {
			if !gets(in, sun.MCoordinator) || s.Informer {
				return a.Step(p, s, in)
			}
			ended := s.Ended
			s.Ended = 1<<own(p) - 1
			s = a.Step(p, s, in)
			s.Ended = ended
			return s
		}),
		reads("sun 18", "the informer kills its own message too, when it is back", func(a sun.Algorithm, p *process, s sun.State, in input) sun.State {
			if gets(in, sun.Informer) && in.Msg.ID == p.ID() {
				return s
			}
			return a.Step(p, s, in)
		}),
		reads("sun 20", "an informer passes on the number of another whose message it has killed", func(a sun.Algorithm, p *process, s sun.State, in input) sun.State {
			if gets(in, sun.Informer) && s.Informer && in.Msg.ID < p.ID() {
				s.Biggest = max(s.Biggest, in.Msg.ID)
			}
			return a.Step(p, s, in)
		}),
		reads("sun 22-24, 26", "a subring ends before the next end point, not at it", func(a sun.Algorithm, p *process, s sun.State, in input) sun.State {
			if outOfSubring(p, in) && (in.Msg.Kind == sun.Biggest || in.Msg.Kind == sun.Coordinator) {
				return s
			}
			return a.Step(p, s, in)
		}),
	}
}
