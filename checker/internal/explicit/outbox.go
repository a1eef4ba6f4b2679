package explicit

import (
	"slices"

	"github.com/interrex/interrex/checker/internal/visited"
)

// An outbox is a set of configurations that another part of a search owns: blocks in any order, some of them more than once.
type outbox []visited.Block

// add adds the configurations of a block.
func (o *outbox) add(b visited.Block) {
	if len(*o) == cap(*o) {
		if o.tidy(); len(*o) > cap(*o)/2 || len(*o) == 0 {
			*o = slices.Grow(*o, max(radixFew, len(*o)))
		}
	}
	*o = append(*o, b)
}

// tidy sorts the blocks, and makes one of those with the same number.
func (o *outbox) tidy() {
	sortBlocks(*o, make([]visited.Block, len(*o)))
	*o = union(*o)
}

// take empties the outbox, and returns what it had in ascending order.
func (o *outbox) take() []visited.Block {
	o.tidy()
	list := *o
	*o = nil
	return list
}
