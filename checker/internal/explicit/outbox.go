package explicit

import "github.com/interrex/interrex/checker/internal/visited"

// An outbox is a set of configurations that another part of a search owns. It keeps its memory for the next level.
type outbox struct {
	blocks []visited.Block // in any order, some of them more than once
	spare  []visited.Block // workspace
}

// add adds the configurations of a block.
func (o *outbox) add(b visited.Block) {
	if len(o.blocks) == cap(o.blocks) {
		if o.tidy(); len(o.blocks) >= cap(o.blocks)/2 {
			o.blocks = append(make([]visited.Block, 0, max(radixFew, 2*cap(o.blocks))), o.blocks...)
		}
	}
	o.blocks = append(o.blocks, b)
}

// tidy sorts the blocks, and makes one of those with the same number.
func (o *outbox) tidy() {
	if cap(o.spare) < len(o.blocks) {
		o.spare = make([]visited.Block, cap(o.blocks))
	}
	sortBlocks(o.blocks, o.spare[:len(o.blocks)])
	o.blocks = union(o.blocks)
}

// take empties the outbox, and returns what it had in ascending order. The list is good until something is added.
func (o *outbox) take() []visited.Block {
	o.tidy()
	list := o.blocks
	o.blocks = list[:0]
	return list
}

// bytes returns the memory of the outbox.
func (o *outbox) bytes() int64 { return visited.BytesPerBlock * int64(cap(o.blocks)+cap(o.spare)) }
