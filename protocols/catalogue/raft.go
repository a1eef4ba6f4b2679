package catalogue

import (
	"slices"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/claims"
	"github.com/interrex/interrex/protocols/raft"
)

func raftEntry() Entry {
	terms := Limit{Name: "terms", Meaning: "terms in which each process may stand", Greatest: 99, Of: raftTerms}
	lengths := Limit{Name: "lengths", Meaning: "lengths from which a timeout is drawn", Greatest: 9, Of: raftLengths}
	return Entry{
		Name:   "raft",
		Title:  "Raft, its leader election: complete network, a majority of votes in each term, a bounded number of terms",
		Source: "Thomsen and Rasmussen 2023, 4.3.1 Design of leader election algorithm in raft; corrected after Ongaro and Ousterhout 2014",
		Works: []Work{
			{Key: "Ongaro and Ousterhout 2014", Authors: "Diego Ongaro, John Ousterhout", Title: "In Search of an Understandable Consensus Algorithm", Venue: "USENIX Annual Technical Conference", Year: "2014"},
		},
		Additions: []Addition{{Lines: "16-28", From: "Ongaro and Ousterhout 2014"}},
		Errata:    raft.Errata,
		Readings:  raft.Readings,
		Network:   func(n int) model.Network { return model.Network{Topology: model.CompleteByID, N: n} },
		New: func(v Variant, net model.Network) (*model.System, error) {
			return model.New(raft.Algorithm{Fixes: v.Fixes, Readings: v.Readings, MaxTerm: terms.On(net, v.Limits[0]), Clock: raftClock(lengths.On(net, v.Limits[1]))}, net)
		},
		Limits: []Limit{terms, lengths},
		Claims: raftClaims(),
		Counts: raftCounts(),
		Family: "complete",
		Sweeps: []Sweep{{Name: "unit", Sizes: toSixty}},
		Curves: []Curve{
			{Of: Messages, Start: AllAwake, Name: "one candidate: 3(n - 1)", At: linear(3, -3)},
			{Of: Time, Start: AllAwake, Name: "3", At: linear(0, 3)},
		},
		Quantities: []Quantity{
			{Of: "messages", Where: Claim{Timing: model.Timely, From: 2, To: 3}, Formulas: []Formula{
				{Says: AlwaysIs, Text: "3(n - 1)", At: linear(3, -3), Source: ours}},
				Remark: "No other timer runs out before all have answered. Otherwise any number of elections may follow each other, with split votes."},
		},
		Supplement: splitVotes,
		Examples:   []string{"simulate raft -n 5 --crash 1 --restart 1 --loss 3 --seed 4 --events"},
	}
}

// raftTerms returns the last term of an instance of the catalogue. If clocks
// can be trusted, one or two elections are enough, and four terms are more than any
// instance needs, so liveness can be checked. Otherwise processes stand until all
// terms are used, and there are as many terms as can be searched quickly: two up to three processes, as many as
// any mutant of protocols/raft/limits.txt needs there, and up to five in rings and stars; one beyond.
func raftTerms(net model.Network) int {
	switch {
	case net.Timing == model.Bounded:
		return 6
	case net.Timing != model.Async:
		return 4
	case net.N <= 3, net.Topology != model.CompleteByID && net.N <= 5:
		return 2
	}
	return 1
}

// raftLengths returns from how many lengths a timeout is drawn in an instance of the catalogue. In
// lockstep there are two, so that votes may be split. Elsewhere timers run out as the network says.
func raftLengths(net model.Network) int {
	if net.Timing == model.Lockstep {
		return 2
	}
	return 0
}

// raftClock returns the clock of an instance with so many lengths of timeouts, none if there are none. A heartbeat takes a
// round to arrive, so the shortest timeout is longer than the time between two of them.
func raftClock(lengths int) raft.Clock {
	if lengths == 0 {
		return raft.Clock{}
	}
	return raft.Clock{Least: 3, Values: lengths, Beat: 2}
}

func raftClaims() []Claim {
	return slices.Concat(
		safety(Claim{To: 6, Reason: raftMajority}, nil),
		raftPrinted(), raftReadings(), raftLayouts(), raftNetworks(), raftHeartbeats(), raftFaults(), raftBounded())
}

