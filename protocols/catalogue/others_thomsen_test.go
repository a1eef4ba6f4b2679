package catalogue_test

import (
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/bullyimproved"
	"github.com/interrex/interrex/protocols/bullyoriginal"
	"github.com/interrex/interrex/protocols/catalogue"
)

func thomsenOthers() []another {
	return []another{
		losing[bullyoriginal.Algorithm, bullyoriginal.State, bullyoriginal.Message]().reads("bully-original 1-6, 21-22", lostInTick, func(v catalogue.Variant) bullyoriginal.Algorithm {
			return bullyoriginal.Algorithm{Fixes: v.Fixes, Readings: v.Readings}
		}),
		bullyOriginalStays(),
		losing[bullyimproved.Algorithm, bullyimproved.State, bullyimproved.Message]().reads("bully-improved 1-3, 15-19", lostInTick, bullyImproved),
		bullyImprovedAtOnce(),
	}
}

const lostInTick = "a message that comes during a tick is lost"

// losing loses messages, as a program that looks into its inbox at a tick only.
func losing[A model.Algorithm[L, M], L, M comparable]() mutation[A, L, M] {
	return mutation[A, L, M]{most: 2, step: func(a A, p *model.Process[M], s L, in model.Input[M]) L {
		if in.Kind == model.Receive && p.Choose(2) == 1 {
			return s
		}
		return a.Step(p, s, in)
	}}
}

// bullyOriginalStays sends the coordinator messages once in WAITING_FOR_OK, and stays there.
func bullyOriginalStays() another {
	type (
		algorithm = bullyoriginal.Algorithm
		state     = bullyoriginal.State
		message   = bullyoriginal.Message
	)
	return mutation[algorithm, state, message]{ready: func(a algorithm, p model.Self, s state) model.Spontaneous {
		ready := a.Ready(p, s)
		if s.Phase == bullyoriginal.WaitingForOK && s.Sent {
			ready.Idle = s.Oks > 0
		}
		return ready
	}, step: func(a algorithm, p *model.Process[message], s state, in model.Input[message]) state {
		next := a.Step(p, s, in)
		if in.Kind == model.Idle && s.Phase == bullyoriginal.WaitingForOK && next.Phase == bullyoriginal.Coordinating {
			s.Sent = true
			return s
		}
		return next
	}}.reads("bully-original 8, 10, 18", "send_coordinator leaves the state, and the messages are sent once", func(v catalogue.Variant) algorithm {
		return algorithm{Fixes: v.Fixes, Readings: v.Readings}
	})
}

func bullyImproved(v catalogue.Variant) bullyimproved.Algorithm {
	return bullyimproved.Algorithm{Fixes: v.Fixes, Readings: v.Readings}
}

// bullyImprovedAtOnce makes no crosscheck.
func bullyImprovedAtOnce() another {
	type (
		algorithm = bullyimproved.Algorithm
		state     = bullyimproved.State
		message   = bullyimproved.Message
	)
	return mutation[algorithm, state, message]{step: func(a algorithm, p *model.Process[message], s state, in model.Input[message]) state {
		if in.Kind == model.Receive && in.Msg == bullyimproved.YouCoordinator {
			return state{Phase: bullyimproved.Coordinating, Current: p.ID()}
		}
		return a.Step(p, s, in)
	}}.reads("bully-improved 5-12", "the process that is told is COORDINATOR at once", bullyImproved)
}
