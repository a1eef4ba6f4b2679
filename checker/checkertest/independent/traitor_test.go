package independent

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// Forges returns the letters of the program for even and odd ports.
func (a adapter[L, M]) Forges(_ model.Self, q model.Port) (list []M) {
	for _, n := range a.program.forged[int(q)%2] {
		list = append(list, value[M](letter{n}))
	}
	return list
}

// betrayals follows the section Traitors: process p becomes a traitor, or forges a letter.
func (x *explorer) betrayals(c *configuration, p int) (list []successor) {
	if !c.down[p] && c.left.Traitor > 0 && named(x.net.Victims.Traitor, p) {
		d := c.clone()
		d.down[p], d.traitor[p], d.locals[p] = true, true, nothing
		for _, i := range x.into[p] {
			d.channels[i] = nil
		}
		spend(&d.left.Traitor)
		x.measure(c, d, event{process: p, kind: betray}, 0)
		list = append(list, successor{event{process: p, kind: betray}, false, 0, d})
	}
	for q, i := range x.out[p] {
		if !c.traitor[p] || c.left.Forge == 0 || i < 0 {
			continue
		}
		for _, n := range x.program.forged[q%2] {
			if to := x.links[i].to; !named(x.net.Victims.Forge.On, model.Route{From: p, To: to}) || !named(x.net.Victims.Forge.Names, textOf(n)) {
				continue
			}
			d := c.clone()
			x.send(d, p, send{q, n})
			spend(&d.left.Forge)
			list = append(list, successor{event{process: p, kind: forge, port: q, message: textOf(n)}, false, 1, d})
		}
	}
	return list
}

// TestTraitors compares systems whose processes become traitors.
func TestTraitors(t *testing.T) {
	count := systems(12, 25, 2000)
	runs := append(runs(), run{"symmetry", checker.Options{Search: checker.Search{Reduce: checker.NoReduction, Symmetry: true}}})
	compared, listed, forging := map[string]int{}, 0, 0
	for seed := *first; seed < *first+count; seed++ {
		s := drawTraitors(seed)
		r := compareOf(s, append(s.claims(), loyal()...), runs, limit)
		if r.disagreement != "" {
			t.Errorf("seed %d: %s\n%v", seed, r.disagreement, s)
		}
		if r.skipped == "" {
			compared[s.net.Timing.String()]++
			if s.net.Victims.Traitor != nil {
				listed++
			}
			if s.net.Faults.Forge > 0 {
				forging++
			}
		}
	}
	t.Log(compared, listed, forging)
	for _, timing := range []model.Timing{model.Async, model.Bounded, model.Timely, model.Lockstep} {
		if compared[timing.String()]*listed*forging == 0 && count >= 100 {
			t.Errorf("%v, %d lists, %d forge: too little to test anything", compared, listed, forging)
		}
	}
}

// loyal are properties of who is a traitor.
func loyal() []claim {
	all := func(c properties.Configuration) bool { return !c.Traitor(0) }
	return []claim{
		{property: properties.NewAlways("loyal", "", all), in: func(c *configuration) bool { return !c.traitor[0] }},
		{property: properties.NewReachable("betrayed", "", func(c properties.Configuration) bool { return c.Traitor(0) }), form: properties.Reachable, in: func(c *configuration) bool { return c.traitor[0] }},
	}
}

// drawTraitors returns the random system of a seed with traitors. Half of the systems have other faults too,
// those of draw.
func drawTraitors(seed uint64) system {
	r := &source{Rand: rand.New(rand.NewPCG(seed, 5))}
	s := r.system()
	if r.chance(50) {
		s.net.Faults, s.net.Victims = model.Faults{}, model.Victims{}
	}
	for parity := range s.program.forged {
		for n := range s.program.letters {
			if r.chance(60) {
				s.program.forged[parity] = append(s.program.forged[parity], n)
			}
		}
	}
	if s.net.Faults.Traitor = 1 + r.IntN(2); r.chance(85) {
		s.net.Faults.Forge = 1 + r.IntN(2)
		if s.net.Order == model.Set && r.chance(40) {
			s.net.Faults.Forge = model.Unbounded
		}
	}
	if r.chance(30) {
		s.net.Victims.Traitor = r.Perm(s.net.N)[:1+r.IntN(s.net.N)]
		slices.Sort(s.net.Victims.Traitor)
	}
	if s.net.Faults.Forge > 0 && r.chance(20) {
		s.net.Victims.Forge.Names = []string{textOf(r.IntN(s.program.letters))}
	}
	return s
}
