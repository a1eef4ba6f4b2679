package schedule_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/checker/schedule"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/stepwise"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/catalogue"
)

// walk takes a walk through s with the scheduler of that name, and completes it.
func walk(t *testing.T, s *model.System, name string, seed uint64) (*schedule.Walk, schedule.Ending) {
	t.Helper()
	scheduler, err := schedule.New(name, schedule.Options{Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	w := schedule.Start(s, model.Strong, judged()...)
	schedule.Run(w, scheduler, 20)
	return w, w.Complete(200, scheduler.Pick)
}

// judged are the properties of these tests. The last keeps walks going.
func judged() []properties.Property {
	won := properties.Shape{Some: func(s model.Status) bool { return s.Role == model.Won }}
	return append(properties.Standard(properties.Greatest), properties.MessagesAtMost(3),
		properties.NewRecurs("recurs", "some process wins again and again", won),
		properties.NewLeadsTo("leads", "after a process has waited some process wins",
			properties.Shape{Some: func(s model.Status) bool { return s.Term == 1 }}, won),
		properties.NewAlways("ordered", "no process waits before one that is a candidate", properties.Shape{
			Both: func(_ *model.Network, p int, s model.Status, q int, t model.Status) bool {
				return p > q || s.Term != 1 || t.Role != model.Candidate
			}}),
		properties.NewAlways("true", "nothing is asked", func(model.View) bool { return true }))
}

// TestWalksAgreeWithTheEngine says that, on random systems, the engine, replay and
// judge confirm every violation that a walk shows, and that walks show most of the
// violations that the engine finds.
func TestWalksAgreeWithTheEngine(t *testing.T) {
	systems := uint64(60)
	if testing.Short() {
		systems = 25
	}
	violated, shown := 0, 0
	loops := map[properties.Form]int{}
	for seed := range systems {
		s, about := checkertest.Random(seed)
		report, err := checker.Check(t.Context(), s, checker.Options{Properties: judged(), Fairness: model.Strong, MaxConfigurations: 5_000})
		if err != nil || !report.Complete {
			continue
		}
		found := make([]bool, len(judged()))
		for i := range uint64(30) {
			w, _ := walk(t, s, schedule.Names()[i%8], i)
			for j, p := range judged() {
				if x, ok := w.Decided(j); ok {
					found[j] = true
					if x.Loops() {
						loops[p.Form]++
					}
					agrees(t, fmt.Sprintf("%s: %s", about, p.Name), x, report.Verdicts[j])
				}
			}
		}
		for j, v := range report.Verdicts {
			if v.Execution != nil {
				violated++
				if found[j] {
					shown++
				}
			}
		}
	}
	if shown < violated*3/4 {
		t.Errorf("walks show %d of %d violations and witnesses", shown, violated)
	}
	for _, f := range []properties.Form{properties.Eventually, properties.LeadsTo, properties.Recurs, properties.Stabilises, properties.Terminates} {
		if loops[f] == 0 {
			t.Errorf("no walk shows a loop that refutes the form %v", f)
		}
	}
}

// agrees checks that x refutes (witnesses) a property, and that the engine finds it
// refuted (witnessed).
func agrees(t *testing.T, about string, x model.Execution, v checker.Verdict) {
	t.Helper()
	again, err := x.System.Replay(x.Lasso())
	if err != nil {
		t.Errorf("%s: %v", about, err)
		return
	}
	if err := v.Property.Judge(again, model.Strong); err != nil {
		t.Errorf("%s: %v", about, err)
	}
	doubted := v.Property.Form == properties.Reachable && v.Result == checker.Unknown // beside a step that is not well-formed
	if v.Execution == nil && !doubted {
		t.Errorf("%s: a walk of %d events decides it, the engine says %v", about, len(x.Steps), v.Result)
	}
}

// TestWalksAreJudgedInFull says that the judge of a walk, which looks only at the
// changes of a step, agrees with one that looks at every process after each step.
func TestWalksAreJudgedInFull(t *testing.T) {
	decided := 0
	for seed := range uint64(100) {
		s, about := checkertest.Random(seed)
		for i, name := range schedule.Names() {
			w, ending := walk(t, s, name, seed+uint64(i))
			if ending == schedule.Looping {
				continue
			}
			x := w.Execution()
			path := stepwise.PathFrom(s, x.Start)
			judge := properties.NewJudge(path, judged()...)
			for _, step := range x.Steps {
				path.Extend(step)
				judge.Step()
			}
			if bounded := judge.Bounded() == w.Len(); bounded != w.Bounded() {
				t.Fatalf("%s, %s: bounded %t, want %t", about, name, !bounded, bounded)
			}
			for j, p := range judged() {
				l, ok := judge.Decided(j)
				if w.Decides(j) != ok {
					t.Fatalf("%s, %s: %s: decided %t, want %t", about, name, p.Name, !ok, ok)
				}
				if got, _ := w.Decided(j); ok && len(got.Steps) != l.Len() {
					t.Fatalf("%s, %s: %s: decided by %d events, want %d", about, name, p.Name, len(got.Steps), l.Len())
				}
				if ok {
					decided++
				}
			}
		}
	}
	if decided < 500 {
		t.Errorf("%d properties are decided only", decided)
	}
}

func TestWalksAreAFunctionOfTheSeed(t *testing.T) {
	for _, name := range schedule.Names() {
		differ := false
		var before string
		for seed := range uint64(8) {
			s, _ := checkertest.Random(3)
			text := func() string {
				w, ending := walk(t, s, name, seed)
				return fmt.Sprint(w.Len(), ending, w.Last().Key())
			}
			first := text()
			if diff := cmp.Diff(first, text()); diff != "" {
				t.Errorf("%s, seed %d: walked twice:\n%s", name, seed, diff)
			}
			differ = differ || seed > 0 && first != before
			before = first
		}
		if !differ {
			t.Errorf("%s: all seeds walk alike", name)
		}
	}
}

// TestSent says that the walk knows when messages were sent: never later than now
// and, if the order is queued, the head of a channel first.
func TestSent(t *testing.T) {
	asked := 0
	for seed := range uint64(60) {
		s, about := checkertest.Random(seed)
		scheduler, err := schedule.New("uniform", schedule.Options{Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		w := schedule.Start(s, model.Weak, judged()...)
		last := map[int]int{}
		for w.Len() < 30 && len(w.Enabled()) > 0 {
			x := scheduler.Next(w)
			if x.Kind == model.Receive {
				asked++
				sent, ch := w.Sent(x), stepwise.ChannelOf(s, x)
				ordered := s.Network().Order == model.FIFO || s.Network().Order == model.Inbox
				if sent > w.Len() || ordered && sent < last[ch] {
					t.Fatalf("%s: after %d events %v was sent after %d, the one before after %d", about, w.Len(), x, sent, last[ch])
				}
				last[ch] = sent
			}
			w.Take(x, scheduler.Pick)
		}
	}
	if asked < 100 {
		t.Errorf("%d receptions only", asked)
	}
}

func TestUnknownScheduler(t *testing.T) {
	_, err := schedule.New("fair", schedule.Options{})
	if want := `unknown scheduler "fair"; allowed: uniform, fifo, lifo, slow, pct, swarm, pos, balanced`; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// couriers lets process 0 send three letters to process 1, and process 2 send one.
// Process 1 has won if that one arrives between the first two.
type couriers struct{}

type courier struct {
	Awake bool
	Got   string
}

func (couriers) Init(model.Self) courier { return courier{} }
func (couriers) Ready(p model.Self, s courier) model.Spontaneous {
	return model.Spontaneous{Wake: !s.Awake && p.Ports() == 1}
}

func (couriers) Step(p *model.Process[uint8], s courier, in model.Input[uint8]) courier {
	if in.Kind == model.Receive {
		s.Got += fmt.Sprint(in.Port)
		return s
	}
	s.Awake = true
	letters := 3
	if p.Label() == 1 {
		letters = 1
	}
	for i := range letters {
		p.Send(0, uint8(i))
	}
	return s
}

func (couriers) Observe(_ model.Self, s courier) model.Status {
	if s.Got == "0100" {
		return model.Status{Role: model.Won}
	}
	return model.Status{}
}

// TestPCTBound says that pct finds an order that needs one change of priorities as
// often as its bound promises, and never without a change.
func TestPCTBound(t *testing.T) {
	s, err := model.New(couriers{}, model.Network{Topology: model.Graph, N: 3, Graph: [][]int{{1}, {0, 2}, {1}},
		Labels: []int{0, 0, 1}, Grants: model.KnowLabel})
	if err != nil {
		t.Fatal(err)
	}
	const classes, events, tries = 4, 6, 4000
	for depth, least := range map[int]float64{1: 0, 2: 1.0 / (classes * events)} {
		found := 0
		for seed := range uint64(tries) {
			scheduler, err := schedule.New("pct", schedule.Options{Seed: seed, Length: events, Depth: depth})
			if err != nil {
				t.Fatal(err)
			}
			w := schedule.Start(s, model.Weak, properties.Elected(), properties.WellFormed())
			schedule.Run(w, scheduler, events)
			if slices.ContainsFunc([]int{0, 1, 2}, func(p int) bool { return s.Status(w.Last(), p).Role == model.Won }) {
				found++
			}
		}
		rate := float64(found) / tries
		if depth == 1 && found > 0 || rate < least {
			t.Errorf("depth %d: found by %.3f of the walks; the bound is %.3f", depth, rate, least)
		}
	}
}

// restless passes one message on for ever. If tosses is set, it tosses a coin each
// time.
type restless struct{ tosses bool }

func (restless) Init(model.Self) model.Role { return model.Undecided }
func (restless) Ready(_ model.Self, r model.Role) model.Spontaneous {
	return model.Spontaneous{Wake: r == model.Undecided}
}
func (r restless) Step(p *model.Process[uint8], _ model.Role, _ model.Input[uint8]) model.Role {
	if r.tosses {
		p.Choose(2)
	}
	p.Send(0, 1)
	return model.Candidate
}
func (restless) Observe(_ model.Self, r model.Role) model.Status { return model.Status{Role: r} }

func TestComplete(t *testing.T) {
	endless, err := model.New(restless{}, model.Network{Topology: model.UnidirectionalRing, N: 3})
	if err != nil {
		t.Fatal(err)
	}
	tossing, err := model.New(restless{tosses: true}, model.Network{Topology: model.UnidirectionalRing, N: 3})
	if err != nil {
		t.Fatal(err)
	}
	ends := checkertest.Graph{Edges: "0 a 1; 1 a 2"}.System()
	first := func(int) int { return 0 }
	for _, test := range []struct {
		system  *model.System
		most    int
		want    schedule.Ending
		refuted int // events of the execution that refutes quiescence, 0: none
		reason  string
	}{
		{ends, 50, schedule.Terminal, 0, "nothing more has to happen"},
		{endless, 50, schedule.Looping, 6, "a message wakes all, and then goes round"},
		{tossing, 50, schedule.Unfinished, 0, "no coin falls on the same side for ever"},
		{endless, 2, schedule.Unfinished, 0, "too short to come back to a configuration"},
	} {
		w := schedule.Start(test.system, model.Weak, properties.Quiescence(), properties.WellFormed())
		w.Take(w.Enabled()[0], first)
		if got := w.Complete(test.most, first); got != test.want {
			t.Errorf("%s: %v, want %v", test.reason, got, test.want)
		}
		x, ok := w.Decided(0)
		if ok != (test.refuted > 0) || len(x.Steps) != test.refuted {
			t.Errorf("%s: refuted %t by %d events, want %d", test.reason, ok, len(x.Steps), test.refuted)
		}
	}
}

// pourer sends two messages when it wakes.
type pourer struct{}

func (pourer) Init(model.Self) bool                  { return false }
func (pourer) Observe(model.Self, bool) model.Status { return model.Status{} }
func (pourer) Ready(_ model.Self, awake bool) model.Spontaneous {
	return model.Spontaneous{Wake: !awake}
}

func (pourer) Step(p *model.Process[uint8], awake bool, in model.Input[uint8]) bool {
	if in.Kind == model.Receive {
		return awake
	}
	p.Send(0, 1)
	p.Send(0, 2)
	return true
}

// TestCompleteTakesAllOfATurn says that both messages of a bag arrive in one turn.
// Taking the first one first would renumber the second.
func TestCompleteTakesAllOfATurn(t *testing.T) {
	s, err := model.New(pourer{}, model.Network{Topology: model.UnidirectionalRing, N: 2, Order: model.Bag, Wake: model.WakeSet{Only: []int{0}}})
	if err != nil {
		t.Fatal(err)
	}
	first := func(int) int { return 0 }
	w := schedule.Start(s, model.Weak, properties.WellFormed())
	w.Take(w.Enabled()[0], first)
	w.Complete(50, first)
	var got []string
	for _, e := range w.Execution().Lasso().Stem {
		got = append(got, e.String())
	}
	want := []string{"wake p0", "receive p1:1 2", "receive p1:1 1"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// BenchmarkWalk walks through LCR with all processes awake at the start. All walks have
// the same number of events, as every message is received in the end.
func BenchmarkWalk(b *testing.B) {
	e, err := catalogue.ByName("lcr")
	if err != nil {
		b.Fatal(err)
	}
	for _, n := range []int{4, 40} {
		net := e.Network(n)
		net.Wake.All = true
		for p := range n {
			net.IDs = append(net.IDs, model.ID(n-p))
		}
		s, err := e.New(catalogue.Variant{}, net)
		if err != nil {
			b.Fatal(err)
		}
		for _, name := range schedule.Names() {
			b.Run(fmt.Sprintf("n=%d/%s", n, name), func(b *testing.B) { benchmark(b, s, name, n*(n+1)/2) })
		}
	}
}

func benchmark(b *testing.B, s *model.System, name string, events int) {
	for i := range b.N {
		scheduler, err := schedule.New(name, schedule.Options{Seed: uint64(i)})
		if err != nil {
			b.Fatal(err)
		}
		w := schedule.Start(s, model.Weak, properties.Uniqueness(), properties.WellFormed())
		schedule.Run(w, scheduler, 2000)
		if w.Len() != events {
			b.Fatalf("seed %d: %d events, want %d", i, w.Len(), events)
		}
	}
	b.ReportMetric(float64(b.N*events)/b.Elapsed().Seconds(), "events/s")
}

// turncoat has won, and has lost once it is awake. The second process panics when it wakes.
type turncoat struct{}

func (turncoat) Init(model.Self) model.Role                      { return model.Won }
func (turncoat) Observe(_ model.Self, r model.Role) model.Status { return model.Status{Role: r} }
func (turncoat) Ready(_ model.Self, r model.Role) model.Spontaneous {
	return model.Spontaneous{Wake: r == model.Won}
}
func (turncoat) Step(p *model.Process[int], _ model.Role, _ model.Input[int]) model.Role {
	if p.Label() == 1 {
		panic("no")
	}
	return model.Lost
}

// TestWalkJudgesTheStart says that a walk shows a property of events to be
// refuted by a wake-up before the first event, as [properties.Property.Judge]
// does, even if another wake-up there is not well-formed.
func TestWalkJudgesTheStart(t *testing.T) {
	s, err := model.New(turncoat{}, model.Network{N: 2, Labels: []int{0, 1}, Grants: model.KnowLabel, Wake: model.WakeSet{All: true}})
	if err != nil {
		t.Fatal(err)
	}
	x, ok := schedule.Start(s, model.Weak, properties.Irrevocability()).Decided(0)
	if !ok || len(x.Steps) != 0 {
		t.Fatalf("decided %t, by %d events, want that the start refutes it", ok, len(x.Steps))
	}
	if err := properties.Irrevocability().Judge(x, model.Weak); err != nil {
		t.Error(err)
	}
}

// tired is impure: it wakes until all processes together have taken three steps.
type tired struct{ calls *int }

func (tired) Init(model.Self) int { return 0 }
func (t tired) Ready(_ model.Self, s int) model.Spontaneous {
	return model.Spontaneous{Wake: s < 5}
}
func (tired) Observe(model.Self, int) model.Status { return model.Status{} }
func (t tired) Step(_ *model.Process[int], s int, _ model.Input[int]) int {
	if *t.calls++; *t.calls > 3 {
		return 5
	}
	return s + 1
}

// TestImpureWalk says that a walk that cannot be replayed is reported as an impure
// algorithm.
func TestImpureWalk(t *testing.T) {
	s, err := model.New(tired{new(int)}, model.Network{N: 1})
	if err != nil {
		t.Fatal(err)
	}
	w := schedule.Start(s, model.Weak)
	for range 4 {
		if !w.Repeat(model.Event{Kind: model.Wake}) {
			t.Fatal("the process does not wake")
		}
	}
	defer func() {
		if impure, ok := recover().(*model.ImpureError); !ok || impure.Method != "a step" {
			t.Errorf("panicked with %v, want that a step is impure", impure)
		}
	}()
	w.Execution()
}
