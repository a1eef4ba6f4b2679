package singh_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/interrex/interrex/checker/checkertest"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/singh"
)

// TestReceptionsOneAfterAnother holds the words of docs/experiments.md on figures 2 and 3
// of the document, if a message takes no time to travel and a process 0.1 s to receive
// it, one after another.
func TestReceptionsOneAfterAnother(t *testing.T) {
	seconds := map[int]float64{}
	largest := 16
	if checkertest.Long() {
		largest = 100
	}
	for n := 2; n <= largest; n++ {
		for seed := range 10 {
			seconds[n] += 0.1 * float64(serial(t, n, uint64(seed))) / 10
		}
	}
	for n, want := range map[int]string{4: "0.80", 16: "1.95", 32: "2.80", 64: "3.71", 100: "7.40"} {
		if got := fmt.Sprintf("%.2f", seconds[n]); n <= largest && got != want {
			t.Errorf("n = %d takes %s s, want %s", n, got, want)
		}
	}
	if largest == 100 {
		a, b := logarithm(seconds)
		if got, want := fmt.Sprintf("%.2f log2 n %+.1f", a, b), "1.48 log2 n -3.2"; got != want {
			t.Errorf("fit %s, want %s", got, want)
		}
	}
}

// An arrival is a message on its way into the queue of a process, or its wake-up.
type arrival struct {
	to int
	in model.Input[any]
}

// serial returns the time, in receptions, of an election of n processes of which each
// starts with probability 0.8.
func serial(t *testing.T, n int, seed uint64) int {
	t.Helper()
	random := rand.New(rand.NewPCG(uint64(n), seed))
	net := model.Network{Topology: model.Complete, N: n}
	for _, p := range random.Perm(n) {
		net.IDs = append(net.IDs, model.ID(p+1))
	}
	s, err := model.New(singh.Algorithm{Fixes: fixed}, net)
	if err != nil {
		t.Fatal(err)
	}
	locals, queues := slices.Clone(s.Initial().Locals), make([][]model.Input[any], n)
	step := func(to int, in model.Input[any]) []arrival {
		o := s.Semantics().Step(to, locals[to], in)[0]
		locals[to] = o.Next
		var sent []arrival
		for _, send := range o.Sends {
			q := (to + int(send.Port)) % n // port d leads to distance d
			sent = append(sent, arrival{q, model.Input[any]{Kind: model.Receive, Port: model.Port(n - int(send.Port)), Msg: send.Msg}})
		}
		return sent
	}
	var sent []arrival
	first := random.IntN(n)
	for p := range n {
		if random.Float64() < 0.8 || p == first {
			sent = append(sent, step(p, model.Input[any]{Kind: model.Wake})...)
		}
	}
	for time := 0; ; time++ {
		for _, a := range sent {
			queues[a.to] = append(queues[a.to], a.in)
		}
		sent = nil
		busy := false
		for p := range n {
			if len(queues[p]) > 0 {
				in := queues[p][0]
				queues[p], busy = queues[p][1:], true
				sent = append(sent, step(p, in)...)
			}
		}
		if !busy {
			return time
		}
	}
}

// logarithm fits a log2 n + b by least squares.
func logarithm(at map[int]float64) (a, b float64) {
	var x, y, xx, xy float64
	for n, v := range at {
		l := math.Log2(float64(n))
		x, y, xx, xy = x+l, y+v, xx+l*l, xy+l*v
	}
	k := float64(len(at))
	a = (k*xy - x*y) / (k*xx - x*x)
	return a, (y - a*x) / k
}
