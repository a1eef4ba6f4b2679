package catalogue

import (
	"math"
	"slices"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/claims"
	"github.com/interrex/interrex/protocols/singh"
)

func singhEntry() Entry {
	return Entry{
		Name:     "singh",
		Title:    "Singh: complete network with sense of direction, O(n) messages, O(log n) time",
		Source:   "Liu et al., 2 Algorithm, Algorithm 1 and the modification for n that is not a power of 2",
		Errata:   singh.Errata,
		Readings: singh.Readings,
		Network:  func(n int) model.Network { return model.Network{Topology: model.Complete, N: n} },
		New: func(v Variant, net model.Network) (*model.System, error) {
			return model.New(singh.Algorithm{Fixes: v.Fixes, Readings: v.Readings}, net)
		},
		Claims:     singhClaims(),
		Counts:     singhCounts(),
		Quantities: singhQuantities(),
		Family:     "complete",
		Sweeps:     singhSweeps(),
		Curves:     singhCurves(),
		Examples: []string{
			"measure singh --sizes 2..100 --wake-rate 0.8 -o figures",
			"simulate singh -n 4096 --delay exponential --wake-rate 0.8 --seed 7",
			"simulate singh -n 6 --scheduler pct --order bag",
		},
	}
}

// anyCandidate returns the claims without validity: the document does not say
// which candidate is elected.
func anyCandidate(claims []Claim) []Claim {
	return slices.DeleteFunc(claims, func(c Claim) bool { return c.Property == "validity" })
}

// overlap says why some failures do not show with five processes: the failure is in the second
// phase, or between candidates that both complete the first.
const overlap = "with five processes, as with three, subrings overlap, and one candidate completes the first phase"

// ifApart returns the claims. Those that fail do so if subrings do not overlap.
func ifApart(claims []Claim) []Claim {
	for i := range claims {
		if claims[i].Fails {
			claims[i].Ends = overlap
		}
	}
	return claims
}

func singhClaims() []Claim {
	return anyCandidate(slices.Concat(
		each(Claim{To: 6,
			Reason: "of two leaders of subrings each would have captured the other; the one with the greatest step and identity never waits for another"}, nil),
		singhPrinted(), singhErrata(), singhUnasked(), singhReadings(), singhReported(), singhTail(), singhNetworks(), singhFaults(), singhEnds()))
}

func singhPrinted() []Claim {
	const safe = "of two leaders of subrings each would have captured the other"
	lonely := stuck("no candidate starts the second phase: one that is alone in its subring waits for an ACK (E3)")
	rivals := stuck("two candidates of a subring wait for each other's ACK (E1)")
	const none = "line 30 asks no process in step 1 (E6)"
	return slices.Concat(
		vacuous(2, 2, "no candidate starts the second phase (E3)",
			each(Claim{Variant: "printed", From: 2, To: 2, Reason: safe},
				merge(lonely, map[string]string{"leader-reachable": "no candidate starts the second phase (E3)"})),
			"uniqueness", "uniqueness-ever", "irrevocability", "agreement"),
		only(each(Claim{Variant: "printed", From: 3, To: 3},
			merge(rivals, map[string]string{"well-formed": "an INFORM leads beyond the last edge (E7), and nothing else is known to hold"})),
			"well-formed", "elected", "decided", "known", "halted"),
		ended(each(Claim{Variant: "+E7", From: 3, To: 3, Reason: safe}, rivals),
			failsAt(4, Claim{Property: "leader-reachable", Variant: "+E7", Reason: none}),
			failsAt(6, Claim{Property: "uniqueness", Variant: "+E7", Wake: starts(0, 3),
				Reason: "the candidates ask too few processes to hear of each other (E6)"})),
		vacuous(4, 4, none, each(Claim{Variant: "printed", From: 4, To: 4, Reason: safe,
			Ends: "with five processes an INFORM leads beyond the last edge again (E7), and with six two may be elected (n = 6)"},
			merge(rivals, map[string]string{"leader-reachable": none})), "uniqueness", "uniqueness-ever", "agreement"))
}

