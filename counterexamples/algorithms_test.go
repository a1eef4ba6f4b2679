package counterexamples_test

import (
	"fmt"
	"testing"

	"github.com/interrex/interrex/counterexamples"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// The algorithms of these tests are minimal: each shows one thing.

// token is the message of all of them.
type token struct {
	What model.ID
}

func (m token) String() string { return fmt.Sprintf("TOKEN(%d)", m.What) }

// self is the local state of all of them.
type self struct {
	Awake  bool
	Role   model.Role
	Leader model.ID
	Sent   int
}

// starter is their common part: a process wakes once.
type starter struct{}

func (starter) Init(model.Self) self { return self{} }
func (starter) Ready(_ model.Self, s self) model.Spontaneous {
	return model.Spontaneous{Wake: !s.Awake}
}
func (starter) Observe(_ model.Self, s self) model.Status {
	return model.Status{Role: s.Role, Leader: s.Leader}
}
func (starter) Restart(_ model.Self, s self) self { return s }

// greedy takes the first identity that it receives for that of the leader, so two
// processes may win.
type greedy struct{ starter }

func (greedy) Step(p *model.Process[token], s self, in model.Input[token]) self {
	switch {
	case in.Kind == model.Wake:
		s.Awake, s.Role = true, model.Candidate
		p.Send(0, token{p.ID()})
	case in.Msg.What == p.ID():
		s.Role, s.Leader = model.Won, p.ID()
	default:
		s.Leader = in.Msg.What
		p.Send(0, in.Msg)
	}
	return s
}

// endless passes every token on for ever.
type endless struct{ starter }

func (endless) Step(p *model.Process[token], s self, in model.Input[token]) self {
	if s.Awake = true; in.Kind == model.Wake {
		in.Msg = token{p.ID()}
	}
	p.Send(0, in.Msg)
	return s
}

// coin decides by a coin, both ways if its neighbour does too.
type coin struct{ starter }

func (coin) Step(p *model.Process[token], s self, in model.Input[token]) self {
	if in.Kind == model.Wake {
		s.Awake, s.Role = true, model.Candidate
		p.Send(model.Port(p.Choose(2)), token{model.ID(1 + p.Choose(3))})
		return s
	}
	s.Role = model.Won
	return s
}

// flood sends to all in every round, twice.
type flood struct{ starter }

func (flood) Ready(_ model.Self, s self) model.Spontaneous {
	return model.Spontaneous{Wake: !s.Awake, Round: s.Awake && s.Sent < 2}
}

func (flood) Step(p *model.Process[token], s self, in model.Input[token]) self {
	switch in.Kind {
	case model.Wake:
		s.Awake = true
	case model.Round:
		s.Sent++
		for q := range p.Ports() {
			p.Send(model.Port(q), token{p.ID()})
		}
	case model.Receive:
		s.Awake, s.Leader = true, max(s.Leader, in.Msg.What)
	}
	return s
}

// echo sends a message to itself, and wins when it receives it.
type echo struct{ starter }

func (echo) Step(p *model.Process[token], s self, in model.Input[token]) self {
	if s.Awake = true; in.Kind == model.Wake {
		p.Send(0, token{p.ID()})
		return s
	}
	s.Role = model.Won
	return s
}

// impatient sends a token, and wins if none comes within two ticks.
type impatient struct{ starter }

func (impatient) Ready(_ model.Self, s self) model.Spontaneous {
	ready := model.Spontaneous{Wake: !s.Awake}
	if s.Role == model.Candidate {
		ready.Timers = model.Timers(0)
	}
	return ready
}

func (impatient) Durations(model.Self, self) model.Durations {
	return model.Durations{Timers: [8]model.Span{model.Exactly(2)}}
}

func (impatient) Step(p *model.Process[token], s self, in model.Input[token]) self {
	switch in.Kind {
	case model.Wake:
		s.Awake, s.Role = true, model.Candidate
		p.Send(0, token{p.ID()})
	case model.Timeout:
		s.Role = model.Won
	case model.Receive:
		s.Role = model.Lost
	}
	return s
}

// borrower holds a lease for as many ticks as its identity is, from when it wakes on.
type borrower struct{ starter }

func (borrower) InputNames() model.InputNames {
	return model.InputNames{Wake: "ask", Timers: [8]string{"lease"}}
}

func (borrower) Ready(_ model.Self, s self) model.Spontaneous {
	ready := model.Spontaneous{Wake: !s.Awake}
	if s.Role == model.Won {
		ready.Timers = model.Timers(0)
	}
	return ready
}

func (borrower) Durations(p model.Self, _ self) model.Durations {
	return model.Durations{Timers: [8]model.Span{model.Exactly(int(p.ID()))}}
}

func (borrower) Step(_ *model.Process[token], s self, in model.Input[token]) self {
	if s.Role = model.Won; in.Kind == model.Timeout {
		s.Role = model.Lost
	}
	s.Awake = true
	return s
}

// talkative sends long messages to all and itself whenever it wakes.
type talkative struct{ starter }

// speech is its message.
type speech struct{ By model.ID }

func (m speech) String() string {
	return fmt.Sprintf("ANNOUNCEMENT(from=%d,term=1000000,members={1,2,3,4,5,6,7,8,9,10,11,12},state=<#1;2>)", m.By)
}

func (talkative) Ready(_ model.Self, s self) model.Spontaneous {
	return model.Spontaneous{Wake: s.Sent < 9}
}

func (talkative) Step(p *model.Process[speech], s self, in model.Input[speech]) self {
	if s.Sent++; in.Kind == model.Wake {
		for q := range p.Ports() {
			p.Send(model.Port(q), speech{p.ID()})
		}
	}
	return s
}

// wary suspects every process that it may, and is a candidate.
type wary struct{ starter }

func (wary) Ready(_ model.Self, s self) model.Spontaneous {
	return model.Spontaneous{Wake: !s.Awake, Suspect: 1<<12 - 1}
}

func (wary) Step(_ *model.Process[token], s self, _ model.Input[token]) self {
	s.Awake, s.Role = true, model.Candidate
	return s
}

// instances returns the systems of these tests, by example.
// believer is greedy, and a traitor may pretend to be anybody.
type believer struct{ greedy }

func (believer) Forges(model.Self, model.Port) []token { return []token{{2}, {3}} }

func instances() map[string]counterexamples.Instance {
	ring := model.Network{Topology: model.UnidirectionalRing, N: 3, IDs: []model.ID{3, 1, 2}}
	faulty, all := ring, ring
	faulty.Faults = model.Faults{Crash: 1, Restart: 1, Loss: 1, Dup: 1, Cut: 1}
	all.Wake.All = true
	all.Faults.Crash = 1
	two := model.Network{Topology: model.Ring, N: 2, Order: model.Bag}
	star := model.Network{Topology: model.Star, N: 4, IDs: []model.ID{1, 4, 2, 3}, Timing: model.Lockstep, Faults: model.Faults{Crash: 1}}
	graph := model.Network{Topology: model.Graph, N: 3, Graph: [][]int{{1, 2}, {0}, {0}}, IDs: []model.ID{7, 8, 9},
		Labels: []int{0, 1, 0}, Grants: model.KnowID | model.KnowLabel | model.KnowNeighbourLabels, Order: model.Inbox,
		Wake: model.WakeSet{Only: []int{1, 2}}, Down: []int{0}, Start: []int{0, 0, 0}}
	loner := model.Network{Topology: model.Complete, N: 2, IDs: []model.ID{1, 2}, Order: model.Set}
	split, lying := ring, ring
	split.Faults.Divide = 1
	lying.Faults = model.Faults{Traitor: 1, Forge: 2}
	late := star
	late.Delay = 2
	slow := ring
	slow.Timing, slow.Delay, slow.Faults = model.Bounded, 3, model.Faults{Loss: 1}
	return map[string]counterexamples.Instance{
		"ticks":    {Algorithm: "impatient", Variant: "printed", Network: slow},
		"election": {Algorithm: "greedy", Variant: "printed", Network: ring},
		"faults":   {Algorithm: "greedy", Variant: "printed", Network: faulty},
		"division": {Algorithm: "greedy", Variant: "printed", Network: split},
		"traitor":  {Algorithm: "believer", Variant: "printed", Network: lying},
		"graph":    {Algorithm: "greedy", Variant: "+E1", Readings: "R1=b", Network: graph},
		"lasso":    {Algorithm: "endless", Variant: "printed", Network: ring},
		"all":      {Algorithm: "endless", Variant: "printed", Network: all},
		"coin":     {Algorithm: "coin", Variant: "printed", Network: two},
		"rounds":   {Algorithm: "flood", Variant: "printed", Network: star},
		"late":     {Algorithm: "flood", Variant: "printed", Network: late},
		"leases":   {Algorithm: "borrower", Variant: "printed", Network: slow},
		"loner":    {Algorithm: "echo", Variant: "printed", Network: loner},
	}
}

func system(i counterexamples.Instance) (*model.System, error) {
	switch i.Algorithm {
	case "greedy":
		return model.New(greedy{}, i.Network)
	case "believer":
		return model.New(believer{}, i.Network)
	case "endless":
		return model.New(endless{}, i.Network)
	case "coin":
		return model.New(coin{}, i.Network)
	case "flood":
		return model.New(flood{}, i.Network)
	case "wary":
		return model.New(wary{}, i.Network)
	case "talkative":
		return model.New(talkative{}, i.Network)
	case "echo":
		return model.New(echo{}, i.Network)
	case "impatient":
		return model.New(impatient{}, i.Network)
	case "borrower":
		return model.New(borrower{}, i.Network)
	}
	return nil, fmt.Errorf("unknown algorithm %q; allowed: greedy, endless, coin, flood, talkative, wary, echo, impatient, borrower", i.Algorithm)
}

func resolver() counterexamples.Resolver {
	return counterexamples.Resolver{System: system, Property: func(_ counterexamples.Instance, name string) (properties.Property, error) {
		return named(name)
	}}
}

// walk takes the events of that text on instance i.
func walk(t *testing.T, i counterexamples.Instance, stem []string, loop ...string) model.Execution {
	t.Helper()
	s, err := system(i)
	if err != nil {
		t.Fatal(err)
	}
	x, err := s.Replay(model.Lasso{Stem: schedule(t, stem), Loop: schedule(t, loop)})
	if err != nil {
		var texts []string
		for _, y := range s.Successors(x.Last()) {
			texts = append(texts, y.Event.String())
		}
		t.Fatalf("%v; enabled: %q", err, texts)
	}
	return x
}

func schedule(t *testing.T, texts []string) model.Schedule {
	t.Helper()
	var s model.Schedule
	for _, text := range texts {
		e, err := model.ParseEvent(text)
		if err != nil {
			t.Fatal(err)
		}
		s = append(s, e)
	}
	return s
}
