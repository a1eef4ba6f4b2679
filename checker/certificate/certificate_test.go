package certificate_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/interrex/interrex/checker/certificate"
	"github.com/interrex/interrex/model"
)

// letters is an algorithm whose local state is the set of the letters so far, one for each
// message and "w" for the wake-up. The last process may wake, and sends "a" and "b" to the one
// before it.
type letters struct {
	also func(p *model.Process[string], s, in string) string // returns letters to add besides, and may send
}

func (letters) Name() string           { return "letters" }
func (letters) Init(model.Self) string { return "" }

func (letters) Observe(_ model.Self, s string) (status model.Status) {
	for i, letter := range "abow" {
		if strings.ContainsRune(s, letter) {
			status.Term |= 1 << i
		}
	}
	return status
}

func (letters) Ready(p model.Self, s string) model.Spontaneous {
	return model.Spontaneous{Wake: int(p.ID()) == p.N() && !strings.Contains(s, "w")}
}

func (x letters) Step(p *model.Process[string], s string, in model.Input[string]) string {
	letter := in.Msg
	if in.Kind == model.Wake {
		letter = "w"
		p.Send(1, "a")
		p.Send(1, "b")
	}
	if x.also != nil {
		letter += x.also(p, s, letter)
	}
	list := strings.Split(s+letter, "")
	slices.Sort(list)
	return strings.Join(slices.Compact(list), "")
}

// network is a ring of so many processes that delivers in any order.
func network(n int) model.Network {
	net := model.Network{Topology: model.Ring, N: n, Order: model.Bag, Grants: model.KnowID | model.KnowN}
	for p := range n {
		net.IDs = append(net.IDs, model.ID(p+1))
	}
	return net
}

