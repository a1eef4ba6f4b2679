package catalogue

import (
	"fmt"
	"math/rand/v2"

	"github.com/interrex/interrex/model"
)

// A Cost is the cost of an execution.
type Cost struct {
	Messages   int
	Time       int  // until the last message has arrived
	Collisions int  // messages that arrive at a process when another one does, without the first of them
	Most       int  // messages that arrive at one process at once, at most
	Known      bool // at the end every process but those that stand aside names the same leader
}

// UnitTime returns the cost of the execution in which every message takes one unit of time, and
// nothing else takes any: the one in lockstep. Claim c gives the variant and the
// network, whatever its timing; one process wakes, at the start. Without identities
// of c they are 1..n. The algorithm must not choose.
func UnitTime(e Entry, c Claim, n int) (Cost, error) {
	s, err := unitSystem(e, c, n, model.Lockstep)
	if err != nil {
		return Cost{}, err
	}
	var cost Cost
	at, now := s.Initial(), 0
	for round := 0; ; round++ {
		list := s.Successors(at)
		if len(list) == 0 {
			cost.Known = allKnow(s, at)
			return cost, nil
		}
		arrived := make([]int, n)
		for i, channel := range s.Semantics().Channels() {
			arrived[channel.To] += len(at.Channels[i])
		}
		if at.InFlight() > 0 {
			now++
		}
		cost.arrive(now, arrived)
		y := list[len(list)-1] // in which the starter wakes, if it is asleep
		if at = y.Next; at.Failed() || round > 1000*n {
			return cost, fmt.Errorf("%s on %d processes: no end after %d rounds, or a step is not well-formed", e.Name, n, round)
		}
		cost.Messages += len(y.Sends)
	}
}

func unitSystem(e Entry, c Claim, n int, t model.Timing) (*model.System, error) {
	v, err := c.ParseVariant(e)
	if err != nil {
		return nil, err
	}
	net := c.On(e.Network(n))
	if net.Timing = t; net.IDs == nil {
		for p := range n {
			net.IDs = append(net.IDs, model.ID(p+1))
		}
	}
	return e.New(v, net)
}

// arrive counts the messages that arrive at each process at a time.
func (c *Cost) arrive(time int, arrived []int) {
	for _, messages := range arrived {
		if messages > 0 {
			c.Most, c.Time = max(c.Most, messages), max(c.Time, time)
			c.Collisions += messages - 1
		}
	}
}

func allKnow(s *model.System, c model.Configuration) bool {
	leader := model.NoID
	for p := range s.Network().N {
		status := s.Status(c, p)
		if !status.Live() || status.Aside {
			continue
		}
		if leader == model.NoID {
			leader = status.Leader
		}
		if status.Leader != leader || leader == model.NoID {
			return false
		}
	}
	return true
}

// BackOff returns the cost of an execution in which a process waits for 0 to most units,
// all equally likely, before it sends a message, which takes one unit then. Messages
// of one link do not overtake each other. Timers run out when nothing is in flight, at
// no cost. Otherwise it is as [UnitTime].
func BackOff(e Entry, c Claim, n, most int, random *rand.Rand) (Cost, error) {
	s, err := unitSystem(e, c, n, model.Timely)
	if err != nil {
		return Cost{}, err
	}
	x := backOff{system: s, at: s.Initial(), most: most, random: random, due: make([][]int, len(s.Semantics().Channels()))}
	if !x.take(0, model.Event{Process: c.Wake.Only[0], Kind: model.Wake}) {
		return Cost{}, fmt.Errorf("%s: process %d does not wake", e.Name, c.Wake.Only[0])
	}
	for now := 1; x.at.InFlight() > 0 || x.expire(now-1); now++ {
		arrived := make([]int, n)
		for i, channel := range s.Semantics().Channels() {
			for len(x.due[i]) > 0 && x.due[i][0] <= now {
				x.due[i] = x.due[i][1:]
				arrived[channel.To]++
				port := s.Links()[channel.Link].ToPort
				if !x.take(now, model.Event{Process: channel.To, Kind: model.Receive, Port: port}) {
					return Cost{}, fmt.Errorf("%s: a message does not arrive at process %d", e.Name, channel.To)
				}
			}
		}
		x.cost.arrive(now, arrived)
	}
	x.cost.Known = allKnow(s, x.at)
	return x.cost, nil
}

// backOff is an execution that grows.
type backOff struct {
	system *model.System
	at     model.Configuration
	most   int
	random *rand.Rand
	due    [][]int // by channel, when its messages arrive
	cost   Cost
}

// expire lets timers run out and processes suspect those that are down, until a message
// is in flight. It reports whether one is.
func (x *backOff) expire(now int) bool {
	for x.at.InFlight() == 0 {
		var next *model.Event
		x.system.Semantics().Causes(x.at, func(e model.Event, _ int) {
			if next == nil && (e.Kind == model.Timeout || e.Kind == model.Suspect) {
				next = &e
			}
		})
		if next == nil || !x.take(now, *next) {
			return false
		}
	}
	return true
}

// take takes an event, and draws when its messages arrive.
func (x *backOff) take(now int, e model.Event) bool {
	y, ok := x.system.Semantics().Follow(x.at, e, 0, func(int) int { return 0 })
	if !ok || y.Next.Failed() {
		return false
	}
	x.at = y.Next
	x.cost.Messages += len(y.Sends)
	for _, m := range y.Sends {
		if m.Lost {
			continue
		}
		i := x.system.Semantics().ChannelOfLink(m.Link)
		at := now + 1 + x.random.IntN(x.most+1)
		if queue := x.due[i]; len(queue) > 0 {
			at = max(at, queue[len(queue)-1])
		}
		x.due[i] = append(x.due[i], at)
	}
	return true
}
