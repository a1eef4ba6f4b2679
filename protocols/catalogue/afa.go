package catalogue

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/afa"
	"github.com/interrex/interrex/protocols/claims"
)

func afaEntry() Entry {
	return Entry{
		Name:     "afa",
		Title:    "As Far As Possible: ring, the least identity is elected, O(n^2) messages",
		Source:   "Troják, III. As-far-as possible, and IV. Implementation, B and D",
		Extreme:  properties.Least,
		Errata:   afa.Errata,
		Readings: afa.Readings,
		Network:  func(n int) model.Network { return model.Network{Topology: model.Ring, N: n} },
		New: func(v Variant, net model.Network) (*model.System, error) {
			return model.New(afa.Algorithm{Fixes: v.Fixes, Readings: v.Readings}, net)
		},
		Claims:     afaClaims(),
		Counts:     afaCounts(),
		Quantities: afaQuantities(),
		Family:     "rings",
		Sweeps:     afaSweeps(),
		Curves:     afaCurves(),
		Samples:    afaSamples(),
		Supplement: afaTable,
		Disagrees:  "Table 1 cannot come from rings on which all processes start by themselves",
	}
}

func afaClaims() []Claim {
	return slices.Concat(
		each(Claim{To: 6,
			Reason: "only the least identity passes every process, and then the termination message does"}, nil),
		under(Claim{Property: "messages<=f(n)", From: 2, To: 5,
			Bound:  func(n int) int { return n * (n + 3) / 2 },
			Reason: "the i-th least identity travels at most n+1-i hops, the termination message n"},
			"R2=b", "R3=b", "R4=b", "R4=c", "R5=b", "R6=b", "R6=c"),
		[]Claim{{Property: "messages<=f(n)", Readings: "R7=b", From: 2, To: 5, Fails: true,
			Bound:  func(n int) int { return n * (n + 3) / 2 },
			Reason: "a termination message that finds no leader goes round for ever"},
			{Property: "messages<=f(n)", Readings: "R7=c", From: 2, To: 5, Fails: true,
				Bound:  func(n int) int { return n * (n + 3) / 2 },
				Reason: "a termination message that finds no leader goes round for ever"}},
		[]Claim{{Property: "messages<=f(n)", Readings: "R1=b", From: 2, To: 5, Fails: true,
			Bound:  func(n int) int { return n * (n + 3) / 2 },
			Reason: "the document does not count PINGs"}},
		vacuous(2, 5, "an execution with a leader has no end, as the termination message goes round for ever (E3)",
			each(Claim{Variant: "printed", To: 5,
				Reason: "the leader depends only on comparisons of identities"},
				merge(stuck("the process with the least identity may be woken by a greater one and never sends its own (E1)"), map[string]string{
					"quiescence": "the leader passes its termination message on (E3)",
				})), "agreement", "validity"),
		each(Claim{Variant: "-E1", To: 5, Wake: model.WakeSet{All: true},
			Reason: "no message finds a process asleep, and E1 is about sleeping processes"}, nil),
		afaPreparation(), afaReadings(), afaDirections(), afaEnds(), afaNetworks(), afaFaults())
}

// afaPreparation makes claims about the preparation phase, which hides E1.
func afaPreparation() []Claim {
	all := model.WakeSet{All: true}
	return slices.Concat(
		each(Claim{Readings: "R1=b", To: 5,
			Reason: "the leader depends only on comparisons of identities"},
			stuck("every PING waits at a process that is never started")),
		each(Claim{Readings: "R1=b", To: 5, Wake: all,
			Reason: "the PING of each process that is started comes back"}, nil),
		each(Claim{Variant: "-E1", Readings: "R1=b", To: 5, Wake: all,
			Reason: "on each link a PING is ahead of the identities of the processes it has passed: no identity finds a process asleep"}, nil),
		each(Claim{Variant: "-E1", Readings: "R1=b", To: 4, Wake: all, Order: model.Bag,
			Reason: "the leader depends only on comparisons of identities"},
			stuck("an identity overtakes the PING of a process that is still asleep (E1)")))
}

