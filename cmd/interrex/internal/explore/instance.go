package explore

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/interrex/interrex/counterexamples"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/claims"
	"github.com/interrex/interrex/protocols/errata"
)

// maxProcesses is the largest number of processes that the page shows.
const maxProcesses = 20

// An instance is a system of the list, with the property in question.
type instance struct {
	entry   claims.Entry
	variant claims.Variant
	file    *counterexamples.File // without a schedule
	system  *model.System
	usual   map[string]string // the values of the instance that names nothing but algorithm and n
}

// instance returns the instance with these values. A key that they do not have is as the document
// of the algorithm has it: corrected, the identities descending.
func (x *Explorer) instance(values map[string]string) (*instance, error) {
	e, err := claims.Find(x.list, values["algorithm"])
	if err != nil {
		return nil, err
	}
	n, err := size(values["n"])
	if err != nil {
		return nil, err
	}
	usual, err := usualFile(e, n)
	if err != nil {
		return nil, err
	}
	i := &instance{entry: e, usual: usual.Values(), file: usual}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if err := i.file.Set(name, values[name]); err != nil {
			return nil, err
		}
	}
	if _, ok := values["fairness"]; !ok {
		i.file.Fairness = model.ByTiming.Under(i.file.Instance.Network.Timing)
	}
	return i, i.resolve()
}

// instanceOf returns the instance of a counterexample file.
func (x *Explorer) instanceOf(f *counterexamples.File) (*instance, error) {
	usual, err := x.instance(map[string]string{"algorithm": f.Instance.Algorithm, "n": strconv.Itoa(f.Instance.Network.N)})
	if err != nil {
		return nil, err
	}
	i := &instance{entry: usual.entry, usual: usual.usual}
	i.file = &counterexamples.File{Instance: f.Instance, Fairness: f.Fairness, Property: f.Property}
	return i, i.resolve()
}

// size reads a number of processes; "" is 3.
func size(text string) (int, error) {
	if text == "" {
		return 3, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > maxProcesses {
		return 0, fmt.Errorf("n is %.20q; allowed: 1..%d", text, maxProcesses)
	}
	return n, nil
}

// usualFile returns the file of the instance that names nothing but algorithm and n.
func usualFile(e claims.Entry, n int) (*counterexamples.File, error) {
	net := e.Network(n)
	v := claims.Variant{Fixes: errata.Corrected}
	s, err := e.New(v, net)
	if err != nil {
		for id := n; id > 0; id-- {
			net.IDs = append(net.IDs, model.ID(id))
		}
		if s, err = e.New(v, net); err != nil {
			return nil, err
		}
	}
	return &counterexamples.File{
		Instance: counterexamples.Instance{Algorithm: e.Name, Variant: e.VariantText(v), Network: *s.Network()},
		Fairness: model.ByTiming.Under(net.Timing),
		Property: names(e, n)[0],
	}, nil
}

// resolve finds the variant and the system of the file.
func (i *instance) resolve() (err error) {
	of := i.file.Instance
	if i.variant, err = i.entry.ParseChoice(of.Variant, of.Readings, of.Limits); err != nil {
		return err
	}
	i.system, err = i.entry.New(i.variant, of.Network)
	if err == nil {
		err = i.system.Semantics().One()
	}
	if err != nil {
		return err
	}
	i.file.Instance.Variant = i.entry.VariantText(i.variant)
	i.file.Instance.Readings = i.entry.ReadingsText(i.variant.Readings)
	i.file.Instance.Network = *i.system.Network()
	i.file.Instance.Limits = cmp.Or(i.entry.Parameters.All, i.entry.LimitsText(i.variant.Limits))
	_, err = i.entry.Property(i.file.Property, of.Network.N)
	return err
}

// differs returns the values of the instance that are not usual, for a link.
func (i *instance) differs() map[string]string {
	values := i.file.Values()
	for name, v := range i.usual {
		if name == "fairness" {
			continue // it depends on the timing
		}
		if name != "algorithm" && name != "n" && values[name] == v {
			delete(values, name)
		} else if _, ok := values[name]; !ok {
			values[name] = "" // the line is left out
		}
	}
	if values["fairness"] == model.ByTiming.Under(i.file.Instance.Network.Timing).String() {
		delete(values, "fairness")
	}
	return values
}

// names returns the names of the properties that the page shows of an algorithm.
func names(e claims.Entry, n int) []string {
	list := e.OwnNames(n)
	if list == nil || len(e.Errata) > 0 {
		list = append(list, properties.StandardNames()...)
	}
	return list
}

// properties returns these properties of the instance.
func (i *instance) properties(names []string) ([]properties.Property, error) {
	var list []properties.Property
	for _, name := range names {
		p, err := i.entry.Property(name, i.system.Network().N)
		if err != nil {
			return nil, err
		}
		if p.CheckFor(i.system) == nil {
			list = append(list, p)
		}
	}
	return list, nil
}

// watched returns the names of the properties of the instance, that of the file included.
func (i *instance) watched() []string {
	list := names(i.entry, i.system.Network().N)
	if !slices.Contains(list, i.file.Property) {
		list = append(list, i.file.Property)
	}
	return list
}
