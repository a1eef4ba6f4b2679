package checker_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/catalogue"
)

// The benchmark models: LCR, HS and Raft's election with the variables and messages of the
// reference specification (docs/comparison.md), so that counts can be compared
// with those of other tools. The algorithms of the documents are in protocols.

// specLCR is LCR(n) on a unidirectional ring.
type specLCR struct{}

type specState struct {
	Awake  bool
	Role   model.Role
	Leader model.ID
}

type specElect struct {
	Term bool
	ID   model.ID
}

func (m specElect) String() string {
	if m.Term {
		return fmt.Sprintf("TERM(%d)", m.ID)
	}
	return fmt.Sprintf("ELECT(%d)", m.ID)
}

func (specLCR) Name() string              { return "spec-lcr" }
func (specLCR) Init(model.Self) specState { return specState{} }
func (specLCR) Ready(_ model.Self, s specState) model.Spontaneous {
	return model.Spontaneous{Wake: !s.Awake}
}
func (specLCR) Observe(_ model.Self, s specState) model.Status {
	return model.Status{Role: s.Role, Leader: s.Leader}
}

func (specLCR) Step(p *model.Process[specElect], s specState, in model.Input[specElect]) specState {
	if !s.Awake {
		s.Awake = true
		p.Send(0, specElect{ID: p.ID()})
	}
	if in.Kind == model.Wake {
		return s
	}
	switch m := in.Msg; {
	case m.Term && s.Role != model.Won:
		s.Role, s.Leader = model.Lost, m.ID
		p.Send(0, m)
	case m.Term:
	case m.ID > p.ID():
		s.Role = model.Lost
		p.Send(0, m)
	case m.ID == p.ID():
		s.Role, s.Leader = model.Won, p.ID()
		p.Send(0, specElect{true, p.ID()})
	}
	return s
}

// specHS is HS(n) on a ring. The specification's left is the model's right,
// port 1.
type specHS struct{}

const (
	specLeft  = model.Port(1)
	specRight = model.Port(0)
)

type hsState struct {
	Awake      bool
	Role       model.Role
	Leader     model.ID
	Phase      int
	GotL, GotR bool
}

type hsMsg struct {
	Kind string // probe, reply, term
	ID   model.ID
	K, D int
}

func (m hsMsg) String() string { return fmt.Sprintf("%s(%d,%d,%d)", m.Kind, m.ID, m.K, m.D) }

func (specHS) Name() string            { return "spec-hs" }
func (specHS) Init(model.Self) hsState { return hsState{} }
func (specHS) Ready(_ model.Self, s hsState) model.Spontaneous {
	return model.Spontaneous{Wake: !s.Awake}
}
func (specHS) Observe(_ model.Self, s hsState) model.Status {
	return model.Status{Role: s.Role, Leader: s.Leader}
}

func (specHS) Step(p *model.Process[hsMsg], s hsState, in model.Input[hsMsg]) hsState {
	probe := func(k int) {
		p.Send(specLeft, hsMsg{"probe", p.ID(), k, 1})
		p.Send(specRight, hsMsg{"probe", p.ID(), k, 1})
	}
	if !s.Awake {
		s.Awake = true
		probe(0)
	}
	if in.Kind == model.Wake {
		return s
	}
	m, back, onward := in.Msg, in.Port, 1-in.Port
	switch {
	case m.Kind == "probe" && m.ID == p.ID():
		if s.Role != model.Won {
			s.Role, s.Leader = model.Won, p.ID()
			p.Send(specRight, hsMsg{Kind: "term", ID: p.ID()})
		}
	case m.Kind == "probe" && m.ID > p.ID():
		s.Role = model.Lost
		if m.D < 1<<m.K {
			p.Send(onward, hsMsg{"probe", m.ID, m.K, m.D + 1})
		} else {
			p.Send(back, hsMsg{Kind: "reply", ID: m.ID, K: m.K})
		}
	case m.Kind == "reply" && m.ID != p.ID():
		p.Send(onward, m)
	case m.Kind == "reply":
		s.GotL, s.GotR = s.GotL || back == specLeft, s.GotR || back == specRight
		if s.GotL && s.GotR {
			s.Phase, s.GotL, s.GotR = m.K+1, false, false
			probe(m.K + 1)
		}
	case m.Kind == "term" && s.Role != model.Won:
		s.Role, s.Leader = model.Lost, m.ID
		p.Send(onward, m)
	}
	return s
}

// specCount has the counts that every engine must find of a benchmark model.
type specCount struct {
	model                  string
	n                      int
	configurations, events int64
	depth                  int
}

// specCounts are the reference counts (distinct configurations, events
// generated, depth in events), without reduction, each process waking at any
// time.
var specCounts = []specCount{
	{"LCR", 5, 254, 793, 21},
	{"LCR", 8, 9_940, 47_822, 45},
	{"LCR", 10, 124_042, 729_344, 66},
	{"LCR", 12, 1_604_676, 11_121_225, 91},
	{"LCR", 14, 21_316_874, 169_899_059, 120},
	{"HS", 4, 1_082, 4_052, 33},
	{"HS", 6, 28_630, 167_782, 61},
	{"HS", 7, 149_211, 1_032_334, 67},
	{"HS", 8, 779_938, 6_214_796, 73},
	{"RAFT1", 4, 701_064, 5_229_760, 28},
	{"RAFT2", 3, 3_365_561, 25_260_369, 28},
	{"RAFT1", 3, 1_111, 3_900, 15},
	{"RAFT1set", 3, 1_111, 3_900, 15},
	{"RAFT2set", 3, 2_255_243, 16_946_124, 24},
}

func specSystem(tb testing.TB, name string, n int) *model.System {
	tb.Helper()
	net := model.Network{Topology: model.UnidirectionalRing, N: n}
	for p := range n {
		net.IDs = append(net.IDs, model.ID(n-p))
	}
	var s *model.System
	var err error
	switch terms, isRaft := strings.CutPrefix(name, "RAFT"); {
	case isRaft:
		net.Topology, net.Order, net.Grants = model.Complete, model.Bag, model.KnowID|model.KnowN|model.KnowNeighbours
		terms, isSet := strings.CutSuffix(terms, "set")
		if isSet {
			net.Order = model.Set
		}
		last, _ := strconv.Atoi(terms)
		s, err = model.New(specRaft{last}, net)
	case name == "LCR":
		s, err = model.New(specLCR{}, net)
	default:
		net.Topology = model.Ring
		s, err = model.New(specHS{}, net)
	}
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

// catalogued returns an algorithm of the catalogue on its network with
// processes n..1, changed.
func catalogued(tb testing.TB, name, variant string, n int, change func(*model.Network) error) *model.System {
	tb.Helper()
	e, err := catalogue.ByName(name)
	if err != nil {
		tb.Fatal(err)
	}
	v, err := e.ParseVariant(variant)
	if err != nil {
		tb.Fatal(err)
	}
	net := e.Network(n)
	for p := range n {
		net.IDs = append(net.IDs, model.ID(n-p))
	}
	if err := change(&net); err != nil {
		tb.Fatal(err)
	}
	s, err := e.New(v, net)
	if err != nil {
		tb.Fatal(err)
	}
	return s
}
