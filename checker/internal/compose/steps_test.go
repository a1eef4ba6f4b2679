package compose_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/checker/internal/compose"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
)

// asker sends a question through port first and every later port when it wakes,
// and answers each question. Its local state records the messages received.
type asker struct{ first int }

type heard struct {
	Awake              bool
	Questions, Answers int
}

func (asker) Name() string          { return "asker" }
func (asker) Init(model.Self) heard { return heard{} }
func (asker) Observe(_ model.Self, s heard) model.Status {
	if s.Answers > 0 {
		return model.Status{Role: model.Won}
	}
	return model.Status{}
}

func (asker) Ready(_ model.Self, s heard) model.Spontaneous {
	if s.Awake && s.Answers == 0 {
		return model.Spontaneous{Timers: model.Timers(0)}
	}
	return model.Spontaneous{Wake: !s.Awake}
}

func (asker) Forges(_ model.Self, q model.Port) []string { return []string{"answer", "forged"}[q%2:] }

func (asker) Restart(_ model.Self, s heard) heard { return heard{Questions: s.Questions} }

func (a asker) Step(p *model.Process[string], s heard, in model.Input[string]) heard {
	switch {
	case in.Kind == model.Wake:
		s.Awake = true
		for q := a.first; q < p.Ports(); q++ {
			p.Send(model.Port(q), "question")
		}
	case in.Kind == model.Timeout:
		s.Answers = -1 // gives up
	case in.Msg == "question":
		s.Questions = min(s.Questions+1, 2)
		p.Send(in.Port, "answer")
	default:
		s.Answers = 1
	}
	return s
}

// TestStepsAreSuccessors compares the events of the machine and of model in each
// configuration: whether they are obligatory, the number of messages that they
// send, and the configurations that they lead to.
func TestStepsAreSuccessors(t *testing.T) {
	for _, row := range []struct {
		reason string
		first  int
		net    model.Network
	}{
		{"a second delivery sends nothing over a link that is cut", 1, model.Network{N: 2, Faults: model.Faults{Dup: 1, Cut: 1}}},
		{"who is down is sent nothing, and asks anew after a restart", 1, model.Network{N: 2, Faults: model.Faults{Crash: 1, Restart: 1}}},
		{"what a process sends to itself is gone when it falls within the step", 0,
			model.Network{N: 2, Topology: model.Complete, Wake: model.WakeSet{Only: []int{0}}, Faults: model.Faults{Crash: 1, Restart: 1}}},
		{"a cut outlives a crash and a restart", 1, model.Network{N: 2, Faults: model.Faults{Crash: 1, Restart: 1, Cut: 1}}},
		{"no crash falls within a second delivery", 1, model.Network{N: 2, Faults: model.Faults{Dup: 1, Crash: 1}}},
		{"what is lost may have been sent twice", 1, model.Network{N: 2, Order: model.Bag, Faults: model.Faults{Dup: 1, Loss: 1}}},
		{"a set does not add what it has", 1, model.Network{N: 2, Order: model.Set, Faults: model.Faults{Dup: 2}}},
		{"an inbox keeps the order of sending whatever the link", 1, model.Network{N: 3, Order: model.Inbox, Topology: model.Ring, Wake: model.WakeSet{Only: []int{0}}}},
		{"a timer runs out only while nothing is in flight", 1, model.Network{N: 2, Timing: model.Timely, Faults: model.Faults{Loss: 1}}},
		{"a round with a crash within it", 1, model.Network{N: 2, Timing: model.Lockstep, Faults: model.Faults{Crash: 1}}},
		{"a round over a link that is cut", 1, model.Network{N: 2, Timing: model.Lockstep, Faults: model.Faults{Cut: 1}}},
		{"a division cuts all links to the other group, and heals", 1,
			model.Network{N: 3, Topology: model.Ring, Wake: model.WakeSet{Only: []int{0}}, Faults: model.Faults{Divide: 2}}},
		{"a division outlives a crash and a restart", 1, model.Network{N: 2, Wake: model.WakeSet{Only: []int{1}}, Faults: model.Faults{Crash: 1, Restart: 1, Divide: 1}}},
		{"a link is cut by both faults", 1, model.Network{N: 2, Topology: model.Complete, Wake: model.WakeSet{Only: []int{1}}, Faults: model.Faults{Cut: 1, Divide: model.Unbounded}}},
		{"rounds of a divided network", 1, model.Network{N: 2, Timing: model.Lockstep, Faults: model.Faults{Divide: 1}}},
		{"a divided network in which time passes", 1,
			model.Network{N: 2, Timing: model.Timely, Faults: model.Faults{Divide: 1}}},
		{"a traitor's messages, links and budgets", 1,
			model.Network{N: 2, Topology: model.Complete, Wake: model.WakeSet{Only: []int{0}}, Faults: model.Faults{Traitor: 1, Forge: 2, Cut: 1}}},
		{"a traitor does not come back, and who has crashed forges nothing", 1,
			model.Network{N: 2, Wake: model.WakeSet{Only: []int{0}}, Faults: model.Faults{Traitor: 2, Forge: 1, Crash: 1, Restart: 1}}},
		{"only some become traitors, and forge some messages", 1,
			model.Network{N: 3, Topology: model.Ring, Order: model.Set, Wake: model.WakeSet{Only: []int{0}}, Faults: model.Faults{Traitor: 1, Forge: model.Unbounded},
				Victims: model.Victims{Traitor: []int{0, 2}, Forge: model.Messages{Names: []string{"forged"}, On: []model.Route{{From: 2, To: 1}}}}}},
		{"what is forged finds a channel full", 1,
			model.Network{N: 2, Capacity: model.Capacity{Places: 1, Full: model.Block}, Wake: model.WakeSet{Only: []int{0}}, Faults: model.Faults{Traitor: 1, Forge: 2}}},
		{"rounds with a traitor", 1, model.Network{N: 2, Timing: model.Lockstep, Faults: model.Faults{Traitor: 1, Forge: 1}}},
		{"time waits for what is forged", 1, model.Network{N: 2, Timing: model.Timely, Faults: model.Faults{Traitor: 1, Forge: 1}}},
		{"only one wakes", 1, model.Network{N: 3, Topology: model.Ring, Wake: model.WakeSet{Only: []int{1}}}},
	} {
		t.Run(row.reason, func(t *testing.T) {
			s, err := model.New(asker{row.first}, row.net)
			if err != nil {
				t.Fatal(err)
			}
			if !agrees(t, s, 4000) {
				t.Error("too many configurations")
			}
		})
	}
}

