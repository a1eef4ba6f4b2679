package isomorphism_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker/certificate"
	"github.com/interrex/interrex/checker/internal/engine"
	"github.com/interrex/interrex/checker/internal/isomorphism"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
	"github.com/interrex/interrex/properties"
)

// mutant is a condition that a test leaves out, with a system and another one that is not isomorphic
// to it, but would be taken to be so.
type mutant struct {
	condition string
	reason    string
	net       model.Network
	other     func(*model.Network) // nil: the same network
	from, to  model.Algorithm[int, int]
	property  properties.Property // that says something else of the other system; zero: the counts differ
}

var (
	two     = model.Network{N: 2, Topology: model.Ring, Wake: model.WakeSet{Only: []int{0}}}
	three   = model.Network{N: 3, Topology: model.CompleteByID, IDs: []model.ID{2, 1, 3}, Wake: model.WakeSet{Only: []int{0}}, Grants: model.KnowID | model.KnowNeighbours}
	inTicks = model.Network{N: 2, Topology: model.Ring, Timing: model.Bounded, Delay: 2, Wake: model.WakeSet{Only: []int{0}}}
	crashes = model.Network{N: 2, Topology: model.Ring, Wake: model.WakeSet{Only: []int{0}}, Faults: model.Faults{Crash: 1, Restart: 1}}
	inSets  = model.Network{N: 2, Topology: model.Ring, Order: model.Set, Wake: model.WakeSet{Only: []int{0}}}
)

// sending returns a puppet that sends messages over port 0 when it wakes.
func sending(list ...int) puppet {
	return puppet{step: func(p *model.Process[int], s int, in model.Input[int]) int {
		if in.Kind != model.Wake {
			return s + 2
		}
		for _, m := range list {
			p.Send(0, m)
		}
		return s + 1
	}}
}

// waking returns a puppet that wakes in local states below a limit, to another one.
func waking(below int, to func(s int) int) puppet {
	return puppet{
		ready: func(s int) model.Spontaneous { return model.Spontaneous{Wake: s < below} },
		step:  func(_ *model.Process[int], s int, _ model.Input[int]) int { return to(s) },
	}
}

// choosing returns a puppet that goes to one of several local states when it wakes, or to 1.
func choosing(from int, to ...int) puppet {
	return puppet{
		ready: func(s int) model.Spontaneous { return model.Spontaneous{Wake: s == from || s < 2} },
		step: func(p *model.Process[int], s int, _ model.Input[int]) int {
			if s == from && len(to) > 1 {
				return to[p.Choose(len(to))]
			}
			return to[0]
		},
	}
}

// ticking returns a puppet that sets two timers when it wakes. When timer 1 runs out, it may start
// the other one anew.
func ticking(runs int, resets bool) puppet {
	return puppet{
		runs: runs,
		ready: func(s int) model.Spontaneous {
			return model.Spontaneous{Wake: s == 0, Timers: []model.TimerSet{0, model.Timers(0, 1), model.Timers(0), 0, 0}[s]}
		},
		step: func(p *model.Process[int], s int, in model.Input[int]) int {
			switch {
			case in.Kind == model.Wake:
				return 1
			case in.Timer == 0:
				return 4
			case resets:
				p.Reset(0)
			}
			return s + 1
		},
	}
}

// showing returns a puppet that wakes twice. Its status in a local state is the result of a function.
func showing(shows func(s int) model.Status) puppet {
	a := waking(2, func(s int) int { return s + 1 })
	a.observe = func(_ model.Self, s int) model.Status { return shows(s) }
	return a
}

func naming(leaders ...model.ID) puppet {
	return showing(func(s int) model.Status { return model.Status{Leader: leaders[s]} })
}

func nobodyNames(id model.ID) properties.Property {
	return properties.NewAlways("named", "no process names this leader", func(v model.View) bool {
		for _, s := range v.Status {
			if s.Leader == id {
				return false
			}
		}
		return true
	})
}

// odd is a property with a monitor of whether a leader with an odd identity was ever named.
func odd(holds func(odd bool) bool) properties.Property {
	return properties.NewAlways("odd", "a monitor says so", properties.Watch(func(model.View) bool { return false },
		func(odd bool, o properties.Observation) bool { return odd || o.After.Leader%2 == 1 }, holds))
}

// turning returns a puppet that comes to a local state in two ways, and names leaders.
func turning(leaders ...model.ID) puppet {
	return puppet{
		ready: func(s int) model.Spontaneous { return model.Spontaneous{Wake: s < 3} },
		step: func(p *model.Process[int], s int, _ model.Input[int]) int {
			if s == 0 {
				return 1 + p.Choose(2)
			}
			return 3
		},
		observe: func(_ model.Self, s int) model.Status { return model.Status{Leader: leaders[s]} },
	}
}

