package isomorphism

// condition is a set of conditions of an isomorphism. All of them are always required, except by
// tests that show that a comparison is wrong without one.
type condition uint32

const (
	sameNetwork   condition = 1 << iota // the networks differ in identities at most
	sameLinks                           // each port leads to the same process
	wellFormed                          // all steps are well-formed, and return
	sameStarts                          // the systems begin in the same way
	sameReady                           // a local state reacts to the same
	sameDurations                       // timing bounded: its timers run as long
	sameLocals                          // a local state of a process is mapped to one
	loneLocals                          // no other is mapped to that
	sameMessages                        // a message on a link is mapped to one
	loneMessages                        // no other is mapped to that
	sameOutcomes                        // a step has as many outcomes, chosen in the same way
	sameSends                           // it sends over the same ports, in the same order
	sameResets                          // it starts the same timers anew
	sameDeferrals                       // the same messages are deferred
	sameRestarts                        // a process restarts in the same local state
	sameStatuses                        // a status of a process is mapped to one
	sameBounds                          // a bound of the instance keeps the same processes from going on
	sameAnswers                         // predicates and triggers say the same
	sameMonitors                        // a state of a monitor is mapped to one
	loneMonitors                        // no other is mapped to that
)

// requires reports whether a condition is required.
func (r *Record) requires(c condition) bool { return r.without&c == 0 }
