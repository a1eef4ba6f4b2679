package compose_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker/internal/compose"
	"github.com/interrex/interrex/checker/internal/confluent"
	"github.com/interrex/interrex/checker/internal/symmetry"
	"github.com/interrex/interrex/checker/internal/threshold"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
	"github.com/interrex/interrex/properties"
)

// couple is a network of two processes, with one port each.
func couple(order model.Order) model.Network {
	return model.Network{N: 2, Topology: model.UnidirectionalRing, IDs: []model.ID{1, 2}, Grants: model.KnowID, Order: order}
}

// asks is an algorithm in which the process with identity 2 sends these messages when it wakes.
// The other one remembers them, and answers those named a. Then a timer of the first one runs
// out, and it fails if it is to.
type asks struct {
	text
	messages string
	fails    bool
}

func (a asks) Ready(p model.Self, s string) (ready model.Spontaneous) {
	ready.Wake = p.ID() == 2 && s == ""
	if a.fails && s == "w" {
		ready.Timers = model.Timers(0)
	}
	return ready
}
func (a asks) Step(p *model.Process[string], s string, in model.Input[string]) string {
	switch {
	case in.Kind == model.Wake:
		for _, m := range a.messages {
			p.Send(0, string(m))
		}
		return "w"
	case in.Kind == model.Timeout:
		panic("the timer has run out")
	case p.ID() == 2:
		return s
	case in.Msg == "a":
		p.Send(0, "answer")
	}
	return s + in.Msg
}

// TestNothingIsTakenAfterAFailure says that a failed step ends an execution: a delivery that is
// confluent is not taken after it.
func TestNothingIsTakenAfterAFailure(t *testing.T) {
	s, err := model.New(asks{messages: "aaa", fails: true}, couple(model.FIFO))
	if err != nil {
		t.Fatal(err)
	}
	tables, within := compiled.New(s), threshold.Default()
	within.Course = 1 // so two are left
	m, list := normalFormsBy(t, s, tables, confluent.New(s, tables, confluent.Sight{}).Within(within), nil)
	left := 0
	for _, x := range list {
		for _, e := range m.Edges(x, nil) {
			if !m.Facts(e.Next).Failed {
				continue
			}
			left = max(left, len(m.Decode(e.Next).Channels[s.Semantics().InChannels(0)[0]]))
			if passed := m.Between(x, e.Label); len(passed) > 0 {
				t.Errorf("after %v, which fails, %v is taken", m.Label(e.Label).Event, passed)
			}
		}
	}
	if left != 2 {
		t.Errorf("after a failure at most %d messages are left, want 2", left)
	}
}

// TestNothingOvertakesItsOwnLink says that of two messages on one link the second one is not
// received first, though it overtakes those of others.
func TestNothingOvertakesItsOwnLink(t *testing.T) {
	s, err := model.New(asks{messages: "ab"}, couple(model.Inbox))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(ends(s), endsOfNormalForms(t, s)); diff != "" {
		t.Errorf("local states at the end (-want +got):\n%s", diff)
	}
}

// TestCountersAreTold says that a monitor that counts messages is told of those that confluent
// deliveries send.
func TestCountersAreTold(t *testing.T) {
	s, err := model.New(asks{messages: "aba"}, couple(model.FIFO))
	if err != nil {
		t.Fatal(err)
	}
	tables := compiled.New(s)
	m, list := normalFormsBy(t, s, tables, confluent.New(s, tables, confluent.Sight{}), properties.MessagesAtMost(9).Monitor())
	most := 0
	for _, x := range list {
		_, sent := m.View(m.Facts(x))
		most = max(most, sent.(int))
	}
	if most != 5 {
		t.Errorf("the monitor has counted %d messages, want 3 and 2 answers", most)
	}
}

// halting is an algorithm in which the process with identity 3 sends a message to the others,
// which halt.
type halting struct{ text }

func (halting) Observe(_ model.Self, s string) model.Status { return model.Status{Halted: s == "m"} }
func (halting) Ready(p model.Self, s string) model.Spontaneous {
	return model.Spontaneous{Wake: p.ID() == 3 && s == ""}
}
func (halting) Step(p *model.Process[string], _ string, in model.Input[string]) string {
	if in.Kind == model.Wake {
		p.Send(0, "m")
		p.Send(1, "m")
		return "w"
	}
	return in.Msg
}

