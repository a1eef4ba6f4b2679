package compose_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/checker/internal/compose"
	"github.com/interrex/interrex/checker/internal/confluent"
	"github.com/interrex/interrex/checker/internal/symmetry"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
)

// longest is more than the deliveries that a small system can take one after the other, unless they go round.
const longest = 60

// normalForm takes confluent deliveries in c by the definition of the model until there is none, and returns how many
// messages they send. It reports false if they go round.
func normalForm(s *model.System, d *confluent.Deliveries, c model.Configuration) (_ model.Configuration, sends int, ok bool) {
	for range longest {
		if c.Failed() {
			return c, sends, true
		}
		e := d.Next(s, c)
		if e.Kind != model.Receive { // the zero event
			return c, sends, true
		}
		list := s.Successors(c)
		i := slices.IndexFunc(list, func(x model.Successor) bool { return cmp.Equal(x.Event, e) })
		if i < 0 {
			return c, sends, false
		}
		c, sends = list[i].Next, sends+len(list[i].Sends)
	}
	return c, sends, false
}

// formsOf returns the events of the system in a normal form, each with the normal form that follows by the definition
// and the messages that are sent on the way, and the same of the machine. It reports false if deliveries go round.
func formsOf(s *model.System, d *confluent.Deliveries, m *compose.Machine, x compose.State) (want, got []string, ok bool) {
	edges := m.Edges(x, nil)
	for i, e := range m.Weighed(x, nil) {
		if e.Next != edges[i].Next {
			return nil, []string{fmt.Sprint("another normal form where messages are counted: ", e)}, true
		}
		got = append(got, fmt.Sprint(m.Label(e.Label).Event, " sends ", e.Passed, " to ", m.Decode(e.Next).Key()))
	}
	for _, y := range s.Successors(m.Decode(x)) {
		if m.Alone(x) && (len(edges) == 0 || !isOfTurn(m.Decode(x).Left, m.Label(edges[0].Label).Event, y.Event)) {
			continue
		}
		form, sends, ok := normalForm(s, d, y.Next)
		if !ok {
			return nil, nil, false
		}
		want = append(want, fmt.Sprint(y.Event, " sends ", sends, " to ", form.Key()))
	}
	slices.Sort(want)
	slices.Sort(got)
	return want, got, true
}

// isOfTurn reports whether an event is taken alone with first: it is of the same closed process or, while messages may be
// lost or duplicated, of the same message.
func isOfTurn(left model.Faults, first, e model.Event) bool {
	if left.Loss == 0 && left.Dup == 0 {
		return e.Process == first.Process
	}
	return e.Process == first.Process && e.Port == first.Port && e.Message == first.Message && !e.Within
}

// TestNormalFormsByDefinition compares the layer of normal forms with the definition, system by system: the machine
// begins in the normal form of the initial configuration, each event leads to the normal form of where the definition
// leads to, and the messages on the way are counted. So by induction it has the same normal forms. If the events of a closed process are
// taken alone, or those of a message, they are all that it has.
func TestNormalFormsByDefinition(t *testing.T) {
	compared, forms, fewer, alone := 0, 0, 0, 0
	for seed := range uint64(100) {
		draw := []func(uint64) (*model.System, string){checkertest.Commuting, checkertest.CommutingQueued, checkertest.CommutingBounded, checkertest.CommutingDeferred}[seed%4]
		s, about := draw(seed)
		tables := compiled.New(s)
		d := confluent.New(s, tables, confluent.Sight{})
		whole, err := compose.New(s, compiled.New(s), nil)
		if err != nil {
			t.Fatal(err)
		}
		all := len(reached(whole, 300))
		if d.Overtaking() || all > 300 {
			continue
		}
		m, list := normalFormsBy(t, s, tables, d, nil)
		first, sends, ok := normalForm(s, d, s.Initial())
		if !ok {
			continue
		}
		if m.Decode(m.Initial()).Key() != first.Key() || int(m.Passed()[0]) != sends {
			t.Fatalf("%s: begins in %v after %d messages, want %v after %d", about, m.Decode(m.Initial()), m.Passed()[0], first, sends)
		}
		for _, x := range list {
			want, got, ok := formsOf(s, d, m, x)
			if !ok {
				continue
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("%s: in the normal form %v (-definition +machine):\n%s", about, m.Decode(x), diff)
			}
			if m.Alone(x) {
				alone++
			}
			forms++
		}
		compared++
		if len(list) < all {
			fewer++
		}
	}
	t.Logf("%d systems with %d normal forms, in %d of which one process is alone; %d systems have fewer than configurations", compared, forms, alone, fewer)
	if compared < 30 || forms < 500 || fewer < 15 || alone < 10 {
		t.Error("too few to test anything")
	}
}

