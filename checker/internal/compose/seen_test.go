package compose_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker/internal/compose"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
	"github.com/interrex/interrex/properties"
)

// seen returns all that a predicate sees of a configuration, as text.
func seen(s *model.System, c properties.Configuration) string {
	text := fmt.Sprint(c.View(), c.Left(), c.Divided())
	for i := range s.Links() {
		text += fmt.Sprint(" ", c.Cut(i))
	}
	for p := range s.Network().N {
		text += fmt.Sprint(" ", c.Status(p), c.Traitor(p))
	}
	if s.Semantics().MessageType() != nil {
		for m := range properties.InFlight[any](c) {
			text += fmt.Sprint(" ", m)
		}
	}
	return text
}

// TestShownAsDefined says of random systems that a predicate sees of each configuration the parts that the definition has: if one Showing shows all of
// them, twice and in turns, and if nothing is kept.
func TestShownAsDefined(t *testing.T) {
	compared := 0
	for seed := range uint64(30) {
		s, about := drawn[seed%uint64(len(drawn))](seed)
		m, err := compose.New(s, compiled.New(s), nil)
		if err != nil {
			t.Fatal(about, err)
		}
		showing, all := m.NewShowing(), firstOf(s, 80)
		for i, c := range slices.Concat(all, all) {
			if compared++; c.Failed() {
				continue
			}
			want, at := seen(s, properties.At(s, c)), m.StateOf(c)
			for _, shown := range []properties.Configuration{showing.Configuration(at), m.Shown(at)} {
				if diff := cmp.Diff(want, seen(s, shown)); diff != "" {
					t.Fatalf("%s: configuration %d, %v (-definition +shown):\n%s", about, i, c, diff)
				}
			}
		}
	}
	if compared < 1_000 {
		t.Errorf("only %d configurations were compared", compared)
	}
}

// counting is a process that takes steps for ever, as many as it counts.
type counting struct{}

func (counting) Init(model.Self) int                                       { return 0 }
func (counting) Observe(_ model.Self, s int) model.Status                  { return model.Status{Own: s} }
func (counting) Ready(_ model.Self, _ int) model.Spontaneous               { return model.Spontaneous{Wake: true} }
func (counting) Step(_ *model.Process[int], s int, _ model.Input[int]) int { return s + 1 }

// countingMachine returns a machine of two that count, and its first states, in which only the first one has.
func countingMachine(t *testing.T, states int) (*compose.Machine, []compose.State) {
	t.Helper()
	s, err := model.New(counting{}, model.Network{N: 2, Wake: model.WakeSet{Only: []int{0}}})
	if err != nil {
		t.Fatal(err)
	}
	m, err := compose.New(s, compiled.New(s), nil)
	if err != nil {
		t.Fatal(err)
	}
	list := []compose.State{m.Initial()}
	for len(list) < states {
		list, _ = m.Successors(0, list[len(list)-1], list)
	}
	return m, list
}

// TestShowingForgets shows more states of a process, and more views, than a Showing keeps. They are counted, and no memory is needed for those that come
// after.
func TestShowingForgets(t *testing.T) {
	const most = 1 << 13
	m, list := countingMachine(t, 3*most)
	showing, none := m.NewShowing(), m.Bytes()
	bytes := func(list []compose.State) int64 {
		for _, s := range list {
			c, want := showing.Configuration(s), fmt.Sprint(m.Decode(s).Locals[0])
			if got := fmt.Sprint(c.Status(0).Own, c.View().Status[0].Own); got != want+" "+want {
				t.Fatalf("a process that has counted to %s shows %s", want, got)
			}
		}
		return m.Bytes() - none
	}
	first, second, third := bytes(list[:most]), bytes(list[most:2*most]), bytes(list[2*most:])
	if first < most*100 || third-second > first/10 {
		t.Errorf("%d bytes after %d views, %d after twice as many, and %d after three times", first, most, second, third)
	}
	bytes(list[:most])
}

