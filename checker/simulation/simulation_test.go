package simulation_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker/simulation"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/afa"
	"github.com/interrex/interrex/protocols/anonymous"
	"github.com/interrex/interrex/protocols/bully"
	"github.com/interrex/interrex/protocols/divided"
	"github.com/interrex/interrex/protocols/errata"
	"github.com/interrex/interrex/protocols/hs"
	"github.com/interrex/interrex/protocols/itairodeh"
	"github.com/interrex/interrex/protocols/lcr"
	"github.com/interrex/interrex/protocols/singh"
)

// algorithm is a corrected algorithm that these tests simulate.
type algorithm struct {
	name string
	net  model.Network
	of   func(model.Network) (*model.System, error)
}

func joins[L, M comparable](alg model.Algorithm[L, M]) func(model.Network) (*model.System, error) {
	return func(net model.Network) (*model.System, error) { return model.New(alg, net) }
}

func algorithms() []algorithm {
	return []algorithm{
		{"lcr", model.Network{Topology: model.UnidirectionalRing}, joins(lcr.Algorithm{Fixes: errata.Corrected})},
		{"hs", model.Network{Topology: model.Ring}, joins(hs.Algorithm{Fixes: errata.Corrected})},
		{"afa", model.Network{Topology: model.Ring}, joins(afa.Algorithm{Fixes: errata.Corrected})},
		{"singh", model.Network{Topology: model.Complete}, joins(singh.Algorithm{Fixes: errata.Corrected})},
	}
}

// network returns the network of n processes, with random identities.
func (a algorithm) network(n int, seed uint64) model.Network {
	net := a.net
	net.N, net.IDs = n, make([]model.ID, n)
	for p, id := range simulation.Shuffle(n, seed) {
		net.IDs[p] = model.ID(id)
	}
	return net
}

