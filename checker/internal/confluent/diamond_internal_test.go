package confluent

import (
	"testing"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
)

// idle is an algorithm that does nothing.
type idle struct{}

func (idle) Init(model.Self) int                                       { return 0 }
func (idle) Ready(model.Self, int) model.Spontaneous                   { return model.Spontaneous{Wake: true} }
func (idle) Observe(model.Self, int) model.Status                      { return model.Status{} }
func (idle) Step(_ *model.Process[int], s int, _ model.Input[int]) int { return s }

// TestSendAlike says when a delivery and a rival send the same in both orders: in queues the messages
// on a link must have one order, and links have nothing to do with each other.
func TestSendAlike(t *testing.T) {
	on := func(port model.Port, msg compiled.Message) compiled.Outcome {
		return compiled.Outcome{Sends: []compiled.Send{{Port: port, Msg: msg}}}
	}
	for _, row := range []struct {
		reason          string
		order           model.Order
		delivery, rival compiled.Outcome
		want            bool
	}{
		{"queues: on different links", model.FIFO, on(0, 1), on(1, 2), true},
		{"queues: on one link, in another order", model.FIFO, on(0, 1), on(0, 2), false},
		{"queues: the same message twice", model.FIFO, on(0, 1), on(0, 1), true},
		{"bags: on one link", model.Bag, on(0, 1), on(0, 2), true},
		{"sets: on different links", model.Set, on(1, 1), on(0, 2), true},
	} {
		s, err := model.New(idle{}, model.Network{Topology: model.Ring, N: 3, Order: row.order})
		if err != nil {
			t.Fatal(err)
		}
		d := &Deliveries{system: s}
		got := d.sendAlike(course{Outcome: row.delivery}, orders{first: row.rival, second: row.rival, delayed: row.delivery})
		if got != row.want {
			t.Errorf("%s: alike %t, want %t", row.reason, got, row.want)
		}
	}
}
