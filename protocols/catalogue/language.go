package catalogue

import (
	"fmt"
	"maps"
	"slices"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/claims"
)

// This file is the small language in which the files of the algorithms make
// claims. It has lists of claims, filters of lists, reasons by property, and
// networks and conditions that several algorithms share.

// each returns one claim for every property of the catalogue: that it holds,
// for the reason of c, unless fails gives a reason why it fails. From is at
// least 2. Fairness is weak unless c says otherwise, but strong if c sets
// timing timely.
func each(c Claim, fails map[string]string) []Claim {
	c.From = max(c.From, 2)
	c.Fairness = c.Fairness.Under(c.Timing)
	names := properties.StandardNames()
	list := make([]Claim, 0, len(names))
	for _, name := range names {
		d := c
		d.Property = name
		if reason, ok := fails[name]; ok {
			d.Fails, d.Reason = true, reason
		}
		list = append(list, d)
	}
	return list
}

// failingTo returns the claims, with To = n in those that fail: a search for a
// violation ends early, so n can be greater.
func failingTo(n int, claims []Claim) []Claim {
	for i := range claims {
		if claims[i].Fails {
			claims[i].To = n
		}
	}
	return claims
}

// without returns the claims that are about none of these properties.
func without(claims []Claim, names ...string) []Claim {
	return slices.DeleteFunc(claims, func(c Claim) bool { return slices.Contains(names, c.Property) })
}

// vacuous says of the claims about these properties that they are vacuous, with from..to
// processes, for some arrangement.
func vacuous(from, to int, reason string, claims []Claim, names ...string) []Claim {
	var at []int
	for n := from; n <= to; n++ {
		at = append(at, n)
	}
	for i, c := range claims {
		if slices.Contains(names, c.Property) {
			claims[i].Vacuous, claims[i].Nothing = at, reason
		}
	}
	return claims
}

// failsAt returns the claim that the property of c fails with n processes whose
// identities are n..1: evidence at a size that has too many arrangements.
func failsAt(n int, c Claim) Claim {
	c.From, c.To, c.IDs, c.Fails = n, n, claims.DescendingIDs(n), true
	c.Fairness = c.Fairness.Under(c.Timing)
	return c
}

// eachFailsAt returns [failsAt] for each of these properties, for the reason of c.
func eachFailsAt(n int, c Claim, names ...string) []Claim {
	list := make([]Claim, len(names))
	for i, name := range names {
		c.Property = name
		list[i] = failsAt(n, c)
	}
	return list
}

// inOneArrangement returns the claims for each of their n apart, about the identities n..1 only.
func inOneArrangement(all []Claim) []Claim {
	var list []Claim
	for _, c := range all {
		for n := c.From; n <= c.To; n++ {
			d := c
			d.From, d.To, d.IDs = n, n, claims.DescendingIDs(n)
			list = append(list, d)
		}
	}
	return list
}

// withinBounds returns the claim that the bounds of the instance are enough under the conditions of c.
func withinBounds(c Claim) Claim {
	c.Property, c.From, c.Fairness = properties.WithinBounds().Name, max(c.From, 2), c.Fairness.Under(c.Timing)
	return c
}

// ended returns the claims and these failures, each in one arrangement of more processes. A claim under the condition of a failure, or under one in which more processes may wake, ends before it.
func ended(claims []Claim, failures ...Claim) []Claim {
	for _, f := range failures {
		for i := range claims {
			if endsBy(claims[i], f) {
				claims[i].To, claims[i].Large = min(claims[i].To, f.From-1), 0
				claims[i].Ends = fmt.Sprintf("with n = %d %s", f.From, f.Reason)
			}
		}
	}
	return append(claims, failures...)
}

// endsBy reports whether c says that a property holds which f says fails with more
// processes. If a bound of the instance is reached, liveness is not known.
func endsBy(c, f Claim) bool {
	f.IDs = nil
	if !c.Wake.All && c.Wake.Only == nil {
		f.Wake = c.Wake
	}
	switch { // from the cheap tests to the dear ones: few pairs come to the end
	case c.Fails || c.From >= f.From || c.Variant != f.Variant || c.Readings != f.Readings || c.Faults != f.Faults:
		return false
	case c.Property != f.Property && (f.Property != "within-bounds" || !isLiveness(c)):
		return false
	}
	return c.Condition() == f.Condition()
}

// isLiveness reports whether the property of a claim speaks of fair executions. That of an
// algorithm's own property is not known here.
func isLiveness(c Claim) bool {
	p, err := properties.Named(c.Property, properties.Greatest)
	return err == nil && p.Form.IsLiveness()
}

// under returns c and the same claim, for at most four processes, under each of these
// readings, which include those of c.
func under(c Claim, readings ...string) []Claim {
	list := []Claim{c}
	for _, r := range readings {
		d := c
		d.Readings, d.To = r, min(c.To, 5)
		list = append(list, d)
	}
	return list
}

