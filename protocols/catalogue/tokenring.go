package catalogue

import (
	"slices"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
	"github.com/interrex/interrex/protocols/claims"
	"github.com/interrex/interrex/protocols/tokenring"
)

func tokenringEntry() Entry {
	return Entry{
		Name:     "tokenring",
		Title:    "Token ring: a new coordinator on a ring with a map, 2n messages",
		Source:   "Shirali et al. 2008, 3. Token Ring Algorithm, steps a to c, rules a and b",
		Extreme:  properties.Greatest,
		Errata:   tokenring.Errata,
		Readings: tokenring.Readings,
		Network: func(n int) model.Network {
			return model.Network{Topology: model.Complete, N: n, Timing: model.Timely, Down: []int{0}}
		},
		New: func(v Variant, net model.Network) (*model.System, error) {
			return model.New(tokenring.Algorithm{Fixes: v.Fixes, Readings: v.Readings}, net)
		},
		Claims:     boundedTime{plain: reach{3, 4}, faulty: reach{3, NoLarger}, restarting: reach{3, NoLarger}}.and(tokenringClaims()),
		Counts:     tokenringCounts(),
		Quantities: tokenringQuantities(),
		Family:     "divided",
		Sweeps:     allAndOne(toSixty, 100, ""),
		Curves: []Curve{
			{Of: Messages, Start: OneAwake, Name: "Shirali et al. 2008: 2n", At: schemeOf2n},
			{Of: Time, Start: OneAwake, Name: "Shirali et al. 2008: 2n", At: schemeOf2n},
		},
		Figures: tokenringFigures(),
	}
}

func tokenringClaims() []Claim {
	const alone = "the only process that is up finds no number in its ELECTION (E1)"
	return slices.Concat(
		ofCoordinators(Claim{To: 6,
			Reason: "the token that comes back has passed every process that is up"}, nil),
		vacuous(2, 2, alone, ofCoordinators(Claim{Variant: "printed", To: 2,
			Reason: "no process is announced", Ends: "with two processes that are up the election never ends (E2)"},
			map[string]string{"elected": alone, "decided": alone, "known": alone, "leader-reachable": alone}),
			"uniqueness", "uniqueness-ever", "agreement", "validity"),
		without(ofCoordinators(Claim{Variant: "printed", From: 3, To: 5,
			Reason: "all processes hear again and again of some coordinator"},
			map[string]string{"quiescence": "no process stops COORDINATOR (E2)"}), "agreement", "validity"),
		[]Claim{{Property: "validity", Variant: "-E1", From: 3, To: 5, Fairness: model.Strong, Fails: true,
			Reason: "the process that sends ELECTION is not elected itself (E1)"}},
		tokenringReadings(), tokenringNetworks(), tokenringFaults(), tokenringAsync(), tokenringDetection())
}

// tokenringDetection makes the claims about the document's own scenario, in which
// one process detects the crash.
func tokenringDetection() []Claim {
	stale := "a COORDINATOR that was sent to a process that was down goes round once more after that process has come back and been elected"
	lost := "a token is lost, and no process has to detect anything"
	skipped := "a process whose REPLY is lost is taken for one that is down, and the token goes past it"
	d := detection{everybody: "E5", successor: "E6", to: 3, restartTo: 3, large: NoLarger,
		replaced: map[string]string{"uniqueness-ever": again},
		restart:  merge(twoAtOnce(stale), map[string]string{"agreement": stale}),
		loss: merge(twoAtOnce(skipped), map[string]string{
			"agreement": skipped, "validity": skipped, "elected": lost})}
	crash := model.Faults{Crash: 1}
	disagree := func(c Claim) Claim {
		c.Property, c.From, c.To, c.Faults, c.Fails = "agreement", 4, 4, crash, true
		c.Reason = "the coordinator crashes and another takes its place: COORDINATORs of both are under way, and each of two processes is told of a different one last"
		return timely(c)
	}
	waits := func(property string) Claim {
		return Claim{Property: property, Variant: "-E6", Faults: crash, From: 5, To: 5, IDs: []model.ID{5, 3, 1, 4, 2}, Fairness: model.Strong, Fails: true,
			Reason: "the coordinator crashes while it is announced; the only process that detects that sends its token to a greater one, which still waits for COORDINATOR and kills the token"}
	}
	const overtaken = "a token that the greatest process would have killed is overtaken, and comes when that process has been chosen and has crashed: it brings another coordinator, and each of two processes is told of a different one last"
	return ended(d.claims(Claim{Readings: "R1=b"}, Claim{Readings: "R2=b", Large: 4}, Claim{Readings: "R3=b"}, Claim{Readings: "R4=b", Large: 4}, Claim{Readings: "R5=b"}, Claim{Readings: "R6=b"}, Claim{Order: model.Bag, Large: 4}, Claim{Order: model.Set, Large: 4},
		Claim{Order: model.Inbox}, Claim{Timing: model.Lockstep, Fairness: model.Weak}, Claim{Faults: model.Faults{Dup: 1}}),
		append(tokenringKilled(Claim{Variant: "-E5,-E6", Readings: "R5=b", From: 4, To: 4}),
			disagree(Claim{Variant: "-E6"}), waits("decided"), waits("known"),
			disagree(Claim{Variant: "-E5,-E6"}),
			disagree(Claim{Variant: "-E5,-E6", Timing: model.Lockstep, Fairness: model.Weak}),
			failsAt(4, timely(Claim{Property: "agreement", Variant: "-E5,-E6", Faults: crash, Order: model.Bag, Reason: overtaken})))...)
}

