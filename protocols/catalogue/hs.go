package catalogue

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/claims"
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
		Family:     "rings",
		Sweeps:     []Sweep{{Name: "unit", Sizes: toThousands, Figures: []Measure{Messages}}},
		Curves:     hsCurves(),
		Supplement: hsPhases,
		Disagrees:  "the last phase is not always ceil(log(n-1)) + 1; and a k-neighbourhood does not include exactly 2k + 1 processors where 2k + 1 > n",
		Examples: []string{
			"check hs -n 4 --ids 3,1,4,2 --crash 1 --json",
			"measure lcr hs --sizes 2..4096*2 --repeats 20 --delay exponential -o figures",
			"measure --exact hs --ids 3,1,4,2 --quantity events --json",
			"simulate hs -n 5 --events",
			"lowerbound lcr hs --sizes 2..64*2",
			"lowerbound hs --sizes 8 --chart",
			"lowerbound --synchronous --sizes 2..64*2",
		},
	}
}

func hsClaims() []Claim {
	return slices.Concat(
		each(Claim{To: 6,
			Reason: "only the probes of the greatest identity are never swallowed, and then the termination message passes every process"}, nil),
		failingTo(6, each(Claim{Variant: "printed", To: 5,
			Reason: "the leader depends only on comparisons of identities"},
			merge(stuck("the process with the greatest identity swallows the others' probes and never starts (E1)"), map[string]string{
				"decided": "only the leader decides (E2)",
				"known":   "only the leader knows (E2)",
				"halted":  "only the leader terminates (E2)",
			}))),
		hsReadings(), hsNetworks(), hsFaults())
}

func hsReadings() []Claim {
	return slices.Concat(
		each(Claim{Readings: "R1=b", To: 5,
			Reason: "every process starts, whether woken or not"}, nil),
		each(Claim{Variant: "-E1", Readings: "R1=b", To: 4,
			Reason: "a process that has swallowed all probes starts when no more messages come: E1 is an erratum only under R1=a"}, nil),
		each(Claim{Variant: "-E1", To: 5, Wake: model.WakeSet{All: true},
			Reason: "no process is asleep, and E1 is about sleeping processes"}, nil),
		each(Claim{Readings: "R2=b", To: 5,
			Reason: "the termination message comes to all but the leader"}, nil),
		each(Claim{Readings: "R3=b", To: 5,
			Reason: "once the leader is elected no other message matters, and the termination message comes to each process once"}, nil),
		each(Claim{Readings: "R4=b", To: 2,
			Reason: "the winner of phase 0 gets its own probe back in phase 1, and one probe is enough"}, nil),
		vacuous(3, 5, "no process becomes leader",
			each(Claim{Readings: "R4=b", From: 3, To: 5,
				Reason: "no process becomes leader"},
				merge(stuck("the winner of phase 0 probes one side only and waits for a reply from both"), map[string]string{
					"leader-reachable": "no process gets past phase 1, and two hops lead no probe back to its process",
				})), "uniqueness", "uniqueness-ever", "agreement", "validity"),
		each(Claim{Readings: "R5=b", To: 5,
			Reason: "when the second termination message comes, every process has terminated"}, nil),
		each(Claim{Readings: "R6=b", To: 4,
			Reason: "relays pass everything on, and of the others the greatest identity passes all"},
			map[string]string{"validity": "the process with the greatest identity is woken by a message: it is a relay"}),
		each(Claim{Variant: "-E1", Readings: "R6=b", To: 4,
			Reason: "a process that is asleep swallows nothing: E1 is an erratum only under R6=a"},
			map[string]string{"validity": "the process with the greatest identity is woken by a message: it is a relay"}))
}

