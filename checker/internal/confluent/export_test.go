package confluent

// Condition and Conditions are what tests leave out of confluence.
type Condition = condition

// Without returns d without a condition, for a test of what it is needed for.
func (d *Deliveries) Without(c Condition) *Deliveries { d.without = c; return d }

// Considering returns d with another bound on the local states considered.
func (d *Deliveries) Considering(states int) *Deliveries { d.bound = states; return d }

// Conditions returns each condition with its name.
func Conditions() map[string]Condition {
	return map[string]Condition{
		"sameSends": sameSends, "sameLocal": sameLocal, "whileWaiting": whileWaiting | reliedWaits, "spontaneous": spontaneous,
		"stillReady": stillReady, "backward": backward, "reliedIsMet": reliedIsMet,
		"oneOutcome": oneOutcome, "wellFormed": wellFormed, "seen": seen, "seenWaiting": seenWaiting, "rivalHeard": rivalHeard, "crashHeard": crashHeard,
		"inboxSilent": inboxSilent, "setNoop": setNoop, "crashSilent": crashSilent, "crashKept": crashKept, "crashWithin": crashWithin,
		"restartSilent": restartSilent, "lossNoop": lossNoop, "dupNoop": dupNoop, "cutSilent": cutSilent, "idleReceiver": idleReceiver,
		"earlySilent": earlySilent, "earlyClocks": earlyClocks, "crashClocks": crashClocks, "crashDue": crashDue, "sameClocks": sameClocks,
		"notDeferred": notDeferred, "rivalDeferred": rivalDeferred,
		"closedChannels": closedChannels, "closedWhole": closedWhole, "closedFaults": closedFaults, "closedSeen": closedSeen,
		"closedWellFormed": closedWellFormed, "closedIdle": closedIdle, "closedInbox": closedInbox, "closedUrgent": closedUrgent,
	}
}