// system returns a small system of the algorithm. Run takes the algorithm from it.
func (a algorithm) system(t testing.TB, net model.Network) *model.System {
	t.Helper()
	s, err := a.of(net)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func simulate(t testing.TB, s *model.System, net model.Network, o simulation.Options) simulation.Result {
	t.Helper()
	r, err := simulation.Run(context.Background(), s, net, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

var options = []simulation.Options{
	{Scheduler: simulation.Timed},
	{Scheduler: simulation.Timed, Delay: simulation.Uniform, Asleep: 300},
	{Scheduler: simulation.Timed, Delay: simulation.Exponential},
	{Scheduler: simulation.Timed, Delay: simulation.HeavyTailed, Asleep: 1000},
	{Scheduler: simulation.Untimed},
}

// TestIsAnExecution says that a simulation is an execution of the model, with as
// many messages and the same end.
func TestIsAnExecution(t *testing.T) {
	for _, a := range append(algorithms(),
		algorithm{"itai-rodeh", model.Network{Topology: model.UnidirectionalRing}, joins(itairodeh.Algorithm{})},
		algorithm{"singh, inbox", model.Network{Topology: model.Complete, Order: model.Inbox}, joins(singh.Algorithm{Fixes: errata.Corrected})},
		algorithm{"lcr, all awake", model.Network{Topology: model.UnidirectionalRing, Wake: model.WakeSet{All: true}, Faults: model.Faults{Loss: 2}}, joins(lcr.Algorithm{Fixes: errata.Corrected})},
		algorithm{"lcr, bag", model.Network{Topology: model.UnidirectionalRing, Order: model.Bag}, joins(lcr.Algorithm{Fixes: errata.Corrected})},
		algorithm{"hs, set, duplication", model.Network{Topology: model.Ring, Order: model.Set, Faults: model.Faults{Dup: 9}}, joins(hs.Algorithm{Fixes: errata.Corrected})},
		algorithm{"hs, bag, duplication", model.Network{Topology: model.Ring, Order: model.Bag, Faults: model.Faults{Dup: 9}}, joins(hs.Algorithm{Fixes: errata.Corrected})},
		algorithm{"singh, all faults of messages", model.Network{Topology: model.Complete, Faults: model.Faults{Loss: 2, Dup: 9, Cut: 1}}, joins(singh.Algorithm{Fixes: errata.Corrected})},
		algorithm{"afa, inbox, crashes", model.Network{Topology: model.Ring, Order: model.Inbox, Faults: model.Faults{Crash: 2, Dup: 2}}, joins(afa.Algorithm{Fixes: errata.Corrected})},
		algorithm{"bully, crashes, restarts", model.Network{Topology: model.CompleteByID, Timing: model.Timely, Down: []int{1}, Faults: model.Faults{Crash: 2, Restart: 3, Cut: 2}}, joins(bully.Algorithm{Fixes: errata.Corrected})},
		algorithm{"bully, set, all faults", model.Network{Topology: model.CompleteByID, Order: model.Set, Faults: model.Faults{Crash: 3, Restart: 3, Cut: 2, Loss: 2, Dup: 5}}, joins(bully.Algorithm{Fixes: errata.Corrected})},
		algorithm{"bully, some down", model.Network{Topology: model.CompleteByID, Timing: model.Timely, Down: []int{1, 3}}, joins(bully.Algorithm{Fixes: errata.Corrected})},
	) {
		all := slices.Clip(options)
		for scheduler := range 5 { // those of package schedule
			all = append(all, simulation.Options{Scheduler: simulation.Untimed + 1 + simulation.Scheduler(scheduler)})
		}
		for i, o := range all {
			t.Run(fmt.Sprintf("%s/%v/%v", a.name, o.Scheduler, o.Delay), func(t *testing.T) {
				net := a.network(5, uint64(i))
				if a.name == "itai-rodeh" {
					net.IDs = nil
				}
				s := a.system(t, net)
				o.Seed, o.FaultRate, o.LastChange = uint64(i), 150, true
				if err := isExecution(t, s, net, o); err != nil {
					t.Error(err)
				}
			})
		}
	}
}

// TestLastChange checks the counts of executions that do not end.
func TestLastChange(t *testing.T) {
	net := model.Network{Topology: model.UnidirectionalRing, N: 7, Grants: model.KnowLabel,
		Timing: model.Lockstep, Wake: model.WakeSet{Only: []int{0}}}
	s, err := model.New(anonymous.First(), net)
	if err != nil {
		t.Fatal(err)
	}
	got := simulate(t, s, net, simulation.Options{LastChange: true, Limit: 1000}).LastChange
	want := simulation.LastChange{Messages: 1 + 2 + 3 + 4 + 5 + 6 + 7, Busiest: 6, Time: 7 * simulation.Unit}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("in each round another process is told, and tells the next one in all further rounds (-want +got):\n%s", diff)
	}
}

// TestSomebodyWakes says that, if only one process wakes, it is one that can.
func TestSomebodyWakes(t *testing.T) {
	for n := 2; n <= 3; n++ {
		net := divided.Network(n) // process 0, the informer, cannot
		net.IDs = []model.ID{1, 2, 3}[:n]
		s, err := model.New(divided.Algorithm{Fixes: errata.Corrected}, net)
		if err != nil {
			t.Fatal(err)
		}
		for seed := range uint64(20) {
			if simulate(t, s, net, simulation.Options{Seed: seed, Asleep: 1000}).Events == 0 {
				t.Errorf("n = %d, seed %d: nobody wakes", n, seed)
			}
		}
	}
}

// TestShortestTimer says that a process that waits for a reply gives up before
// another one detects the crash: if one process is awake, there is one election.
func TestShortestTimer(t *testing.T) {
	net := model.Network{Topology: model.CompleteByID, N: 6, IDs: []model.ID{6, 1, 2, 3, 4, 5}, Timing: model.Timely, Down: []int{0}}
	s, err := model.New(bully.Algorithm{Fixes: errata.Corrected}, net)
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(20) {
		waker := 0
		o := simulation.Options{Seed: seed, Asleep: 1000, Record: func(e model.Event) {
			if e.Kind == model.Wake {
				waker = e.Process
			}
		}}
		got, want := simulate(t, s, net, o).Messages, int64(net.N-1) // COORDINATOR
		for j := waker; j < net.N; j++ {
			want += int64(2*(net.N-j) - 1) // ELECTION, and OK from all but the old coordinator
		}
		if got != want {
			t.Errorf("seed %d, identity %d starts: %d messages, want %d", seed, waker, got, want)
		}
	}
}

// TestExpectation compares the mean of simulations with the exact one. It allows
// four standard errors; the seeds are fixed.
func TestExpectation(t *testing.T) {
	const runs = 4000
	bag := algorithm{"afa, bag", model.Network{Topology: model.Ring, Order: model.Bag}, joins(afa.Algorithm{Fixes: errata.Corrected})}
	for _, n := range []int{2, 3} {
		for _, a := range append(algorithms(), bag) {
			t.Run(fmt.Sprintf("%s/n=%d", a.name, n), func(t *testing.T) {
				net := a.network(n, 1)
				s := a.system(t, net)
				exact, err := simulation.Expect(s, 100_000)
				if err != nil {
					t.Fatal(err)
				}
				sum := 0.0
				for seed := range uint64(runs) {
					r := simulate(t, s, net, simulation.Options{Seed: seed, Scheduler: simulation.Untimed})
					sum += float64(r.Messages)
				}
				mean, margin := sum/runs, 4*exact.Deviation/math.Sqrt(runs)+1e-9
				if math.Abs(mean-exact.Mean) > margin {
					t.Errorf("%d runs send %.4f messages on average, exactly it is %.4f (±%.4f)", runs, mean, exact.Mean, margin)
				}
			})
		}
	}
}

// TestSequences says that a seed determines one sequence of events on every
// machine: the hashes are golden.
func TestSequences(t *testing.T) {
	want := map[string]uint64{
		"lcr/timed/unit":           0xddcc6a7e17d692ae,
		"lcr/timed/uniform":        0x5128937bbdd9fd4,
		"lcr/timed/exponential":    0x5bdcd83738f692ae,
		"lcr/timed/heavy-tailed":   0x45ede31c1d38ae2c,
		"lcr/uniform/unit":         0xeb272cd738f57904,
		"hs/timed/unit":            0x752625c919e2c3fd,
		"hs/timed/uniform":         0x16d2ff1746982d1f,
		"hs/timed/exponential":     0xfb7f6a3b91f7272d,
		"hs/timed/heavy-tailed":    0xe7e75d8fd382bf7,
		"hs/uniform/unit":          0x6cc60933eed493a9,
		"afa/timed/unit":           0xf7dbb0636908290f,
		"afa/timed/uniform":        0x36dcc058d8e9fd68,
		"afa/timed/exponential":    0x231ec0ee5728290f,
		"afa/timed/heavy-tailed":   0x747a60dc68626207,
		"afa/uniform/unit":         0x16c0f74dcfad4dc6,
		"singh/timed/unit":         0x12a9c44e84ee6511,
		"singh/timed/uniform":      0x9d759addd6ef713b,
		"singh/timed/exponential":  0x28bc7759dd5922fc,
		"singh/timed/heavy-tailed": 0x50a7e2c0d0be8990,
		"singh/uniform/unit":       0x42f4f293d03a415a,
	}
	for _, a := range algorithms() {
		net := a.network(200, 7)
		s := a.system(t, a.network(3, 1))
		for _, o := range options {
			o.Seed = 42
			key := fmt.Sprintf("%s/%v/%v", a.name, o.Scheduler, o.Delay)
			if got := simulate(t, s, net, o).Sequence; got != want[key] {
				t.Errorf("%q: %#x, not %#x: another sequence of events; only if that is meant, change it here", key, got, want[key])
			}
		}
	}
}

// BenchmarkRun simulates networks of two sizes, and fails unless each execution has the
// events that it had before.
func BenchmarkRun(b *testing.B) {
	for _, a := range algorithms() {
		for _, n := range []int{100, 10_000} {
			for i, o := range options {
				b.Run(fmt.Sprintf("%s/n=%d/%v/%v", a.name, n, o.Scheduler, o.Delay), func(b *testing.B) {
					benchmarkRun(b, a, n, o, runEvents[a.name][n][i])
				})
			}
		}
	}
}

// runEvents are the events of the executions of BenchmarkRun, by algorithm, size and options.
var runEvents = map[string]map[int][5]int64{
	"lcr":   {100: {712, 712, 712, 712, 692}, 10_000: {119643, 119643, 119643, 119643, 116821}},
	"hs":    {100: {2295, 2295, 2295, 2295, 2253}, 10_000: {459873, 459873, 459873, 459873, 455875}},
	"afa":   {100: {720, 720, 720, 720, 674}, 10_000: {109218, 109218, 109218, 109218, 103113}},
	"singh": {100: {865, 816, 832, 823, 762}, 10_000: {102773, 98194, 98653, 95575, 91823}},
}

// BenchmarkMillion simulates a ring of a million processes, whose messages take a time of
// exponential distribution. Run
//
//	go test -run=- -bench=Million -benchtime=3x ./checker/simulation
func BenchmarkMillion(b *testing.B) {
	benchmarkRun(b, algorithms()[0], 1_000_000, simulation.Options{Delay: simulation.Exponential}, 17_474_665)
}

// benchmarkRun simulates a network, and fails unless the execution has so many events.
func benchmarkRun(b *testing.B, a algorithm, n int, o simulation.Options, want int64) {
	o.Asleep, o.Seed = 0, 1
	net := a.network(n, 1)
	s := a.system(b, a.network(3, 1))
	for b.Loop() {
		if got := simulate(b, s, net, o).Events; got != want {
			b.Errorf("%s, n = %d: %d events, want %d", b.Name(), n, got, want)
			return
		}
	}
	events := float64(b.N) * float64(want)
	b.ReportMetric(events/b.Elapsed().Seconds(), "events/s")
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/events, "ns/event")
}
