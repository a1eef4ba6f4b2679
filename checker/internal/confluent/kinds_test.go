package confluent_test

import (
	"cmp"
	"strings"

	"github.com/interrex/interrex/model"
)

// An occasion is a system in which something happens to process 0 once, of a kind that a test
// chooses, while a message "m" is in flight to it. Its local state has the letter "k" then.
// Process 1 sends "m" when it wakes, process 2 follows a script, and process 3 is down.
type occasion struct {
	kind     model.Kind
	order    model.Order
	ready    func(s string) bool // whether process 0 is ready for it
	step     func(p *model.Process[string], s, in string) string
	shows    string
	timed    bool // process 0 measures time
	faults   model.Faults
	suspects model.Port // whom process 0 suspects; 0: the one that is down
}

// Ports of the processes of an occasion.
const (
	zeroToOne, zeroToTwo, zeroToThree = 1, 2, 3
	oneToZero, oneToTwo               = 3, 1
	twoToZero, twoToOne, twoToThree   = 2, 3, 1
)

func (a occasion) Name() string           { return "occasion" }
func (a occasion) Init(model.Self) string { return "" }

func (a occasion) Restart(_ model.Self, s string) string { return s }

func (a occasion) Observe(p model.Self, s string) model.Status {
	return script{shows: a.shows}.Observe(p, s)
}

func (a occasion) Ready(p model.Self, s string) (ready model.Spontaneous) {
	ready.Wake = p.ID() == 2 && !strings.Contains(s, "w")
	if p.ID() != 1 {
		return ready
	}
	if a.timed {
		ready.Timers = clocksOfAwaits(s)
	}
	if strings.Contains(s, "k") || !a.ready(s) {
		return ready
	}
	switch a.kind {
	case model.Wake:
		ready.Wake = true
	case model.Idle:
		ready.Idle = true
	case model.Timeout:
		ready.Timers |= model.Timers(5)
	case model.Suspect:
		ready.Suspect = model.Ports(cmp.Or(a.suspects, zeroToThree))
	case model.Invoke:
		ready.Operations = 1
	}
	return ready
}

// clocksOfAwaits returns the timers that run of a process of which timer 0 starts upon "m".
func clocksOfAwaits(s string) (set model.TimerSet) {
	for t, letter := range []string{"0", "1", "2"} {
		if !strings.Contains(s, letter) && (t > 0 || strings.Contains(s, "m")) {
			set |= model.Timers(uint8(t))
		}
	}
	return set
}

// Durations makes timer 0 run longer than timer 2 if the local state has the letter "v" before it starts.
func (a occasion) Durations(_ model.Self, s string) (d model.Durations) {
	d.Timers[0], d.Timers[1], d.Timers[2], d.Timers[5] = model.Exactly(1), model.Exactly(1), model.Exactly(3), model.Span{Greatest: 1}
	d.Suspect = model.Span{Greatest: 1}
	if strings.Contains(s, "v") {
		d.Timers[0] = model.Exactly(3)
	}
	return d
}

func (a occasion) Step(p *model.Process[string], s string, in model.Input[string]) string {
	letter := in.Msg
	switch {
	case in.Kind == model.Timeout && in.Timer < 3:
		letter = string('0' + rune(in.Timer))
	case in.Kind != model.Receive && p.ID() == 1:
		letter = "k"
	case in.Kind == model.Wake:
		letter = "w"
	}
	return letters(s + letter + a.step(p, s, letter))
}

// network returns the network of an occasion.
func (a occasion) network() model.Network {
	net := model.Network{N: 4, Topology: model.Complete, Order: a.order, IDs: []model.ID{1, 2, 3, 4}, Grants: model.KnowID | model.KnowN, Down: []int{3}, Faults: a.faults}
	if a.timed {
		net.Timing, net.Wake = model.Bounded, model.WakeSet{All: true}
	}
	return net
}

// draw returns the system. It ignores the seed.
func (a occasion) draw(uint64) (*model.System, string) {
	s, err := model.New(a, a.network())
	if err != nil {
		panic(err)
	}
	return s, a.kind.String()
}

