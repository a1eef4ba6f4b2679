// Package interrextest checks a protocol from a test: exhaustively while that
// fits a budget, and by random schedules beyond.
//
//	func TestElection(t *testing.T) {
//		s, err := model.New(Election{}, model.Network{Topology: model.Ring, N: 40, IDs: ids})
//		if err != nil {
//			t.Fatal(err)
//		}
//		interrextest.Check(t, s, properties.Uniqueness(), properties.Decided())
//	}
//
// A property that is violated fails the test with one line and the ASCII chart
// of a minimal execution, which is stored in testdata/interrex/<test> and
// replayed first the next time: until it no longer shows a violation, nothing
// is searched for that property. The flags of pgregory.net/rapid apply to
// random schedules: -rapid.checks, -rapid.seed, -rapid.v.
//
// # What a pass means
//
// The log says how each property was judged. After an exhaustive search it
// holds in every execution. After random schedules it held in those that were
// tried: each is a random start and then a fair end, in which all that must
// happen happens again and again. Liveness is judged where that end comes to
// rest, or comes back to a configuration, within a bound; the log says how many
// schedules did neither, which say nothing of liveness.
package interrextest