// only returns the claims that are about one of these properties.
func only(claims []Claim, names ...string) []Claim {
	return slices.DeleteFunc(claims, func(c Claim) bool { return !slices.Contains(names, c.Property) })
}

// apart lets each of n processes start in another round.
func apart(n int) model.WakeSet {
	var w model.WakeSet
	for p := range n {
		w.Only = append(w.Only, p)
	}
	return w
}

// ofCoordinators is [each] without the properties that no
// election of coordinators has, because another election may always follow.
func ofCoordinators(c Claim, fails map[string]string) []Claim {
	return without(each(timely(c), fails), "halted", "irrevocability")
}

// timely returns c with strong fairness, as the network of its entry is timely, unless c says otherwise.
func timely(c Claim) Claim {
	if !c.Async && c.Timing == model.Async {
		c.Fairness = model.Strong
	}
	return c
}

// crossed is [ofCoordinators] from three processes on. With four, agreement and validity fail:
// crossing says how COORDINATORs of two processes cross.
func crossed(c Claim, fails map[string]string, crossing string) []Claim {
	c.From = 3
	few, more := c, c
	few.To = 3
	more.From, more.To = 4, 4
	told := []string{"agreement", "validity"}
	return slices.Concat(
		without(ofCoordinators(c, fails), told...),
		only(ofCoordinators(few, nil), told...),
		only(ofCoordinators(more, map[string]string{"agreement": crossing, "validity": crossing}), told...))
}

// twoAtOnce returns why there may be two coordinators for a while.
func twoAtOnce(reason string) map[string]string {
	return map[string]string{"uniqueness": reason, "uniqueness-ever": reason}
}

// replaced is [ofCoordinators] without uniqueness-ever: another
// process takes the place of a coordinator that crashes.
func replaced(c Claim, fails map[string]string) []Claim {
	return without(ofCoordinators(c, fails), "uniqueness-ever")
}

// fromThree is [ofCoordinators] for claims in which the properties of later
// hold for two processes and fail for more.
func fromThree(c Claim, fails, later map[string]string) []Claim {
	var list []Claim
	for _, two := range ofCoordinators(c, fails) {
		reason, differs := later[two.Property]
		if !differs {
			list = append(list, two)
			continue
		}
		more := two
		two.To, two.Large, more.From = 2, 0, 3
		more.Fails, more.Reason = true, reason
		list = append(list, two, more)
	}
	return list
}

// starts lets only these processes wake.
func starts(processes ...int) model.WakeSet { return model.WakeSet{Only: processes} }

// together returns c in lockstep, with all processes awake in the first round.
func together(c Claim) Claim {
	c.Timing, c.Wake = model.Lockstep, model.WakeSet{All: true}
	return c
}

// stuck returns one reason why an election may not end, for each
// property that this refutes.
func stuck(reason string) map[string]string {
	return map[string]string{"elected": reason, "decided": reason, "known": reason, "halted": reason}
}

// merge returns the reasons of a and b; b takes precedence.
func merge(a, b map[string]string) map[string]string {
	both := maps.Clone(a)
	maps.Copy(both, b)
	return both
}

func times(k int) func(n int) int { return func(n int) int { return k * n } }

// crashedCoordinator returns the network of both bully algorithms: the
// coordinator, process 0, is down, and timeouts are longer than delays.
func crashedCoordinator(n int) model.Network {
	return model.Network{Topology: model.CompleteByID, N: n, Timing: model.Timely, Down: []int{0}}
}

// queues returns the network of both bully algorithms of Thomsen and Rasmussen: one queue per
// process, and timeouts that are longer than delays.
func queues(n int) model.Network {
	return model.Network{Topology: model.CompleteByID, N: n, Order: model.Inbox, Timing: model.Timely}
}

// inLockstep returns the ring of the synchronous algorithms: all start together.
func inLockstep(n int) model.Network {
	return model.Network{Topology: model.UnidirectionalRing, N: n, Timing: model.Lockstep, Wake: model.WakeSet{All: true}}
}

// again says why a second coordinator refutes uniqueness-ever.
const again = "the coordinator crashes and another takes its place: there are no terms to tell them apart"

// allDown says why elected fails if only one process is up.
var allDown = map[string]string{"elected": "the only process that is up may crash"}

// noAnswer says why no fix helps if timeouts may be too early.
const noAnswer = "after a timeout that is too early a slow process is taken for one that is down, and a lesser one announces itself too"

// neverHeard returns one reason why an election may not end, for algorithms in
// which no process halts.
func neverHeard(reason string) map[string]string {
	return map[string]string{"elected": reason, "decided": reason, "known": reason}
}