var mutants = []mutant{
	{condition: "sameNetwork", reason: "another process may wake too", net: two, other: func(n *model.Network) { n.Wake.Only = nil }, from: puppet{}, to: puppet{}},
	{condition: "sameLinks", reason: "ports follow the identities", net: three, other: func(n *model.Network) { n.IDs = []model.ID{2, 3, 1} }, from: puppet{}, to: puppet{},
		property: properties.NewAlways("second", "the second process does not win", func(v model.View) bool { return v.Status[1].Role != model.Won })},
	{condition: "wellFormed", reason: "the step of one fails", net: two, from: sending(1), to: failing{sending(1)}},
	{condition: "sameStarts", reason: "it may start in another local state too", net: two, from: puppet{inits: []int{0}}, to: puppet{inits: []int{0, 1}}},
	{condition: "sameReady", reason: "it may wake again", net: two, from: waking(1, func(s int) int { return s + 1 }), to: waking(2, func(s int) int { return s + 1 })},
	{condition: "sameDurations", reason: "a timer runs longer", net: inTicks, from: ticking(1, false), to: ticking(3, false)},
	{condition: "sameLocals", reason: "two paths to a local state lead to two", net: two, from: choosing(0, 2, 2), to: choosing(0, 2, 3)},
	{condition: "loneLocals", reason: "two paths to two local states lead to one", net: two, from: choosing(0, 2, 3), to: choosing(0, 2, 2)},
	{condition: "sameMessages", reason: "a set holds two different messages", net: inSets, from: sending(1, 1), to: sending(1, 2)},
	{condition: "loneMessages", reason: "a set holds one of two equal messages", net: inSets, from: sending(1, 2), to: sending(1, 1)},
	{condition: "sameOutcomes", reason: "it may choose something else", net: two, from: choosing(0, 2), to: choosing(0, 2, 3)},
	{condition: "sameSends", reason: "it sends once more", net: two, from: sending(1), to: sending(1, 1)},
	{condition: "sameResets", reason: "a timer starts anew", net: inTicks, from: ticking(2, false), to: ticking(2, true)},
	{condition: "sameDeferrals", reason: "it defers the message until it wakes", net: two, from: shy{}, to: shy{in: []int{0}}},
	{condition: "sameRestarts", reason: "it restarts in another local state", net: crashes, from: puppet{restart: 0}, to: puppet{restart: 3}},
	{condition: "sameStatuses", reason: "local states that show the same show different things", net: two, from: naming(0, 1, 1), to: naming(0, 1, 2), property: nobodyNames(2)},
	{condition: "sameBounds", reason: "a bound keeps it from going on", net: two,
		from: showing(func(s int) model.Status { return model.Status{Term: s} }), to: showing(func(s int) model.Status { return model.Status{Term: s, Bounded: s > 0} }),
		property: properties.NewEventually("never", "something happens that does not", func(model.View) bool { return false })},
	{condition: "sameAnswers", reason: "it names a leader that it must not name", net: two, from: naming(0, 1, 2), to: naming(0, 1, 3), property: nobodyNames(3)},
	{condition: "sameMonitors", reason: "the monitor goes elsewhere", net: two, from: naming(0, 2, 4), to: naming(0, 2, 3), property: odd(func(odd bool) bool { return !odd })},
	{condition: "loneMonitors", reason: "the monitor stays where it is", net: two, from: turning(0, 2, 3, 4), to: turning(0, 2, 6, 4), property: odd(func(bool) bool { return true })},
}

// failing is a puppet whose reception is not well-formed.
type failing struct{ puppet }

func (a failing) Step(p *model.Process[int], s int, in model.Input[int]) int {
	if in.Kind == model.Receive {
		p.Send(7, 1)
	}
	return a.puppet.Step(p, s, in)
}

// found has the results of the search of a system.
type found struct {
	Searches []engine.Counts
	Outcomes []engine.Outcome
	Failed   bool
}

func foundBy(a engine.Answer) found {
	f := found{Searches: a.Searches, Failed: a.Failure.Reached()}
	for _, x := range a.Findings {
		f.Outcomes = append(f.Outcomes, x.Outcome)
	}
	return f
}

// TestEveryConditionIsNeeded leaves out one condition at a time. Then a system is taken to be isomorphic to
// another of which a search finds something else, and the certificate is wrong. With all conditions it
// is not.
func TestEveryConditionIsNeeded(t *testing.T) {
	tested := map[string]bool{}
	for _, m := range mutants {
		tested[m.condition] = true
		t.Run(m.condition, func(t *testing.T) {
			var list []properties.Property
			if m.property.Name != "" {
				list = append(list, m.property)
			}
			net := m.net
			if m.other != nil {
				m.other(&net)
			}
			from, to := systemOf(t, m.from, m.net), systemOf(t, m.to, net)
			answer, record := searched(t, from, list)
			candidate := func() *isomorphism.Candidate {
				return &isomorphism.Candidate{System: to, Tables: compiled.New(to), Properties: list}
			}
			if same, _ := record.Compare(candidate()); same != nil {
				t.Fatalf("%s: they are isomorphic", m.reason)
			}
			same, place := record.Without(m.condition).Compare(candidate())
			if same == nil {
				t.Fatalf("%s: without the condition they differ, too, in answer %d", m.reason, place)
			}
			other, _ := searched(t, to, list)
			if cmp.Equal(foundBy(answer), foundBy(other)) {
				t.Errorf("%s: searches find the same: %+v", m.reason, foundBy(answer))
			}
			var flaw *certificate.Flaw
			c := same.Certificate()
			for _, p := range list {
				judged := certificate.Judged{Decided: func(v model.View, monitor any) any { return p.DecidedAt(v, monitor) }}
				if p.Monitor() != nil {
					judged.Monitor = &certificate.Monitor{Begin: p.Begin, Observe: p.Observe}
				}
				c.Properties = append(c.Properties, judged)
			}
			_, err := certificate.CheckIsomorphism(t.Context(), from, to, c, certificate.Options{MaxConfigurations: 1000})
			if !errors.As(err, &flaw) {
				t.Errorf("%s: the certificate has no flaw: %v", m.reason, err)
			}
		})
	}
	for name := range isomorphism.Conditions() {
		if !tested[name] {
			t.Errorf("no test leaves out the condition %s", name)
		}
	}
}
