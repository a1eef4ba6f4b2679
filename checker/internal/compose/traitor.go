package compose

import (
	"slices"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
)

// betrayed is the local state of a process that is a traitor: it is down, and may forge messages.
const betrayed = -2

func isTraitor(v []int32) bool { return v[atLocal] == betrayed }

// mayBetray reports whether a process may become a traitor.
func (m *Machine) mayBetray(p int) bool {
	return m.sys.Network().Faults.Traitor > 0 && m.sys.Network().Victims.MayStrike(model.Betray, p)
}

// betray makes v the state of a traitor.
func (l *leaf) betray(v []int32) {
	l.fall(v, 0)
	v[atLocal] = betrayed
}

// forge adds the messages that the process, a traitor, may forge.
func (b *builder) forge() {
	if b.m.sys.Network().Faults.Forge == 0 {
		return
	}
	for q := range model.Port(b.m.sys.Semantics().Ports(b.process)) {
		for _, x := range b.m.sys.Semantics().Forgeries(b.process, q) {
			msg := b.m.tables.Message(x)
			e := model.Event{Process: b.process, Kind: model.Forge, Port: q, Message: b.m.tables.MessageText(msg)}
			b.add(&draft{event: e, cost: e.Kind.Cost(), flags: optional, fault: true, sends: []compiled.Send{{Port: q, Msg: msg}}, after: slices.Clone(b.before)})
		}
	}
}
