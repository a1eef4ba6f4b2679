package catalogue

import (
	"slices"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/bully"
	"github.com/interrex/interrex/protocols/claims"
)

func bullyEntry() Entry {
	return Entry{
		Name:     "bully",
		Title:    "Bully: a new coordinator in a complete network, after Garcia-Molina",
		Source:   "Shirali et al. 2008, 2. Bully Algorithm, steps a to d and figure 1",
		Extreme:  properties.Greatest,
		Errata:   bully.Errata,
		Readings: bully.Readings,
		Network:  crashedCoordinator,
		New: func(v Variant, net model.Network) (*model.System, error) {
			return model.New(bully.Algorithm{Fixes: v.Fixes, Readings: v.Readings}, net)
		},
		Claims:     boundedTime{plain: reach{to: 4}, faulty: reach{to: 4}, restarting: reach{3, NoLarger}}.and(bullyClaims()),
		Counts:     bullyCounts(),
		Quantities: bullyQuantities(),
		Family:     "complete",
		Sweeps:     allAndOne(toSixty, 100, ""),
		Curves: []Curve{
			{Of: Messages, Start: OneAwake, Name: "Shirali et al. 2008, and telling all: (n^2-1)/3 + n - 1", At: meanInitiatedBy},
			{Of: Time, Start: OneAwake, Name: "Shirali et al. 2008: 5", At: linear(0, 5)},
		},
	}
}

func bullyClaims() []Claim {
	const down = "the greatest process of all may be the one that is down (E1)"
	return slices.Concat(
		ofCoordinators(Claim{To: 6,
			Reason: "every process that is up answers a smaller one, so only the greatest that is up is not answered"}, nil),
		vacuous(2, 5, down, without(ofCoordinators(Claim{Variant: "printed", To: 5,
			Reason: "only the process with the greatest number of all announces itself"},
			map[string]string{
				"elected":          down,
				"decided":          "the greatest process that is up asks for ever (E1)",
				"known":            "no process announces itself (E1)",
				"quiescence":       "the greatest process that is up asks for ever (E1)",
				"leader-reachable": down,
			}), "agreement", "validity"), "uniqueness", "uniqueness-ever"),
		bullyReadings(), bullyNetworks(), bullyFaults(), bullyAsync(), bullyDetection())
}

// bullyDetection makes the claims about the document's own scenario, in which
// one process detects the crash.
func bullyDetection() []Claim {
	twice := "a smaller process without an answer announces itself while the greater one that has come back does too"
	const (
		late    = "a process asks before it has heard of the coordinator: another one that has heard of it begins an election too, and the coordinator crashes"
		settled = "the coordinator crashes while it announces itself; a process that has heard of it is asked, asks in turn, and is answered by one that hears of it next and holds no election"
	)
	crash := model.Faults{Crash: 1}
	once := func(c Claim) Claim {
		c.Property, c.Reason = "uniqueness-ever", late
		return failsAt(4, timely(c))
	}
	d := detection{everybody: "E4", successor: "E5", to: 5, restartTo: 5,
		restart: twoAtOnce(twice),
		loss:    twoAtOnce("ELECTION or OK is lost, and a smaller process announces itself as well as the greatest")}
	return ended(slices.Concat(
		d.claims(Claim{Readings: "R2=b"}, Claim{Readings: "R3=b"}, Claim{Order: model.Bag}, Claim{Order: model.Set}, Claim{Order: model.Inbox},
			Claim{Timing: model.Lockstep, Fairness: model.Weak}, Claim{Faults: model.Faults{Dup: 1}}),
		ofCoordinators(Claim{Variant: "-E4,-E5", Readings: "R1=b", From: 3, To: 5,
			Reason: "no process announces itself but one that is not answered"},
			neverHeard("the process that detects the crash is answered, and none of those that have answered holds an election"))),
		once(Claim{Variant: "-E5", Faults: crash}),
		once(Claim{Variant: "-E4,-E5", Faults: crash}),
		once(Claim{Variant: "-E4,-E5", Faults: crash, Order: model.Bag}),
		once(Claim{Variant: "-E4,-E5", Faults: crash, Timing: model.Lockstep}),
		failsAt(5, timely(Claim{Property: "known", Variant: "-E5", Faults: crash, Reason: settled})),
		failsAt(4, timely(Claim{Property: "known", Variant: "-E4,-E5", Readings: "R3=b", Reason: takesOwn})))
}

func bullyReadings() []Claim {
	return slices.Concat(
		ofCoordinators(Claim{Readings: "R1=b", To: 5,
			Reason: "the greatest process that is up eventually detects the crash (E4), and then holds an election itself"}, nil),
		ofCoordinators(Claim{Readings: "R2=b", To: 5,
			Reason: "one more ELECTION gets one more answer"}, nil),
		ofCoordinators(Claim{Readings: "R3=b", To: 3,
			Reason: "the coordinator learns nothing new from its own COORDINATOR"}, nil),
		ofCoordinators(Claim{Readings: "R3=b", From: 4, To: 5,
			Reason: "the coordinator learns nothing new from its own COORDINATOR"},
			map[string]string{"known": takesOwn}))
}

// takesOwn is the effect of a COORDINATOR to the process itself.
const takesOwn = "a coordinator that is asked again takes its own old COORDINATOR for the end of the new election"

