package symmetry_test

import (
	"strings"
	"testing"

	"github.com/interrex/interrex/checker/internal/symmetry"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
)

// twin is an algorithm in which one method tells of the identity 2 in local state 1, or of a
// port.
type twin struct{ method string }

// triplet is a local state: a number, and the ports that it knows.
type triplet struct {
	state int
	ports model.PortSet
}

func (a twin) tells(p model.Self, method string, s triplet) bool {
	return a.method == method && s.state == 1 && p.ID() == 2
}

func (twin) Init(model.Self) triplet { return triplet{} }

func (a twin) Ready(p model.Self, s triplet) model.Spontaneous {
	ready := model.Spontaneous{Wake: true, Idle: a.tells(p, "Ready", s)}
	switch a.method {
	case "Ready lists ports that it knows":
		ready.Suspect = s.ports
	case "Ready lists the next process":
		ready.Suspect = model.Ports(1)
	}
	return ready
}

func (a twin) Observe(p model.Self, s triplet) model.Status {
	if a.tells(p, "Observe panics", s) {
		p.PortOf(7)
	}
	return model.Status{Halted: a.tells(p, "Observe", s) || s.state == 2}
}

func (a twin) Durations(p model.Self, s triplet) model.Durations {
	return model.Durations{Suspect: model.Span{Least: 1, Greatest: map[bool]int{true: 1, false: 2}[a.tells(p, "Durations", s)]}}
}

func (a twin) Restart(p model.Self, s triplet) triplet {
	if a.tells(p, "Restart panics", s) {
		p.PortOf(7)
	}
	if a.tells(p, "Restart", s) {
		return triplet{state: 2}
	}
	return triplet{}
}

func (a twin) Defers(p model.Self, s triplet, q model.Port, _ string) bool {
	if a.tells(p, "Defers panics", s) {
		p.PortOf(7)
	}
	return a.tells(p, "Defers", s) || a.method == "Defers on ports that it knows" && s.ports.Has(q)
}

func (a twin) Step(p *model.Process[string], s triplet, in model.Input[string]) triplet {
	next := triplet{1, s.ports}
	if in.Kind == model.Receive {
		next.ports = s.ports.With(in.Port)
	}
	if start := s.state == 0 && in.Kind == model.Wake; start && strings.HasPrefix(a.method, "Init") {
		for q := range model.Port(p.Ports()) {
			switch {
			case p.ID() == 2 && a.method == "Init sends":
				p.Send(q, "b")
			case p.ID() == 2:
				p.Send(q, "a")
			}
			p.Send(q, "a")
		}
		return next
	}
	switch a.method {
	case "Step answers", "Ready lists ports that it knows", "Defers on ports that it knows":
		if in.Kind == model.Receive {
			p.Send(in.Port, "a")
		}
		return next
	case "Step sends to the next process":
		p.Send(1, "a")
		return next
	case "Step sends backwards":
		for q := range p.Ports() {
			p.Send(model.Port(p.Ports()-1-q), "a")
		}
		return next
	case "Step repeats itself":
		for q := range model.Port(p.Ports()) {
			p.Send(q, map[bool]string{true: "a", false: "b"}[s.state == 0 || p.ID() == 2])
		}
		return next
	case "Step names its receivers":
		for q := range model.Port(p.Ports()) {
			p.Send(q, string('a'+rune(p.Neighbour(q))))
		}
		return next
	}
	switch {
	case a.tells(p.Self, "Step sends", s):
		p.Send(0, "b")
	case a.tells(p.Self, "Step sends more", s):
		p.Send(0, "a")
	case a.tells(p.Self, "Step fails", s):
		panic("no")
	case a.tells(p.Self, "Step chooses", s):
		p.Choose(2)
	case a.method == "Step chooses twice" && s.state == 1 && p.ID() != 2:
		p.Choose(4)
	case a.method == "Step chooses twice" && s.state == 1:
		p.Choose(2)
		p.Choose(2)
	case a.method == "Step says why it fails":
		panic(p.ID())
	case a.tells(p.Self, "Step sends in another order", s):
		p.Send(1, "b")
		p.Send(0, "a")
		return next
	case a.method == "Step sends in another order":
		p.Send(0, "a")
		p.Send(1, "b")
		return next
	case a.tells(p.Self, "Step resets", s):
		p.Reset(0)
	case a.tells(p.Self, "Step leads elsewhere", s), a.tells(p.Self, "Wake leads elsewhere", s) && in.Kind == model.Wake:
		next.state = 2
	}
	for q := range model.Port(p.Ports()) {
		p.Send(q, "a")
	}
	return next
}

