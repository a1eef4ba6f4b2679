package catalogue

import (
	"slices"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/bullyimproved"
	"github.com/interrex/interrex/protocols/claims"
)

func bullyImprovedEntry() Entry {
	return Entry{
		Name:     "bully-improved",
		Title:    "Bully with one election at a time, as a report implements it: a coordinator in a complete network",
		Source:   "Thomsen and Rasmussen 2023, 3.2 Improved Bully Election Algorithm, Listing 2",
		Extreme:  properties.Greatest,
		Errata:   bullyimproved.Errata,
		Readings: bullyimproved.Readings,
		Network:  queues,
		New: func(v Variant, net model.Network) (*model.System, error) {
			return model.New(bullyimproved.Algorithm{Fixes: v.Fixes, Readings: v.Readings}, net)
		},
		Claims:     boundedTime{plain: reach{to: 4}, faulty: reach{4, NoLarger}, restarting: reach{3, NoLarger}}.and(bullyImprovedClaims()),
		Counts:     bullyImprovedCounts(),
		Quantities: bullyImprovedQuantities(),
		Family:     "complete",
		Sweeps:     allAndOne(toSixty, 100, "R6=b"),
		Curves: []Curve{
			{Of: Messages, Start: OneAwake, Name: "Thomsen and Rasmussen 2023, mean over k: 2n - 1", At: linear(2, -1)},
		},
		Figures:   bullyImprovedFigures(),
		Disagrees: "3N - 2k is one too many for k = N",
	}
}

func bullyImprovedClaims() []Claim {
	const reset = "the count of OKs is reset at a tick, and is 0 when the time is over (E1)"
	const several = "several processes start, and each tells the same greatest one"
	itself := merge(twoAtOnce(reset), map[string]string{"validity": reset})
	return slices.Concat(
		ofCoordinators(Claim{To: 6,
			Reason: "the elector hears of all greater processes that are up before its time is over, and all electors of the same greatest one"}, nil),
		under(Claim{Property: "messages<=f(n)", Readings: "R6=b", Wake: starts(0), From: 2, To: 5, Fairness: model.Strong,
			Bound:  func(n int) int { return 3*n - 2 },
			Reason: "one process asks all greater ones, each answers, one is told and announces itself"},
			"R1=b,R6=b", "R1=c,R6=b", "R2=b,R6=b", "R2=c,R6=b", "R3=b,R6=b", "R4=b,R6=b", "R5=b,R6=b", "R6=b,R8=b"),
		[]Claim{{Property: "messages<=f(n)", Readings: "R6=b,R7=b", Wake: starts(0), From: 3, To: 5, Fairness: model.Strong, Fails: true,
			Bound:  func(n int) int { return 3*n - 2 },
			Reason: "the elector notifies the process that has answered last, which asks the greater ones again"}},
		[]Claim{{Property: "one-candidate", Readings: "R6=b", Wake: starts(0), From: 2, To: 5, Fairness: model.Strong,
			Reason: "if one process starts, the others only answer, and the greatest starts when the elector has its answers"}},
		ofCoordinators(Claim{Readings: "R6=b", Wake: starts(0), To: 6,
			Reason: "Listing 4: one process starts, with N = 5 too; it tells the greatest"}, nil),
		ofCoordinators(Claim{Readings: "R6=b", Wake: starts(0, 1), To: 6, Reason: several}, nil),
		ofCoordinators(Claim{Readings: "R6=b", Wake: starts(0, 1, 2), From: 3, To: 6, Reason: several}, nil),
		[]Claim{{Property: "one-candidate", From: 2, To: 5, Fairness: model.Strong, Fails: true,
			Reason: "the election flag is that of a process: it does not keep another process from an election"}},
		fromThree(Claim{Variant: "printed", To: 4,
			Reason: "every process that waits for OKs makes itself the coordinator or tells another that it is"},
			itself, map[string]string{
				"agreement": "two processes that make themselves the coordinator announce themselves to a third (E1)",
			}),
		bullyImprovedReadings(), bullyImprovedReadingsWithCrashes(), bullyImprovedNetworks(), bullyImprovedFaults(), bullyImprovedAsync())
}

