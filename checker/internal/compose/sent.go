package compose

import (
	"fmt"
	"sync"
	"unsafe"

	"github.com/interrex/interrex/model"
)

// Sent implements [properties.Source].
func (x *source) Sent(number uint64, event uint32) []model.Sent {
	s, e := State(number), x.label(event).Event
	make := func() []model.Sent { return x.m.sentIn(*x.whole(s), e) }
	if x.m.sends.known == nil {
		x.ask(other)
		return make()
	}
	x.ask(sending)
	return x.m.sends.of(x.m, sendKey{x.partOf(s, e.Process).local, event}, make)
}

// A sendKey is an event in a local state of its process. If no message is ever lost, that decides what it sends.
type sendKey struct {
	local int32
	label uint32
}

// sends are the messages that events send, where they depend on no more than a [sendKey].
type sends struct {
	mu    sync.Mutex
	known map[sendKey][]model.Sent // nil: they depend on more
}

// newSends returns the memory of a system. Whether a message is lost depends on faults, on full channels, and on
// like messages in a set; a round is of all processes.
func newSends(net *model.Network) *sends {
	if net.Timing == model.Lockstep || net.Order == model.Set || net.Faults != (model.Faults{}) || net.Capacity != (model.Capacity{}) {
		return &sends{}
	}
	return &sends{known: map[sendKey][]model.Sent{}}
}

// of returns the messages of a key, which make makes the first time.
func (x *sends) of(m *Machine, key sendKey, make func() []model.Sent) []model.Sent {
	x.mu.Lock()
	sent, ok := x.known[key]
	x.mu.Unlock()
	if ok {
		return sent
	}
	sent = make()
	x.mu.Lock()
	defer x.mu.Unlock()
	if _, ok := x.known[key]; !ok {
		x.known[key] = sent
		m.bytes.Add(bytesPerName + int64(len(sent))*int64(unsafe.Sizeof(model.Sent{})))
	}
	return sent
}

// sentIn returns the messages that an event of c sends: the definition of the model is asked for the outcomes of its cause.
func (m *Machine) sentIn(c model.Configuration, e model.Event) (sent []model.Sent) {
	found, x := false, m.sys.Semantics()
	x.Causes(c, func(cause model.Event, nth int) {
		if found || !x.IsCauseOf(c, cause, nth, e) {
			return
		}
		for _, y := range x.Outcomes(c, cause, nth) {
			if !found && y.Event.Compare(e) == 0 {
				found, sent = true, y.Sends
			}
		}
	})
	if !found {
		panic(fmt.Errorf("compose: %q is an event of the machine, but not of the system", e))
	}
	return sent
}
