package model

import (
	"errors"
	"fmt"
	"slices"
)

// Betrayed reports whether process p is a traitor in c: it is down, and may forge messages.
func (c *Configuration) Betrayed(p int) bool { return c.Traitors != nil && c.Traitors[p] }

// prepareForgeries asks the algorithm which messages a traitor may forge.
func (s *System) prepareForgeries() error {
	if s.net.Faults.Forge == 0 {
		return nil
	}
	if !s.alg.forges() {
		return fmt.Errorf("%v, but the algorithm has no Forges method", Faults{Forge: s.net.Faults.Forge})
	}
	s.forgeries = make([][][]any, s.net.N)
	some := false
	for p := range s.net.N {
		s.forgeries[p] = make([][]any, len(s.peers[p]))
		for q := range Port(len(s.peers[p])) {
			if s.Semantics().OutLink(p, q) < 0 || !s.net.Victims.MayStrike(Betray, p) {
				continue
			}
			list, err := s.forgeriesOn(p, q)
			if err != nil {
				return err
			}
			s.forgeries[p][q] = list
			some = some || len(list) > 0
		}
	}
	if !some {
		return errors.New("Forges returns no message that a traitor may forge; allowed: one at least, or forge=0")
	}
	return nil
}

// forgeriesOn returns the messages that process p may forge on port q: those of the algorithm that
// the victims allow.
func (s *System) forgeriesOn(p int, q Port) (list []any, err error) {
	all := s.alg.forged(s.selves[p], q)
	if impure := (Probe{s, again}).forged(p, q, all); impure != nil {
		return nil, impure
	}
	texts := map[string]bool{}
	for _, m := range all {
		if m == nil {
			return nil, fmt.Errorf("Forges returns no message (a nil interface) for port %d of process %d", q, p)
		}
		s.Semantics().Check("message", m)
		txt := messageText(m)
		if texts[txt] {
			return nil, fmt.Errorf("Forges returns %s twice for port %d of process %d; allowed: different messages", txt, q, p)
		}
		texts[txt] = true
		if s.net.Victims.MayStrikeMessage(Forge, p, s.peers[p][q], txt) {
			list = append(list, m)
		}
	}
	return list, nil
}

// Forgeries returns the messages that process p may forge on its port q once it is a traitor, in the order of the
// algorithm. The result must not be modified.
func (x Semantics) Forgeries(p int, q Port) []any {
	if x.sys.forgeries == nil {
		return nil
	}
	return x.sys.forgeries[p][q]
}

// traitorCauses appends the betrayal of process p in c, or the messages that it may forge.
func (s *System) traitorCauses(list []cause, c *Configuration, p int) []cause {
	if !c.Down[p] && c.Left.Traitor > 0 && s.net.Victims.MayStrike(Betray, p) {
		list = append(list, cause{Event: Event{Process: p, Kind: Betray}})
	}
	if c.Left.Forge > 0 && c.Betrayed(p) {
		for q, forgeries := range s.forgeries[p] {
			for i := range forgeries {
				list = append(list, cause{Event{Process: p, Kind: Forge, Port: Port(q)}, i})
			}
		}
	}
	return list
}

// betray returns c with process p a traitor. Nothing of its local state is kept.
func (s *System) betray(c Configuration, p int) Configuration {
	next := s.fell(c, p, nil)
	next.Left = next.Left.Minus(Betray.Cost())
	next.Traitors = slices.Clone(c.Traitors)
	next.Traitors[p] = true
	return next
}

// forge returns the event in which a traitor forges a message, which x names.
func (s *System) forge(c Configuration, x cause) Successor {
	y := Successor{Event: s.named(c, x), Next: c.clone()}
	y.Next.Left = y.Next.Left.Minus(Forge.Cost())
	y.Sends = []Sent{s.send(&y.Next, x.Process, Send{x.Port, s.forgeries[x.Process][x.Port][x.Nth]})}
	return y
}