func afaReadings() []Claim {
	return slices.Concat(
		each(Claim{Readings: "R2=b", To: 5,
			Reason: "one more identity is sent, and it cannot pass a lesser one"}, nil),
		each(Claim{Variant: "-E1", Readings: "R2=b", To: 5,
			Reason: "every process sends its identity: E1 is an erratum only under R2=a"}, nil),
		each(Claim{Readings: "R3=b", To: 5,
			Reason: "C and D act alike, and only its own identity comes to a process twice"}, nil),
		each(Claim{Variant: "-E2", Readings: "R2=b,R3=b", To: 5,
			Reason: "no process is ever in state D, and E2 is about processes in D"}, nil),
		each(Claim{Readings: "R4=b", To: 5,
			Reason: "no message after the termination message matters to a process"}, nil),
		each(Claim{Variant: "-E3", Readings: "R4=b", To: 5,
			Reason: "the termination message stops where it has been before: E3 is an erratum only under R4=a"}, nil),
		each(Claim{Readings: "R4=c", To: 5,
			Reason: "on links that keep the order only the leader is sent anything once it has shut down, by a process that has been told"}, nil),
		each(Claim{Variant: "-E3", Readings: "R4=c", To: 5,
			Reason: "the first process that is done answers the leader's second termination message with an error, which ends it as it would end anyway"}, nil),
		each(Claim{Readings: "R5=b", To: 5,
			Reason: "only its own identity comes to a process twice"}, nil),
		afaLate())
}

// afaLate makes claims about a process that starts after a message has woken it.
func afaLate() []Claim {
	const (
		resets  = "a leader that starts late is a candidate again, and its termination message finds no leader to stop it"
		again   = "a process that has been defeated starts late, and is a candidate again"
		told    = "a process that starts late sends its identity to one that has shut down, is told of the error, and ends before the termination message comes"
		twoWays = "the process with the least identity sends it when it is woken and when it starts; a defeated one that has started late takes the second copy for its own"
	)
	endless := map[string]string{"quiescence": resets, "irrevocability": again}
	among := []string{"uniqueness", "uniqueness-ever", "agreement", "validity"}
	return slices.Concat(
		without(each(Claim{Readings: "R7=b", To: 5, Reason: "the termination message passes every process"}, endless), among...),
		only(each(Claim{Readings: "R7=b", To: 2, Reason: "there is one other process, and the least identity comes back from it"}, nil), among...),
		only(each(Claim{Readings: "R7=b", From: 3, To: 5},
			merge(twoAtOnce(twoWays), map[string]string{"agreement": twoWays, "validity": twoWays})), among...),
		each(Claim{Readings: "R7=c", To: 5, Reason: "only the least identity passes every process"}, endless),
		each(Claim{Readings: "R4=b,R7=c", To: 5, Reason: "a termination message stops at a process that has shut down"},
			map[string]string{"irrevocability": again}),
		without(each(Claim{Readings: "R4=c,R7=c", To: 5, Reason: "only the least identity passes every process"},
			map[string]string{"irrevocability": again}), "known"),
		only(each(Claim{Readings: "R4=c,R7=c", To: 2, Reason: "the other process has been told"}, nil), "known"),
		only(each(Claim{Readings: "R4=c,R7=c", From: 3, To: 5}, map[string]string{"known": told}), "known"),
		each(Claim{Readings: "R1=b,R7=b", To: 5, Wake: model.WakeSet{All: true},
			Reason: "on each link a PING is ahead of the identities of the processes it has passed: no message wakes a process"}, nil))
}

// afaDirections makes claims about the direction of messages.
func afaDirections() []Claim {
	return slices.Concat(
		each(Claim{Readings: "R6=b", To: 5,
			Reason: "whichever way it goes, only the least identity passes every process"}, nil),
		each(Claim{Readings: "R6=c", To: 2,
			Reason: "with two processes the next one is always the other one"}, nil),
		each(Claim{Readings: "R6=c", From: 3, To: 3, Ends: "four processes may form two such pairs",
			Reason: "if two of three processes are each other's next, the third learns nothing"},
			merge(stuck("two processes that are each other's next leave the third out"), map[string]string{
				"validity": "the third may have the least identity and be asleep: then its identity comes to no process",
			})),
		[]Claim{{Property: "uniqueness", Readings: "R6=c", From: 4, To: 4, Fairness: model.Weak, Fails: true,
			Wake:   starts(0, 1, 2, 3),
			Reason: "two pairs of processes that are each other's next elect a leader each"}})
}

