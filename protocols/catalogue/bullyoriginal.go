package catalogue

import (
	"slices"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/bullyoriginal"
	"github.com/interrex/interrex/protocols/claims"
)

func bullyOriginalEntry() Entry {
	return Entry{
		Name:     "bully-original",
		Title:    "Bully, as a report implements it: a coordinator in a complete network",
		Source:   "Thomsen and Rasmussen 2023, 3.1 Original Bully Election Algorithm, Listing 1",
		Extreme:  properties.Greatest,
		Errata:   bullyoriginal.Errata,
		Readings: bullyoriginal.Readings,
		Network:  queues,
		New: func(v Variant, net model.Network) (*model.System, error) {
			return model.New(bullyoriginal.Algorithm{Fixes: v.Fixes, Readings: v.Readings}, net)
		},
		Claims:     boundedTime{plain: reach{4, NoLarger}, faulty: reach{3, 4}, restarting: reach{3, NoLarger}}.and(bullyOriginalClaims()),
		Counts:     bullyOriginalCounts(),
		Quantities: bullyOriginalQuantities(),
		Family:     "complete",
		Sweeps:     allAndOne(toSixty, 100, "R5=b"),
		Curves: []Curve{
			{Of: Messages, Start: AllAwake, Name: "Thomsen and Rasmussen 2023, at worst: n^2 - 1", At: bullyOriginalGreatest},
			{Of: Messages, Start: OneAwake, Name: "Thomsen and Rasmussen 2023, mean over k: (n^2-1)/3 + n - 1", At: meanInitiatedBy},
		},
		Figures: bullyOriginalFigures(),
	}
}

func bullyOriginalClaims() []Claim {
	return slices.Concat(
		ofCoordinators(Claim{To: 5, Large: 6,
			Reason: "a process that is up answers all lesser ones before their time is over, so only the greatest gets no OK"}, nil),
		under(Claim{Property: "messages<=f(n)", Readings: "R5=b", Wake: starts(0), From: 2, To: 5, Fairness: model.Strong,
			Bound:  func(n int) int { return n*n - 1 },
			Reason: "each process asks all greater ones once, each answers, and the greatest announces itself"}, "R2=c,R5=b", "R3=b,R5=b", "R5=b,R6=b"),
		ofCoordinators(Claim{Variant: "printed", To: 5,
			Reason: "a process that answers OK holds an election itself and announces itself, or a greater one does"}, nil),
		replaced(Claim{Variant: "printed", To: 4, Faults: model.Faults{Crash: 1},
			Reason: "a process that gets no OK is the greatest that is up"},
			map[string]string{
				"elected": "the process that has answered OK crashes, and all others wait for it (E1)",
				"decided": "the process that has answered OK crashes, or the OK was of an earlier election (E1, E2)",
				"known":   "the process that has answered OK crashes, or the OK was of an earlier election (E1, E2)",
			}),
		ofCoordinators(Claim{Readings: "R5=b", Wake: starts(0), To: 6,
			Reason: "Listing 4 for this algorithm: one process starts, and all greater ones join"}, nil),
		ofCoordinators(Claim{Readings: "R5=b", Wake: starts(0, 1), To: 6,
			Reason: "two processes start, and all greater ones join"}, nil),
		[]Claim{{Property: "one-candidate", Readings: "R5=b", Wake: starts(0), From: 3, To: 5, Fairness: model.Strong, Fails: true,
			Reason: "a process that answers OK starts an election of its own at once, as the document says"}},
		bullyOriginalBound(), bullyOriginalReadings(), bullyOriginalNetworks(), bullyOriginalFaults(), bullyOriginalAsync())
}

// bullyOriginalBound says with which readings more messages are sent than the
// document counts.
func bullyOriginalBound() []Claim {
	beyond := func(from int, readings, reason string) Claim {
		return Claim{Property: "messages<=f(n)", Readings: readings, Wake: starts(0), From: from, To: 5,
			Fairness: model.Strong, Fails: true, Bound: func(n int) int { return n*n - 1 }, Reason: reason}
	}
	return []Claim{
		beyond(3, "R1=b,R5=b", "the greatest process announces itself once for each ELECTION that comes"),
		beyond(4, "R2=b,R5=b", "a process that is asked again asks all greater ones again"),
		beyond(3, "R4=b,R5=b", "every process whose time is over announces itself"),
	}
}

