package simulation

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/interrex/interrex/checker/schedule"
	"github.com/interrex/interrex/model"
)

// Options say how an execution is drawn. The zero value means a delay of one unit,
// and that all processes wake at the start.
type Options struct {
	Seed      uint64
	Scheduler Scheduler
	Delay     Delay // of Timed
	// Asleep is the probability, in thousandths, that a process which may wake of
	// its own accord does not. At least one wakes, if any may.
	Asleep int
	// FaultRate is the probability, in thousandths, that a fault occurs when it can,
	// as long as the budgets of the network last.
	FaultRate  int
	Limit      int64             // the largest number of events; 0: no limit
	Record     func(model.Event) // called for each event, unless nil
	LastChange bool              // find [Result].LastChange
}

// Scheduler selects the next event.
type Scheduler uint8

// The schedulers of large networks. After them come those of package schedule,
// for small ones.
const (
	Timed   Scheduler = iota // each message has a delay; processes wake at the start or not at all
	Untimed                  // all enabled events are equally likely
)

var schedulerNames = append([]string{"timed"}, schedule.Names()...)

func (s Scheduler) String() string { return schedulerNames[s] }

// ParseScheduler returns the scheduler of that name.
func ParseScheduler(s string) (Scheduler, error) {
	i := slices.Index(schedulerNames, s)
	if i < 0 {
		return 0, fmt.Errorf("unknown scheduler %q; allowed: %s", s, strings.Join(schedulerNames, ", "))
	}
	return Scheduler(i), nil
}

// A Result has the counts of one execution, and its end.
type Result struct {
	Events     int64
	Messages   int64          // sent
	Busiest    int64          // the largest number of messages that one process received
	Time       Ticks          // the time of the last event; 0 if Untimed. In timing bounded a unit is a tick of the network
	Sequence   uint64         // a hash of the sequence of events
	LastChange LastChange     // with [Options].LastChange
	Cut        bool           // the limit, or the context, ended it
	Status     []model.Status // by process, at the end
}

// scheduler keeps the enabled events and selects the next.
type scheduler interface {
	wake(p int, ready bool) // process p is, or is not, ready to wake of its own accord
	post(m model.Posted)
	next() (item, bool)
	time() Ticks
}

// Run runs the algorithm of s on net until no event is left. In timing "bounded" time is
// a real number: timers and suspicions take a time within their durations, and ticks are
// events where the time passes a whole number. In the others timers and suspicions wait
// until no message is in flight, as in timing "timely"; such executions are also
// executions of "async". Of the timers that are set, one with the lowest number runs out
// first, so an algorithm should give it to the shortest. An operation is invoked when
// nothing else can happen. The error names the part of net or o that does not fit, or is
// an [*IllFormedError].
func Run(ctx context.Context, s *model.System, net model.Network, o Options) (Result, error) {
	if err := fits(&net, o); err != nil {
		return Result{}, fmt.Errorf("%s: %w", s.Name(), err)
	}
	if o.Scheduler > Untimed {
		return walk(ctx, s, net, o)
	}
	if s.Semantics().Defers() {
		return Result{}, fmt.Errorf("%s: under scheduler %v every message is received when it arrives, but the algorithm defers messages; allowed: %s", s.Name(), o.Scheduler, strings.Join(schedulerNames[Untimed+1:], ", "))
	}
	l := newLoop(&net, o)
	var err error
	if l.machine, err = s.Semantics().Machine(net, l.choose); err != nil {
		return Result{}, err
	}
	switch {
	case net.Timing == model.Lockstep:
		l.scheduler = &rounds{waking: make([]bool, net.N)}
	case net.Timing == model.Bounded:
		l.clocks = newBounded(&net, o.Delay, l.chance)
		l.scheduler = l.clocks
	case o.Scheduler == Untimed:
		l.scheduler = &untimed{chance: l.chance, order: net.Order, place: newLinks(&net)}
	case o.Delay == Constant:
		l.scheduler = &steady{}
	default:
		l.scheduler = &timed{chance: l.chance, delay: o.Delay, order: net.Order, last: newLinks(&net)}
	}
	if net.Order.Distinct() || net.Capacity.Places > 0 {
		l.held = &held{l.machine, net.Order, net.Capacity.Places, map[link][]int{}}
	}
	if o.LastChange {
		l.watch()
	}
	var r Result
	if err = l.machine.Guard(func() { l.start(&net); l.run(ctx) }); err != nil {
		err = l.blame(s, err)
	}
	if unseen := l.machine.Guard(func() { r = l.result(net.N) }); err == nil && unseen != nil {
		err = l.blame(s, unseen)
	}
	return r, err
}

