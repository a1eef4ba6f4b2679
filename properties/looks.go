package properties

import "github.com/interrex/interrex/model"

// The predicate of a [Configuration], or of a [Step], has a monitor (see [Watch]), which says in
// which executions it fails. If a single configuration or event decides the property, a search
// need not know the states of the monitor: it may ask the predicate wherever it comes.

// look makes holds the predicate that is asked in configurations, if a single one decides p.
func (p *Property) look(holds func(Configuration) bool) {
	if p.Form == Always || p.Form == AtEnd || p.Form == Reachable {
		p.sees = holds
	}
}

// SeesConfiguration reports whether the predicate is a function of a [Configuration], and the
// form one that a single configuration refutes (or witnesses). Then [Property.DecidedIn] decides it.
func (p Property) SeesConfiguration() bool { return p.sees != nil }

// SeesStep reports whether the predicate is a function of a [Step]. Then an event that
// [Property.RefutedBy] reports refutes the property, and nothing else does.
func (p Property) SeesStep() bool { return p.seesStep != nil }

// DecidedIn reports whether a configuration, which is terminal or not, decides a property with
// [Property.SeesConfiguration]: see [Property.DecidedAt].
func (p Property) DecidedIn(c Configuration, terminal bool) bool {
	return p.Form.countsAt(model.View{Terminal: terminal}) && p.sees(c) == (p.Form == Reachable)
}

// RefutedBy reports whether an event refutes a property with [Property.SeesStep].
func (p Property) RefutedBy(s Step) bool { return !p.seesStep(s) }
