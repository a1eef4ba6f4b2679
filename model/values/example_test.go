package values_test

import (
	"fmt"

	"github.com/interrex/interrex/model/values"
)

// A state remembers the names that it has heard.
type state struct {
	heard values.Set[string]
	votes values.Map[string, int]
}

func Example() {
	a := state{heard: values.NewSet("carol", "alice")}
	b := state{heard: values.NewSet("alice").With("carol")}
	fmt.Println(a == b)
	b.votes = b.votes.With("alice", b.votes.At("alice")+1)
	fmt.Println(values.LongText(b))
	fmt.Println(values.Check([]string{"alice"}))
	// Output:
	// true
	// state(heard={alice,carol},votes={alice:1})
	// is a slice
}

func ExampleKey() {
	fmt.Println(values.Key([2]any{int8(1), "1"}))
	// Output:
	// .[2]interface {} [.int8 1 .string "1" ]
}
