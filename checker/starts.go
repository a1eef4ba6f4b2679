package checker

import (
	"context"
	"iter"
	"math/big"
	"time"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// inTurn yields the systems with their options: all of them together have the time of o.
func inTurn(starts []*model.System, o Options) iter.Seq2[*model.System, Options] {
	return func(yield func(*model.System, Options) bool) {
		end := time.Now().Add(o.MaxTime)
		for i, s := range starts {
			left := o
			if i > 0 && o.MaxTime > 0 {
				left.MaxTime = max(time.Until(end), 1)
			}
			if !yield(s, left) {
				return
			}
		}
	}
}

// checkStarts checks a system from each of its initial configurations.
func checkStarts(ctx context.Context, starts []*model.System, o Options) (sum Report, err error) {
	for s, left := range inTurn(starts, o) {
		r, err := checkOne(ctx, s, left)
		if err != nil {
			return Report{}, err
		}
		if s == starts[0] {
			sum = r
		} else {
			sum.add(r)
		}
	}
	if len(starts) > 1 {
		sum.doubt()
	}
	return sum, nil
}

// add adds the report of the search from another start.
func (r *Report) add(other Report) {
	r.Configurations, r.Events = saturated(r.Configurations, other.Configurations), saturated(r.Events, other.Events)
	switch {
	case r.Exact != nil && other.Exact != nil:
		r.Exact = &Exact{new(big.Int).Add(r.Exact.Configurations, other.Exact.Configurations), new(big.Int).Add(r.Exact.Events, other.Exact.Events),
			r.Exact.Final + other.Exact.Final, max(r.Exact.Peak, other.Exact.Peak)}
	default:
		r.Exact = nil // the starts were searched by different engines
	}
	if r.Reduction == NoReduction { // the larger search is the one that is reduced
		r.Reduction = other.Reduction
	}
	if r.Depth = max(r.Depth, other.Depth); other.Depth < 0 {
		r.Depth = -1
	}
	r.Complete = r.Complete && other.Complete
	if r.Stopped == "" || r.Stopped == AllDecided && other.Stopped != "" {
		r.Stopped = other.Stopped
	}
	r.Relaxed = r.Relaxed || other.Relaxed
	r.Symmetry, r.Forgot = max(r.Symmetry, other.Symmetry), r.Forgot || other.Forgot
	r.Steps, r.Bytes, r.Elapsed = r.Steps+other.Steps, max(r.Bytes, other.Bytes), r.Elapsed+other.Elapsed
	for i, v := range other.Verdicts {
		if i == len(r.Verdicts) { // nobody asked whether steps are well-formed
			r.Verdicts = append(r.Verdicts, v)
			continue
		}
		r.Verdicts[i].join(v)
	}
}

// saturated returns a+b, at most the greatest int64.
func saturated(a, b int64) int64 {
	if sum := a + b; sum >= a {
		return sum
	}
	return 1<<63 - 1
}

// join makes v the verdict of two starts together; w is that of the other.
func (v *Verdict) join(w Verdict) {
	shown := Violated
	if v.Property.Form == properties.Reachable {
		shown = Holds
	}
	unknown := v.Result == Unknown || w.Result == Unknown
	switch {
	case v.Result == shown && w.Result == shown:
		if simpler(*w.Execution, *v.Execution) {
			*v = w
		}
	case w.Result == shown, v.Result != shown && w.Result == Unknown, v.Result == Vacuous && w.Result == Holds:
		*v = w
	}
	if v.Result == shown && unknown && v.Minimal == Least { // the other start may have a shorter one
		v.Minimal = OneMinimal
	}
}

// simpler reports whether x is shown rather than y: a finite execution rather than a
// loop, and else the shorter one.
func simpler(x, y model.Execution) bool {
	if x.Loops() != y.Loops() {
		return y.Loops()
	}
	return len(x.Steps) < len(y.Steps)
}

// doubt makes properties unknown that a step that is not well-formed, from some start,
// leaves unknown.
func (r *Report) doubt() {
	for _, own := range r.Verdicts {
		if !own.Property.IsWellFormed() || own.Result != Violated {
			continue
		}
		for i := range r.Verdicts {
			if v := &r.Verdicts[i]; v.Result != Violated || v.Property.Form == properties.Reachable {
				v.Result, v.Execution, v.Note = Unknown, nil, own.Note
			}
		}
		return
	}
}

// measureStarts measures a system from each of its initial configurations.
func measureStarts(ctx context.Context, starts []*model.System, q Quantity, o Options) (sum Extremes, err error) {
	for s, left := range inTurn(starts, o) {
		x, err := measureOne(ctx, s, q, left)
		switch {
		case err != nil:
			return Extremes{}, err
		case s == starts[0]:
			sum = x
		case !sum.Finite || !x.Finite:
			sum = Extremes{}
		default:
			if x.Least < sum.Least {
				sum.Least, sum.LeastBy = x.Least, x.LeastBy
			}
			if x.Greatest > sum.Greatest {
				sum.Greatest, sum.GreatestBy = x.Greatest, x.GreatestBy
			}
		}
	}
	return sum, nil
}
