package schedule

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/stepwise"
)

// A Scheduler selects the next event of a walk. It is for one walk.
type Scheduler interface {
	// Next returns one of the causes that the last configuration of w enables.
	// There is at least one.
	Next(w *Walk) stepwise.Cause
	// Pick returns one of the outcomes of a choice, counted from 0.
	Pick(outcomes int) int
	// Strikes reports whether a crash strikes within the next step, if it can.
	Strikes() bool
}

// Options are the parameters of a scheduler. The zero value suits short walks.
type Options struct {
	Seed   uint64
	Length int // pct: the number of events over which priorities change; 0: 50
	Depth  int // pct: the number of ordering constraints it aims at; 0: 3
}

// New returns the scheduler of that name. The error lists the names.
//
//   - uniform: all enabled causes are equally likely.
//   - fifo, lifo: like uniform, but a reception is, seven times out of eight,
//     that of the oldest (newest) message in flight.
//   - slow: like uniform, but seven times out of eight an event of one process is
//     replaced by one of the others.
//   - pct: the set of events with the highest priority is next. Priorities are
//     random. At Depth-1 random events the next set gets the lowest priority
//     (Burckhardt, Kothari, Musuvathi and Nagarakatte 2010).
//   - swarm: like uniform, but a random half of the kinds of events of each process
//     occur only if no other is enabled (Groce, Zhang, Eide, Chen and Regehr
//     2012).
//   - pos: the event with the highest priority is next. Priorities are random, low for
//     faults and high for restarts (Yuan, Yang and Gu 2018). No crash strikes within
//     a step.
//   - balanced: of eight random enabled causes, the one of whose kind its process has
//     had the fewest events is next.
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
	case "pos":
		return &pos{coins, map[event]float64{}}, nil
	case "balanced":
		return &balanced{coins, map[processKind]int{}}, nil
	}
	return nil, fmt.Errorf("unknown scheduler %q; allowed: %s", name, strings.Join(Names(), ", "))
}

// Names returns the names of the schedulers in a fixed order.
func Names() []string {
	return []string{"uniform", "fifo", "lifo", "slow", "pct", "swarm", "pos", "balanced"}
}

// Run takes the events that s selects until nothing is enabled, w has most events,
// every property is decided, or the time is over. As long as processes may crash,
// a crash strikes within a step where s says so, if that sends enough.
func Run(w *Walk, s Scheduler, most int) {
	for w.Len() < most && len(w.Enabled()) > 0 && w.Open() && !w.late() {
		x := s.Next(w)
		if w.Last().Left.Crash > 0 && x.Kind.IsInput() && s.Strikes() {
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

// coins is the random generator of a scheduler.
type coins struct{ *rand.Rand }

func (c coins) Pick(outcomes int) int { return c.IntN(outcomes) }

// Strikes reports true for one step out of eight.
func (c coins) Strikes() bool { return c.IntN(8) == 0 }

// among returns one of the list; all are equally likely.
func (c coins) among(list []stepwise.Cause) stepwise.Cause { return list[c.IntN(len(list))] }

// oneOf returns one of those of the list that are wanted; all are equally likely. There
// must be one.
func (c coins) oneOf(list []stepwise.Cause, wanted func(x *stepwise.Cause) bool) stepwise.Cause {
	room := [64]int{}
	found := room[:0]
	for i := range list {
		if wanted(&list[i]) {
			found = append(found, i)
		}
	}
	return list[found[c.IntN(len(found))]]
}

type uniform struct{ coins }

func (u uniform) Next(w *Walk) stepwise.Cause { return u.among(w.Enabled()) }

// biased prefers the oldest or the newest message.
type biased struct {
	coins
	before func(a, b int) bool
}

func (b biased) Next(w *Walk) stepwise.Cause {
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

// slow delays the events of one process.
type slow struct {
	coins
	process int // -1: not chosen yet
}

func (s *slow) Next(w *Walk) stepwise.Cause {
	if s.process < 0 {
		s.process = s.IntN(w.path.System().Network().N)
	}
	x := s.among(w.Enabled())
	if x.Process != s.process || s.IntN(8) == 0 {
		return x
	}
	isOther := func(y *stepwise.Cause) bool { return y.Process != s.process }
	if list := w.Enabled(); slices.ContainsFunc(list, func(y stepwise.Cause) bool { return isOther(&y) }) {
		return s.oneOf(list, isOther)
	}
	return x
}

// feature is a set of events of one process that a swarm may omit.
type feature struct {
	kind    model.Kind
	process int
	port    model.Port
}

func featureOf(x *stepwise.Cause) feature { return feature{x.Kind, x.Process, x.Port} }

// swarm omits a random half of the features.
type swarm struct {
	coins
	omitted map[feature]bool // the features met so far
	kept    []int            // of the enabled causes, those that are not omitted
	last    []int            // those that are obligatory though omitted
}

func (s *swarm) Next(w *Walk) stepwise.Cause {
	list, c := w.Enabled(), w.Last()
	s.kept, s.last = s.kept[:0], s.last[:0]
	for i := range list {
		x := &list[i]
		f := featureOf(x)
		omitted, ok := s.omitted[f]
		if !ok {
			omitted = s.IntN(2) == 0
			s.omitted[f] = omitted
		}
		switch {
		case !omitted:
			s.kept = append(s.kept, i)
		case stepwise.Obligatory(w.path.System(), c, *x):
			s.last = append(s.last, i)
		}
	}
	for _, found := range [][]int{s.kept, s.last} {
		if len(found) > 0 {
			return list[found[s.IntN(len(found))]]
		}
	}
	return s.among(list)
}
