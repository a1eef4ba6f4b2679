package catalogue

import (
	"slices"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/claims"
	"github.com/interrex/interrex/protocols/invitation"
)

func invitationEntry() Entry {
	groups := Limit{Name: "groups", Meaning: "groups that each process may form", Greatest: 99, Of: invitationGroups}
	return Entry{
		Name:      "invitation",
		Title:     "Invitation: coordinators of groups that merge, in a complete network, after Garcia-Molina; a bounded number of groups",
		Source:    "Thomsen and Rasmussen 2023, 4.3.2 Comparison, which names it; after Garcia-Molina 1982, Elections in a Distributed Computing System",
		Additions: []Addition{{Lines: "1-25", From: "Garcia-Molina 1982"}},
		Readings:  invitation.Readings,
		Network: func(n int) model.Network {
			return model.Network{Topology: model.CompleteByID, N: n, Timing: model.Timely}
		},
		New: func(v Variant, net model.Network) (*model.System, error) {
			return model.New(invitation.Algorithm{Readings: v.Readings, MaxCount: groups.On(net, v.Limits[0])}, net)
		},
		Limits: []Limit{groups},
		Claims: invitationClaims(),
		Family: "complete",
		Sweeps: []Sweep{{Name: "last-change", Sizes: toSixty, Limit: endless}},
		Counts: []Count{
			{Variant: "corrected", IDs: claims.DescendingIDs(2), Configurations: 47, Events: 62, Depth: 14, Reason: "one merger"},
			{Variant: "corrected", IDs: claims.DescendingIDs(3), Configurations: 255, Events: 432, Depth: 21, Reason: "one merger or two"},
			{Variant: "corrected", IDs: claims.DescendingIDs(4), Configurations: 1479, Events: 3364, Depth: 30, Reason: "up to three mergers"},
		},
	}
}

// invitationGroups returns how many groups a process may form in an instance of
// the catalogue. If clocks can be trusted, no process forms as many as eight; if
// they cannot, or all are the same, groups are formed and given up until all
// numbers are used. In bounded time one more for each process more is enough.
func invitationGroups(net model.Network) int {
	if net.Timing == model.Bounded {
		return net.N + 2
	}
	if net.Timing == model.Timely {
		return 8
	}
	return 2
}

func invitationClaims() []Claim {
	const merges = "every coordinator asks for others, and of two at work one answers the other"
	return slices.Concat(
		merged(Claim{To: 6, Reason: merges}, nil),
		merged(Claim{To: 5, Order: model.Bag, Reason: merges}, nil),
		merged(Claim{To: 5, Order: model.Set, Reason: merges}, nil),
		merged(Claim{To: 5, Order: model.Inbox, Reason: merges}, nil),
		merged(Claim{Readings: "R1=b", To: 5, Reason: merges}, nil),
		merged(Claim{Readings: "R1=c", To: 5, Reason: merges}, nil),
		invitationFaults(), invitationUntimely(), invitationBounded())
}

// invitationBounded makes the claims about discrete time, in which two coordinators may
// merge within one delay of each other.
func invitationBounded() []Claim {
	const (
		numbered = "the number of a group names its coordinator"
		waits    = "after two mergers that cross, the coordinator that waits longer is asked while it is at work, and invited (line 25)"
		cross    = "two coordinators invite each other while both are reorganising, pause, and do so again: line 25 is needed"
		unasked  = "the only question that would have started the other process may be lost"
	)
	ends := func(c Claim, fails map[string]string) []Claim {
		c.Readings, c.Timing, c.Fairness, c.Reason = "R1=b", model.Bounded, model.Strong, waits
		return append(only(each(c, fails), "well-formed", "uniqueness", "uniqueness-ever", "leader-reachable", "elected", "decided", "known"), withinBounds(c))
	}
	endless := func(readings string) Claim {
		return Claim{Property: "within-bounds", Readings: readings, Timing: model.Bounded, From: 2, To: 2, Large: NoLarger, Fairness: model.Weak, Fails: true, Reason: cross}
	}
	return slices.Concat(
		grouped(Claim{To: 2, Large: NoLarger, Timing: model.Bounded, Reason: numbered}),
		grouped(Claim{Readings: "R1=c", To: 2, Large: 3, Timing: model.Bounded, Reason: numbered}),
		ends(Claim{To: 3, Large: NoLarger}, nil),
		ends(Claim{To: 3, Large: 4, Wake: model.WakeSet{All: true}, Faults: model.Faults{Crash: 1}}, nil),
		ends(Claim{To: 2, Faults: model.Faults{Loss: 1}}, map[string]string{"decided": unasked, "known": unasked}),
		ends(Claim{From: 3, To: 3, Large: NoLarger, Faults: model.Faults{Loss: 1}}, nil),
		[]Claim{endless(""), endless("R1=c")})
}

