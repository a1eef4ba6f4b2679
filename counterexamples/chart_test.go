package counterexamples_test

import (
	"fmt"
	"testing"

	"github.com/interrex/interrex/counterexamples"
	"github.com/interrex/interrex/model"
)

// example is an execution with a name.
type example struct {
	name, reason string
	instance     counterexamples.Instance
	property     string
	fairness     model.Fairness
	x            model.Execution
}

func examples(t *testing.T) []example {
	i := instances()
	return []example{
		{"election", "the usual course of things", i[0], "leader-reachable", model.Weak, walk(t, i[0], []string{"wake p0", "wake p2", "receive p1:1 TOKEN(3)", "receive p0:1 TOKEN(2)", "receive p2:1 TOKEN(3)", "receive p0:1 TOKEN(3)"})},
		{"faults", "", i[1], "leader-reachable", model.Weak, walk(t, i[1], []string{
			"wake p0", "wake p1", "wake p2", "receive p1:1 TOKEN(3)", "duplicate p2:1 TOKEN(1)", "lose p0:1 TOKEN(2)",
			"crash p0 during receive:1 TOKEN(1) after 0", "receive p2:1 TOKEN(1)", "cut p1 p2", "restart p0"})},
		{"graph", "", i[2], "leader-reachable", model.Weak, walk(t, i[2], []string{"wake p1", "wake p2"})},
		{"lasso", "", i[3], "decided", model.Weak, walk(t, i[3], []string{"wake p2", "wake p0", "receive p1:1 TOKEN(3)"},
			"receive p0:1 TOKEN(2)", "receive p2:1 TOKEN(3)", "receive p1:1 TOKEN(2)", "receive p0:1 TOKEN(3)", "receive p2:1 TOKEN(2)", "receive p1:1 TOKEN(3)")},
		{"all", "", i[4], "decided", model.Weak, walk(t, i[4], []string{"receive p1:1 TOKEN(3)"})},
		{"coin", "", i[5], "uniqueness", model.Weak, walk(t, i[5], []string{"wake p0 choose 0,1", "wake p1 choose 1,2", "receive p0:0 TOKEN(3)", "receive p1:1 TOKEN(2)"})},
		{"rounds", "", i[6], "decided", model.Weak, walk(t, i[6], []string{"round wake p1 p3", "round", "round wake p2", "crash p2 during round after 0"})},
	}
}

func TestShow(t *testing.T) {
	for _, e := range examples(t) {
		fmt.Println(e.name)
		fmt.Println(counterexamples.Chart(e.x))
	}
}
