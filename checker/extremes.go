package checker

import (
	"context"
	"errors"
	"fmt"

	"github.com/interrex/interrex/checker/internal/engine"
	"github.com/interrex/interrex/checker/reason"
	"github.com/interrex/interrex/model"
)

// Quantity is something that an execution has an amount of.
type Quantity uint8

// The quantities.
const (
	Messages Quantity = iota // messages sent, lost ones included
	Rounds                   // rounds taken, in lockstep
	Length                   // events
)

var quantityNames = [...]string{"messages", "rounds", "events"}

func (q Quantity) String() string {
	if int(q) < len(quantityNames) {
		return quantityNames[q]
	}
	return fmt.Sprintf("quantity(%d)", uint8(q))
}

// Extremes are the exact least and greatest amount of a quantity. They are over
// all executions that end in a terminal configuration, or go on for ever and add
// nothing. Least is over the fair ones.
type Extremes struct {
	Least, Greatest int64
	// Finite reports whether there is a greatest amount: no cycle of
	// configurations adds any. If not, neither amount is computed.
	Finite bool
	// LeastBy and GreatestBy are executions with these amounts. They end where
	// nothing more need happen, or nothing is added. Each is the least in event
	// order or, if there are cycles, the least of the shortest; with a reduction, any.
	LeastBy, GreatestBy *model.Execution
}

// ErrCutShort is wrapped by each [CutShortError].
var ErrCutShort = errors.New("the search was cut short")

// A CutShortError is the error of [Measure] if a bound or an interrupt ended the search.
type CutShortError struct {
	System string // its name
	Reason reason.Reason
}

func (e *CutShortError) Error() string {
	text := fmt.Sprintf("%s: %v: %v", e.System, ErrCutShort, e.Reason)
	if e.Reason.Cause == reason.CycleMet {
		text += "; allowed: explicit"
	}
	return text
}

// Unwrap returns ErrCutShort.
func (e *CutShortError) Unwrap() error { return ErrCutShort }

// Measure returns the extremes of a quantity over all schedules of s: the
// shortest and longest paths of its state space. It uses the options Engine,
// Reduce, Workers, Max..., Repeat and Progress. The symbolic engine measures messages
// only, shows no executions, and gives up if there are cycles; Auto is Explicit
// here. If all executions end, the reduction [Confluent] preserves messages and, if each
// message that is sent is received once, events: without faults and deferred messages,
// and in any order but set. [AutoReduction] is that for systems of more than 65,536
// configurations that it suits, else NoReduction. Symmetry is refused. The error wraps ErrCutShort if the search was cut short. It is an
// *IllFormedError if a step that is not well-formed is reachable. It says so if no
// execution ends.
func Measure(ctx context.Context, s *model.System, q Quantity, o Options) (x Extremes, err error) {
	if err := given(ctx, s); err != nil {
		return x, err
	}
	if q > Length {
		return x, fmt.Errorf("unknown quantity %v; allowed: messages, rounds, events", q)
	}
	o.Properties = nil
	if err := o.validate(s); err != nil {
		return x, err
	}
	if o.Peers != nil {
		return x, fmt.Errorf("%s: extremes are measured by one process; allowed: no Peers", s.Name())
	}
	if o.Constraint != nil {
		return x, fmt.Errorf("%s: extremes are not measured with a constraint; allowed: none", s.Name())
	}
	if o.Search.Symmetry {
		return x, fmt.Errorf("%s: extremes are not measured up to symmetry; allowed: false", s.Name())
	}
	if o.Search.Reduce == Confluent && !preserves(s, q) {
		return x, fmt.Errorf("%s: the reduction confluent does not preserve %v; allowed: auto, none", s.Name(), q)
	}
	if err := o.Search.Reduce.Suits(s, nil); err != nil {
		return x, err
	}
	if o.Search.Engine == Sorted {
		return x, fmt.Errorf("%s: the %v engine measures nothing; allowed: explicit, symbolic, auto", s.Name(), Sorted)
	}
	if o.Search.Engine == Symbolic && o.Search.Reduce == Confluent {
		return x, unsuitedToDiagrams(Symbolic, s)
	}
	if o.Search.Engine == Auto {
		o.Search.Engine = Explicit
	}
	o.Fairness = model.ByTiming.Under(s.Network().Timing)
	k, err := newCheck(ctx, s, o)
	if err != nil {
		return x, err
	}
	defer k.doubt(&err)
	return k.measure(q)
}

