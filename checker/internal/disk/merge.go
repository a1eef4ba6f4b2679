package disk

import (
	"github.com/interrex/interrex/checker/internal/visited"
)

// source yields blocks in ascending order of their numbers.
type source interface {
	// next returns the next block, and false at the end.
	next() (visited.Block, bool, error)
}

// list is a source in memory. Blocks with the same number are joined.
type list []visited.Block

func (l *list) next() (b visited.Block, ok bool, err error) {
	rest := *l
	if len(rest) == 0 {
		return b, false, nil
	}
	for b = rest[0]; len(rest) > 0 && rest[0].Number == b.Number; rest = rest[1:] {
		b.Bits |= rest[0].Bits
	}
	*l = rest
	return b, true, nil
}

// cursor is a place in a run.
type cursor struct {
	run    *Run
	chunk  int // the next one
	blocks []visited.Block
	at     int // in blocks
}

func (c *cursor) next() (b visited.Block, ok bool, err error) {
	for c.at == len(c.blocks) {
		if c.chunk == len(c.run.chunks) {
			return b, false, nil
		}
		if err := c.load(c.chunk); err != nil {
			return b, false, err
		}
	}
	c.at++
	return c.blocks[c.at-1], true, nil
}

func (c *cursor) load(chunk int) (err error) {
	c.blocks, err = c.run.Chunk(chunk, c.blocks[:0])
	c.chunk, c.at = chunk+1, 0
	return err
}

// of returns what the run has of a block. Those that are asked for ascend. Chunks that have nothing of
// them are not read.
func (c *cursor) of(number uint64) (uint64, error) {
	if len(c.blocks) == 0 || c.blocks[len(c.blocks)-1].Number < number {
		chunks := c.run.chunks
		if c.chunk < len(chunks) && chunks[c.chunk].last < number {
			c.chunk = c.run.after(c.chunk, number)
		}
		if c.chunk == len(chunks) || chunks[c.chunk].first > number {
			return 0, nil
		}
		if err := c.load(c.chunk); err != nil {
			return 0, err
		}
	}
	for c.blocks[c.at].Number < number {
		c.at++
	}
	if c.blocks[c.at].Number == number {
		return c.blocks[c.at].Bits, nil
	}
	return 0, nil
}

// union yields the blocks of several sources, joined: a heap of those that have a block left, with the least
// one first.
type union struct {
	sources []source
	heads   []visited.Block
}

// newUnion returns the union of sources.
func newUnion(sources []source) (*union, error) {
	u := &union{}
	for _, s := range sources {
		b, ok, err := s.next()
		if err != nil {
			return nil, err
		}
		if ok {
			u.sources, u.heads = append(u.sources, s), append(u.heads, b)
		}
	}
	for i := len(u.heads)/2 - 1; i >= 0; i-- {
		u.sink(i)
	}
	return u, nil
}

func (u *union) next() (b visited.Block, ok bool, err error) {
	if len(u.heads) == 0 {
		return b, false, nil
	}
	for b = u.heads[0]; len(u.heads) > 0 && u.heads[0].Number == b.Number; {
		b.Bits |= u.heads[0].Bits
		if err := u.advance(); err != nil {
			return b, false, err
		}
	}
	return b, true, nil
}

// advance replaces the least head by the next block of its source.
func (u *union) advance() error {
	b, ok, err := u.sources[0].next()
	if err != nil {
		return err
	}
	if u.heads[0] = b; !ok {
		last := len(u.heads) - 1
		u.heads[0], u.sources[0] = u.heads[last], u.sources[last]
		u.heads, u.sources = u.heads[:last], u.sources[:last]
	}
	u.sink(0)
	return nil
}

// sink moves a head down to its place in the heap.
func (u *union) sink(i int) {
	for {
		least := i
		for child := 2*i + 1; child <= 2*i+2 && child < len(u.heads); child++ {
			if u.heads[child].Number < u.heads[least].Number {
				least = child
			}
		}
		if least == i {
			return
		}
		u.heads[i], u.heads[least] = u.heads[least], u.heads[i]
		u.sources[i], u.sources[least] = u.sources[least], u.sources[i]
		i = least
	}
}
