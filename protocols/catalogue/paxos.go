package catalogue

import (
	"slices"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/claims"
	"github.com/interrex/interrex/protocols/paxos"
)

func paxosEntry() Entry {
	rounds := Limit{Name: "rounds", Meaning: "rounds in which each process may propose", Greatest: 99, Of: paxosRounds}
	return Entry{
		Name:   "paxos",
		Title:  "Paxos, single-decree: agreement on a leader in a complete network, a bounded number of rounds",
		Source: "Thomsen and Rasmussen 2023, 4.3 Perspectives, which names it; after Lamport 2001, Paxos Made Simple",
		Works: []Work{
			{Key: "Lamport 2001", Authors: "Leslie Lamport", Title: "Paxos Made Simple", Venue: "ACM SIGACT News 32(4)", Year: "2001"},
		},
		Additions: []Addition{{Lines: "1-18", From: "Lamport 2001"}},
		Readings:  paxos.Readings,
		Network:   func(n int) model.Network { return model.Network{Topology: model.CompleteByID, N: n} },
		New: func(v Variant, net model.Network) (*model.System, error) {
			return model.New(paxos.Algorithm{Readings: v.Readings, MaxRound: rounds.On(net, v.Limits[0])}, net)
		},
		Limits: []Limit{rounds},
		Claims: paxosClaims(),
		Counts: paxosCounts(),
		Family: "complete",
		Sweeps: allAndOne(toSixty, 0, ""),
	}
}

// paxosRounds returns the last round of an instance of the catalogue. If
// clocks can be trusted, four rounds are more than any instance needs, so liveness
// can be checked. Otherwise processes propose until all rounds are used,
// and there are as many rounds as can be searched quickly: three with two processes, two with
// three processes in order and without faults, where protocols/paxos/limits.txt has the mutants that need a
// second round, and else one. In each round every process may propose, but for some claims from n = 5 on in which only one or two
// may wake: they say which.
func paxosRounds(net model.Network) int {
	switch {
	case net.Timing != model.Async:
		return 4
	case net.N <= 2:
		return 3
	case net.N == 3 && net.Order == model.FIFO && net.Faults == model.Faults{}:
		return 2
	}
	return 1
}

// paxosMajority says why Paxos is safe.
const paxosMajority = "a process that proposes after a value is chosen hears of it from a member of some majority"

func paxosClaims() []Claim {
	return slices.Concat(
		decision(Claim{To: 4, Large: 6, Reason: paxosMajority}, nil),
		decision(Claim{From: 5, To: 5, Wake: starts(0, 1), Reason: paxosMajority}, nil),
		decision(Claim{From: 6, To: 6, Wake: starts(0, 1), IDs: claims.DescendingIDs(6),
			Reason: paxosMajority + "; of the two that propose one has the greater identity, and those of the others are not compared"}, nil),
		decision(Claim{To: 4, Large: 6, Order: model.Bag, Reason: paxosMajority + ", in whatever order messages come"}, nil),
		decision(Claim{To: 3, Large: 6, Order: model.Set, Reason: paxosMajority + ", in whatever order messages come"}, nil),
		decision(Claim{To: 4, Large: 6, Order: model.Inbox, Reason: paxosMajority}, nil),
		termination(Claim{To: 4, Large: NoLarger, Timing: model.Timely,
			Reason: "the proposal with the greatest number of the first round is never abandoned"}, nil),
		termination(Claim{To: 5, Timing: model.Lockstep,
			Reason: "the proposal with the greatest number of the first round is never abandoned"}, nil),
		paxosFaults(), paxosBounded(), paxosProposers())
}

// paxosBounded makes the claims about discrete time: whether elections end depends on how
// long the timeout is.
func paxosBounded() []Claim {
	const (
		outlives = "a proposal is over before the next timeout, so the greatest of those that cross is not abandoned"
		again    = "each of two proposers promises to the other one before its own proposal is accepted, in every round (line 17)"
	)
	short := Claim{Readings: "R1=b", Timing: model.Bounded, To: 2, Large: 3, Reason: paxosMajority}
	endless := short
	endless.Property, endless.From, endless.To, endless.Large, endless.Fairness, endless.Fails, endless.Reason = "within-bounds", 2, 3, NoLarger, model.Weak, true, again
	return slices.Concat(
		inTime(Claim{To: 3, Large: NoLarger, Reason: outlives}),
		inTime(Claim{To: 2, Large: 3, Faults: model.Faults{Loss: 1}, Reason: outlives}),
		inTime(Claim{To: 2, Large: 3, Faults: model.Faults{Dup: 1}, Reason: outlives}),
		termination(Claim{From: 3, To: 3, Large: NoLarger, Timing: model.Bounded, Wake: model.WakeSet{All: true}, Faults: model.Faults{Crash: 1}, Reason: outlives},
			map[string]string{"elected": gone}),
		termination(Claim{From: 3, To: 3, Large: NoLarger, Timing: model.Bounded, Wake: model.WakeSet{All: true}, Faults: model.Faults{Crash: 1, Restart: 1}, Reason: outlives},
			map[string]string{"elected": gone}),
		decision(Claim{Readings: "R1=b", To: 4, Large: NoLarger, Reason: paxosMajority}, nil),
		decision(short, nil),
		[]Claim{endless})
}

// decision returns the claims of safety, and that a decision is never changed.
func decision(c Claim, fails map[string]string) []Claim {
	return only(each(c, fails), "well-formed", "uniqueness", "uniqueness-ever", "agreement", "irrevocability", "leader-reachable")
}

