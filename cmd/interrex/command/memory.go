package command

import (
	"fmt"
	"io"
	"sync/atomic"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/cmd/interrex/internal/parts"
)

// A memoryWatch says once, while there is time, that the memory of a run is about to end. A nil watch says nothing.
type memoryWatch struct {
	w     io.Writer
	bound int64        // bytes of the process; 0: none
	disk  bool         // what does not fit into memory goes to files, except for tables
	held  func() int64 // bytes that the process holds
	said  atomic.Bool
}

// newMemoryWatch returns a watch that writes to w, for searches with these options.
func newMemoryWatch(w io.Writer, o checker.Options) *memoryWatch {
	return &memoryWatch{w: w, bound: o.MaxMemory, disk: o.Disk != "", held: checker.HeldMemory}
}

// The shares of the bound, in tenths, that are in use when the watch speaks: by the process, which may hold garbage too, and
// by the search.
const (
	heldTenths     = 8
	searchedTenths = 5
)

// see looks at the progress of the search of an instance.
func (m *memoryWatch) see(i *instance, now checker.Progress) {
	if m == nil || m.bound == 0 || m.said.Load() {
		return
	}
	stays, other := now.Bytes, "--disk DIR, " // the bytes that stay in memory
	if m.disk {
		stays, other = now.Tables, ""
	}
	if 10*stays < searchedTenths*m.bound || 10*m.held() < heldTenths*m.bound || m.said.Swap(true) {
		return
	}
	start := ""
	if terminalWidth(m.w) > 0 {
		start = clearLine
	}
	fmt.Fprintf(m.w, "%sinterrex: %s: memory is nearly full: %sB of %sB%s; then the search ends, or meets configurations again; allowed: a greater --max-memory, %s--reduce confluent, --symmetry, fewer processes\n",
		start, i.title(), parts.Short(float64(m.held())), parts.Short(float64(m.bound)), memoryText(now), other)
}

// both returns a function that calls two others, of which the first may be nil.
func both(first, second func(checker.Progress)) func(checker.Progress) {
	if first == nil {
		return second
	}
	return func(now checker.Progress) {
		first(now)
		second(now)
	}
}