// raftBounded makes the claims about discrete time, in which two processes may stand within
// one delay of each other. If elections may go on until the last term of the instance, elected
// and decided are unknown, and within-bounds says so.
func raftBounded() []Claim {
	const (
		split = "two processes stand within one delay of each other, in every term: randomised timeouts make that unlikely, not impossible"
		fixed = "two processes that stand within one delay of each other do so again one timeout later, in every term"
		apart = "after a split vote the process with the shorter timeout stands again, and has its answers before the other one does"
		stuck = "each of two candidates accepts the other's request, and no process stands again (E1)"
		most  = "each of two candidates takes itself for the one with the most votes (E7)"
	)
	timed := func(c Claim) Claim {
		c.Timing, c.To = model.Bounded, max(c.To, 3)
		return c
	}
	suffices := func(c Claim) Claim { return withinBounds(timed(c)) }
	ends := func(c Claim) []Claim {
		return append(election(timed(c), nil), suffices(c))
	}
	all := model.WakeSet{All: true}
	return slices.Concat(
		safety(timed(Claim{Large: NoLarger, Reason: raftMajority}), nil),
		safety(timed(Claim{Readings: "R4=b", Large: NoLarger, Reason: raftMajority}), nil),
		ends(Claim{Readings: "R4=c", Large: 4, Reason: apart}),
		ends(Claim{Readings: "R2=b,R4=c", Large: 4, Reason: apart}),
		ends(Claim{Readings: "R4=c", Large: 4, Order: model.Bag, Reason: apart}),
		ends(Claim{Readings: "R4=c", From: 3, Wake: all, Faults: model.Faults{Crash: 1}, Reason: apart}),
		ends(Claim{Readings: "R4=c", From: 3, Wake: all, Faults: model.Faults{Crash: 1, Restart: 1}, Reason: apart}),
		ends(Claim{Readings: "R4=c", Large: NoLarger, Faults: model.Faults{Loss: 1}, Reason: apart}),
		ends(Claim{Readings: "R4=c", Large: 4, Faults: model.Faults{Dup: 1}, Reason: apart}),
		raftEndless(ends),
		[]Claim{
			suffices(Claim{Large: NoLarger, Fails: true, Reason: split}),
			suffices(Claim{Readings: "R4=b", Large: NoLarger, Fails: true, Reason: fixed}),
			{Property: "one-candidate", Timing: model.Bounded, From: 2, To: 3, Large: NoLarger, Fairness: model.Weak, Fails: true, Reason: "two processes stand within one delay of each other"},
			{Property: "one-candidate", Readings: "R4=c", Timing: model.Bounded, From: 2, To: 3, Large: 4, Fairness: model.Weak, Fails: true,
				Reason: "they realise at different times that there is no leader, and different timeouts end together"}},
		election(timed(Claim{Variant: "-E1", Readings: "R4=c", Reason: raftMajority}),
			map[string]string{"elected": stuck, "decided": stuck, "known": stuck}),
		election(timed(Claim{Variant: "printed", Large: 4, Reason: "every process stands at most once"}), map[string]string{
			"uniqueness": most, "uniqueness-ever": most, "agreement": most, "elected": stuck, "decided": stuck,
			"known": "no process is told which one has won (E8)"}))
}

// raftEndless makes the claims about conditions under which elections end with three
// processes, as ends says it, and may go on until the last term with four.
func raftEndless(ends func(c Claim) []Claim) []Claim {
	const (
		votes = "a candidate needs two votes besides its own: the second and the news that it has won may come three delays after the first was given, when that voter's timeout is over and it stands, in every term"
		kept  = "the process with the shortest timeout stands before it hears of the leader that has the votes: it gets none and deposes the leader, again and again"
	)
	endless := func(c Claim) Claim {
		c.Property, c.Timing = "within-bounds", model.Bounded
		return failsAt(4, c)
	}
	return slices.Concat(
		ended(ends(Claim{Wake: starts(0), Large: 4, Reason: "one vote is enough besides its own, and no voter waits for longer than an answer before it hears of the leader"}),
			endless(Claim{Wake: starts(0), Reason: votes})),
		ended(ends(Claim{Readings: "R1=b,R4=c", Large: 4, Reason: "whoever has the votes keeps them, and stands again"}),
			endless(Claim{Readings: "R1=b,R4=c", Wake: starts(1), Reason: kept})))
}

// raftMajority says why Raft is safe.
const raftMajority = "two majorities of one term share a process, and that has one vote in it"

// safety returns those claims of each that are about finite executions, and that
// neither prefer a process nor say that it keeps its role. They are the claims for
// networks in which all executions reach the last term of the instance, or in which
// leaders come and go.
func safety(c Claim, fails map[string]string) []Claim {
	return only(each(c, fails), "well-formed", "uniqueness", "uniqueness-ever", "agreement", "leader-reachable")
}

