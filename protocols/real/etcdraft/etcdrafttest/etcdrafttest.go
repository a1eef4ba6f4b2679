// Package etcdrafttest holds the tests that every version of the library is put
// to. One binary can link one version only: each has its own test.
package etcdrafttest

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/realcode"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/real/etcdraft"
)

// A Case is a system to search.
type Case struct {
	Name, Reason string
	N            int
	Order        model.Order
	Timing       model.Timing
	Faults       model.Faults
	Config       etcdraft.Config
	Engine       checker.Engine
}

// An Instance is the system of a case.
type Instance struct {
	*etcdraft.Cluster
	System    *model.System
	Algorithm *realcode.Algorithm
}

// On returns the system of the case on a library.
func (c Case) On(t testing.TB, l etcdraft.Library) Instance {
	t.Helper()
	cluster, err := etcdraft.New(l, c.Config)
	if err != nil {
		t.Fatal(err)
	}
	a, err := realcode.New(cluster.Code())
	if err != nil {
		t.Fatal(err)
	}
	net := model.Network{Topology: model.CompleteByID, N: c.N, Order: c.Order, Timing: c.Timing, Faults: c.Faults}
	for i := range c.N {
		net.IDs = append(net.IDs, model.ID(i+1))
	}
	s, err := model.New(a, net)
	if err != nil {
		t.Fatal(err)
	}
	return Instance{cluster, s, a}
}

// Property returns the property of that name.
func (i Instance) Property(name string) (properties.Property, error) {
	for _, p := range slices.Concat(i.Properties(), i.Liveness()) {
		if p.Name == name {
			return p, nil
		}
	}
	return properties.Property{}, fmt.Errorf("no property %q", name)
}

// Check searches the system and judges the properties of those names; none: all
// safety properties.
func (c Case) Check(t testing.TB, l etcdraft.Library, names ...string) checker.Report {
	t.Helper()
	i := c.On(t, l)
	var list []properties.Property
	if len(names) == 0 {
		list = i.Properties()
	}
	for _, name := range names {
		p, err := i.Property(name)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, p)
	}
	r, err := checker.Check(context.Background(), i.System, checker.Options{Search: checker.Search{Engine: c.Engine, Reduce: checker.NoReduction}, Properties: list, Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Refuted returns the schedules that refute properties, by name; those that hold
// are missing. It fails if any is not decided.
func Refuted(t testing.TB, r checker.Report) map[string][]string {
	t.Helper()
	found := map[string][]string{}
	for _, v := range r.Verdicts {
		switch v.Result {
		case checker.Holds:
		case checker.Violated:
			found[v.Property.Name] = nil
			if v.Execution == nil { // nothing reaches it
				continue
			}
			for _, e := range v.Execution.Lasso().Events() {
				found[v.Property.Name] = append(found[v.Property.Name], e.String())
			}
		default:
			t.Errorf("%s: %v: %s", v.Property.Name, v.Result, v.Note())
		}
	}
	return found
}
