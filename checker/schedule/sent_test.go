package schedule_test

import (
	"math/rand/v2"
	"testing"

	"github.com/interrex/interrex/checker/schedule"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/stepwise"
)

// numbering is an algorithm whose messages all differ.
type numbering struct{}

func (numbering) Init(model.Self) int                  { return 0 }
func (numbering) Observe(model.Self, int) model.Status { return model.Status{} }
func (numbering) Restart(_ model.Self, s int) int      { return s }
func (numbering) Ready(_ model.Self, s int) model.Spontaneous {
	return model.Spontaneous{Wake: s < 6}
}
func (numbering) Step(p *model.Process[int], s int, in model.Input[int]) int {
	if in.Kind != model.Wake {
		return s
	}
	p.Send(0, int(p.ID())*100+10*s)
	p.Send(1, int(p.ID())*100+10*s+1)
	return s + 1
}

// TestSentInAnyOrder compares when the messages in flight were sent with when they were met
// first, on walks with losses, crashes within steps and ticks.
func TestSentInAnyOrder(t *testing.T) {
	for i := range 8 {
		order, timing := []model.Order{model.FIFO, model.Bag, model.Set, model.Inbox}[i%4], []model.Timing{model.Async, model.Bounded}[i/4]
		s, err := model.New(numbering{}, model.Network{N: 3, Topology: model.Ring, Order: order, IDs: []model.ID{1, 2, 3}, Grants: model.KnowID, Timing: timing, Delay: 4 * (i / 4),
			Faults: model.Faults{Crash: 2, Restart: 2, Loss: 2, Dup: 2}})
		if err != nil {
			t.Fatal(err)
		}
		struck, compared := 0, 0
		for seed := range uint64(30) {
			r, w, sent := rand.New(rand.NewPCG(seed, 4)), schedule.Start(s, model.Weak), map[string]int{}
			for range 24 {
				x := w.Enabled()[r.IntN(len(w.Enabled()))]
				if strike := x.Strike(x.Process, 1); x.Kind == model.Wake && w.Last().Left.Crash > 0 && r.IntN(3) == 0 && w.Take(strike, nil) {
					struck++
				} else {
					w.Take(x, nil)
				}
				for _, channel := range w.Last().Channels {
					for _, e := range channel {
						if _, met := sent[e.Text()]; !met {
							sent[e.Text()] = w.Len() - 1
						}
					}
				}
				for _, x := range w.Enabled() {
					if x.Kind != model.Receive {
						continue
					}
					text := w.Last().Channels[stepwise.ChannelOf(s, x)][x.Nth].Text()
					if compared++; w.Sent(x) != sent[text] {
						t.Fatalf("%v %v: after %v: %s was sent after %d events, want %d", timing, order, w.Execution().Lasso().Stem, text, w.Sent(x), sent[text])
					}
				}
			}
		}
		if struck < 10 || compared < 1000 {
			t.Errorf("%v %v: %d crashes within steps, %d messages: too few to test anything", timing, order, struck, compared)
		}
	}
}
