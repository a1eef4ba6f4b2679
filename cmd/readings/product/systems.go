package product

import (
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/catalogue"
	"github.com/interrex/interrex/protocols/errata"
)

// Systems returns the systems of one cell: one for each arrangement of the identities.
func Systems(e catalogue.Entry, r Row, options errata.Readings) ([]*model.System, error) {
	v, err := e.ParseVariant(r.Variant)
	if err != nil {
		return nil, err
	}
	v.Readings = options
	net := r.Condition.On(e, r.N)
	if bound, ok := BoundOf(e); ok && r.Messages {
		net = bound.on(net)
	}
	arrangements, err := model.Arrangements(net)
	if err != nil {
		return nil, err
	}
	var systems []*model.System
	for ids := range arrangements {
		net.IDs = ids
		s, err := e.New(v, net)
		if err != nil {
			return nil, err
		}
		systems = append(systems, s)
	}
	return systems, nil
}
