package singh

import (
	"slices"

	"github.com/interrex/interrex/model"
)

// contend starts a step of the second phase: lines 29-31.
func (t *turn) contend(step int) State { // 29
	for ; step <= t.steps; step++ {
		targets := t.targets(step)
		if len(targets) == 0 && (t.Fixes.Has(Count) || t.Readings[Nobody] == 1) { // 94 E8 R8
			continue
		}
		wanted := 1 << (step - 1) // 44
		if t.Fixes.Has(Count) {   // E8
			wanted = len(targets)
		}
		t.send(targets, capture(2, step, t.p.ID()))                 // 30
		return State{Stage: Contending, Step: step, Wanted: wanted} // 31, 32
	}
	return t.elect()
}

// targets returns the ports through which CAPTURE is sent in a step.
func (t *turn) targets(step int) []model.Port {
	d := t.k >> step
	last := 1<<step - 1 // E6
	if !t.Fixes.Has(Range) && t.isPower() {
		last = 1<<(step-1) - 1 // 30
		if t.Readings[Empty] == 1 {
			last = max(last, 1) // R7
		}
	}
	stride := 2
	if t.isPower() && t.Readings[Between] > 0 || !t.isPower() && t.Readings[Multiples] > 0 { // R5 R9
		stride = 1
	}
	beyond := !t.isPower() && t.Readings[Multiples] == 2 || t.isPower() && t.Fixes.Has(Range) && t.Readings[Between] == 2
	if beyond { // R5 R9
		last = (t.n - 1) / d
	}
	var ports []model.Port
	for i := 1; i <= last; i += stride {
		ports = append(ports, model.Port(i*d)) // 30, 85
		if !t.isPower() {
			ports = append(ports, model.Port(t.n-i*d)) // 86
		}
	}
	if t.Fixes.Has(Own) { // E12
		ports = slices.DeleteFunc(ports, t.shared)
	}
	slices.Sort(ports)
	return slices.Compact(ports)
}

// second handles a message in the second phase of a candidate.
func (t *turn) second(s State, in model.Input[Message]) State { // 33
	m := in.Msg
	switch { // 34
	case m.is(Capture, 1): // 35
		return s // 36
	case m.is(Capture, 2): // 37
		if t.less(s.Step, m) { // 38
			t.p.Send(in.Port, accept2()) // 39
			return t.capturedIn(2)       // 39
		}
	case m.Kind == Inform: // 40
		q := int(in.Port) + m.Arg
		if t.Fixes.Has(Modulo) {
			q %= t.n // E7
		}
		t.p.Send(model.Port(q), capture(2, s.Step, t.p.ID())) // 41
	case m.is(Accept, 2): // 42
		return t.responded(s)
	}
	return s
}

// responded handles ACCEPT(2).
func (t *turn) responded(s State) State {
	s.Response++ // 43
	switch {
	case s.Response == s.Wanted || t.Readings[Beside] == 1: // 44, 88 R11
		return t.contend(s.Step + 1) // 45, 46
	case t.Fixes.Has(Indent): // E9
		return s
	}
	return t.contend(s.Step) // 46
}

// elect makes the process the leader.
func (t *turn) elect() State { // 46
	if t.Fixes.Has(Announce) { // E10
		for q := 1; q < t.n; q++ {
			t.p.Send(model.Port(q), named(Elected, t.p.ID())) // 81
		}
	}
	return State{Stage: Leader}
}
