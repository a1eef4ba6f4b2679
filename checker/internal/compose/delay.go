package compose

import (
	"slices"

	"github.com/interrex/interrex/model"
)

// In lockstep a message may wait: docs/semantics.md, Rounds. Those of a channel that wait are
// its last ones.

// delays adds the delays of messages to the process: of each channel, that of the last message
// that does not wait, if it may.
func (b *builder) delays() {
	for i := range b.slots {
		at := atChannels + i
		list := b.m.contents.lists[b.before[at]]
		last := len(arriving(list)) - 1
		if last < 0 || list[last].ticks() == 0 {
			continue
		}
		v, e := slices.Clone(b.before), list[last]
		list = slices.Clone(list)
		list[last] = e.waiting()
		v[at] = b.m.contents.number(list)
		event := model.Event{Process: b.process, Kind: model.Delay, Port: e.port(), Message: b.m.tables.MessageText(e.message())}
		b.add(&draft{event: event, flags: optional, fault: true, after: v})
	}
}

// arriving returns the entries of a channel that the next round delivers.
func arriving(list []entry) []entry {
	i := len(list)
	for i > 0 && list[i-1].isWaiting() {
		i--
	}
	return list[:i]
}

// waited returns contents n after a round: the entries that waited.
func (c *contents) waited(n int32) int32 {
	list := c.lists[n]
	from := len(arriving(list))
	if from == len(list) {
		return 0
	}
	list = slices.Clone(list[from:])
	for i := range list {
		list[i] &^= waits
	}
	return c.number(list)
}