// singhErrata returns the claims that show the errata that need more processes, or
// weaker networks, than most.
func singhErrata() []Claim {
	fails := func(c Claim) Claim {
		c.Fails, c.Fairness = true, model.Weak
		return c
	}
	return []Claim{
		fails(Claim{Property: "elected", Variant: "-E4", From: 4, To: 4, Ends: overlap,
			Reason: "one candidate has completed the first phase, another has not; with three processes the first phase leaves one candidate"}),
		fails(Claim{Property: "halted", Variant: "-E5", From: 4, To: 4, Ends: overlap,
			Reason: "a candidate is still in the first phase when the leader tells all"}),
		fails(Claim{Property: "well-formed", Variant: "-E7", From: 6, To: 6, Wake: starts(0, 1),
			Reason: "with three or five processes there is no process to ask, with two or four the distance is less than n"}),
		fails(Claim{Property: "elected", Variant: "-E9", From: 6, To: 6, Wake: starts(0), Order: model.Set,
			Reason: "a step that asks two processes asks for ever; with order set no link fills up"}),
		fails(Claim{Property: "well-formed", Variant: "printed", From: 5, To: 5,
			Reason: "an INFORM leads beyond the last edge (E7)"}),
		fails(Claim{Property: "elected", Variant: "-E11", From: 4, To: 4, Ends: overlap,
			Reason: "the subring has two processes, and its owner is asked for"}),
	}
}

// singhUnasked returns the claims about line 65 as printed with other numbers of processes.
func singhUnasked() []Claim {
	const misled = "the owner is looked for where it is not, or taken for no owner"
	list := each(Claim{Variant: "-E11", From: 5, To: 5, Reason: overlap}, nil)
	list = ended(list, eachFailsAt(6, Claim{Variant: "-E11", Reason: misled},
		"uniqueness", "uniqueness-ever", "agreement", "elected", "decided", "known", "halted")...)
	for _, place := range []string{"R10=b", "R10=c", "R10=d"} {
		list = append(list, Claim{Property: "elected", Variant: "-E11", Readings: place, From: 5, To: 5, Fairness: model.Weak, Reason: overlap, Ends: misled})
	}
	return list
}

func singhReadings() []Claim {
	const early = "its own ACK counts as that of the process that it has captured: it goes on before that one is owned, and its next CAPTURE comes to a leader that has terminated"
	const forgets = "a candidate that was captured in the second phase sends OWNER to its subring again, and contends when the election is over"
	const begins = "with k = 2 line 30 names the one process to ask: E6 is an erratum only under R7=a, or with greater k"
	return slices.Concat(
		each(Claim{Readings: "R1=b", To: 4,
			Reason: "neither a candidate nor a process that is owned takes OWNER"}, nil),
		each(Claim{Readings: "R1=c", To: 3,
			Reason: "with subrings of one or two processes there is nobody else to wait for", Ends: early}, nil),
		ifApart(each(Claim{Readings: "R1=c", From: 4, To: 4, Reason: "a candidate still captures its subring first", Ends: "with eight processes two may be elected"},
			map[string]string{"decided": early, "known": early, "halted": early})),
		each(Claim{Readings: "R2=b", To: 5,
			Reason: "a process left out of the subring is less than k away and asked in the second phase"}, nil),
		each(Claim{Readings: "R3=b", To: 4,
			Reason: "a candidate that has its subring is not captured in the first phase, whatever it does next",
			Ends:   "with seven processes under R2=b too, and with nine, candidates that own processes wait for each other's"}, nil),
		each(Claim{Readings: "R4=b", To: 4,
			Reason: "with k = 2 no two candidates own processes at the same time",
			Ends:   "with nine processes two candidates own processes that each other needs, and wait for ever"}, nil),
		each(Claim{Readings: "R4=c", To: 4,
			Reason: "with k = 2 no two candidates own processes at the same time",
			Ends:   "with 17 processes two candidates each own half of their captures, and ask the other half"}, nil),
		each(Claim{Readings: "R5=b", To: 4,
			Reason: "the candidate asks more processes, and leaves none out"}, nil),
		each(Claim{Readings: "R5=c", To: 4,
			Reason: "the candidate asks more processes, and leaves none out"}, nil),
		each(Claim{Readings: "R6=b", To: 3,
			Reason: "no candidate of the first phase is captured by one of the second: the subrings are too small, or one is all"}, nil),
		ifApart(each(Claim{Readings: "R6=b", From: 4, To: 4, Reason: "the leader has terminated by then"},
			map[string]string{"decided": forgets, "known": forgets, "halted": forgets})),
		each(Claim{Readings: "R7=b", To: 4,
			Reason: "it is only about the printed line 30"}, nil),
		each(Claim{Readings: "R8=b", To: 4,
			Reason: "it is only about the step that E8 corrects"}, nil),
		each(Claim{Readings: "R9=b", To: 4,
			Reason: "up to n = 8 there is one step, with one process to ask"}, nil),
		each(Claim{Readings: "R9=c", To: 4,
			Reason: "the candidate asks more processes, and leaves none out"}, nil),
		only(each(Claim{Readings: "R9=c", From: 16, To: 16, Wake: starts(0), IDs: claims.DescendingIDs(16),
			Reason: "the candidate asks more processes, some of them twice, and waits for all (E8)"}, nil), "elected", "uniqueness", "known"),
		only(each(Claim{Readings: "R9=b", From: 16, To: 16, Wake: starts(0), IDs: claims.DescendingIDs(16),
			Reason: "the candidate asks more processes, some of them twice, and waits for all (E8)"}, nil), "elected", "uniqueness", "known"),
		each(Claim{Variant: "-E6", Readings: "R7=b", From: 2, To: 2, Reason: begins}, nil),
		each(Claim{Variant: "-E6", Readings: "R7=b", From: 4, To: 4, Reason: begins,
			Ends: "with five processes, as with three, no process is elected"}, nil))
}

