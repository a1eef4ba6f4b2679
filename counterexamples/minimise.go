package counterexamples

import (
	"slices"

	"github.com/interrex/interrex/model"
)

// Minimise returns a lasso that still fails and from which no single event can be
// dropped. It drops pieces of stem and loop, of decreasing size (ddmin: Zeller and
// Hildebrandt 2002). It then moves events of the same process together, and moves a
// common end of stem and loop into the loop. It is deterministic if fails is. It
// returns a lasso that does not fail unchanged.
func Minimise(l model.Lasso, fails func(model.Lasso) bool) model.Lasso {
	if !fails(l) {
		return l
	}
	l = drop(l, l.Len()/2, fails)
	for {
		next := drop(roll(gather(l, fails), fails), 1, fails)
		if next.Len() == l.Len() {
			next = unroll(next, fails)
		}
		if next.Len() == l.Len() {
			return next
		}
		l = next
	}
}

// unroll looks for a shorter lasso whose stem contains one more lap of the loop. Then
// the loop can do without the events that only its first lap needs.
func unroll(l model.Lasso, fails func(model.Lasso) bool) model.Lasso {
	if len(l.Loop) == 0 {
		return l
	}
	longer := model.Lasso{Stem: slices.Concat(l.Stem, l.Loop), Loop: l.Loop}
	if shorter := drop(longer, 1, fails); shorter.Len() < l.Len() && fails(shorter) {
		return shorter
	}
	return l
}

// drop removes pieces of l as long as it fails: first pieces of the given size, at
// last single events, until no event can be dropped.
func drop(l model.Lasso, size int, fails func(model.Lasso) bool) model.Lasso {
	for size = max(size, 1); ; size = max(size/2, 1) {
		dropped := false
		for at := 0; at < l.Len(); {
			if shorter := without(l, at, at+size); fails(shorter) {
				l, dropped = shorter, true
			} else {
				at += size
			}
		}
		if size == 1 && !dropped {
			return l
		}
	}
}

// without returns l without its events from..to-1, those of the loop numbered
// after those of the stem.
func without(l model.Lasso, from, to int) model.Lasso {
	k := len(l.Stem)
	return model.Lasso{
		Stem: slices.Concat(l.Stem[:min(from, k)], l.Stem[min(to, k):]),
		Loop: slices.Concat(l.Loop[:max(from-k, 0)], l.Loop[min(max(to-k, 0), len(l.Loop)):]),
	}
}

// roll turns u v (w v)^ω into u (v w)^ω.
func roll(l model.Lasso, fails func(model.Lasso) bool) model.Lasso {
	for len(l.Stem) > 0 && len(l.Loop) > 0 {
		last, end := len(l.Stem)-1, len(l.Loop)-1
		if l.Stem[last].Compare(l.Loop[end]) != 0 {
			return l
		}
		rolled := model.Lasso{Stem: l.Stem[:last], Loop: slices.Concat(l.Loop[end:], l.Loop[:end])}
		if !fails(rolled) {
			return l
		}
		l = rolled
	}
	return l
}

// gather joins consecutive events of one process as long as l fails.
func gather(l model.Lasso, fails func(model.Lasso) bool) model.Lasso {
	l.Stem = gatherPart(l.Stem, func(s model.Schedule) bool { return fails(model.Lasso{Stem: s, Loop: l.Loop}) })
	l.Loop = gatherPart(l.Loop, func(s model.Schedule) bool { return fails(model.Lasso{Stem: l.Stem, Loop: s}) })
	return l
}

func gatherPart(s model.Schedule, fails func(model.Schedule) bool) model.Schedule {
	for joined := true; joined; {
		joined = false
		for i := 0; i < len(runs(s)); {
			if longer := join(runs(s), i, fails); longer != nil {
				s, joined = longer, true
			} else {
				i++
			}
		}
	}
	return s
}

// join returns the schedule in which run i of the list is next to a later run of its
// process: one of the two is moved to the other. It returns nil if none fails.
func join(list []model.Schedule, i int, fails func(model.Schedule) bool) model.Schedule {
	a := list[i]
	for j := i + 2; j < len(list); j++ {
		b := list[j]
		if a[0].Process != b[0].Process {
			continue
		}
		head, between, tail := slices.Concat(list[:i]...), slices.Concat(list[i+1:j]...), slices.Concat(list[j+1:]...)
		for _, joined := range []model.Schedule{
			slices.Concat(head, a, b, between, tail),
			slices.Concat(head, between, a, b, tail),
		} {
			if fails(joined) {
				return joined
			}
		}
	}
	return nil
}

// runs splits s where the acting process changes.
func runs(s model.Schedule) []model.Schedule {
	var list []model.Schedule
	for i, e := range s {
		if i == 0 || e.Process != s[i-1].Process {
			list = append(list, nil)
		}
		list[len(list)-1] = append(list[len(list)-1], e)
	}
	return list
}
