package checkertest_test

import (
	"errors"
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// judged are the properties for which engine and reference are compared: the
// catalogue, and monitors with every form that allows one.
func judged() []properties.Property {
	won := func(v model.View) bool { return v.Status[0].Role == model.Won }
	parity := func(holds func(model.View, int) bool) properties.Watching {
		return properties.Watch(
			func(model.View) int { return 0 },
			func(state int, o properties.Observation) int { return (state + o.Sends) % 3 },
			holds)
	}
	even := parity(func(_ model.View, state int) bool { return state == 0 })
	two := parity(func(_ model.View, state int) bool { return state == 2 })
	return append(properties.Standard(properties.Greatest), properties.MessagesAtMost(2),
		properties.NewAlways("never-ends", "no configuration is terminal", func(v model.View) bool { return !v.Terminal }),
		properties.NewEventually("ends", "some configuration is terminal", func(v model.View) bool { return v.Terminal }),
		properties.NewAlwaysStep("visible", "every event changes what is seen",
			func(before, after model.View) bool { return !slices.Equal(before.Status, after.Status) }),
		properties.NewStabilises("ended", "at last all configurations are terminal", func(v model.View) bool { return v.Terminal }),
		properties.NewAtEnd("parity-at-end", "at the end a multiple of three messages was sent", even),
		properties.NewEventually("parity-eventually", "two messages are sent", two),
		properties.NewStabilises("parity-stabilises", "at last a multiple of three messages was sent", even),
		properties.New("parity-terminates", "every execution ends", properties.Terminates, even),
		properties.NewReachable("parity-reachable", "two messages can be sent", two),
		properties.NewRecurs("recurs", "process 0 has won again and again", won),
		properties.NewRecurs("recurs-ended", "a terminal configuration comes again and again", func(v model.View) bool { return v.Terminal }),
		properties.NewRecurs("parity-recurs", "a multiple of three messages was sent again and again", even),
		properties.NewLeadsTo("leads", "a candidate leads to a winner", some(model.Candidate), some(model.Won)),
		properties.NewLeadsTo("leads-on", "process 0 wins again after each loss of some process", some(model.Lost), won),
		properties.NewLeadsTo("leads-away", "after the end of an execution process 0 wins", func(v model.View) bool { return v.Terminal }, won),
		properties.NewLeadsTo("parity-leads", "after the second of three messages a candidate follows", two, some(model.Candidate)),
		properties.NewLeadsTo("leads-to-parity", "after a candidate the second of three messages is sent", some(model.Candidate), two),
		properties.NewLeadsTo("parity-leads-to-parity", "after the second of three messages the third follows", two, even))
}

// some returns the predicate that some process has a role.
func some(r model.Role) func(model.View) bool {
	return func(v model.View) bool {
		return slices.ContainsFunc(v.Status, func(s model.Status) bool { return s.Role == r })
	}
}

// agree compares the engine with the reference on s, and reports whether the
// reference could explore it.
func agree(t *testing.T, s *model.System, fairness model.Fairness, about string) bool {
	t.Helper()
	err := checkertest.Agree(s, checkertest.Options{Properties: judged(), Fairness: fairness, Max: 600})
	if errors.Is(err, checkertest.ErrTooLarge) {
		return false
	}
	if err != nil {
		t.Errorf("%s: %v", about, err)
	}
	return true
}

var (
	wide = flag.Uint64("wide", 1, "how many times as many random systems are compared as usual")
	from = flag.Uint64("from", 0, "the seed of the first random system that is compared with and without reduction")
)

// systems returns the number of random systems that a test compares: usual, or short
// with -short, times -wide.
func systems(usual, short uint64) uint64 {
	if testing.Short() {
		usual = short
	}
	return usual * *wide
}

func TestEngineAgreesOnRandomSystems(t *testing.T) {
	seeds := systems(70, 60)
	explored, with := uint64(0), map[string]int{"offers true": 0, "defers true": 0, "unbounded": 0, "labels [0": 0}
	for seed := range seeds {
		s, about := checkertest.Random(seed)
		if !agree(t, s, fairnesses[seed%3], about) {
			continue
		}
		explored++
		for feature := range with {
			if strings.Contains(about, feature) {
				with[feature]++
			}
		}
	}
	for feature, count := range with {
		if uint64(count) < seeds/40 {
			t.Errorf("%d of %d systems explored have %q: too few to test it", count, explored, feature)
		}
	}
	if explored < seeds*3/4 {
		t.Errorf("the reference explored %d of %d random systems: they must be smaller to test anything", explored, seeds)
	}
}

// TestEngineAgreesFromEveryStart compares engine and reference on systems with several
// initial configurations.
func TestEngineAgreesFromEveryStart(t *testing.T) {
	explored, seeds := uint64(0), systems(60, 40)
	for seed := range seeds {
		s, about := checkertest.RandomStarts(seed)
		if agree(t, s, fairnesses[seed%3], about) && s.Semantics().One() != nil {
			explored++
		}
	}
	if explored < seeds/3 {
		t.Errorf("the reference explored %d of %d systems with several starts only", explored, seeds)
	}
}

func TestEngineAgreesOnGraphs(t *testing.T) {
	for _, test := range graphs {
		for _, f := range fairnesses {
			if !agree(t, test.graph.System(), f, test.name) {
				t.Errorf("%s is too large for the reference", test.name)
			}
		}
	}
}

func TestEngineAgreesOnRings(t *testing.T) {
	faults := []model.Faults{{}, {Crash: 1}, {Crash: 1, Restart: 1}, {Loss: 1}, {Dup: 1}, {Cut: 1}, {Suspect: 1}}
	for _, timing := range []model.Timing{model.Async, model.Timely, model.Lockstep} {
		for _, order := range []model.Order{model.FIFO, model.Bag, model.Set, model.Inbox} {
			for _, f := range faults {
				net := model.Network{Topology: model.UnidirectionalRing, N: 2, IDs: []model.ID{2, 1},
					Order: order, Timing: timing, Faults: f}
				s, err := model.New(ring{}, net)
				if err != nil {
					continue // a combination that the model excludes
				}
				about := fmt.Sprintf("%v %v %v", timing, order, f)
				if !agree(t, s, model.Weak, about) {
					t.Errorf("%s is too large for the reference", about)
				}
			}
		}
	}
}

// ring is the algorithm of Chang and Roberts without the message that names the leader.
// It has an input for each timing and fault: an idle loser asks for the leader once,
// and a suspicion makes the survivor the winner.
type ring struct{}

type member struct {
	Awake, Asked bool
	Role         model.Role
}

func (ring) Init(model.Self) member                      { return member{} }
func (ring) Restart(_ model.Self, s member) member       { return member{Asked: s.Asked} }
func (ring) Observe(_ model.Self, s member) model.Status { return model.Status{Role: s.Role} }
func (ring) Ready(_ model.Self, s member) model.Spontaneous {
	r := model.Spontaneous{Wake: !s.Awake, Idle: s.Role == model.Lost && !s.Asked}
	if s.Awake && s.Role != model.Won {
		r.Suspect, r.Timers = model.Ports(0), model.Timers(0)
	}
	return r
}

func (ring) Step(p *model.Process[model.ID], s member, in model.Input[model.ID]) member {
	if !s.Awake {
		s.Awake = true
		p.Send(0, p.ID())
	}
	switch {
	case in.Kind == model.Idle:
		s.Asked = true
	case in.Kind == model.Suspect, in.Kind == model.Receive && in.Msg == p.ID():
		s.Role = model.Won
	case in.Kind == model.Receive && in.Msg > p.ID():
		s.Role = model.Lost
		p.Send(0, in.Msg)
	}
	return s
}

func TestExploreRefusesLargeSystems(t *testing.T) {
	large, err := model.New(ring{}, model.Network{Topology: model.UnidirectionalRing, N: 5, IDs: []model.ID{5, 4, 3, 2, 1}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := checkertest.Explore(large, checkertest.Options{}); !errors.Is(err, checkertest.ErrTooLarge) {
		t.Errorf("n = 5: got %v, want ErrTooLarge", err)
	}
	small := checkertest.Graph{Edges: "0 a 1; 1 a 2; 2 a 3"}.System()
	if _, err := checkertest.Explore(small, checkertest.Options{Max: 3}); !errors.Is(err, checkertest.ErrTooLarge) {
		t.Errorf("4 configurations of at most 3: got %v, want ErrTooLarge", err)
	}
	if _, err := checkertest.Explore(small, checkertest.Options{Max: 4}); err != nil {
		t.Errorf("4 configurations of at most 4: %v", err)
	}
}

func TestRandomIsAFunctionOfItsSeed(t *testing.T) {
	explored, loops := 0, 0
	for seed := range uint64(40) {
		s, about := checkertest.Random(seed)
		again, same := checkertest.Random(seed)
		if about != same {
			t.Fatalf("seed %d: got %q, then %q", seed, about, same)
		}
		o := checkertest.Options{Properties: judged(), Fairness: model.Strong, Max: 500}
		a, errA := checkertest.Explore(s, o)
		b, errB := checkertest.Explore(again, o)
		if diff := cmp.Diff(a, b, cmp.AllowUnexported(checkertest.Verdict{})); diff != "" || (errA == nil) != (errB == nil) {
			t.Errorf("%s: explored twice: %v, %v\n%s", about, errA, errB, diff)
		}
		if errA == nil {
			explored++
		}
		for _, v := range a.Verdicts {
			if v.Loop {
				loops++
			}
		}
	}
	if explored < 20 || loops < 20 {
		t.Errorf("%d of 40 systems explored, %d properties refuted by loops: want at least 20 each", explored, loops)
	}
}
