// Package interrextest checks a protocol from a test: by an exhaustive search and, if
// that exceeds its budget, by random schedules.
//
//	func TestElection(t *testing.T) {
//		s, err := model.New(Election{}, model.Network{Topology: model.Ring, N: 4, IDs: ids})
//		if err != nil {
//			t.Fatal(err)
//		}
//		interrextest.Check(t, s, properties.Uniqueness(), properties.Decided())
//	}
//
// A property that is violated fails the test with one line and the ASCII chart of a
// minimal execution. The execution is stored in testdata/interrex/<test>. The next
// run of the test replays it first; as long as it shows the violation, that property
// is not searched. [Replay] replays and draws one file.
//
// # The meaning of a pass
//
// A test passes if every property holds in every execution. If no complete search
// decides a property, the test fails and says how far it came, unless [Config] says
// that random schedules are enough. pgregory.net/rapid draws them, so its flags apply
// (-rapid.checks to a round, -rapid.seed). They try some executions. Each has a random
// beginning and a fair end, which takes every obligatory event again and again.
// Liveness is judged if that end comes to rest, or comes back to a configuration,
// within a bound; the log says how many schedules do.
//
// A property that nothing could have refuted is vacuous, and fails the test unless
// [Config] allows it. So does a system in which nothing can ever happen. Every test judges that steps are well-formed; if one is not,
// no other property passes.
//
// # Expected violations
//
// [Expect] is for tests that must find a violation, or known counts:
//
//	interrextest.Expect(t, s, interrextest.Violated(properties.Known()).In(6), interrextest.Configurations(21))
package interrextest
