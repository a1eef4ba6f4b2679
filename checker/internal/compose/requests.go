package compose

import (
	"encoding/binary"
	"errors"
	"math/bits"
	"runtime"

	"github.com/interrex/interrex/checker/internal/confluent"
)

// errRecord is the error of a record that this machine has not made.
var errRecord = errors.New("it has requests that no search of this system makes")

// Replay makes the requests of a record again. The machine must have the tables that the other one had when it began to record.
func (m *Machine) Replay(data []byte) (err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	defer func() {
		switch r := recover().(type) {
		case nil:
		case string, runtime.Error: // of this package, where a request makes no sense
			err = errRecord
		default:
			panic(r)
		}
	}()
	r := reader{data: data}
	for n := 0; len(r.data) > 0; n++ {
		if n%1024 == 0 {
			m.poll()
		}
		if !m.replayOne(&r) {
			return errRecord
		}
	}
	return nil
}

// replayOne makes the next request of a record, and reports whether there is one that makes sense.
func (m *Machine) replayOne(r *reader) bool {
	kind, at := r.next(), r.next()
	c := m.recorder.at(at)
	if r.failed || c == nil || kind/askedKinds > maxLanes {
		return false
	}
	m.lane = int(kind / askedKinds)
	switch kind % askedKinds {
	case askedFill:
		gaps, ok := r.gaps(c)
		if ok {
			c.fillLocked(gaps)
		}
		return ok
	case askedHalf:
		return m.folding.replay(c, r)
	case askedCut:
		return m.replayCut(r.next())
	case askedJoined:
		states, ok := r.states(m, c)
		if ok {
			m.number(c, states)
		}
		return ok
	}
	id, arg := uint32(r.next()), uint64(0)
	if kind%askedKinds != askedEvents {
		arg = r.next()
	}
	if r.failed || id >= c.count {
		return false
	}
	return c.replay(kind%askedKinds, id, arg)
}

// maxLanes is more than the workers of any search.
const maxLanes = 1 << 20

// replay makes a request about one state.
func (c *component) replay(kind uint64, id uint32, arg uint64) bool {
	switch {
	case kind == askedEvents:
		c.eventsAt(id)
		return true
	case kind == askedPush:
		if arg >= uint64(len(c.m.batches.atoms)) {
			return false
		}
		c.pushLocked(id, uint32(arg))
		return true
	}
	return arg <= uint64(c.m.faults) && c.m.reduction.replay(c, kind, id, confluent.Budgets(arg))
}

// reader reads numbers.
type reader struct {
	data   []byte
	failed bool
}

func (r *reader) next() uint64 {
	x, n := binary.Uvarint(r.data)
	if n <= 0 {
		r.data, r.failed = nil, true
		return 0
	}
	r.data = r.data[n:]
	return x
}

// gaps reads the entries of a request to fill.
func (r *reader) gaps(c *component) (list []gap, ok bool) {
	for range r.next() {
		g := gap{first: uint32(r.next()), batch: uint32(r.next()), set: r.next()}
		if r.failed || g.set == 0 || uint64(g.first)+uint64(bits.Len64(g.set)) > uint64(c.count) || int(g.batch) >= len(c.m.batches.atoms) {
			return nil, false
		}
		list = append(list, g)
	}
	return list, !r.failed
}
