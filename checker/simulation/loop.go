package simulation

import (
	"context"
	"slices"

	"github.com/interrex/interrex/model"
)

// loop is one execution.
type loop struct {
	chance
	faults
	options    Options
	machine    model.Machine
	scheduler  scheduler
	clocks     *bounded // the scheduler in timing bounded, else nil
	order      model.Order
	wake       model.WakeSet
	plain      bool  // every message arrives exactly once
	held       *held // nil unless the messages in flight decide whether another is lost
	down       []bool
	mayWake    []bool // of its own accord
	starting   bool   // the wake-ups at the start are being taken
	process    int    // that is taking a step
	input      model.Input[int]
	choices    []int // of that step
	events     int64
	messages   int64
	received   []int64 // by process
	sequence   uint64
	cut        bool
	seen       []model.Status // by process; nil unless LastChange
	lastChange LastChange
}

func (l *loop) choose(k int) int {
	i := l.below(k)
	l.choices = append(l.choices, i)
	return i
}

// start draws the processes that wake of their own accord.
func (l *loop) start(net *model.Network) {
	l.windAll()
	l.mayWake = make([]bool, net.N)
	var able []int
	awake := 0
	for p := range net.N {
		if l.down[p] || !net.Wake.Allows(p) || !l.machine.Ready(p).Wake {
			continue
		}
		able = append(able, p)
		if l.options.Asleep == 0 || l.below(1000) >= l.options.Asleep {
			l.mayWake[p] = true
			awake++
		}
	}
	if awake == 0 && len(able) > 0 {
		l.mayWake[able[l.below(len(able))]] = true
	}
	if net.Wake.All {
		l.awaken()
		return
	}
	for _, p := range able {
		l.scheduler.wake(p, l.mayWake[p])
	}
}

// awaken wakes all processes that may wake, in order, at the start. These steps are
// not events, and no fault occurs in them.
func (l *loop) awaken() {
	left, record := l.left, l.options.Record
	l.left, l.options.Record, l.starting = model.Faults{}, nil, true
	for p, may := range l.mayWake {
		if may {
			l.step(p, model.Input[int]{Kind: model.Wake, Msg: -1})
		}
	}
	l.left, l.options.Record, l.starting = left, record, false
	l.events, l.sequence = 0, fnvOffset
}

// full reports whether the limit of events is reached.
func (l *loop) full() bool { return l.options.Limit > 0 && l.events >= l.options.Limit }

// run takes events until none is left. It checks the context now and then.
func (l *loop) run(ctx context.Context) {
	for i := 0; ; i++ {
		if i&(1<<10-1) == 0 && ctx.Err() != nil || l.full() {
			l.cut = true
			return
		}
		if !l.plain {
			l.between()
		}
		x, ok := l.scheduler.next()
		if l.clocks != nil && !l.pass() {
			l.cut = true
			return
		}
		if !ok {
			if !l.quiet() {
				return
			}
			continue
		}
		in := model.Input[int]{Kind: model.Receive, Port: model.Port(x.port), Msg: int(x.msg)}
		if x.msg < 0 {
			in = x.spontaneous()
		} else if !l.plain && l.lost(x) {
			continue
		}
		l.step(int(x.to), in)
	}
}

// step lets process p take a step.
func (l *loop) step(p int, in model.Input[int]) {
	l.process, l.input, l.choices = p, in, l.choices[:0]
	var e *model.Event
	if l.options.Record != nil {
		e = l.event()
	}
	sent := l.machine.Step(p, in)
	kind, crashes := in.Kind, false
	if !l.plain {
		kind, crashes, sent = l.struck(sent, e)
	}
	l.events++
	l.messages += int64(len(sent))
	if in.Kind == model.Receive {
		l.received[p]++
	}
	if l.seen != nil && kind != model.Crash {
		l.noteChange(p)
	}
	l.sequence = mixed(l.sequence, p, in.Port, kind)
	if e != nil {
		e.Choices = append(e.Choices, l.choices...)
		l.options.Record(*e)
	}
	for _, m := range sent {
		if l.plain {
			l.scheduler.post(m)
		} else {
			l.transmit(p, m)
		}
	}
	l.keeps = false
	if crashes {
		l.crash(p, kind == model.Crash)
		return
	}
	if l.clocks != nil {
		l.rewind(p, l.machine.Resets())
	}
	if l.options.Scheduler == Untimed {
		l.scheduler.wake(p, l.mayWake[p] && l.machine.Ready(p).Wake)
	}
}

