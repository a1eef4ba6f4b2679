package interrextest

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/interrex/interrex/checker/schedule"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/stepwise"
)

// A name stands for a cause, whether or not that is enabled now. If it is not, the name
// does nothing.
type name struct {
	cause stepwise.Cause
	role  role
}

// role is the effect of a name.
type role uint8

const (
	happens role = iota // an event of cause; if it is a round, with the wake-ups that are due
	wakes               // in lockstep: cause.Process wakes in the next round
	strikes             // cause.Process crashes within its next step, after cause.After sends
	other               // an event of the first cause without a name
)

func (n name) String() string {
	switch n.role {
	case wakes:
		return fmt.Sprintf("p%d wakes in the next round", n.cause.Process)
	case strikes:
		return fmt.Sprintf("p%d crashes in its next step after %d", n.cause.Process, n.cause.After)
	case other:
		return "anything else"
	}
	return n.cause.String()
}

// key is a name as the key of a map.
type key struct {
	role                                   role
	kind                                   model.Kind
	process, port, nth, timer, peer, after int
	group                                  string
}

func (n name) key() key {
	x := n.cause
	k := key{n.role, x.Kind, x.Process, int(x.Port), x.Nth, int(x.Timer), x.Peer, x.After, ""}
	if x.Group != nil {
		k.group = fmt.Sprint(x.Group)
	}
	return k
}

// universe holds all names of a system, and the length of its walks.
type universe struct {
	system *model.System
	names  []name
	has    map[key]bool // the names, as a set
	events int          // the largest number of events of a walk so far
	draws  int          // the average number of names of a walk
}

const (
	probes       = 24   // walks that find the names; fewer for more than eight processes
	mostDraws    = 4000 // the largest average number of names of a schedule
	mostStrikes  = 3    // a crash within a step comes after fewer sends than this
	completeness = 4    // the fair end is at most this many times the longest walk so far
)

// newUniverse takes some random walks and names their causes. Every other walk avoids
// faults if it can. Causes of no walk are left to the name with the role other. No walk
// but the first begins after that time.
func newUniverse(s *model.System, most time.Duration) universe {
	end := time.Now().Add(most)
	u := universe{system: s, has: map[key]bool{}, events: 1}
	waiting, walks := 0.0, 0
	for seed := range uint64(max(8, probes-2*max(0, s.Network().N-8))) {
		if walks > 0 && time.Now().After(end) {
			break
		}
		walks++
		if calm := seed%2 == 0; calm {
			waiting += u.probe(seed, func(x stepwise.Cause) bool { return !x.Kind.IsFault() })
		} else {
			u.probe(seed, func(stepwise.Cause) bool { return true })
		}
	}
	u.addStrikes()
	slices.SortFunc(u.names, compareNames)
	u.names = append(u.names, name{role: other})
	u.draws = min(10+int(2*waiting/float64(walks)*float64(len(u.names))), mostDraws)
	return u
}

// probe takes a random walk, which takes preferred causes if it can, and names every
// cause that is enabled on its way. It returns the sum, over its events, of 1 divided by
// the number of enabled causes. It is proportional to the number of names, drawn at
// random, that a walk of this length needs.
func (u *universe) probe(seed uint64, preferred func(stepwise.Cause) bool) float64 {
	coins, waiting := rand.New(rand.NewPCG(seed, 1)), 0.0
	pick := func(outcomes int) int { return coins.IntN(outcomes) }
	w := schedule.Start(u.system, model.Unfair)
	for w.Len() < 200+40*u.system.Network().N && len(w.Enabled()) > 0 {
		list := slices.Clone(w.Enabled())
		for _, x := range list {
			u.add(x)
		}
		waiting += 1 / float64(len(list))
		if some := slices.DeleteFunc(slices.Clone(list), func(x stepwise.Cause) bool { return !preferred(x) }); len(some) > 0 {
			list = some
		}
		w.Take(list[coins.IntN(len(list))], pick)
	}
	u.events = max(u.events, w.Len())
	return waiting
}

// add adds the names of a cause.
func (u *universe) add(x stepwise.Cause) {
	for _, p := range x.Wakes {
		u.include(name{stepwise.Cause{Event: model.Event{Process: p, Kind: model.Wake}}, wakes})
	}
	x.Wakes = nil
	u.include(name{x, happens})
}

func (u *universe) include(n name) {
	if k := n.key(); !u.has[k] {
		u.has[k] = true
		u.names = append(u.names, n)
	}
}