func tokenringReadings() []Claim {
	crash := model.Faults{Crash: 1}
	survives := "the biggest number decides, whatever else is in the token"
	const forgets = "a process that detects the crash forgets the token that it has sent on, so that nobody notices when the next process crashes with it; the starter of that token waits for it and kills the new one"
	return slices.Concat(
		ofCoordinators(Claim{Readings: "R1=b", To: 5, Reason: survives}, nil),
		ofCoordinators(Claim{Readings: "R1=b", From: 3, To: 4, Faults: crash, Reason: survives},
			map[string]string{"uniqueness-ever": again}),
		ofCoordinators(Claim{Readings: "R2=b", To: 4, Large: NoLarger,
			Reason: "every token passes the same processes: the rules save messages"}, nil),
		ofCoordinators(Claim{Readings: "R2=b", From: 3, To: 3, Large: 4, Faults: crash,
			Reason: "if a coordinator crashes after the token has passed it, all that are told of it detect the crash"},
			map[string]string{"uniqueness-ever": again}),
		ofCoordinators(Claim{Readings: "R4=b", To: 3, Large: 4,
			Reason: "one more token, which goes round or is killed like the others"}, nil),
		ended(ofCoordinators(Claim{Readings: "R4=b", From: 3, To: 3, Large: 4, Faults: crash, Reason: survives},
			map[string]string{"uniqueness-ever": again}),
			eachFailsAt(4, timely(Claim{Readings: "R4=b", Faults: crash, Reason: forgets}), tokenringWhole...)...),
		without(ofCoordinators(Claim{Readings: "R5=b", To: 4,
			Reason: "whichever tokens are killed, one that comes back has passed every process that is up"}, nil), tokenringWhole...),
		only(ofCoordinators(Claim{Readings: "R5=b", To: 3,
			Reason: "of two starters one gets the token from a greater process or from its starter"}, nil), tokenringWhole...),
		tokenringKilled(Claim{Readings: "R5=b", From: 4, To: 4}),
		without(ofCoordinators(Claim{Readings: "R5=b", From: 3, To: 4, Faults: crash, Reason: survives},
			map[string]string{"uniqueness-ever": again}), tokenringWhole...),
		only(ofCoordinators(Claim{Readings: "R5=b", From: 3, To: 3, Faults: crash, Reason: survives}, nil), tokenringWhole...),
		tokenringKilled(Claim{Readings: "R5=b", From: 4, To: 4, Faults: crash}),
		ofCoordinators(Claim{Readings: "R6=b", To: 5,
			Reason: "a process that is over with its election knows the same coordinator as the others"}, nil),
		ofCoordinators(Claim{Readings: "R6=b", From: 3, To: 4, Faults: crash,
			Reason: "a process that detects the crash of the new coordinator begins an election of its own"},
			map[string]string{"uniqueness-ever": again}),
		ofCoordinators(Claim{Readings: "R3=b", To: 5,
			Reason: "a process that kills a COORDINATOR has its own election under way, and announces the same coordinator"}, nil),
		without(ofCoordinators(Claim{Readings: "R3=b", From: 4, To: 4, Faults: crash,
			Reason: "only greater processes kill tokens"},
			merge(stuck("a process kills the COORDINATOR of another, and its own ELECTION is lost or killed"), map[string]string{
				"uniqueness-ever": again,
			})), "uniqueness-ever"))
}

// tokenringWhole are the properties that fail if all tokens are killed.
var tokenringWhole = []string{"elected", "decided", "known"}

// tokenringKilled claims that all tokens may be killed under the conditions of c.
func tokenringKilled(c Claim) []Claim {
	return only(ofCoordinators(c, stuck("each of two starters gets the token of the other from a smaller process, and kills it")), tokenringWhole...)
}

func tokenringNetworks() []Claim {
	return slices.Concat(
		ofCoordinators(Claim{To: 3, Large: 4, Order: model.Bag,
			Reason: "a COORDINATOR that overtakes an ELECTION names the process that this ELECTION chooses"}, nil),
		ofCoordinators(Claim{To: 3, Large: 4, Order: model.Set,
			Reason: "no link ever holds the same message twice, so a set is like a bag"}, nil),
		ofCoordinators(Claim{To: 5, Order: model.Inbox,
			Reason: "tokens come to a process from one process only"}, nil),
		ofCoordinators(Claim{To: 5, Timing: model.Lockstep, Fairness: model.Weak,
			Reason: "a reply comes two rounds after a token, a timeout later"}, nil))
}

