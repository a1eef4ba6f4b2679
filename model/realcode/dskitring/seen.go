package dskitring

import (
	"github.com/grafana/dskit/ring"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// A status has no place for a ring, so its Leader is a number that holds one,
// and its Term the set of the updates that it has been made of.

// entryBits is what an entry takes: whether it is there, the state, the
// timestamp and the tokens.
const (
	stateBits = 3
	timeBits  = 3
	entryBits = 1 + stateBits + timeBits + maxTokens
)

// pack returns a number that is different for different rings.
func pack(d *ring.Desc) model.ID {
	number := int64(0)
	for id := 1; id <= maxMembers; id++ {
		number <<= entryBits
		e, ok := d.Ingesters[name(id)]
		if !ok {
			continue
		}
		if e.Timestamp >= 1<<timeBits || e.State >= 1<<stateBits {
			panic("dskitring: an entry is too great for a status; allow fewer updates")
		}
		entry := int64(1)<<stateBits | int64(e.State)
		entry = entry<<timeBits | e.Timestamp
		entry <<= maxTokens
		for _, token := range e.Tokens {
			if token < 1 || token > maxTokens {
				panic("dskitring: a token is not 1 or 2")
			}
			entry |= 1 << (token - 1)
		}
		number |= entry
	}
	return model.ID(number)
}

// Convergence says what the laws of merging mean for members: it does not matter
// in which order and how often a member has merged updates.
func Convergence() properties.Property {
	return properties.NewAlways("convergence", "Members that have merged the same updates hold the same ring.",
		properties.Shape{Both: func(_ *model.Network, _ int, s model.Status, _ int, t model.Status) bool {
			return s.Term != t.Term || s.Leader == t.Leader
		}})
}