// election returns the claims of safety, and that the election ends.
func election(c Claim, fails map[string]string) []Claim {
	return only(each(c, fails), "well-formed", "uniqueness", "uniqueness-ever", "agreement", "leader-reachable",
		"elected", "decided", "known", "quiescence")
}

func raftPrinted() []Claim {
	const most = "each of two candidates takes itself for the one with the most votes (E7)"
	const stuck = "each of two candidates accepts the other's request, and no process stands again (E1)"
	return election(Claim{Variant: "printed", To: 3, Large: 4, Reason: "every process stands at most once"}, map[string]string{
		"uniqueness": most, "uniqueness-ever": most, "agreement": most,
		"elected": stuck, "decided": stuck, "known": "no process is told which one has won (E8)",
	})
}

func raftReadings() []Claim {
	return slices.Concat(
		safety(Claim{Readings: "R1=b", To: 5, Reason: "a process that votes only once ever votes at most once in each term"}, nil),
		safety(Claim{Readings: "R2=b", To: 5, Reason: raftMajority}, nil),
		safety(Claim{Readings: "R4=b", To: 5, Reason: raftMajority + ", however long timeouts are"}, nil),
		safety(Claim{Readings: "R4=c", To: 5, Reason: raftMajority + ", however long timeouts are"}, nil),
		election(Claim{Readings: "R2=b", To: 5, Timing: model.Timely,
			Reason: "no other process stands before all have answered the first"}, nil))
}

// raftLayouts makes claims about networks that are not complete, of which the document
// says that Raft does not need more (lines 14 and 15).
func raftLayouts() []Claim {
	on := func(t model.Topology) func(n int) model.Network {
		return func(n int) model.Network { return model.Network{Topology: t, N: n} }
	}
	ring, star := Layout{Name: "ring", Network: on(model.Ring)}, Layout{Name: "star", Network: on(model.Star)}
	const three = "a process of a ring hears of three votes, its own and those of its neighbours"
	opposite := Claim{Layout: ring, Readings: "R3=b", Wake: starts(0, 2),
		Reason: "each of two candidates has the vote of one of its neighbours, and that is two of the three that it knows"}
	return slices.Concat(
		safety(Claim{Layout: star, To: 2, Reason: raftMajority}, nil),
		safety(Claim{Layout: star, From: 3, To: 3, Reason: raftMajority},
			map[string]string{"agreement": "a process at a point of the star that wins after another one tells the hub only, and the third follows the first for ever"}),
		safety(Claim{Layout: star, From: 4, To: 5, Reason: raftMajority + "; only the hub can have one, as a process at a point hears of two votes"}, nil),
		safety(Claim{Layout: ring, From: 4, To: 5, Wake: starts(0, 2), Reason: raftMajority + "; " + three},
			map[string]string{"agreement": "a process tells its neighbours that it has won a later election; the process that is not one of them follows the winner of the earlier one for ever"}),
		vacuous(6, 7, three+", and needs four", safety(Claim{Layout: ring, From: 6, To: 7, Wake: starts(0, 2), Reason: raftMajority},
			map[string]string{"leader-reachable": three + ", and needs four: the document is wrong that Raft does without a full topology"}),
			"uniqueness", "uniqueness-ever", "agreement"),
		safety(Claim{Readings: "R3=b", To: 5, Reason: raftMajority + "; in a complete network each knows all"}, nil),
		ended(safety(Claim{Layout: ring, Readings: "R3=b", To: 3, Reason: raftMajority + "; on such a ring each knows all"}, nil),
			eachFailsAt(4, opposite, "uniqueness", "uniqueness-ever", "agreement")...))
}

