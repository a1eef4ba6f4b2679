package catalogue

import (
	"slices"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/bullyreply"
	"github.com/interrex/interrex/protocols/claims"
)

func bullyReplyEntry() Entry {
	return Entry{
		Name:     "bully-reply",
		Title:    "Bully with replies: one process asks and chooses, 2n messages",
		Source:   "Shirali et al. 2008, 2.1. Improvement",
		Extreme:  properties.Greatest,
		Errata:   bullyreply.Errata,
		Readings: bullyreply.Readings,
		Network:  crashedCoordinator,
		New: func(v Variant, net model.Network) (*model.System, error) {
			return model.New(bullyreply.Algorithm{Fixes: v.Fixes, Readings: v.Readings}, net)
		},
		Claims:     boundedTime{plain: reach{to: 4}, faulty: reach{to: 4}, restarting: reach{3, NoLarger}, fails: bullyReplyInBoundedTime()}.and(bullyReplyClaims()),
		Counts:     bullyReplyCounts(),
		Quantities: bullyReplyQuantities(),
		Family:     "complete",
		Sweeps:     allAndOne(toSixty, 100, ""),
		Curves: []Curve{
			{Of: Messages, Start: OneAwake, Name: "Shirali et al. 2008: 2n", At: schemeOf2n},
			{Of: Time, Start: OneAwake, Name: "Shirali et al. 2008: 3", At: linear(0, 3)},
		},
		Figures: bullyReplyFigures(),
	}
}

func bullyReplyClaims() []Claim {
	const alone = "the only process that is up chooses no process (E1)"
	return slices.Concat(
		ofCoordinators(Claim{To: 6,
			Reason: "every process that is up sends its number to a smaller one that asks, so all choose the same"}, nil),
		vacuous(2, 2, alone, ofCoordinators(Claim{Variant: "printed", To: 2,
			Reason: "no process is announced"},
			merge(neverHeard(alone), map[string]string{"leader-reachable": alone})), "uniqueness", "uniqueness-ever", "agreement", "validity"),
		ofCoordinators(Claim{Variant: "printed", From: 3, To: 5,
			Reason: "only the greatest process that is up is ever announced"},
			neverHeard("only the greatest process that is up detects the crash, and it chooses no process (E1)")),
		ofCoordinators(Claim{Variant: "+E3", From: 3, To: 5,
			Reason: "if the greatest process that is up chooses no process, a smaller one detects the crash in the end and chooses the greatest"}, nil),
		bullyReplyReadings(), bullyReplyNetworks(), bullyReplyFaults(), bullyReplyAsync(), bullyReplyDetection())
}

// bullyReplyDetection makes the claims about the document's own scenario, in which
// one process detects the crash.
func bullyReplyDetection() []Claim {
	lost := "ELECTION or NUMBER is lost, and a smaller process is announced as well as the greatest"
	d := detection{everybody: "E3", successor: "E4", to: 5, restartTo: 5,
		restart: twoAtOnce("a smaller process without an answer is announced while the greater one that has come back is too"),
		loss: merge(twoAtOnce(lost), map[string]string{
			"elected": "the process that asks announces the greatest, which is not told: COORDINATOR is lost"})}
	const crossing = "the greatest process crashes after it has answered one of two that ask: they choose different processes, and each is told of the other's last"
	return ended(d.claims(Claim{Readings: "R1=b"}, Claim{Readings: "R2=b"}, Claim{Order: model.Bag}, Claim{Order: model.Set}, Claim{Order: model.Inbox},
		Claim{Timing: model.Lockstep, Fairness: model.Weak}, Claim{Faults: model.Faults{Dup: 1}}),
		failsAt(4, Claim{Property: "agreement", Variant: "-E3,-E4", Faults: model.Faults{Crash: 1}, Timing: model.Lockstep, Reason: crossing}))
}

func bullyReplyReadings() []Claim {
	return slices.Concat(
		ofCoordinators(Claim{Readings: "R1=b", To: 5,
			Reason: "all processes that ask choose the same one"}, nil),
		ofCoordinators(Claim{Readings: "R2=b", To: 5,
			Reason: "the sender learns nothing new from its own COORDINATOR"}, nil))
}

func bullyReplyNetworks() []Claim {
	return slices.Concat(
		ofCoordinators(Claim{To: 5, Order: model.Bag,
			Reason: "all COORDINATORs name the same process, and a late number is ignored"}, nil),
		ofCoordinators(Claim{To: 5, Order: model.Set,
			Reason: "a message that is sent while a copy is in flight gets the same answer"}, nil),
		ofCoordinators(Claim{To: 5, Order: model.Inbox,
			Reason: "messages of different senders may come in any order anyway"}, nil),
		ofCoordinators(Claim{To: 6, Timing: model.Lockstep, Fairness: model.Weak,
			Reason: "a number comes two rounds after ELECTION, a timeout later"}, nil))
}

