package etcdraft

import (
	"slices"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// Liveness returns what fair executions come to and keep to if timeouts are longer
// than delays, as far as majorities are up. They need heartbeats without end
// (Config.Beats) and patient servers. Where a bound of the Config keeps a server
// from going on, none of them is refuted. Links that are cut are not seen.
func (c *Cluster) Liveness() []properties.Property {
	return []properties.Property{c.Leads(), c.Applies(), c.LeavesJoint()}
}

// Leads says that every fair execution ends with a leader, if a majority is up of
// each configuration that a live server uses. The first leader is not enough: it
// may crash.
func (c *Cluster) Leads() properties.Property {
	return properties.NewStabilises("leads", "Every fair execution ends with a leader, if majorities are up.", func(v model.View) bool {
		if _, leads := leader(v); leads {
			return true
		}
		for _, s := range v.Status {
			if s.Live() && !majority(v, membersOf(SeenOf(s).Members)) {
				return true
			}
		}
		return false
	})
}

// Applies says that every fair execution that ends with a leader whose majority is
// up ends with each live member of its configuration having applied its log. If
// clients propose to it, that has a proposal.
func (c *Cluster) Applies() properties.Property {
	return ends("applies", "Every fair execution that ends with a leader and its majority ends with its live members having applied its log, with a proposal in it.",
		func(leader, s model.Status) bool {
			log := SeenOf(leader).Log
			wanted := c.config.proposes(int(leader.Leader)) && membersOf(SeenOf(leader).Members).has(uint64(leader.Leader))
			return SeenOf(s).Applied == log && (log.proposed() || !wanted)
		})
}

// LeavesJoint says that every fair execution that ends with a leader whose majority
// is up ends with no live member of its configuration in a joint one.
func (c *Cluster) LeavesJoint() properties.Property {
	return ends("joint-left", "Every fair execution that ends with a leader and its majority ends with none of its live members in a joint configuration.",
		func(_, s model.Status) bool { return len(membersOf(SeenOf(s).Members).Outgoing) == 0 })
}

// ends is the property of each live member of the leader's configuration in the
// end, if there is a leader and a majority is up.
func ends(name, statement string, holds func(leader, s model.Status) bool) properties.Property {
	return properties.NewStabilises(name, statement, func(v model.View) bool {
		l, leads := leader(v)
		members := membersOf(SeenOf(l).Members)
		if !leads || !majority(v, members) {
			return true
		}
		for p, s := range v.Status {
			if s.Live() && members.has(uint64(v.Network.IDs[p])) && !holds(l, s) {
				return false
			}
		}
		return true
	})
}

// leader returns the status of the live leader of the latest term.
func leader(v model.View) (last model.Status, leads bool) {
	for _, s := range v.Status {
		if s.Live() && s.Role == model.Won && (!leads || s.Term > last.Term) {
			last, leads = s, true
		}
	}
	return last, leads
}

// majority reports whether a majority of a configuration is up, of both its parts
// if it is joint.
func majority(v model.View, m Members) bool {
	return m.quorum(func(id uint64) bool {
		return v.Status[slices.Index(v.Network.IDs, model.ID(id))].Live()
	})
}