// afterG says that it may happen once "g" has come, which is sent with "m".
func afterG(s string) bool { return strings.Contains(s, "g") }

// sendsM is a script in which process 1 sends "g" and "m", and "k" if that is how something
// happens.
func (a occasion) sendsM(p *model.Process[string], in string) {
	if p.ID() == 2 && in == "w" {
		p.Send(oneToZero, "g")
		p.Send(oneToZero, "m")
		if a.kind == model.Receive {
			p.Send(oneToZero, "k")
		}
	}
}

// sendsN is sendsM, and process 1 sends "n" to process 2.
func (a occasion) sendsN(p *model.Process[string], in string) {
	if a.sendsM(p, in); p.ID() == 2 && in == "w" {
		p.Send(oneToTwo, "n")
	}
}

func never(string) bool { return false }

// inOrder makes a difference of whether it happens before "m" or after it.
func inOrder(k model.Kind) occasion {
	a := occasion{kind: k, order: model.Bag, ready: afterG}
	a.step = func(p *model.Process[string], s, in string) string {
		if a.sendsM(p, in); in == "m" && strings.Contains(s, "k") {
			return "o"
		}
		return ""
	}
	return a
}

// answers makes such a difference only in the message that it sends.
func answers(k model.Kind) occasion {
	a := occasion{kind: k, order: model.Bag, ready: afterG}
	a.step = func(p *model.Process[string], s, in string) string {
		if a.sendsM(p, in); in == "k" && p.ID() == 1 {
			if strings.Contains(s, "m") {
				p.Send(zeroToTwo, "x")
			} else {
				p.Send(zeroToTwo, "y")
			}
		}
		return ""
	}
	return a
}

// untilM can happen only before "m".
func untilM(k model.Kind) occasion {
	a := occasion{kind: k, order: model.Bag, ready: func(s string) bool { return afterG(s) && !strings.Contains(s, "m") }}
	a.step = func(p *model.Process[string], _, in string) string {
		a.sendsM(p, in)
		return ""
	}
	return a
}

// whereItWaits makes a difference of the order of "m" and another message once it has happened.
func whereItWaits(k model.Kind) occasion {
	a := occasion{kind: k, order: model.Bag, ready: afterG}
	a.step = func(p *model.Process[string], s, in string) string {
		a.sendsM(p, in)
		switch {
		case p.ID() == 2 && in == "w":
			p.Send(oneToZero, "b")
		case in == "b" && strings.Contains(s, "k") && !strings.Contains(s, "m"):
			return "o"
		}
		return ""
	}
	return a
}

// visible shows that it has happened, and whether "m" has been received. Two messages are sent, and a
// process may crash.
func visible(k model.Kind) occasion {
	a := occasion{kind: k, order: model.Bag, ready: afterG, shows: "mk", faults: model.Faults{Crash: 1}}
	a.step = func(p *model.Process[string], _, in string) string {
		if a.sendsM(p, in); in == "k" && p.ID() == 1 {
			p.Send(zeroToTwo, "x")
			p.Send(zeroToTwo, "x")
		}
		return ""
	}
	return a
}

// turns sends two messages over different links, in an order that depends on whether "m" has been
// received, and a process may crash.
func turns(k model.Kind) occasion {
	a := visible(k)
	a.step = func(p *model.Process[string], s, in string) string {
		if a.sendsM(p, in); in != "k" || p.ID() != 1 {
			return ""
		}
		if strings.Contains(s, "m") {
			p.Send(zeroToOne, "y")
			p.Send(zeroToTwo, "x")
		} else {
			p.Send(zeroToTwo, "x")
			p.Send(zeroToOne, "y")
		}
		return ""
	}
	return a
}

// sendsToDown passes "m" on to the process that is down and may restart. Process 2 sends to that, too.
func sendsToDown() occasion {
	a := occasion{order: model.FIFO, ready: never, faults: model.Faults{Restart: 1}}
	a.step = func(p *model.Process[string], _, in string) string {
		a.sendsN(p, in)
		switch id := p.ID(); {
		case id == 1 && in == "m":
			p.Send(zeroToThree, "x")
		case id == 3 && in == "n":
			p.Send(twoToThree, "y")
		}
		return ""
	}
	return a
}

