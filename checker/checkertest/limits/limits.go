// Package limits finds out which limit the instances of an algorithm need. A limit bounds an
// algorithm that counts without end: the terms of Raft, the rounds of Paxos. Under a
// limit that is too small every claim of the catalogue is confirmed, and so is every claim
// about a wrong algorithm. So mutants are held against the claims under growing limits: a limit is large enough
// if no greater one catches another mutant.
package limits

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/catalogue"
	"github.com/interrex/interrex/protocols/claims"
)

// A Mutant is an algorithm with a defect.
type Mutant struct {
	Name   string // its defect, in a few words
	Reason string // why that is wrong, or why it is harmless
	// New joins the mutant and a network. Its instances have that number as their first limit.
	New func(v claims.Variant, net model.Network, limit int) (*model.System, error)
	// Escapes says that it is caught under other limits only: under those of the catalogue it is right.
	Escapes bool
}

// A Growth says how far limits and systems grow.
type Growth struct {
	Entry claims.Entry
	// Sound is the algorithm without a defect. A property that it violates too, since its
	// limit is too small, catches no mutant.
	Sound Mutant
	// Most returns the greatest limit that is tried on a network, or 0: the network is not tried.
	Most func(net model.Network) int
	// MaxTime bounds each search. A search that is cut short catches nothing.
	MaxTime time.Duration

	// sound has the reports on Sound that [Run] has met, by the system and the properties: many mutants
	// are held against the same ones.
	sound map[string]checker.Report
}

// Least returns the first catch of m: limits grow, under each limit the number of processes, and then come
// the conditions in the order of their claims. The zero value says that no claim fails.
func (g Growth) Least(ctx context.Context, m Mutant) (catalogue.Catch, error) {
	for limit := 1; ; limit++ {
		tried := false
		for n := 2; n <= most; n++ {
			for _, group := range g.conditions(n) {
				net := group[0].On(g.Entry.Network(n))
				if limit > g.Most(net) {
					continue
				}
				tried = true
				c, err := g.catch(ctx, m, group, net, limit)
				if err != nil || c.Limit > 0 {
					return c, err
				}
			}
		}
		if !tried {
			return catalogue.Catch{}, nil
		}
	}
}

// Again asks the instance of c for the property of c alone. It returns c, unless the mutant or the catalogue has changed.
func (g Growth) Again(ctx context.Context, m Mutant, c catalogue.Catch) (catalogue.Catch, error) {
	group, err := g.about(c)
	if err != nil {
		return catalogue.Catch{}, err
	}
	return g.catch(ctx, m, group, group[0].On(g.Entry.Network(c.N)), c.Limit)
}

// refuted returns the first catch of m, which c catches, among instances with the limits of the catalogue: those that check
// searches without flags. The claim of c comes first; the limit of the catalogue may be greater than that of c, and then
// the mutant may escape there. The zero value says that no claim fails.
func (g Growth) refuted(ctx context.Context, m Mutant, c catalogue.Catch) (catalogue.Catch, error) {
	group, err := g.about(c)
	if err != nil {
		return catalogue.Catch{}, err
	}
	again, err := g.usual(ctx, m, group, c.N)
	for n := 2; n <= most && again.Limit == 0 && err == nil; n++ {
		for _, group := range g.conditions(n) {
			if again, err = g.usual(ctx, m, group, n); again.Limit > 0 || err != nil {
				break
			}
		}
	}
	return again, err
}

// usual is catch with the limit that the catalogue has for n processes.
func (g Growth) usual(ctx context.Context, m Mutant, group []claims.Claim, n int) (catalogue.Catch, error) {
	net := group[0].On(g.Entry.Network(n))
	return g.catch(ctx, m, group, net, g.Entry.Limits[0].Of(net))
}

// about returns the claims about the property of c under its condition. There is an error if the catalogue has none.
func (g Growth) about(c catalogue.Catch) ([]claims.Claim, error) {
	for _, group := range g.conditions(c.N) {
		if group[0].Condition() == c.Condition {
			group = slices.DeleteFunc(group, func(about claims.Claim) bool {
				p, err := about.PropertyFor(c.N, g.Entry) // a bound on messages has its number in the name
				return err == nil && p.Name != c.Property
			})
			if len(group) > 0 {
				return group, nil
			}
		}
	}
	return nil, fmt.Errorf("the catalogue has no claim that %s of %s holds with %d processes under the condition %q", c.Property, g.Entry.Name, c.N, c.Condition)
}

