package catalogue

import "github.com/interrex/interrex/model"

// A boundedTime makes the claims about an algorithm whose entry has timing timely, which
// is an idealisation, under timing bounded too: its timers are merely longer than a
// message and its answer.
type boundedTime struct {
	plain, faulty, restarting reach   // without faults, with faults, and if processes may restart
	fails                     []Claim // properties that hold under timely and fail here, each at one n
}

// A reach is how far claims go: Claim.To and Claim.Large.
type reach struct{ to, large int }

// of returns how far the claims go under these faults.
func (b boundedTime) of(f model.Faults) reach {
	switch {
	case f.Restart > 0:
		return b.restarting
	case f != model.Faults{}:
		return b.faulty
	}
	return b.plain
}

// and returns the claims, and those under timing bounded: of the corrected algorithm
// with the first option of each reading, in all orders, with all faults.
func (b boundedTime) and(claims []Claim) []Claim {
	list := append(make([]Claim, 0, 2*len(claims)), claims...)
	for _, c := range claims {
		most := b.of(c.Faults)
		to := min(c.To, most.to)
		isOther := c.Variant != "" || c.Readings != "" || c.Layout.Name != "" || c.IDs != nil || c.Async || c.Timing != model.Async
		if isOther || c.From > to {
			continue
		}
		if to < c.To {
			c.To, c.Ends = to, ""
		}
		c.Timing, c.Fairness, c.Large = model.Bounded, model.Weak, most.large
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
		f.Timing, f.Fairness, f.Fails, f.To, f.Large = model.Bounded, model.Weak, true, f.From, c.Large
		if c.To = f.From - 1; c.From > c.To {
			return []Claim{f}
		}
		return []Claim{c, f}
	}
	return []Claim{c}
}
