package symbolic

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker/internal/diagram"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
	"github.com/interrex/interrex/model/fairness"
	"github.com/interrex/interrex/properties"
)

// ping is an algorithm of two processes: process 0 wakes and sends a ping, which
// process 1 receives. If it is answered, it goes back and forth for ever. A
// process that has taken a step has won.
type ping struct{ answered bool }

func (ping) Init(model.Self) bool { return false }
func (ping) Observe(_ model.Self, done bool) model.Status {
	if done {
		return model.Status{Role: model.Won}
	}
	return model.Status{}
}
func (ping) Ready(_ model.Self, done bool) model.Spontaneous { return model.Spontaneous{Wake: !done} }
func (a ping) Step(p *model.Process[string], _ bool, in model.Input[string]) bool {
	if in.Kind == model.Wake || a.answered {
		p.Send(0, "ping")
	}
	return true
}

// pinged are the configurations of ping, by name: a, before anything; b, the
// first ping in flight; c, it has arrived, and an answer is in flight if it is
// answered; d, which only an answer leads to: that has arrived and the ping is
// in flight again.
type pinged struct {
	*System
	all   diagram.Set
	names []string
	list  []model.Configuration
}

// explorePing lays out ping over one link each way and finds the configurations that it reaches.
func explorePing(t *testing.T, a ping, net model.Network) pinged {
	t.Helper()
	net.N, net.Topology, net.Graph, net.Wake.Only = 2, model.Graph, [][]int{{1}, {0}}, []int{0}
	s, err := model.New(a, net)
	if err != nil {
		t.Fatal(err)
	}
	x := pinged{System: New(s, compiled.New(s), Options{})}
	x.all = x.Explore()
	for c, i := s.Initial(), 0; i < 4; i++ {
		x.names, x.list = append(x.names, string(rune('a'+i))), append(x.list, c)
		next := s.Successors(c)
		if len(next) == 0 {
			break
		}
		c = next[0].Next
	}
	return x
}

// text names the configurations of a set.
func (x pinged) text(n diagram.Set) string {
	text := ""
	for i, c := range x.list {
		if x.Includes(n, c, nil) {
			text += x.names[i]
		}
	}
	if size := x.Sets.Size(n).Int64(); size != int64(len(text)) {
		text += fmt.Sprintf(" and %d more", size-int64(len(text)))
	}
	return text
}

// set returns the set of the configurations with these names.
func (x pinged) set(names string) diagram.Set {
	sum := diagram.Empty
	for i, c := range x.list {
		if strings.Contains(names, x.names[i]) {
			sum = x.Sets.Held(x.Sets.Union(sum, x.Sets.Held(x.Sets.Path(x.Values(c, nil)))))
		}
	}
	return sum
}

// layers names the configurations of sets, the first set first.
func (x pinged) layers(list []diagram.Set) (texts []string) {
	for _, n := range list {
		texts = append(texts, x.text(n))
	}
	return texts
}

// TestReach says which configurations a ping and an answered ping reach, where they
// end, how far the last configuration is from the others, and how many transition
// groups there are: a wake-up, and a delivery at process 1 or at both.
func TestReach(t *testing.T) {
	for _, row := range []struct {
		reason        string
		a             ping
		all, terminal string
		distances     []string
		groups        int
		events        int64
		acyclic       bool
	}{
		{"a path of three", ping{}, "abc", "c", []string{"c", "b", "a"}, 2, 2, true},
		{"b and d differ in process 1; one event in each", ping{answered: true}, "abcd", "", []string{"d", "c", "b", "a"}, 3, 4, false},
	} {
		x := explorePing(t, row.a, model.Network{})
		_, events := x.Sizes(x.all)
		got := []any{x.text(x.all), x.text(x.Terminal(x.all)), x.layers(x.Distances(x.all, x.set(row.all[len(row.all)-1:]))),
			len(x.System.list), events.Int64(), x.Acyclic(x.all)}
		want := []any{row.all, row.terminal, row.distances, row.groups, row.events, row.acyclic}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", row.reason, diff)
		}
	}
}

