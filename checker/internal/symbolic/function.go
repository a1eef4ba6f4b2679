package symbolic

// function is the effect of an event on the values of a level, with a memo. All
// transition groups with the same change of a channel share one. Contents of all
// channels are numbered together, so that few of them are asked about: pages without
// one take no memory.
type function struct {
	compute func(value uint32) (next uint32, enabled bool)
	pages   []*results // by value / pageSize; nil: none of its values is known
	grown   func(bytes int64)
}

const pageSize = 64

// results are those of a page of values.
type results struct {
	known [pageSize]uint8 // 0 if next is not known, 1 if the event is not enabled, 2 if next has the result
	next  [pageSize]uint32
}

const bytesPerResults = 5 * pageSize

// newFunction returns a function that calls grown when it takes more memory.
func newFunction(compute func(value uint32) (next uint32, enabled bool), grown func(bytes int64)) *function {
	return &function{compute: compute, grown: grown}
}

func (f *function) apply(value uint32) []uint32 {
	page, at := f.page(int(value/pageSize)), value%pageSize
	if page.known[at] == 0 {
		page.known[at] = 1
		if n, ok := f.compute(value); ok {
			page.known[at], page.next[at] = 2, n
		}
	}
	if page.known[at] == 1 {
		return nil
	}
	return page.next[at : at+1 : at+1]
}

// page returns page i, which it makes if necessary.
func (f *function) page(i int) *results {
	if i < len(f.pages) && f.pages[i] != nil {
		return f.pages[i]
	}
	before := cap(f.pages)
	if i >= len(f.pages) {
		f.pages = append(f.pages, make([]*results, i+1-len(f.pages))...)
	}
	f.pages[i] = new(results)
	f.grown(bytesPerResults + 8*int64(cap(f.pages)-before))
	return f.pages[i]
}