// askedAgain is the effect of an INFORM with an identity instead of a distance.
const askedAgain = "the process that an INFORM leads to may be the one that has sent it: it is asked again and again"

// singhUnowned returns the claims that fail with six processes where a position of Cycle that is taken
// for no owner is not that of the greatest identity.
func singhUnowned(place string) []Claim {
	wake := map[string][]int{"R10=b": {1, 4}, "R10=c": {2, 5}}[place]
	if wake == nil {
		return nil // d has no positions
	}
	return eachFailsAt(6, Claim{Variant: "-E11", Readings: place, Wake: model.WakeSet{Only: wake},
		Reason: "the processes that the candidate at position 0 of Cycle owns take themselves for free, and accept the CAPTURE of another one"},
		"uniqueness", "uniqueness-ever", "agreement")
}

// singhReported returns the claims about the reports of the document's authors on the
// paper that they implement, of their program, and of their repairs.
func singhReported() []Claim {
	const (
		nowhere = "the owner is looked for where it is not, or taken for no owner (E11)"
		closed  = "a captured process takes the first message only: it sends one ACCEPT at most, no ACK, and is never told who is elected"
		itself  = "a candidate that has captured all others of its subring waits for its own answer"
		alone   = "with two processes a candidate waits for the ACK number 0, and its own is number 1 (E3)"
		early   = "its own ACK counts as that of the process that it has captured"
	)
	var list []Claim
	for _, place := range []string{"R10=b", "R10=c", "R10=d"} {
		fails := stuck(nowhere)
		if place == "R10=d" {
			fails["quiescence"] = askedAgain
		}
		list = slices.Concat(list,
			each(Claim{Readings: place, To: 3, Reason: "it is only about the value that E11 corrects"}, nil),
			ended(ifApart(each(Claim{Variant: "-E11", Readings: place, From: 4, To: 4, Reason: "a candidate still captures its subring first"}, fails)), singhUnowned(place)...))
	}
	const gloss = "INFORM needs the distance from the process to its owner: E11 is an erratum only under R10=a to R10=d"
	return slices.Concat(list,
		each(Claim{Readings: "R10=e", To: 3, Reason: "it is only about the value that E11 corrects"}, nil),
		each(Claim{Variant: "-E11", Readings: "R10=e", From: 4, To: 5, Reason: gloss}, nil),
		each(Claim{Readings: "R11=b", To: 4,
			Reason: "one step asks one process, or none",
			Ends:   "with ten processes and with sixteen a candidate takes one answer for all of its step, and two are elected"}, nil),
		vacuous(3, 4, "the process that has captured all others waits for answers that never come",
			without(each(Claim{Readings: "R12=b", To: 4, Reason: "a process that has been captured does nothing any more"},
				map[string]string{"known": closed, "halted": closed}), "elected", "decided", "leader-reachable"), "uniqueness", "uniqueness-ever", "agreement"),
		only(each(Claim{Readings: "R12=b", To: 2, Reason: "the candidate needs one answer of the other process"}, nil), "elected", "decided", "leader-reachable"),
		only(each(Claim{Readings: "R12=b", From: 3, To: 4}, map[string]string{"elected": closed, "decided": closed, "leader-reachable": closed}), "elected", "decided", "leader-reachable"),
		without(each(Claim{Readings: "R6=b,R12=b", To: 4, Reason: "a candidate that is captured takes one message more, so one may be elected"},
			map[string]string{"known": closed, "halted": closed}), "elected", "decided"),
		only(each(Claim{Readings: "R6=b,R12=b", To: 2, Reason: "the candidate needs one answer of the other process"}, nil), "elected", "decided"),
		only(each(Claim{Readings: "R6=b,R12=b", From: 3, To: 4}, map[string]string{"elected": closed, "decided": closed}), "elected", "decided"),
		vacuous(2, 2, itself, vacuous(2, 4, itself,
			without(each(Claim{Readings: "R13=b", To: 4, Reason: "a leader has the answers of all others"}, stuck(itself)), "leader-reachable"),
			"uniqueness", "uniqueness-ever", "agreement"), "irrevocability"),
		only(each(Claim{Readings: "R13=b", To: 4,
			Ends: "with five processes a candidate that captures one that has captured another counts both (line 16), and may do without its own answer"},
			map[string]string{"leader-reachable": itself}), "leader-reachable"),
		only(each(Claim{Readings: "R13=b", From: 5, To: 5,
			Reason: "a candidate that captures one that has captured another counts both (line 16), and may do without its own answer"}, nil),
			"leader-reachable", "uniqueness", "agreement"),
		each(Claim{Readings: "R14=b", To: 4, Reason: "no ACK comes beyond those that are wanted"}, nil),
		vacuous(2, 2, alone, each(Claim{Variant: "-E3", Readings: "R1=c", From: 2, To: 2, Reason: "no candidate starts the second phase",
			Ends: "with more processes a candidate waits for ACKs of others"},
			merge(stuck(alone), map[string]string{"leader-reachable": alone})),
			"uniqueness", "uniqueness-ever", "irrevocability", "agreement"),
		each(Claim{Variant: "-E3", Readings: "R1=c,R14=b", From: 2, To: 3,
			Reason: "a candidate that acknowledges itself has more than the n/k - 1 = 0 that it wants: the authors' repair is enough for two processes"}, nil),
		ifApart(each(Claim{Variant: "-E3", Readings: "R1=c,R14=b", From: 4, To: 4, Reason: "a candidate still captures its subring first"},
			map[string]string{"decided": early, "known": early, "halted": early})))
}

