package engine

import (
	"math"
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"sync/atomic"
	"time"

	"github.com/interrex/interrex/checker/reason"
)

// memory bounds the bytes that the process holds: the structures of the search,
// the values of the algorithm, and garbage. Many goroutines may call its methods.
type memory struct {
	bound int64        // bytes; 0: none
	cause reason.Cause // MaxMemory or RuntimeMemory

	next atomic.Int64 // when to look again: a time since the check began
	mu   sync.Mutex   // held while a goroutine looks: the others wait, and take no memory meanwhile
}

const lookInterval = 2 * time.Millisecond

// newMemory returns the lower of two bounds: the one asked for (0: none) and that
// of the Go runtime (GOMEMLIMIT).
func newMemory(asked int64) *memory {
	m := &memory{bound: asked, cause: reason.MaxMemory}
	if limit := debug.SetMemoryLimit(-1); limit < math.MaxInt64 && (asked == 0 || limit < asked) {
		m.bound, m.cause = limit, reason.RuntimeMemory
	}
	return m
}

// reason says that the bound was reached.
func (m *memory) reason() reason.Reason { return reason.Reason{Cause: m.cause, Bound: m.bound} }

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

// lacks reports whether the process would hold too much with so many bytes more.
// If it would exceed the bound, garbage is given back first. Then a tenth of the
// bound must remain: with less the process would only collect garbage.
func (m *memory) lacks(more int64) bool {
	if resident()+more < m.bound-m.bound/32 {
		return false
	}
	debug.FreeOSMemory()
	return resident()+more > m.bound-m.bound/10
}

// resident returns the bytes that the process has taken from the system and not
// given back. It is the resident set without the program itself.
func resident() int64 {
	sample := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(sample)
	return int64(sample[0].Value.Uint64()) - int64(sample[1].Value.Uint64())
}