func hsNetworks() []Claim {
	return slices.Concat(
		each(Claim{To: 5, Order: model.Bag,
			Reason: "a process has one probe per side under way, and its phases follow each other under any order"}, nil),
		each(Claim{To: 5, Order: model.Set,
			Reason: "no link ever holds the same message twice, so a set is like a bag"}, nil),
		each(Claim{To: 5, Order: model.Inbox,
			Reason: "the two directions are independent"}, nil),
		each(Claim{To: 5, Timing: model.Lockstep,
			Reason: "every execution in lockstep is also an asynchronous one"}, nil))
}

func hsFaults() []Claim {
	return slices.Concat(
		each(Claim{To: 5, Faults: model.Faults{Loss: 1},
			Reason: "even if messages are lost, only probes of the greatest identity can come back to their process"},
			stuck("a probe, a reply or the termination message may be lost, and no message is sent again")),
		each(Claim{To: 4, Faults: model.Faults{Dup: 1},
			Reason: "a second copy is swallowed or answered like the first; some phase may send its probes twice"}, nil),
		each(Claim{To: 5, Faults: model.Faults{Crash: 1},
			Reason: "only probes of the greatest identity can come back to their process, and no message passes a process that is down"},
			merge(stuck("no message passes a process that is down"), map[string]string{
				"validity": "the leader may crash once it is known",
			})))
}

func hsCounts() []Count {
	const spec = "the model, arrangement and orientation of the comparison with SPIN"
	return []Count{
		{Variant: "printed", IDs: claims.DescendingIDs(3), Configurations: 3165, Events: 9472, Depth: 26, Reason: "a process may start at any time, even after it has handled messages"},
		{Variant: "corrected", IDs: claims.DescendingIDs(4), Configurations: 1082, Events: 4052, Depth: 33, Reason: spec},
		{Variant: "corrected", IDs: []model.ID{4, 1, 2, 3}, Configurations: 1075, Events: 4034, Depth: 33, Reason: "the same, ascending"},
		{Variant: "corrected", IDs: claims.DescendingIDs(6), Configurations: 28630, Events: 167782, Depth: 61, Reason: spec},
		{Variant: "corrected", IDs: claims.DescendingIDs(7), Configurations: 149211, Events: 1032334, Depth: 67, Reason: spec},
	}
}

// probes is the sum of the document for Hirschberg and Sinclair: 4n messages
// in phase 0, n for termination, and in every other phase the greatest possible
// number of winners of the phase before.
func probes(n int) float64 {
	sum := 5 * float64(n)
	for k := 1; k <= hsLastPhase(n); k++ {
		sum += 4 * math.Exp2(float64(k)) * float64(n) / (math.Exp2(float64(k-1)) + 1)
	}
	return sum
}

// hsLastPhase returns the last phase of Hirschberg and Sinclair's algorithm
// according to its document: ceil(log2(n - 1)) + 1.
func hsLastPhase(n int) int { return int(math.Ceil(math.Log2(float64(n-1)))) + 1 }

func hsQuantities() []Quantity {
	const document = "Misra, Analysis of O(n log n) Leader Election Algorithm"
	bounds := []Formula{
		{Says: GreatestAtMost, Text: "4n + n + sum of 4 * 2^k * n/(2^(k-1) + 1)", At: probes, Source: document},
		{Says: GreatestAtMost, Text: "8n(log n + 2) + 5n", At: hsBound, Source: document},
	}
	return []Quantity{
		{Of: "messages", Where: Claim{From: 2, To: 5}, Formulas: bounds,
			Remark: "Neither bound is reached. O(n log n) is not in doubt."},
		{Of: "messages", Where: together(Claim{From: 2, To: 7}), Formulas: bounds},
		{Of: "rounds", Where: together(Claim{From: 2, To: 6}), Formulas: []Formula{
			{Says: AlwaysIs, Text: "2(2^K - 1) + 2n, K = ceil(log n)", At: hsRounds, Source: ours}}},
	}
}

// hsBound is the document's bound on the number of messages.
func hsBound(n int) float64 { return 8*float64(n)*(math.Log2(float64(n))+2) + 5*float64(n) }