// afaEnds makes the claims about the state in which a program shuts down, and the messages that it receives then.
func afaEnds() []Claim {
	const (
		passed    = "when the least identity comes back, every other process has passed it on and is defeated"
		last      = "nothing is sent on a link after the termination message"
		overtakes = "the termination message overtakes an identity"
		late      = "a process that starts late is a candidate when the termination message comes"
		other     = "the termination message comes from one side, and an identity from the other"
	)
	list := []Claim{
		{Property: "defeated", Order: model.Bag, From: 2, To: 5, Reason: passed},
		{Property: "defeated", Readings: "R3=b", From: 2, To: 4, Fails: true, Reason: "a process that passes a lesser identity on stays in state C, and its program ends there"},
		{Property: "defeated", Readings: "R7=b", From: 2, To: 4, Fails: true, Reason: late},
		{Property: "defeated", Readings: "R7=c", From: 2, To: 4, Fails: true, Reason: late},
		{Property: "in-time", Order: model.Bag, From: 2, To: 4, Fails: true, Reason: overtakes},
		{Property: "in-time", Readings: "R4=c", Order: model.Bag, From: 2, To: 4, Fails: true, Reason: overtakes + ", and the process that has sent it is told of the error"},
		{Property: "in-time", Readings: "R6=b", From: 2, To: 4, Fails: true, Reason: other},
		{Property: "in-time", Readings: "R6=c", From: 2, To: 2, Reason: "the two processes have one neighbour"},
		{Property: "in-time", Readings: "R6=c", From: 3, To: 4, Fails: true, Reason: other},
		{Property: "in-time", Readings: "R7=b", From: 2, To: 4, Fails: true, Reason: "a process that starts late sends its identity to one that has shut down"},
		{Property: "in-time", Readings: "R7=c", From: 2, To: 4, Fails: true, Reason: "a process that starts late sends its identity to one that has shut down"},
	}
	for _, readings := range []string{"", "R1=b", "R2=b", "R4=b", "R4=c", "R5=b", "R6=b", "R6=c"} {
		list = append(list, Claim{Property: "defeated", Readings: readings, From: 2, To: 5, Reason: passed})
	}
	for _, readings := range []string{"", "R1=b", "R2=b", "R3=b", "R4=b", "R4=c", "R5=b"} {
		list = append(list, Claim{Property: "in-time", Readings: readings, From: 2, To: 5, Reason: last})
	}
	for i := range list {
		list[i].Fairness = model.Weak
	}
	return list
}

func afaNetworks() []Claim {
	return slices.Concat(
		each(Claim{To: 5, Order: model.Bag,
			Reason: "an identity that a lesser one overtakes is discarded later"}, nil),
		each(Claim{To: 5, Order: model.Set,
			Reason: "no link ever holds the same message twice, so a set is like a bag"}, nil),
		each(Claim{To: 5, Order: model.Inbox,
			Reason: "messages come to each process on one link only, so an inbox is like fifo"}, nil),
		each(Claim{To: 5, Timing: model.Lockstep,
			Reason: "every execution in lockstep is also an asynchronous one"}, nil))
}

func afaFaults() []Claim {
	const twice = "an identity that comes twice is already the least known one the second time"
	again := Claim{Property: "uniqueness", From: 2, To: 5, Faults: model.Faults{Dup: 1}, Fairness: model.Weak, Fails: true, Reason: twice}
	inC, inD := again, again
	inC.Readings, inD.Readings = "R3=b", "R5=b"
	return slices.Concat(
		each(Claim{To: 5, Faults: model.Faults{Loss: 1},
			Reason: "even if messages are lost, only the least identity can come back to its process"},
			stuck("the least identity is sent once, and it or the termination message may be lost")),
		each(Claim{To: 5, Faults: model.Faults{Dup: 1},
			Reason: "a second copy reaches a defeated process and is discarded; a second termination message changes nothing"}, nil),
		[]Claim{inC, inD},
		each(Claim{To: 5, Faults: model.Faults{Crash: 1},
			Reason: "only the least identity can come back to its process, and no message passes a process that is down"},
			merge(stuck("no message passes a process that is down"), map[string]string{
				"validity": "the leader may crash once it is known",
			})))
}