func newSystem(t *testing.T, a letters, net model.Network) *model.System {
	t.Helper()
	s, err := model.New(a, net)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// late notes that "b" comes before "a".
func late(p *model.Process[string], s, in string) string {
	if in == "b" && !strings.Contains(s, "a") {
		return "o"
	}
	return ""
}

// answers sends "a" back, upon "a".
func answers(p *model.Process[string], s, in string) string {
	if in == "a" && p.ID() == 1 {
		p.Send(0, "x")
	}
	return ""
}

// relay has the first process answer the last one: it sends "c" to the second one, which notes that it comes
// before "a".
func relay(p *model.Process[string], s, in string) string {
	switch {
	case in == "w":
		p.Send(0, "t")
	case in == "t":
		p.Send(0, "c")
	case in == "c" && !strings.Contains(s, "a"):
		return "o"
	}
	return ""
}

// chooses sends "x" or "y" to the last process, upon "a".
func chooses(p *model.Process[string], s, in string) string {
	if in == "a" {
		p.Send(0, []string{"x", "y"}[p.Choose(2)])
	}
	return ""
}

var (
	all = certificate.Options{MaxConfigurations: 1000}
	// from is the entry of a delivery of "a" to process 0 at the start.
	atStart = certificate.Delivery{Process: 0, Local: "", Port: 0, Msg: "a", While: certificate.While{Timers: ^model.TimerSet(0), Ports: ^model.PortSet(0)}}
)

func term(v model.View) any { return v.Status[0].Term }

// TestFlaws checks certificates of a ring of two processes, most of which are wrong.
func TestFlaws(t *testing.T) {
	frail := network(2)
	frail.Faults.Crash = 1
	queues := network(2)
	queues.Order = model.FIFO
	whileCrash := atStart
	whileCrash.While.Left.Crash = 1
	watch := &certificate.Monitor{
		Begin: func(*model.System) any { return 0 },
		Observe: func(state any, _ *model.System, before model.Configuration, y model.Successor) any {
			if y.Event.Kind == model.Receive && before.Locals[0] == "" {
				return y.Event.Process + 1
			}
			return state
		},
	}
	inboxes := network(3)
	inboxes.Order = model.Inbox
	entry := func(local string, q model.Port, msg string, overtakes bool) certificate.Delivery {
		return certificate.Delivery{Process: 1, Local: local, Port: q, Msg: msg, While: atStart.While, Overtakes: overtakes}
	}
	early := []certificate.Delivery{entry("", 1, "c", true), entry("ab", 1, "c", true)}
	chosen := []certificate.Delivery{entry("", 0, "a", false), entry("w", 1, "x", true), entry("w", 1, "y", true)}
	chosen[1].Process, chosen[2].Process = 2, 2
	closed := certificate.Closed{Process: 0, Local: "", Heads: []certificate.Head{{Envelope: model.Envelope{Port: 0, Msg: "a"}}, {Empty: true}}}
	for _, row := range []struct {
		reason      string
		algorithm   letters
		network     model.Network
		certificate certificate.Certificate
		want        string // in the error; "": there is none
	}{
		{"both orders of a and b are alike", letters{}, network(2), certificate.Certificate{Deliveries: []certificate.Delivery{atStart}}, ""},
		{"the receiver tells the orders of a and b apart", letters{late}, network(2), certificate.Certificate{Deliveries: []certificate.Delivery{atStart}},
			"p0 takes at once :0 a: after [wake p1]: beside receive p0:0 b: both orders do not lead to the same configuration"},
		{"what it sends would be lost by a crash", letters{answers}, frail, certificate.Certificate{Deliveries: []certificate.Delivery{whileCrash}},
			"beside crash p0: after it the delivery makes a difference"},
		{"the entry counts only after the crash", letters{answers}, frail, certificate.Certificate{Deliveries: []certificate.Delivery{atStart}}, ""},
		{"a view changes", letters{}, network(2), certificate.Certificate{Deliveries: []certificate.Delivery{atStart}, Seen: certificate.Seen{Views: []func(model.View) any{term}}},
			"it is seen (0): 0, then 1"},
		{"an event is refuted", letters{}, network(2), certificate.Certificate{Deliveries: []certificate.Delivery{atStart}, Seen: certificate.Seen{
			Steps: []func(before, after model.View) bool{func(before, after model.View) bool { return term(before) == term(after) }}}},
			"it refutes a property of events (0)"},
		{"the monitor notices it", letters{}, network(2), certificate.Certificate{Deliveries: []certificate.Delivery{atStart}, Seen: certificate.Seen{Monitor: watch}},
			"the monitor notices it: 0, then 1"},
		{"nobody fills the other channel", letters{}, queues, certificate.Certificate{Closed: []certificate.Closed{closed}}, ""},
		{"the process is closed, but its event is seen", letters{}, queues, certificate.Certificate{Closed: []certificate.Closed{closed}, Seen: certificate.Seen{Views: []func(model.View) any{term}}},
			"p0 is closed: after [wake p1]: receive p0:0 a: it is seen (0): 0, then 1"},
		{"c would overtake a, but the search has received a before c is sent", letters{relay}, inboxes, certificate.Certificate{Course: 9,
			Deliveries: append([]certificate.Delivery{entry("", 0, "a", false), entry("a", 0, "b", false)}, early...)}, ""},
		{"c overtakes a", letters{relay}, inboxes, certificate.Certificate{Course: 9, Deliveries: early},
			"p1 receives before those in front of it :1 c: after [wake p2; receive p0:1 t]: beside receive p1:0 a: both orders do not lead to the same configuration"},
		{"what is sent is chosen", letters{chooses}, inboxes, certificate.Certificate{Course: 9, Sends: true, Deliveries: chosen},
			"p1 takes at once :0 a: after [wake p2]: it is not possible, or has several outcomes"},
		{"the other channel is never empty, so the entry counts nowhere", letters{func(p *model.Process[string], s, in string) string {
			if in == "w" {
				p.Send(1, "c")
				p.Send(0, "d")
			}
			return ""
		}}, queues, certificate.Certificate{Closed: []certificate.Closed{closed}}, certificate.ErrNothingChecked.Error()},
	} {
		t.Run(row.reason, func(t *testing.T) {
			s := newSystem(t, row.algorithm, row.network)
			walking := certificate.Options{Walks: 40, Steps: 20}
			for _, o := range []certificate.Options{all, walking} {
				r, err := certificate.Check(t.Context(), s, row.certificate, o)
				switch {
				case row.want == "" && (err != nil || r.Comparisons() == 0):
					t.Errorf("%d comparisons, %v", r.Comparisons(), err)
				case row.want != "" && (err == nil || !strings.Contains(err.Error(), row.want)):
					t.Errorf("the error is %v, want %q", err, row.want)
				}
			}
		})
	}
}

// TestRenamings checks renamings of a ring of two processes without identities that send each
// other "a" at the start.
func TestRenamings(t *testing.T) {
	net := model.Network{Topology: model.Ring, N: 2, Grants: model.KnowN, Wake: model.WakeSet{All: true}}
	greet := letters{}
	exchange := func() certificate.Renaming {
		same := map[any]any{"": "", "w": "w", "aw": "aw", "abw": "abw"}
		return certificate.Renaming{Image: []int{1, 0}, Ports: [][]model.Port{{0, 1}, {0, 1}}, Locals: []map[any]any{same, same}, Messages: map[any]any{"a": "a", "b": "b"}}
	}
	few, crossed := exchange(), exchange()
	few.Locals = []map[any]any{{"w": "w"}, {"w": "w"}}
	crossed.Messages = map[any]any{"a": "b", "b": "a"}
	for _, row := range []struct {
		reason   string
		renaming certificate.Renaming
		seen     certificate.Seen
		want     string
	}{
		{"both do the same", exchange(), certificate.Seen{}, ""},
		{"what a local state becomes is not known", few, certificate.Seen{}, "the local state aw of p0 becomes is not known"},
		{"the messages are exchanged, so the start changes", crossed, certificate.Seen{}, "it is initial, but not so after that"},
		{"a property names a process", exchange(), certificate.Seen{Judged: []func(model.View, any) any{func(v model.View, _ any) any { return term(v) }}},
			"a property (0) tells the names apart"},
		{"a monitor names a process", exchange(), certificate.Seen{Monitor: &certificate.Monitor{
			Begin:   func(*model.System) any { return -1 },
			Observe: func(_ any, _ *model.System, _ model.Configuration, y model.Successor) any { return y.Event.Process },
			Renamed: func(state any, _ []int) any { return state },
		}}, "no such event leads to the renamed configuration"},
	} {
		t.Run(row.reason, func(t *testing.T) {
			s := newAnonymous(t, greet, net)
			r, err := certificate.Check(t.Context(), s, certificate.Certificate{Renamings: []certificate.Renaming{row.renaming}, Seen: row.seen}, all)
			if row.want == "" && (err != nil || r.Renamings == 0) || row.want != "" && (err == nil || !strings.Contains(err.Error(), row.want)) {
				t.Errorf("%d comparisons, %v, want %q", r.Renamings, err, row.want)
			}
		})
	}
}

// anonymous is letters without identities: all wake.
type anonymous struct{ letters }

func (anonymous) Ready(_ model.Self, s string) model.Spontaneous {
	return model.Spontaneous{Wake: !strings.Contains(s, "w")}
}

func newAnonymous(t *testing.T, a letters, net model.Network) *model.System {
	t.Helper()
	s, err := model.New(anonymous{a}, net)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestInterrupt ends a check by its context.
func TestInterrupt(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	c := certificate.Certificate{Deliveries: []certificate.Delivery{atStart}}
	for _, o := range []certificate.Options{all, {Walks: 1, Steps: 1}} {
		if _, err := certificate.Check(ctx, newSystem(t, letters{}, network(2)), c, o); !errors.Is(err, context.Canceled) {
			t.Errorf("the error is %v, want that of the context", err)
		}
	}
}
