package catalogue

import (
	"fmt"
	"slices"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/claims"
	"github.com/interrex/interrex/protocols/lcr"
)

func lcrEntry() Entry {
	return Entry{
		Name:     "lcr",
		Title:    "LeLann, Chang and Roberts: unidirectional ring, O(n^2) messages",
		Source:   "Misra, O(n^2) Messages LE Algorithm; termination: Liu et al., section 1",
		Extreme:  properties.Greatest,
		Errata:   lcr.Errata,
		Readings: lcr.Readings,
		Network:  func(n int) model.Network { return model.Network{Topology: model.UnidirectionalRing, N: n} },
		New: func(v Variant, net model.Network) (*model.System, error) {
			return model.New(lcr.Algorithm{Fixes: v.Fixes, Readings: v.Readings}, net)
		},
		Claims:     lcrClaims(),
		Counts:     lcrCounts(),
		Quantities: lcrQuantities(),
		Supplement: lcrAverage,
		Family:     "rings",
		Sweeps:     []Sweep{{Name: "unit", Sizes: toThousands, Repeats: 100, Figures: []Measure{Messages}}},
		Curves:     lcrCurves(),
		Examples: []string{
			"check lcr -n 2..5 --variant printed",
			"check lcr --variant corrected --reading R1=b --property elected",
			"measure --exact lcr -n 2..7 --wake all",
			"simulate lcr -n 1000000",
		},
	}
}

func lcrClaims() []Claim {
	return slices.Concat(
		each(Claim{To: 6,
			Reason: "only the greatest identity passes every process, and then the termination message does"}, nil),
		under(Claim{Property: "messages<=f(n)", From: 2, To: 5,
			Bound:  func(n int) int { return n*(n+1)/2 + n },
			Reason: "the i-th greatest identity travels at most n+1-i hops, the termination message n"}, "R1=b", "R1=c", "R2=b", "R3=b"),
		each(Claim{Variant: "printed", To: 6,
			Reason: "the identities alone decide which process is the leader"},
			map[string]string{
				"known":  "no termination message, so only the leader knows (E1)",
				"halted": "no process terminates (E1)",
			}),
		lcrReadings(), lcrNetworks(), lcrFaults())
}

func lcrReadings() []Claim {
	return slices.Concat(
		each(Claim{Readings: "R1=b", To: 5,
			Reason: "the leader depends only on comparisons of identities, at sleeping processes too"},
			stuck("the process with the greatest identity stops the others and never starts")),
		each(Claim{Readings: "R1=c", To: 5,
			Reason: "relays pass everything on, and of the others the greatest identity passes all"},
			map[string]string{"validity": "the process with the greatest identity is woken by a message: it is a relay"}),
		each(Claim{Readings: "R2=b", To: 5,
			Reason: "the termination message comes to all but the leader"}, nil),
		each(Claim{Readings: "R3=b", To: 5,
			Reason: "the only message that comes to a terminated process is the leader's own termination message"}, nil),
		each(Claim{Variant: "-E3", Readings: "R3=b", To: 5,
			Reason: "a leader that has terminated stops its termination message anyway: E3 is an erratum only under R3=a"}, nil))
}

func lcrNetworks() []Claim {
	return slices.Concat(
		each(Claim{To: 5, Order: model.Bag,
			Reason: "an identity that the termination message overtakes is not the greatest: it is stopped later"}, nil),
		each(Claim{To: 5, Order: model.Set,
			Reason: "no link ever holds the same message twice, so a set is like a bag"}, nil),
		each(Claim{To: 5, Order: model.Inbox,
			Reason: "one link leads to each process, so an inbox is like fifo"}, nil),
		each(Claim{To: 5, Timing: model.Lockstep,
			Reason: "every execution in lockstep is also an asynchronous one"}, nil))
}

