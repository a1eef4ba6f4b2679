package cluster_test

import (
	"iter"
	"slices"
	"testing"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/cmd/interrexd/internal/algorithm"
	"github.com/interrex/interrex/model"
)

// messagesOfAFA returns the least and the greatest number of messages of an arrangement. The
// identity of each process that starts by itself travels to the right up to the next lesser one,
// the least around the whole ring, and so does the termination message. Nobody else need start
// by itself (docs/quantities.md: 2n).
func messagesOfAFA(ids []model.ID) (least, greatest int) {
	n := len(ids)
	for p, id := range ids {
		hops := 1
		for hops < n && ids[(p+n-hops)%n] > id {
			hops++
		}
		greatest += hops
	}
	return 2 * n, greatest + n
}

// TestMessagesOfAFA compares the formula with the exact extremes of all arrangements of small
// rings.
func TestMessagesOfAFA(t *testing.T) {
	const most = 6
	choice := algorithm.Choice{Algorithm: "afa", Variant: "corrected"}
	for n := 2; n <= most; n++ {
		for ids := range arrangements(n) {
			net, err := choice.Network(ids)
			if err != nil {
				t.Fatal(err)
			}
			system, err := choice.System(net)
			if err != nil {
				t.Fatal(err)
			}
			exact, err := checker.Measure(t.Context(), system, checker.Messages, checker.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if least, greatest := messagesOfAFA(ids); int64(least) != exact.Least || int64(greatest) != exact.Greatest {
				t.Errorf("%v: %d to %d messages, exactly %d to %d", ids, least, greatest, exact.Least, exact.Greatest)
			}
		}
	}
}

// arrangements yields the (n-1)! arrangements of the identities 1..n on a ring: 1 stands first.
func arrangements(n int) iter.Seq[[]model.ID] {
	return func(yield func([]model.ID) bool) {
		ids := []model.ID{1}
		var extend func() bool
		extend = func() bool {
			if len(ids) == n {
				return yield(slices.Clone(ids))
			}
			for id := model.ID(2); id <= model.ID(n); id++ {
				if slices.Contains(ids, id) {
					continue
				}
				ids = append(ids, id)
				if !extend() {
					return false
				}
				ids = ids[:len(ids)-1]
			}
			return true
		}
		extend()
	}
}
