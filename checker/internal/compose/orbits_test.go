package compose_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/checker/internal/compose"
	"github.com/interrex/interrex/checker/internal/confluent"
	"github.com/interrex/interrex/checker/internal/symmetry"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/itairodeh"
)

// reached returns the configurations that a machine reaches, of each orbit one, at most limit.
func reached(m *compose.Machine, limit int) map[compose.State]bool {
	first := m.Representative(0, m.Initial())
	seen, queue := map[compose.State]bool{first: true}, []compose.State{first}
	for len(queue) > 0 && len(seen) <= limit {
		next, _ := m.Successors(0, queue[0], nil)
		queue = queue[1:]
		for _, s := range next {
			if s = m.Representative(0, s); !seen[s] {
				seen[s] = true
				queue = append(queue, s)
			}
		}
	}
	return seen
}

// folded returns the machine of the orbits of s, after all that its search learns, and
// the states that it meets.
func folded(t *testing.T, g *symmetry.Group, monitor *properties.Monitor, limit int) (*compose.Machine, map[compose.State]bool) {
	t.Helper()
	for {
		m, err := compose.NewOrbits(g, monitor, nil)
		if err != nil {
			t.Fatal(err)
		}
		seen := reached(m, limit)
		if !m.Broken() {
			return m, seen
		}
		g.Learn()
	}
}

// TestOrbits compares the sizes of the orbits that random systems reach with the number
// of their configurations. All of an orbit have the same representative, which is one of
// them, and the same configurations are among them without a renaming.
func TestOrbits(t *testing.T) {
	systems, orbits, larger := 0, 0, 0
	for seed := range uint64(120) {
		s, about := checkertest.Anonymous(seed / 2)
		if seed%2 == 1 {
			s, about = checkertest.Exchangeable(seed / 2)
		}
		for _, p := range []properties.Property{{}, properties.UniquenessEver()} {
			m, largest, ok := sumOrbits(t, s, p, about)
			if !ok {
				continue
			}
			larger = max(larger, largest)
			if systems++; m.Folds() {
				orbits++
			}
		}
	}
	if orbits < systems/3 || larger < 4 {
		t.Errorf("%d of %d systems have orbits, of at most %d configurations: too little to test anything", orbits, systems, larger)
	}
}

// TestOrbitsOfTraitors is TestOrbits for systems with traitors.
func TestOrbitsOfTraitors(t *testing.T) {
	orbits := 0
	for seed := range uint64(100) {
		honest, about := checkertest.Exchangeable(seed)
		s, now := checkertest.Betraying(honest, seed)
		if m, largest, ok := sumOrbits(t, s, properties.Property{}, about+", "+now); ok && m.Folds() && largest > 1 && s.Network().Faults.Forge > 0 {
			orbits++
		}
	}
	if orbits < 3 {
		t.Errorf("%d systems have orbits: too few to test anything", orbits)
	}
}

// TestOrbitsOfDivisions is TestOrbits for systems whose network divides.
func TestOrbitsOfDivisions(t *testing.T) {
	orbits := 0
	for seed := range uint64(24) {
		whole, about := checkertest.Exchangeable(seed)
		s, now := checkertest.Dividing(whole, seed)
		if m, largest, ok := sumOrbits(t, s, properties.Property{}, about+", "+now); ok && m.Folds() && largest > 1 {
			orbits++
		}
	}
	if orbits < 3 {
		t.Errorf("%d systems have orbits: too few to test anything", orbits)
	}
}