// termination returns the claims of decision, and that a decision is made.
func termination(c Claim, fails map[string]string) []Claim {
	return only(each(c, fails), "well-formed", "uniqueness", "uniqueness-ever", "agreement", "irrevocability", "leader-reachable",
		"elected", "decided", "known", "quiescence")
}

// inTime returns the claims of termination in discrete time, and that the rounds of the instance
// are enough.
func inTime(c Claim) []Claim {
	c.Timing = model.Bounded
	return append(termination(c, nil), withinBounds(c))
}

// gone says why the process that is chosen may not win.
const gone = "the chosen value is an identity, and its process may have crashed since it was proposed"

func paxosFaults() []Claim {
	all := model.WakeSet{All: true}
	return slices.Concat(
		decision(Claim{To: 4, Large: NoLarger, Faults: model.Faults{Crash: 1}, Reason: paxosMajority}, nil),
		decision(Claim{To: 3, Large: 4, Faults: model.Faults{Crash: 1, Restart: 1}, Reason: paxosMajority + ", even if it has crashed in between"}, nil),
		decision(Claim{To: 4, Large: 6, Faults: model.Faults{Loss: 1}, Reason: paxosMajority}, nil),
		decision(Claim{To: 4, Large: 6, Faults: model.Faults{Dup: 1}, Reason: paxosMajority + ", which is counted once"}, nil),
		decision(Claim{To: 2, Timing: model.Timely, Wake: all, Faults: model.Faults{Crash: 1},
			Reason: "one process of two is no majority"}, nil),
		termination(Claim{From: 3, To: 3, Large: 4, Timing: model.Timely, Wake: all, Faults: model.Faults{Crash: 1},
			Reason: "the remaining processes are a majority"}, map[string]string{"elected": gone}),
		termination(Claim{From: 3, To: 3, Large: 4, Timing: model.Timely, Wake: all, Faults: model.Faults{Crash: 1, Restart: 1},
			Reason: "a process that comes back proposes in another round, and hears the chosen value"}, map[string]string{"elected": gone}),
		termination(Claim{To: 3, Large: 4, Timing: model.Timely, Faults: model.Faults{Loss: 1},
			Reason: "a process that does not hear the chosen value proposes in another round"}, nil),
		termination(Claim{To: 3, Large: 4, Timing: model.Timely, Faults: model.Faults{Dup: 1},
			Reason: "a second copy brings no news"}, nil))
}

// paxosProposers makes the claims about four to six processes of which only one or two wake. Another
// one proposes only if it waits for a decision in vain. If all of five may wake, more than a thousand
// million configurations are left even by the reduction; a sorted search decides what holds in all configurations and at ends, and nothing else.
func paxosProposers() []Claim {
	one, two := starts(0), starts(0, 1)
	crash, loss, dup := model.Faults{Crash: 1}, model.Faults{Loss: 1}, model.Faults{Dup: 1}
	const (
		alone   = "no process waits in vain, so no other proposes, and the proposal is never abandoned"
		greater = "of two proposals that cross, the one with the greater number is not abandoned"
		unheard = "a process that does not hear the chosen value proposes in another round"
	)
	return inOneArrangement(slices.Concat(
		decision(Claim{From: 4, To: 4, Wake: two, Order: model.Set, Reason: paxosMajority}, nil),
		inTime(Claim{From: 4, To: 4, Wake: two, Reason: greater}),
		decision(Claim{From: 5, To: 5, Wake: two, Order: model.Inbox, Reason: paxosMajority}, nil),
		termination(Claim{From: 5, To: 5, Wake: two, Timing: model.Timely, Reason: greater}, nil),
		decision(Claim{From: 5, To: 6, Wake: one, Order: model.Bag, Reason: paxosMajority}, nil),
		decision(Claim{From: 5, To: 6, Wake: one, Order: model.Set, Reason: paxosMajority}, nil),
		decision(Claim{From: 5, To: 6, Wake: one, Faults: crash, Reason: paxosMajority}, nil),
		decision(Claim{From: 5, To: 6, Wake: one, Faults: loss, Reason: paxosMajority}, nil),
		decision(Claim{From: 5, To: 6, Wake: one, Faults: dup, Reason: paxosMajority}, nil),
		decision(Claim{From: 5, To: 6, Wake: one, Timing: model.Timely, Faults: crash, Reason: paxosMajority}, nil),
		termination(Claim{From: 5, To: 6, Wake: one, Timing: model.Timely, Faults: loss, Reason: unheard}, nil),
		termination(Claim{From: 5, To: 6, Wake: one, Timing: model.Timely, Faults: dup, Reason: alone}, nil),
		inTime(Claim{From: 5, To: 6, Wake: one, Reason: alone}),
		inTime(Claim{From: 5, To: 5, Wake: one, Faults: loss, Reason: unheard}),
		inTime(Claim{From: 5, To: 5, Wake: one, Faults: dup, Reason: alone})))
}

func paxosCounts() []Count {
	return []Count{
		{Variant: "corrected", IDs: claims.DescendingIDs(2), Configurations: 585, Events: 1181, Depth: 13, Reason: "three rounds"},
		{Variant: "corrected", IDs: claims.DescendingIDs(3), Configurations: 855187, Events: 3018198, Depth: 37, Reason: "two rounds, three proposers"},
	}
}
