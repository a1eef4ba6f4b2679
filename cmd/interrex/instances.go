package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// An arrangement says which identities the processes get.
type arrangement struct {
	mode arrangementMode
	list []model.ID // of listedArrangement
}

type arrangementMode uint8

const (
	allArrangements   arrangementMode = iota // 1..n in every way, up to automorphism
	worstArrangement                         // n..1: against the direction of travel all but one lose late
	listedArrangement                        // those of the list
)

// maxArranged is of how many arrangements of the identities all are searched.
// On a ring of n processes there are (n-1)!.
const maxArranged = 40_320 // 8!

func parseArrangement(s string) (arrangement, error) {
	switch s {
	case "all":
		return arrangement{}, nil
	case "worst":
		return arrangement{mode: worstArrangement}, nil
	}
	list, err := parseInts(s)
	if err != nil || len(list) > maxSize {
		return arrangement{}, fmt.Errorf("unknown arrangement %q; allowed: all, worst, or identities like 3,1,2", s)
	}
	a := arrangement{mode: listedArrangement}
	for _, id := range list {
		a.list = append(a.list, model.ID(id))
	}
	return a, nil
}

// of returns the arrangements of the processes of net.
func (a arrangement) of(net model.Network) ([][]model.ID, error) {
	switch a.mode {
	case listedArrangement:
		return [][]model.ID{a.list}, nil
	case worstArrangement:
		ids := make([]model.ID, net.N)
		for p := range ids {
			ids[p] = model.ID(net.N - p)
		}
		return [][]model.ID{ids}, nil
	}
	arrangements, err := model.Arrangements(net)
	if err != nil {
		return nil, err
	}
	var list [][]model.ID
	for ids := range arrangements {
		if len(list) == maxArranged {
			return nil, fmt.Errorf("n = %d: more than %d arrangements of identities; allowed: a smaller -n, --ids worst, or a list", net.N, maxArranged)
		}
		list = append(list, ids)
	}
	return list, nil
}

// An instance is one system and what is judged of it.
type instance struct {
	group      *group
	system     *model.System
	rows       []*row
	properties []properties.Property // by row
	reduce     checker.Reduction
}

// title names the instance for people.
func (i *instance) title() string {
	net := i.system.Network()
	parts := []string{i.group.entry.Name, i.group.variantText(), fmt.Sprintf("n=%d", net.N)}
	if net.IDs != nil {
		parts = append(parts, "ids "+idText(net.IDs))
	}
	return strings.Join(append(parts, i.group.condition(net.N).String()), ", ")
}

// addUnasked adds a row for a property that the checker judged of itself. It
// is that of its group, about the n at which the property was violated.
func (i *instance) addUnasked(v checker.Verdict) {
	g, n := i.group, i.system.Network().N
	at := slices.IndexFunc(g.rows, func(r *row) bool { return r.unasked && r.property == v.Property.Name && r.sizes.from == n })
	if at < 0 {
		at = len(g.rows)
		g.rows = append(g.rows, &row{group: g, property: v.Property.Name, sizes: sizes{n, n}, unasked: true})
	}
	g.rows[at].planned++
	i.rows = append(slices.Clip(i.rows), g.rows[at])
}

func idText(ids []model.ID) string {
	parts := make([]string, len(ids))
	for p, id := range ids {
		parts[p] = fmt.Sprint(int(id))
	}
	return strings.Join(parts, ",")
}

// instances returns the instances of a group, smallest first.
func (q *request) instances(g *group) ([]*instance, error) {
	var list []*instance
	all := g.sizes()
	for n := all.from; n <= all.to; n++ {
		ofSize, err := q.instancesOf(g, n)
		if err != nil {
			return nil, err
		}
		list = append(list, ofSize...)
	}
	return list, nil
}

// reduce sets the reduction that is asked for where it suits. Where it does
// not, a claim of the catalogue is checked without; what the flags ask for is refused.
func (q *request) reduce(list []*instance) error {
	for _, i := range list {
		err := q.options.Reduce.Suits(i.system, i.properties)
		if err != nil && q.setsCondition() {
			return err
		}
		if err == nil {
			i.reduce = q.options.Reduce
		}
	}
	return nil
}

func (q *request) instancesOf(g *group, n int) ([]*instance, error) {
	var rows []*row
	var judged []properties.Property
	for _, r := range g.rows {
		if n < r.sizes.from || n > r.sizes.to {
			continue
		}
		p, err := r.judges(n)
		if err != nil {
			return nil, err
		}
		rows, judged = append(rows, r), append(judged, p)
	}
	if rows == nil {
		return nil, nil
	}
	systems, err := q.systems(g, n)
	var list []*instance
	for _, s := range systems {
		list = append(list, &instance{group: g, system: s, rows: rows, properties: judged})
		for _, r := range rows {
			r.planned++
		}
	}
	return list, err
}

// systems returns the systems of a group for n processes: one, if the
// algorithm runs without identities.
func (q *request) systems(g *group, n int) ([]*model.System, error) {
	net := g.network(n)
	if q.ids.mode != listedArrangement {
		if s, err := g.entry.New(g.variant, net); err == nil {
			return []*model.System{s}, nil
		}
	}
	arrangements, err := q.ids.of(net)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", g.entry.Name, err)
	}
	var list []*model.System
	for _, ids := range arrangements {
		net.IDs = ids
		s, err := g.entry.New(g.variant, net)
		if err != nil {
			return nil, err
		}
		list = append(list, s)
	}
	return list, nil
}
