package checkertest_test

import (
	"strings"
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/catalogue"
)

// extremesTally counts the comparisons of extremes with and without reduction.
type extremesTally struct {
	systems int // compared
	events  int // of them, those with as many events
	apart   int // the least differs from the greatest
	failed  int // neither measures: a step is ill-formed, or no execution ends
	endless int // refused: some execution does not end
}

// compare fails t if the extremes of the reduced search differ from those of the whole.
func (n *extremesTally) compare(t *testing.T, s *model.System, about string) {
	t.Helper()
	if checker.Confluent.Suits(s, nil) != nil {
		return
	}
	before := n.systems
	n.compareQuantity(t, s, checker.Messages, about)
	if n.systems > before { // all executions end
		n.compareEvents(t, s, about)
	}
}

// compareEvents is compare for the number of events, unless that is not preserved.
func (n *extremesTally) compareEvents(t *testing.T, s *model.System, about string) {
	t.Helper()
	if _, err := checker.Measure(t.Context(), s, checker.Length, checker.Options{Search: checker.Search{Reduce: checker.Confluent}}); err != nil && strings.Contains(err.Error(), "does not preserve events") {
		return
	}
	n.events++
	n.compareQuantity(t, s, checker.Length, about+", events")
}

// compareQuantity is compare for one quantity.
func (n *extremesTally) compareQuantity(t *testing.T, s *model.System, q checker.Quantity, about string) {
	t.Helper()
	o := checker.Options{Search: checker.Search{Reduce: checker.NoReduction}, MaxConfigurations: 1000}
	want, wantErr := checker.Measure(t.Context(), s, q, o)
	if wantErr != nil && strings.Contains(wantErr.Error(), checker.ErrCutShort.Error()) {
		return
	}
	o.Search.Reduce = checker.Confluent
	got, err := checker.Measure(t.Context(), s, q, o)
	switch {
	case err != nil && strings.Contains(err.Error(), "measures a system only if all executions end"):
		n.endless++
	case (err == nil) != (wantErr == nil):
		t.Errorf("%s: error %v, want %v", about, err, wantErr)
	case err != nil:
		n.failed++
	case got.Least != want.Least || got.Greatest != want.Greatest || !got.Finite || !want.Finite:
		t.Errorf("%s: %d..%d (finite %t), want %d..%d (%t)", about, got.Least, got.Greatest, got.Finite, want.Least, want.Greatest, want.Finite)
	default:
		n.systems++
		if want.Least < want.Greatest {
			n.apart++
		}
		for _, x := range []*model.Execution{got.LeastBy, got.GreatestBy} {
			if !s.Terminal(x.Last()) {
				t.Errorf("%s: an execution shown does not end", about)
			}
		}
	}
}

// TestReducedExtremesAgree compares the least and greatest numbers of messages and events with and
// without confluent deliveries, on random systems with every order, fault and timing.
func TestReducedExtremesAgree(t *testing.T) {
	var n extremesTally
	for seed := range systems(150, 60) {
		s, about := []func(uint64) (*model.System, string){checkertest.Commuting, checkertest.CommutingQueued, checkertest.CommutingDeferred, checkertest.CommutingInvoked, checkertest.CommutingBounded}[seed%5](seed)
		n.compare(t, s, about)
	}
	t.Logf("%+v", n)
	if n.systems < 30 || n.events < 5 || n.apart < 10 || n.endless == 0 {
		t.Errorf("%+v: too few to test anything", n)
	}
}

// TestReducedExtremesAgreeOnTheCatalogue does the same on the algorithms of the
// catalogue at their smallest sizes.
func TestReducedExtremesAgreeOnTheCatalogue(t *testing.T) {
	var n extremesTally
	for _, e := range catalogue.All() {
		for about, s := range smallest(t, e, 1) {
			n.compare(t, s, about)
		}
	}
	t.Logf("%+v", n)
	if n.systems < 10 || n.events < 5 || n.apart < 4 {
		t.Errorf("%+v: too few to test anything", n)
	}
}
