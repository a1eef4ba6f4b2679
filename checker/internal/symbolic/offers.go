package symbolic

import "github.com/interrex/interrex/checker/internal/diagram"

// offers are the marks of the contents of channels: one for each message that may
// arrive next. Most products of saturation are empty because the message that the event
// takes is not there. The marks show this before the levels below are searched.
//
// There are more messages than marks. So the marks of most channels are seen only on
// their own level. They are seen from higher levels on the channels whose receivers
// change levels far above them. In a ring these are the channels into the last process.
type offers struct {
	contents *contents
	channel  []bool   // by level: it is that of a channel
	far      []bool   // by level: its marks are seen from higher levels
	here     []uint64 // by content: the marks that are seen on its own level; 0: not known, or none
	below    []map[uint32]uint64
	bits     map[offered]uint64
}

// offered is a message that may arrive from the channel of a level.
type offered struct {
	level   int
	message entry
}

// offer sets up the marks.
func (x *System) offer() {
	levels := len(x.places)
	o := &offers{contents: x.contents, channel: make([]bool, levels), far: make([]bool, levels),
		below: make([]map[uint32]uint64, levels), bits: map[offered]uint64{}}
	top := make([]int, len(x.locals)) // by process: the highest level that its events change
	for i, l := range x.sys.Links() {
		top[l.From] = max(top[l.From], x.locals[l.From].level, x.channels[x.channelOf(i)].number)
	}
	for ch, c := range x.sys.Semantics().Channels() {
		level := x.channels[ch].number
		o.channel[level], o.far[level], o.below[level] = true, top[c.To]-level > levels/4, map[uint32]uint64{}
	}
	x.Sets.Marks, x.offers = o.marks, o
}

// channelOf returns the channel of a link.
func (x *System) channelOf(link int) int {
	if x.sys.Network().Order.PerReceiver() {
		return x.sys.Links()[link].To
	}
	return link
}

// mark returns the marks of a message that may arrive from the channel of a level.
func (o *offers) mark(level int, e entry) diagram.Marks {
	m := diagram.Marks{Here: 1 << (e.msg % 64)}
	if o.far[level] {
		at := offered{level, e}
		if o.bits[at] == 0 {
			o.bits[at] = 1 << (len(o.bits) % 64)
		}
		m.Below = o.bits[at]
	}
	return m
}

// marks implements [diagram.Store.Marks].
func (o *offers) marks(level int, value uint32) diagram.Marks {
	if !o.channel[level] {
		return diagram.Marks{}
	}
	for int(value) >= len(o.here) {
		o.here = append(o.here, 0)
	}
	below, known := o.below[level][value]
	if o.here[value] == 0 || o.far[level] && !known {
		for _, e := range o.contents.deliverable(value) {
			m := o.mark(level, e)
			o.here[value] |= m.Here
			below |= m.Below
		}
		if o.far[level] {
			o.below[level][value] = below
		}
	}
	return diagram.Marks{Here: o.here[value], Below: below}
}
