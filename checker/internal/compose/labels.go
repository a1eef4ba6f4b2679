package compose

import (
	"encoding/binary"
	"unsafe"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/fairness"
)

// Label describes an event.
type Label struct {
	Event      model.Event
	Obligatory bool
	Class      int    // the number of its fairness class, -1 if it is not obligatory
	Cause      uint32 // equal for the outcomes of one step
	Sends      int    // the number of messages sent
}

type labelKey struct {
	event      eventKey
	obligatory bool
	sends      int
}

// eventKey identifies an event by its fields, with lists as text.
type eventKey struct {
	process, operation, peer, after int
	port                            model.Port
	kind, during                    model.Kind
	timer                           uint8
	within                          bool
	message, wakes, group, choices  string
}

func newEventKey(e model.Event) eventKey {
	return eventKey{process: e.Process, operation: e.Operation, peer: e.Peer, after: e.After, port: e.Port, kind: e.Kind, during: e.During,
		timer: e.Timer, within: e.Within, message: e.Message, wakes: listText(e.Wakes), group: listText(e.Group), choices: listText(e.Choices)}
}

// listText returns a text that only equal lists have.
func listText(list []int) string {
	var text []byte
	for _, x := range list {
		text = binary.AppendVarint(text, int64(x))
	}
	return string(text)
}

// labels numbers the labels of events.
type labels struct {
	list    []Label
	numbers map[labelKey]uint32
	causes  map[eventKey]uint32
	classes map[fairness.Class]uint32
	grow    func(bytes int64)
}

func newLabels(grow func(bytes int64)) labels {
	return labels{numbers: map[labelKey]uint32{}, causes: map[eventKey]uint32{}, classes: map[fairness.Class]uint32{}, grow: grow}
}

// of returns the number of the label of an event of s.
func (x *labels) of(s *model.System, e model.Event, obligatory bool, sends int) uint32 {
	key := labelKey{newEventKey(e), obligatory, sends}
	if n, ok := x.numbers[key]; ok {
		return n
	}
	l := Label{Event: e, Obligatory: obligatory, Class: -1, Sends: sends}
	if obligatory {
		l.Class = int(numberIn(x.classes, fairness.ClassOf(s, e)))
	}
	cause := key.event
	cause.choices = ""
	l.Cause = numberIn(x.causes, cause)
	n := uint32(len(x.list))
	x.numbers[key] = n
	x.list = append(x.list, l)
	x.grow(int64(unsafe.Sizeof(l)) + 2*int64(unsafe.Sizeof(key)) + 2*bytesPerName)
	return n
}
