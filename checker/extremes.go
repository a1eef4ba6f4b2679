package checker

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/interrex/interrex/checker/internal/compose"
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

// of returns the amount in one event.
func (q Quantity) of(l compose.Label) int64 {
	switch q {
	case Messages:
		return int64(l.Sends)
	case Rounds:
		if l.Event.StepKind() == model.Round {
			return 1
		}
		return 0
	}
	return 1
}

// Extremes are the exact least and greatest amount of a quantity over all
// executions that end in a terminal configuration, or go on for ever with
// nothing more of it. Least is over those that are fair.
type Extremes struct {
	Least, Greatest int64
	// Finite reports whether there is a greatest amount: no cycle of
	// configurations has any. If not, neither is computed.
	Finite bool
	// LeastBy and GreatestBy are executions with these amounts, up to where
	// nothing more need happen, resp. nothing is added: the least in event order
	// of each, and the shortest where there are cycles.
	LeastBy, GreatestBy *model.Execution
}

// ErrCutShort is what [Measure] returns, wrapped, where a bound or an interrupt
// ended its search before it could tell.
var ErrCutShort = errors.New("the search was cut short")

// Measure returns the extremes of a quantity over all schedules of s: the
// shortest and longest paths of its configuration graph. Of the options it uses Engine, Workers, Max..., Repeat and Progress. The
// symbolic engine carries the amount in the searched state, shows no executions
// and gives up where there are cycles; Auto is Explicit here. The error is ErrCutShort, wrapped, where a bound was
// reached, an *IllFormedError where a step that is not well-formed is reachable,
// or says that no execution ends.
func Measure(ctx context.Context, s *model.System, q Quantity, o Options) (x Extremes, err error) {
	if err := given(ctx, s); err != nil {
		return x, err
	}
	if q > Length {
		return x, fmt.Errorf("unknown quantity %v; allowed: messages, rounds, events", q)
	}
	if o.Reduce != NoReduction {
		return x, fmt.Errorf("%s: the reduction %v does not preserve %v; allowed: none", s.Name(), o.Reduce, q)
	}
	o.Properties = nil
	if err := o.validate(); err != nil {
		return x, err
	}
	k := &check{system: s, options: o, tables: s.Compile(), limits: newLimits(ctx, o)}
	k.tables.Repeat, k.tables.Poll = o.Repeat, k.limits.poll
	defer k.doubt(&err)
	defer func() {
		switch r := recover().(type) {
		case nil:
		case cut:
			err = fmt.Errorf("%s: %w: %s", s.Name(), ErrCutShort, string(r))
		default:
			err = asError(r)
		}
	}()
	if o.Engine == Symbolic {
		return k.measureSymbolically(q)
	}
	m, err := compose.New(s, k.tables, nil, nil)
	if err != nil {
		return x, err
	}
	m.Poll, m.Claim = k.limits.poll, k.limits.claim
	p := &pass{check: k, machine: m, judge: newJudge(m, nil)}
	found, err := p.explore()
	if err == nil {
		err = p.findFailure(found)
	}
	switch {
	case err != nil:
		return x, err
	case k.illFormed:
		return x, &IllFormedError{k.failure}
	}
	if p.search.stopped != "" {
		return x, fmt.Errorf("%s: %w: %s", s.Name(), ErrCutShort, p.search.stopped)
	}
	return p.measure(q)
}

// measure finds the extremes from the last configurations back to the first.
func (p *pass) measure(q Quantity) (Extremes, error) {
	t := &tour{pass: p, quantity: q, seen: newNumbering(p.search.seen, p.limits)}
	order := t.seen.order(func(s compose.State, list []compose.State) []compose.State {
		list, _ = p.machine.Successors(0, s, list)
		return list
	})
	all := p.search.seen.Len()
	p.limits.reserve(all * 2 * 8)
	t.least, t.greatest = make([]int64, all), make([]int64, all)
	for i := range t.least {
		t.least[i], t.greatest[i] = none, none
	}
	if int64(len(order)) < all {
		return t.measureCyclic(order)
	}
	for _, s := range slices.Backward(order) {
		t.seen.look()
		t.rate(s)
	}
	return t.extremes(
		func() (*model.Execution, error) { return t.follow(t.least) },
		func() (*model.Execution, error) { return t.follow(t.greatest) })
}

// extremes returns what was found of the first configuration, with executions
// that have these amounts.
func (t *tour) extremes(leastBy, greatestBy func() (*model.Execution, error)) (Extremes, error) {
	first := t.seen.seen.Index(uint64(t.machine.Initial()))
	x := Extremes{Least: t.least[first], Greatest: t.greatest[first], Finite: true}
	if x.Least == none {
		return Extremes{}, fmt.Errorf("%s: no execution has an end: no terminal configuration is reachable", t.system.Name())
	}
	if t.quantity == Messages {
		atStart := int64(t.system.View(t.system.Initial()).AtStart)
		x.Least, x.Greatest = x.Least+atStart, x.Greatest+atStart
	}
	var err error
	if x.LeastBy, err = leastBy(); err == nil {
		x.GreatestBy, err = greatestBy()
	}
	return x, err
}

// none is the amount on the way to a terminal configuration where there is no
// such way.
const none = math.MinInt64

// tour knows for each configuration the least and greatest amount from there
// to the end.
type tour struct {
	*pass
	quantity        Quantity
	seen            *numbering
	least, greatest []int64
	edges           []compose.Edge
	stays           map[compose.State]bool // on cycles: where a fair execution can stay
}

// rate finds the amounts of a configuration from those of its successors. An
// execution may end where only optional events are enabled.
func (t *tour) rate(s compose.State) {
	i := t.seen.seen.Index(uint64(s))
	t.least[i], t.greatest[i] = none, none
	if t.ends(s) {
		t.least[i], t.greatest[i] = 0, 0
	}
	t.edges = t.machine.Edges(s, t.edges[:0])
	for _, e := range t.edges {
		j, amount := t.seen.seen.Index(uint64(e.Next)), t.quantity.of(t.machine.Label(e.Label))
		if least := t.least[j] + amount; t.least[j] != none && (t.least[i] == none || least < t.least[i]) {
			t.least[i] = least
		}
		if t.greatest[j] != none {
			t.greatest[i] = max(t.greatest[i], t.greatest[j]+amount)
		}
	}
}

func (t *tour) ends(s compose.State) bool {
	var obligatory bool
	_, obligatory = t.machine.Successors(0, s, nil)
	return terminal(t.machine.Facts(s), obligatory)
}

// follow returns the least execution in event order whose amounts are those
// found, and replays it.
func (t *tour) follow(amounts []int64) (*model.Execution, error) {
	at := t.machine.Initial()
	var schedule model.Schedule
	for {
		t.limits.poll()
		left := amounts[t.seen.seen.Index(uint64(at))]
		if left == 0 && t.ends(at) {
			break
		}
		e, next := t.pass.leastEdge(at, func(e compose.Edge) bool {
			rest := amounts[t.seen.seen.Index(uint64(e.Next))]
			return rest != none && rest+t.quantity.of(t.machine.Label(e.Label)) == left
		})
		schedule, at = append(schedule, e), next
	}
	x, err := t.system.Replay(model.Lasso{Stem: schedule})
	if err == nil && !t.system.Terminal(x.Last()) {
		err = fmt.Errorf("it does not end in a terminal configuration")
	}
	if err != nil {
		return nil, fmt.Errorf("%w: an extreme execution is none: %w", errInternal, err)
	}
	return &x, nil
}
