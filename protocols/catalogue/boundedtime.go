package catalogue

import (
	"slices"

	"github.com/interrex/interrex/model"
)

// A boundedTime makes the claims about an algorithm whose entry has timing timely, which
// is an idealisation, under timing bounded too: its timers are merely longer than a
// message and its answer.
type boundedTime struct {
	to        int     // the greatest n
	restartTo int     // the greatest n if processes may restart
	fails     []Claim // what holds under timely and fails here, each at one n
}

// and returns the claims, and those under timing bounded: of the corrected algorithm
// with the first option of each reading, in all orders, with all faults.
func (b boundedTime) and(claims []Claim) []Claim {
	list := slices.Clone(claims)
	for _, c := range claims {
		to := min(c.To, b.to)
		if c.Faults.Restart > 0 {
			to = min(to, b.restartTo)
		}
		isOther := c.Variant != "" || c.Readings != "" || c.Layout.Name != "" || c.IDs != nil || c.Async || c.Timing != model.Async
		if isOther || c.From > to {
			continue
		}
		if to < c.To {
			c.To, c.Ends = to, ""
		}
		c.Timing, c.Fairness, c.Large = model.Bounded, model.Weak, 0
		list = append(list, b.parts(c)...)
	}
	return list
}

// parts returns claim c, up to where it fails.
func (b boundedTime) parts(c Claim) []Claim {
	for _, f := range b.fails {
		if f.Property != c.Property || f.Faults != c.Faults || f.Order != c.Order || f.From < c.From || f.From > c.To {
			continue
		}
		f.Timing, f.Fairness, f.Fails, f.To = model.Bounded, model.Weak, true, f.From
		if c.To = f.From - 1; c.From > c.To {
			return []Claim{f}
		}
		return []Claim{c, f}
	}
	return []Claim{c}
}
