package catalogue

import (
	"math"
	"slices"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/hs"
)

func hsEntry() Entry {
	return Entry{
		Name:     "hs",
		Title:    "Hirschberg and Sinclair: bidirectional ring, O(n log n) messages",
		Source:   "Misra, O(n log n) Messages LE Algorithm, Algorithm 5",
		Extreme:  properties.Greatest,
		Errata:   hs.Errata,
		Readings: hs.Readings,
		Network:  func(n int) model.Network { return model.Network{Topology: model.Ring, N: n} },
		New: func(v Variant, net model.Network) (*model.System, error) {
			return model.New(hs.Algorithm{Fixes: v.Fixes, Readings: v.Readings}, net)
		},
		Claims:     hsClaims(),
		Counts:     hsCounts(),
		Quantities: hsQuantities(),
	}
}

func hsClaims() []Claim {
	return slices.Concat(
		each(Claim{To: 6,
			Reason: "only the probes of the greatest identity are never swallowed, and then the termination message passes every process"}, nil),
		failingTo(6, each(Claim{Variant: "printed", To: 4,
			Reason: "who is leader depends on comparisons only"},
			merge(stuck("the process with the greatest identity swallows the others' probes and never starts (E1)"), map[string]string{
				"decided": "nobody but the leader decides (E2)",
				"known":   "nobody but the leader knows (E2)",
				"halted":  "nobody but the leader terminates (E2)",
			}))),
		hsReadings(), hsNetworks(), hsFaults())
}

func hsReadings() []Claim {
	return slices.Concat(
		each(Claim{Readings: "R1=b", To: 4,
			Reason: "every process starts, woken or not"}, nil),
		each(Claim{Variant: "-E1", Readings: "R1=b", To: 4,
			Reason: "a process that has swallowed all probes starts when nothing more comes: E1 is one under R1=a only"}, nil),
		each(Claim{Variant: "-E1", To: 4, Wake: model.WakeSet{All: true},
			Reason: "nobody is asleep: E1 is about those who are"}, nil),
		each(Claim{Readings: "R2=b", To: 4,
			Reason: "the termination message comes to all but the leader"}, nil),
		each(Claim{Readings: "R3=b", To: 4,
			Reason: "once the leader is elected no other message matters, and the termination message comes to each process once"}, nil),
		each(Claim{Readings: "R4=b", To: 2,
			Reason: "the winner of phase 0 gets its own probe back in phase 1, one is enough"}, nil),
		each(Claim{Readings: "R4=b", From: 3, To: 4,
			Reason: "nobody becomes leader"},
			merge(stuck("the winner of phase 0 probes one side only and waits for a reply from both"), map[string]string{
				"leader-reachable": "nobody gets past phase 1, and two hops lead nobody back to itself",
			})),
		each(Claim{Readings: "R5=b", To: 4,
			Reason: "the second termination message finds everybody terminated already"}, nil))
}

func hsNetworks() []Claim {
	return slices.Concat(
		each(Claim{To: 4, Order: model.Bag,
			Reason: "a process has one probe a side under way, and its phases follow each other whatever the order"}, nil),
		each(Claim{To: 4, Order: model.Set,
			Reason: "no link ever holds a message twice: as in a bag"}, nil),
		each(Claim{To: 4, Order: model.Inbox,
			Reason: "the two directions are independent of each other"}, nil),
		each(Claim{To: 4, Timing: model.Lockstep,
			Reason: "rounds are some of the asynchronous executions"}, nil))
}

func hsFaults() []Claim {
	return slices.Concat(
		each(Claim{To: 3, Faults: model.Faults{Loss: 1},
			Reason: "only probes of the greatest identity can come back to their process, lost messages or not"},
			stuck("a probe, a reply or the termination message may be what is lost, and nothing is sent again")),
		each(Claim{To: 3, Faults: model.Faults{Dup: 1},
			Reason: "a second copy is swallowed or answered like the first; a phase may be probed twice"}, nil),
		each(Claim{To: 3, Faults: model.Faults{Crash: 1},
			Reason: "only probes of the greatest identity can come back to their process, and nothing passes a process that is down"},
			merge(stuck("nothing passes a process that is down"), map[string]string{
				"validity": "the leader may crash once it is known",
			})))
}

func hsCounts() []Count {
	const spec = "the model, arrangement and orientation that SPIN is compared on"
	return []Count{
		{Variant: "printed", IDs: descending(3), Configurations: 3165, Events: 9472, Depth: 26, Reason: "a process may start at any time, even after it has handled messages"},
		{Variant: "corrected", IDs: descending(4), Configurations: 1082, Events: 4052, Depth: 33, Reason: spec},
		{Variant: "corrected", IDs: []model.ID{4, 1, 2, 3}, Configurations: 1075, Events: 4034, Depth: 33, Reason: "the same, ascending"},
		{Variant: "corrected", IDs: descending(6), Configurations: 28630, Events: 167782, Depth: 61, Reason: spec},
		{Variant: "corrected", IDs: descending(7), Configurations: 149211, Events: 1032334, Depth: 67, Reason: spec},
	}
}

// probes is what the document sums up for Hirschberg and Sinclair: 4n messages
// in phase 0, n for termination, and in every other phase as many winners of
// the phase before as there is room for.
func probes(n int) float64 {
	sum := 5 * float64(n)
	for k := 1; k <= HSLastPhase(n); k++ {
		sum += 4 * math.Exp2(float64(k)) * float64(n) / (math.Exp2(float64(k-1)) + 1)
	}
	return sum
}

// HSLastPhase returns the last phase of Hirschberg and Sinclair's algorithm
// according to its document: ceil(log2(n - 1)) + 1.
func HSLastPhase(n int) int { return int(math.Ceil(math.Log2(float64(n-1)))) + 1 }

func hsQuantities() []Quantity {
	const document = "Misra, Analysis of O(n log n) Leader Election Algorithm"
	bounds := []Formula{
		{GreatestAtMost, "4n + n + sum of 4 * 2^k * n/(2^(k-1) + 1)", probes, document, ""},
		{GreatestAtMost, "8n(log n + 2) + 5n", func(n int) float64 { return 8*float64(n)*(math.Log2(float64(n))+2) + 5*float64(n) }, document, ""},
	}
	return []Quantity{
		{Of: "messages", Where: Claim{From: 2, To: 5}, Formulas: bounds,
			Remark: "Neither bound is reached, nor is O(n log n) in doubt."},
		{Of: "messages", Where: together(Claim{From: 2, To: 7}), Formulas: bounds},
		{Of: "rounds", Where: together(Claim{From: 2, To: 6}), Formulas: []Formula{
			{AlwaysIs, "2(2^K - 1) + 2n, K = ceil(log n)", func(n int) float64 {
				return 2*(math.Exp2(math.Ceil(math.Log2(float64(n))))-1) + 2*float64(n)
			}, ours, ""}}},
	}
}
