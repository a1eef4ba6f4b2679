package counterexamples_test

import (
	"fmt"

	"github.com/interrex/interrex/counterexamples"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// Minimise shortens an execution. Its file can be read and replayed elsewhere.
func Example() {
	i := instances()["election"]
	s, _ := system(i)
	p := properties.LeaderReachable()
	var l model.Lasso
	for _, text := range []string{"wake p2", "wake p0", "receive p1:1 TOKEN(3)", "receive p0:1 TOKEN(2)", "receive p2:1 TOKEN(3)", "receive p0:1 TOKEN(3)"} {
		e, _ := model.ParseEvent(text)
		l.Stem = append(l.Stem, e)
	}
	x, _ := s.Replay(counterexamples.Minimise(l, counterexamples.Fails(s, p, model.Weak)))
	data := counterexamples.Record(i, x, p, model.Weak).Format()

	f, _ := counterexamples.Parse(data)
	_, err := resolver().Replay(f)
	fmt.Printf("%s%s: %v\n", data, f.Title(), err)
	// Output:
	// interrex counterexample v1
	// # p0 wins when it receives TOKEN(3) from p2 (event 4).
	// algorithm: greedy
	// variant: printed
	// topology: unidirectional-ring
	// n: 3
	// ids: 3,1,2
	// order: fifo
	// timing: async
	// wake: any
	// faults: none
	// fairness: weak
	// property: leader-reachable
	// wake p0
	// receive p1:1 TOKEN(3)
	// receive p2:1 TOKEN(3)
	// receive p0:1 TOKEN(3)
	// ----
	//         p0            p1            p2
	//        id=3          id=1          id=2
	//          |             |             |
	//   1      o wake        |             |               p0 candidate
	//   2      |--TOKEN(3)-->|             |               sent in 1; p1 undecided leader=3
	//   3      |             |--TOKEN(3)-->|               sent in 2; p2 undecided leader=3
	//   4  --->#             |             |--TOKEN(3)-->  sent in 3; p0 won leader=3
	//          #             |             |
	//         won        undecided     undecided
	//      leader=3      leader=3      leader=3
	//      terminal: nothing more has to happen
	// greedy, printed, n = 3, ids 3,1,2: leader-reachable: <nil>
}

// LocalStates adds the local states to a chart.
func ExampleLocalStates() {
	s, _ := system(instances()["election"])
	wake, _ := model.ParseEvent("wake p2")
	x, _ := s.Replay(model.Lasso{Stem: model.Schedule{wake}})
	fmt.Print(counterexamples.Chart(x, counterexamples.LocalStates(x)...))
	// Output:
	// p0            p1            p2
	//        id=3          id=1          id=2
	//          |             |             |               p0 = self(Awake=false,Role=undecided,Leader=0,Sent=0); p1 = self(Awake=false,Role=undecided,Leader=0,Sent=0); p2 = self(Awake=false,Role=undecided,Leader=0,Sent=0)
	//   1      |             |             o wake          p2 candidate; p2 = self(Awake=true,Role=candidate,Leader=0,Sent=0)
	//      ...>|             |             |..TOKEN(2)..>  sent in 1; still in flight
	//          |             |             |
	//      undecided     undecided     candidate
}
