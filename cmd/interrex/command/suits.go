package command

import (
	"errors"
	"fmt"
	"io"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/protocols/claims"
)

// hasSize reports that the network that e returns for n processes has another number.
func hasSize(e claims.Entry, net model.Network, n int) error {
	if net.N != n {
		return fmt.Errorf("%s: its network for n = %d has n = %d; allowed: the n that Network is called with", e.Name, n, net.N)
	}
	return nil
}

// An unsuitedError says that a protocol does not suit a network.
type unsuitedError struct{ error }

func (e *unsuitedError) Unwrap() error { return e.error }

// suiting returns the groups that suit the request. The others are left out, each with a line
// that says why, if the request may do so.
func (q *request) suiting(groups []*group, stderr io.Writer) ([]*group, error) {
	if !q.known.own || len(q.algorithms) > 0 {
		return groups, nil
	}
	var list []*group
	var reasons []error
	for _, g := range groups {
		if why := q.unsuited(g); why != nil && q.mayLeaveOut(why) {
			reasons = append(reasons, why)
			continue
		}
		list = append(list, g)
	}
	return list, leaveOut(reasons, len(list), stderr)
}

// mayLeaveOut reports whether an error leaves out a protocol: one of one's own that does not
// suit a network, and was not asked for by name.
func (q *request) mayLeaveOut(err error) bool {
	unsuited := (*unsuitedError)(nil)
	return q.known.own && len(q.algorithms) == 0 && errors.As(err, &unsuited)
}

// leaveOut writes why protocols are left out. It returns the first reason if nothing is left.
func leaveOut(reasons []error, left int, stderr io.Writer) error {
	if left == 0 && len(reasons) > 0 {
		return reasons[0]
	}
	for _, why := range reasons {
		fmt.Fprintf(stderr, "interrex: left out: %v\n", why)
	}
	return nil
}

// unsuited returns why an algorithm does not suit some network of a group, nil if it suits all.
func (q *request) unsuited(g *group) error {
	for _, r := range g.rows {
		for n := r.sizes.from; n <= r.sizes.to; n++ {
			if _, _, err := q.arrangements(g, g.network(n)); err != nil {
				return err
			}
		}
	}
	return nil
}
