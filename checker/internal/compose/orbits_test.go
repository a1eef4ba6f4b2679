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
// what it meets.
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
	const limit = 2_000
	systems, orbits, larger := 0, 0, 0
	for seed := range uint64(60) {
		s, about := checkertest.Anonymous(seed)
		for _, p := range []properties.Property{{}, properties.UniquenessEver()} {
			whole, err := compose.New(s, compiled.New(s), p.Monitor())
			if err != nil {
				t.Fatal(err)
			}
			all := reached(whole, limit)
			if len(all) > limit {
				continue
			}
			g := symmetry.New(s)
			m, left := folded(t, g, p.Monitor(), limit)
			sum := 0
			for r := range left {
				orbit := []compose.State{r}
				if m.Folds() {
					orbit = m.Orbit(r)
				}
				sum += len(orbit)
				larger = max(larger, len(orbit))
				if slices.ContainsFunc(orbit, func(o compose.State) bool { return m.Representative(0, o) != r }) {
					t.Errorf("%s, %s: not all of an orbit have the same representative", about, p.Name)
				}
			}
			if sum != len(all) {
				t.Errorf("%s, %s, %d renamings: the orbits have %d configurations, want %d", about, p.Name, g.Order(), sum, len(all))
			}
			if systems++; m.Folds() {
				orbits++
			}
		}
	}
	if orbits < systems/3 || larger < 4 {
		t.Errorf("%d of %d systems have orbits, of at most %d configurations: too little to test anything", orbits, systems, larger)
	}
}

// TestOrbitsOfMonitors finds out what a machine relies on of a monitor that says who won.
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

// collector is an algorithm whose processes remember what they received, and notice b if it
// comes before a.
type collector struct{}

func (collector) Init(model.Self) string                  { return "" }
func (collector) Observe(model.Self, string) model.Status { return model.Status{} }
func (collector) Ready(_ model.Self, s string) model.Spontaneous {
	return model.Spontaneous{Wake: s == ""}
}
func (collector) Step(_ *model.Process[string], s string, in model.Input[string]) string {
	if in.Kind == model.Wake || in.Msg == "b" && !strings.Contains(s, "a") {
		return s + "o"
	}
	return s + in.Msg
}

// TestOrbitsSharePassages says that a silent delivery that was passed over in one leaf is
// relied upon when somebody asks what may happen in the same state of another leaf of the
// orbit: a renaming may have brought it there.
func TestOrbitsSharePassages(t *testing.T) {
	s, err := model.New(collector{}, model.Network{N: 3, Topology: model.Ring})
	if err != nil {
		t.Fatal(err)
	}
	g := symmetry.New(s)
	tables := g.Tables()
	d := confluent.New(s, tables, confluent.Sight{})
	d.Share(g.Orbits())
	m, err := compose.NewOrbits(g, nil, d)
	if err != nil {
		t.Fatal(err)
	}
	sent, received := s.Initial(), s.Initial()
	sent.Locals, received.Locals = []any{"o", "o", "o"}, []any{"oa", "o", "o"}
	sent.Channels = slices.Clone(sent.Channels)
	sent.Channels[s.InChannels(1)[0]] = []model.Envelope{{Port: 0, Msg: "a"}}
	m.StateOf(sent)                                          // passes over that process 1 receives a
	m.Successors(0, m.StateOf(received), nil)                // asks what process 0 may do then
	d.Meet(1, tables.Local(1, "oa"), 1, tables.Message("b")) // which does not commute with it
	if !m.Broken() {
		t.Error("nobody relies on the delivery that was passed over")
	}
}
