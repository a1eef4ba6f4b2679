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
	// Auto lets the engines take turns, from the start each time, with bounds that
	// grow sixteenfold, until all is decided: Explicit within 262,144
	// configurations, Symbolic within 64 MiB and 8,388,608 nodes, where it does not
	// refuse, and so on. What Symbolic cannot decide is left to Explicit. What a
	// turn decides is kept.
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
	// Final is the number of nodes of the diagram of all configurations. Peak is the
	// most that were held at once: those of other sets are among them, and those
	// that were of no use any more and not yet collected.
	Final, Peak int
}

// symbolic searches all configurations on decision diagrams.
func (k *check) symbolic() (err error) {
	if why := symbolic.Why(k.system); why != "" {
		return fmt.Errorf("%s: the symbolic engine does not suit: %s; allowed: explicit, auto", k.system.Name(), why)
	}
	k.limits.phase = "diagrams"
	k.report.Engine = Symbolic
	defer func() {
		switch r := recover().(type) {
		case nil:
		case diagram.ErrMemory:
			k.cutShort(k.outgrown())
		case cut:
			k.cutShort(string(r))
		case broken:
			err = errBroken
		default:
			err = asError(r)
		}
	}()
	all := k.explored(nil, nil)
	k.report.Complete, k.sawAll = true, true
	k.count(all)
	if err := k.findFailureSymbolically(all); err != nil {
		return err
	}
	for i := range k.verdicts {
		if k.verdicts[i].Result != Unknown { // an earlier turn decided it
			continue
		}
		if err := k.decideWholly(&k.verdicts[i], all); err != nil {
			return err
		}
	}
	return nil
}

// outgrown is why a search stops that needs a larger diagram.
func (k *check) outgrown() string {
	switch {
	case k.share > 0:
		return shareSpent
	case k.limits.memory.bound > 0:
		return k.limits.memory.reason()
	}
	return "the diagram's size"
}

// broken is what a search panics with when it has to begin again.
type broken struct{}

// cutShort leaves the properties that are not decided unknown.
func (k *check) cutShort(why string) {
	k.report.Complete, k.report.Stopped = false, why
	for i := range k.verdicts {
		if v := &k.verdicts[i]; v.Result == Unknown {
			v.Note = why
		}
	}
}

// reached is a system and all its configurations in which every step so far
// was well-formed.
type reached struct {
	*symbolic.System
	all diagram.Set
}

// explored lays the system out and finds its configurations.
func (k *check) explored(m *properties.Monitor, avoid func(int, model.Status) bool) reached {
	x := symbolic.New(k.system, k.tables, symbolic.Options{Monitor: m, Avoid: avoid, Dead: k.dead})
	x.Limit, x.Room = k.share, k.limits.room
	made := int64(0)
	x.Idle = func() {
		k.made += x.Made() - made
		made = x.Made()
		k.idle(x)
	}
	all := x.Explore()
	x.Idle()
	return reached{x, all}
}

// idle stops a search that has reached a bound.
func (k *check) idle(x *symbolic.System) {
	bytes := x.Bytes()
	if k.dead != nil {
		if k.dead.Broken() {
			panic(broken{})
		}
		bytes += k.dead.Bytes()
	}
	k.limits.raise(bytes + k.tables.Bytes())
	live, _ := x.Live()
	if o := k.options; o.Progress != nil && time.Since(k.limits.reported) >= progressInterval {
		k.limits.reported = time.Now()
		o.Progress(Progress{Frontier: int64(live), Bytes: k.limits.peak.Load(), Elapsed: time.Since(k.limits.began), Phase: k.limits.phase})
	}
	k.limits.poll()
	switch {
	case k.effort > 0 && k.made > k.effort:
		panic(cut(effortSpent))
	case k.share > 0 && bytes > k.share:
		panic(cut(shareSpent))
	}
}