// sumOrbits returns the machine of the orbits of a system, and the size of the largest orbit.
// It reports false if the system has too many configurations.
func sumOrbits(t *testing.T, s *model.System, p properties.Property, about string) (m *compose.Machine, largest int, ok bool) {
	t.Helper()
	const limit = 2_000
	whole, err := compose.New(s, compiled.New(s), p.Monitor())
	if err != nil {
		t.Fatal(err)
	}
	all := reached(whole, limit)
	if len(all) > limit {
		return nil, 0, false
	}
	m, left := folded(t, symmetry.New(s), p.Monitor(), limit)
	sum := 0
	for r := range left {
		orbit := []compose.State{r}
		if m.Folds() {
			orbit = m.Orbit(r)
		}
		sum += len(orbit)
		largest = max(largest, len(orbit))
		if slices.ContainsFunc(orbit, func(o compose.State) bool { return m.Representative(0, o) != r }) {
			t.Errorf("%s, %s: not all of an orbit have the same representative", about, p.Name)
		}
	}
	if sum != len(all) {
		t.Errorf("%s, %s, %d renamings: the orbits have %d configurations, want %d", about, p.Name, m.Order(), sum, len(all))
	}
	return m, largest, true
}

// watcher is an algorithm in which the hub of a star suspects each process that is down, a
// while after it crashed, unless it has suspected it already.
type watcher struct{}

func (watcher) Init(model.Self) model.PortSet                  { return 0 }
func (watcher) Observe(model.Self, model.PortSet) model.Status { return model.Status{} }
func (watcher) Ready(p model.Self, suspected model.PortSet) model.Spontaneous {
	if p.Ports() == 1 {
		return model.Spontaneous{}
	}
	return model.Spontaneous{Wake: true, Suspect: model.Ports(0, 1, 2) &^ suspected}
}
func (watcher) Durations(model.Self, model.PortSet) model.Durations {
	return model.Durations{Suspect: model.Span{Least: 1, Greatest: 2}}
}
func (watcher) Step(_ *model.Process[string], suspected model.PortSet, in model.Input[string]) model.PortSet {
	if in.Kind == model.Suspect {
		return suspected.With(in.Port)
	}
	return suspected
}

// TestOrbitsOfWatchers is about the clocks of suspicions, and who is down behind a port: three
// processes may change places.
func TestOrbitsOfWatchers(t *testing.T) {
	s, err := model.New(watcher{}, model.Network{N: 4, Topology: model.Star, Timing: model.Bounded, Faults: model.Faults{Crash: 2}})
	if err != nil {
		t.Fatal(err)
	}
	m, largest, ok := sumOrbits(t, s, properties.Property{}, "watchers")
	if !ok || m.Order() != 6 || largest != 6 {
		t.Errorf("%d renamings, and at most %d configurations in an orbit; want 6 and 6", m.Order(), largest)
	}
}