// suspectsLate makes a difference of whether process 2 is suspected before "m" comes. It answers
// before it crashes.
func suspectsLate() occasion {
	a := occasion{kind: model.Suspect, order: model.FIFO, ready: afterG, faults: model.Faults{Crash: 1}, suspects: zeroToTwo}
	a.step = func(p *model.Process[string], s, in string) string {
		a.sendsN(p, in)
		switch id := p.ID(); {
		case id == 3 && in == "n":
			p.Send(twoToOne, "y")
		case id == 1 && in == "m" && strings.Contains(s, "k"):
			return "o"
		}
		return ""
	}
	return a
}

// filledLate makes a difference of whether a message of process 2, which was not heard of before,
// comes before "m".
func filledLate() occasion {
	a := occasion{order: model.FIFO, ready: never}
	a.step = func(p *model.Process[string], s, in string) string {
		a.sendsN(p, in)
		switch id := p.ID(); {
		case id == 3 && in == "n":
			p.Send(twoToZero, "x")
		case id == 1 && in == "m" && strings.Contains(s, "x"):
			return "o"
		}
		return ""
	}
	return a
}

// idlesLate makes a difference of whether it is idle before a message of process 2.
func idlesLate() occasion {
	a := occasion{kind: model.Idle, order: model.FIFO, ready: afterG}
	a.step = func(p *model.Process[string], s, in string) string {
		switch id := p.ID(); {
		case id == 2 && in == "w":
			p.Send(oneToZero, "g")
			p.Send(oneToTwo, "n")
		case id == 3 && in == "n":
			p.Send(twoToZero, "x")
		case id == 1 && in == "x" && strings.Contains(s, "k"):
			return "o"
		}
		return ""
	}
	return a
}

// startsLate starts a clock upon "m" that runs longer if it has happened in the same instant.
func startsLate(k model.Kind) occasion {
	a := occasion{kind: k, order: model.Bag, ready: func(s string) bool { return strings.Contains(s, "1") }, timed: true}
	a.step = func(p *model.Process[string], s, in string) string {
		a.sendsM(p, in)
		switch {
		case in == "k" && strings.Contains(s, "1"):
			return "v"
		case in == "0" && strings.Contains(s, "2"):
			return "o"
		}
		return ""
	}
	return a
}

// racing sends to an inbox to which another process sends, unless "m" comes before.
func racing(k model.Kind) occasion {
	a := occasion{kind: k, order: model.Inbox, ready: afterG}
	a.step = func(p *model.Process[string], s, in string) string {
		switch id := p.ID(); {
		case id == 2 && in == "w":
			a.sendsM(p, in)
			p.Send(oneToTwo, "n")
		case id == 3 && in == "n":
			p.Send(twoToOne, "y")
		case id == 1 && in == "k" && !strings.Contains(s, "m"):
			p.Send(zeroToOne, "x")
		case id == 2 && in == "x" && strings.Contains(s, "y"):
			return "o"
		}
		return ""
	}
	return a
}

// afterM can happen only after "m", which is sent after "g" has been: but makes a difference
// before "g".
func afterM(k model.Kind) occasion {
	a := occasion{kind: k, order: model.Inbox, ready: func(s string) bool { return strings.Contains(s, "m") }}
	a.step = func(p *model.Process[string], s, in string) string {
		switch id := p.ID(); {
		case id == 2 && in == "w":
			p.Send(oneToZero, "g")
			p.Send(oneToTwo, "n")
		case id == 3 && in == "n":
			p.Send(twoToZero, "m")
		case id == 1 && in == "g":
			p.Send(zeroToTwo, "z") // which does not overtake "n"
			if strings.Contains(s, "k") {
				return "o"
			}
		case id == 3 && in == "z" && !strings.Contains(s, "n"):
			return "o"
		}
		return ""
	}
	return a
}
