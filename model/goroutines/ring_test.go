package goroutines_test

import (
	"context"
	"slices"
	"sync"
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/goroutines"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/lcr"
)

// A candidate of the election of Chang and Roberts on a ring, as people write it: a
// goroutine that selects over a context and a channel.
type candidate struct {
	mu   sync.Mutex
	role model.Role
}

// chang starts a candidate.
func chang(e *goroutines.Endpoint) goroutines.Process {
	c := &candidate{}
	done := make(chan struct{})
	go func() {
		defer close(done)
		c.run(e)
	}()
	return goroutines.Process{Observe: c.status, Stop: func() { <-done }}
}

func (c *candidate) run(e *goroutines.Endpoint) {
	e.Send(0, e.ID())
	for {
		select {
		case <-e.Context().Done():
			return
		case d := <-e.Inbox():
			id := d.Value.(model.ID)
			switch {
			case id > e.ID():
				c.set(model.Lost)
				e.Send(0, id)
			case id == e.ID():
				c.set(model.Won)
			}
		}
	}
}

func (c *candidate) set(r model.Role) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.role = r
}

func (c *candidate) status() model.Status {
	c.mu.Lock()
	defer c.mu.Unlock()
	return model.Status{Role: c.role}
}

var changCode = goroutines.Code{
	Name:  "chang",
	Needs: model.Needs{Topologies: []model.Topology{model.UnidirectionalRing}, Knowledge: model.KnowID},
	Start: chang,
}

func algorithm(t testing.TB, c goroutines.Code) *goroutines.Algorithm {
	t.Helper()
	a, err := goroutines.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func system[L, M comparable](t testing.TB, a model.Algorithm[L, M], net model.Network) *model.System {
	t.Helper()
	s, err := model.New(a, net)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func check(t testing.TB, s *model.System, list ...properties.Property) checker.Report {
	t.Helper()
	r, err := checker.Check(context.Background(), s, checker.Options{Properties: list, Search: checker.Search{Reduce: checker.NoReduction}, MaxConfigurations: 1 << 22})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// ring returns a ring of n processes with falling identities, on which messages go
// farthest.
func ring(n int) model.Network {
	net := model.Network{Topology: model.UnidirectionalRing, N: n}
	for p := range n {
		net.IDs = append(net.IDs, model.ID(n-p))
	}
	return net
}

// TestRing compares goroutines on a ring with the model: the same configurations,
// events and lengths.
func TestRing(t *testing.T) {
	list := []properties.Property{properties.Uniqueness(), properties.Elected(),
		properties.NewAlways("nobody-wins", "nobody wins", func(v model.View) bool { return !slices.ContainsFunc(v.Status, won) })}
	for n, configurations := range map[int]int64{2: 8, 3: 24, 4: 76, 5: 249, 6: 836, 7: 2860} {
		a := algorithm(t, changCode)
		got, want := check(t, system(t, a, ring(n)), list...), check(t, system(t, lcr.Algorithm{}, ring(n)), list...)
		if got.Configurations != configurations || got.Configurations != want.Configurations || got.Events != want.Events || got.Depth != want.Depth {
			t.Errorf("n = %d: %d configurations, %d events, depth %d; want %d; the model has %d, %d, %d", n,
				got.Configurations, got.Events, got.Depth, configurations, want.Configurations, want.Events, want.Depth)
		}
		for i, v := range got.Verdicts {
			if w := want.Verdicts[i]; v.Result != w.Result || length(v) != length(w) {
				t.Errorf("n = %d: %s is %v in %d events, of the model %v in %d", n, list[i].Name, v.Result, length(v), w.Result, length(w))
			}
		}
	}
}

func won(s model.Status) bool { return s.Role == model.Won }

// length returns the number of events of the execution of a verdict, -1 if it has none.
func length(v checker.Verdict) int {
	if v.Execution == nil {
		return -1
	}
	return len(v.Execution.Lasso().Events())
}
