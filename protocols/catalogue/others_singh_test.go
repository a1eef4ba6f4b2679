package catalogue_test

import (
	"math/bits"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/catalogue"
	"github.com/interrex/interrex/protocols/singh"
)

type (
	singhProcess = model.Process[singh.Message]
	singhInput   = model.Input[singh.Message]
	singhOther   = mutation[singh.Algorithm, singh.State, singh.Message]
)

func singhAlgorithm(v catalogue.Variant) singh.Algorithm {
	return singh.Algorithm{Fixes: v.Fixes, Readings: v.Readings}
}

func singhOthers() []another {
	return append(singhFirst(), append(singhCaptured(), singhSecond()...)...)
}

// singhGets reports whether a message of that kind and phase comes.
func singhGets(in singhInput, k singh.Kind, phase int) bool {
	return in.Kind == model.Receive && in.Msg.Kind == k && in.Msg.Phase == phase
}

// singhInPhase1 reports whether s is of a candidate in the first phase.
func singhInPhase1(s singh.State) bool {
	return s.Stage == singh.Capturing || s.Stage == singh.Surrounded || s.Stage == singh.Owning
}

// singhLess reports whether the pair of a candidate is less than that of m.
func singhLess(p *singhProcess, own int, m singh.Message) bool {
	return own < m.Arg || own == m.Arg && p.ID() < m.ID
}

// singhNone is the Arg of a message that has none.
const singhNone = -1

// singhFirst returns the alternatives tried of the candidates' program.
func singhFirst() []another {
	ignoring := func(ignores func(p *singhProcess, s singh.State, in singhInput) bool) singhOther {
		return singhOther{step: func(a singh.Algorithm, p *singhProcess, s singh.State, in singhInput) singh.State {
			if in.Kind == model.Receive && ignores(p, s, in) {
				return s
			}
			return a.Step(p, s, in)
		}}
	}
	return []another{
		singhOther{step: func(a singh.Algorithm, p *singhProcess, s singh.State, in singhInput) singh.State {
			next := a.Step(p, s, in)
			if next.Stage == singh.Captured || next.Stage == singh.Done {
				next.Level, next.Step, next.Owner = max(next.Level, s.Level), max(next.Step, s.Step), max(next.Owner, s.Owner)
			}
			return next
		}}.reads("singh 1, 27-28, 50", "level, step and owner keep their values when the process is captured, or done", singhAlgorithm),
		singhOther{step: lookLater}.reads("singh 2, 9, 29, 32, 51-52", "the loops look at the state only after another message", singhAlgorithm),
		singhOther{step: func(a singh.Algorithm, p *singhProcess, s singh.State, in singhInput) singh.State {
			next := a.Step(p, s, in)
			if next.Stage == singh.Owning && s.Stage != singh.Owning || next.Stage == singh.Contending && next.Step != s.Step {
				next.Response = s.Response
				if in.Msg.Kind == singh.Ack || s.Stage == singh.Surrounded || s.Stage == singh.Contending {
					next.Response++
				}
			}
			return next
		}}.reads("singh 8, 31", "Response is not reset for OWNER, or for a step", singhAlgorithm),
		ignoring(func(_ *singhProcess, s singh.State, in singhInput) bool {
			return singhInPhase1(s) && in.Msg.Kind != singh.Capture ||
				singhInPhase1(s) && in.Msg.Phase == 2 ||
				s.Stage == singh.Contending && in.Msg.Kind != singh.Capture
		}).reads("singh 10-13, 33-38", "cases 15 to 24, and 40 to 46, are under the if above them, as the copy indents them", singhAlgorithm),
		singhOther{step: func(a singh.Algorithm, p *singhProcess, s singh.State, in singhInput) singh.State {
			if s.Stage == singh.Capturing && singhGets(in, singh.Accept, 1) {
				in.Msg.Arg = 0
			}
			return a.Step(p, s, in)
		}}.reads("singh 15-16", "level counts the sender only", singhAlgorithm),
		ignoring(func(p *singhProcess, s singh.State, in singhInput) bool {
			return in.Msg.Kind == singh.Ack && in.Msg.ID != p.ID()
		}).reads("singh 17-18", "only an ACK of this candidate's own OWNER counts", singhAlgorithm),
	}
}