func (k *check) count(x reached) {
	configurations, events := x.Sizes(x.all)
	_, peak := x.Live()
	k.report.Exact = &Exact{configurations, events, x.DiagramSize(x.all), peak}
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

// decideWholly judges one property. Where that is cut short it is unknown: what
// decides it has not been shown.
func (k *check) decideWholly(v *Verdict, x reached) error {
	done := false
	defer func() {
		if !done {
			v.Result, v.Execution = Unknown, nil
		}
	}()
	err := k.decideSymbolically(v, x)
	done = true
	return err
}

// decideSymbolically judges one property.
func (k *check) decideSymbolically(v *Verdict, x reached) error {
	p := v.Property
	if p.RefutedAtStart(k.system) {
		v.Result = Violated
		var err error
		v.Execution, err = k.shown(p, model.Lasso{})
		return err
	}
	if k.system.Initial().Failed() { // no well-formed step is left to refute it
		return nil
	}
	shape := p.Shape()
	if shape == nil && p.Form != properties.Terminates {
		v.Note = "its predicate has no shape that the symbolic engine can follow"
		return nil
	}
	k.limits.phase = p.Name
	if p.Monitor() != nil {
		x = k.explored(p.Monitor(), nil)
	}
	switch {
	case p.Form == properties.AlwaysStep && !x.Reflexive(shape):
		v.Note = "an event that changes nothing may refute it: only the explicit engine looks for those"
		return nil
	case k.dead != nil && p.Monitor() != nil && x.Notices(x.all, p.Monitor()):
		v.Note = seesNothing
		return nil
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

// refute is the verdict of a property that the configurations of bad refute.
func (k *check) refute(v *Verdict, x reached, bad diagram.Set, otherwise Result) error {
	v.Result = otherwise
	if bad == diagram.Empty {
		return nil
	}
	v.Result = Violated
	return k.show(v, x, bad)
}

// show finds the least execution to one of the targets.
func (k *check) show(v *Verdict, x reached, targets diagram.Set) error {
	w := k.walk(v.Property, x)
	distances := x.Distances
	if f := v.Property.Form; f == properties.AtEnd || f.IsLiveness() { // the targets are terminal
		distances = x.DistancesOnceStarted
	}
	if err := w.along(distances(x.all, targets)); err != nil {
		return err
	}
	if p := v.Property; p.Form == properties.AlwaysStep {
		if err := w.follow(func(before, after model.Configuration, _ any) bool {
			a, b := k.system.View(before), k.system.View(after)
			a.Terminal, b.Terminal = false, false
			return !after.Failed() && !p.HoldsStep(a, b)
		}); err != nil {
			return err
		}
	}
	var err error
	v.Execution, err = k.shown(v.Property, model.Lasso{Stem: w.path.Schedule()})
	return err
}

// walk takes least events of the system that the engine searches, which a
// reduction may have changed, and asks the diagrams where to go.
type walk struct {
	*check
	property properties.Property
	x        reached
	path     *model.Path
	monitor  any // its state at the end of path
}

// walk returns the walk without events.
func (k *check) walk(p properties.Property, x reached) *walk {
	return &walk{check: k, property: p, x: x, path: k.system.PathFrom(k.left(k.system.Initial())), monitor: p.Begin(k.system)}
}

// follow takes the least event that is right.
func (w *walk) follow(ok func(before, after model.Configuration, monitor any) bool) error {
	w.limits.poll()
	at := w.path.Last()
	for _, y := range w.system.Successors(at) {
		next := w.property.Observe(w.monitor, w.system, at, y)
		if ok(at, y.Next, next) {
			y.Next = w.left(y.Next)
			w.path.Extend(y)
			w.monitor = next
			return nil
		}
	}
	return errNowhere
}

var errNowhere = fmt.Errorf("%w: a set of the symbolic search leads nowhere", errInternal)

// into goes on to the nearest of the targets: backwards to find how far they
// are, then along the least events.
func (w *walk) into(targets diagram.Set) error { return w.along(w.x.Distances(w.x.all, targets)) }

// along follows the least events from each layer into the one before it.
func (w *walk) along(layers []diagram.Set) error {
	for i := len(layers) - 2; i >= 0; i-- {
		if err := w.step(layers[i]); err != nil {
			return err
		}
	}
	return nil
}

// step takes the least event into a set.
func (w *walk) step(into diagram.Set) error {
	return w.follow(func(_, after model.Configuration, m any) bool { return w.x.Includes(into, after, m) })
}