func bullyReplyFaults() []Claim {
	crash, restart := model.Faults{Crash: 1}, model.Faults{Restart: 1}
	survives := "the process that asks may crash, but all others detect the crash of the coordinator too; all that are told of a chosen process detect its crash"
	back := "a process that comes back holds an election, or hears of a smaller coordinator and then holds one"
	twice := "a smaller process without an answer is announced while the greater one that has come back is too"
	return slices.Concat(
		ofCoordinators(Claim{To: 2, Faults: crash, Reason: survives}, allDown),
		ofCoordinators(Claim{From: 3, To: 5, Faults: crash, Reason: survives},
			map[string]string{"uniqueness-ever": again}),
		ofCoordinators(Claim{From: 3, To: 5, Faults: crash, Order: model.Bag, Reason: survives},
			map[string]string{"uniqueness-ever": again}),
		ofCoordinators(Claim{From: 3, To: 5, Faults: crash, Timing: model.Lockstep, Fairness: model.Weak, Reason: survives},
			map[string]string{"uniqueness-ever": again}),
		ofCoordinators(Claim{To: 5, Faults: restart, Reason: back}, twoAtOnce(twice)),
		ofCoordinators(Claim{From: 3, To: 4, Faults: model.Faults{Crash: 1, Restart: 1}, Reason: back}, twoAtOnce(twice)),
		ofCoordinators(Claim{To: 2, Faults: model.Faults{Loss: 1},
			Reason: "there is no other process to send to"}, nil),
		ofCoordinators(Claim{From: 3, To: 5, Faults: model.Faults{Loss: 1},
			Reason: "a process that does not receive COORDINATOR eventually detects the crash, and a greater process corrects a smaller coordinator"},
			twoAtOnce("ELECTION or NUMBER is lost, and a smaller process is announced as well as the greatest")),
		ofCoordinators(Claim{To: 5, Faults: model.Faults{Dup: 1},
			Reason: "a second ELECTION gets a second answer, a second number or COORDINATOR brings no news"}, nil))
}

// bullyReplyAsync makes claims about early timeouts, for which no fix helps.
func bullyReplyAsync() []Claim {
	early := "after a timeout that is too early a slow process is taken for one that is down: a smaller one is announced too"
	mended := "a greater process corrects a smaller coordinator (E2), and its COORDINATOR comes last"
	crossing := "the COORDINATORs of two processes come to a third in either order, and it names the one that comes last"
	claims := ofCoordinators(Claim{To: 2, Async: true, Reason: "there is no other process to wait for"}, nil)
	for _, c := range []Claim{
		{To: 4},
		{To: 4, Order: model.Bag},
		{To: 3, Faults: model.Faults{Crash: 1}},
	} {
		c.Async, c.Large, c.Reason = true, NoLarger, mended
		claims = slices.Concat(claims, crossed(c, twoAtOnce(early), crossing))
	}
	return claims
}

// bullyReplyInBoundedTime returns the claims that fail if two elections are under way within the
// delay of a message.
func bullyReplyInBoundedTime() []Claim {
	const crossing = "two elections end within one delay: a third process is told of the greater coordinator first and of the smaller one last, and no process starts again"
	var list []Claim
	for _, property := range []string{"agreement", "validity"} {
		list = append(list, Claim{Property: property, From: 3, Faults: model.Faults{Restart: 1}, Reason: crossing},
			Claim{Property: property, From: 3, Faults: model.Faults{Crash: 1, Restart: 1}, Reason: crossing},
			Claim{Property: property, From: 4, Faults: model.Faults{Loss: 1}, Reason: crossing})
	}
	return list
}

func bullyReplyCounts() []Count {
	return []Count{
		{Variant: "printed", IDs: claims.DescendingIDs(3), Configurations: 16, Events: 22, Depth: 6, Reason: "two processes that are up"},
		{Variant: "corrected", IDs: claims.DescendingIDs(3), Configurations: 17, Events: 29, Depth: 5, Reason: "two processes that are up"},
		{Variant: "corrected", IDs: claims.DescendingIDs(5), Configurations: 11265, Events: 55576, Depth: 17, Reason: "four processes that are up"},
	}
}

func bullyReplyQuantities() []Quantity {
	return []Quantity{
		{Of: "messages", Where: Claim{From: 2, To: 5}, Formulas: []Formula{
			{Says: LeastIs, Text: "n - 1", At: linear(1, -1), Source: ours},
			{Says: GreatestIs, Text: "n(n-1)", At: func(n int) float64 { return float64(n * (n - 1)) }, Source: ours}},
			Remark: "If all detect the crash, each asks all greater ones: O(n^2) again."},
		{Of: "messages", Where: Claim{Variant: "-E3", Wake: starts(1), From: 2, To: 5}, Formulas: []Formula{
			{Says: LeastIs, Text: "n - 1", At: linear(1, -1), Source: ours},
			{Says: GreatestIs, Text: "3n - 4", At: linear(3, -4), Source: ours}},
			Remark: "One process detects the crash. The document's 2n is for the one in the middle: of a = n - 1 that are up it asks ceil(a/2), is answered, and tells a."},
	}
}

func bullyReplyFigures() []Figure {
	return []Figure{
		{Source: shirali, What: "Table 2, Bully, messages", Printed: 128, Count: "2n with n = 64, the formula of section 2.1", Value: func() int { return int(schemeOf2n(tableProcesses)) },
			Remark: "this is the improved algorithm if one process detects the crash; section 2 itself has (n/2)(n/2+1) = 1056 ELECTION and OK messages"},
		{Source: shirali, What: "Table 2, Bully, latency", Printed: 3, Count: "the steps of section 2.1", Value: func() int { return 1 + 1 + 1 }, Remark: "section 2 itself has 5"},
	}
}
