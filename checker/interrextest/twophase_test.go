package interrextest

import (
	"strings"
	"testing"
	"time"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// twoPhase is two-phase commit on a star whose centre coordinates. Its statuses show
// how far a process has come. A leaf that waits for the decision asks for it once. There is a planted
// fault: if the centre has aborted with only the votes of the first and the third leaf,
// it answers "commit" to a leaf that asks twice.
type twoPhase struct{}

type phase uint8

const (
	idle    phase = iota // the centre: not begun; a leaf: not asked
	waiting              // the centre for votes, a leaf for the decision
	asking               // a leaf that waits and has asked
	committed
	aborted
)

type record struct {
	Phase phase
	Votes model.PortSet // the centre: the leaves that have voted yes
	Acks  model.PortSet // the centre: the leaves that know the decision
	Asked model.PortSet // the centre: the leaves that have asked for it
}

type word string

const (
	prepare word = "prepare"
	yes     word = "yes"
	no      word = "no"
	ask     word = "ask"
	commit  word = "commit"
	abort   word = "abort"
	ack     word = "ack"
)

func (w word) String() string { return string(w) }

func (twoPhase) Init(model.Self) record { return record{} }

func (twoPhase) Ready(p model.Self, s record) model.Spontaneous {
	centre := p.Ports() > 1
	switch {
	case centre && s.Phase == idle:
		return model.Spontaneous{Wake: true}
	case s.Phase == waiting, !centre && s.Phase == idle:
		return model.Spontaneous{Timers: model.Timers(0)}
	}
	return model.Spontaneous{}
}

func (a twoPhase) Step(p *model.Process[word], s record, in model.Input[word]) record {
	if p.Ports() > 1 {
		return a.coordinate(p, s, in)
	}
	switch {
	case in.Kind == model.Timeout && s.Phase == idle:
		s.Phase = aborted
		p.Send(0, no)
	case in.Kind == model.Timeout:
		s.Phase = asking
		p.Send(0, ask)
	case in.Msg == prepare && s.Phase == idle:
		s.Phase = waiting
		p.Send(0, yes)
	case in.Msg == commit:
		s.Phase = committed
		p.Send(0, ack)
	case in.Msg == abort:
		s.Phase = aborted
		p.Send(0, ack)
	}
	return s
}

func (a twoPhase) coordinate(p *model.Process[word], s record, in model.Input[word]) record {
	tell := func(w word) {
		for q := range p.Ports() {
			p.Send(model.Port(q), w)
		}
	}
	switch {
	case in.Kind == model.Wake:
		s.Phase = waiting
		tell(prepare)
	case in.Msg == ack:
		s.Acks = s.Acks.With(in.Port)
	case in.Msg == ask && s.Phase == committed:
		p.Send(in.Port, commit)
	case in.Msg == ask && s.Phase == aborted && s.Votes == model.Ports(0, 2) && s.Asked.Has(in.Port):
		p.Send(in.Port, commit)
	case in.Msg == ask && s.Phase == aborted:
		s.Asked = s.Asked.With(in.Port)
		p.Send(in.Port, abort)
	case s.Phase != waiting:
	case in.Kind == model.Timeout || in.Msg == no:
		s.Phase = aborted
		tell(abort)
	case in.Msg == yes:
		s.Votes = s.Votes.With(in.Port)
		if s.Votes.Len() == p.Ports() {
			s.Phase = committed
			tell(commit)
		}
	}
	return s
}

func (twoPhase) Observe(_ model.Self, s record) model.Status { return model.Status{Own: s.Phase} }

func atomic() properties.Property {
	return properties.NewAlways("atomic", "nobody commits where somebody aborts", func(v model.View) bool {
		in := func(asked phase) int { return properties.Count(v, func(p phase) bool { return p == asked }) }
		return in(committed) == 0 || in(aborted) == 0
	})
}

func commits(t *testing.T, n int) *model.System {
	t.Helper()
	s, err := model.New(twoPhase{}, model.Network{Topology: model.Star, N: n, Order: model.Bag,
		Faults: model.Faults{Crash: 1, Loss: 1, Dup: 1}})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestTwoPhase says that a violation that random schedules miss is found by the search,
// or the test fails as the search is not complete.
func TestTwoPhase(t *testing.T) {
	t.Run("found", func(t *testing.T) {
		if !checkertest.Long() {
			t.Skip("searches for seconds, INTERREX_LONG is not set")
		}
		spied := &spy{TB: t, name: t.Name()}
		Config{Time: time.Hour, Dir: t.TempDir()}.Check(spied, commits(t, 4), atomic())
		if len(spied.errors) != 1 || !strings.HasPrefix(spied.errors[0], "atomic: violated by 10 events (exhaustive search)") {
			t.Errorf("four processes are few enough to search: failed %q", spied.errors)
		}
	})
	t.Run("not complete", func(t *testing.T) {
		spied := &spy{TB: t, name: t.Name()}
		seeded(t, 1) // other seeds may find it
		Config{Time: time.Hour, Configurations: 1_000, Schedules: 20, Dir: t.TempDir()}.Check(spied, commits(t, 5), atomic())
		if len(spied.errors) != 1 || !strings.HasPrefix(spied.errors[0], "atomic, well-formed: not decided: no search was complete") {
			t.Errorf("a thousand configurations are too few for five: failed %q, logged %q", spied.errors, spied.logs)
		}
	})
	t.Run("random", func(t *testing.T) {
		spied := &spy{TB: t, name: t.Name()}
		seeded(t, 1)
		Config{Time: time.Hour, Random: Only, Schedules: 500, Dir: t.TempDir()}.Check(spied, commits(t, 5), atomic())
		if len(spied.errors) != 0 || !spied.logged("atomic: not violated by 500 random schedules") {
			t.Errorf("random schedules miss it (100,000 did): failed %q", spied.errors)
		}
	})
}