func hsRounds(n int) float64 {
	return 2*(math.Exp2(math.Ceil(math.Log2(float64(n))))-1) + 2*float64(n)
}

func hsCurves() []Curve {
	return []Curve{
		{Of: Messages, Start: AnyStart, Name: "Misra: at most 8n(log2 n + 2) + 5n", At: hsBound},
		{Of: Time, Start: AllAwake, Name: "2(2^ceil(log2 n) - 1) + 2n", At: hsRounds},
	}
}

// hsPhases compares the phases with the document's statements about them.
func hsPhases(all []Measured) Supplement {
	x := Supplement{
		Before: "The phases, over all arrangements. The order in which processes start makes no difference to the greatest process, which goes through all of\n" +
			"them: the last one is the first with 2^k >= n, because then its own probe comes back. That is ceil(log n). **The document's last phase**,\n" +
			"ceil(log(n-1)) + 1, is the same if n - 1 is a power of 2, and otherwise one too many. Its statements about the number of processes\n" +
			"that start phase k > 0, at most n/(2^(k-1) + 1), and the messages of one process in it, at most 4 \\* 2^k, are right.\n",
		Rows: [][]string{{"n", "last phase", "the document's", "phase", "most processes", "the document's", "most messages of one", "the document's"}},
	}
	for _, m := range all {
		if m.Of == "messages" && m.Network.Timing == model.Lockstep {
			x.Rows = append(x.Rows, phaseRows(m)...)
		}
	}
	return x
}

func phaseRows(m Measured) [][]string {
	var rows [][]string
	n, phases := m.Network.N, phasesOf(m)
	for k, of := range phases {
		row := []string{"", "", "", fmt.Sprint(k), fmt.Sprint(of.processes), fmt.Sprint(n),
			fmt.Sprint(of.messages), fmt.Sprint(4 << k)}
		if k > 0 {
			row[5] = fmt.Sprintf("%.1f", float64(n)/(math.Exp2(float64(k-1))+1))
		} else {
			row[0], row[1], row[2] = fmt.Sprint(n), fmt.Sprint(len(phases)-1), fmt.Sprint(hsLastPhase(n))
			if hsLastPhase(n) != len(phases)-1 {
				row[2] = "**" + row[2] + "**"
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// A phase has the extremes of one phase of Hirschberg and Sinclair's algorithm.
type phase struct {
	processes int // most that send probes in it
	messages  int // most that belong to the probes of one of them
}

// phasesOf returns the extremes of each phase over all arrangements, if
// all start together in lockstep: each arrangement has one execution then.
func phasesOf(m Measured) []phase {
	var most []phase
	for _, x := range m.Greatest {
		for k, of := range messagesByPhase(x) {
			if k == len(most) {
				most = append(most, phase{})
			}
			most[k].processes = max(most[k].processes, len(of))
			for _, sent := range of {
				most[k].messages = max(most[k].messages, sent)
			}
		}
	}
	return most
}

// messagesByPhase counts the probes of an execution and the replies to them,
// by phase and by the process whose probes they are.
func messagesByPhase(x *model.Execution) []map[model.ID]int {
	var phases []map[model.ID]int
	count := func(text string) {
		var id model.ID
		var k int
		if _, err := fmt.Sscanf(strings.NewReplacer("PROBE", "", "REPLY", "", ")", ",").Replace(text), "(%d,%d,", &id, &k); err != nil {
			return // a termination message
		}
		for len(phases) <= k {
			phases = append(phases, map[model.ID]int{})
		}
		phases[k][id]++
	}
	for _, channel := range x.Start.Channels {
		for _, sent := range channel {
			count(fmt.Sprint(sent.Msg))
		}
	}
	for _, step := range x.Steps {
		for _, sent := range step.Sends {
			count(sent.Message)
		}
	}
	return phases
}
