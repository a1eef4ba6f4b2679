package model_test

import (
	"fmt"

	"github.com/interrex/interrex/model"
)

// A locker lends its lock to one client at a time.
type locker struct{}

// Messages of clients and server.
const (
	acquire = "ACQUIRE"
	granted = "GRANTED"
	release = "RELEASE"
)

func (locker) Init(model.Self) bool                         { return false }
func (locker) Ready(model.Self, bool) model.Spontaneous     { return model.Spontaneous{} }
func (locker) Observe(_ model.Self, lent bool) model.Status { return model.Status{Own: lent} }

// Defers says that a request waits until the lock is back. The step need not
// remember who has asked.
func (locker) Defers(_ model.Self, lent bool, _ model.Port, m string) bool {
	return lent && m == acquire
}

func (locker) Step(p *model.Process[string], _ bool, in model.Input[string]) bool {
	if in.Msg == release {
		return false
	}
	p.Send(in.Port, granted)
	return true
}

// A borrower asks for the lock once, and gives it back when its timer runs out.
type borrower struct{}

// need is the local state of a borrower.
type need string

func (borrower) Init(model.Self) need { return "none" }
func (borrower) Ready(_ model.Self, s need) model.Spontaneous {
	switch s {
	case "none":
		return model.Spontaneous{Wake: true}
	case "holds":
		return model.Spontaneous{Timers: model.Timers(0)}
	}
	return model.Spontaneous{}
}
func (borrower) Observe(_ model.Self, s need) model.Status { return model.Status{Own: s} }
func (borrower) Step(p *model.Process[string], s need, in model.Input[string]) need {
	switch in.Kind {
	case model.Wake:
		p.Send(0, acquire)
		return "waits"
	case model.Timeout:
		p.Send(0, release)
		return "done"
	}
	return "holds"
}

// A server that has lent its lock does not receive another request until the lock
// is back: the request stays in flight.
func ExampleDeferrer() {
	s, err := model.New(model.Join(model.ProgramOf(locker{}), model.ProgramOf(borrower{})),
		model.Network{Topology: model.Star, N: 3, Labels: []int{0, 1, 1}})
	if err != nil {
		fmt.Println(err)
		return
	}
	x, err := s.Replay(model.Lasso{Stem: model.Schedule{
		{Process: 1, Kind: model.Wake},
		{Process: 2, Kind: model.Wake},
		{Process: 0, Kind: model.Receive, Port: 0, Message: acquire},
		{Process: 1, Kind: model.Receive, Port: 0, Message: granted},
	}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(s.Text(x.Last()))
	for _, next := range s.Successors(x.Last()) {
		fmt.Println(next.Event)
	}
	// Output:
	// p0 true :1 ACQUIRE
	// p1 holds
	// p2 waits
	// timeout p1:0
}