func bullyImprovedReadings() []Claim {
	lastly := "an OK of a lesser process comes after the announcement, and its receiver believes in that process"
	return slices.Concat(
		ofCoordinators(Claim{Readings: "R1=b", To: 5,
			Reason: "the count is never reached: the time ends the election"}, nil),
		ofCoordinators(Claim{Readings: "R1=c", To: 5,
			Reason: "once all greater processes have answered there is nothing left to wait for"}, nil),
		ofCoordinators(Claim{Readings: "R2=b", To: 5,
			Reason: "a process becomes coordinator only by its own election, as the greatest"},
			neverHeard("the process that is told that it is the coordinator has received ELECTION, so its flag is set")),
		ofCoordinators(Claim{Readings: "R2=c", To: 5,
			Reason: "all electors hear of the same greatest process"}, nil),
		ofCoordinators(Claim{Readings: "R3=b", To: 5,
			Reason: "no process has heard of a coordinator that is down"}, nil),
		ofCoordinators(Claim{Readings: "R4=b", To: 5,
			Reason: "a process that is told a second time has announced itself to all that wait"}, nil),
		ofCoordinators(Claim{Readings: "R5=b", To: 5,
			Reason: "no process is greater than the coordinator"}, nil),
		fromThree(Claim{Readings: "R7=b", To: 4,
			Reason: "with two processes one can answer, and whatever an elector believes it waits for the process that it has notified"},
			nil, map[string]string{"agreement": lastly, "validity": lastly}),
		ofCoordinators(Claim{Readings: "R8=b", To: 5,
			Reason: "the greatest process sets no flag of its own, and it is told to start"}, nil),
		ofCoordinators(Claim{Readings: "R6=b", To: 5,
			Reason: "one process that starts is enough: it tells the greatest"}, nil))
}

// bullyImprovedReadingsWithCrashes makes claims about readings of open points that
// matter only after a crash.
func bullyImprovedReadingsWithCrashes() []Claim {
	crash := model.Faults{Crash: 1}
	const survives = "a crash is detected by all that wait for the process"
	old := "the coordinator that has crashed is greater than all that answer OK: it is told to be the coordinator, again and again"
	once := "a coordinator that is told to be one again does not announce itself to the elector that has told it"
	return slices.Concat(
		replaced(Claim{Readings: "R1=c", To: 4, Large: NoLarger, Faults: crash, Reason: survives}, nil),
		replaced(Claim{Readings: "R2=c", To: 4, Faults: crash, Reason: survives}, nil),
		replaced(Claim{Readings: "R8=b", To: 4, Faults: crash, Reason: survives}, nil),
		without(fromThree(Claim{Readings: "R3=b", To: 4, Large: NoLarger, Faults: crash, Reason: survives},
			nil, merge(neverHeard(old), map[string]string{"quiescence": old})), "uniqueness-ever"),
		without(fromThree(Claim{Readings: "R4=b", To: 4, Faults: crash, Reason: survives},
			nil, map[string]string{"decided": once, "known": once}), "uniqueness-ever"),
		replaced(Claim{Readings: "R6=b", To: 4, Faults: crash,
			Reason: "as with R6=a, if any process starts"},
			neverHeard("the only process that has started crashes before it has sent anything")))
}

func bullyImprovedNetworks() []Claim {
	return slices.Concat(
		ofCoordinators(Claim{To: 5, FIFO: true,
			Reason: "messages of two processes to a third may come in any order anyway"}, nil),
		ofCoordinators(Claim{To: 5, Order: model.Bag,
			Reason: "every message arrives before a time is over"}, nil),
		ofCoordinators(Claim{To: 5, Order: model.Set,
			Reason: "a message that is sent while a copy is in flight gets the same answer"}, nil),
		ofCoordinators(Claim{To: 5, FIFO: true, Timing: model.Lockstep, Fairness: model.Weak,
			Reason: "an OK comes two rounds after ELECTION, and the time is over later"}, nil))
}

func bullyImprovedFaults() []Claim {
	const survives = "a crash is detected by all processes that wait for the crashed one, have its flag set or know it as the coordinator"
	const early = "OKs to an election that a coordinator has ended count in the next one: the elector tells a process before all have answered, and after a late OK watches its sender instead, while the one that it has told crashes"
	const heard = "OKs to an election that a coordinator has ended count in the next one, in which the elector tells a process that is not the greatest; that process hears of the new coordinator and ends its election, while the elector, which has heard of it before, waits for ever"
	crash, two := model.Faults{Crash: 1}, model.Faults{Crash: 2}
	return slices.Concat(
		ofCoordinators(Claim{To: 5, Faults: crash, Reason: survives}, map[string]string{"uniqueness-ever": again}),
		ended(replaced(Claim{From: 3, To: 4, Large: NoLarger, Faults: two, Reason: survives}, nil),
			eachFailsAt(5, timely(Claim{Faults: two, Wake: starts(0, 4), Reason: early}), "validity", "decided", "known")...),
		ended(replaced(Claim{To: 4, FIFO: true, Faults: crash, Reason: survives}, nil),
			eachFailsAt(6, timely(Claim{FIFO: true, Faults: crash, Wake: starts(0, 1, 3, 5), Slow: true, Reason: heard}), "decided", "known")...),
		ended(replaced(Claim{To: 4, Order: model.Bag, Faults: crash, Reason: survives}, nil),
			eachFailsAt(6, timely(Claim{Order: model.Bag, Faults: crash, Wake: starts(0, 1, 3, 5), Slow: true, Reason: heard}), "decided", "known")...),
		replaced(Claim{To: 5, FIFO: true, Timing: model.Lockstep, Fairness: model.Weak, Faults: crash, Reason: survives}, nil),
		bullyImprovedRestart(), bullyImprovedLoss(),
		ofCoordinators(Claim{To: 4, Large: NoLarger, Faults: model.Faults{Dup: 1},
			Reason: "a second copy finds the same greatest process, or causes another crosscheck"}, nil))
}

