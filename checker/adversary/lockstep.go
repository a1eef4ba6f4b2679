package adversary

import (
	"context"
	"fmt"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/stepwise"
)

// A Turn is the part of a process's round that can be seen without reading any
// identity: how many messages it sends through each of its ports, and its role
// afterwards.
type Turn struct {
	Sent [2]int
	Role model.Role
}

// A Pattern is the visible part of an execution in lockstep, by round and process.
// Its first round is the start, when all processes wake.
type Pattern [][]Turn

// Active returns the numbers of messages that are sent in the active rounds, those in
// which some are.
func (t Pattern) Active() []int {
	var active []int
	for _, round := range t {
		sent := 0
		for _, turn := range round {
			sent += turn.Sent[0] + turn.Sent[1]
		}
		if sent > 0 {
			active = append(active, sent)
		}
	}
	return active
}

// Messages returns the number of messages.
func (t Pattern) Messages() int {
	sum := 0
	for _, sent := range t.Active() {
		sum += sent
	}
	return sum
}

// Directions returns 1 if all messages go the same way around the ring, 2
// otherwise.
func (t Pattern) Directions() int {
	var used [2]bool
	for _, round := range t {
		for _, turn := range round {
			used[0], used[1] = used[0] || turn.Sent[0] > 0, used[1] || turn.Sent[1] > 0
		}
	}
	if used[0] && used[1] {
		return 2
	}
	return 1
}

// Winners returns the number of processes that have won at the end.
func (t Pattern) Winners() int {
	winners := 0
	for _, turn := range t[len(t)-1] {
		if turn.Role == model.Won {
			winners++
		}
	}
	return winners
}

// Lockstep runs the algorithm of ring in lockstep until nothing more happens. All
// processes of ring wake at the start. The schedule is the only one if the
// algorithm makes no choices.
func Lockstep(ctx context.Context, ring Ring, ids []model.ID) (Pattern, model.Schedule, error) {
	s, err := ring(ids)
	if err != nil {
		return nil, nil, err
	}
	if net := s.Network(); net.Timing != model.Lockstep || !net.Wake.All || net.Delay > 1 {
		return nil, nil, fmt.Errorf("adversary: %s runs in timing %v with wake-up %v and delay %d; allowed: lockstep, all, 1", s.Name(), net.Timing, net.Wake, max(net.Delay, 1))
	}
	x := execution{path: stepwise.NewPath(s), open: none}
	first := turns(s, s.Initial())
	for _, y := range s.Semantics().Startup().Steps {
		first.add(s, y)
	}
	pattern := Pattern{first}
	for {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		cause, ok := x.next()
		if !ok {
			return pattern, x.path.Schedule(), nil
		}
		if x.path.Len() >= x.maxEvents() {
			return nil, nil, x.endless()
		}
		x.path.Follow(cause, func(int) int { return 0 })
		if err := x.took(cause.Kind); err != nil {
			return nil, nil, err
		}
		_, y := x.path.Step()
		next := turns(s, y.Next)
		next.add(s, y)
		pattern = append(pattern, next)
	}
}

// round is one round of a Pattern.
type round []Turn

// turns returns the roles in c, and no messages.
func turns(s *model.System, c model.Configuration) round {
	list := make(round, s.Network().N)
	for p := range list {
		list[p].Role = s.Status(c, p).Role
	}
	return list
}

// add adds the messages of a step.
func (r round) add(s *model.System, y model.Successor) {
	for _, m := range y.Sends {
		link := s.Links()[m.Link]
		r[link.From].Sent[link.FromPort]++
	}
}

// A Difference says where the patterns of two rings differ.
type Difference struct {
	Round, Process int // from 0; Round 0 is the start
	Turns          [2]Turn
}

// Differ runs the algorithm on two rings whose identities are in the same
// order, and returns the first difference of their patterns. A comparison-based algorithm
// has none (Attiya and Welch 2004, section 3.4.2).
func Differ(ctx context.Context, ring Ring, a, b []model.ID) (Difference, bool, error) {
	if len(a) != len(b) || orderOf(a, 0, len(a)) != orderOf(b, 0, len(b)) {
		return Difference{}, false, fmt.Errorf("adversary: the identities %v and %v are not in the same order", a, b)
	}
	x, _, err := Lockstep(ctx, ring, a)
	if err != nil {
		return Difference{}, false, err
	}
	y, _, err := Lockstep(ctx, ring, b)
	if err != nil {
		return Difference{}, false, err
	}
	for r := range max(len(x), len(y)) {
		for p := range a {
			d := Difference{r, p, [2]Turn{x.at(r, p), y.at(r, p)}}
			if d.Turns[0] != d.Turns[1] {
				return d, true, nil
			}
		}
	}
	return Difference{}, false, nil
}

// at returns a turn; after the end a process sends nothing and keeps its role.
func (t Pattern) at(round, process int) Turn {
	if round < len(t) {
		return t[round][process]
	}
	return Turn{Role: t[len(t)-1][process].Role}
}
