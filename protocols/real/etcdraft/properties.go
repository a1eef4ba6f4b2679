package etcdraft

import (
	"slices"
	"strings"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// Properties returns the promises of figure 3 of Ongaro and Ousterhout 2014, that
// reads are linearizable, that configurations change one at a time, and that the
// progress which a leader keeps of its followers is in order.
func (c *Cluster) Properties() []properties.Property {
	return []properties.Property{properties.UniquenessEver(), c.AppendOnly(), c.LogMatching(), c.LeaderCompleteness(), c.StateMachineSafety(),
		c.LinearizableReads(), c.OneChange(), c.Progress()}
}

// AppendOnly is Leader Append-Only.
func (c *Cluster) AppendOnly() properties.Property {
	return properties.NewAlwaysStep("leader-append-only", "A leader never overwrites or deletes entries of its log.",
		properties.Shape{Step: func(before, after model.Status) bool {
			return !leadsOn(before, after) || SeenOf(before).Log.Starts(SeenOf(after).Log)
		}})
}

// leadsOn reports whether a server leads before and after an event, in one term.
func leadsOn(before, after model.Status) bool {
	return before.Role == model.Won && after.Role == model.Won && before.Term == after.Term
}

// LogMatching says that two logs with an entry of the same index and term are
// the same up to that index.
func (c *Cluster) LogMatching() properties.Property {
	return both("log-matching", "Logs with an entry of the same index and term are the same up to there.",
		func(s, t model.Status) bool { return match(SeenOf(s).Log, SeenOf(t).Log) })
}

func match(l, m Log) bool {
	if l.Starts(m) || m.Starts(l) {
		return true
	}
	a, b := l.entries(), m.entries()
	for i := min(len(a), len(b)) - 1; i >= 0; i-- {
		if x, _, _ := strings.Cut(a[i], ":"); strings.HasPrefix(b[i], x+":") {
			return slices.Equal(a[:i+1], b[:i+1])
		}
	}
	return true
}

// LeaderCompleteness says that a leader has all entries that a server whose
// term is not greater has applied.
func (c *Cluster) LeaderCompleteness() properties.Property {
	return both("leader-completeness", "A leader's log has all that servers of its term and below have applied.",
		func(s, t model.Status) bool {
			return s.Role != model.Won || s.Term < t.Term || SeenOf(t).Applied.Starts(SeenOf(s).Log)
		})
}

func both(name, statement string, holds func(s, t model.Status) bool) properties.Property {
	return properties.NewAlways(name, statement, properties.Shape{
		Both: func(_ *model.Network, _ int, s model.Status, _ int, t model.Status) bool { return holds(s, t) }})
}

// watched is the property of a monitor that starts in a state and ends in wrong
// when it has seen a violation.
func watched[S comparable](name, statement string, start, wrong S, next func(S, properties.Observation) S) properties.Property {
	return properties.NewAlways(name, statement, properties.Watch(
		func(model.View) S { return start },
		func(state S, o properties.Observation) S {
			if state == wrong {
				return wrong
			}
			return next(state, o)
		},
		func(state S) bool { return state != wrong }))
}

// StateMachineSafety says that servers apply the same entries, ever: entries applied before a crash count.
func (c *Cluster) StateMachineSafety() properties.Property {
	const wrong = Log("wrong") // it is no log
	return watched("state-machine-safety", "Servers apply the same entry at the same index, ever.", "", wrong, func(longest Log, o properties.Observation) Log {
		applied := SeenOf(o.After).Applied
		switch {
		case applied.Starts(longest):
			return longest
		case longest.Starts(applied):
			return applied
		}
		return wrong
	})
}

// OneChange says that a leader appends no change of the configuration while
// another in its log is not applied.
func (c *Cluster) OneChange() properties.Property {
	return properties.NewAlwaysStep("one-change", "A leader appends a change of the configuration only if it has applied those before.",
		properties.Shape{Step: func(before, after model.Status) bool {
			if !leadsOn(before, after) {
				return true
			}
			was, is := SeenOf(before), SeenOf(after)
			open := changes(was.Log) - changes(was.Applied)
			added := changes(is.Log) - changes(was.Log)
			applied := changes(is.Applied) - changes(was.Applied)
			return added <= max(0, 1-open+applied)
		}})
}

// changes counts the changes of the configuration in a log.
func changes(l Log) int { return strings.Count(string(l), "=") }

// Progress says that a leader takes the next entry for a follower from behind
// those that match.
func (c *Cluster) Progress() properties.Property {
	return properties.NewAlways("progress", "For every follower, a leader has Match < Next.",
		properties.Shape{Each: func(_ *model.Network, _ int, s model.Status) bool { return !SeenOf(s).Behind }})
}
