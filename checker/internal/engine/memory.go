package engine

import (
	"math"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/interrex/interrex/checker/reason"
)

// memory bounds the bytes that the process holds: the structures of the search,
// the values of the algorithm, garbage, and the program itself. Many goroutines may call its methods.
type memory struct {
	bound int64        // bytes; 0: none
	cause reason.Cause // MaxMemory or RuntimeMemory

	next atomic.Int64 // when to look again: a time since the check began
	mu   sync.Mutex   // held while a goroutine looks: the others wait, and take no memory meanwhile

	program int64         // bytes of the program in memory, if they count
	later   time.Duration // when to look again how many they are
}

const (
	lookInterval    = 2 * time.Millisecond
	programInterval = time.Second
)

// newMemory returns the lower of two bounds: the one asked for (0: none) and that
// of the Go runtime (GOMEMLIMIT).
func newMemory(asked int64) *memory {
	m := &memory{bound: asked, cause: reason.MaxMemory}
	if limit := debug.SetMemoryLimit(-1); limit < math.MaxInt64 && (asked == 0 || limit < asked) {
		m.bound, m.cause = limit, reason.RuntimeMemory
	}
	m.lookAtProgram()
	return m
}

// lookAtProgram finds out how many bytes of the program are in memory. The bound of the Go runtime does not count them.
func (m *memory) lookAtProgram() {
	if m.bound > 0 && m.cause == reason.MaxMemory {
		m.program = program()
	}
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
	if elapsed > m.later {
		m.lookAtProgram()
		m.later = elapsed + programInterval
	}
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
	more += m.program
	if held()+more < m.bound-m.bound/32 {
		return false
	}
	debug.FreeOSMemory()
	return held()+more > m.bound-m.bound/10
}

// Held returns the bytes that the process holds: those that it has taken from the system and not given back, and the
// program itself.
func Held() int64 { return held() + program() }

// held returns them without the program.
func held() int64 {
	sample := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(sample)
	return int64(sample[0].Value.Uint64()) - int64(sample[1].Value.Uint64())
}

// program returns the bytes of the files that are mapped and in memory, which are those of the program; 0 where the system does not say it
// as Linux does.
func program() int64 {
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0
	}
	fields := strings.Fields(string(text)) // all, resident, and resident with a file behind it, in pages
	if len(fields) < 3 {
		return 0
	}
	pages, err := strconv.ParseInt(fields[2], 10, 64)
	if err != nil {
		return 0
	}
	return pages * int64(os.Getpagesize())
}
