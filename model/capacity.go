package model

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A Capacity bounds the messages in flight in each channel: on a link or, in order
// [Inbox], to a process. The zero value is no bound.
type Capacity struct {
	Places int  // how many messages a channel holds at most, 1..255; 0: any number
	Full   Full // the fate of a message that is sent to a full channel
}

// Full is the fate of a message for which its channel has no place.
type Full uint8

// The ways of a full channel.
const (
	Drop  Full = iota // the message is lost
	Block             // the event that would send it is not enabled (async only)
)

// maxPlaces is the largest capacity of a channel.
const maxPlaces = 255

var fullNames = []string{"drop", "block"}

func (f Full) String() string { return name(fullNames, int(f), "full") }

// unlimited is the text of the capacity without a bound.
const unlimited = "none"

// String returns the capacity as in [ParseCapacity].
func (k Capacity) String() string {
	if k == (Capacity{}) {
		return unlimited
	}
	return fmt.Sprintf("%v=%d", k.Full, k.Places)
}

// ParseCapacity reads a capacity: "drop=2" or "block=2" for two places, or "none".
func ParseCapacity(s string) (Capacity, error) {
	if s == unlimited {
		return Capacity{}, nil
	}
	full, places, _ := strings.Cut(s, "=")
	k, err := strconv.Atoi(places)
	i := slices.Index(fullNames, full)
	if i < 0 || err != nil || k < 1 || k > maxPlaces {
		return Capacity{}, fmt.Errorf("capacity %q; allowed: none, or drop=K or block=K with K in 1..%d", s, maxPlaces)
	}
	return Capacity{Places: k, Full: Full(i)}, nil
}

// validate reports why a network cannot have the capacity.
func (k Capacity) validate(t Timing) error {
	switch {
	case k.Places < 0 || k.Places > maxPlaces:
		return fmt.Errorf("capacity: %d places; allowed: 1..%d, 0 for any number", k.Places, maxPlaces)
	case int(k.Full) >= len(fullNames):
		return fmt.Errorf("capacity: full %d does not exist; allowed: %s", k.Full, strings.Join(fullNames, ", "))
	case k.Places == 0 && k.Full != Drop:
		return fmt.Errorf("capacity: %v without places; allowed: 1..%d places", k.Full, maxPlaces)
	case k.Places > 0 && t == Lockstep:
		return fmt.Errorf("capacity %v needs timing async, bounded or timely, not %v: a round delivers all that is in flight", k, t)
	case k.Places > 0 && k.Full == Block && t != Async:
		return fmt.Errorf("capacity %v needs timing async, not %v: time would stand still for events that wait; allowed: drop=%d", k, t, k.Places)
	}
	return nil
}

// Blocks reports whether events wait for places in channels.
func (k Capacity) Blocks() bool { return k.Places > 0 && k.Full == Block }

// isFull reports whether channel ch of c has no place left.
func (s *System) isFull(c *Configuration, ch int) bool {
	return s.net.Capacity.Places > 0 && len(c.Channels[ch]) >= s.net.Capacity.Places
}

// waits reports whether cause x of c is not enabled because some outcome of its step
// would send a message for which its channel has no place. The step waits as a whole: who
// draws lots never learns from a full channel which of them it may draw.
func (s *System) waits(c Configuration, x cause) bool {
	if !s.net.Capacity.Blocks() || !x.Kind.IsStep() {
		return false
	}
	c.Channels = slices.Clone(c.Channels)
	_, in := s.stimulus(&c, x)
	for _, o := range s.alg.step(s.selves[x.Process], c.Locals[x.Process], in) {
		if o.Failure == "" && !s.fits(c, x.Process, o.Sends) {
			return true
		}
	}
	return false
}

// fits reports whether the channels of c have places for all that p sends in one step.
func (s *System) fits(c Configuration, p int, sends []Send) bool {
	c.Channels = slices.Clone(c.Channels)
	for _, m := range sends {
		i := s.out[p][m.Port]
		if s.enters(&c, i, Envelope{Port: s.links[i].ToPort, Msg: m.Msg}) && s.isFull(&c, s.channelOf(i)) {
			return false
		}
		s.send(&c, p, m)
	}
	return true
}

// unblocked removes the causes from the list, from its element on, that wait.
func (s *System) unblocked(list []cause, from int, c Configuration) []cause {
	if !s.net.Capacity.Blocks() {
		return list
	}
	rest := slices.DeleteFunc(list[from:], func(x cause) bool { return s.waits(c, x) })
	return list[:from+len(rest)]
}
