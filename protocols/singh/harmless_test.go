package singh_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/singh"
)

type (
	process = model.Process[singh.Message]
	input   = model.Input[singh.Message]
)

// changed is the corrected algorithm, changed: on some inputs it does something
// else instead.
type changed struct {
	singh.Algorithm
	instead func(a singh.Algorithm, p *process, s singh.State, in input) (next singh.State, applies bool)
}

func (c changed) Step(p *process, s singh.State, in input) singh.State {
	if next, applies := c.instead(c.Algorithm, p, s, in); applies {
		return next
	}
	return c.Algorithm.Step(p, s, in)
}

// sizes are networks on which the harmless oddities are shown to be harmless.
func sizes() []model.Network {
	list := []model.Network{network(8, []int{0, 1, 2}), network(9, []int{0, 2, 3}), network(10, []int{0, 3})}
	for n := 2; n <= 5; n++ {
		list = append(list, network(n, all), ascending(network(n, all)), inOrder(network(n, all), model.Bag))
	}
	return list
}

// TestCasesThatAreNotPrintedAreNotMissed panics where a candidate receives a
// message that none of its cases takes.
func TestCasesThatAreNotPrintedAreNotMissed(t *testing.T) {
	phase1 := []string{"CAPTURE 1", "CAPTURE 2", "ACCEPT 1", "ACK 0", "ELECTED 0"}
	phase2 := []string{"CAPTURE 1", "CAPTURE 2", "ACCEPT 2", "INFORM 0"}
	taken := map[singh.Stage][]string{singh.Capturing: phase1, singh.Surrounded: phase1, singh.Owning: phase1, singh.Contending: phase2}
	strict := changed{singh.Algorithm{Fixes: fixed}, func(_ singh.Algorithm, _ *process, s singh.State, in input) (singh.State, bool) {
		what, _, _ := strings.Cut(in.Msg.String(), "(")
		what = fmt.Sprint(what, " ", in.Msg.Phase)
		if in.Kind == model.Receive && taken[s.Stage] != nil && !slices.Contains(taken[s.Stage], what) {
			panic(fmt.Sprintf("%v receives %v", s, in.Msg))
		}
		return s, false
	}}
	for _, net := range sizes() {
		holds(t, strict, net)
	}
}

// TestCapturesBehindAreNotNeeded leaves out lines 83 and 84: a candidate that
// has its subring sends OWNER.
func TestCapturesBehindAreNotNeeded(t *testing.T) {
	shorter := changed{singh.Algorithm{Fixes: fixed}, func(_ singh.Algorithm, p *process, s singh.State, in input) (singh.State, bool) {
		k := 2
		if p.N() > 8 {
			k = 4
		}
		size := (p.N() + k - 1) / k
		level := s.Level + in.Msg.Arg + 1
		if s.Stage != singh.Capturing || in.Msg.Kind != singh.Accept || level < size-1 || p.N()%k == 0 {
			return s, false
		}
		for d := k; d < p.N(); d += k {
			p.Send(model.Port(d), named(singh.Owner, p.ID()))
		}
		return singh.State{Stage: singh.Owning, Level: level}, true
	}}
	for _, net := range sizes() {
		holds(t, shorter, net)
	}
}

// forward is the text for powers of 2 with any n: a subring has n/k processes, rounded down, and
// lines 83 to 86 are left out.
func forward(a singh.Algorithm, p *process, s singh.State, in input) (singh.State, bool) {
	const k = 4 // of 9 to 16 processes
	ahead := p.N()/k - 1
	contend := func(step int) singh.State {
		for d := k >> step; d < k; d += 2 * (k >> step) {
			p.Send(model.Port(d), capture(2, step, p.ID()))
		}
		return contending(step, 0)
	}
	switch level := s.Level + in.Msg.Arg + 1; {
	case s.Stage == singh.Capturing && gets(in, singh.Accept, 1) && level >= ahead:
		for i := 1; i <= ahead; i++ {
			p.Send(model.Port(i*k), named(singh.Owner, p.ID()))
		}
		return owning(level, 0), true
	case s.Stage == singh.Owning && gets(in, singh.Ack, 0) && s.Response+1 == ahead:
		return contend(1), true
	case s.Stage == singh.Contending && gets(in, singh.Accept, 2) && s.Response+1 == s.Wanted && s.Step == 1:
		return contend(2), true
	}
	return s, false
}

// TestModificationIsNeeded elects two leaders without lines 83 to 86.
func TestModificationIsNeeded(t *testing.T) {
	text := changed{singh.Algorithm{Fixes: fixed}, forward}
	if got := results(t, text, network(10, []int{0, 5}), "uniqueness")["uniqueness"]; got != checker.Violated {
		t.Errorf("uniqueness: got %v, want violated: neither asks a process that the other one owns", got)
	}
}
