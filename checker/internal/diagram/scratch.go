package diagram

import "slices"

// scratch is a node under construction. Values of all levels may be numbered together,
// so that few of them occur on one: pages without a value take no memory.
type scratch struct {
	pages  []*page // by value / pageSize
	made   int64   // pages that are not nil
	values []uint32
	queue  []uint32
}

const pageSize = 64

type page [pageSize]slot

// slot is all that is known of one value.
type slot struct {
	child  Set
	fired  int32 // how many events have been fired from it since it was last taken from the queue
	queued bool
}

const bytesPerPage = pageSize * 12

// bytes returns the memory that the scratch takes.
func (sc *scratch) bytes() int64 {
	return sc.made*bytesPerPage + int64(cap(sc.pages))*8 + int64(cap(sc.values)+cap(sc.queue))*4
}

// at returns the slot of a value that has been set. It stays where it is.
func (sc *scratch) at(v uint32) *slot { return &sc.pages[v/pageSize][v%pageSize] }

// get returns the child of a value.
func (sc *scratch) get(v uint32) Set {
	if i := int(v / pageSize); i < len(sc.pages) && sc.pages[i] != nil {
		return sc.at(v).child
	}
	return Empty
}

// set gives a value a child that is not empty.
func (sc *scratch) set(v uint32, n Set) {
	i := int(v / pageSize)
	if i >= len(sc.pages) {
		sc.pages = append(sc.pages, make([]*page, i+1-len(sc.pages))...)
	}
	if sc.pages[i] == nil {
		sc.pages[i] = new(page)
		sc.made++
	}
	at := sc.at(v)
	if at.child == Empty {
		sc.values = append(sc.values, v)
	}
	at.child = n
}

// enqueue puts a value that has been set into the queue, unless it is there.
func (sc *scratch) enqueue(v uint32) {
	if at := sc.at(v); !at.queued {
		at.queued = true
		sc.queue = append(sc.queue, v)
	}
}

// finish makes the node and empties the scratch.
func (s *Store) finish(level int, sc *scratch) Set {
	slices.Sort(sc.values)
	list := s.buffer()
	for _, v := range sc.values {
		list = append(list, Pair{v, sc.get(v)})
	}
	n := s.Make(level, list)
	for _, v := range sc.values {
		at := sc.at(v)
		at.child, at.queued = Empty, false
	}
	sc.values, sc.queue = sc.values[:0], sc.queue[:0]
	s.done(list)
	return n
}