func raftNetworks() []Claim {
	return slices.Concat(
		safety(Claim{To: 5, Order: model.Bag, Reason: raftMajority + "; terms tell old messages from new ones"}, nil),
		safety(Claim{To: 5, Order: model.Set, Reason: raftMajority + "; terms tell old messages from new ones"}, nil),
		safety(Claim{To: 5, Order: model.Inbox, Reason: raftMajority}, nil),
		vacuous(2, 5, "a leader sends heartbeats for ever: an execution ends only where the terms are used up, and there is none",
			safety(Claim{To: 5, Timing: model.Lockstep, Reason: raftMajority}, nil), "agreement"),
		election(Claim{To: 5, Timing: model.Timely,
			Reason: "no other process stands before all have answered the first"}, nil),
		election(Claim{To: 5, Timing: model.Timely, Order: model.Bag,
			Reason: "no other process stands before all have answered the first"}, nil),
		[]Claim{
			{Property: "one-candidate", From: 2, To: 5, Timing: model.Timely, Fairness: model.Strong,
				Reason: "no other process stands before all have answered the first: an idealisation of randomised timeouts"},
			{Property: "one-candidate", From: 2, To: 5, Fairness: model.Weak, Fails: true,
				Reason: "two timeouts within one delay split the vote"}},
		under(Claim{Property: "messages<=f(n)", From: 2, To: 5, Timing: model.Timely, Fairness: model.Strong,
			Bound:  func(n int) int { return 3 * (n - 1) },
			Reason: "each other process is asked, answers, and is told of the leader, once"}, "R1=b", "R2=b", "R3=b", "R4=b", "R4=c"))
}

// raftHeartbeats makes the claims about timeouts that have a length, in lockstep.
func raftHeartbeats() []Claim {
	c := Claim{Property: "undisturbed", From: 2, To: 5, Timing: model.Lockstep, Wake: model.WakeSet{All: true}, Fairness: model.Weak,
		Reason: "a heartbeat comes before the shortest timeout is over"}
	crash, loss, split := c, c, c
	crash.To, crash.Faults, crash.Reason = 5, model.Faults{Crash: 1}, "a leader that has crashed does not lead; the next one sends heartbeats too"
	loss.To, loss.Faults, loss.Fails, loss.Reason = 5, model.Faults{Loss: 1}, true, "one lost message is enough to depose a leader that is up"
	split.Property, split.To, split.Fails, split.Reason = "one-candidate", 5, true, "two processes draw the same timeout, and split the vote"
	return []Claim{c, crash, loss, split}
}

func raftFaults() []Claim {
	all := model.WakeSet{All: true}
	const unaware = "the others may never realise that there is no leader"
	return slices.Concat(
		only(each(Claim{To: 4, Faults: model.Faults{Crash: 1}, Reason: raftMajority}, map[string]string{
			"elected": unaware, "decided": unaware, "known": unaware,
		}), "well-formed", "uniqueness", "uniqueness-ever", "agreement", "leader-reachable", "elected", "decided", "known"),
		safety(Claim{To: 4, Faults: model.Faults{Crash: 1, Restart: 1}, Reason: raftMajority + ", even if it has crashed in between"}, nil),
		safety(Claim{To: 4, Faults: model.Faults{Loss: 1}, Reason: raftMajority}, nil),
		safety(Claim{To: 4, Faults: model.Faults{Dup: 1}, Reason: raftMajority + ", and is counted once"}, nil),
		safety(Claim{To: 5, Faults: model.Faults{Suspect: 1}, Reason: raftMajority}, nil),
		safety(Claim{To: 2, Timing: model.Timely, Wake: all, Faults: model.Faults{Crash: 1},
			Reason: "one process of two is no majority"}, nil),
		election(Claim{From: 3, To: 5, Timing: model.Timely, Wake: all, Faults: model.Faults{Crash: 1},
			Reason: "the crash is noticed, and the remaining processes are a majority"}, nil),
		election(Claim{From: 3, To: 5, Timing: model.Timely, Wake: all, Faults: model.Faults{Crash: 1, Restart: 1},
			Reason: "a process that comes back hears of no leader, and stands in the next term"}, nil),
		election(Claim{To: 5, Timing: model.Timely, Faults: model.Faults{Loss: 1},
			Reason: "a process that hears of no leader stands in the next term"}, nil),
		election(Claim{To: 5, Timing: model.Timely, Faults: model.Faults{Dup: 1},
			Reason: "a second copy brings no news"}, nil))
}

func raftCounts() []Count {
	return []Count{
		{Variant: "printed", IDs: claims.DescendingIDs(2), Configurations: 69, Events: 120, Depth: 8, Reason: "no process stands twice"},
		{Variant: "printed", IDs: claims.DescendingIDs(3), Configurations: 9514, Events: 34173, Depth: 15, Reason: "the same"},
		{Variant: "corrected", IDs: claims.DescendingIDs(2), Configurations: 80, Events: 150, Depth: 10, Reason: "two terms"},
		{Variant: "corrected", IDs: claims.DescendingIDs(3), Configurations: 34874, Events: 141051, Depth: 20, Reason: "the same"},
	}
}