func invitationFaults() []Claim {
	const unaware = "only the process that crashes may have started"
	const unasked = "the only question that would have started the other process may be lost"
	const again = "a process that loses its coordinator, is not answered or comes back forms its own group, which then merges"
	all := model.WakeSet{All: true}
	crash, restart, loss := model.Faults{Crash: 1}, model.Faults{Crash: 1, Restart: 1}, model.Faults{Loss: 1}
	return slices.Concat(
		merged(Claim{To: 4, Large: NoLarger, Faults: crash, Reason: again}, map[string]string{"decided": unaware, "known": unaware}),
		merged(Claim{To: 3, Large: NoLarger, Faults: restart, Reason: again}, map[string]string{"decided": unaware, "known": unaware}),
		merged(Claim{To: 2, Faults: loss, Reason: again}, map[string]string{"decided": unasked, "known": unasked}),
		merged(Claim{From: 3, To: 4, Faults: loss, Reason: again}, nil),
		merged(Claim{To: 4, Faults: model.Faults{Dup: 1}, Reason: "a second copy is about a known or an old group"}, nil),
		merged(Claim{To: 4, Large: NoLarger, Wake: all, Faults: crash, Reason: again}, nil),
		merged(Claim{To: 3, Large: NoLarger, Wake: all, Faults: restart, Reason: again}, nil),
		merged(Claim{To: 4, Wake: all, Faults: loss, Reason: again}, nil))
}

// invitationUntimely makes the claims that remain if timers run out early, or all
// at once.
func invitationUntimely() []Claim {
	const numbered = "the number of a group names its coordinator"
	return slices.Concat(
		grouped(Claim{To: 5, Timing: model.Lockstep, Reason: numbered}),
		grouped(Claim{To: 2, Large: NoLarger, Async: true, Reason: numbered}),
		grouped(Claim{To: 2, Large: NoLarger, Async: true, Order: model.Bag, Reason: numbered}),
		grouped(Claim{To: 2, Large: NoLarger, Async: true, Faults: model.Faults{Crash: 1}, Reason: numbered}),
		grouped(Claim{To: 2, Large: NoLarger, Async: true, Faults: model.Faults{Crash: 1, Restart: 1}, Reason: numbered}),
		grouped(Claim{To: 2, Large: NoLarger, Async: true, Faults: model.Faults{Loss: 1}, Reason: numbered}),
		grouped(Claim{To: 2, Large: NoLarger, Async: true, Faults: model.Faults{Dup: 1}, Reason: numbered}))
}

// grouped returns the claims about groups under any timing: each group has
// one coordinator.
func grouped(c Claim) []Claim {
	return only(each(c, nil), "well-formed", "uniqueness", "uniqueness-ever", "leader-reachable")
}

// merged returns the claims of grouped, and that all processes end in a group
// that is at work. Coordinators ask for others, and members for their
// coordinators, for ever: there is no terminal configuration in which they agree.
func merged(c Claim, fails map[string]string) []Claim {
	c.Fairness = model.Strong // the network of the entry is timely
	return only(each(c, fails), "well-formed", "uniqueness", "uniqueness-ever", "leader-reachable", "elected", "decided", "known")
}