// TestChangedStatuses says that a predicate which changes the statuses of a view changes them for nobody else.
func TestChangedStatuses(t *testing.T) {
	m, list := countingMachine(t, 3)
	showing := m.NewShowing()
	for range 2 {
		statuses := showing.Configuration(list[2]).View().Status
		if statuses[0].Own != 2 || statuses[1].Own != 0 {
			t.Fatalf("the statuses are %v", statuses)
		}
		slices.Reverse(statuses)
	}
}

// TestVoidShowing asks for a configuration after all have got other numbers. The property is in error, and the memory of what was
// shown is counted no more.
func TestVoidShowing(t *testing.T) {
	for _, row := range []struct {
		reason string
		void   func(m *compose.Machine, list []compose.State)
	}{
		{"tables are renewed", func(m *compose.Machine, list []compose.State) { m.Renew(slices.Values(list)) }},
		{"the leaves are cut elsewhere", func(m *compose.Machine, list []compose.State) {
			m.Recut(2, func(renewed func(compose.State) compose.State) {
				for _, s := range list {
					renewed(s)
				}
			})
		}},
	} {
		m, list := countingMachine(t, 100)
		kept := m.NewShowing().Configuration(list[50])
		lent := m.Borrow()
		m.GiveBack(lent)
		for _, s := range list {
			_, _ = m.Shown(s).Status(0), lent.Configuration(s).View()
		}
		before, given := m.Bytes(), m.Renewable()
		row.void(m, list)
		if now := m.Renewable(); now < 0 || before-m.Bytes() != given-now || given-now < 3_000 {
			t.Errorf("%s: of %d bytes %d are left, and %d of %d that can be given back", row.reason, before, m.Bytes(), now, given)
		}
		for part, ask := range map[string]func() any{
			"view":     func() any { return kept.View() },
			"status":   func() any { return kept.Status(0) },
			"left":     func() any { return kept.Left() },
			"messages": func() any { return properties.CountInFlight(kept, func(int) bool { return true }) },
		} {
			if got := panicOf(ask); !strings.Contains(got, "an earlier call") {
				t.Errorf("%s, and the %s of a configuration of before is asked for: %q", row.reason, part, got)
			}
		}
		if x := m.Borrow(); x == lent || panicOf(func() any { return x.Configuration(m.Initial()).View() }) != "" || panicOf(func() any { return m.Shown(m.Initial()).View() }) != "" {
			t.Errorf("%s, and nothing can be shown", row.reason)
		}
	}
}

// panicOf returns the text of the panic of a function, "" if it does not panic.
func panicOf(f func() any) (text string) {
	defer func() {
		if r := recover(); r != nil {
			text = fmt.Sprint(r)
		}
	}()
	f()
	return ""
}

// shout is a process that sends when it wakes.
type shout struct{}

func (shout) Init(model.Self) bool                            { return false }
func (shout) Observe(model.Self, bool) model.Status           { return model.Status{} }
func (shout) Ready(_ model.Self, done bool) model.Spontaneous { return model.Spontaneous{Wake: !done} }
func (shout) Step(p *model.Process[string], done bool, in model.Input[string]) bool {
	if in.Kind == model.Wake {
		p.Send(0, "here")
	}
	return true
}

// TestSendsAreCounted says that the memory of what events send is counted, once.
func TestSendsAreCounted(t *testing.T) {
	s, err := model.New(shout{}, model.Network{N: 2})
	if err != nil {
		t.Fatal(err)
	}
	m, err := compose.New(s, compiled.New(s), nil)
	if err != nil {
		t.Fatal(err)
	}
	edges := m.Edges(m.Initial(), nil)
	for i, want := range []bool{true, false} {
		before := m.Bytes()
		for _, e := range edges {
			for range properties.Sent[any](m.ShownStep(m.Initial(), e)) {
			}
		}
		if more := m.Bytes() > before; more != want {
			t.Errorf("time %d: more memory is counted: %t", i, more)
		}
	}
}
