package confluent_test

import (
	"strings"
	"testing"

	"github.com/interrex/interrex/checker/internal/confluent"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
)

// counter remembers the messages that it has received in their order. After "g" it counts
// how often operation 0 is invoked, up to a bound, until operation 1 is.
type counter struct{ most int }

type counted struct {
	begun, done bool
	count       int
	received    string
}

func (counter) Name() string                                 { return "counter" }
func (counter) Init(model.Self) counted                      { return counted{} }
func (counter) Observe(model.Self, counted) (s model.Status) { return s }

func (a counter) Ready(_ model.Self, s counted) (ready model.Spontaneous) {
	if s.begun && s.count < a.most && !s.done {
		ready.Operations = 2
	}
	return ready
}

func (counter) Step(_ *model.Process[string], s counted, in model.Input[string]) counted {
	switch {
	case in.Kind == model.Invoke && in.Operation == 0:
		s.count++
	case in.Kind == model.Invoke:
		s.done = true
	case in.Msg == "g":
		s.begun = true
	case !strings.Contains(s.received, in.Msg):
		s.received += in.Msg
	}
	return s
}

// counting has the Deliveries of a counter, and how often they have polled.
type counting struct {
	*confluent.Deliveries
	tables *compiled.Tables
	polls  int
}

func newCounting(t *testing.T, most int) *counting {
	t.Helper()
	s, err := model.New(counter{most}, model.Network{N: 3, Topology: model.Ring, IDs: []model.ID{1, 2, 3}, Grants: model.KnowID | model.KnowN})
	if err != nil {
		t.Fatal(err)
	}
	c := &counting{tables: compiled.New(s)}
	c.Deliveries = confluent.New(s, c.tables, confluent.Sight{})
	c.Poll = func() { c.polls++ }
	return c
}

// arrives is the delivery of a message in a local state.
func (c *counting) arrives(in counted, q model.Port, m string) confluent.Delivery {
	return confluent.Delivery{Local: c.tables.Local(0, in), Port: q, Msg: c.tables.Message(m)}
}

// meet tells that a message may arrive.
func (c *counting) meet(x confluent.Delivery) { c.Meet(x.Process, x.Local, x.Port, x.Msg) }

// TestEndlessMessages relies upon a message that, as it turns out, may have to wait in
// endlessly many local states. It is given up soon, and does not count as confluent any
// more. Another one does with which it does not commute, where nobody met it.
func TestEndlessMessages(t *testing.T) {
	c := newCounting(t, 1<<30)
	a := c.arrives(counted{received: "b"}, 0, "a")
	if !c.Confluent(a, 0) {
		t.Fatal("nothing is known, so anything is confluent")
	}
	c.meet(c.arrives(counted{received: "ba"}, 1, "g"))
	if !c.Broken() {
		t.Error("not given up")
	}
	if c.polls > 100 {
		t.Errorf("polled %d times before it was given up", c.polls)
	}
	c.Learn()
	if c.Confluent(a, 0) {
		t.Error("confluent although it was given up")
	}
	if !c.Confluent(c.arrives(counted{count: 50, begun: true, done: true}, 1, "b"), 0) || c.Broken() {
		t.Error("what was only derived is not forgotten")
	}
}

// TestEndlessWithFewLocalStates relies upon a message in more local states than seems
// right for the few that were met. When more were met it counts as confluent again.
func TestEndlessWithFewLocalStates(t *testing.T) {
	const most = 300
	c := newCounting(t, most)
	a := c.arrives(counted{}, 0, "a")
	for _, row := range []struct {
		reason            string
		entered           int
		confluent, broken bool
	}{
		{"nothing is known, and then g is met", 1, true, true},
		{"it was given up", 1, false, false},
		{"not many more were met", most / 3, false, false},
		{"many were met", most, true, false},
	} {
		for n := range row.entered {
			c.Enter(0, c.arrives(counted{count: n}, 0, "a").Local)
		}
		c.Learn()
		is := c.Confluent(a, 0)
		c.meet(c.arrives(counted{received: "a"}, 1, "g"))
		if broken := c.Broken(); is != row.confluent || broken != row.broken {
			t.Errorf("%s: confluent %t, want %t; broken %t, want %t", row.reason, is, row.confluent, broken, row.broken)
		}
	}
}

// TestConclusionsDoNotDependOnOrder tells the same in two orders, so much that some messages
// are given up. The same deliveries are confluent then.
func TestConclusionsDoNotDependOnOrder(t *testing.T) {
	var said [2]string
	for i := range said {
		c := newCounting(t, 1<<30)
		told := []func(){
			func() { c.Confluent(c.arrives(counted{received: "c"}, 0, "a"), 0) },
			func() { c.meet(c.arrives(counted{received: "ca"}, 1, "g")) },
			func() { c.meet(c.arrives(counted{begun: true, count: 100, received: "ca"}, 1, "b")) },
			func() { c.Confluent(c.arrives(counted{count: 70, begun: true, done: true}, 1, "c"), 0) },
		}
		for n := range told {
			told[(n+2*i)%len(told)]()
		}
		for c.Broken() {
			c.Learn()
		}
		for n := range 200 {
			for _, m := range []string{"a", "b", "c"} {
				is := c.Confluent(c.arrives(counted{count: n, begun: true, done: true}, 1, m), 0)
				said[i] += map[bool]string{true: "1", false: "0"}[is]
			}
		}
	}
	if said[0] != said[1] {
		t.Errorf("confluent %s, in another order %s", said[0], said[1])
	}
}