// TestKeeps asks for some entries of the tables of a group of three processes, of which
// one may do something else, or all tell ports apart.
func TestKeeps(t *testing.T) {
	for _, row := range []struct {
		method string
		crash  int
		order  int
		reason string
	}{
		{"", 0, 6, "all do the same"},
		{"", 1, 3, "a crash may strike between sends, which have an order; rotations keep it"},
		{"Ready", 0, 2, "process 1 differs"}, {"Observe", 0, 2, "process 1 differs"}, {"Observe panics", 0, 2, "process 1 differs"},
		{"Restart", 1, 1, "process 1 differs"}, {"Defers", 0, 2, "process 1 differs"}, {"Step sends", 0, 2, "process 1 differs"},
		{"Step sends more", 0, 2, "process 1 differs"}, {"Step fails", 0, 2, "process 1 differs"}, {"Step chooses", 0, 2, "process 1 differs"},
		{"Restart panics", 1, 1, "process 1 differs"}, {"Defers panics", 0, 2, "process 1 differs"}, {"Step resets", 0, 2, "process 1 differs"}, {"Step leads elsewhere", 0, 2, "process 1 differs"}, {"Durations", 0, 2, "process 1 differs"},
		{"Step answers", 0, 6, "the port that it has received on changes its name"},
		{"Ready lists ports that it knows", 0, 6, "and so do those in a local state"},
		{"Defers on ports that it knows", 0, 6, "also if they decide what is deferred"},
		{"Step names its receivers", 0, 6, "a message has another name after a renaming"},
		{"Step chooses twice", 0, 2, "process 1 differs, with as many outcomes"},
		{"Step sends backwards", 0, 6, "the order of the ports does not count"},
		{"Step repeats itself", 0, 2, "process 1 sends the same message again, the others another one"},
		{"Step says why it fails", 0, 1, "for another reason"},
		{"Ready lists the next process", 0, 3, "rotations keep the next process the next"},
		{"Step sends to the next process", 0, 3, "rotations keep the next process the next"},
	} {
		net := model.Network{N: 3, Topology: model.Complete, IDs: []model.ID{1, 2, 3}, Timing: model.Bounded, Delay: 1, Grants: model.KnowID | model.KnowNeighbours}
		net.Faults.Crash, net.Faults.Restart = row.crash, row.crash
		s, err := model.New(twin{row.method}, net)
		if err != nil {
			t.Fatal(err)
		}
		if got := orderAfter(s); got != row.order {
			t.Errorf("%q: %d renamings, want %d: %s", row.method, got, row.order, row.reason)
		}
	}
}

// orderAfter returns the number of renamings that are left after the steps of askAll.
func orderAfter(s *model.System) int {
	g := symmetry.New(s)
	for {
		askAll(g.Tables(), s)
		if !g.Broken() {
			return g.Order()
		}
		g.Learn()
	}
}

// TestKeepsTheNames is about faults that strike messages by name, where messages name their receivers.
func TestKeepsTheNames(t *testing.T) {
	for _, row := range []struct {
		victims model.Victims
		order   int
		reason  string
	}{
		{model.Victims{}, 6, "all may be lost"},
		{model.Victims{Loss: model.Messages{Names: []string{"b", "c", "d"}}}, 6, "all are named"},
		{model.Victims{Loss: model.Messages{Names: []string{"b"}}}, 2, "those to process 0 may be lost"},
		{model.Victims{Dup: model.Messages{Names: []string{"b", "c"}}}, 2, "those to process 2 are not duplicated"},
		{model.Victims{Loss: model.Messages{Names: []string{"b"}}, Dup: model.Messages{Names: []string{"c"}}}, 1, "no two are alike"},
	} {
		s, err := model.New(twin{"Step names its receivers"}, model.Network{N: 3, Topology: model.Complete, IDs: []model.ID{1, 2, 3},
			Grants: model.KnowID | model.KnowNeighbours, Faults: model.Faults{Loss: 1, Dup: 1}, Victims: row.victims})
		if err != nil {
			t.Fatal(err)
		}
		if got := orderAfter(s); got != row.order {
			t.Errorf("%v: %d renamings, want %d: %s", row.victims, got, row.order, row.reason)
		}
	}
}

