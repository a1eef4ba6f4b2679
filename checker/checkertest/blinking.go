package checkertest

import (
	"fmt"
	"math/rand/v2"

	"github.com/interrex/interrex/model"
)

// Blinking returns a small random system whose processes do not talk to each other, always the same for a
// seed, and its description in one line. Each goes through a few local states, by timers and when it wakes,
// and most go round for ever: the graph has many loops that renamings map to each other.
func Blinking(seed uint64) (*model.System, string) {
	r := rand.New(rand.NewPCG(seed, 7))
	net := model.Network{
		N:        []int{2, 2, 3, 3, 4}[r.IntN(5)],
		Topology: []model.Topology{model.Complete, model.Ring, model.UnidirectionalRing, model.Star}[r.IntN(4)],
	}
	switch r.IntN(5) {
	case 0:
		net.Faults.Crash = 1
	case 1:
		net.Wake.Only = r.Perm(net.N)[:1+r.IntN(net.N)]
	}
	b := blinker{babbler{seed: seed, states: 2 + r.IntN(2), coins: r.IntN(4) == 0}}
	s, err := model.New(b, net)
	if err != nil {
		panic(fmt.Sprintf("checkertest: seed %d: %v", seed, err))
	}
	return s, fmt.Sprintf("blinking seed %d: n=%d %v wake %v faults %v, %d states, coins %t", seed, net.N, net.Topology, net.Wake, net.Faults, b.states, b.coins)
}

// A blinker is a random algorithm without messages. Its local states are numbers.
type blinker struct{ babbler }

func (b blinker) Name() string { return fmt.Sprintf("blinker-%d", b.seed) }

func (blinker) Init(model.Self) uint8 { return 0 }

func (b blinker) Ready(_ model.Self, s uint8) model.Spontaneous {
	r := b.draws(1, int(s))
	return model.Spontaneous{Wake: s == 0 || r.IntN(4) == 0, Timers: model.TimerSet(r.IntN(4))}
}

func (b blinker) Step(p *model.Process[chatter], s uint8, in model.Input[chatter]) uint8 {
	r := b.draws(2, int(s), int(in.Kind), int(in.Timer))
	if b.coins && r.IntN(3) == 0 {
		return uint8(p.Choose(b.states))
	}
	return uint8(r.IntN(b.states))
}

func (b blinker) Observe(_ model.Self, s uint8) model.Status {
	r := b.draws(3, int(s))
	return model.Status{Role: model.Role(r.IntN(4)), Halted: r.IntN(3) == 0}
}
