package catalogue_test

import (
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/bullyreply"
	"github.com/interrex/interrex/protocols/catalogue"
)

func bullyReplyOthers() []another {
	type (
		algorithm = bullyreply.Algorithm
		state     = bullyreply.State
		message   = bullyreply.Message
	)
	return []another{mutation[algorithm, state, message]{step: func(a algorithm, p *model.Process[message], s state, in model.Input[message]) state {
		if in.Kind == model.Timeout && s.Phase == bullyreply.Asking && s.Best != model.NoID {
			return state{Phase: bullyreply.Stuck, Role: model.Candidate} // it waits for the announcement
		}
		a.Readings[bullyreply.Onward] = 1
		return a.Step(p, s, in)
	}}.reads("bully-reply 2, 6-9", "P[j] is another process than P[i], one that is asked", func(v catalogue.Variant) algorithm {
		return algorithm{Fixes: v.Fixes, Readings: v.Readings}
	})}
}