// singhTail returns the claims about those of line 83 as the tail of a list.
func singhTail() []Claim {
	const (
		skipped = "the processes skipped need not be captured: they would wait for the candidate anyway"
		waits   = "a candidate that has skipped processes sends them OWNER, and those that another one has owned acknowledge nothing"
	)
	both := each(Claim{Readings: "R4=b,R15=b", To: 5, Reason: skipped, Ends: "with five processes " + waits}, nil)
	return slices.Concat(
		each(Claim{Readings: "R15=b", To: 5, Reason: skipped}, nil),
		each(Claim{Readings: "R15=c", To: 5,
			Reason: "the candidate asks the same processes, one after another"}, nil),
		each(Claim{Readings: "R16=b", To: 5, Reason: "it is only about the tail of R15=b and R15=c"}, nil),
		each(Claim{Readings: "R15=b,R16=b", To: 5, Reason: skipped}, nil),
		each(Claim{Readings: "R15=c,R16=b", To: 5, Reason: skipped}, nil),
		ended(both, eachFailsAt(5, Claim{Readings: "R4=b,R15=b", Reason: waits}, "elected", "decided", "known", "halted")...),
		each(Claim{Readings: "R4=b,R15=c", To: 5, Reason: "the repair: no process of the tail is skipped that has to acknowledge",
			Ends: "with nine processes candidates own processes that each other needs (R4=b)"}, nil),
		each(Claim{Readings: "R4=b,R15=b,R16=b", To: 5, Reason: "in this order the process that is skipped is one that the candidate can own",
			Ends: "with nine processes candidates own processes that each other needs (R4=b)"}, nil))
}