// TestOrbitsOfNormalForms lays orbits over normal forms. All of the orbit of a normal form are normal forms by the
// definition, with the same representative, and an event leads to where the definition does. Each way in which an
// execution ends, of all that the definition has, is in the orbit of some normal form.
func TestOrbitsOfNormalForms(t *testing.T) {
	compared, larger := 0, 0
	for seed := range uint64(90) {
		s, about := checkertest.AnonymousCommuting(seed)
		if s.Network().Faults != (model.Faults{}) || s.Network().Order == model.Inbox {
			continue
		}
		ends, ok := endsByDefinition(s, 300)
		if !ok {
			continue
		}
		m, d, list := foldedForms(t, symmetry.New(s))
		if !m.Folds() {
			continue
		}
		inside := map[string]bool{}
		for x := range list {
			orbit := m.Orbit(x)
			larger = max(larger, len(orbit))
			for _, y := range orbit {
				c := m.Decode(y)
				inside[c.Key()] = true
				if form, _, ok := normalForm(s, d, c); ok && form.Key() != c.Key() {
					t.Fatalf("%s: %v is in the orbit of a normal form and is none", about, c)
				}
				if m.Representative(0, y) != x {
					t.Fatalf("%s: %v has another representative than the rest of its orbit", about, c)
				}
			}
			if want, got, ok := formsOf(s, d, m, x); ok && !slices.Equal(want, got) {
				t.Fatalf("%s: in %v (-definition +machine):\n%s", about, m.Decode(x), cmp.Diff(want, got))
			}
		}
		for _, key := range ends {
			if !inside[key] {
				t.Errorf("%s: no orbit has the end %s", about, key)
			}
		}
		compared++
	}
	if compared < 10 || larger < 3 {
		t.Errorf("%d systems with orbits of at most %d: too little to test anything", compared, larger)
	}
}

// foldedForms returns the machine of the orbits of normal forms of a group, its deliveries, and the representatives.
func foldedForms(t *testing.T, g *symmetry.Group) (*compose.Machine, *confluent.Deliveries, map[compose.State]bool) {
	t.Helper()
	for d := sharing(g); ; {
		m, err := compose.NewOrbits(g, nil, d)
		if err != nil {
			t.Fatal(err)
		}
		list := reached(m, 2_000)
		switch {
		case !m.Broken():
			return m, d, list
		case g.Broken() || g.Refused():
			g.Learn()
			d = sharing(g) // for the tables are others
		default:
			d.Learn()
		}
	}
}

// sharing returns the confluent deliveries of the system of a group, which are the same after its renamings.
func sharing(g *symmetry.Group) *confluent.Deliveries {
	d := confluent.New(g.System(), g.Tables(), confluent.Sight{})
	var renamings []confluent.Renaming
	for _, r := range g.Generators() {
		renamings = append(renamings, r)
	}
	d.Share(renamings)
	return d
}

// endsByDefinition returns the terminal configurations of s. It reports false if there are more configurations than most.
func endsByDefinition(s *model.System, most int) (ends []string, ok bool) {
	seen, list := map[string]bool{s.Initial().Key(): true}, []model.Configuration{s.Initial()}
	for i := 0; i < len(list); i++ {
		if len(list) > most {
			return nil, false
		}
		if s.Terminal(list[i]) {
			ends = append(ends, list[i].Key())
		}
		for _, y := range s.Successors(list[i]) {
			if !seen[y.Next.Key()] {
				seen[y.Next.Key()] = true
				list = append(list, y.Next)
			}
		}
	}
	return ends, true
}