func bullyOriginalReadings() []Claim {
	mute := "the greatest process answers OK to a late election, is COORDINATOR again, and has sent its messages once before"
	silent := "a coordinator answers OK to a late election, and does not announce itself again"
	return slices.Concat(
		ofCoordinators(Claim{Readings: "R1=b", To: 4, Large: NoLarger,
			Reason: "there is no greater process that the greatest could wait for"}, nil),
		ofCoordinators(Claim{Readings: "R2=b", To: 4, Large: NoLarger,
			Reason: "ELECTION is sent and answered once more"}, nil),
		fromThree(Claim{Readings: "R2=c", To: 5,
			Reason: "the lesser of two processes has heard of the coordinator before its OK comes"},
			nil, map[string]string{"decided": silent, "known": silent}),
		ofCoordinators(Claim{Readings: "R3=b", To: 5,
			Reason: "no process is greater than the coordinator"}, nil),
		ofCoordinators(Claim{Readings: "R4=b", To: 5,
			Reason: "the greatest announces itself to all others, whatever their states"},
			twoAtOnce("the time is over before the tick that would have found the OK")),
		ofCoordinators(Claim{Readings: "R6=b", To: 5,
			Reason: "a process whose time is over announces itself, whatever the flag says"}, nil),
		fromThree(Claim{Readings: "R1=b,R6=b", To: 5,
			Reason: "the lesser of two processes has heard of the coordinator before its OK comes"},
			nil, map[string]string{"decided": mute, "known": mute}),
		ofCoordinators(Claim{Readings: "R5=b", To: 5,
			Reason: "one process that starts is enough: all greater ones join"}, nil),
		replaced(Claim{Readings: "R5=b", To: 4, Faults: model.Faults{Crash: 1},
			Reason: "as with R5=a, if any process starts"},
			neverHeard("the only process that has started crashes before it has sent anything")))
}

func bullyOriginalNetworks() []Claim {
	return slices.Concat(
		ofCoordinators(Claim{To: 4, FIFO: true,
			Reason: "messages of two processes to a third may come in any order anyway"}, nil),
		ofCoordinators(Claim{To: 4, Order: model.Bag,
			Reason: "if an announcement overtakes an OK, the receiver no longer looks at OKs"}, nil),
		ofCoordinators(Claim{To: 4, Order: model.Set,
			Reason: "a message that is sent while a copy is in flight gets the same answer"}, nil),
		ofCoordinators(Claim{To: 5, FIFO: true, Timing: model.Lockstep, Fairness: model.Weak,
			Reason: "an OK comes two rounds after ELECTION, and the time is over later"}, nil))
}

func bullyOriginalFaults() []Claim {
	const survives = "a crash is detected by all that wait for the process or know it as the coordinator, and they start again"
	crash := model.Faults{Crash: 1}
	unheard := "a lost message is not sent again: an announcement, or an OK whose receiver then announces itself"
	return slices.Concat(
		ofCoordinators(Claim{To: 5, Faults: crash, Reason: survives}, map[string]string{"uniqueness-ever": again}),
		replaced(Claim{From: 3, To: 4, Faults: model.Faults{Crash: 2}, Reason: survives}, nil),
		replaced(Claim{To: 4, FIFO: true, Faults: crash, Reason: survives}, nil),
		replaced(Claim{To: 4, Order: model.Bag, Faults: crash, Reason: survives}, nil),
		replaced(Claim{To: 5, FIFO: true, Timing: model.Lockstep, Fairness: model.Weak, Faults: crash, Reason: survives}, nil),
		ofCoordinators(Claim{To: 4, Large: NoLarger, Faults: model.Faults{Crash: 1, Restart: 1},
			Reason: "a process that comes back knows of no coordinator, and holds an election"},
			twoAtOnce("the greatest process comes back and announces itself: the old coordinator has not heard of it yet")),
		ofCoordinators(Claim{To: 4, Large: NoLarger, Faults: model.Faults{Loss: 1},
			Reason: "whatever is lost, the greatest process announces itself, and last"},
			merge(twoAtOnce("ELECTION or OK is lost, and a lesser process announces itself as well as the greatest"), map[string]string{
				"decided": unheard, "known": unheard,
			})),
		ofCoordinators(Claim{To: 4, Large: NoLarger, Faults: model.Faults{Dup: 1},
			Reason: "a second ELECTION gets a second answer, a second OK or announcement brings no news"}, nil))
}

