package compose

import "github.com/interrex/interrex/model/compiled"

// Where events wait for places in channels, a step is enabled if all of its outcomes find
// places for their messages. So the batch of each outcome, and of each crash within one,
// has the messages of all of them as a condition, and a receiver without places refuses it.

// askForRooms adds to a batch, by receiver, the condition of the step.
func (b *builder) askForRooms(to func(p int) *puts) {
	for _, o := range b.step.outcomes {
		rooms := map[int][]put{}
		for _, send := range o.Sends {
			if link := b.links[send.Port]; link.To != b.process && !b.isSevered(b.before, send.Port) {
				rooms[link.To] = append(rooms[link.To], b.put(send))
			}
		}
		for p, room := range rooms {
			x := to(p)
			x.rooms = append(x.rooms, room)
		}
	}
}

// put returns a message that the process sends, as an entry of a channel of its receiver.
func (b *builder) put(send compiled.Send) put {
	link := b.links[send.Port]
	return put{b.m.leaves[link.To].slot(link.ToPort), newEntry(link.ToPort, send.Msg).within(b.m.sentTicks)}
}

// hasRoomOfOwn reports whether the channels of v, in which the step begins, have places for the
// messages that the process sends to itself.
func (b *builder) hasRoomOfOwn(v []int32) bool {
	var rooms [][]put
	for _, o := range b.step.outcomes {
		var room []put
		for _, send := range o.Sends {
			if b.links[send.Port].To == b.process && !b.isSevered(v, send.Port) {
				room = append(room, b.put(send))
			}
		}
		rooms = append(rooms, room)
	}
	return b.hasRoom(v, rooms)
}

// hasRoom reports whether the channels of v have places for each of these lists of messages.
func (l *leaf) hasRoom(v []int32, rooms [][]put) bool {
	for _, room := range rooms {
		after := map[int]int32{}
		for _, x := range room {
			n, ok := after[x.slot]
			if !ok {
				n = v[atChannels+x.slot]
			}
			if !l.m.contents.hasPlace(n, x.entry) {
				return false
			}
			after[x.slot] = l.m.contents.put(n, x.entry)
		}
	}
	return true
}
