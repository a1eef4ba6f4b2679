package schedule

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/interrex/interrex/model"
)

// A Scheduler decides what happens next on a walk. It is made for one walk.
type Scheduler interface {
	// Next returns one of the causes that the end of w enables; there is one.
	Next(w *Walk) model.Cause
	// Pick returns one of so many outcomes of a choice, counted from 0.
	Pick(outcomes int) int
}

// Options say what a scheduler is to be. The zero value is fit for short walks.
type Options struct {
	Seed   uint64
	Length int // pct: the number of events over which priorities change; 0: 50
	Depth  int // pct: the number of ordering constraints it aims at; 0: 3
}

// New returns a scheduler by name; the error lists the names.
//
//   - uniform: each cause that is enabled is as likely as any other.
//   - fifo, lifo: as uniform, but a reception is, seven times of eight, that of
//     the oldest (newest) message in flight.
//   - slow: one process acts only one time of eight that it could.
//   - pct: the class of events with the highest priority acts; priorities are
//     random, and at Depth-1 random events the one that acts falls to the
//     bottom (Burckhardt, Kothari, Musuvathi and Nagarakatte 2010).
//   - swarm: as uniform, but a random half of what can happen to each process
//     happens only where nothing else can (Groce, Zhang, Eide, Chen and Regehr
//     2012).
func New(name string, o Options) (Scheduler, error) {
	coins := coins{rand.New(rand.NewPCG(o.Seed, 0))}
	switch name {
	case "uniform":
		return uniform{coins}, nil
	case "fifo":
		return biased{coins, func(a, b int) bool { return a < b }}, nil
	case "lifo":
		return biased{coins, func(a, b int) bool { return a > b }}, nil
	case "slow":
		return &slow{coins: coins, process: -1}, nil
	case "pct":
		return newPCT(coins, o), nil
	case "swarm":
		return &swarm{coins: coins, omitted: map[feature]bool{}}, nil
	}
	return nil, fmt.Errorf("unknown scheduler %q; allowed: %s", name, strings.Join(Names(), ", "))
}

// Names returns the names of the schedulers in a fixed order.
func Names() []string { return []string{"uniform", "fifo", "lifo", "slow", "pct", "swarm"} }

// Run lets s decide what happens until nothing is enabled, w has that many
// events, every property is decided, or its time is over. While processes may crash, one step of
// eight is struck by a crash if it sends enough.
func Run(w *Walk, s Scheduler, most int) {
	for w.Len() < most && len(w.Enabled()) > 0 && w.Open() && !w.late() {
		x := s.Next(w)
		if w.Last().Left.Crash > 0 && x.Kind.IsInput() && s.Pick(8) == 0 {
			p := x.Process
			if x.Kind == model.Round {
				p = s.Pick(w.path.System().Network().N)
			}
			if w.Take(x.Strike(p, s.Pick(3)), s.Pick) {
				continue
			}
		}
		w.Take(x, s.Pick)
	}
}

// coins is where the chance of a scheduler comes from.
type coins struct{ *rand.Rand }

func (c coins) Pick(outcomes int) int { return c.IntN(outcomes) }

// among returns one of the list, each as likely.
func (c coins) among(list []model.Cause) model.Cause { return list[c.IntN(len(list))] }

type uniform struct{ coins }

func (u uniform) Next(w *Walk) model.Cause { return u.among(w.Enabled()) }

// biased prefers messages by when they were sent.
type biased struct {
	coins
	before func(a, b int) bool
}

func (b biased) Next(w *Walk) model.Cause {
	x := b.among(w.Enabled())
	if x.Kind != model.Receive || b.IntN(8) == 0 {
		return x
	}
	for _, y := range w.Enabled() {
		if y.Kind == model.Receive && b.before(w.Sent(y), w.Sent(x)) {
			x = y
		}
	}
	return x
}

// slow keeps one process from acting.
type slow struct {
	coins
	process int // -1: not chosen yet
}

func (s *slow) Next(w *Walk) model.Cause {
	if s.process < 0 {
		s.process = s.IntN(w.path.System().Network().N)
	}
	x := s.among(w.Enabled())
	if x.Process != s.process || s.IntN(8) == 0 {
		return x
	}
	others := slices.DeleteFunc(slices.Clone(w.Enabled()), func(y model.Cause) bool { return y.Process == s.process })
	if len(others) == 0 {
		return x
	}
	return s.among(others)
}

// feature is what may happen to a process: what a swarm does without.
type feature struct {
	kind    model.Kind
	process int
	port    model.Port
}

func featureOf(x model.Cause) feature { return feature{x.Kind, x.Process, x.Port} }

// swarm omits a random half of the features.
type swarm struct {
	coins
	omitted map[feature]bool // as far as decided
}

func (s *swarm) Next(w *Walk) model.Cause {
	var kept, last []model.Cause
	for _, x := range w.Enabled() {
		f := featureOf(x)
		omitted, ok := s.omitted[f]
		if !ok {
			omitted = s.IntN(2) == 0
			s.omitted[f] = omitted
		}
		switch {
		case !omitted:
			kept = append(kept, x)
		case w.path.System().Obligatory(w.Last(), x):
			last = append(last, x)
		}
	}
	for _, list := range [][]model.Cause{kept, last, w.Enabled()} {
		if len(list) > 0 {
			return s.among(list)
		}
	}
	panic("schedule: nothing is enabled")
}