// most is the greatest number of processes: a mutant that needs more is not caught.
const most = 3

// conditions returns the claims about n processes of the corrected algorithm that should hold, those
// under one condition together, in the order of the catalogue. Claims that name a limit are about other instances.
func (g Growth) conditions(n int) [][]claims.Claim {
	var groups [][]claims.Claim
	index := map[string]int{}
	for _, c := range g.Entry.Claims {
		if c.Fails || c.Variant != "" || c.Limits != "" || n < c.From || n > c.To || slices.Contains(c.Vacuous, n) {
			continue
		}
		condition := c.Condition()
		if _, known := index[condition]; !known {
			index[condition] = len(groups)
			groups = append(groups, nil)
		}
		groups[index[condition]] = append(groups[index[condition]], c)
	}
	return groups
}

// catch judges the claims, which are about one condition, of m and of the sound algorithm.
func (g Growth) catch(ctx context.Context, m Mutant, group []claims.Claim, net model.Network, limit int) (catalogue.Catch, error) {
	v, err := group[0].ParseVariant(g.Entry)
	if err != nil {
		return catalogue.Catch{}, err
	}
	list, err := g.properties(group, net.N)
	if err != nil {
		return catalogue.Catch{}, err
	}
	arrangements, err := group[0].Arrangements(net)
	if err != nil {
		return catalogue.Catch{}, err
	}
	o := checker.Options{Properties: list, Fairness: group[0].Fairness, MaxTime: g.MaxTime}
	var family checker.Family
	for ids := range arrangements {
		net.IDs = ids
		mutated, err := m.judge(ctx, &family, v, net, limit, o)
		if err != nil {
			return catalogue.Catch{}, err
		}
		if !fails(mutated) {
			continue
		}
		sound, err := g.judgeSound(ctx, v, net, limit, o)
		if err != nil {
			return catalogue.Catch{}, err
		}
		for i, verdict := range mutated.Verdicts {
			if verdict.Result == checker.Violated && sound.Verdicts[i].Result != checker.Violated {
				return catalogue.Catch{Limit: limit, N: net.N, Condition: group[0].Condition(), Property: verdict.Property.Name, Events: events(verdict)}, nil
			}
		}
	}
	return catalogue.Catch{}, nil
}

// judgeSound judges the algorithm without a defect, once for each system and list of properties.
func (g Growth) judgeSound(ctx context.Context, v claims.Variant, net model.Network, limit int, o checker.Options) (checker.Report, error) {
	key := fmt.Sprintf("%v %+v %d %v", v, net, limit, o.Fairness)
	for _, p := range o.Properties {
		key += " " + p.Name
	}
	if r, known := g.sound[key]; known {
		return r, nil
	}
	r, err := g.Sound.judge(ctx, new(checker.Family), v, net, limit, o)
	if err == nil && g.sound != nil {
		g.sound[key] = r
	}
	return r, err
}

func (m Mutant) judge(ctx context.Context, family *checker.Family, v claims.Variant, net model.Network, limit int, o checker.Options) (checker.Report, error) {
	s, err := m.New(v, net, limit)
	if err != nil {
		return checker.Report{}, err
	}
	return family.Check(ctx, s, o)
}

// events returns the length of the counterexample, 0 if there is none to show: no execution reaches the goal.
func events(v checker.Verdict) int {
	if v.Execution == nil {
		return 0
	}
	return v.Execution.Lasso().Len()
}

func fails(r checker.Report) bool {
	return slices.ContainsFunc(r.Verdicts, func(v checker.Verdict) bool { return v.Result == checker.Violated })
}

func (g Growth) properties(group []claims.Claim, n int) ([]properties.Property, error) {
	var list []properties.Property
	for _, c := range group {
		p, err := c.PropertyFor(n, g.Entry)
		if err != nil {
			return nil, err
		}
		list = append(list, p)
	}
	return list, nil
}
