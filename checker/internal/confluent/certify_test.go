package confluent_test

import (
	"errors"
	"testing"

	"github.com/interrex/interrex/checker/certificate"
	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/checker/internal/confluent"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// certify searches s, and returns the certificate of the search.
func certify(s *model.System, r *reducer, sight confluent.Sight, watch properties.Property) (*graph, certificate.Certificate) {
	r.Record()
	g := exploreWatched(s, watch, r, tooLarge)
	c := certificate.Certificate{Seen: seenBy(r, sight, watch)}
	r.Certify(&c)
	return g, c
}

// flawOf searches s, and returns how the certificate of the search is wrong, nil if it is right or
// empty.
func flawOf(t *testing.T, s *model.System, r *reducer, sight confluent.Sight, watch properties.Property) error {
	t.Helper()
	_, c := certify(s, r, sight, watch)
	if c.Empty() {
		return nil
	}
	_, err := certificate.Check(t.Context(), s, c, whole)
	if errors.Is(err, certificate.ErrNothingChecked) { // the deliveries that it relied upon never happen
		return nil
	}
	return err
}

// seenBy returns the predicates and the monitor that a sight has after a search, as functions.
func seenBy(r *reducer, sight confluent.Sight, watch properties.Property) (seen certificate.Seen) {
	seen.Steps = stepsOf(sight.Shapes)
	if r.SeesSteps() {
		seen.Steps = append(seen.Steps, stepsOf(sight.Steps)...)
	} else {
		seen.Held = stepsOf(sight.Steps)
	}
	if watch.Monitor() != nil {
		seen.Monitor = &certificate.Monitor{Begin: watch.Begin, Observe: watch.Observe, Renamed: watch.Monitor().Renamed}
	}
	return seen
}

// stepsOf returns the predicates of events of shapes.
func stepsOf(shapes []*properties.Shape) (list []func(before, after model.View) bool) {
	for _, h := range shapes {
		if h.Step == nil {
			continue
		}
		list = append(list, func(before, after model.View) bool {
			for p, status := range before.Status {
				if !h.Step(status, after.Status[p]) {
					return false
				}
			}
			return true
		})
	}
	return list
}

// whole looks at all configurations of the small systems of these tests.
var whole = certificate.Options{MaxConfigurations: 4 * tooLarge}

// TestCertificatesOfRandomSystems checks the certificates of reduced searches of random systems.
func TestCertificatesOfRandomSystems(t *testing.T) {
	var sum certificate.Result
	searched := 0
	for seed := *from; seed < *from+howMany(); seed++ {
		s, about := commuting(seed)
		if explore(s, nil, tooLarge).cut {
			continue
		}
		for _, row := range []struct {
			sight confluent.Sight
			watch properties.Property
		}{
			{},
			{sight: everything},
			{sight: confluent.Sight{Steps: []*properties.Shape{{Step: func(before, after model.Status) bool {
				return before.Role == model.Undecided || before.Role == after.Role
			}}}}},
			{confluent.Sight{Monitor: noticing(seed).Monitor()}, noticing(seed)},
			{sight: confluent.Sight{Loops: true}},
		} {
			g, c := certify(s, newReducer(s, row.sight, 0, both), row.sight, row.watch)
			if g.cut || c.Empty() {
				continue
			}
			searched++
			r, err := certificate.Check(t.Context(), s, c, whole)
			if err != nil {
				t.Errorf("%s, sees %+v: %v", about, row.sight, err)
			}
			if r.Cycles > 0 && r.Cycles != int64(len(g.seen)) {
				t.Errorf("%s, sees %+v: the search meets %d configurations, and done again %d", about, row.sight, len(g.seen), r.Cycles)
			}
			sum = sum.Plus(r)
		}
	}
	t.Logf("%d certificates, %+v", searched, sum)
	if searched < int(howMany())/2 || sum.Deliveries == 0 || sum.Overtaking == 0 || sum.Fates == 0 || sum.Closed == 0 || sum.Cycles == 0 {
		t.Errorf("%d certificates, %+v: too little to test anything", searched, sum)
	}
}

// TestCertificatesOfCycles does not look for cycles that hide something, and so takes processes
// alone and passes over deliveries that it should not: conditions 11 and 13.
func TestCertificatesOfCycles(t *testing.T) {
	wrong := map[bool]int{} // by whether loops are seen
	for seed := range uint64(50) {
		s, about := checkertest.CommutingQueued(300 + seed)
		if explore(s, nil, tooLarge).cut {
			continue
		}
		for _, sight := range []confluent.Sight{{}, {Loops: true}} {
			r := newReducer(s, sight, 0, both)
			r.Record()
			g := &graph{cut: true}
			for again := true; again; {
				g = &graph{system: s, seen: map[string]*vertex{}, ends: map[string]bool{}, views: map[string]bool{}, states: map[any]bool{}}
				g.search(r, tooLarge)
				if again = !g.cut && r.Broken(); again {
					r.Learn()
				}
			}
			c := certificate.Certificate{}
			if r.Certify(&c); g.cut || c.Empty() {
				continue
			}
			_, err := certificate.Check(t.Context(), s, c, whole)
			if r.Closes() {
				g.breakCycles(r)
			}
			if sight.Loops {
				g.expose(r)
			}
			if r.Broken() != (err != nil) {
				t.Errorf("%s, sees loops %t: a cycle hides something: %t, the certificate is wrong: %v", about, sight.Loops, r.Broken(), err)
			}
			if err != nil {
				wrong[sight.Loops]++
			}
		}
	}
	t.Log(wrong)
	if wrong[false] == 0 || wrong[true] == 0 {
		t.Errorf("%v certificates are wrong: too few to test anything", wrong)
	}
}
