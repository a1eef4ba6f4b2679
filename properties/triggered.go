package properties

import (
	"errors"

	"github.com/interrex/interrex/model"
)

// TriggeredBy returns p with a trigger: p is vacuous, as nothing could have refuted it, if
// no execution refutes it and the trigger holds in no configuration (of an [AtEnd]: in no
// terminal one). "No two processes win" is triggered by a process that wins. (Beatty and
// Bryant 1994 call this antecedent failure.) The forms are Always, AlwaysStep and AtEnd;
// [NewLeadsTo] takes a trigger of its own. The trigger looks at processes: it has neither
// the part Step nor Watch. The text says that it never holds, as in "no process ever wins".
func (p Property) TriggeredBy(trigger Shape, never string) Property {
	if trigger.Step != nil || trigger.Watch != nil || !trigger.looksAtProcesses() {
		p.misfit = errors.New("a trigger has some of the parts Each, Both, Some and Counted of a shape, and no other")
	}
	p.triggers, p.triggerShape, p.untriggered = trigger.holds, &trigger, never
	return p
}

// mayBeTriggered reports whether the form is for [Property.TriggeredBy].
func (f Form) mayBeTriggered() bool { return f.exists() && forms[f].triggered }

// HasTrigger reports whether the property has a trigger of [Property.TriggeredBy].
func (p Property) HasTrigger() bool { return p.triggers != nil && p.Form.mayBeTriggered() }

// IsTriggeredIn reports whether the trigger of [Property.TriggeredBy] holds in v, and counts
// there.
func (p Property) IsTriggeredIn(v model.View) bool {
	return p.HasTrigger() && (p.Form != AtEnd || v.Terminal) && p.triggers(v, nil)
}

// Untriggered says in words that the trigger of [Property.TriggeredBy] never holds, "" if
// there is none.
func (p Property) Untriggered() string { return p.untriggered }