// measure asks an engine for the extremes, and replays the schedules that have
// them.
func (k *check) measure(q Quantity) (x Extremes, err error) {
	if why := engines[k.options.Search.Engine].Refuses(k.system); why != (reason.Reason{}) {
		return x, refusal(k.options.Search.Engine, k.system, why, "explicit")
	}
	found, err := k.extremes(q)
	switch why := found.Reason; {
	case err != nil:
		return x, err
	case found.Failure.Reached():
		return x, k.illFormedError(found.Failure)
	case why.Cause == reason.NoEnd:
		return x, fmt.Errorf("%s: %v", k.system.Name(), why)
	case why.Cause == reason.LoopsLost:
		return x, fmt.Errorf("%s: the reduction confluent measures a system only if all executions end; allowed: auto, none", k.system.Name())
	case why.Cause == reason.NotMeasured:
		why.Detail = q.String()
		return x, fmt.Errorf("%s: %v; allowed: explicit", k.system.Name(), why)
	case why.Cause == reason.CycleMet:
		return x, &CutShortError{k.system.Name(), why}
	case why != reason.Reason{}:
		return x, &CutShortError{k.system.Name(), why}
	}
	x = Extremes{Least: found.Least, Greatest: found.Greatest, Finite: found.Finite}
	if x.LeastBy, err = k.extreme(q, x.Least, k.starts[found.LeastAt], found.LeastBy, found.Endless); err == nil {
		x.GreatestBy, err = k.extreme(q, x.Greatest, k.starts[found.GreatestAt], found.GreatestBy, found.Endless)
	}
	return x, err
}

// extreme replays a schedule of a start that has an extreme amount, nil if there is none, and
// counts the messages. It must end in a terminal configuration, unless executions may
// be endless.
func (k *check) extreme(q Quantity, amount int64, from *model.System, s model.Schedule, endless bool) (*model.Execution, error) {
	if s == nil {
		return nil, nil
	}
	defer k.unpolled()()
	whole, err := k.reduction.Complete(from, s, true)
	if err != nil {
		return nil, fmt.Errorf("%w: a schedule of the reduced system is none: %w", engine.ErrInternal, err)
	}
	x, err := from.Replay(model.Lasso{Stem: whole})
	switch {
	case err != nil:
	case !endless && !k.system.Terminal(x.Last()):
		err = errors.New("it does not end in a terminal configuration")
	case q == Messages && sent(x) != amount:
		err = fmt.Errorf("it sends %d messages, not %d", sent(x), amount)
	case q == Length && int64(len(x.Steps)) != amount:
		err = fmt.Errorf("it has %d events, not %d", len(x.Steps), amount)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: an extreme execution is none: %w", engine.ErrInternal, err)
	}
	return &x, x.System.Semantics().HappensApart(x)
}

// sent returns how many messages are sent in an execution, those at the start included.
func sent(x model.Execution) int64 {
	sum := int64(x.System.Semantics().SentAtStart())
	for _, step := range x.Steps {
		sum += int64(len(step.Sends))
	}
	return sum
}

// illFormedError returns the error of a system of which some step is not
// well-formed.
func (k *check) illFormedError(f engine.Finding) error {
	if f.Outcome != engine.Found {
		return &IllFormedError{}
	}
	x, err := k.replay(wellFormed, f)
	if err != nil {
		return err
	}
	return &IllFormedError{x}
}
