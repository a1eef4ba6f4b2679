package checkertest

import (
	"fmt"
	"math/rand/v2"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/properties/object"
)

// RandomObjects returns so many properties of package object, always the same for a seed: a process
// calls an operation of a register when its role becomes odd, and returns when it becomes even. The
// operation and its result are drawn from the status that an observer sees. Half of them tell processes
// apart.
func RandomObjects(seed uint64, count int) []properties.Property {
	r := rand.New(rand.NewPCG(seed, 15))
	var list []properties.Property
	for i := range count {
		o := oracle{seed: seed*16 + uint64(i), partial: r.IntN(2) == 0, often: []int{2, 4, 8}[r.IntN(3)]}
		p := object.Linearizable(object.Register(0), object.Observed(o.calls))
		p.Name = fmt.Sprint("object-", i)
		list = append(list, p)
	}
	return list
}

// calls notes a call or a return of a process whose status has changed.
func (o oracle) calls(h *object.History[object.RegisterOp[int], object.Result[int]], p int, before, after model.Status) {
	calls := func(s model.Status) bool { return s.Role%2 == 1 && s.Live() }
	switch {
	case !after.Live() || calls(before) == calls(after):
	case calls(before):
		value := 0
		if o.fails(17, o.of(p), looks(after)) {
			value = 1
		}
		h.Return(p, object.Result[int]{Value: value, Ok: true})
	case o.fails(16, o.of(p), looks(after)):
		h.Call(p, object.Swap(0, 1)) // which returns no value: its return must be 0
	default:
		h.Call(p, object.Read[int]())
	}
}
