package compose

import "github.com/interrex/interrex/model"

// With model.Network.TimersInTurn a component enables one cause alone while a clock of one of its
// processes is over: that of the first such clock of the first such process. The attribute inTurn
// tells the components beside it to wait.

// turn returns the clock of v whose turn comes first in the leaf, nil if none is over or no timers take turns.
func (l *leaf) turn(v []int32) *model.Clock {
	if !l.m.turns || v[atMode] != modeUp {
		return nil
	}
	list := l.m.clocks.List(v[l.atClocks()])
	for i := range list {
		if list[i].Greatest == 0 {
			return &list[i]
		}
	}
	return nil
}

// waiting reports which of two adjacent components, in states with these attributes, wait for a turn. Nobody asks
// for the events of one that waits: steps are taken to find them.
func waiting(left, right uint64) (leftWaits, rightWaits bool) {
	return left&inTurn == 0 && right&inTurn != 0, left&inTurn != 0
}

// InTurn reports whether a timer or suspicion takes its turn in s: see [model.Semantics.InTurn].
func (m *Machine) InTurn(s State) bool {
	attr := m.left.attr(s.Left()) | m.right.attr(s.Right())
	return attr&inTurn != 0 && attr&failed == 0
}

// inTurn returns the events of both halves that s enables as far as turns go.
func (m *Machine) inTurn(lane int, s State) (lefts, rights []event) {
	leftWaits, rightWaits := waiting(m.left.attr(s.Left()), m.right.attr(s.Right()))
	if !leftWaits {
		lefts = m.left.events(lane, s.Left())
	}
	if !rightWaits {
		rights = m.right.events(lane, s.Right())
	}
	return lefts, rights
}
