package command

import (
	"fmt"
	"slices"
	"time"

	"github.com/interrex/interrex/counterexamples"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/claims"
)

// A ledger says how many of the claims of a run have been confirmed so far, and at which
// numbers of processes.
type ledger struct {
	standings []*standing // of the algorithms, in the order of the catalogue
	of        map[*group]*standing
	open      map[*group]int // claims at one n of the group that are not confirmed
}

// A standing has the claims that have been confirmed of an algorithm so far.
type standing struct {
	name       string
	limits     []limitRange // of its instances
	errata     []shown
	sizes      map[int]*score // by n: of claims at this n
	all        score          // of claims at one n each
	conditions score          // variants under a condition; confirmed: all of its claims, at all their sizes
	others     map[conclusion]int
	time       time.Duration // of processors
}

// A score counts the claims, and those that are confirmed.
type score struct{ claimed, confirmed int }

// A limitRange has the least and the greatest value of a limit.
type limitRange struct {
	name   string
	values sizes
}

// A shown erratum has a counterexample that was replayed.
type shown struct {
	id     string
	events int // of the counterexample
}

// newLedger returns the ledger of groups of which nothing is confirmed yet. It replays the
// counterexample of each erratum of their algorithms that is stored.
func (k *collection) newLedger(groups []*group) (*ledger, error) {
	l := &ledger{of: map[*group]*standing{}, open: map[*group]int{}}
	for _, g := range groups {
		if !slices.ContainsFunc(g.rows, func(r *row) bool { return r.claim != nil }) {
			l.of[g] = &standing{} // it is searched, but nothing is confirmed of it
			continue
		}
		last := len(l.standings) - 1
		if last < 0 || l.standings[last].name != g.entry.Name {
			errata, err := k.showErrata(g.entry)
			if err != nil {
				return nil, err
			}
			l.standings = append(l.standings, &standing{name: g.entry.Name, errata: errata, sizes: map[int]*score{}, others: map[conclusion]int{}})
			last++
		}
		l.add(g, l.standings[last])
	}
	return l, nil
}

// add adds the claims of a group.
func (l *ledger) add(g *group, s *standing) {
	l.of[g] = s
	for _, r := range g.rows {
		for n := r.sizes.from; n <= r.sizes.to && r.claim != nil; n++ {
			if s.sizes[n] == nil {
				s.sizes[n] = &score{}
			}
			s.sizes[n].claimed++
			s.all.claimed++
			l.open[g]++
			s.extend(g, n)
		}
	}
	s.conditions.claimed++
}

// extend adds the limits of the instance of g with n processes.
func (s *standing) extend(g *group, n int) {
	for i, limit := range g.entry.Limits {
		value := limit.On(g.network(n), g.variant.Limits[i])
		if value == 0 {
			continue
		}
		k := slices.IndexFunc(s.limits, func(r limitRange) bool { return r.name == limit.Name })
		if k < 0 {
			k = len(s.limits)
			s.limits = append(s.limits, limitRange{limit.Name, sizes{value, value}})
		}
		v := &s.limits[k].values
		v.from, v.to = min(v.from, value), max(v.to, value)
	}
}

// showErrata replays the counterexample of each erratum of an algorithm, if any are stored.
func (k *collection) showErrata(e claims.Entry) ([]shown, error) {
	if k.parts.OfErratum == nil {
		return nil, nil
	}
	r := counterexamples.Resolver{
		System: func(i counterexamples.Instance) (*model.System, error) { return systemOf(e, i) },
		Property: func(i counterexamples.Instance, name string) (properties.Property, error) {
			return e.Property(name, i.Network.N)
		},
	}
	var list []shown
	for _, erratum := range e.Errata {
		f, err := k.parts.OfErratum(e.Name, erratum.ID, erratum.Breaks)
		if err != nil {
			return nil, err
		}
		x, err := r.Replay(f)
		if err != nil {
			return nil, fmt.Errorf("%s: counterexample of %s: %w", e.Name, erratum.ID, err)
		}
		list = append(list, shown{erratum.ID, len(x.Steps)})
	}
	return list, nil
}

// settle records the conclusion about a claim of g at n, after all instances of that size.
func (l *ledger) settle(g *group, n int, o conclusion) {
	s := l.of[g]
	if o != confirmed {
		s.others[o]++
		return
	}
	s.sizes[n].confirmed++
	s.all.confirmed++
	if l.open[g]--; l.open[g] == 0 {
		s.conditions.confirmed++
	}
}

// spend adds time of processors to that of the algorithm of g.
func (l *ledger) spend(g *group, t time.Duration) { l.of[g].time += t }

// all returns the score of all algorithms, of claims at one n each.
func (l *ledger) all() (sum score) {
	for _, s := range l.standings {
		sum.claimed, sum.confirmed = sum.claimed+s.all.claimed, sum.confirmed+s.all.confirmed
	}
	return sum
}

// time returns the time of processors of all algorithms.
func (l *ledger) time() (sum time.Duration) {
	for _, s := range l.standings {
		sum += s.time
	}
	return sum
}

// isWhole reports whether all that is claimed is confirmed.
func (s score) isWhole() bool { return s.confirmed == s.claimed }

// last returns the greatest n that something is claimed of; 0: there is none.
func (s *standing) last() int {
	all := s.claimed()
	if len(all) == 0 {
		return 0
	}
	return all[len(all)-1]
}

// claimed returns each n that something is claimed of, in order.
func (s *standing) claimed() []int {
	var all []int
	for n := range s.sizes {
		all = append(all, n)
	}
	slices.Sort(all)
	return all
}

// upTo returns the greatest n at which, and below which, all claims are confirmed; 0: not even at
// the least one.
func (s *standing) upTo() int {
	last := 0
	for _, n := range s.claimed() {
		if !s.sizes[n].isWhole() {
			break
		}
		last = n
	}
	return last
}