// TestFaultsOfPing counts the configurations and transition groups of ping with a fault.
// Three configurations, and three groups, are those of its own events: a process that has
// done nothing and receives starts the system, and one that has done something does not.
// Each local state is paired with each message that was met, also where the two do not meet.
func TestFaultsOfPing(t *testing.T) {
	for _, row := range []struct {
		reason                       string
		faults                       model.Faults
		configurations, events, ends int64
		groups                       int
	}{
		{"a loss in b leads to an end: one group", model.Faults{Loss: 1}, 4, 3, 2, 4},
		{"a second delivery in b leads to b and then c with process 1 done and no budget: two groups", model.Faults{Dup: 1}, 5, 4, 2, 5},
		{"0 falls in a, as it wakes, in b and in c, 1 in a and after; with 0 down before 1 receives, 3 + 6: three groups", model.Faults{Crash: 1}, 9, 11, 4, 6},
	} {
		x := explorePing(t, ping{}, model.Network{Faults: row.faults})
		configurations, events := x.Sizes(x.all)
		got := []int64{configurations.Int64(), events.Int64(), x.Sets.Size(x.Terminal(x.all)).Int64(), int64(len(x.System.list))}
		if diff := cmp.Diff([]int64{row.configurations, row.events, row.ends, int64(row.groups)}, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", row.reason, diff)
		}
	}
}

// TestLevels says in which order the levels lie, from the bottom: p a process, c a
// channel, numbered by sender and then by receiver, e the environment.
func TestLevels(t *testing.T) {
	for _, row := range []struct {
		reason   string
		topology model.Topology
		net      model.Network
		want     string
	}{
		{"below the later of its two processes lies the channel to it, and below that the one from it", model.Graph, model.Network{N: 2}, "p0 c1 c0 p1"},
		{"of several channels to the later process the last one is the lowest", model.Graph, model.Network{N: 3}, "p0 c2 c0 p1 c4 c5 c3 c1 p2"},
		{"the environment is at the bottom", model.Graph, model.Network{N: 2, Faults: model.Faults{Loss: 1}}, "e p0 c1 c0 p1"},
		{"on a ring each process is above the channel into it", model.UnidirectionalRing, model.Network{N: 2}, "c0 p1 c1 p0"},
		{"likewise where a channel is per receiver: 1 into process 1", model.Graph, model.Network{N: 2, Order: model.Inbox}, "c1 p1 c0 p0"},
	} {
		row.net.Topology = row.topology
		if row.topology == model.Graph {
			row.net.Graph = map[int][][]int{2: {{1}, {0}}, 3: {{1, 2}, {0, 2}, {0, 1}}}[row.net.N]
		}
		s, err := model.New(ping{}, row.net)
		if err != nil {
			t.Fatal(err)
		}
		var words []string
		for _, at := range New(s, compiled.New(s), Options{}).places[1:] {
			words = append(words, map[placeKind]string{localPlace: fmt.Sprint("p", at.index), channelPlace: fmt.Sprint("c", at.index), environmentPlace: "e"}[at.kind])
		}
		if got := strings.Join(words, " "); got != row.want {
			t.Errorf("%s: %s, want %s", row.reason, got, row.want)
		}
	}
}