// TestWhoeverIsDownIsSeen says that a delivery that is seen beside a process that is down is
// not taken at once, whichever process that is.
func TestWhoeverIsDownIsSeen(t *testing.T) {
	beside := properties.Shape{Both: func(_ *model.Network, _ int, s model.Status, _ int, o model.Status) bool {
		return !s.Down || !o.Halted
	}}
	for _, row := range []struct {
		down   []int
		want   int
		reason string
	}{
		{nil, 2, "nobody is down, so only the wake-up is an event"},
		{[]int{0}, 3, "process 0 is down when process 1 halts"},
	} {
		s, err := model.New(halting{}, model.Network{N: 3, Topology: model.Complete, IDs: []model.ID{1, 2, 3}, Grants: model.KnowID, Down: row.down})
		if err != nil {
			t.Fatal(err)
		}
		tables := compiled.New(s)
		_, list := normalFormsBy(t, s, tables, confluent.New(s, tables, confluent.Sight{Shapes: []*properties.Shape{&beside}}), nil)
		if len(list) != row.want {
			t.Errorf("%d normal forms, want %d: %s", len(list), row.want, row.reason)
		}
	}
}

// rally is an algorithm in which the process with identity 2 asks for ever, whenever it has its
// answer.
type rally struct{ text }

func (rally) Ready(p model.Self, s string) (ready model.Spontaneous) {
	if p.ID() == 2 && s == "" {
		ready.Timers = model.Timers(0)
	}
	return ready
}
func (rally) Step(p *model.Process[string], s string, in model.Input[string]) string {
	switch {
	case in.Kind == model.Timeout:
		p.Send(0, "ask")
		return "waits"
	case p.ID() == 1:
		p.Send(0, "answer")
	}
	return ""
}

// TestExposedLoopsPassOverNothing says that a search that must see loops sees, in the end, each
// delivery on one, of process 0 too.
func TestExposedLoopsPassOverNothing(t *testing.T) {
	s, err := model.New(rally{}, couple(model.FIFO))
	if err != nil {
		t.Fatal(err)
	}
	tables := compiled.New(s)
	d := confluent.New(s, tables, confluent.Sight{Loops: true})
	for range 10 {
		m, list := normalFormsBy(t, s, tables, d, nil)
		exposure := m.NewExposure(100)
		for _, x := range list {
			exposure.Expose(x, func(compose.State) bool { return true })
		}
		if m.Broken() {
			d.Learn()
			continue
		}
		asked := slices.ContainsFunc(list, func(x compose.State) bool { return len(m.Decode(x).Channels[s.Semantics().InChannels(0)[0]]) > 0 })
		answered := slices.ContainsFunc(list, func(x compose.State) bool { return len(m.Decode(x).Channels[s.Semantics().InChannels(1)[0]]) > 0 })
		if !asked || !answered {
			t.Errorf("the question is met in flight: %t, the answer: %t, want both", asked, answered)
		}
		return
	}
	t.Error("ten searches did not learn all that a loop passes over")
}

// vain is an algorithm whose processes name themselves leader once they have woken.
type vain struct{ text }

func (vain) Observe(p model.Self, s string) (status model.Status) {
	if s != "" {
		status.Leader = p.ID()
	}
	return status
}
func (vain) Ready(_ model.Self, s string) model.Spontaneous { return model.Spontaneous{Wake: s == ""} }
func (vain) Step(*model.Process[string], string, model.Input[string]) string {
	return "w"
}

// TestViewsAfter says that a status that names a process names the renamed one after a renaming.
func TestViewsAfter(t *testing.T) {
	s, err := model.New(vain{}, model.Network{N: 3, Topology: model.Complete, IDs: []model.ID{1, 2, 3}, Grants: model.KnowID})
	if err != nil {
		t.Fatal(err)
	}
	m, met := folded(t, symmetry.New(s), nil, 100)
	if m.Order() != 6 || len(met) != 4 {
		t.Fatalf("%d renamings of %d configurations, want 6 of 4", m.Order(), len(met))
	}
	for x := range met {
		v, _ := m.View(m.Facts(x))
		after := m.ViewAfter(v)
		for element := range m.Order() {
			image, want := m.Image(element), make([]model.ID, 3)
			for p, s := range v.Status {
				if s.Leader != model.NoID {
					want[image[p]] = model.ID(image[p] + 1)
				}
			}
			var got []model.ID
			for _, s := range after(element).Status {
				got = append(got, s.Leader)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%v after %v (-want +got):\n%s", v.Status, image, diff)
			}
		}
	}
}

// TestRenewAfterCourses renews a machine whose first configuration has messages in flight, and
// is not its own normal form.
func TestRenewAfterCourses(t *testing.T) {
	net := model.Network{N: 4, Topology: model.Ring, Grants: model.KnowID, IDs: []model.ID{1, 2, 3, 4}, Wake: model.WakeSet{All: true}}
	s, err := model.New(traveller{7}, net)
	if err != nil {
		t.Fatal(err)
	}
	m, err := normalOf(s)
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Passed()) != 1 || m.Passed()[0] == 0 {
		t.Errorf("%d messages are sent before the first normal form, want some", m.Passed())
	}
	renewSome(t, m, "messages that go round a ring", 100)
}
