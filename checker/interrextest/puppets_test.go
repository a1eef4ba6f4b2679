package interrextest

import (
	"testing"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// puppet is a process of a ring of two whose behaviour its name describes.
type puppet struct{ does string }

// counter is its local state: the number of messages that it has received.
type counter struct{ Received int }

func (puppet) Init(model.Self) counter { return counter{-1} }

func (a puppet) Ready(_ model.Self, s counter) model.Spontaneous {
	return model.Spontaneous{Wake: s.Received < 0 && a.does != "sleeps"}
}

func (a puppet) Step(p *model.Process[int], s counter, in model.Input[int]) counter {
	s.Received++
	switch {
	case a.does == "spins":
		s.Received = 0
		p.Send(0, 1)
	case a.does == "counts":
		p.Send(0, s.Received)
	case in.Kind == model.Wake:
		p.Send(0, 1)
	case a.does == "panics" && s.Received == 2:
		panic("no room")
	case a.does == "panics":
		p.Send(0, 1)
	case a.does == "panics at once":
		panic("no room")
	}
	return s
}

func (puppet) Observe(_ model.Self, s counter) model.Status {
	if s.Received > 0 {
		return model.Status{Role: model.Won}
	}
	return model.Status{}
}

func puppets(t testing.TB, does string) *model.System {
	t.Helper()
	s, err := model.New(puppet{does}, model.Network{Topology: model.UnidirectionalRing, N: 2})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// The properties of these tests, named by their verdicts.
func quiet() properties.Property {
	return properties.NewAlways("quiet", "nobody wins", func(v model.View) bool {
		return v.Status[0].Role != model.Won && v.Status[1].Role != model.Won
	})
}

func easy() properties.Property {
	return properties.NewAlways("easy", "nothing is asked", func(model.View) bool { return true })
}

func atRest() properties.Property {
	return properties.NewAtEnd("at-rest", "nothing is asked at the end", func(model.View) bool { return true })
}

func steady() properties.Property {
	return properties.NewStabilises("steady", "nothing is asked at last", func(model.View) bool { return true })
}

func unasked() properties.Property {
	return properties.NewLeadsTo("unasked", "a candidate wins", someone(model.Candidate), someone(model.Won))
}

func answered() properties.Property {
	return properties.NewLeadsTo("answered", "nothing is asked of an undecided process", someone(model.Undecided), someone(model.Undecided))
}

// someone is the shape of some process with a role.
func someone(r model.Role) properties.Shape {
	return properties.Shape{Some: func(s model.Status) bool { return s.Role == r }}
}

func faulty() properties.Property {
	return properties.NewAlways("faulty", "the third process is awake", func(v model.View) bool {
		return v.Status[2].Role != model.Won // the line that panics
	})
}
