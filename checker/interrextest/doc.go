// Package interrextest checks a protocol from a test: exhaustively and, where
// that does not end in its budget, by random schedules too.
//
//	func TestElection(t *testing.T) {
//		s, err := model.New(Election{}, model.Network{Topology: model.Ring, N: 4, IDs: ids})
//		if err != nil {
//			t.Fatal(err)
//		}
//		interrextest.Check(t, s, properties.Uniqueness(), properties.Decided())
//	}
//
// A property that is violated fails the test with one line and the ASCII chart
// of a minimal execution, which is stored in testdata/interrex/<test> and
// replayed first the next time: until it no longer shows a violation, nothing
// is searched for that property. [Replay] replays and draws one file.
//
// # What a pass means
//
// A test passes if every property holds in every execution. What no complete
// search decided fails it, with what was tried, unless [Config] says that random
// schedules are enough. pgregory.net/rapid draws them, so its flags apply
// (-rapid.checks to a round, -rapid.seed). They try some executions: each is a random start and
// then a fair end, in which all that must happen happens again and again.
// Liveness is judged where that end comes to rest, or comes back to a
// configuration, within a bound; the log says of how many schedules that is
// true.
//
// A property that nothing could have refuted is vacuous, and fails the test
// unless [Config] expects it. That steps are well-formed is judged in every
// test; where one is not, nothing else passes.
package interrextest
