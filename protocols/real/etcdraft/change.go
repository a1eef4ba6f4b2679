package etcdraft

import (
	"fmt"
	"strconv"
	"strings"
)

// A Change is a change of the configuration, and how it is carried out.
type Change struct {
	Transition Transition
	Steps      []Step // none: leave a joint configuration
}

// A Step makes a server a voter (v) or a learner (l), or removes it (r).
type Step struct {
	Kind   byte
	Server int
}

// Transition says how raft carries out a change.
type Transition int

// The transitions.
const (
	Simple   Transition = iota // one step, as a ConfChange
	Auto                       // a ConfChangeV2, which goes through a joint configuration if it has several steps and leaves it by itself
	Implicit                   // through a joint configuration, which is left by itself
	Explicit                   // through a joint configuration, which the change "leave" leaves
)

// How the change without steps is written: as a client proposes it, and as raft
// itself does, which from v3.5 on is an entry without data.
const (
	leave     = "leave"
	AutoLeave = "auto:leave"
)

// ParseChange reads a change: "v4" makes server 4 a voter, "l4" a learner, "r4"
// removes it. Several steps, as "v4,r1", are one joint change. A prefix "auto:",
// "implicit:" or "explicit:" names the transition. "leave" leaves a joint
// configuration.
func ParseChange(text string) (c Change, err error) {
	wrong := fmt.Errorf("change %q; allowed: v4, l4, r4, several as v4,r1, with auto:, implicit: or explicit: before them, and leave", text)
	if text == leave || text == AutoLeave {
		return Change{Transition: Auto}, nil
	}
	steps := text
	if prefix, rest, ok := strings.Cut(text, ":"); ok {
		steps = rest
		if c.Transition, ok = map[string]Transition{"auto": Auto, "implicit": Implicit, "explicit": Explicit}[prefix]; !ok {
			return c, wrong
		}
	}
	for _, word := range strings.Split(steps, ",") {
		if len(word) < 2 || !strings.Contains("vlr", word[:1]) {
			return c, wrong
		}
		id, err := strconv.Atoi(word[1:])
		if err != nil || id < 1 {
			return c, wrong
		}
		c.Steps = append(c.Steps, Step{word[0], id})
	}
	if c.Transition == Simple && len(c.Steps) > 1 {
		c.Transition = Auto
	}
	return c, nil
}

// String is the text that [ParseChange] reads.
func (c Change) String() string {
	if len(c.Steps) == 0 {
		return leave
	}
	var words []string
	for _, s := range c.Steps {
		words = append(words, string(s.Kind)+strconv.Itoa(s.Server))
	}
	text := strings.Join(words, ",")
	switch {
	case c.Transition == Auto && len(c.Steps) == 1:
		return "auto:" + text
	case c.Transition == Implicit:
		return "implicit:" + text
	case c.Transition == Explicit:
		return "explicit:" + text
	}
	return text
}