func (u *universe) addStrikes() {
	if u.system.Network().Faults.Crash == 0 {
		return
	}
	for p := range u.system.Network().N {
		for after := range mostStrikes {
			u.include(name{stepwise.Cause{Event: model.Event{Process: p, Kind: model.Crash, After: after}}, strikes})
		}
	}
}

// compareNames orders names by kind: wake-ups first, faults last. Shrinking prefers
// names that come first.
func compareNames(a, b name) int {
	return cmp.Or(cmp.Compare(a.cause.Kind, b.cause.Kind), cmp.Compare(a.role, b.role),
		a.cause.Compare(b.cause.Event), cmp.Compare(a.cause.Nth, b.cause.Nth))
}

// A draw holds the random parameters of one schedule: its names, or those of a
// scheduler.
type draw struct {
	way    string // a scheduler, or byName
	Coins  uint64 // decides the outcomes of Choose, and is the seed of the scheduler
	Length int    // the number of events that the scheduler selects
	Depth  int    // of pct
	Names  []name
	Omit   uint8 // selects the names without effect in this schedule; 0: none
	Calm   int   // the number of names before the first fault
}

// walk extends w by the events of d, and completes it fairly.
func (u universe) walk(d draw, w *schedule.Walk) schedule.Ending {
	r := &run{universe: u, draw: d, walk: w, omitted: u.omitted(d.Omit), striking: map[int]int{}}
	if d.way != byName {
		s, err := schedule.New(d.way, schedule.Options{Seed: d.Coins, Length: d.Length, Depth: d.Depth})
		if err != nil {
			panic(err)
		}
		schedule.Run(w, s, d.Length)
	}
	for i, n := range d.Names {
		if !w.Open() {
			break
		}
		if i >= d.Calm || !n.cause.Kind.IsFault() {
			r.take(n)
		}
	}
	return w.Complete(w.Len()+completeness*u.events+100, r.pick)
}

// omitted returns the names that a swarm omits: each wake-up, invocation, delay and fault with probability
// one half, and each other name with one quarter. Omitted events that are obligatory
// occur in the fair end.
func (u universe) omitted(seed uint8) map[key]bool {
	list := map[key]bool{}
	if seed == 0 {
		return list
	}
	coins := rand.New(rand.NewPCG(uint64(seed), 0))
	for _, n := range u.names {
		quarters := 1
		switch {
		case n.role == other || n.cause.Kind == model.Round:
			quarters = 0
		case n.cause.Kind == model.Wake || n.cause.Kind == model.Invoke || n.cause.Kind == model.Delay || n.cause.Kind.IsFault():
			quarters = 2
		}
		list[n.key()] = coins.IntN(4) < quarters
	}
	return list
}

// run is the state of a walk.
type run struct {
	universe
	draw
	walk     *schedule.Walk
	omitted  map[key]bool
	waking   []int       // the processes that wake in the next round
	striking map[int]int // by process: the number of sends before the crash in its next step
}

// pick returns a random outcome that depends only on the draw and the number of events.
func (r *run) pick(outcomes int) int {
	return rand.New(rand.NewPCG(r.Coins, uint64(r.walk.Len()))).IntN(outcomes)
}

// take applies a name, if it can.
func (r *run) take(n name) {
	if r.omitted[n.key()] {
		return
	}
	switch n.role {
	case wakes:
		r.waking = append(r.waking, n.cause.Process)
	case strikes:
		r.striking[n.cause.Process] = n.cause.After
	case other:
		for _, x := range r.walk.Enabled() {
			if x.Kind != model.Round && !r.has[name{x, happens}.key()] {
				r.happen(x)
				return
			}
		}
	case happens:
		x := n.cause
		if x.Kind == model.Round {
			x.Wakes = r.wakeable()
		}
		if r.walk.Has(x) {
			r.happen(x)
		}
	}
}

// wakeable returns those processes of waking that may wake now, and clears waking.
func (r *run) wakeable() []int {
	var list []int
	for _, x := range r.walk.Enabled() {
		for _, p := range x.Wakes {
			if slices.Contains(r.waking, p) && !slices.Contains(list, p) {
				list = append(list, p)
			}
		}
	}
	r.waking = nil
	slices.Sort(list)
	return list
}

// happen takes an event of cause x, or the crash within it that is due.
func (r *run) happen(x stepwise.Cause) {
	if r.walk.Last().Left.Crash > 0 && x.Kind.IsInput() {
		for p := range r.system.Network().N {
			after, ok := r.striking[p]
			if !ok || x.Kind != model.Round && x.Process != p {
				continue
			}
			delete(r.striking, p)
			if r.walk.Take(x.Strike(p, after), r.pick) {
				return
			}
		}
	}
	r.walk.Take(x, r.pick)
}
