package checker

import (
	"fmt"
	"math"
	"math/big"
	"time"

	"github.com/interrex/interrex/checker/internal/diagram"
	"github.com/interrex/interrex/checker/internal/symbolic"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// Engine is a way to search all configurations.
type Engine uint8

// The engines.
const (
	// Explicit looks at configurations one by one, breadth first.
	Explicit Engine = iota
	// Symbolic holds sets of configurations as decision diagrams and finds the
	// reachable ones by saturation. It refuses what does not suit diagrams.
	Symbolic
	// Auto is Explicit up to about four million configurations. Beyond that
	// Symbolic is tried, where it does not refuse, and its report taken if it
	// decides every property; else Explicit goes on.
	Auto
)

var engineNames = [...]string{"explicit", "symbolic", "auto"}

func (e Engine) String() string {
	if int(e) < len(engineNames) {
		return engineNames[e]
	}
	return fmt.Sprintf("engine(%d)", uint8(e))
}

// ParseEngine returns the engine of that name.
func ParseEngine(s string) (Engine, error) {
	for i, name := range engineNames {
		if name == s {
			return Engine(i), nil
		}
	}
	return 0, fmt.Errorf("unknown engine %q; allowed: auto, explicit, symbolic", s)
}

// Exact is what a symbolic search counts.
type Exact struct {
	Configurations, Events *big.Int
	Sets, Peak             int // nodes of the diagram at the end, and the most there ever were
}

// unsuited returns why the symbolic engine cannot do what is asked, "" if it
// can.
func (k *check) unsuited() string {
	if k.options.Reduce != NoReduction {
		return fmt.Sprintf("the reduction %v is for the explicit one", k.options.Reduce)
	}
	return symbolic.Why(k.system)
}

// symbolic searches all configurations on decision diagrams.
func (k *check) symbolic() (err error) {
	if why := k.unsuited(); why != "" {
		return fmt.Errorf("%s: the symbolic engine does not suit: %s; allowed: explicit, auto", k.system.Name(), why)
	}
	k.limits.phase = "diagrams"
	k.report.Engine = Symbolic
	defer func() {
		switch r := recover().(type) {
		case nil:
		case diagram.ErrMemory:
			k.cutShort("the diagram's size")
		case cut:
			k.cutShort(string(r))
		default:
			err = asError(r)
		}
	}()
	all, failed := k.explored(nil, nil)
	if failed {
		k.illFormed()
		return nil
	}
	k.report.Complete = true
	k.count(all)
	for i := range k.verdicts {
		if err := k.decideSymbolically(&k.verdicts[i], all); err != nil {
			return err
		}
	}
	return nil
}

// cut is what a search panics with when it must stop.
type cut string

// cutShort leaves the properties that are not decided unknown.
func (k *check) cutShort(why string) {
	k.report.Complete, k.report.Stopped = false, why
	for i := range k.verdicts {
		if v := &k.verdicts[i]; v.Result == Unknown {
			v.Note = why
		}
	}
}

// illFormed is the report of a system some step of which is not well-formed:
// nothing should follow that, but on a diagram something does.
func (k *check) illFormed() {
	k.cutShort("a step that is not well-formed is reachable: only the explicit engine stops there")
}

// reached is a system and all its configurations.
type reached struct {
	*symbolic.System
	all diagram.Set
}

// explored lays the system out, finds its configurations, and reports whether a
// step that is not well-formed is among what it met.
func (k *check) explored(m *properties.Monitor, avoid func(int, model.Status) bool) (reached, bool) {
	x := symbolic.New(k.system, k.tables, m, avoid)
	x.Limit = k.options.MaxMemory
	x.Idle = func() { k.idle(x) }
	all := x.Explore()
	k.idle(x)
	return reached{x, all}, x.Failed()
}

// idle stops a search that has reached a bound.
func (k *check) idle(x *symbolic.System) {
	bytes := x.Bytes()
	k.limits.raise(bytes)
	live, _ := x.Live()
	if o := k.options; o.Progress != nil && time.Since(k.limits.reported) >= progressInterval {
		k.limits.reported = time.Now()
		o.Progress(Progress{Frontier: int64(live), Bytes: bytes, Elapsed: time.Since(k.limits.began), Phase: k.limits.phase})
	}
	if why := k.limits.reached(bytes); why != "" {
		panic(cut(why))
	}
}

func (k *check) count(x reached) {
	configurations, events := x.Sizes(x.all)
	live, peak := x.Live()
	k.report.Exact = &Exact{configurations, events, live, peak}
	k.report.Configurations, k.report.Events = clipped(configurations), clipped(events)
	k.report.Depth = -1
}

// clipped returns n, or the greatest int64 if n is greater.
func clipped(n *big.Int) int64 {
	if n.IsInt64() {
		return n.Int64()
	}
	return math.MaxInt64
}

// decideSymbolically judges one property.
func (k *check) decideSymbolically(v *Verdict, x reached) error {
	p := v.Property
	shape := p.Shape()
	if shape == nil && p.Form != properties.Terminates {
		v.Note = "its predicate has no shape that the symbolic engine can follow"
		return nil
	}
	k.limits.phase = p.Name
	if p.Monitor() != nil {
		x, _ = k.explored(p.Monitor(), nil)
	}
	switch p.Form {
	case properties.Always:
		return k.refute(v, x, x.Failing(x.all, shape), Holds)
	case properties.AlwaysStep:
		return k.refute(v, x, x.Steps(x.all, shape), Holds)
	case properties.AtEnd:
		ends := x.Terminal(x.all)
		if ends == diagram.Empty {
			v.Result = Vacuous
			return nil
		}
		return k.refute(v, x, x.Failing(ends, shape), Holds)
	case properties.Reachable:
		has := x.Minus(x.all, x.Failing(x.all, shape))
		x.Hold(has)
		v.Result = Holds
		if has == diagram.Empty {
			v.Result = Violated
			return nil
		}
		return k.show(v, x, has)
	}
	return k.decideLiveness(v, x, shape)
}

// decideLiveness judges a liveness property of a system whose executions are
// shown to be finite by its steps; of others it says nothing.
func (k *check) decideLiveness(v *Verdict, x reached, shape *properties.Shape) error {
	part := x
	if v.Property.Form == properties.Eventually {
		if shape.Some == nil || shape.Each != nil || shape.Both != nil {
			v.Note = "the symbolic engine can avoid what some process is, and nothing else"
			return nil
		}
		if x.Failing(x.Initial(), shape) == diagram.Empty {
			return k.unrefuted(v, x)
		}
		part, _ = k.explored(v.Property.Monitor(), func(_ int, s model.Status) bool { return shape.Some(s) })
	}
	ends := part.Terminal(part.all)
	if v.Property.Form == properties.Stabilises {
		ends = part.Failing(ends, shape)
	}
	ends = part.Unbounded(ends)
	if v.Property.Form != properties.Terminates && ends != diagram.Empty {
		v.Result = Violated
		return k.show(v, part, ends)
	}
	if !part.Acyclic(part.all) {
		v.Note = noLoops
		return nil
	}
	return k.unrefuted(v, x)
}

const noLoops = "the steps do not show that executions end: only the explicit engine looks for loops"

// unrefuted is the verdict of a liveness property that nothing refutes.
func (k *check) unrefuted(v *Verdict, x reached) error {
	switch {
	case x.Bounded():
		v.Note = "a bound of the instance is reachable"
	case x.Terminal(x.all) != diagram.Empty:
		v.Result = Holds
	case x.Acyclic(x.all):
		v.Result = Vacuous
	default:
		v.Note = noLoops
	}
	return nil
}

// refute is the verdict of a property that the configurations of bad refute.
func (k *check) refute(v *Verdict, x reached, bad diagram.Set, otherwise Result) error {
	v.Result = otherwise
	if bad == diagram.Empty {
		return nil
	}
	v.Result = Violated
	return k.show(v, x, bad)
}

// show finds the least execution to one of the targets: backwards to find how
// far they are, then along the least events.
func (k *check) show(v *Verdict, x reached, targets diagram.Set) error {
	layers := x.Distances(x.all, targets)
	p, c, monitor := v.Property, k.system.Initial(), any(nil)
	if p.Monitor() != nil {
		monitor = p.Monitor().Start(k.system.View(c))
	}
	var schedule model.Schedule
	follow := func(ok func(before, after model.Configuration, monitor any) bool) error {
		for _, y := range k.system.Successors(c) { // the first that is right is the least
			next := monitor
			if p.Monitor() != nil {
				next = p.Observe(monitor, k.system, c, y)
			}
			if ok(c, y.Next, next) {
				schedule, c, monitor = append(schedule, y.Event), y.Next, next
				return nil
			}
		}
		return fmt.Errorf("internal error, please report: a set of the symbolic search leads nowhere")
	}
	for i := len(layers) - 2; i >= 0; i-- {
		if err := follow(func(_, after model.Configuration, m any) bool {
			values, known := x.Lookup(after, m)
			return known && x.Has(layers[i], values)
		}); err != nil {
			return err
		}
	}
	if p.Form == properties.AlwaysStep {
		if err := follow(func(before, after model.Configuration, _ any) bool {
			a, b := k.system.View(before), k.system.View(after)
			a.Terminal, b.Terminal = false, false
			return !p.HoldsStep(a, b)
		}); err != nil {
			return err
		}
	}
	var err error
	v.Execution, err = k.replayed(p, model.Lasso{Stem: schedule})
	return err
}
