package checker_test

import (
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// TestCountsOfEWD840 compares the counts of Dijkstra's termination detection on a ring (EWD 840)
// with those of TLC: three nodes are active or not, white or black, and the token is anywhere, so there are
// 192 initial states. Of all states 302 are reachable (github.com/tlaplus/Examples,
// specifications/ewd840/manifest.json).
func TestCountsOfEWD840(t *testing.T) {
	s, err := model.New(ewd840{}, model.Network{N: 1, Wake: model.WakeSet{All: true}})
	if err != nil {
		t.Fatal(err)
	}
	if starts, err := s.Semantics().Starts(); err != nil || len(starts) != 192 {
		t.Fatalf("%d starts, error %v; want 192", len(starts), err)
	}
	detected := properties.NewAlways("detected", "what is detected is so", properties.Shape{Each: func(_ *model.Network, _ int, s model.Status) bool {
		d := s.Own.(detection)
		return d.Passive || !d.Detected
	}})
	again := properties.NewRecurs("probed", "the token comes back to node 0 again and again", properties.Shape{Each: func(_ *model.Network, _ int, s model.Status) bool {
		return s.Own.(detection).AtZero
	}})
	for _, o := range []checker.Options{
		{Search: checker.Search{Reduce: checker.NoReduction}}, {Search: checker.Search{Reduce: checker.NoReduction}, Workers: 2}, {Search: checker.Search{Engine: checker.Symbolic, Reduce: checker.NoReduction}}, {Search: checker.Search{Engine: checker.Auto}},
	} {
		o.Properties = []properties.Property{detected, again}
		r, err := checker.Check(t.Context(), s, o)
		if err != nil {
			t.Fatal(err)
		}
		if r.Configurations != 302 || !r.Complete || r.Verdicts[0].Result != checker.Holds || r.Verdicts[1].Result != checker.Violated {
			t.Errorf("%v: %d configurations, complete %t, %v and %v; want 302, holds and violated",
				o.Search.Engine, r.Configurations, r.Complete, r.Verdicts[0].Result, r.Verdicts[1].Result)
		}
	}
}

// ewd840 is the whole system as one process, whose operations are the actions of
// the nodes: node i sends to each node, becomes passive, and passes the token.
type ewd840 struct{}

const nodes = 3

type termination struct {
	Awake         bool
	Active, Black [nodes]bool
	Token         int
	Tainted       bool // the token is black
}

// detection is the part of a state that an observer sees.
type detection struct{ AtZero, Detected, Passive bool }

func (ewd840) Init(p model.Self) termination { return termination{Tainted: true} }

func (a ewd840) Inits(p model.Self) []termination {
	var list []termination
	for i := range 1 << (2 * nodes) * nodes {
		s := termination{Tainted: true, Token: i % nodes}
		for n := range nodes {
			s.Active[n], s.Black[n] = i/nodes>>n&1 == 1, i/nodes>>(nodes+n)&1 == 1
		}
		list = append(list, s)
	}
	return list
}

func (a ewd840) Ready(_ model.Self, s termination) model.Spontaneous {
	if !s.Awake {
		return model.Spontaneous{Wake: true}
	}
	return model.Spontaneous{Operations: len(a.next(s))}
}

func (ewd840) Observe(_ model.Self, s termination) model.Status {
	d := detection{AtZero: s.Token == 0, Passive: s.Active == [nodes]bool{}}
	d.Detected = d.AtZero && !s.Tainted && !s.Black[0] && !s.Active[0]
	return model.Status{Own: d}
}

func (a ewd840) Step(_ *model.Process[bool], s termination, in model.Input[bool]) termination {
	if in.Kind == model.Wake {
		s.Awake = true
		return s
	}
	return a.next(s)[in.Operation]
}

// next returns the states that the actions lead to.
func (ewd840) next(s termination) []termination {
	var list []termination
	for i := range nodes {
		after := s
		switch {
		case s.Token != i:
		case i == 0 && (s.Tainted || s.Black[0]): // InitiateProbe
			after.Token, after.Tainted, after.Black[0] = nodes-1, false, false
			list = append(list, after)
		case i > 0 && (!s.Active[i] || s.Black[i] || s.Tainted): // PassToken
			after.Token, after.Tainted, after.Black[i] = i-1, s.Tainted || s.Black[i], false
			list = append(list, after)
		}
		if !s.Active[i] {
			continue
		}
		for j := range nodes { // SendMsg
			after = s
			after.Active[j], after.Black[i] = true, s.Black[i] || j > i
			if j != i {
				list = append(list, after)
			}
		}
		after = s
		after.Active[i] = false // Deactivate
		list = append(list, after)
	}
	return list
}