func bullyNetworks() []Claim {
	return slices.Concat(
		ofCoordinators(Claim{To: 5, Order: model.Bag,
			Reason: "an OK that COORDINATOR overtakes comes to a process that no longer waits"}, nil),
		ofCoordinators(Claim{To: 5, Order: model.Set,
			Reason: "a message that is sent while a copy is in flight gets the same answer"}, nil),
		ofCoordinators(Claim{To: 5, Order: model.Inbox,
			Reason: "messages of different senders may come in any order anyway"}, nil),
		ofCoordinators(Claim{To: 6, Timing: model.Lockstep, Fairness: model.Weak,
			Reason: "an OK comes two rounds after ELECTION, a timeout later"}, nil))
}

func bullyFaults() []Claim {
	crash, restart := model.Faults{Crash: 1}, model.Faults{Restart: 1}
	survives := "a crash is detected by all that wait for the process or know it as the coordinator, and they start again"
	return slices.Concat(
		ofCoordinators(Claim{To: 2, Faults: crash, Reason: survives}, allDown),
		ofCoordinators(Claim{From: 3, To: 5, Faults: crash, Reason: survives},
			map[string]string{"uniqueness-ever": again}),
		ofCoordinators(Claim{From: 3, To: 5, Faults: crash, Order: model.Bag, Reason: survives},
			map[string]string{"uniqueness-ever": again}),
		ofCoordinators(Claim{From: 3, To: 5, Faults: crash, Timing: model.Lockstep, Fairness: model.Weak, Reason: survives},
			map[string]string{"uniqueness-ever": again}),
		ofCoordinators(Claim{To: 5, Faults: restart,
			Reason: "a process that comes back holds an election, or hears of a smaller coordinator and then holds one"},
			twoAtOnce("a smaller process without an answer announces itself while the greater one that has come back does too")),
		ofCoordinators(Claim{From: 3, To: 4, Faults: model.Faults{Crash: 1, Restart: 1},
			Reason: "a process that comes back holds an election, or hears of a smaller coordinator and then holds one"},
			twoAtOnce("a smaller process without an answer announces itself while the greater one that has come back does too")),
		ofCoordinators(Claim{To: 2, Faults: model.Faults{Loss: 1},
			Reason: "there is no other process to send to"}, nil),
		ofCoordinators(Claim{From: 3, To: 5, Faults: model.Faults{Loss: 1},
			Reason: "a process whose ELECTION or OK is lost announces itself, and a greater process corrects that"},
			merge(twoAtOnce("ELECTION or OK is lost, and a smaller process announces itself as well as the greatest"),
				map[string]string{"known": "COORDINATOR is lost, and the sender of the OK does not crash"})),
		ofCoordinators(Claim{To: 5, Faults: model.Faults{Dup: 1},
			Reason: "a second ELECTION gets a second answer, a second OK or COORDINATOR brings no news"}, nil))
}

// bullyAsync makes claims about early timeouts, for which no fix helps.
func bullyAsync() []Claim {
	early := "after a timeout that is too early a slow process is taken for one that is down: a smaller one announces itself too"
	mended := "a greater process corrects a smaller coordinator (E3), and its COORDINATOR comes last"
	crossing := "the COORDINATORs of two processes come to a third in either order, and it names the sender of the last"
	claims := ofCoordinators(Claim{To: 2, Async: true, Reason: "there is no other process to wait for"}, nil)
	for _, c := range []Claim{
		{To: 4, Large: NoLarger},
		{To: 4, Order: model.Set},
		{To: 3, Large: NoLarger, Faults: model.Faults{Crash: 1}},
	} {
		c.Async, c.Reason = true, mended
		claims = slices.Concat(claims, crossed(c, twoAtOnce(early), crossing))
	}
	return claims
}

func bullyCounts() []Count {
	return []Count{
		{Variant: "printed", IDs: claims.DescendingIDs(3), Configurations: 6, Events: 9, Depth: 3, Reason: "the greatest process is down, so all others ask for ever"},
		{Variant: "corrected", IDs: claims.DescendingIDs(3), Configurations: 15, Events: 22, Depth: 7, Reason: "two processes that are up"},
		{Variant: "corrected", IDs: claims.DescendingIDs(5), Configurations: 37439, Events: 190220, Depth: 23, Reason: "four processes that are up"},
	}
}

func bullyQuantities() []Quantity {
	least := Formula{Says: LeastIs, Text: "n - 1", At: linear(1, -1), Source: ours}
	return []Quantity{
		{Of: "messages", Where: Claim{Variant: "-E4", Wake: starts(1), From: 2, To: 5}, Formulas: []Formula{
			{Says: GreatestIs, Text: "n(n-1)", At: func(n int) float64 { return float64(n * (n - 1)) }, Source: ours}, least},
			Remark: "One process detects the crash, as in the document. With a = n - 1 processes up, at worst a(a-1) ELECTIONs and OKs pass between them, " +
				"a ELECTIONs go to the process that is down, and a COORDINATORs tell all. The document counts ELECTIONs and OKs if the process in the middle detects the crash, " +
				"h(h+1) with h = ceil(a/2), and no COORDINATOR."},
		{Of: "messages", Where: Claim{From: 3, To: 5}, Formulas: []Formula{
			{Says: GreatestIs, Text: "2n^2 - 4n + 3", At: func(n int) float64 { return float64(2*n*n - 4*n + 3) }, Source: ours}, least},
			Remark: "Every process detects the crash: a process that has answered holds an election of its own, and may hold another one when it is asked again."},
	}
}
