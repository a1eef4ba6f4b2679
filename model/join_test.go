package model_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/model"
)

// A server keeps one value. It answers each request with the value before it.
type server struct{}

// put asks the server to keep a value.
type put struct{ Value int }

// was is the answer: the value that the server has kept before.
type was struct{ Value int }

func (server) Init(model.Self) int                          { return 0 }
func (server) Ready(model.Self, int) model.Spontaneous      { return model.Spontaneous{} }
func (server) Observe(_ model.Self, value int) model.Status { return model.Status{Term: value} }

func (server) Step(p *model.Process[any], value int, in model.Input[any]) int {
	p.Send(in.Port, was{value})
	return in.Msg.(put).Value
}

// A client that wakes puts its identity into the register.
type client struct{}

// waiting is the local state of a client.
type waiting struct {
	Asked bool
	Found int // the value that the server has kept before, -1 if that is not known
}

func (client) Needs() model.Needs {
	return model.Needs{Knowledge: model.KnowID | model.KnowNeighbourLabels}
}

func (client) Init(model.Self) waiting { return waiting{Found: -1} }

func (client) Ready(_ model.Self, s waiting) model.Spontaneous {
	return model.Spontaneous{Wake: !s.Asked}
}

func (client) Observe(_ model.Self, s waiting) model.Status {
	return model.Status{Halted: s.Found >= 0}
}

func (client) Step(p *model.Process[any], s waiting, in model.Input[any]) waiting {
	if in.Kind == model.Wake {
		p.Send(p.PortTo(0), put{int(p.ID())})
		s.Asked = true
		return s
	}
	s.Found = in.Msg.(was).Value
	return s
}