// TestFailing says in which configurations of ping (nobody has won in a, process
// 0 in b, both in c) a shape fails.
func TestFailing(t *testing.T) {
	won := func(s model.Status) bool { return s.Role == model.Won }
	for _, row := range []struct {
		reason string
		shape  properties.Shape
		want   string
	}{
		{"nobody has won", properties.Shape{Each: func(_ *model.Network, _ int, s model.Status) bool { return !won(s) }}, "bc"},
		{"process 1 has not won", properties.Shape{Each: func(_ *model.Network, p int, s model.Status) bool { return p == 0 || !won(s) }}, "c"},
		{"no two have won", properties.Shape{Both: func(_ *model.Network, _ int, s model.Status, _ int, u model.Status) bool { return !won(s) || !won(u) }}, "c"},
		{"1 has won if 0 has", properties.Shape{Both: func(_ *model.Network, p int, s model.Status, _ int, u model.Status) bool {
			return p != 0 || !won(s) || won(u)
		}}, "b"},
		{"0 has not won unless 1 has, asked from 1", properties.Shape{Both: func(_ *model.Network, p int, s model.Status, _ int, u model.Status) bool {
			return p != 1 || won(s) || !won(u)
		}}, "b"},
		{"some process has won", properties.Shape{Some: won}, "a"},
		{"at most one has won", properties.Shape{Counted: won, Most: 1}, "c"},
		{"at least one has won", properties.Shape{Counted: won, Least: 1, Most: 5}, "a"},
		{"exactly one has won", properties.Shape{Counted: won, Least: 1, Most: 1}, "ac"},
		{"nobody has won, counted", properties.Shape{Counted: won}, "bc"},
		{"more than there are have won", properties.Shape{Counted: won, Least: 1 << 29, Most: 1 << 30}, "abc"},
		{"any number has won", properties.Shape{Counted: won, Most: 2}, ""},
		{"both a part of each and of some", properties.Shape{Some: won, Each: func(_ *model.Network, p int, s model.Status) bool { return p == 0 || !won(s) }}, "ac"},
	} {
		x := explorePing(t, ping{}, model.Network{})
		if got := x.text(x.Failing(x.all, &row.shape)); got != row.want {
			t.Errorf("%s: fails in %q, want %q", row.reason, got, row.want)
		}
	}
}

// TestSteps says from which configurations of an answered ping an event breaks
// a shape. Process 0 wins from a, process 1 from b; c and d change nobody's status.
func TestSteps(t *testing.T) {
	for _, row := range []struct {
		reason string
		step   func(before, after model.Status) bool
		want   string
	}{
		{"nobody ever wins", func(before, after model.Status) bool { return before.Role == after.Role }, "ab"},
		{"nobody who has won stays", func(before, after model.Status) bool { return before.Role != after.Role }, "cd"},
		{"whatever", func(model.Status, model.Status) bool { return true }, ""},
	} {
		x := explorePing(t, ping{answered: true}, model.Network{})
		if got := x.text(x.Steps(x.all, &properties.Shape{Step: row.step})); got != row.want {
			t.Errorf("%s: broken from %q, want %q", row.reason, got, row.want)
		}
	}
}

// TestRegionOfPing computes the sets of the space and the region of the loop of an
// answered ping: c, in which process 0 receives, leads to d, in which process 1
// does, and d to c.
func TestRegionOfPing(t *testing.T) {
	for _, f := range []model.Fairness{model.Weak, model.Strong} {
		x := explorePing(t, ping{answered: true}, model.Network{})
		if none := x.Loops(x.all, x.set("ab"), f).Some(x.all); none != diagram.Empty {
			t.Errorf("%v: %q is a loop with a or b", f, x.text(none))
		}
		l := x.Loops(x.all, x.set("ad"), f)
		some := l.Some(x.all)
		at := x.Values(x.list[2], nil)
		part, left := l.Component(some, at)
		r := l.Region(part)
		s := l.within(x.all)
		class := fairness.Class{Process: 1, Kind: model.Receive}
		got := []string{x.text(some), x.text(part), x.text(left), x.text(s.withSuccessor()), x.text(s.withPredecessor()),
			x.text(s.before(x.set("d"))), x.text(s.after(x.set("d"))), x.text(s.around(x.set("b"))),
			x.text(r.Leading(x.set("d"))), x.text(r.Wanted()), x.text(r.Meeting(class)), strings.Join(x.layers(r.Layers(x.set("d"), at)), " ")}
		want := []string{"cd", "cd", "cd", "cd", "cd", "cd", "cd", "b",
			"c", "c", "d", "d c"}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%v (-want +got):\n%s", f, diff)
		}
	}
}
