package validate

import (
	"slices"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/stepwise"
)

// ahead reasons about the lines that are still to come. It finds lines that may be
// taken alone, before those of all other processes: a persistent set in the sense
// of partial-order reduction. Neither a verdict nor the length of the longest
// prefix depends on it.
//
// A line may be taken alone if everything that can ever explain it is possible
// now, and if it makes no difference to the other processes whether it happens
// now or later. Then in every execution that has the line it can be moved to the
// front.
type ahead struct {
	works    bool  // for this log and network at all
	restarts []int // of each process, the last of its lines that may be a restart; -1: none is
}

// newAhead looks at all lines. Where events have no line, where a process may find
// itself idle, where a message may be deferred or find its channel full, where clocks run, and where the network may divide, it matters who comes first.
func newAhead(s *model.System, lines []Line, streams [][]int, o Options) ahead {
	net := s.Network()
	a := ahead{works: net.Timing != model.Lockstep && net.Timing != model.Bounded && !o.InOrder && o.Unlogged == 0 && !s.Semantics().Defers() && net.Capacity.Places == 0 && net.Faults.Divide == 0}
	if !a.works {
		return a
	}
	a.restarts = make([]int, net.N)
	for p, stream := range streams {
		a.restarts[p] = -1
		for at, i := range stream {
			switch lines[i].Event {
			case "", model.Idle.String():
				a.works = false
			case model.Restart.String():
				a.restarts[p] = at
			}
		}
	}
	return a
}

// alone returns the states after n if the next line of process p, which leads to
// found, is taken before all others. It reports false if others must be tried.
func (a *ahead) alone(f *follower, n *state, causes []stepwise.Cause, p int, found []*state) ([]*state, bool) {
	if !a.works || n.config.Left.Cut > 0 {
		return nil, false
	}
	line := f.lines[f.nextLine(n, p)]
	losses, ok := a.possibleNow(f, n, causes, p, line)
	if !ok || len(found)+len(losses) == 0 {
		return nil, false
	}
	for _, next := range found {
		if next.config.Failed() || !a.unnoticed(f, n, next) {
			return nil, false
		}
	}
	return append(found, losses...), true
}

// possibleNow reports whether everything that can ever explain the line, and is an
// event of its process, is possible now. It returns the losses that can come before it.
func (a *ahead) possibleNow(f *follower, n *state, causes []stepwise.Cause, p int, l Line) ([]*state, bool) {
	net, left := f.system.Network(), n.config.Left
	switch l.Event {
	case model.Wake.String(), model.Invoke.String():
		return nil, true
	case model.Timeout.String():
		return nil, net.Timing == model.Async
	case model.Suspect.String():
		return nil, net.Timing == model.Async && left.Crash == 0 && left.Restart == 0
	case model.Receive.String():
		if net.Timing == model.Timely && left.Loss > 0 {
			return nil, false
		}
		return a.arrived(f, n, causes, p, l)
	}
	return nil, false
}

// arrived is possibleNow for the line of a reception: in an order that has a first
// message it must be there, in another the message of the line must be, on all
// channels that can bring it.
func (a *ahead) arrived(f *follower, n *state, causes []stepwise.Cause, p int, l Line) ([]*state, bool) {
	order := f.system.Network().Order
	first := order.Queued()
	if !first && l.Message == "" {
		return nil, false
	}
	for _, ch := range f.system.Semantics().InChannels(p) {
		has := func(m model.Envelope) bool { return first || m.Text() == l.Message }
		if a.brings(f, ch, l) && !slices.ContainsFunc(n.config.Channels[ch], has) {
			return nil, false
		}
	}
	var losses []*state
	for _, x := range causes {
		if first && x.Kind == model.Lose && x.Process == p && a.brings(f, stepwise.ChannelOf(f.system, x), l) {
			for _, y := range stepwise.Outcomes(f.system, n.config, x) {
				losses = append(losses, f.after(n, y))
			}
		}
	}
	return losses, true
}

// brings reports whether the message of the line may have come by that channel.
func (a *ahead) brings(f *follower, ch int, l Line) bool {
	i := f.system.Semantics().Channels()[ch].Link
	if i < 0 {
		return true // the inbox
	}
	link := f.system.Links()[i]
	return (l.Port == nil || int(link.ToPort) == *l.Port) && (l.From == nil || link.From == *l.From)
}

// unnoticed reports whether no other process can tell when the step that leads from
// n to next is taken: it sends nothing or, on links that keep their messages,
// nothing to a process that may be down now and up later.
func (a *ahead) unnoticed(f *follower, n, next *state) bool {
	net := f.system.Network()
	keeps := net.Timing == model.Async && !net.Order.Distinct() && !net.Order.PerReceiver()
	for _, m := range next.sends {
		to := f.system.Links()[m.Link].To
		if !keeps || next.config.Left.Restart > 0 && n.at[to] <= a.restarts[to] {
			return false
		}
	}
	return true
}