func afaCounts() []Count {
	return []Count{
		{Variant: "printed", IDs: claims.DescendingIDs(3), Configurations: 39, Events: 65, Depth: 9, Reason: "the termination message goes round for ever"},
		{Variant: "corrected", IDs: []model.ID{1, 2, 3, 4}, Configurations: 63, Events: 165, Depth: 9, Reason: "each identity meets a lesser one at once"},
		{Variant: "corrected", IDs: claims.DescendingIDs(4), Configurations: 122, Events: 289, Depth: 10, Reason: "each identity travels as far as it may"},
		{Variant: "corrected", IDs: claims.DescendingIDs(6), Configurations: 2352, Events: 7780, Depth: 21, Reason: "the same, larger"},
		{Variant: "corrected", IDs: claims.DescendingIDs(8), Configurations: 53686, Events: 224186, Depth: 36, Reason: "the same, larger still"},
	}
}

func afaQuantities() []Quantity {
	return []Quantity{
		{Of: "messages", Where: Claim{From: 2, To: 6}, Formulas: []Formula{
			{Says: LeastIs, Text: "2n", At: linear(2, 0), Source: ours}, afaGreatest()}},
		{Of: "messages", Where: Claim{Wake: model.WakeSet{All: true}, From: 2, To: 6}, Formulas: []Formula{
			{Says: LeastIs, Text: "2n - 1 + n", At: linear(3, -1), Source: ours}, afaGreatest()}},
	}
}

// electionMessages returns, for each i, how many arrangements of n identities
// around a ring make As Far As Possible send exactly i election messages if all n
// processes start: then the schedule does not matter. There are (n-1)! in all.
//
// The least identity travels n links, and any other to the next lesser one. So
// cut the ring at the least identity, and the rest at its own least, and so on.
func electionMessages(n int) []*big.Int {
	// of[m] counts the arrangements of m identities in a row that ends at a
	// lesser one, by the number of links that they travel together.
	of := [][]*big.Int{{big.NewInt(1)}}
	for m := 1; m < n; m++ {
		sum := numbers(m*(m+1)/2 + 1)
		for before := range m { // the number of identities before the least of the m
			ways := new(big.Int).Binomial(int64(m-1), int64(before))
			for i, a := range of[before] {
				for j, b := range of[m-1-before] {
					product := new(big.Int).Mul(a, b)
					at := i + j + m - before // which travels to the end of the row
					sum[at].Add(sum[at], product.Mul(product, ways))
				}
			}
		}
		of = append(of, sum)
	}
	return slices.Concat(numbers(n), of[n-1])
}

// numbers returns k zeros.
func numbers(k int) []*big.Int {
	list := make([]*big.Int, k)
	for i := range list {
		list[i] = new(big.Int)
	}
	return list
}

// exact returns the least and the greatest number of messages of any arrangement,
// the median and the average, given the result of [electionMessages].
func exact(counts []*big.Int) (least, greatest, median int, average float64) {
	total, weighted := new(big.Int), new(big.Int)
	least = -1
	for i, count := range counts {
		if count.Sign() == 0 {
			continue
		}
		if least < 0 {
			least = i
		}
		greatest = i
		total.Add(total, count)
		weighted.Add(weighted, new(big.Int).Mul(count, big.NewInt(int64(i))))
	}
	seen := new(big.Int)
	for i, count := range counts {
		seen.Add(seen, count)
		if twice := new(big.Int).Lsh(seen, 1); twice.Cmp(total) >= 0 {
			median = i
			break
		}
	}
	average, _ = new(big.Rat).SetFrac(weighted, total).Float64()
	return least, greatest, median, average
}

func afaGreatest() Formula {
	return Formula{Says: GreatestIs, Text: "n(n+3)/2", At: triangle(1), Source: "Troják, III. As-far-as possible, A. Algorithm"}
}

func afaSweeps() []Sweep {
	return []Sweep{
		{Name: "unit", Sizes: toThousands, Repeats: 100, Figures: []Measure{Messages}},
		{Name: "table-half", Sizes: "10..29", Repeats: 100, Asleep: 500},
		{Name: "table-fifth", Sizes: "10..29", Repeats: 100, Asleep: 800},
		{Name: "table-one", Sizes: "10..29", Repeats: 100, Asleep: oneAwake},
	}
}