// Join puts processes that run different programs into one network. A label says
// which program a process runs.
func ExampleJoin() {
	s, err := model.New(model.Join(model.ProgramOf(server{}), model.ProgramOf(client{})), model.Network{
		Topology: model.Star, N: 3, Labels: []int{0, 1, 1}, IDs: []model.ID{1, 2, 3},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	x, err := s.Replay(model.Lasso{Stem: model.Schedule{
		{Process: 2, Kind: model.Wake},
		{Process: 0, Kind: model.Receive, Port: 1, Message: "put(3)"},
		{Process: 1, Kind: model.Wake},
	}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(s.Name())
	fmt.Print(s.Text(x.Last()))
	// Output:
	// server+client
	// p0 3 :0 put(2)
	// p1 waiting(Asked=true,Found=-1)
	// p2 waiting(Asked=true,Found=-1) :0 was(0)
}

func TestNetworksThatDoNotFitJoinedPrograms(t *testing.T) {
	both := model.Join(model.ProgramOf(server{}), model.ProgramOf(client{}))
	star := model.Network{Topology: model.Star, N: 2, IDs: []model.ID{1, 2}}
	labelled := func(labels ...int) model.Network {
		net := star
		net.Labels = labels
		return net
	}
	timely := func(topologies ...model.Topology) model.Program {
		return model.ProgramOf(picky{needs: model.Needs{Topologies: topologies, Timings: []model.Timing{model.Timely}, MinN: 2, MaxN: 4}})
	}
	for _, test := range []struct {
		reason string
		alg    model.Algorithm[any, any]
		net    model.Network
		want   string
	}{
		{"nothing is joined", model.Join(), star, "nothing: no programs are joined; allowed: at least one"},
		{"a label without a program", both, labelled(0, 2), "server+client: process 1 has label 2; allowed: 0 (server), 1 (client)"},
		{"a label below the programs", both, labelled(0, -1), "server+client: process 1 has label -1; allowed: 0 (server), 1 (client)"},
		{"no labels", both, star, "server+client: no process runs client: none has label 1; allowed: each of 0 (server), 1 (client)"},
		{"a local state with a pointer", model.Join(model.ProgramOf(pointing{})), model.Network{N: 1},
			"pointing: pointing: local state *int is not comparable by value: is a pointer"},
		{"no program", model.Join(model.ProgramOf[int, int](nil)), model.Network{N: 1}, "nil: nil: no algorithm: the interface is nil"},
		{"a need of the second program", model.Join(model.ProgramOf(server{}), timely()), labelled(0, 1), "server+puppet: timing async; allowed: timely"},
		{"needs that exclude each other", model.Join(timely(model.Ring), timely(model.Star)), labelled(0, 1), "puppet+puppet: topology star; allowed: none"},
		{"only one program restarts", both, func() model.Network {
			net := labelled(0, 1)
			net.Faults = model.Faults{Crash: 1, Restart: 1}
			return net
		}(), "server+client: restart=1, but the algorithm has no Restart method"},
	} {
		t.Run(test.reason, func(t *testing.T) {
			_, err := model.New(test.alg, test.net)
			if err == nil || err.Error() != test.want {
				t.Errorf("got  %v\nwant %s", err, test.want)
			}
		})
	}
}

// pointing is an algorithm whose local states cannot be compared by value.
type pointing struct{}

func (pointing) Init(model.Self) *int                                        { return new(int) }
func (pointing) Ready(model.Self, *int) model.Spontaneous                    { return model.Spontaneous{} }
func (pointing) Observe(model.Self, *int) model.Status                       { return model.Status{} }
func (pointing) Step(_ *model.Process[int], s *int, _ model.Input[int]) *int { return s }

// TestJoinedProgramsAreTheirAlgorithms tests that a program behaves in a joined
// network as its algorithm does alone: it sends, chooses, restarts and fails alike.
func TestJoinedProgramsAreTheirAlgorithms(t *testing.T) {
	for _, test := range []struct {
		reason string
		alone  func(model.Network) (*model.System, error)
		joined model.Algorithm[any, any]
		net    model.Network
	}{
		{"messages of its own type", func(net model.Network) (*model.System, error) { return model.New(lcr{}, net) }, model.Join(model.ProgramOf(lcr{})),
			model.Network{Topology: model.UnidirectionalRing, N: 4, IDs: []model.ID{4, 1, 3, 2}, Order: model.Bag, Faults: model.Faults{Crash: 1}}},
		{"choices, and failures after them", func(net model.Network) (*model.System, error) { return model.New(gambler{}, net) }, model.Join(model.ProgramOf(gambler{})),
			model.Network{N: 2, Faults: model.Faults{Crash: 1, Restart: 1}}},
	} {
		t.Run(test.reason, func(t *testing.T) {
			alone, err := test.alone(test.net)
			if err != nil {
				t.Fatal(err)
			}
			joined, err := model.New(test.joined, test.net)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(eventsOf(alone), eventsOf(joined)); diff != "" {
				t.Errorf("events (-alone +joined):\n%s", diff)
			}
		})
	}
}

// eventsOf returns the events of all configurations with their sends and failures,
// breadth first.
func eventsOf(s *model.System) []string {
	var list []string
	seen, queue := map[string]bool{}, []model.Configuration{s.Initial()}
	for ; len(queue) > 0; queue = queue[1:] {
		c := queue[0]
		if key := s.Text(c) + fmt.Sprint(c.Down, c.Left, c.Started, c.Failures); !seen[key] {
			seen[key] = true
			list = append(list, key)
			for _, y := range s.Successors(c) {
				list = append(list, fmt.Sprint(y.Event, y.Sends, y.Next.Failures))
				queue = append(queue, y.Next)
			}
		}
	}
	return list
}

// A gambler that wakes chooses twice. One outcome is not well-formed.
type gambler struct{}

func (gambler) Init(model.Self) int                  { return 0 }
func (gambler) Restart(_ model.Self, s int) int      { return -s }
func (gambler) Observe(model.Self, int) model.Status { return model.Status{} }
func (gambler) Ready(_ model.Self, s int) model.Spontaneous {
	return model.Spontaneous{Wake: s <= 0 && s > -3}
}

func (gambler) Step(p *model.Process[int], s int, in model.Input[int]) int {
	if in.Kind != model.Wake {
		return in.Msg
	}
	first := p.Choose(3)
	p.Send(0, first)
	if first == 2 {
		panic("bankrupt")
	}
	return 1 + p.Choose(2)
}

func TestAMessageOfAnotherProgramIsNotWellFormed(t *testing.T) {
	s, err := model.New(model.Join(model.ProgramOf(lcr{}), model.ProgramOf(gambler{})), model.Network{N: 2, Labels: []int{0, 1}, IDs: []model.ID{1, 2}})
	if err != nil {
		t.Fatal(err)
	}
	x, err := s.Replay(model.Lasso{Stem: model.Schedule{{Process: 0, Kind: model.Wake}, {Process: 1, Kind: model.Receive, Port: 1, Message: "lcrMsg(false,1)"}}})
	if err != nil {
		t.Fatal(err)
	}
	want := "upon receive p1:1 lcrMsg(false,1) the step of p1 is not well-formed: " +
		"receives lcrMsg(false,1) of type model_test.lcrMsg; the messages of gambler are of type int"
	if got := x.IllFormed(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestPortsToALabel(t *testing.T) {
	for _, test := range []struct {
		reason string
		net    model.Network
		of     int
		want   string
	}{
		{"the hub of a star", model.Network{Topology: model.Star, N: 4, Labels: []int{0, 1, 0, 1}}, 0, "[0 2]"},
		{"a port to oneself", model.Network{Topology: model.Complete, N: 3, Labels: []int{0, 1, 1}}, 1, "[0 1]"},
		{"no such port", model.Network{Topology: model.Star, N: 2, Labels: []int{0, 0}}, 0, "fails: no port leads to a process with label 1"},
		{"no labels: all are 0", model.Network{N: 2}, 0, "fails: no port leads to a process with label 1"},
		{"not granted", model.Network{N: 2, Grants: model.KnowLabel}, 0,
			"fails: reads NeighbourLabels, which the network does not grant (it grants: Label)"},
	} {
		t.Run(test.reason, func(t *testing.T) {
			if test.net.Grants == 0 {
				test.net.Grants = model.KnowNeighbourLabels
			}
			s, err := model.New(searcher{}, test.net)
			if err != nil {
				t.Fatal(err)
			}
			y, ok := s.Apply(s.Initial(), model.Event{Process: test.of, Kind: model.Wake})
			if !ok {
				t.Fatal("it does not wake")
			}
			got := fmt.Sprint(y.Next.Locals[test.of])
			if y.Next.Failed() {
				got = "fails: " + y.Next.Failures[test.of]
			}
			if got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}

// A searcher that wakes looks for label 1.
type searcher struct{}

func (searcher) Init(model.Self) string                     { return "" }
func (searcher) Ready(model.Self, string) model.Spontaneous { return model.Spontaneous{Wake: true} }
func (searcher) Observe(model.Self, string) model.Status    { return model.Status{} }
func (searcher) Step(p *model.Process[int], _ string, _ model.Input[int]) string {
	ports := p.PortsTo(1)
	if p.PortTo(1) != ports[0] {
		return "PortTo is not the first"
	}
	return fmt.Sprint(ports)
}

// TestJoinedNames says how a joined algorithm and its programs are called.
func TestJoinedNames(t *testing.T) {
	programs := []model.Program{model.ProgramOf(server{}), model.ProgramOf(client{})}
	net := model.Network{Topology: model.Star, N: 3, Labels: []int{0, 1, 1}, IDs: []model.ID{1, 2, 3}}
	named, err := model.New(model.JoinAs("register", programs...), net)
	if err != nil {
		t.Fatal(err)
	}
	plain, err := model.New(model.Join(programs...), net)
	if err != nil {
		t.Fatal(err)
	}
	alone, err := model.New(lcr{}, model.Network{Topology: model.UnidirectionalRing, N: 3, IDs: []model.ID{1, 2, 3}})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range []*model.System{named, plain, alone} {
		got = append(got, s.Name(), s.Semantics().Program(0), s.Semantics().Program(1), s.Semantics().Program(2))
	}
	if diff := cmp.Diff([]string{"register", "server", "client", "client", "server+client", "server", "client", "client", "lcr", "", "", ""}, got); diff != "" {
		t.Errorf("names of systems, each with those of its processes (-want +got):\n%s", diff)
	}
	if _, err := model.New(model.JoinAs("two words", programs...), net); err == nil || err.Error() != `the name "two words" of algorithm model.joined has white space; allowed: one word` {
		t.Errorf("a name of two words: %v", err)
	}
}
