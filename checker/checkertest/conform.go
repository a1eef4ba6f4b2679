package checkertest

import (
	"errors"
	"fmt"
	"testing"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/catalogue"
	"github.com/interrex/interrex/protocols/errata"
)

// Run is the conformance suite of an entry of the catalogue, on small networks. Local
// states and messages must be comparable by value and have different texts, steps must
// be pure, and engine and reference must agree on every variant, reading and
// arrangement. The claims of an entry have tests of their own.
func Run(t *testing.T, e catalogue.Entry) {
	largest := 3
	if testing.Short() {
		largest = 2
	}
	explored := false
	for _, v := range variants(e) {
		for n := 1; n <= largest; n++ {
			for _, s := range systems(t, e, v, n) {
				name := fmt.Sprintf("%s/%s/n=%d/%v", e.VariantText(v), e.ReadingsText(v.Readings), n, s.Network().IDs)
				t.Run(name, func(t *testing.T) {
					explored = conforms(t, e, v, s) || explored
				})
			}
		}
	}
	if !explored {
		t.Errorf("%s: no system of at most %d processes is small enough to be explored", e.Name, largest)
	}
}

// conforms compares engine and reference on s. If s is too large, it compares them on
// the system in which only the last process may wake. It reports whether it could.
func conforms(t *testing.T, e catalogue.Entry, v catalogue.Variant, s *model.System) bool {
	t.Helper()
	o := Options{Properties: properties.Standard(e.Extreme), Max: 300}
	if Long() {
		o.Max = 3000
	}
	err := Agree(s, o)
	if net := *s.Network(); errors.Is(err, ErrTooLarge) && !net.Wake.All {
		net.Wake.Only = []int{net.N - 1}
		less, failed := e.New(v, net)
		if failed != nil {
			t.Fatal(failed)
		}
		err = Agree(less, o)
	}
	if errors.Is(err, ErrTooLarge) {
		t.Skip(err)
	}
	if err != nil {
		t.Error(err)
	}
	return true
}

// variants returns the printed and the corrected variant, and the latter without each
// fix and with each other reading.
func variants(e catalogue.Entry) []catalogue.Variant {
	corrected := catalogue.Variant{Fixes: errata.Fixes(1)<<len(e.Errata) - 1}
	list := []catalogue.Variant{corrected}
	if len(e.Errata) > 0 {
		list = append(list, catalogue.Variant{})
	}
	for i := range e.Errata {
		if v := e.Without(i); v.Fixes != 0 {
			list = append(list, v)
		}
	}
	for i, reading := range e.Readings {
		for o := 1; o < len(reading.Options); o++ {
			v := corrected
			v.Readings[i] = uint8(o)
			list = append(list, v)
		}
	}
	return list
}

// systems returns the systems of n processes: one per arrangement, or a single one if
// the algorithm is anonymous. It returns none if the algorithm does not run on n.
func systems(t *testing.T, e catalogue.Entry, v catalogue.Variant, n int) []*model.System {
	t.Helper()
	net := e.Network(n)
	if s, err := e.New(v, net); err == nil {
		return []*model.System{s}
	}
	arrangements, err := model.Arrangements(net)
	if err != nil {
		t.Fatal(err)
	}
	var list []*model.System
	for ids := range arrangements {
		net.IDs = ids
		if s, err := e.New(v, net); err == nil {
			list = append(list, s)
		}
	}
	return list
}
