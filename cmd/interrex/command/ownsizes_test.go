package command

import (
	"bytes"
	"strings"
	"testing"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/catalogue"
	"github.com/interrex/interrex/protocols/claims"
)

// A relay is an algorithm that knows n from the one who made it: whoever wakes sends a
// message n-1 processes far. Made for one process it sends none.
type relay struct{ n int }

func (relay) Init(model.Self) int                         { return 0 }
func (relay) Observe(_ model.Self, sent int) model.Status { return model.Status{Own: sent} }
func (relay) Ready(_ model.Self, sent int) model.Spontaneous {
	return model.Spontaneous{Wake: sent == 0}
}
func (r relay) Step(p *model.Process[int], sent int, in model.Input[int]) int {
	hops := r.n - 1
	if in.Kind == model.Receive {
		hops = in.Msg - 1
	}
	if hops > 0 {
		p.Send(0, hops)
	}
	return 1
}

// A picky algorithm is a flood that has its demands.
type picky struct {
	flood
	needs model.Needs
	name  string
}

func (p picky) Needs() model.Needs { return p.needs }
func (p picky) Name() string       { return p.name }

// ran runs the command for protocols of one's own.
func ran(t *testing.T, protocols []Protocol, args string) (int, string) {
	t.Helper()
	k, err := collect("mine", protocols)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	got := k.run(t.Context(), strings.Fields(args), &out, &out)
	return got, out.String()
}

// TestOwnProtocolsRunAsTheyAreMade says that a simulation runs the algorithm that New makes
// for its number of processes, and on its network.
func TestOwnProtocolsRunAsTheyAreMade(t *testing.T) {
	made := Protocol{
		Name: "made",
		Network: func(n int) model.Network {
			return model.Network{Topology: model.UnidirectionalRing, N: n, Wake: model.WakeSet{Only: []int{0}}}
		},
		New: func(net model.Network) (*model.System, error) {
			n := net.N
			if net.Order == model.Bag {
				n = 3
			}
			return model.New(relay{n}, net)
		},
	}
	lockstep := made
	lockstep.Name = "lockstep"
	lockstep.Network = func(n int) model.Network {
		return model.Network{Topology: model.UnidirectionalRing, N: n, Timing: model.Lockstep}
	}
	complete := made
	complete.Name = "complete"
	complete.Network = func(n int) model.Network { return model.Network{Topology: model.Complete, N: n} }
	list := []Protocol{made, lockstep, complete}
	for _, row := range []struct {
		args   string
		want   status
		shows  string
		reason string
	}{
		{"simulate made -n 2", ok, "messages  1\n", "the exact least is 1"},
		{"measure made --exact -n 2", ok, "messages  2             1  1      1", "which this says"},
		{"simulate made -n 6", ok, "messages  5\n", "one message goes round"},
		{"simulate made -n 5000", ok, "messages  4999\n", "beyond the sizes of a search"},
		{"simulate made -n 6 --order bag", ok, "messages  2\n", "the flags are part of the network"},
		{"measure made --sizes 2..6", ok, "| 6 | 5       |", "each size has its own"},
		{"simulate lockstep -n 50", ok, "messages  2450\n", "too many processes wake at will for a search"},
		{"simulate complete -n 5000", usage, "interrex: complete: n = 5000: the system that New makes for it has 24995000 links; allowed: at most 8388608\n", "too many links"},
	} {
		if got, out := ran(t, list, row.args); got != int(row.want) || !strings.Contains(out, row.shows) {
			t.Errorf("mine %s (%s): exit status %d, want %d and %q in\n%s", row.args, row.reason, got, row.want, row.shows, out)
		}
	}
}

// TestOwnSizes says at which sizes protocols are checked whose authors name none.
func TestOwnSizes(t *testing.T) {
	on := func(name string, needs model.Needs) Protocol {
		return Of(picky{needs: needs, name: name}, identified, properties.Uniqueness())
	}
	list := []Protocol{
		Of(flood{}, identified, properties.Uniqueness()),
		on("three", model.Needs{MinN: 3}),
		on("five", model.Needs{MinN: 5}),
		on("two", model.Needs{MaxN: 2}),
		on("one", model.Needs{MaxN: 1}),
		on("odd", model.Needs{Sizes: "odd n", Fits: func(n int) bool { return n%2 == 1 }}),
	}
	for _, row := range []struct{ name, want, reason string }{
		{"flood", "n=2..4", "any size suits"},
		{"three", "n=3..5", "from its least on"},
		{"five", "n=5..7", "from its least on"},
		{"two", "n=2", "to its greatest"},
		{"one", "n=1", "none but one process"},
		{"odd", "n=3", "without a gap"},
	} {
		if got, out := ran(t, list, "list"); got != 0 || !strings.Contains(out, row.name+"\n  claims    uniqueness ("+row.want+")\n") {
			t.Errorf("%s (%s): exit status %d, want %q in\n%s", row.name, row.reason, got, row.want, out)
		}
	}
}

