package grpclease_test

import (
	"errors"
	"net"
	"testing"
	"time"

	"golang.org/x/net/nettest"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/goroutines"
)

var errDone = errors.New("done")

// TestConn runs the conformance tests of connections, golang.org/x/net/nettest, in a walk in
// which messages overtake others and are duplicated.
func TestConn(t *testing.T) {
	const dials, listens = 0, 1
	var l net.Listener
	done := false
	code := goroutines.Code{Name: "conformance", Needs: model.Needs{Knowledge: model.KnowLabel}, Start: func(e *goroutines.Endpoint) goroutines.Process {
		if e.Label() == listens {
			l = e.Listen()
			return goroutines.Process{}
		}
		go func() {
			defer func() { done = true }()
			nettest.TestConn(t, func() (c1, c2 net.Conn, stop func(), err error) {
				if c1, err = e.Dial(e.Context(), 0); err != nil {
					return nil, nil, nil, err
				}
				c2, err = l.Accept()
				return c1, c2, func() { _, _ = c1.Close(), c2.Close() }, err
			})
		}()
		return goroutines.Process{}
	}}
	a, err := goroutines.New(code)
	if err != nil {
		t.Fatal(err)
	}
	events := 0
	_, err = a.Walk(goroutines.Walk{
		Network: model.Network{Topology: model.Star, N: 2, Labels: []int{dials, listens}, Order: model.Bag, Faults: model.Faults{Dup: 255}},
		Events:  1 << 20, Step: time.Millisecond,
		Pick: func(possible []string) int { // the last event; the listener wakes first
			if events++; len(possible) == 0 || events%10 == 0 {
				return -1
			}
			return len(possible) - 1
		},
		See: func(goroutines.Moment) error {
			if done {
				return errDone
			}
			return nil
		}})
	if !errors.Is(err, errDone) {
		t.Errorf("the walk ends with %v", err)
	}
}