// lateOK is an effect of using one field for the coordinator and for the greatest
// that has answered (lines 10 and 25).
const lateOK = "an OK that comes after an announcement makes the receiver name its sender as the coordinator"

func bullyImprovedRestart() []Claim {
	forgot := "a process that comes back receives the OK to its election before the crash and names the sender, which waits with its flag set"
	greater := "a process that comes back takes a lesser one for the coordinator, because that one announces itself or answered before the crash"
	fails := merge(neverHeard(forgot), twoAtOnce("the greatest process comes back and makes itself the coordinator: the old one has not heard of it yet"))
	fails["validity"] = greater
	return fromThree(Claim{To: 4, Large: NoLarger, Faults: model.Faults{Crash: 1, Restart: 1},
		Reason: "every election comes to rest, even if processes still wait"},
		fails, map[string]string{"agreement": greater})
}

func bullyImprovedLoss() []Claim {
	silence := "YOU_ARE_COORDINATOR or an announcement is lost, and is not sent again"
	early := "ELECTION or OK is lost, and a lesser process makes itself the coordinator"
	fails := merge(neverHeard(silence), twoAtOnce(early))
	fails["validity"] = early
	return fromThree(Claim{To: 4, Large: NoLarger, Faults: model.Faults{Loss: 1},
		Reason: "every election comes to rest, even if processes still wait"},
		fails, map[string]string{"agreement": lateOK})
}

// bullyImprovedAsync makes claims about early timeouts, for which no fix helps.
func bullyImprovedAsync() []Claim {
	two := merge(twoAtOnce(noAnswer), map[string]string{
		"validity": "a lesser process announces itself to a greater one, which takes it for the coordinator"})
	third := map[string]string{"agreement": lateOK}
	const circling = "a late OK counts in the next election, in which the process tells itself that it is the coordinator, again and again"
	const late = "because of a late OK the elector watches its sender, and not the process that it has told, which crashes"
	return slices.Concat(
		fromThree(Claim{To: 4, Large: NoLarger, Async: true, Reason: "a process that waits is told, if no process crashes"}, two, third),
		ofCoordinators(Claim{To: 2, Large: NoLarger, Async: true, Faults: model.Faults{Suspect: 1}, Reason: "a process that waits is told, if no process crashes"}, two),
		[]Claim{{Property: "agreement", From: 3, To: 3, Large: NoLarger, Async: true, Faults: model.Faults{Suspect: 1}, Fairness: model.Weak, Fails: true, Reason: lateOK}},
		ofCoordinators(Claim{From: 3, To: 3, Large: NoLarger, Async: true, Faults: model.Faults{Crash: 1}, Reason: "every election comes to rest, even if processes still wait"},
			merge(two, merge(third, neverHeard(late)))),
		fromThree(Claim{To: 3, Large: NoLarger, Async: true, FIFO: true, Reason: "every receiver knows every message"},
			two, merge(third, merge(neverHeard(circling), map[string]string{"quiescence": circling}))))
}

func bullyImprovedCounts() []Count {
	return []Count{
		{Variant: "printed", IDs: claims.DescendingIDs(3), Configurations: 1655, Events: 3441, Depth: 18, Reason: "many processes make themselves the coordinator"},
		{Variant: "corrected", IDs: claims.DescendingIDs(3), Configurations: 649, Events: 1257, Depth: 17, Reason: "any process may start at any time"},
		{Variant: "corrected", IDs: claims.DescendingIDs(4), Configurations: 35629, Events: 98116, Depth: 27, Reason: "any process may start at any time"},
	}
}

func bullyImprovedQuantities() []Quantity {
	const document = "Thomsen and Rasmussen 2023, 4.2.2, equation 2"
	return []Quantity{
		{Of: "messages", Where: Claim{Readings: "R6=b", Wake: starts(0), From: 2, To: 3}, Formulas: []Formula{
			{Says: GreatestIs, Text: "3N - 2 (k = 1)", At: func(n int) float64 { return toldBy(1, n) }, Source: document}},
			Remark: "The document's 3N - 2k is exact for k < N. For k = N it gives N, but the greatest process need not be told that it is the coordinator, so there are N - 1 messages."},
	}
}

// toldBy is the document's equation 2: the messages of an election that process
// k of n initiates.
func toldBy(k, n int) float64 { return float64(3*n - 2*k) }

func bullyImprovedFigures() []Figure {
	return []Figure{
		{Source: thomsen, What: "printed test, improved, start-up", Printed: 13, Count: "3N - 2k with N = 5, k = 1", Value: func() int { return int(toldBy(1, 5)) }},
		{Source: thomsen, What: "printed test, improved, after the crash of P5", Printed: 26, Count: "13, and then 4 ELECTION, 3 OK, 1 YOU_ARE, 1 ELECTION and 4 announcements",
			Value: func() int { return 13 + 4 + 3 + 1 + 1 + 4 }, Remark: "likewise"},
	}
}
