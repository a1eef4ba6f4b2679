package confluent

import (
	"slices"

	"github.com/interrex/interrex/model"
)

// Condition is a set of conditions that tests leave out of confluence.
type Condition = condition

// Without returns d without a condition, for a test that the condition is needed.
func (d *Deliveries) Without(c Condition) *Deliveries { d.without = c; return d }

// Beside leaves out the condition of Without only for events of these kinds; nil: for all.
func (d *Deliveries) Beside(kinds []model.Kind) *Deliveries { d.beside = kinds; return d }

// Considering returns d with another bound on the local states considered.
func (d *Deliveries) Considering(states int) *Deliveries { d.within.Considered = states; return d }

// Overtake returns the configuration after step y from c, with the messages received that
// overtake others, and reports whether all do that were sent.
func (d *Deliveries) Overtake(s *model.System, c model.Configuration, y model.Successor, passed func(Delivery, model.Configuration, model.Successor)) (after model.Configuration, all bool) {
	after, _ = d.overtake(s, c, y, passed)
	return after, d.allOvertake(s, c, y) || !d.requires(inboxSilent)
}

// DeliveriesOf returns the images of a delivery under renamings, and HeadsOf those of a list of heads.
func (d *Deliveries) DeliveriesOf(x Delivery) []Delivery    { return d.deliveriesOf(x) }
func (d *Deliveries) HeadsOf(heads []Delivery) [][]Delivery { return d.headsOf(heads) }

// DueOn returns the clocks of the suspicions of the processes behind ports, which may run out.
func DueOn(ports ...model.Port) Due { return Due{ports: model.Ports(ports...)} }

// Conditions returns each condition with its name.
func Conditions() map[string]Condition {
	return map[string]Condition{
		"sameSends": sameSends, "sameLocal": sameLocal, "whileWaiting": whileWaiting | reliedWaits, "spontaneous": spontaneous,
		"stillReady": stillReady, "backward": backward, "reliedIsMet": reliedIsMet,
		"oneOutcome": oneOutcome, "wellFormed": wellFormed, "seen": seen, "seenWaiting": seenWaiting, "seenSteps": seenSteps, "rivalHeard": rivalHeard, "crashHeard": crashHeard, "strikeHeard": strikeHeard,
		"inboxSilent": inboxSilent, "setNoop": setNoop, "crashSilent": crashSilent, "crashKept": crashKept, "crashWithin": crashWithin,
		"restartSilent": restartSilent, "lossNoop": lossNoop, "dupNoop": dupNoop, "cutSilent": cutSilent, "idleReceiver": idleReceiver,
		"earlySilent": earlySilent, "earlyClocks": earlyClocks, "crashClocks": crashClocks, "crashDue": crashDue, "sameClocks": sameClocks,
		"notDeferred": notDeferred, "rivalDeferred": rivalDeferred,
		"met": met, "metFilled": metFilled, "closedChannels": closedChannels, "closedWhole": closedWhole, "closedFaults": closedFaults, "closedSeen": closedSeen,
		"closedWellFormed": closedWellFormed, "closedIdle": closedIdle, "inboxApart": inboxApart, "overtakesIdle": overtakesIdle, "overtakesRivals": overtakesRivals, "overtakesReady": overtakesReady, "overtakesOthers": overtakesOthers,
		"closedInbox": closedInbox, "closedUrgent": closedUrgent, "fatesLoss": fatesLoss, "fatesDup": fatesDup, "fatesInbox": fatesInbox,
	}
}

// HasOvertaken reports whether a search relies on it that some message overtakes others.
func (d *Deliveries) HasOvertaken() bool {
	return slices.ContainsFunc(d.processes, func(p process) bool {
		for x := range p.relied {
			if x.overtakes {
				return true
			}
		}
		return false
	})
}