// TestOwnProtocolsThatDoNotSuit says that a protocol which the flags do not suit is left out
// with a line that says why, and does not stop the others, unless it was named.
func TestOwnProtocolsThatDoNotSuit(t *testing.T) {
	nobody := Of(picky{needs: model.Needs{Topologies: []model.Topology{model.Star}}, name: "nobody"}, identified, properties.Uniqueness())
	three := Of(picky{needs: model.Needs{MinN: 3}, name: "three"}, identified, properties.Uniqueness())
	list := []Protocol{nobody, three, Of(flood{}, identified, properties.Uniqueness())}
	const (
		starred = "interrex: left out: nobody: topology unidirectional-ring; allowed: star\n"
		small   = "interrex: left out: three: n = 2; allowed: n >= 3\n"
	)
	for _, row := range []struct {
		args   string
		want   status
		shows  []string
		reason string
	}{
		{"check -n 2", ok, []string{starred, small, "1 property: 1 holds; 1 instance"}, "flood is checked"},
		{"check -n 3 --ids worst", ok, []string{starred, "2 properties: 2 hold; 2 instances"}, "so are both that suit"},
		{"check three -n 2", usage, []string{"interrex: three: n = 2; allowed: n >= 3\n"}, "it is the one that was asked for"},
		{"check nobody three -n 2", usage, []string{"interrex: nobody: topology"}, "so are both"},
		{"measure --exact -n 2", ok, []string{starred, small, "flood"}, "measurements too"},
		{"measure three --exact -n 2", usage, []string{"interrex: three: n = 2; allowed: n >= 3\n"}, "unless it was named"},
		{"check --timing bounded -n 2 --delay 3", usage, []string{"unknown flag"}, "bad flags stop all"},
		{"check -n 2 --ids 1,1", usage, []string{"processes 0 and 1 have the identity 1"}, "so do identities that suit nobody"},
	} {
		got, out := ran(t, list, row.args)
		for _, text := range row.shows {
			if got != int(row.want) || !strings.Contains(out, text) {
				t.Errorf("mine %s (%s): exit status %d, want %d and %q in\n%s", row.args, row.reason, got, row.want, text, out)
			}
		}
	}
}

// TestOwnNetworksOfAnotherSize says that a network of another n than it was asked for is
// refused, in one line, by every command that asks for one.
func TestOwnNetworksOfAnotherSize(t *testing.T) {
	even := Of(flood{}, func(n int) model.Network { return identified(n + n%2) }, properties.Uniqueness())
	const want = "interrex: flood: its network for n = 3 has n = 4; allowed: the n that Network is called with\n"
	for _, args := range []string{"check flood -n 3", "check flood -n 2..3", "measure flood --exact -n 3", "measure flood --sizes 3..4", "measure flood --sizes 2..3",
		"simulate flood -n 3", "validate flood --ids 3,1,2 -", "check flood --ids 3,1,2"} {
		got, out := ran(t, []Protocol{even}, args)
		if got != int(usage) || strings.Replace(out, "n = 3, seed 1: ", "", 1) != want {
			t.Errorf("mine %s: exit status %d, want %d and %q, got\n%s", args, got, usage, want, out)
		}
	}
	if got, out := ran(t, []Protocol{even}, "check flood -n 2"); got != 0 {
		t.Errorf("a size that is right: exit status %d\n%s", got, out)
	}
}

// TestSimulationsHaveTheLimitOfTheirSize says that an algorithm of the catalogue which counts
// without end is simulated with the limit of its n and timing, as it is checked.
func TestSimulationsHaveTheLimitOfTheirSize(t *testing.T) {
	limited := 0
	for _, e := range catalogue.All() {
		if e.Limits == nil {
			continue
		}
		limited++
		c := &choice{known: ours(), algorithm: e.Name, variantText: "corrected"}
		if err := c.resolve(); err != nil {
			t.Fatal(err)
		}
		var made claims.Limits
		c.entry.New = func(v claims.Variant, net model.Network) (*model.System, error) {
			made = e.LimitsOn(v, net)
			return e.New(v, net)
		}
		for _, timing := range []model.Timing{model.Async, model.Timely, model.Bounded, model.Lockstep} {
			for _, n := range []int{2, 3, 5, 9} {
				net := e.Network(n)
				net.Timing = timing
				s, err := c.on(net, n)
				if err != nil {
					t.Fatal(err)
				}
				if want := e.LimitsOn(claims.Variant{}, net); made != want || s.net.N != n {
					t.Errorf("%s, %v, n = %d: made with the limits %v, want %v", e.Name, timing, n, made, want)
				}
			}
		}
	}
	if limited < 4 {
		t.Errorf("%d algorithms have a limit; raft, paxos, invitation and itairodeh have one", limited)
	}
}
