package checker

import (
	"fmt"
	"math"
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"sync/atomic"
	"time"
)

// memory is the bound on what the process holds, whatever holds it: the
// structures of the search, the values of the algorithm, and garbage. Its methods
// may be called by many goroutines.
type memory struct {
	bound int64  // bytes; 0: none
	name  string // of the bound

	next atomic.Int64 // when to look again, as time since the check began
	mu   sync.Mutex   // held while somebody looks: the others wait, and take no more meanwhile
}

const lookInterval = 2 * time.Millisecond

// newMemory returns the lower of the bound that is asked for (0: none) and that
// of the Go runtime (GOMEMLIMIT).
func newMemory(asked int64) *memory {
	m := &memory{bound: asked, name: "max-memory"}
	if limit := debug.SetMemoryLimit(-1); limit < math.MaxInt64 && (asked == 0 || limit < asked) {
		m.bound, m.name = limit, "GOMEMLIMIT"
	}
	return m
}

// reason says that the bound was reached.
func (m *memory) reason() string { return fmt.Sprintf("%s %d bytes", m.name, m.bound) }

// full reports whether the bound is reached. It looks only now and then.
func (m *memory) full(elapsed time.Duration) bool {
	if m.bound == 0 || int64(elapsed) < m.next.Load() {
		return false
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.next.Store(int64(elapsed + lookInterval))
	return m.lacks(0)
}

// room reports whether the process may take so many bytes more.
func (m *memory) room(bytes int64) bool {
	if m.bound == 0 {
		return true
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return !m.lacks(bytes)
}

// lacks reports whether the process holds too much with so many bytes more.
// Where it would be more than the bound, garbage is given back first; then the
// last tenth must be left, or there would be nothing but collections of garbage.
func (m *memory) lacks(more int64) bool {
	if resident()+more < m.bound-m.bound/32 {
		return false
	}
	debug.FreeOSMemory()
	return resident()+more > m.bound-m.bound/10
}

// resident returns the bytes that the process holds: what it asked the system
// for and has not given back. That is what the system calls resident, but for the
// program itself.
func resident() int64 {
	sample := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(sample)
	return int64(sample[0].Value.Uint64()) - int64(sample[1].Value.Uint64())
}