// blame adds to err the event in which the algorithm fails.
func (l *loop) blame(s *model.System, err error) error {
	if value := (*model.ValueError)(nil); errors.As(err, &value) {
		return fmt.Errorf("%w (after event %d)", err, l.events)
	}
	return l.illFormed(s, err)
}

func newLoop(net *model.Network, o Options) *loop {
	l := &loop{chance: newChance(o.Seed), options: o, order: net.Order, wake: net.Wake, down: make([]bool, net.N), received: make([]int64, net.N), sequence: fnvOffset}
	for _, p := range net.Down {
		if p >= 0 && p < net.N {
			l.down[p] = true
			l.fallen = append(l.fallen, p)
		}
	}
	l.left, l.victims = net.Faults, net.Victims
	l.plain = l.fallen == nil && net.Faults == model.Faults{} && !net.Order.Distinct() && net.Capacity.Places == 0
	return l
}

// fits reports why a simulation does not support a network or the options.
func fits(net *model.Network, o Options) error {
	switch {
	case int(o.Scheduler) >= len(schedulerNames):
		return fmt.Errorf("scheduler %d does not exist; allowed: %s", o.Scheduler, strings.Join(schedulerNames, ", "))
	case o.Scheduler > Untimed && net.N > maxWalk:
		return fmt.Errorf("scheduler %v looks at all that is enabled: n = %d; allowed: 1..%d", o.Scheduler, net.N, maxWalk)
	case o.Scheduler > Untimed && o.Asleep != 0:
		return fmt.Errorf("scheduler %v decides who wakes: no other wake rate than 1 is allowed", o.Scheduler)
	case o.Scheduler > Untimed:
		return nil
	case int(o.Delay) >= len(delayNames):
		return fmt.Errorf("delay %d does not exist; allowed: %s", o.Delay, strings.Join(delayNames, ", "))
	case net.Capacity.Blocks():
		return fmt.Errorf("under scheduler %v no event waits for a place in a channel (capacity %v); allowed: %s", o.Scheduler, net.Capacity, strings.Join(schedulerNames[Untimed+1:], ", "))
	case net.Faults.Traitor > 0:
		return fmt.Errorf("under scheduler %v there are no traitors (%v); allowed: %s", o.Scheduler, net.Faults, strings.Join(schedulerNames[Untimed+1:], ", "))
	case net.Timing == model.Bounded && o.Scheduler == Untimed:
		return fmt.Errorf("in timing %v scheduler %v does not measure time; allowed: %v, %s", net.Timing, o.Scheduler, Timed, strings.Join(schedulerNames[Untimed+1:], ", "))
	case net.Timing == model.Bounded && o.Delay != Constant && o.Delay != Uniform:
		return fmt.Errorf("in timing %v a message has a greatest delay, which delay %v may exceed; allowed: %v, %v", net.Timing, o.Delay, Constant, Uniform)
	case net.TimersInTurn:
		return fmt.Errorf("under scheduler %v timers do not run out in turn; allowed: %s", o.Scheduler, strings.Join(schedulerNames[Untimed+1:], ", "))
	case net.Timing == model.Lockstep && (o.Scheduler != Timed || o.Delay != Constant):
		return fmt.Errorf("in timing %v a message takes a round: scheduler %v, delay %v; allowed: %v, %v", net.Timing, o.Scheduler, o.Delay, Timed, Constant)
	case net.Timing == model.Lockstep && net.Delay > 1:
		return fmt.Errorf("under scheduler %v each message takes a round, not up to %d; allowed: %s", o.Scheduler, net.Delay, strings.Join(schedulerNames[Untimed+1:], ", "))
	case net.Timing == model.Lockstep && net.Faults != model.Faults{}:
		return fmt.Errorf("in timing %v faults (%v) need a scheduler that takes a round for one event; allowed: %s", net.Timing, net.Faults, strings.Join(schedulerNames[Untimed+1:], ", "))
	case net.Faults.Suspect > 0 && net.Timing != model.Bounded: // there the model refuses them
		return fmt.Errorf("under scheduler %v suspicions wait until nothing is in flight, and are never false (%v); allowed: %s", o.Scheduler, net.Faults, strings.Join(schedulerNames[Untimed+1:], ", "))
	case o.FaultRate < 0 || o.FaultRate > 1000:
		return fmt.Errorf("fault rate = %d of a thousand; allowed: 0..1000", o.FaultRate)
	case o.Asleep < 0 || o.Asleep > 1000:
		return fmt.Errorf("asleep = %d of a thousand; allowed: 0..1000", o.Asleep)
	}
	return nil
}