// TestEventAfter gives new names to events of a complete network.
func TestEventAfter(t *testing.T) {
	s, err := model.New(collector{}, model.Network{N: 3, Topology: model.Ring})
	if err != nil {
		t.Fatal(err)
	}
	g := symmetry.New(s)
	m, err := compose.NewOrbits(g, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	m.Successors(0, m.Initial(), nil)
	image := []int{1, 0, 2} // port 0 leads to the next process, port 1 to the one before
	for _, row := range []struct{ event, want, reason string }{
		{"wake p0", "wake p1", "the process has a new name"},
		{"receive p0:0 a", "receive p1:1 a", "process 1 is behind the port"},
		{"lose p2:0 a", "lose p2:1 a", "the port leads to process 0, whose name is 1 now"},
		{"suspect p0:1", "suspect p1:0", "process 2 is behind the port"},
		{"crash p0 during receive:0 a after 1", "crash p1 during receive:1 a after 1", "a step has the port in which the crash strikes"},
		{"cut p0 p1", "cut p1 p0", "both ends have new names"},
		{"tick", "tick", "all take part"},
		{"divide p0", "divide p1", "the one that is cut off has a new name"},
		{"divide p2", "divide p2", "it keeps its name"},
		{"heal", "heal", "all take part"},
	} {
		e, err := model.ParseEvent(row.event)
		if err != nil {
			t.Errorf("%q: %v", row.event, err)
			continue
		}
		if got := m.EventAfter(image, e).String(); got != row.want {
			t.Errorf("%q becomes %q, want %q: %s", row.event, got, row.want, row.reason)
		}
	}
}

// TestOrbitsOfMonitors says which monitors break a machine of orbits: those that name a process and
// do not rename it, or that name one from the start.
func TestOrbitsOfMonitors(t *testing.T) {
	ring := model.Network{N: 3, Topology: model.UnidirectionalRing}
	for _, row := range []struct {
		reason string
		list   properties.Property
		broken bool
	}{
		{"it names the winners, and says what they are after a renaming", properties.UniquenessEver(), false},
		{"it counts, and names nobody", properties.MessagesAtMost(2), false},
		{"it names the process that took the last step", properties.NewAlways("last", "", properties.Watch(
			func(model.View) int { return -1 }, func(_ int, o properties.Observation) int { return o.Process }, func(int) bool { return true })), true},
		{"it names a process from the start", properties.NewAlways("first", "", properties.Watch(
			func(model.View) named { return named{1} }, func(n named, _ properties.Observation) named { return n }, func(named) bool { return true })), true},
	} {
		s, err := model.New(itairodeh.Algorithm{}, ring)
		if err != nil {
			t.Fatal(err)
		}
		m, err := compose.NewOrbits(symmetry.New(s), row.list.Monitor(), nil)
		if err != nil {
			t.Fatal(err)
		}
		if reached(m, 1_000); m.Broken() != row.broken {
			t.Errorf("%s: broken %t, want %t", row.reason, m.Broken(), row.broken)
		}
	}
}

// named is a state of a monitor that names a process.
type named struct{ process int }

func (n named) Renamed(image []int) any { return named{image[n.process]} }

// collector is an algorithm whose processes send a and b, remember the messages that they received,
// and notice b if it comes before a.
type collector struct{}

func (collector) Init(model.Self) string                  { return "" }
func (collector) Observe(model.Self, string) model.Status { return model.Status{} }
func (collector) Ready(_ model.Self, s string) model.Spontaneous {
	return model.Spontaneous{Wake: s == ""}
}
func (collector) Step(p *model.Process[string], s string, in model.Input[string]) string {
	for q := model.Port(0); in.Kind == model.Wake && int(q) < p.Ports(); q++ {
		p.Send(q, "a")
		p.Send(q, "b")
	}
	if in.Kind == model.Wake || in.Msg == "b" && !strings.Contains(s, "a") {
		return s + "o"
	}
	return s + in.Msg
}

// TestOrbitsSharePassages says that a silent delivery that was passed over in one leaf is
// relied upon when somebody asks for the events in the same state of another leaf of the
// orbit: a renaming may have brought it there.
func TestOrbitsSharePassages(t *testing.T) {
	s, err := model.New(collector{}, model.Network{N: 3, Topology: model.Ring})
	if err != nil {
		t.Fatal(err)
	}
	g := symmetry.New(s)
	tables := g.Tables()
	d := confluent.New(s, tables, confluent.Sight{})
	var renamings []confluent.Renaming
	for _, r := range g.Generators() {
		renamings = append(renamings, r)
	}
	d.Share(renamings)
	awake := tables.Step(0, tables.Local(0, ""), compiled.Input{Kind: model.Wake, Msg: -1})[0].Next
	tables.Step(0, awake, compiled.Input{Kind: model.Receive, Port: 0, Msg: tables.Message("a")})
	m, err := compose.NewOrbits(g, nil, d)
	if err != nil {
		t.Fatal(err)
	}
	sent, received := s.Initial(), s.Initial()
	sent.Locals, received.Locals = []any{"o", "o", "o"}, []any{"oa", "o", "o"}
	sent.Channels = slices.Clone(sent.Channels)
	sent.Channels[s.Semantics().InChannels(1)[0]] = []model.Envelope{{Port: 0, Msg: "a"}}
	m.StateOf(sent)                                          // passes over that process 1 receives a
	m.Successors(0, m.StateOf(received), nil)                // asks for the events of process 0 then
	d.Meet(1, tables.Local(1, "oa"), 1, tables.Message("b")) // which does not commute with it
	if !m.Broken() {
		t.Error("nobody relies on the delivery that was passed over")
	}
}
