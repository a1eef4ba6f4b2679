package singh

import (
	"fmt"
	"strings"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/errata"
)

// Algorithm is the algorithm with a set of fixes and of readings.
// The zero value is the text as printed.
type Algorithm struct {
	Fixes    errata.Fixes
	Readings errata.Readings
}

// Stage is the place in the program where a process waits for a message.
type Stage uint8

// The stages. Those from Capturing to Contending are the candidate's.
const (
	Asleep     Stage = iota // passive
	Capturing               // line 10, after line 6: an answer of one process of its subring is due
	Surrounded              // line 10, after line 83: answers of those in whose subring it is are due
	Owning                  // line 10, after line 4: acknowledgements are due
	Contending              // line 33: answers of the second phase are due
	Captured                // line 52
	Done                    // after line 73
	Leader                  // after line 46
)

var stageNames = [...]string{"asleep", "capturing", "surrounded", "owning", "contending", "captured", "done", "leader"}

// State is the local state of a process. Values that no line reads again are 0.
type State struct {
	Stage    Stage
	Fresh    bool       // of a captured process: it has received nothing since it was captured (R6=b)
	Level    int        // first phase of a candidate: level
	Step     int        // second phase of a candidate: step
	Response int        // of a candidate: answers since the last sends
	Wanted   int        // second phase of a candidate: the Response that ends the step, which n and Step determine
	Phase    int        // of a captured process: phase
	Owner    model.Port // of a captured process: owner
	Leader   model.ID   // who is the leader, NoID while unknown
}

func (s State) String() string {
	words := []string{stageNames[s.Stage]}
	add := func(name string, v int) {
		if v != 0 {
			words = append(words, fmt.Sprintf("%s=%d", name, v))
		}
	}
	add("level", s.Level)
	add("step", s.Step)
	add("response", s.Response)
	add("phase", s.Phase)
	add("owner", int(s.Owner))
	add("leader", int(s.Leader))
	if s.Fresh {
		words = append(words, "fresh")
	}
	return strings.Join(words, ",")
}

// Name returns "singh".
func (a Algorithm) Name() string { return "singh" }

// Needs returns the knowledge and network that the algorithm requires. Only line 65 as
// printed looks processes up by their identities.
func (a Algorithm) Needs() model.Needs {
	needs := model.Needs{
		Topologies: []model.Topology{model.Complete},
		MinN:       2,
		Knowledge:  model.KnowID | model.KnowN,
	}
	if !a.Fixes.Has(Distance) {
		needs.Knowledge |= model.KnowNeighbours
	}
	return needs
}

// Init returns the state of a passive process.
func (a Algorithm) Init(model.Self) State { return State{} } // 50

// Ready says that a passive process may wake up spontaneously.
func (a Algorithm) Ready(_ model.Self, s State) model.Spontaneous {
	return model.Spontaneous{Wake: s.Stage == Asleep}
}

// turn is the data that one step works with.
type turn struct {
	Algorithm
	ring
	p *model.Process[Message]
}

// Step is the algorithm.
func (a Algorithm) Step(p *model.Process[Message], s State, in model.Input[Message]) State {
	t := &turn{a, a.newRing(p.N()), p}
	switch s.Stage {
	case Asleep:
		if in.Kind == model.Wake {
			return t.subring(State{}) // 1
		}
		return t.captured(State{Stage: Captured, Phase: 1}, in) // 53, 54, 79
	case Capturing, Surrounded, Owning: // 2
		return t.first(s, in)
	case Contending: // 27
		return t.second(s, in)
	case Captured:
		if t.Readings[Inside] == 1 && !s.Fresh { // R12
			return s // 89
		}
		return t.captured(s, in)
	}
	return s // its program has come to an end
}

// capturedIn returns the state of a candidate that has been captured.
func (t *turn) capturedIn(phase int) State {
	return State{Stage: Captured, Phase: phase, Fresh: t.Readings[First] == 1}
}

// less reports whether the pair (x, own identity) is less than (y, other).
func (t *turn) less(x int, m Message) bool {
	return x < m.Arg || x == m.Arg && t.p.ID() < m.ID
}

// send sends m through each of the ports.
func (t *turn) send(ports []model.Port, m Message) {
	for _, q := range ports {
		t.p.Send(q, m)
	}
}

// Observe returns the view of an observer: a candidate may still win, a captured
// process may not.
func (a Algorithm) Observe(p model.Self, s State) model.Status {
	switch s.Stage {
	case Asleep:
		return model.Status{}
	case Captured:
		return model.Status{Role: model.Lost}
	case Done:
		return model.Status{Role: model.Lost, Leader: s.Leader, Halted: true}
	case Leader:
		return model.Status{Role: model.Won, Leader: p.ID(), Halted: true}
	}
	return model.Status{Role: model.Candidate}
}
