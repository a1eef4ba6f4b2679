package etcdraft

import (
	"strings"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// Properties returns what Figure 3 of Ongaro and Ousterhout 2014 promises, and
// that the progress which a leader keeps of its followers is in order.
func Properties() []properties.Property {
	return []properties.Property{properties.UniquenessEver(), AppendOnly(), LogMatching(), LeaderCompleteness(), StateMachineSafety(), Progress()}
}

// AppendOnly is Leader Append-Only.
func AppendOnly() properties.Property {
	return properties.NewShaped("leader-append-only", "A leader never overwrites or deletes entries of its log.", properties.AlwaysStep,
		properties.Shape{Step: func(before, after model.Status) bool {
			if before.Role != model.Won || after.Role != model.Won || before.Term != after.Term {
				return true
			}
			_, was, _ := Seen(before)
			_, is, _ := Seen(after)
			return strings.HasPrefix(string(is), string(was))
		}})
}

// LogMatching says that two logs with an entry of the same index and term are
// the same up to that index.
func LogMatching() properties.Property {
	return both("log-matching", "Logs with an entry of the same index and term are the same up to there.",
		func(s, t model.Status) bool {
			_, a, _ := Seen(s)
			_, b, _ := Seen(t)
			for i := min(len(a), len(b)) - 1; i >= 0; i-- {
				if a[i]>>2 == b[i]>>2 {
					return a[:i+1] == b[:i+1]
				}
			}
			return true
		})
}

// LeaderCompleteness says that a leader has all entries that a server whose
// term is not greater has applied.
func LeaderCompleteness() properties.Property {
	return both("leader-completeness", "A leader's log has all that servers of its term and below have applied.",
		func(s, t model.Status) bool {
			_, log, _ := Seen(s)
			_, _, applied := Seen(t)
			return s.Role != model.Won || s.Term < t.Term || strings.HasPrefix(string(log), string(applied))
		})
}

func both(name, statement string, holds func(s, t model.Status) bool) properties.Property {
	return properties.NewShaped(name, statement, properties.Always, properties.Shape{
		Both: func(_ *model.Network, _ int, s model.Status, _ int, t model.Status) bool { return holds(s, t) }})
}

// StateMachineSafety says that servers apply the same entries, ever: what was
// applied before a crash counts.
func StateMachineSafety() properties.Property {
	p := properties.NewAlways("state-machine-safety", "Servers apply the same entry at the same index, ever.", func(model.View) bool { return true })
	return p.Watching(properties.Monitor{
		Start: func(model.View) any { return Codes("") },
		Next: func(state any, o properties.Observation) any {
			longest := state.(Codes)
			_, _, applied := Seen(o.After)
			switch {
			case longest == wrong || strings.HasPrefix(string(longest), string(applied)):
				return longest
			case strings.HasPrefix(string(applied), string(longest)):
				return applied
			}
			return Codes(wrong)
		},
	}, func(state any) bool { return state.(Codes) != wrong })
}

// wrong is no log.
const wrong = "wrong"

// Progress says that a leader takes the next entry for a follower from behind
// those that match.
func Progress() properties.Property {
	return properties.NewShaped("progress", "For every follower, a leader has Match < Next.", properties.Always,
		properties.Shape{Each: func(_ *model.Network, _ int, s model.Status) bool { return !s.Aside }})
}
