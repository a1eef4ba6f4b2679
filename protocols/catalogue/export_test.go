package catalogue

// The values that tests of the catalogue hold against measurements.
var (
	ElectionMessages = electionMessages
	Exact            = exact
)

// RaftClock is raftClock, for tests.
var RaftClock = raftClock
