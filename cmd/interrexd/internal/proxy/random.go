package proxy

import (
	"context"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/interrex/interrex/model"
)

// Chances say how messages are delayed and struck at random. Faults occur within the budgets of the
// network of the system.
type Chances struct {
	Seed  uint64
	Delay time.Duration // the mean; each message takes between none and twice as long
	Fault float64       // the probability of each fault that is left, at each message
}

// A lottery decides the fate of each message.
type lottery struct {
	proxy   *Proxy
	c       Chances
	news    []chan struct{} // by link: something is held
	stop    context.CancelFunc
	running sync.WaitGroup

	mu     sync.Mutex
	random *rand.Rand
	left   model.Faults
	cut    map[[2]int]bool
}

// Start delivers, from now on until Close, the messages that arrive. Call it once, before the first message.
func (p *Proxy) Start(c Chances) {
	ctx, stop := context.WithCancel(context.Background())
	x := &lottery{proxy: p, c: c, stop: stop, random: rand.New(rand.NewPCG(c.Seed, 1)), left: p.o.System.Network().Faults, cut: map[[2]int]bool{}}
	for i := range p.held {
		x.news = append(x.news, make(chan struct{}, 1))
		news := x.news[i]
		x.running.Go(func() { x.link(ctx, i, news) })
	}
	p.mu.Lock()
	p.lottery = x
	p.mu.Unlock()
}

// tell says that something is held on a link.
func (x *lottery) tell(i int) {
	select {
	case x.news[i] <- struct{}{}:
	default:
	}
}

// link delivers the messages that arrive on a link, one after the other.
func (x *lottery) link(ctx context.Context, i int, news <-chan struct{}) {
	for {
		for x.proxy.Holds(i) > 0 {
			select {
			case <-time.After(x.pause()):
			case <-ctx.Done():
				return
			}
			if err := x.next(ctx, i); err != nil {
				return
			}
		}
		select {
		case <-news:
		case <-ctx.Done():
			return
		}
	}
}

// next loses a message, or delivers it once or twice.
func (x *lottery) next(ctx context.Context, i int) error {
	at := 0
	if !x.proxy.o.System.Network().Order.Queued() {
		at = x.below(x.proxy.Holds(i))
	}
	msg := x.proxy.Take(i, at)
	if x.strikes(func(f *model.Faults) *int { return &f.Loss }) {
		return nil
	}
	if x.strikes(func(f *model.Faults) *int { return &f.Dup }) {
		if err := x.proxy.Forward(ctx, i, msg); err != nil {
			return err
		}
	}
	return x.proxy.Forward(ctx, i, msg)
}

// severed reports whether a link is cut, now or before.
func (x *lottery) severed(i int) bool {
	l := x.proxy.o.System.Links()[i]
	pair := [2]int{l.From, l.To}
	if x.strikes(func(f *model.Faults) *int { return &f.Cut }) {
		x.mu.Lock()
		x.cut[pair] = true
		x.mu.Unlock()
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.cut[pair]
}

// strikes reports whether a fault occurs, and uses up its budget.
func (x *lottery) strikes(budget func(*model.Faults) *int) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	left := budget(&x.left)
	if *left == 0 || x.random.Float64() >= x.c.Fault {
		return false
	}
	if *left != model.Unbounded {
		*left--
	}
	return true
}

func (x *lottery) pause() time.Duration {
	x.mu.Lock()
	defer x.mu.Unlock()
	return time.Duration(2 * x.random.Float64() * float64(x.c.Delay))
}

func (x *lottery) below(n int) int {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.random.IntN(n)
}