func singhNetworks() []Claim {
	return slices.Concat(
		each(Claim{To: 5, Order: model.Bag,
			Reason: "no link holds two messages that matter: one is the answer to the other"}, nil),
		each(Claim{To: 4, Order: model.Set,
			Reason: "no link ever holds the same message twice, so a set is like a bag",
			Ends:   "with six processes a candidate may ask one twice; in a set the second CAPTURE is the first, and the candidate waits for its answer"}, nil),
		each(Claim{To: 4, Order: model.Inbox,
			Reason: "the links are independent"}, nil),
		each(Claim{To: 4, Timing: model.Lockstep,
			Reason: "every execution in lockstep is also an asynchronous one"}, nil))
}

func singhFaults() []Claim {
	return slices.Concat(
		each(Claim{To: 3, Faults: model.Faults{Loss: 1},
			Reason: "a lost message makes a process wait, and none win"},
			stuck("some process waits for every message, and none is sent again")),
		each(Claim{To: 3, Faults: model.Faults{Dup: 1},
			Reason: "with subrings of one or two, a second copy of an answer comes after the first has ended the wait",
			Ends:   "with five processes a second copy counts as the answer of another process"}, nil),
		each(Claim{To: 3, Faults: model.Faults{Crash: 1},
			Reason: "a process that is down makes another wait, and none win"},
			stuck("a process that is down does not answer")))
}

// singhEnds returns the claims that show where others end, and the effect of the document's own repairs.
func singhEnds() []Claim {
	wake := func(list ...int) model.WakeSet { return model.WakeSet{Only: list} }
	const (
		waits     = "a candidate that has captured its subring owns it, and the processes behind that it captures next are owned by others, which wait for each other"
		oneForAll = "a candidate takes one answer for all of its step, and late answers for those of the next"
		twice     = "two candidates go on after half of the answers that they have asked for"
	)
	return []Claim{
		failsAt(9, Claim{Property: "elected", Readings: "R3=b", Wake: wake(0, 3, 6), Reason: waits}),
		failsAt(7, Claim{Property: "elected", Readings: "R2=b,R3=b", Wake: wake(0, 1), Reason: waits}),
		failsAt(9, Claim{Property: "elected", Readings: "R4=b", Wake: wake(0, 3),
			Reason: "a process that one candidate owns acknowledges no other, and each needs one of the other's"}),
		failsAt(6, Claim{Property: "elected", Order: model.Set, Wake: wake(0, 1),
			Reason: "a candidate asks a process twice; in a set the second CAPTURE is the first, and the candidate waits for its answer"}),
		failsAt(5, Claim{Property: "elected", Faults: model.Faults{Dup: 1}, Wake: wake(0, 1),
			Reason: "a second copy counts as the answer of another process"}),
		failsAt(2, Claim{Property: "uniqueness", Variant: "-E6", Readings: "R8=b",
			Reason: "line 30 asks no process in step 1, and a step that asks none is skipped"}),
		failsAt(10, Claim{Property: "uniqueness", Variant: "-E8", Readings: "R8=b", Wake: wake(0, 5), Reason: twice}),
		failsAt(9, Claim{Property: "uniqueness", Variant: "-E8", Readings: "R2=b", Wake: wake(0, 1), Reason: twice}),
		failsAt(4, Claim{Property: "quiescence", Variant: "-E11", Readings: "R10=d", Reason: askedAgain}),
		failsAt(10, Claim{Property: "uniqueness", Readings: "R11=b", Wake: wake(0, 5), Reason: oneForAll}),
		failsAt(16, Claim{Property: "uniqueness", Readings: "R11=b", Wake: wake(0, 1), Reason: oneForAll}),
		failsAt(8, Claim{Property: "uniqueness", Readings: "R1=c", Wake: wake(0, 3),
			Reason: "its own ACK counts as that of a process that it has captured, which then accepts another candidate as free"}),
		failsAt(16, Claim{Property: "uniqueness", Variant: "-E8", Readings: "R9=b", Wake: wake(0, 1), Slow: true,
			Reason: "step 2 asks three processes, the one of step 1 again, and two answers end it"}),
		failsAt(17, Claim{Property: "uniqueness", Readings: "R4=c", Wake: wake(0, 6), Slow: true,
			Reason: "each candidate has the ACKs of n/k - 1 of those that it has captured, asks none of those that the other one owns, and those that it asks are free"}),
	}
}

