package command

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// An arrangement says which identities the processes have.
type arrangement struct {
	mode arrangementMode
	list []model.ID // of listedArrangement
}

type arrangementMode uint8

const (
	allArrangements   arrangementMode = iota // 1..n in every order, up to automorphism
	worstArrangement                         // n..1: against the direction of travel, so all but one process lose late
	listedArrangement                        // the identities of the list
)

// maxArranged is the largest number of arrangements that are all searched.
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
	if err != nil {
		return arrangement{}, fmt.Errorf("unknown arrangement %q; allowed: all, worst, or identities like 3,1,2", s)
	}
	a := arrangement{mode: listedArrangement}
	for _, id := range list {
		a.list = append(a.list, model.ID(id))
	}
	return a, nil
}

// of returns the arrangements of the processes of net: that of net if it has one.
func (a arrangement) of(net model.Network) (iter.Seq[[]model.ID], error) {
	switch {
	case a.mode == listedArrangement:
		return slices.Values([][]model.ID{a.list}), nil
	case net.IDs != nil:
		return slices.Values([][]model.ID{net.IDs}), nil
	case a.mode == worstArrangement:
		return slices.Values([][]model.ID{descendingIDs(net.N)}), nil
	}
	return model.Arrangements(net)
}

// An instanceSet has the instances of a group for one number of processes: one for each
// arrangement of the identities.
type instanceSet struct {
	group        *group
	network      model.Network // without identities, unless the claims are about one arrangement
	properties   []properties.Property
	rows         []*row // by property
	reduce       checker.Reduction
	arrangements iter.Seq[[]model.ID]
	count        int             // of arrangements
	tried        chan struct{}   // closed when the first instance has been searched
	large        bool            // that one was searched with a reduction; known when tried is closed
	family       *checker.Family // of several instances, until all have been recorded
	recorded     int             // instances
}

// instances yields the instances of the set.
func (b *instanceSet) instances(yield func(*instance) bool) {
	b.tried, b.recorded = make(chan struct{}), 0
	if b.count > 1 {
		b.family = &checker.Family{}
	}
	nth := 0
	for ids := range b.arrangements {
		if !yield(&instance{instanceSet: b, ids: ids, nth: nth, rows: b.rows}) {
			return
		}
		nth++
	}
}

// wholeFirst is how many instances of a set are searched without regard to the first.
// There are enough of them that nobody waits for it.
const wholeFirst = 8

// takesLong reports whether the catalogue says that the searches of the set take long.
func (b *instanceSet) takesLong() bool { return b.group.takesLong(b.network.N) }

// isLarge reports whether an instance is taken to be large since it takes long, or the
// first one of its set is large. It does not depend on how many are searched at the same time.
func (i *instance) isLarge() bool {
	if i.takesLong() {
		return true
	}
	if i.nth < wholeFirst {
		return false
	}
	<-i.tried
	return i.large
}

// try records the search of the first instance of a set.
func (i *instance) try(r checker.Report) {
	if i.nth == 0 {
		i.large = r.Complete && r.Reduction == checker.Confluent
		close(i.tried)
	}
}

// An instance is one system with the properties that are judged.
type instance struct {
	*instanceSet
	nth  int        // its place in the set, from 0
	ids  []model.ID // nil: without identities
	rows []*row     // by property; implicit ones are at the end
}

// precedes reports whether i comes before j: by size, then by arrangement. Both are of the same group.
func (i *instance) precedes(j *instance) bool {
	return cmp.Or(cmp.Compare(i.network.N, j.network.N), cmp.Compare(i.nth, j.nth)) < 0
}

// system makes the system. Instances do not keep theirs, because there may be many.
func (i *instance) system() (*model.System, error) {
	net := i.network
	net.IDs = i.ids
	return i.group.entry.New(i.group.variant, net)
}

// check checks the system of the instance, once for all of its set that are isomorphic.
func (i *instance) check(ctx context.Context, s *model.System, o checker.Options) (checker.Report, error) {
	if i.family == nil {
		return checker.Check(ctx, s, o)
	}
	return i.family.Check(ctx, s, o)
}

// title names the instance for people.
func (i *instance) title() string {
	n := i.network.N
	parts := []string{i.group.entry.Name, i.group.variantText(), fmt.Sprintf("n=%d", n)}
	if i.ids != nil {
		parts = append(parts, "ids "+idText(i.ids))
	}
	return strings.Join(append(parts, joinedWords(i.group.condition(n).String(), i.group.limits(n))), ", ")
}

