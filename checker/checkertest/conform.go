package checkertest

import (
	"errors"
	"fmt"
	"testing"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/catalogue"
)

// Run holds what every entry of the catalogue promises against its code, on
// small networks: local states and messages are comparable by value and told
// apart by their texts, steps are pure, and the engine says of every variant,
// reading and arrangement what the reference does. What an entry claims is
// tested beside the claims.
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

// conforms compares engine and reference on s, or on what is left of it where
// only the last process may wake, if it is too large. It reports whether it
// could.
func conforms(t *testing.T, e catalogue.Entry, v catalogue.Variant, s *model.System) bool {
	t.Helper()
	o := Options{Properties: properties.Standard(e.Extreme), Max: 3000}
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

// variants returns the printed and the corrected variant, the latter without
// each fix and with each other reading.
func variants(e catalogue.Entry) []catalogue.Variant {
	corrected := catalogue.Variant{Fixes: model.Fixes(1)<<len(e.Errata) - 1}
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

// systems returns the systems of n processes: one per arrangement, or the one
// of an anonymous algorithm; none where the algorithm does not run on n.
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