func singhCounts() []Count {
	return []Count{
		{Variant: "printed", IDs: claims.DescendingIDs(4), Configurations: 121, Events: 264, Depth: 8, Reason: "no candidate gets past the first phase of a subring with two, nor past step 1"},
		{Variant: "corrected", IDs: claims.DescendingIDs(4), Configurations: 800, Events: 1934, Depth: 16, Reason: "two subrings of two"},
		{Variant: "corrected", IDs: claims.DescendingIDs(5), Configurations: 6049, Events: 21763, Depth: 23, Reason: "the modification: every process is in the way of every other"},
		{Variant: "corrected", IDs: claims.DescendingIDs(6), Configurations: 106106, Events: 485555, Depth: 37, Reason: "k divides n: two subrings of three"},
		{Variant: "corrected", Readings: "R2=b", IDs: claims.DescendingIDs(5), Configurations: 7840, Events: 26388, Depth: 26, Reason: "subrings that end at n - k"},
	}
}

func singhQuantities() []Quantity {
	const document = "Liu et al., 4 (figure 1)"
	return []Quantity{
		{Of: "messages", Where: Claim{From: 2, To: 5}, Formulas: []Formula{
			{Says: AverageIs, Text: "0.613n + 7.3", At: singhFigure1, Source: document,
				Refuted: "it is more than two processes can send, and less than five must send"}},
			Remark: "The line is fitted to averages for n = 2..100. But every process except the leader must receive a message before it can know that it is not elected, " +
				"so each execution has at least n - 1 messages, which is more than 0.613n + 7.3 from n = 22 on: either the document's figure does not count all messages, or not all processes learnt of the leader."},
	}
}

// The formulas of figures 1 to 3 of Liu et al. Their times are in seconds, with
// delays of 0.1 s: ten units are a second.
var singhFigure1 = linear(0.613, 7.3)

func singhFigure2(n int) float64 { return 10 * (1.397*math.Log2(float64(n)) - 1.971) }

func singhFigure3(n int) float64 {
	return 10 * (1.133*math.Log2(float64(n)) + 0.01243*float64(n) - 1.204)
}

func singhSweeps() []Sweep {
	return []Sweep{
		{Name: "document", Sizes: "2..100", Asleep: mostAwake, Figures: []Measure{Messages, Busiest, Time}},
		{Name: "unit", Sizes: toThousands, Asleep: mostAwake, Figures: []Measure{Messages, Time}},
		{Name: "uniform", Sizes: toThousands, Asleep: mostAwake, Delay: "uniform"},
		{Name: "exponential", Sizes: toThousands, Asleep: mostAwake, Delay: "exponential"},
		{Name: "heavy-tailed", Sizes: toThousands, Asleep: mostAwake, Delay: "heavy-tailed", Figures: []Measure{Time}},
	}
}

func singhCurves() []Curve {
	return []Curve{
		{Of: Messages, Start: AnyStart, Name: "Liu et al., figure 1: 0.613 n + 7.3", At: singhFigure1},
		{Of: Busiest, Start: AnyStart, Name: "Liu et al., figure 1: 0.613 n + 7.3", At: singhFigure1},
		{Of: Time, Start: AnyStart, Name: "Liu et al., figure 2: 13.97 log2 n - 19.7", At: singhFigure2},
		{Of: Time, Start: AnyStart, Name: "Liu et al., figure 3: 11.3 log2 n + 0.124 n - 12", At: singhFigure3},
	}
}