// addImplicit adds a row for a property that the checker judged without a request.
// The row belongs to the group, for the n at which the property was violated.
func (i *instance) addImplicit(v checker.Verdict) {
	g, n := i.group, i.network.N
	at := slices.IndexFunc(g.rows, func(r *row) bool { return r.implicit && r.property == v.Property.Name && r.sizes.from == n })
	if at < 0 {
		at = len(g.rows) // after those of smaller n, whichever was met first
		for at > 0 && g.rows[at-1].implicit && g.rows[at-1].sizes.from > n {
			at--
		}
		g.rows = slices.Insert(g.rows, at, &row{group: g, property: v.Property.Name, sizes: sizes{n, n}, implicit: true, sized: 1})
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

// instanceSets returns the instance sets of a group, smallest first.
func (q *request) instanceSets(g *group, late func() string) ([]*instanceSet, error) {
	var list []*instanceSet
	all := g.sizes()
	for n := all.from; n <= all.to; n++ {
		b, err := q.instanceSet(g, n, late)
		if err != nil {
			return nil, err
		}
		if b != nil {
			list = append(list, b)
		}
	}
	return list, nil
}

// instanceSet returns the instances of g for n processes, nil if no row is about n.
// If time is up, it counts one instance for all, and makes none.
func (q *request) instanceSet(g *group, n int, late func() string) (*instanceSet, error) {
	b := &instanceSet{group: g, count: 1, arrangements: func(func([]model.ID) bool) {}}
	for _, r := range g.rows {
		if r.sizes.from <= n && n <= r.sizes.to {
			b.rows = append(b.rows, r)
		}
	}
	if b.rows == nil {
		return nil, nil
	}
	if late() == "" {
		if err := q.fill(b, n, late); err != nil {
			return nil, err
		}
	}
	for _, r := range b.rows {
		r.planned += b.count
		r.sized++
	}
	return b, nil
}

// fill finds the properties of the set, finds and counts its arrangements, and
// checks that the first one gives a system.
func (q *request) fill(b *instanceSet, n int, late func() string) (err error) {
	b.network = b.group.network(n)
	if err := hasSize(b.group.entry, b.network, n); err != nil {
		return err
	}
	for _, r := range b.rows {
		p, err := r.judges(n)
		if err != nil {
			return err
		}
		b.properties = append(b.properties, p)
	}
	var first *model.System
	if b.arrangements, first, err = q.arrangements(b.group, b.network); err != nil {
		return err
	}
	b.count = 0
	for range b.arrangements {
		if b.count++; b.count%1024 == 0 && late() != "" {
			break
		}
		if b.count > maxArranged {
			return errTooMany(b.group, b.network.N)
		}
	}
	return q.reduceIn(b, first)
}

func errTooMany(g *group, n int) error {
	return fmt.Errorf("%s: n = %d: more than %d arrangements of identities; allowed: fewer processes, --ids worst, or a list", g.entry.Name, n, maxArranged)
}

// arrangements returns the arrangements of the identities of a network of g,
// and the system of the first. If the algorithm runs without identities, there is
// one arrangement, nil.
func (q *request) arrangements(g *group, net model.Network) (iter.Seq[[]model.ID], *model.System, error) {
	if q.ids.mode != listedArrangement && net.IDs == nil {
		if s, err := g.entry.New(g.variant, net); err == nil {
			return slices.Values([][]model.ID{nil}), s, nil
		}
	}
	list, err := q.ids.of(net)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", g.entry.Name, err)
	}
	for net.IDs = range list {
		break
	}
	s, err := g.entry.New(g.variant, net)
	return list, s, err
}

// reduceIn sets the requested reduction if it suits the system. If it does not, a
// claim of the catalogue is checked without it, and a condition of the flags is refused.
func (q *request) reduceIn(b *instanceSet, s *model.System) error {
	b.reduce = checker.NoReduction
	switch err := q.options.Search.Reduce.Suits(s, b.properties); {
	case err == nil:
		b.reduce = q.options.Search.Reduce
	case q.setsCondition():
		return err
	}
	return nil
}

func descendingIDs(n int) []model.ID {
	ids := make([]model.ID, n)
	for p := range ids {
		ids[p] = model.ID(n - p)
	}
	return ids
}
