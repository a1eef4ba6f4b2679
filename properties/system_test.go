package properties_test

import (
	"testing"

	"github.com/interrex/interrex/model"
)

// script is an algorithm given by the statuses of each process: a process goes to
// the next status whenever its timer runs out, and from the last back to the first
// if it loops.
type script struct {
	statuses [][]model.Status // by identity - 1
	sends    []int            // messages sent when entering a status, by identity - 1
	loops    bool
	panics   bool // on leaving the first status
}

type page struct{ At int }

func (a script) Name() string                   { return "script" }
func (a script) Init(model.Self) page           { return page{} }
func (a script) of(p model.Self) []model.Status { return a.statuses[p.ID()-1] }

func (a script) Ready(p model.Self, s page) model.Spontaneous {
	if a.loops || s.At+1 < len(a.of(p)) {
		return model.Spontaneous{Timers: model.Timers(0)}
	}
	return model.Spontaneous{}
}

func (a script) Step(p *model.Process[int], s page, in model.Input[int]) page {
	if in.Kind == model.Receive {
		return s
	}
	if a.panics {
		panic("as told")
	}
	if a.sends != nil {
		for i := range a.sends[p.ID()-1] {
			p.Send(0, i)
		}
	}
	return page{(s.At + 1) % len(a.of(p.Self))}
}

func (a script) Observe(p model.Self, s page) model.Status { return a.of(p)[s.At] }

// scripted returns the system of a on a ring, identities in order.
func scripted(t *testing.T, a script, faults model.Faults) *model.System {
	t.Helper()
	net := model.Network{Topology: model.UnidirectionalRing, N: len(a.statuses), Faults: faults}
	for p := range a.statuses {
		net.IDs = append(net.IDs, model.ID(p+1))
	}
	s, err := model.New(a, net)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// execution takes steps of processes in order, by their timers; -1-p crashes
// process p. The loop begins at step stem; if that is negative there is none.
func execution(t *testing.T, s *model.System, steps []int, stem int) model.Execution {
	t.Helper()
	var l model.Lasso
	for i, p := range steps {
		e := model.Event{Process: p, Kind: model.Timeout}
		if p < 0 {
			e = model.Event{Process: -1 - p, Kind: model.Crash}
		}
		if stem >= 0 && i >= stem {
			l.Loop = append(l.Loop, e)
		} else {
			l.Stem = append(l.Stem, e)
		}
	}
	x, err := s.Replay(l)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// The statuses in the tables of the tests.
var (
	undecided = model.Status{}
	candidate = model.Status{Role: model.Candidate}
	lost      = model.Status{Role: model.Lost}
	won       = model.Status{Role: model.Won}
	halted    = model.Status{Role: model.Lost, Halted: true}
	first     = model.Status{Role: model.Won, Term: 1}
	rival     = model.Status{Role: model.Candidate, Term: 1}
	later     = model.Status{Role: model.Candidate, Term: 2}
)

func leads(s model.Status, leader model.ID) model.Status { s.Leader = leader; return s }
func aside(s model.Status) model.Status                  { s.Aside = true; return s }
func inTerm(s model.Status, term int) model.Status       { s.Term = term; return s }