// lookLater handles one more message as a candidate does after the process has been captured. Such a
// process is Fresh and has its phase already, which those of candidates are not and have not.
func lookLater(a singh.Algorithm, p *singhProcess, s singh.State, in singhInput) singh.State {
	captured := singh.State{Stage: singh.Captured, Phase: s.Phase}
	switch {
	case s.Stage != singh.Contending && !singhInPhase1(s):
		return a.Step(p, s, in)
	case !s.Fresh:
		next := a.Step(p, s, in)
		if next.Stage == singh.Captured {
			s.Fresh, s.Phase = true, next.Phase
			return s
		}
		return next
	case in.Msg.Kind == singh.Elected && s.Stage != singh.Contending: // 24
		return a.Step(p, s, in)
	case in.Msg.Kind == singh.Accept && s.Response+1 == s.Wanted && s.Step == singhRing(p.N()).steps, // 46
		in.Msg.Kind == singh.Inform: // 41
		if next := a.Step(p, s, in); next.Stage == singh.Leader {
			return next
		}
	case in.Msg.Kind == singh.Capture: // 14, 22, 39
		a.Step(p, s, in)
		captured.Phase = max(s.Phase, in.Msg.Phase)
	}
	return captured
}

// singhCaptured returns the alternatives tried of the captured processes' program.
func singhCaptured() []another {
	captured := func(then func(a singh.Algorithm, p *singhProcess, s singh.State, in singhInput) (singh.State, bool)) singhOther {
		return singhOther{step: func(a singh.Algorithm, p *singhProcess, s singh.State, in singhInput) singh.State {
			if s.Stage == singh.Captured {
				if next, applies := then(a, p, s, in); applies {
					return next
				}
			}
			return a.Step(p, s, in)
		}}
	}
	return []another{
		captured(func(_ singh.Algorithm, p *singhProcess, s singh.State, in singhInput) (singh.State, bool) {
			if s.Phase == 1 || !singhGets(in, singh.Capture, 1) {
				return s, false
			}
			p.Send(in.Port, singh.Message{Kind: singh.Accept, Phase: 1})
			return s, true
		}).reads("singh 57-58", "a process in phase 2 answers too, so that the other one goes on", singhAlgorithm),
		captured(func(a singh.Algorithm, p *singhProcess, s singh.State, in singhInput) (singh.State, bool) {
			next := a.Step(p, s, in)
			if singhGets(in, singh.Capture, 2) {
				next.Phase = 2
			}
			return next, true
		}).reads("singh 59-62", "phase becomes 2 whether the process accepts or not", singhAlgorithm),
		captured(func(_ singh.Algorithm, p *singhProcess, s singh.State, in singhInput) (singh.State, bool) {
			if s.Phase == 1 || in.Msg.Kind != singh.Owner {
				return s, false
			}
			p.Send(in.Port, singh.Message{Kind: singh.Ack, Arg: singhNone, ID: in.Msg.ID})
			return s, true
		}).reads("singh 63-64", "only the owner is set under the if; ACK is always sent", singhAlgorithm),
		captured(func(_ singh.Algorithm, _ *singhProcess, _ singh.State, in singhInput) (singh.State, bool) {
			ends := in.Msg.Kind == singh.Accept || in.Msg.Kind == singh.Ack || in.Msg.Kind == singh.Inform
			return singh.State{Stage: singh.Done}, ends
		}).reads("singh 66-75", "the messages end the loop", singhAlgorithm),
		singhOther{step: func(a singh.Algorithm, p *singhProcess, s singh.State, in singhInput) singh.State {
			if in.Msg.Kind == singh.Elected && in.Kind == model.Receive && s.Stage != singh.Done && s.Stage != singh.Leader {
				for q := 1; q < p.N(); q++ {
					p.Send(model.Port(q), in.Msg)
				}
			}
			return a.Step(p, s, in)
		}}.reads("singh 79-81", "ELECTED is sent by every process that hears it", singhAlgorithm),
	}
}