// bullyOriginalAsync makes claims about early timeouts, for which no fix helps.
func bullyOriginalAsync() []Claim {
	crossing := map[string]string{
		"agreement": "the announcement of a lesser process comes last to a third, which names it",
		"validity":  "the announcement of a lesser process comes last to a third, which names it",
	}
	const answered = "a process that waits is answered, and the greatest process announces itself"
	const inOrder = "the greater process answers the lesser one's ELECTION first, so its announcement is the last in every queue"
	return slices.Concat(
		ofCoordinators(Claim{To: 4, Large: NoLarger, Async: true, Reason: inOrder}, twoAtOnce(noAnswer)),
		ofCoordinators(Claim{To: 3, Large: NoLarger, Async: true, Faults: model.Faults{Crash: 1}, Reason: inOrder}, twoAtOnce(noAnswer)),
		ofCoordinators(Claim{To: 3, Large: NoLarger, Async: true, Faults: model.Faults{Suspect: 1},
			Reason: "a process that suspects the coordinator holds an election, which the coordinator wins"}, twoAtOnce(noAnswer)),
		fromThree(Claim{To: 3, Large: NoLarger, Async: true, FIFO: true, Reason: answered}, twoAtOnce(noAnswer), crossing),
		fromThree(Claim{To: 3, Large: 4, Async: true, Order: model.Bag, Reason: answered}, twoAtOnce(noAnswer), crossing))
}

func bullyOriginalCounts() []Count {
	return []Count{
		{Variant: "printed", IDs: claims.DescendingIDs(3), Configurations: 600, Events: 1230, Depth: 18, Reason: "late OKs are part of the local states"},
		{Variant: "corrected", IDs: claims.DescendingIDs(3), Configurations: 516, Events: 1113, Depth: 15, Reason: "any process may start at any time"},
		{Variant: "corrected", IDs: claims.DescendingIDs(4), Configurations: 74983, Events: 236175, Depth: 27, Reason: "any process may start at any time"},
	}
}

func bullyOriginalQuantities() []Quantity {
	const document = "Thomsen and Rasmussen 2023, 4.2.1, equation 1, (k-N-1)(k-N) + N - 1 with k = "
	return []Quantity{
		{Of: "messages", Where: Claim{Readings: "R5=b", Wake: starts(0), From: 2, To: 4}, Formulas: []Formula{
			{Says: LeastIs, Text: "N - 1", At: func(n int) float64 { return initiatedBy(n, n) }, Source: document + "N"},
			{Says: GreatestIs, Text: "N^2 - 1", At: bullyOriginalGreatest, Source: document + "1"}},
			Remark: "One process initiates the election; the arrangements include every k."},
		{Of: "messages", Where: Claim{From: 2, To: 4}, Formulas: []Formula{
			{Says: LeastIs, Text: "N - 1", At: linear(1, -1), Source: ours},
			{Says: GreatestIs, Text: "2N(N-1)", At: func(n int) float64 { return float64(2 * n * (n - 1)) }, Source: ours}},
			Remark: "All processes may initiate an election. The document's worst case, N^2 - 1, is for one initiator."},
	}
}

// initiatedBy is the document's equation 1: the messages of an election that
// process k of n initiates, where process n has the greatest identity.
func initiatedBy(k, n int) float64 { return float64((k-n-1)*(k-n) + n - 1) }

func bullyOriginalGreatest(n int) float64 { return initiatedBy(1, n) }

// meanInitiatedBy is the mean of [initiatedBy] over k = 1..n.
func meanInitiatedBy(n int) float64 {
	m := float64(n)
	return (m*m-1)/3 + m - 1
}

func bullyOriginalFigures() []Figure {
	return []Figure{
		{Source: thomsen, What: "printed test, original, start-up", Printed: 24, Count: "(k-N-1)(k-N) + N - 1 with N = 5, k = 1", Value: func() int { return int(initiatedBy(1, 5)) }},
		{Source: thomsen, What: "printed test, original, after the crash of P5", Printed: 44, Count: "24, and then 10 ELECTION, 6 OK and 4 announcements",
			Value: func() int { return 24 + 10 + 6 + 4 }, Remark: "announcements go to all others, including the process that is down, but the prose says to lower identities"},
	}
}
