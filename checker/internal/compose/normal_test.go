package compose_test

import (
	"testing"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/checker/internal/compose"
	"github.com/interrex/interrex/checker/internal/confluent"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
	"github.com/interrex/interrex/properties"
)

// normalForms returns the machine of the normal forms of s, and these, in the
// order in which they are met.
func normalForms(t *testing.T, s *model.System) (*compose.Machine, []compose.State) {
	t.Helper()
	tables := compiled.New(s)
	return normalFormsBy(t, s, tables, confluent.New(s, tables, confluent.Sight{}), nil)
}

// normalFormsBy is normalForms with Deliveries and a monitor.
func normalFormsBy(t *testing.T, s *model.System, tables *compiled.Tables, d *confluent.Deliveries, monitor *properties.Monitor) (*compose.Machine, []compose.State) {
	t.Helper()
	for ; ; d.Learn() {
		m, err := compose.NewNormal(s, tables, monitor, d)
		if err != nil {
			t.Fatal(err)
		}
		list, seen := []compose.State{m.Initial()}, map[compose.State]bool{m.Initial(): true}
		for i := 0; i < len(list); i++ {
			next, _ := m.Successors(0, list[i], nil)
			for _, y := range next {
				if !seen[y] {
					seen[y] = true
					list = append(list, y)
				}
			}
		}
		if !m.Broken() {
			return m, list
		}
	}
}

// TestCyclesOfConfluentDeliveriesEnd says that a machine of normal forms stops
// where messages go round for ever, and that it does not hide the wake-ups that
// may happen meanwhile.
func TestCyclesOfConfluentDeliveriesEnd(t *testing.T) {
	for _, n := range []int{1, 2, 3, 5} {
		s, err := model.New(passer{}, model.Network{N: n, Topology: model.UnidirectionalRing})
		if err != nil {
			t.Fatal(err)
		}
		m, list := normalForms(t, s)
		awake := map[string]bool{}
		for _, c := range list {
			awake[m.Locals(c)] = true
		}
		if len(awake) != 1<<n {
			t.Errorf("n = %d: %d vectors of local states, want %d", n, len(awake), 1<<n)
		}
	}
}

// passer is an algorithm whose processes pass on for ever each message that they
// receive: a delivery changes nothing, and a wake-up sends one more message.
type passer struct{}

func (passer) Name() string                          { return "passer" }
func (passer) Init(model.Self) bool                  { return false }
func (passer) Observe(model.Self, bool) model.Status { return model.Status{} }
func (passer) Ready(_ model.Self, awake bool) model.Spontaneous {
	return model.Spontaneous{Wake: !awake}
}
func (passer) Step(p *model.Process[int], awake bool, in model.Input[int]) bool {
	p.Send(0, 0)
	return awake || in.Kind == model.Wake
}

// TestNormalFormsEndAlike says that a machine of normal forms reaches as many
// terminal configurations as there are, and no more configurations.
func TestNormalFormsEndAlike(t *testing.T) {
	compared := 0
	for i := range uint64(101) {
		seed := i
		if i == 100 {
			seed = 1466 // a push on a settled state that nobody has asked about
		}
		s, about := checkertest.Commuting(seed)
		switch seed % 4 {
		case 1:
			s, about = checkertest.CommutingQueued(seed)
		case 3:
			s, about = checkertest.CommutingBounded(seed)
		}
		if s.Network().Faults != (model.Faults{}) { // of which more or less may be left at the end
			continue
		}
		seen, ends := map[string]bool{s.Initial().Key(): true}, 0
		list := []model.Configuration{s.Initial()}
		for i := 0; i < len(list) && i < 400; i++ {
			if s.Terminal(list[i]) {
				ends++
			}
			for _, y := range s.Successors(list[i]) {
				if k := y.Next.Key(); !seen[k] {
					seen[k] = true
					list = append(list, y.Next)
				}
			}
		}
		if len(list) > 400 {
			continue
		}
		compared++
		m, forms := normalForms(t, s)
		found := 0
		for _, c := range forms {
			_, obligatory := m.Successors(0, c, nil)
			if f := m.Facts(c); f.Started && !f.Failed && !obligatory {
				found++
			}
		}
		if len(forms) > len(list) || found != ends {
			t.Errorf("%s: %d normal forms with %d ends, of %d configurations with %d", about, len(forms), found, len(list), ends)
		}
	}
	if compared < 10 {
		t.Errorf("%d systems compared: too few to test anything", compared)
	}
}
