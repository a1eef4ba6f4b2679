package goroutines

import (
	"slices"

	"github.com/interrex/interrex/model"
)

// possible returns the events that may happen next, but for the passing of time. The list is good until the next call.
func (x *walker) possible() []possibility {
	list := x.arriving()
	for p := range x.runs {
		add := func(kind model.Kind, run func(*walker, possibility)) {
			list = append(list, possibility{Event: model.Event{Kind: kind, Process: p}, run: run})
		}
		switch {
		case x.down[p]:
			if x.left.Restart != 0 && x.Network.Victims.MayStrike(model.Restart, p) {
				add(model.Restart, (*walker).restart)
			}
			continue
		case x.runs[p] == nil:
			if x.Network.Wake.Allows(p) {
				add(model.Wake, (*walker).wake)
			}
		default:
			for k := range x.code.Operations {
				add(model.Invoke, (*walker).invoke)
				list[len(list)-1].Operation = k
			}
		}
		if x.left.Crash != 0 && x.Network.Victims.MayStrike(model.Crash, p) {
			add(model.Crash, (*walker).crash)
		}
	}
	x.list = x.faults(list)
	return x.list
}

// arriving returns the messages that may be received next: the oldest of each link in
// order fifo, and all in other orders.
func (x *walker) arriving() []possibility {
	x.list = x.messages(x.list[:0], model.Receive, (*walker).receive)
	return x.list
}

// faults appends the faults of messages and links.
func (x *walker) faults(list []possibility) []possibility {
	if x.left.Loss != 0 {
		list = x.messages(list, model.Lose, (*walker).lose)
	}
	if x.left.Dup != 0 {
		list = x.messages(list, model.Duplicate, (*walker).duplicate)
	}
	if x.left.Cut != 0 {
		for i, l := range x.system.Links() {
			if !x.cut[i] && x.Network.Victims.MayCut(l.From, l.To) {
				list = append(list, possibility{Event: model.Event{Kind: model.Cut, Process: l.From, Peer: l.To}, link: i, run: (*walker).sever})
			}
		}
	}
	return list
}

// messages appends an event for each message that it may be about.
func (x *walker) messages(list []possibility, kind model.Kind, run func(*walker, possibility)) []possibility {
	for i, l := range x.system.Links() {
		for nth, m := range x.flight[i] {
			if nth > 0 && x.Network.Order == model.FIFO {
				break
			}
			text := model.MessageText(m.Msg.String())
			if kind == model.Receive || x.Network.Victims.MayStrikeMessage(kind, l.From, l.To, text) {
				list = append(list, possibility{Event: model.Event{Kind: kind, Process: l.To, Port: l.ToPort, Message: text}, link: i, nth: nth, run: run})
			}
		}
	}
	return list
}

// wake starts a process.
func (x *walker) wake(y possibility) {
	p := y.Process
	i := newInstance(x.code, x.places[p], x.disks[p], x.lives[p], x.values)
	i.e.visible, i.e.choose = x.visible, x.choose
	x.runs[p] = i
	i.take(model.Input[Message]{Kind: model.Wake})
}

func (x *walker) invoke(y possibility) {
	x.runs[y.Process].take(model.Input[Message]{Kind: model.Invoke, Number: model.Number{Operation: uint8(y.Operation)}})
}

func (x *walker) receive(y possibility) {
	m := x.flight[y.link][y.nth]
	x.lose(y)
	x.give(y, m)
}

func (x *walker) duplicate(y possibility) {
	x.give(y, x.flight[y.link][y.nth])
	spend(&x.left.Dup)
}

// give delivers a message. It wakes a process that has not started.
func (x *walker) give(y possibility, m Sent) {
	if x.runs[y.Process] == nil {
		x.wake(y)
	}
	x.runs[y.Process].take(model.Input[Message]{Kind: model.Receive, Port: y.Port, Msg: m.Msg})
}

func (x *walker) lose(y possibility) {
	x.flight[y.link] = slices.Delete(slices.Clone(x.flight[y.link]), y.nth, y.nth+1)
	if y.Kind == model.Lose {
		spend(&x.left.Loss)
	}
}

// choose draws for the code. Goroutines of several processes may ask at once.
func (x *walker) choose(k int) int {
	x.drawing.Lock()
	defer x.drawing.Unlock()
	return x.Draw(k)
}

// sever cuts all links from one process to another.
func (x *walker) sever(y possibility) {
	for i, l := range x.system.Links() {
		x.cut[i] = x.cut[i] || l.From == y.Process && l.To == y.Peer
	}
	spend(&x.left.Cut)
}

// crash takes a process down: nothing that it does from now on is seen, and messages in
// flight to it are lost.
func (x *walker) crash(y possibility) {
	p := y.Process
	if i := x.runs[p]; i != nil {
		i.stop()
		x.runs[p] = nil
	}
	x.down[p] = true
	for i, l := range x.system.Links() {
		if l.To == p {
			x.flight[i] = nil
		}
	}
	spend(&x.left.Crash)
}

// restart brings a process up again. It starts at its next wake-up or message.
func (x *walker) restart(y possibility) {
	x.down[y.Process] = false
	x.lives[y.Process]++
	spend(&x.left.Restart)
}

func spend(budget *int) {
	if *budget != model.Unbounded {
		*budget--
	}
}