func afaCurves() []Curve {
	return []Curve{
		{Of: Messages, Start: AllAwake, Name: "mean: n H_n + n", At: plus(overall)},
		{Of: Messages, Start: AnyStart, Name: "Troják: at most n(n+3)/2", At: afaGreatest().At},
		{Of: Time, Start: AllAwake, Name: "2n", At: linear(2, 0)},
	}
}

// afaSamples returns Table 1 of Troják: the number of election messages (EM)
// that As Far As Possible has sent on rings of n processes.
func afaSamples() *Samples {
	return &Samples{
		Name: "table", Table: "Troják, table 1",
		Title:   "afa: election messages, and table 1 of Troják",
		Counted: "messages, without n for termination",
		Curve:   Curve{Of: Messages, Start: AllAwake, Name: "all awake: n H_n", At: overall},
		Omitted: linear(1, 0),
		Rows: []Sample{
			{N: 10, Min: 15, Max: 39, Median: 25, Average: 24}, {N: 11, Min: 18, Max: 41, Median: 29, Average: 28}, {N: 12, Min: 22, Max: 47, Median: 32, Average: 32}, {N: 13, Min: 21, Max: 44, Median: 33, Average: 32}, {N: 14, Min: 22, Max: 51, Median: 37, Average: 36},
			{N: 15, Min: 24, Max: 54, Median: 38, Average: 37}, {N: 16, Min: 25, Max: 65, Median: 42, Average: 41}, {N: 17, Min: 27, Max: 64, Median: 44, Average: 43}, {N: 18, Min: 30, Max: 68, Median: 47, Average: 47}, {N: 19, Min: 28, Max: 74, Median: 48, Average: 48},
			{N: 20, Min: 28, Max: 71, Median: 53, Average: 52}, {N: 21, Min: 31, Max: 82, Median: 52, Average: 52}, {N: 22, Min: 32, Max: 87, Median: 58, Average: 57}, {N: 23, Min: 39, Max: 89, Median: 57, Average: 57}, {N: 24, Min: 35, Max: 101, Median: 59, Average: 60},
			{N: 25, Min: 33, Max: 98, Median: 63, Average: 63}, {N: 26, Min: 27, Max: 102, Median: 67, Average: 67}, {N: 27, Min: 34, Max: 101, Median: 66, Average: 66}, {N: 28, Min: 39, Max: 108, Median: 71, Average: 71}, {N: 29, Min: 47, Max: 106, Median: 72, Average: 72},
		},
	}
}

// afaTable compares Table 1 of the document with the exact numbers.
func afaTable([]Measured) Supplement {
	x := Supplement{
		Before: "The number of election messages (EM), without the n termination messages, in **Table 1** of the document. The document's preparation\n" +
			"phase starts every process. Then the number depends only on the arrangement, and over all (n-1)! arrangements it is exactly\n" +
			"as follows; the average is n(1 + 1/2 + ... + 1/n). A number in bold type is not between the exact least and greatest.\n",
		Rows: [][]string{{"n", "min printed", "exact", "max printed", "exact", "median printed", "exact", "average printed", "exact"}},
	}
	var below []string
	for _, s := range afaSamples().Rows {
		least, greatest, median, average := exact(electionMessages(s.N))
		within := func(printed int) string {
			if printed < least || printed > greatest {
				return fmt.Sprintf("**%d**", printed)
			}
			return fmt.Sprint(printed)
		}
		if float64(s.Max) < average {
			below = append(below, fmt.Sprint(s.N))
		}
		x.Rows = append(x.Rows, []string{fmt.Sprint(s.N), within(s.Min), fmt.Sprint(least), within(s.Max), fmt.Sprint(greatest),
			within(s.Median), fmt.Sprint(median), within(s.Average), fmt.Sprintf("%.1f", average)})
	}
	x.After = fmt.Sprintf("So no printed minimum is possible. The printed maxima are possible, but for n = %s the greatest number in the document is less\n"+
		"than the exact average, and the document's averages fall from five sixths to less than two thirds of the exact ones. The printed numbers are\n"+
		"possible if processes were woken by messages and then did not send their own identities (line 5 of protocols/afa/source.txt):\n"+
		"then there are n to n(n+1)/2 election messages, as the first table of this section says.\n", strings.Join(below, ", "))
	return x
}
