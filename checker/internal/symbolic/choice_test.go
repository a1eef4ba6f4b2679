package symbolic

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker/internal/diagram"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
)

// tosser is an algorithm of two processes: process 0 wakes again and again, and
// each time chooses whether to send a message to process 1, which ignores it. No
// local state ever changes.
type tosser struct{ sends int } // the outcome that sends

func (tosser) Init(model.Self) int                     { return 0 }
func (tosser) Observe(model.Self, int) model.Status    { return model.Status{} }
func (tosser) Ready(model.Self, int) model.Spontaneous { return model.Spontaneous{Wake: true} }
func (a tosser) Step(p *model.Process[string], s int, in model.Input[string]) int {
	if in.Kind == model.Wake && p.Choose(2) == a.sends {
		p.Send(0, "message")
	}
	return s
}

// TestOutcomesThatSendDifferently: the outcomes of a choice are in two transition
// groups, and the choice stays in a set only if both do. The two configurations
// are e, with the channel empty, and m, with the message in flight. In order set
// another message changes nothing in m.
func TestOutcomesThatSendDifferently(t *testing.T) {
	for sends := range 2 {
		s, err := model.New(tosser{sends}, model.Network{Topology: model.Graph, Graph: [][]int{{1}, {0}}, N: 2, Order: model.Set, Wake: model.WakeSet{Only: []int{0}}})
		if err != nil {
			t.Fatal(err)
		}
		x := New(s, compiled.New(s), Options{})
		all := x.Explore()
		e := x.Sets.Held(x.Sets.Path(x.Values(s.Initial(), nil)))
		m := x.Sets.Held(x.Sets.Minus(all, e))
		names := map[diagram.Set]string{diagram.Empty: "", e: "e", m: "m", all: "em"}
		for _, row := range []struct {
			reason string
			z      diagram.Set
			want   []string
		}{
			{"a message may be sent, and then the channel is not empty", e, []string{"", "", "", ""}},
			{"nothing but the delivery takes the message away", m, []string{"m", "m", "m", "m"}},
			{"both outcomes, and the delivery", all, []string{"em", "em", "em", "em"}},
		} {
			l := x.Loops(all, all, model.Unfair)
			if n := len(l.cycle.choices); n != 1 || len(l.cycle.choices[0].outcomes) != 2 {
				t.Fatalf("%d choices: %v", n, l.cycle.choices)
			}
			z := l.within(row.z)
			var got []string
			for _, n := range []diagram.Set{z.safe[0], z.withSuccessor(), z.withPredecessor(), l.core(row.z)} {
				got = append(got, names[n])
			}
			if diff := cmp.Diff(row.want, got); diff != "" {
				t.Errorf("outcome %d sends; within %s (%s): where the choice stays, with a successor, with a predecessor, in an end component (-want +got):\n%s", sends, names[row.z], row.reason, diff)
			}
		}
	}
}