// TestKeepsTheStart is about networks on which the initial configuration tells processes
// apart, and on which two ports lead to the same one.
func TestKeepsTheStart(t *testing.T) {
	awake := model.Network{N: 3, Topology: model.Complete, Wake: model.WakeSet{All: true}}
	for _, row := range []struct {
		method string
		net    model.Network
		order  int
		reason string
	}{
		{"Step answers", awake, 6, "all start alike"},
		{"Init sends", awake, 2, "process 1 has sent something else, too"},
		{"Init sends more", awake, 2, "process 1 has sent more"},
		{"Step sends in another order", model.Network{N: 2, Topology: model.Ring, Order: model.Inbox}, 1, "both messages are for the same inbox"},
	} {
		row.net.Grants = model.KnowID | model.KnowNeighbours
		for p := range row.net.N {
			row.net.IDs = append(row.net.IDs, model.ID(p+1))
		}
		s, err := model.New(twin{row.method}, row.net)
		if err != nil {
			t.Fatal(err)
		}
		if got := orderAfter(s); got != row.order {
			t.Errorf("%q: %d renamings, want %d: %s", row.method, got, row.order, row.reason)
		}
	}
}

// TestPeeksAtTheOthers says that a step that is only peeked at counts as a call for no process.
func TestPeeksAtTheOthers(t *testing.T) {
	s, err := model.New(twin{}, model.Network{N: 3, Topology: model.Complete, IDs: []model.ID{1, 2, 3}, Grants: model.KnowID | model.KnowNeighbours})
	if err != nil {
		t.Fatal(err)
	}
	tables, wake := symmetry.New(s).Tables(), compiled.Input{Kind: model.Wake, Msg: -1}
	tables.Peek(0, 0, wake)
	peeked := tables.Calls()
	tables.Step(0, 0, wake)
	if peeked != 0 || tables.Calls() != 3 {
		t.Errorf("%d calls after Peek and %d after Step, want 0 and 3", peeked, tables.Calls())
	}
}

// askAll asks for the entries that a few steps of process 0 from the initial configuration may need.
func askAll(t *compiled.Tables, s *model.System) {
	local := t.Local(0, s.Initial().Locals[0])
	for range 2 {
		o := t.Step(0, local, compiled.Input{Kind: model.Wake, Msg: -1})[0]
		if o.Failure != "" {
			return
		}
		local = o.Next
		t.Restart(0, local)
		for q := range model.Port(s.Semantics().Ports(0)) {
			for _, x := range o.Sends {
				in := compiled.Input{Kind: model.Receive, Port: q, Msg: x.Msg}
				t.Deferred(0, local, q, x.Msg)
				after := t.Peek(0, local, in)[0]
				if after.Failure == "" {
					t.Deferred(0, after.Next, q, x.Msg)
					t.Step(0, after.Next, in)
				}
			}
		}
	}
}

// TestAbandoned abandons a search at each point at which that may happen. The next one must still
// find that the renaming changes something, though the tables know the same entries already.
func TestAbandoned(t *testing.T) {
	s, err := model.New(twin{"Wake leads elsewhere"}, model.Network{N: 3, Topology: model.Complete, IDs: []model.ID{1, 2, 3}, Grants: model.KnowID | model.KnowNeighbours})
	if err != nil {
		t.Fatal(err)
	}
	abandon := func(g *symmetry.Group, left int) (abandoned bool) {
		defer func() { abandoned = recover() != nil }()
		g.Tables().Poll = func() {
			if left--; left < 0 {
				panic("enough")
			}
		}
		askAll(g.Tables(), s)
		return false
	}
	times := 0
	for ; ; times++ {
		g := symmetry.New(s)
		abandoned := abandon(g, times)
		g.Tables().Poll = nil
		askAll(g.Tables(), s)
		if !g.Broken() {
			t.Errorf("after %d calls: nothing is broken", times)
		}
		if !abandoned {
			break
		}
	}
	if times < 5 {
		t.Errorf("a search could be abandoned %d times: too little to test anything", times)
	}
}