// TestDivisionsAreDecoded says that each state stands for a configuration in which the network is divided as in
// the state.
func TestDivisionsAreDecoded(t *testing.T) {
	s, err := model.New(asker{1}, model.Network{N: 3, Topology: model.Ring, Wake: model.WakeSet{Only: []int{0}}, Faults: model.Faults{Divide: 1}})
	if err != nil {
		t.Fatal(err)
	}
	m, err := compose.New(s, compiled.New(s), nil)
	if err != nil {
		t.Fatal(err)
	}
	divided := 0
	for at := range reached(m, 200) {
		c := m.Decode(at)
		if len(s.Semantics().Divided(c)) > 0 {
			divided++
		}
		if m.StateOf(c) != at {
			t.Errorf("the state of %s is another one", c.Key())
		}
	}
	if divided == 0 {
		t.Error("no state stands for a divided network")
	}
}

// TestTraitorsAreDecoded says that each state stands for a configuration with the traitors of the state.
func TestTraitorsAreDecoded(t *testing.T) {
	s, err := model.New(asker{1}, model.Network{N: 2, Wake: model.WakeSet{Only: []int{0}}, Faults: model.Faults{Traitor: 1, Crash: 1}})
	if err != nil {
		t.Fatal(err)
	}
	m, err := compose.New(s, compiled.New(s), nil)
	if err != nil {
		t.Fatal(err)
	}
	traitors := 0
	for at := range reached(m, 200) {
		c := m.Decode(at)
		if slices.Contains(c.Traitors, true) {
			traitors++
		}
		if m.StateOf(c) != at {
			t.Errorf("the state of %s is another one", c.Key())
		}
	}
	if traitors == 0 {
		t.Error("no state stands for a network with a traitor")
	}
}

// suspecter tells whom it suspects, once.
type suspecter struct{}

func (suspecter) Init(model.Self) bool                  { return false }
func (suspecter) Observe(model.Self, bool) model.Status { return model.Status{} }
func (suspecter) Ready(_ model.Self, done bool) (r model.Spontaneous) {
	if !done {
		r.Suspect = r.Suspect.With(1)
	}
	return r
}
func (suspecter) Step(p *model.Process[string], done bool, in model.Input[string]) bool {
	if in.Kind == model.Suspect {
		p.Send(in.Port, "suspected")
	}
	return done || in.Kind == model.Suspect
}

// TestSuspicionsAreSuccessors has true and false suspicions of the same process in the same
// local state: they differ in their cost, and in whether they must happen.
func TestSuspicionsAreSuccessors(t *testing.T) {
	s, err := model.New(suspecter{}, model.Network{N: 2, Topology: model.Complete, Faults: model.Faults{Crash: 1, Suspect: 1}})
	if err != nil {
		t.Fatal(err)
	}
	if !agrees(t, s, 4000) {
		t.Error("too many configurations")
	}
}

// tripper sends a message when it wakes, or trips over it.
type tripper struct{}