// singhSecond returns the alternatives tried of the second phase.
func singhSecond() []another {
	return []another{
		singhOther{step: stepsApart}.reads("singh 39-40, 42-43", "an ACCEPT(2) of an earlier step does not count in this one", singhAlgorithm),
		singhOther{step: func(a singh.Algorithm, p *singhProcess, s singh.State, in singhInput) singh.State {
			if r := singhRing(p.N()); r.n&(r.n-1) != 0 {
				if step := r.next(s, in, (r.n-1)>>r.steps); step > 0 {
					return r.contend(p, step, r.behind)
				}
			}
			return a.Step(p, s, in)
		}}.reads("singh 86", "only the processes behind are asked", singhAlgorithm),
		singhOther{step: withoutModification}.reads("singh 82-86", "the text for powers of 2 is for every n, with n/k rounded down", singhAlgorithm),
	}
}

// stepsApart gives ACCEPT(2) the step of the CAPTURE that it answers.
func stepsApart(a singh.Algorithm, p *singhProcess, s singh.State, in singhInput) singh.State {
	if singhGets(in, singh.Accept, 2) {
		if in.Msg.Arg != s.Step {
			return s
		}
		in.Msg.Arg = singhNone
	}
	accepts := s.Stage == singh.Asleep || singhInPhase1(s) || s.Stage == singh.Contending && singhLess(p, s.Step, in.Msg) ||
		s.Stage == singh.Captured && (s.Phase == 1 || s.Owner == 0)
	if singhGets(in, singh.Capture, 2) && accepts {
		p.Send(in.Port, singh.Message{Kind: singh.Accept, Phase: 2, Arg: in.Msg.Arg})
		return singh.State{Stage: singh.Captured, Phase: 2}
	}
	return a.Step(p, s, in)
}

// withoutModification has subrings of n/k processes, rounded down, and leaves out lines 83 to 86.
func withoutModification(a singh.Algorithm, p *singhProcess, s singh.State, in singhInput) singh.State {
	r := singhRing(p.N())
	ahead := r.n>>r.steps - 1
	asks := func(d int) int { return d }
	switch {
	case s.Stage == singh.Asleep && in.Kind == model.Wake && ahead == 0:
		return r.contend(p, 1, asks)
	case s.Stage == singh.Capturing && singhGets(in, singh.Accept, 1) && s.Level+in.Msg.Arg+1 >= ahead:
		for i := 1; i <= ahead; i++ {
			p.Send(model.Port(i<<r.steps), singh.Message{Kind: singh.Owner, Arg: singhNone, ID: p.ID()})
		}
		return singh.State{Stage: singh.Owning, Level: s.Level + in.Msg.Arg + 1}
	}
	if step := r.next(s, in, ahead); step > 0 {
		return r.contend(p, step, asks)
	}
	return a.Step(p, s, in)
}

// A singhCycle has n processes and so many steps: log k.
type singhCycle struct{ n, steps int }

func singhRing(n int) singhCycle {
	log := bits.Len(uint(n - 1))
	return singhCycle{n, log - bits.Len(uint(log-1))}
}

// behind returns the port to the process from which one is at distance d, 0 if the two share a subring.
func (r singhCycle) behind(d int) int {
	if k := 1 << r.steps; (r.n-d)%k == 0 {
		return 0
	}
	return r.n - d
}

// next returns the step that begins when in is received, after so many ACKs or all answers of
// the step before; 0: none.
func (r singhCycle) next(s singh.State, in singhInput, acks int) int {
	switch {
	case s.Stage == singh.Owning && singhGets(in, singh.Ack, 0) && s.Response+1 == acks:
		return 1
	case s.Stage == singh.Contending && singhGets(in, singh.Accept, 2) && s.Response+1 == s.Wanted:
		return s.Step + 1
	}
	return 0
}

// contend begins a step, or one that follows if asks names no port for the odd multiples of
// k/2^step. After the last the process is elected.
func (r singhCycle) contend(p *singhProcess, step int, asks func(d int) int) singh.State {
	k := 1 << r.steps
	for ; step <= r.steps; step++ {
		wanted := 0
		for d := k >> step; d < k; d += 2 * (k >> step) {
			if q := asks(d); q > 0 {
				p.Send(model.Port(q), singh.Message{Kind: singh.Capture, Phase: 2, Arg: step, ID: p.ID()})
				wanted++
			}
		}
		if wanted > 0 {
			return singh.State{Stage: singh.Contending, Step: step, Wanted: wanted}
		}
	}
	for q := 1; q < r.n; q++ {
		p.Send(model.Port(q), singh.Message{Kind: singh.Elected, Arg: singhNone, ID: p.ID()})
	}
	return singh.State{Stage: singh.Leader}
}
