package explicit_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/checker/internal/engine"
	"github.com/interrex/interrex/checker/internal/explicit"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
	"github.com/interrex/interrex/properties"
)

// TestTogether says that a search for several leads-to finds the same of each as one for it alone.
func TestTogether(t *testing.T) {
	not := func(holds func(model.View) bool) func(model.View) bool {
		return func(v model.View) bool { return !holds(v) }
	}
	never := func(model.View) bool { return false }
	list := []properties.Property{
		properties.NewLeadsTo("answered", "", asks, won), properties.NewLeadsTo("doubted", "", won, asks),
		properties.NewLeadsTo("silent", "", asks, not(asks)), properties.NewLeadsTo("deposed", "", won, not(won)),
		properties.NewLeadsTo("never", "", never, won)}
	r := rand.New(rand.NewPCG(1, 2))
	found := map[engine.Outcome]int{}
	for range 400 {
		g := randomGraph(r)
		s, f := g.System(), []model.Fairness{model.Unfair, model.Weak, model.Strong}[r.IntN(3)]
		together := findings(t, s, f, list...)
		for i, p := range list {
			alone := findings(t, s, f, p)[0]
			found[alone.Outcome]++
			if diff := cmp.Diff(alone, together[i]); diff != "" {
				t.Errorf("%s of %+v, %v fairness (-alone +together):\n%s", p.Name, g, f, diff)
			}
		}
	}
	for _, outcome := range []engine.Outcome{engine.Found, engine.Absent, engine.Vacuous, engine.Open} {
		if found[outcome] < 20 {
			t.Errorf("%v: too few findings of some kind to test anything", found)
		}
	}
}

// randomGraph returns a random graph with few places. In some a step is not well-formed.
func randomGraph(r *rand.Rand) (g checkertest.Graph) {
	const places = 6
	var edges []string
	for range 4 + r.IntN(6) {
		cause := []string{"a", "a", "b", "c", "wake"}[r.IntN(5)]
		to := fmt.Sprint(r.IntN(places))
		switch r.IntN(12) {
		case 0:
			to += fmt.Sprint("|", r.IntN(places))
		case 1:
			if r.IntN(4) == 0 {
				to = "!"
			}
		}
		from := fmt.Sprint(r.IntN(places), " ", cause, " ")
		if !strings.Contains(strings.Join(edges, ";")+";", from) {
			edges = append(edges, from+to)
		}
	}
	g.Edges = strings.Join(edges, ";")
	for p := range places {
		switch r.IntN(7) {
		case 0, 1:
			g.Asks = append(g.Asks, p)
		case 2, 3:
			g.Won = append(g.Won, p)
		}
	}
	if r.IntN(5) == 0 {
		g.Bound = []int{r.IntN(places)}
	}
	return g
}

// findings returns the findings of one search for properties.
func findings(t *testing.T, s *model.System, f model.Fairness, list ...properties.Property) []engine.Finding {
	t.Helper()
	q := engine.Question{System: s, Tables: compiled.New(s), Properties: list, Fairness: f, Workers: 1}
	a, err := explicit.Engine{}.Search(q, engine.NewBudget(context.Background(), engine.Bounds{}, nil))
	if err != nil {
		t.Fatal(err)
	}
	return a.Findings
}