func (tripper) Init(model.Self) bool                  { return false }
func (tripper) Observe(model.Self, bool) model.Status { return model.Status{} }
func (tripper) Ready(_ model.Self, awake bool) model.Spontaneous {
	return model.Spontaneous{Wake: !awake}
}

func (tripper) Step(p *model.Process[string], awake bool, in model.Input[string]) bool {
	if in.Kind == model.Wake {
		if p.Choose(2) == 1 {
			panic("trips")
		}
		p.Send(1, "hello")
	}
	return true
}

// TestRoundsThatFail compares rounds in which one process trips while another
// sends: nobody else crashes within them.
func TestRoundsThatFail(t *testing.T) {
	s, err := model.New(tripper{}, model.Network{N: 2, Topology: model.Complete, Timing: model.Lockstep, Faults: model.Faults{Crash: 1}})
	if err != nil {
		t.Fatal(err)
	}
	if !agrees(t, s, 500) {
		t.Error("too many configurations")
	}
}

// teller sends three messages when it wakes, and one of two in the round after that.
type teller struct{}

func (teller) Init(model.Self) int                  { return 0 }
func (teller) Observe(model.Self, int) model.Status { return model.Status{} }
func (teller) Ready(_ model.Self, s int) model.Spontaneous {
	return model.Spontaneous{Wake: s == 0, Round: s == 1}
}

func (teller) Step(p *model.Process[string], s int, in model.Input[string]) int {
	switch in.Kind {
	case model.Wake:
		for _, text := range []string{"one", "two", "three"} {
			p.Send(1, text)
		}
		return 1
	case model.Round:
		p.Send(1, []string{"heads", "tails"}[p.Choose(2)])
		return 2
	}
	return s
}

// TestRoundsWithChoices compares rounds in which a process, after it has sent several messages, chooses
// which one it sends next: each choice has the first messages, and its own.
func TestRoundsWithChoices(t *testing.T) {
	s, err := model.New(teller{}, model.Network{N: 2, Topology: model.Complete, Timing: model.Lockstep})
	if err != nil {
		t.Fatal(err)
	}
	if !agrees(t, s, 500) {
		t.Error("too many configurations")
	}
}

// TestStepsForSome does the same with random systems whose faults strike some processes,
// messages and links only.
func TestStepsForSome(t *testing.T) {
	compared := 0
	const seeds = 120
	for seed := range uint64(seeds) {
		whole, about := checkertest.Random(seed)
		s := checkertest.ForSome(whole, seed)
		if s != nil && agrees(t, s, 60) {
			compared++
		}
		if t.Failed() {
			t.Fatal(about)
		}
	}
	if compared < seeds/8 {
		t.Errorf("only %d of %d systems were compared", compared, seeds)
	}
}

// TestStepsOfRandomSystems does the same with random systems.
func TestStepsOfRandomSystems(t *testing.T) {
	seeds := uint64(300)
	if testing.Short() {
		seeds = 60
	}
	compared := 0
	for seed := range seeds {
		s, about := checkertest.Random(seed)
		if agrees(t, s, 150) {
			compared++
		}
		if t.Failed() {
			t.Fatal(about)
		}
	}
	if compared < int(seeds)/4 {
		t.Errorf("only %d of %d systems were compared", compared, seeds)
	}
}

// agrees compares the steps of the machine with those of model in all
// configurations, one by one and in blocks. It reports whether there are at most most configurations.
func agrees(t *testing.T, s *model.System, most int) bool {
	t.Helper()
	m, err := compose.New(s, compiled.New(s), nil)
	if err != nil {
		t.Fatal(err)
	}
	initial := s.Initial()
	if m.StateOf(initial) != m.Initial() {
		t.Error("the initial configuration is another one")
	}
	seen, queue := map[compose.State]bool{m.Initial(): true}, []model.Configuration{initial}
	for ; len(queue) > 0 && len(seen) <= most && !t.Failed(); queue = queue[1:] {
		var want, got []string
		for _, x := range s.Successors(queue[0]) {
			next := m.StateOf(x.Next)
			want = append(want, stepText(x.Event, x.Obligatory, len(x.Sends), next))
			if !seen[next] {
				seen[next] = true
				queue = append(queue, x.Next)
			}
		}
		for _, e := range m.Edges(m.StateOf(queue[0]), nil) {
			l := m.Label(e.Label)
			got = append(got, stepText(l.Event, l.Obligatory, l.Sends, e.Next))
		}
		slices.Sort(want)
		slices.Sort(got)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("in %v (-model +machine):\n%s", queue[0], diff)
		}
	}
	expandsAlike(t, m, slices.Sorted(maps.Keys(seen)))
	if len(queue) > 0 {
		return false
	}
	searches(t, s)
	return true
}

func stepText(e model.Event, obligatory bool, sends int, next compose.State) string {
	return fmt.Sprintf("%v obligatory=%t sends=%d to %x", e, obligatory, sends, uint64(next))
}
