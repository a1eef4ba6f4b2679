package isomorphism

// Without returns r without a condition, for a test that the condition is needed.
func (r *Record) Without(condition string) *Record {
	other := *r
	other.without = Conditions()[condition]
	return &other
}

// Conditions returns each condition with its name.
func Conditions() map[string]condition {
	return map[string]condition{
		"sameNetwork": sameNetwork, "sameLinks": sameLinks, "wellFormed": wellFormed, "sameStarts": sameStarts,
		"sameReady": sameReady, "sameDurations": sameDurations, "sameLocals": sameLocals, "loneLocals": loneLocals,
		"sameMessages": sameMessages, "loneMessages": loneMessages, "sameOutcomes": sameOutcomes, "sameSends": sameSends,
		"sameResets": sameResets, "sameDeferrals": sameDeferrals, "sameRestarts": sameRestarts, "sameStatuses": sameStatuses,
		"sameBounds": sameBounds, "sameAnswers": sameAnswers, "sameMonitors": sameMonitors, "loneMonitors": loneMonitors,
	}
}