// mixed returns the hash of a sequence of events after one more event.
func mixed(sequence uint64, p int, q model.Port, k model.Kind) uint64 {
	return (sequence ^ uint64(p)<<20 ^ uint64(q)<<3 ^ uint64(k)) * fnvPrime
}

// event returns the event of the current step.
func (l *loop) event() *model.Event {
	in := l.input
	e := &model.Event{Process: l.process, Kind: in.Kind, Port: in.Port, Timer: in.Timer, Operation: int(in.Operation)}
	if in.Kind == model.Receive {
		e.Message = l.machine.MessageText(in.Msg)
	}
	if l.keeps {
		e.Kind = model.Duplicate
	}
	*e = l.machine.Named(*e)
	return e
}

// quiet takes an event that waits until no message is in flight, and reports
// whether there is one. In lockstep it is a round, and if nobody takes a step in it the
// invocation of an operation. Otherwise it is the timeout, idle
// event or suspicion with the shortest wait, or else the invocation of a random
// operation; of several processes it takes the first, counted from a random one.
func (l *loop) quiet() bool {
	if r, ok := l.scheduler.(*rounds); ok {
		return l.round(r) || l.invocation()
	}
	n := len(l.down)
	first := l.below(n)
	var in model.Input[int]
	who, shortest := 0, never
	for i := range n {
		p := (first + i) % n
		if l.down[p] {
			continue
		}
		if waits, length := l.expiry(p); length < shortest {
			who, in, shortest = p, waits, length
		}
	}
	if shortest == never {
		return false
	}
	l.step(who, in)
	return true
}

// The waits of suspicions, idle events and invocations, after those of the timers 0..7.
const (
	untilSuspicion = 8 + iota
	untilIdle
	untilInvocation
	never
)

// expiry returns the input, other than a message, for which process p waits
// shortest, and how long.
func (l *loop) expiry(p int) (in model.Input[int], length int) {
	in.Msg = -1
	ready := l.machine.Ready(p)
	for in.Timer = range uint8(8) {
		if ready.Timers.Has(in.Timer) {
			in.Kind = model.Timeout
			return in, int(in.Timer)
		}
	}
	in.Timer = 0
	for q := range ready.Suspect.All() {
		if to := l.machine.Peer(p, q); to >= 0 && l.down[to] {
			in.Kind, in.Port = model.Suspect, q
			return in, untilSuspicion
		}
	}
	if in.Kind = model.Idle; ready.Idle {
		return in, untilIdle
	}
	if in.Kind = model.Invoke; ready.Operations > 0 {
		in.Operation = uint8(l.below(ready.Operations))
		return in, untilInvocation
	}
	return in, never
}

// invocation invokes a random operation of the first process that offers any, counted from
// a random one. It reports whether there is one.
func (l *loop) invocation() bool {
	first := l.below(len(l.down))
	for i := range l.down {
		p := (first + i) % len(l.down)
		if l.down[p] {
			continue
		}
		if operations := l.machine.Ready(p).Operations; operations > 0 {
			l.step(p, model.Input[int]{Kind: model.Invoke, Number: model.Number{Operation: uint8(l.below(operations))}, Msg: -1})
			return true
		}
	}
	return false
}

// The constants of the hash of the sequence of events (Fowler, Noll and Vo).
const (
	fnvOffset = 14695981039346656037
	fnvPrime  = 1099511628211
)

func (l *loop) result(n int) Result {
	r := Result{Events: l.events, Messages: l.messages, Busiest: slices.Max(l.received), Sequence: l.sequence, LastChange: l.lastChange, Cut: l.cut, Status: make([]model.Status, n)}
	if l.options.Scheduler == Timed {
		r.Time = l.scheduler.time()
	} else {
		r.LastChange.Time = 0
	}
	for p := range r.Status {
		r.Status[p] = l.status(p)
	}
	return r
}

// status returns the status of process p, as an observer sees it.
func (l *loop) status(p int) model.Status {
	if l.down[p] {
		return model.Status{Down: true}
	}
	return l.machine.Status(p)
}
