package catalogue

import (
	"slices"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/paxos"
)

func paxosEntry() Entry {
	return Entry{
		Name:    "paxos",
		Title:   "Paxos, single-decree: agreement on a leader in a complete network, a bounded number of rounds",
		Source:  "Thomsen and Rasmussen 2023, 4.3 Perspectives, which names it; after Lamport 2001, Paxos Made Simple",
		Network: func(n int) model.Network { return model.Network{Topology: model.CompleteByID, N: n} },
		New: func(_ Variant, net model.Network) (*model.System, error) {
			return model.New(paxos.Algorithm{MaxRound: paxosRounds(net)}, net)
		},
		Claims: paxosClaims(),
		Counts: paxosCounts(),
		Family: "complete",
		Sweeps: allAndOne(toSixty, 0, ""),
	}
}

// paxosRounds returns the last round of an instance of the catalogue. Where
// clocks can be trusted four rounds are more than any needs, so that liveness
// can be told; where they cannot, processes propose until rounds are used up,
// and there are as many as can be searched in little time. In each round every
// process may propose.
func paxosRounds(net model.Network) int {
	switch {
	case net.Timing != model.Async:
		return 4
	case net.N <= 2:
		return 3
	}
	return 1
}

// paxosMajority is why Paxos is safe.
const paxosMajority = "whoever proposes after a value is chosen hears of it from one of a majority"

func paxosClaims() []Claim {
	return slices.Concat(
		decision(Claim{To: 3, Reason: paxosMajority}, nil),
		decision(Claim{To: 3, Order: model.Bag, Reason: paxosMajority + ", in whatever order messages come"}, nil),
		decision(Claim{To: 2, Order: model.Set, Reason: paxosMajority + ", in whatever order messages come"}, nil),
		decision(Claim{To: 3, Order: model.Inbox, Reason: paxosMajority}, nil),
		termination(Claim{To: 3, Timing: model.Timely,
			Reason: "whoever has the greatest number of the first round is never abandoned"}, nil),
		termination(Claim{To: 4, Timing: model.Lockstep,
			Reason: "whoever has the greatest number of the first round is never abandoned"}, nil),
		paxosFaults())
}

// decision returns the claims of safety, and that what is decided stays so.
func decision(c Claim, fails map[string]string) []Claim {
	return only(each(c, fails), "well-formed", "uniqueness", "uniqueness-ever", "agreement", "irrevocability", "leader-reachable")
}

// termination returns the claims of decision, and that a decision is made.
func termination(c Claim, fails map[string]string) []Claim {
	return only(each(c, fails), "well-formed", "uniqueness", "uniqueness-ever", "agreement", "irrevocability", "leader-reachable",
		"elected", "decided", "known", "quiescence")
}

func paxosFaults() []Claim {
	all := model.WakeSet{All: true}
	const gone = "what is chosen is an identity, and its process may have crashed since it was proposed"
	return slices.Concat(
		decision(Claim{To: 3, Faults: model.Faults{Crash: 1}, Reason: paxosMajority}, nil),
		decision(Claim{To: 3, Faults: model.Faults{Crash: 1, Restart: 1}, Reason: paxosMajority + ", crashed in between or not"}, nil),
		decision(Claim{To: 3, Faults: model.Faults{Loss: 1}, Reason: paxosMajority}, nil),
		decision(Claim{To: 3, Faults: model.Faults{Dup: 1}, Reason: paxosMajority + ", which is counted once"}, nil),
		decision(Claim{To: 2, Timing: model.Timely, Wake: all, Faults: model.Faults{Crash: 1},
			Reason: "one process of two is no majority"}, nil),
		termination(Claim{From: 3, To: 3, Timing: model.Timely, Wake: all, Faults: model.Faults{Crash: 1},
			Reason: "those that are left are a majority"}, map[string]string{"elected": gone}),
		termination(Claim{From: 3, To: 3, Timing: model.Timely, Wake: all, Faults: model.Faults{Crash: 1, Restart: 1},
			Reason: "whoever comes back proposes in another round, and hears what is chosen"}, map[string]string{"elected": gone}),
		termination(Claim{To: 3, Timing: model.Timely, Faults: model.Faults{Loss: 1},
			Reason: "whoever does not hear what is chosen proposes in another round"}, nil),
		termination(Claim{To: 3, Timing: model.Timely, Faults: model.Faults{Dup: 1},
			Reason: "a second copy tells nothing new"}, nil))
}

func paxosCounts() []Count {
	return []Count{
		{Variant: "corrected", IDs: descending(2), Configurations: 585, Events: 1181, Depth: 13, Reason: "three rounds"},
		{Variant: "corrected", IDs: descending(3), Configurations: 5463, Events: 14808, Depth: 21, Reason: "one round, three proposers"},
	}
}