func lcrFaults() []Claim {
	return slices.Concat(
		each(Claim{To: 5, Faults: model.Faults{Loss: 1},
			Reason: "even if messages are lost, only the greatest identity can come back to its process"},
			stuck("the greatest identity is sent once, and it or the termination message may be lost")),
		each(Claim{To: 5, Faults: model.Faults{Dup: 1},
			Reason: "a second copy is stopped where the first is; a second termination message changes nothing"}, nil),
		each(Claim{To: 5, Faults: model.Faults{Crash: 1},
			Reason: "only the greatest identity can come back to its process, and no message passes a process that is down"},
			merge(stuck("no message passes a process that is down"), map[string]string{
				"validity": "the leader may crash once it is known",
			})))
}

func lcrCounts() []Count {
	const spec = "the model, arrangement and orientation of the comparison with SPIN"
	return []Count{
		{Variant: "printed", IDs: claims.DescendingIDs(3), Configurations: 24, Events: 48, Depth: 7, Reason: "no termination message"},
		{Variant: "corrected", IDs: claims.DescendingIDs(5), Configurations: 254, Events: 793, Depth: 21, Reason: spec},
		{Variant: "corrected", IDs: claims.DescendingIDs(8), Configurations: 9940, Events: 47822, Depth: 45, Reason: spec},
		{Variant: "corrected", IDs: claims.DescendingIDs(10), Configurations: 124042, Events: 729344, Depth: 66, Reason: spec},
		{Variant: "corrected", IDs: claims.DescendingIDs(12), Configurations: 1604676, Events: 11121225, Depth: 91, Reason: spec},
	}
}

func lcrQuantities() []Quantity {
	return []Quantity{
		{Of: "messages", Where: Claim{From: 2, To: 6}, Formulas: []Formula{
			{Says: LeastIs, Text: "2n - 1 + n", At: linear(3, -1), Source: ours},
			lcrGreatest()}},
		{Of: "messages", Where: Claim{Variant: "printed", From: 2, To: 6}, Formulas: []Formula{
			{Says: LeastIs, Text: "2n - 1", At: linear(2, -1), Source: ours},
			{Says: GreatestIs, Text: "n + (n-1) + ... + 1", At: triangle(0), Source: lcrDocument}}},
		{Of: "rounds", Where: together(Claim{From: 2, To: 6}), Formulas: []Formula{
			lcrRounds()}},
	}
}

const lcrDocument = "Misra, Analysis of O(n^2) Algorithm"

func lcrGreatest() Formula {
	return Formula{Says: GreatestIs, Text: "n + sum of (i + 1)", At: triangle(1), Source: lcrDocument}
}

func lcrRounds() Formula {
	return Formula{Says: AlwaysIs, Text: "2n", At: linear(2, 0), Source: ours}
}

func lcrCurves() []Curve {
	return []Curve{
		{Of: Messages, Start: AllAwake, Name: "mean: n H_n + n", At: plus(overall)},
		{Of: Messages, Start: AnyStart, Name: "Misra: at most n(n+3)/2", At: lcrGreatest().At},
		{Of: Time, Start: AllAwake, Name: "2n", At: lcrRounds().At},
	}
}

// lcrAverage is the average case over all arrangements. Where all processes start, the
// numbers are those of As Far As Possible, with the greatest for the least.
func lcrAverage([]Measured) Supplement {
	x := Supplement{
		Before: "The number of identities sent, without the n termination messages, if all processes start: it depends only on the arrangement.\n" +
			"Over all (n-1)! arrangements the **average case** is n H\\_n = n(1 + 1/2 + ... + 1/n) (Chang and Roberts 1979): n log n, where the worst is n(n+1)/2.\n",
		Rows: [][]string{{"n", "least", "median", "average", "n H_n", "greatest"}},
	}
	for _, n := range []int{2, 3, 4, 5, 6, 8, 10, 20, 29} {
		least, greatest, median, average := exact(electionMessages(n))
		harmonic := 0.0
		for i := 1; i <= n; i++ {
			harmonic += 1 / float64(i)
		}
		x.Rows = append(x.Rows, []string{fmt.Sprint(n), fmt.Sprint(least), fmt.Sprint(median), fmt.Sprintf("%.4f", average),
			fmt.Sprintf("%.4f", float64(n)*harmonic), fmt.Sprint(greatest)})
	}
	return x
}