func tokenringFaults() []Claim {
	crash, restart, loss := model.Faults{Crash: 1}, model.Faults{Restart: 1}, model.Faults{Loss: 1}
	survives := "if the process that has taken a token crashes, its sender detects that (E4); if the starter crashes, the process before it does (E3)"
	stale := "a COORDINATOR that was sent to a process that was down goes round once more after that process has come back and been elected"
	untold := "COORDINATOR has passed its place before it comes back, and its own ELECTION is killed by a process that waits for COORDINATOR (line 12)"
	skipped := "a process whose REPLY is lost is taken for one that is down, and the token goes past it"
	atEnd := []string{"uniqueness", "uniqueness-ever", "agreement", "validity"}
	lost := "a message of a process to itself gets no reply, and may be lost"
	return slices.Concat(
		ofCoordinators(Claim{To: 2, Faults: crash, Reason: survives}, allDown),
		ofCoordinators(Claim{From: 3, To: 4, Faults: crash, Reason: survives},
			map[string]string{"uniqueness-ever": again}),
		ofCoordinators(Claim{From: 3, To: 3, Large: 4, Faults: crash, Order: model.Bag, Reason: survives},
			map[string]string{"uniqueness-ever": again}),
		ofCoordinators(Claim{From: 3, To: 5, Faults: crash, Timing: model.Lockstep, Fairness: model.Weak, Reason: survives},
			map[string]string{"uniqueness-ever": again}),
		without(ofCoordinators(Claim{To: 3, Large: NoLarger, Faults: restart, Reason: "some token comes back"},
			merge(twoAtOnce(stale), map[string]string{"agreement": stale, "validity": stale})), "known", "decided"),
		only(ofCoordinators(Claim{To: 2, Faults: restart, Reason: "both eventually hear of a coordinator"}, nil), "known", "decided"),
		only(ofCoordinators(Claim{From: 3, To: 3, Large: NoLarger, Faults: restart}, stuck(untold)), "known", "decided"),
		without(ofCoordinators(Claim{To: 3, Large: 4, Faults: loss, Reason: "only the holder of a token sends it on"}, stuck(lost)),
			atEnd...),
		only(ofCoordinators(Claim{To: 2, Faults: loss, Reason: "there is no other process"}, nil), atEnd...),
		only(ofCoordinators(Claim{From: 3, To: 3, Large: 4, Faults: loss},
			merge(twoAtOnce(skipped), map[string]string{"agreement": skipped, "validity": skipped})), atEnd...),
		ofCoordinators(Claim{To: 4, Faults: model.Faults{Dup: 1},
			Reason: "a second copy of a token goes round like the first, with the same result"}, nil))
}

// tokenringAsync makes claims about early timeouts, for which no fix helps.
func tokenringAsync() []Claim {
	early := "after a timeout that is too early a slow process is taken for one that is down, and the token goes past it"
	claims := ofCoordinators(Claim{To: 2, Large: NoLarger, Async: true, Reason: "there is no other process to wait for"}, nil)
	for _, property := range []string{"uniqueness", "uniqueness-ever", "agreement", "validity"} {
		claims = append(claims, Claim{Property: property, From: 3, To: 3, Large: NoLarger, Async: true, Fairness: model.Weak, Fails: true, Reason: early})
	}
	return claims
}

func tokenringCounts() []Count {
	return []Count{
		{Variant: "printed", IDs: claims.DescendingIDs(3), Configurations: 40, Events: 47, Depth: 12, Reason: "two processes that are up"},
		{Variant: "corrected", IDs: claims.DescendingIDs(3), Configurations: 39, Events: 47, Depth: 11, Reason: "two processes that are up"},
		{Variant: "corrected", IDs: claims.DescendingIDs(5), Configurations: 3998, Events: 10469, Depth: 34, Reason: "four processes that are up"},
	}
}

func tokenringQuantities() []Quantity {
	return []Quantity{
		{Of: "messages", Where: Claim{From: 3, To: 4}, Formulas: []Formula{
			{Says: LeastIs, Text: "2a, a = n - 1 processes being up", At: func(n int) float64 { return schemeOf2n(n - 1) }, Source: "Shirali et al. 2008, 3. Token Ring Algorithm",
				Refuted: "it does not count the replies, by which a process knows that the next one is up, and in each round the message to the process that is down"},
			{Says: LeastIs, Text: "2(2a + 1)", At: linear(4, -2), Source: ours}}},
		{Of: "messages", Where: Claim{Variant: "-E5", Wake: starts(1), From: 3, To: 5}, Formulas: []Formula{
			{Says: AlwaysIs, Text: "2(2a + 1)", At: linear(4, -2), Source: ours}},
			Remark: "One process detects the crash. With several, tokens meet (greatest, above), and rules a and b stop all but one."},
	}
}

func tokenringFigures() []Figure {
	return []Figure{
		{Source: shirali, What: "Table 2, Ring, messages", Printed: 128, Count: "2n", Value: func() int { return int(schemeOf2n(tableProcesses)) }, Remark: "it leaves out replies, and messages to the process that is down"},
		{Source: shirali, What: "Table 2, Ring, latency", Printed: 128, Count: "2n", Value: func() int { return int(schemeOf2n(tableProcesses)) }},
	}
}
