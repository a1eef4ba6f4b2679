package checker

import (
	"context"
	"errors"
	"fmt"

	"github.com/interrex/interrex/model"
)

// Peers are the parts of a check that share a search. All of them exchange messages, as often as each other. If a part has ended with an error,
// or is gone, Exchange returns an error in all others.
type Peers interface {
	// Parts returns the number of this part, from 0, and how many parts there are.
	Parts() (this, all int)
	// Exchange sends message i of a list to part i, and returns the messages of all parts to this one; that of the part to itself may be
	// missing. The messages of a part are the same each time that it searches: so one that was killed may begin again, with the messages of others that
	// were stored.
	Exchange(ctx context.Context, out [][]byte) (in [][]byte, err error)
}

// validatePeers reports peers that cannot share this check.
func (o Options) validatePeers(s *model.System) error {
	if o.Peers == nil {
		return nil
	}
	this, all := o.Peers.Parts()
	switch net := s.Network(); {
	case this < 0 || this >= all:
		return fmt.Errorf("part %d of %d of a search; allowed: 0 to one less than there are", this, all)
	case o.Search.Engine != Explicit:
		return fmt.Errorf("the %v engine shares no search; allowed with Peers: explicit", o.Search.Engine)
	case o.Search.Reduce != NoReduction || o.Search.Symmetry:
		return errors.New("a reduced search is not shared; allowed with Peers: reduction none, without symmetry")
	case o.Workers > 1:
		return fmt.Errorf("%d workers in a part of a search; allowed with Peers: one, and a part for each core", o.Workers)
	case o.Constraint != nil:
		return errors.New("a search that is shared takes no constraint; allowed: no Peers")
	case o.Checkpoint != nil:
		return errors.New("a search that is shared is not saved; allowed: no Checkpoint, or no Peers")
	case net.Faults.Traitor > 0:
		return errors.New("a search with traitors is not shared: the messages that they forge come from no step; allowed: no traitor, or no Peers")
	}
	return nil
}
