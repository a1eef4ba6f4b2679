package goroutines_test

import (
	"strings"
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/goroutines"
	"github.com/interrex/interrex/properties"
)

// A repeating is the state of a process that sends back the first number that it received when it receives the second.
type repeating struct{ received, first int }

// repeaters returns the code of such processes. Their snapshot is how many numbers they have received, and with whole also the first.
func repeaters(whole bool) goroutines.Code {
	return goroutines.Code{Name: "repeater", Start: func(e *goroutines.Endpoint) goroutines.Process {
		return startMember(e, part[repeating]{
			begin: func(*member[repeating]) {},
			receive: func(m *member[repeating], d goroutines.Delivery) {
				if m.state.received++; m.state.received == 1 {
					m.state.first = d.Value.(int)
				} else {
					e.Send(0, m.state.first)
				}
			},
			status: func(repeating) model.Status { return model.Status{} },
			snap: func(s repeating) any {
				if whole {
					return [2]int{s.received, s.first}
				}
				return s.received
			},
		})
	}}
}

// An asker is a program of the model. It sends 0 or 1 twice, and shows what it sent first in its role and what came back in its term.
type asker struct{ a *goroutines.Algorithm }

type heard struct{ Sent, Got int }

func (asker) Name() string                      { return "asker" }
func (asker) Needs() model.Needs                { return model.Needs{} }
func (asker) Init(model.Self) heard             { return heard{-1, -1} }
func (x asker) number(m goroutines.Message) int { return x.a.Value(m).(int) }

func (asker) Ready(_ model.Self, s heard) model.Spontaneous {
	return model.Spontaneous{Wake: s.Sent < 0}
}

func (x asker) Step(p *model.Process[goroutines.Message], s heard, in model.Input[goroutines.Message]) heard {
	if in.Kind == model.Receive {
		s.Got = x.number(in.Msg)
		return s
	}
	s.Sent = p.Choose(2)
	m, err := x.a.Message(s.Sent)
	if err != nil {
		panic(err)
	}
	p.Send(0, m)
	p.Send(0, m)
	return s
}

func (asker) Observe(_ model.Self, s heard) model.Status {
	return model.Status{Role: model.Role(1 + max(s.Sent, 0)), Term: 1 + s.Got}
}

// TestSnapshotThatLacksSomething ends with an error where the snapshot takes histories for one that behave differently: the
// counterexample is none.
func TestSnapshotThatLacksSomething(t *testing.T) {
	same := properties.NewAlways("same", "what comes back is what was sent", func(v model.View) bool {
		s := v.Status[0]
		return s.Term == 0 || int(s.Role) == s.Term
	})
	for _, row := range []struct {
		reason, child string
		whole         bool
		want          string // of the error; "": the property holds
	}{
		{"a whole snapshot", "", true, ""},
		{"a snapshot without the number", "", false, `asker+repeater takes local states for one that behave differently: apart, event`},
		{"the same in a child", "repeater", false, `apart, event`},
	} {
		code := repeaters(row.whole)
		code.Child = row.child
		a := algorithm(t, code)
		defer a.Close()
		net := ring(2)
		net.Labels = []int{0, 1}
		s := system(t, model.Join(model.ProgramOf(asker{a}), model.ProgramOf(a)), net)
		r, err := checker.Check(t.Context(), s, checker.Options{Search: checker.Search{Reduce: checker.NoReduction}, Properties: []properties.Property{same}})
		switch {
		case row.want == "" && (err != nil || r.Verdicts[0].Result != checker.Holds):
			t.Errorf("%s: %v, error %v; want that it holds", row.reason, r.Verdicts, err)
		case row.want != "" && (err == nil || !strings.Contains(err.Error(), row.want)):
			t.Errorf("%s: %v, error %v; want %q", row.reason, r.Verdicts, err, row.want)
		}
	}
}

// TestSnapshotThatLoops ends with an error where a loop is one only as the snapshot leaves out how often the process has been round.
func TestSnapshotThatLoops(t *testing.T) {
	a := algorithm(t, goroutines.Code{Name: "thrice", Needs: model.Needs{Knowledge: model.KnowID}, Start: func(e *goroutines.Endpoint) goroutines.Process {
		return startMember(e, part[int]{
			begin: func(*member[int]) {
				if e.ID() == 1 {
					e.Send(0, "on")
				}
			},
			receive: func(m *member[int], _ goroutines.Delivery) {
				m.state++
				e.Send(0, "on")
			},
			status: func(received int) model.Status {
				if received >= 3 {
					return model.Status{Role: model.Won}
				}
				return model.Status{}
			},
			snap: func(received int) any { return received > 0 },
		})
	}})
	someone := properties.NewEventually("won", "somebody wins", func(v model.View) bool { return v.Status[0].Role == model.Won || v.Status[1].Role == model.Won })
	net := ring(2)
	net.Wake.All = true
	_, err := checker.Check(t.Context(), system(t, a, net), checker.Options{Search: checker.Search{Reduce: checker.NoReduction}, Properties: []properties.Property{someone}})
	if want := "thrice takes local states for one that behave differently: apart, after event"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("error %v, want %q", err, want)
	}
}
