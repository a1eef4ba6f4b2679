package validate_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"github.com/interrex/interrex/checker/validate"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/catalogue"
	"github.com/interrex/interrex/protocols/errata"
)

// A runner is a process of LeLann, Chang and Roberts that runs in a goroutine of
// its own, and shares no code with the catalogue's.
type runner struct {
	process, id int
	in, next    chan string
	pending     *sync.WaitGroup // wake-ups and messages that nobody has reacted to
	defect      string
	log         bytes.Buffer
	status      validate.Status
}

// run wakes, and reacts until it has terminated or nothing comes any more.
func (r *runner) run(over <-chan struct{}) {
	r.status = validate.Status{Role: "undecided", Leader: new(model.NoID), Halted: new(false)}
	r.did("wake", "", fmt.Sprintf("ELECT(%d)", r.id))
	for {
		select {
		case <-over:
			return
		case message := <-r.in:
			sends := r.react(message)
			r.did("receive", message, sends...)
		}
	}
}

func (r *runner) react(message string) []string {
	var id int
	kind, number, _ := strings.Cut(message, "(")
	if _, err := fmt.Sscan(strings.TrimSuffix(number, ")"), &id); err != nil {
		panic(err)
	}
	switch {
	case kind == "ELECT" && id < r.id || kind == "TERM" && id == r.id:
		return nil
	case kind == "ELECT" && id > r.id:
		r.status.Role = "lost"
		if r.defect == "swallows" {
			return nil
		}
		return []string{message}
	case kind == "ELECT":
		r.status.Role, r.status.Leader, r.status.Halted = "won", new(model.ID(id)), new(true)
		return []string{fmt.Sprintf("TERM(%d)", id)}
	}
	r.status.Leader, r.status.Halted = new(model.ID(id)), new(true)
	if r.defect == "sends twice" {
		return []string{message, message}
	}
	return []string{message}
}

// did writes the line of an input, and sends.
func (r *runner) did(event, message string, sends ...string) {
	l := validate.Line{Process: r.process, Event: event, Message: message, Sends: []validate.Send{}, Status: &r.status}
	for _, text := range sends {
		l.Sends = append(l.Sends, validate.Send{Port: new(0), Message: text})
	}
	fmt.Fprintln(&r.log, l)
	r.pending.Add(len(sends))
	for _, text := range sends {
		r.next <- text
	}
	r.pending.Done()
}

// TestRunning runs a ring in goroutines, each with a log of its own, and asks the
// algorithm of the catalogue whether it could have written them.
func TestRunning(t *testing.T) {
	const n = 5
	e, err := catalogue.ByName("lcr")
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 3))
	for _, c := range []struct{ defect, says, reason string }{
		{"", "valid: an execution of ", "another implementation of the same algorithm"},
		{"sends twice", "    - sends[1] :0 TERM(5)\n", "what terminates the ring goes round twice"},
		{"swallows", "    + sends[0] :0 ELECT(", "a greater identity is not passed on"},
	} {
		net := e.Network(n)
		links, runners := make([]chan string, n), make([]*runner, n)
		for p, i := range random.Perm(n) {
			net.IDs = append(net.IDs, model.ID(i+1))
			links[p] = make(chan string, 100)
		}
		var pending, running sync.WaitGroup
		over := make(chan struct{})
		for p := range runners {
			runners[p] = &runner{process: p, id: int(net.IDs[p]), in: links[p], next: links[(p+1)%n], pending: &pending}
		}
		faulty := runners[2]
		if faulty.id == n { // which passes nothing on
			faulty = runners[3]
		}
		faulty.defect = c.defect
		pending.Add(n)
		for _, r := range runners {
			running.Go(func() { r.run(over) })
		}
		pending.Wait()
		close(over)
		running.Wait()
		var lines []validate.Line
		for p, r := range runners {
			more, err := validate.Read(fmt.Sprintf("p%d.log", p), &r.log)
			if err != nil {
				t.Fatal(err)
			}
			lines = append(lines, more...)
		}
		s, err := e.New(catalogue.Variant{Fixes: errata.Corrected}, net)
		if err != nil {
			t.Fatal(err)
		}
		r, err := validate.Log(context.Background(), s, lines, validate.Options{})
		if err != nil || !strings.Contains(r.Text(), c.says) || (r.Verdict == validate.Valid) != (c.defect == "") {
			t.Errorf("%q (%s), ids %v: %v, want %q\n%s", c.defect, c.reason, net.IDs, err, c.says, r.Text())
		}
	}
}
