package promela_test

import (
	"testing"

	"github.com/interrex/interrex/counterexamples/export/promela"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// patient sends two messages when it wakes. It defers the first until the second has arrived, and
// gives up once when it can receive nothing.
type patient struct{}

type (
	local struct{ Awake, Idle, Second, First bool }
	note  string
)

func (n note) String() string { return string(n) }

func (patient) Init(model.Self) local { return local{} }

func (patient) Ready(_ model.Self, s local) model.Spontaneous {
	return model.Spontaneous{Wake: !s.Awake, Idle: s.Awake && !s.Idle}
}

func (patient) Step(p *model.Process[note], s local, in model.Input[note]) local {
	switch in.Kind {
	case model.Wake:
		s.Awake = true
		p.Send(0, "first")
		p.Send(0, "second")
	case model.Idle:
		s.Idle = true
	case model.Receive:
		s.First = s.First || in.Msg == "first"
		s.Second = s.Second || in.Msg == "second"
	}
	return s
}

func (patient) Observe(_ model.Self, s local) model.Status {
	if s.First {
		return model.Status{Role: model.Won}
	}
	return model.Status{}
}

func (patient) Defers(_ model.Self, s local, _ model.Port, m note) bool {
	return m == "first" && !s.Second
}

// TestDeferred says that a deferred message blocks its queue, and is overtaken in a bag.
func TestDeferred(t *testing.T) {
	needTools(t)
	for order, property := range map[model.Order]properties.Property{
		model.FIFO: properties.LeaderReachable(), model.Bag: properties.Uniqueness(), model.Set: properties.Uniqueness(),
	} {
		t.Run(order.String(), func(t *testing.T) {
			t.Parallel()
			net := model.Network{Topology: model.Ring, N: 2, IDs: []model.ID{2, 1}, Order: order}
			s, err := model.New(patient{}, net)
			if err != nil {
				t.Fatal(err)
			}
			text, err := promela.Write(s, property, order.String())
			if err != nil {
				t.Fatal(err)
			}
			compare(t, s, property, text)
		})
	}
}
