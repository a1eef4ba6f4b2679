package counterexamples

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/interrex/interrex/model"
)

// clause puts the event of moment i into words: "p0 receives ELECT(2) from p1".
func (p picture) clause(i int) string {
	e := p.moments[i].event
	return p.happens(e, fmt.Sprintf("p%d", e.Process), fmt.Sprintf("p%d's", e.Process))
}

// happens puts an event into words. Its process is called subject, and the possessive of
// the process is owners: "it" and "its", for instance.
func (p picture) happens(e model.Event, subject, owners string) string {
	if e.Within {
		step := e
		step.Kind, step.Within = e.During, false
		after := "before it sends anything"
		if e.After > 0 {
			after = "after " + plural(e.After, "send", "sends")
		}
		return fmt.Sprintf("%s crashes while %s, %s", subject, p.happens(step, "it", "its"), after)
	}
	return p.cause(e, subject, owners) + choiceText(e.Choices)
}

// choiceText says which outcomes were chosen, in brackets, if any were.
func choiceText(choices []int) string {
	if len(choices) == 0 {
		return ""
	}
	return fmt.Sprintf(" (choosing %s)", joinInts(choices))
}

// cause is happens without crashes within steps, and without outcomes.
func (p picture) cause(e model.Event, subject, owners string) string {
	sender := func() int { return p.x.System.Peer(e.Process, e.Port) }
	switch e.Kind {
	case model.Wake:
		if e.Name != "" {
			return fmt.Sprintf("%s wakes (%s)", subject, e.Name)
		}
		return subject + " wakes"
	case model.Receive:
		return fmt.Sprintf("%s receives %s from p%d", subject, e.Message, sender())
	case model.Timeout:
		return fmt.Sprintf("%s %s runs out", owners, timerText(e.Timer, e.Name))
	case model.Idle:
		return subject + " finds no message waiting"
	case model.Suspect:
		return fmt.Sprintf("%s suspects p%d", subject, sender())
	case model.Invoke:
		return fmt.Sprintf("%s application invokes %s", owners, cmp.Or(e.Name, fmt.Sprint("operation ", e.Operation)))
	case model.Round:
		return "a round takes place"
	case model.Crash:
		return subject + " crashes"
	case model.Restart:
		return subject + " restarts"
	case model.Lose:
		return fmt.Sprintf("%s from p%d to p%d is lost", e.Message, sender(), e.Process)
	case model.Duplicate:
		return fmt.Sprintf("%s receives %s from p%d while a copy stays in flight", subject, e.Message, sender())
	case model.Cut:
		return fmt.Sprintf("the links from p%d to p%d are cut", e.Process, e.Peer)
	case model.Divide:
		return "the network divides: the links between " + processNames(e.Group) + " and all others are cut"
	case model.Heal:
		return "the network is whole again"
	case model.Betray:
		return subject + " becomes a traitor"
	case model.Delay:
		return fmt.Sprintf("%s from p%d to p%d waits for a round", e.Message, sender(), e.Process)
	case model.Forge:
		return fmt.Sprintf("%s, a traitor, sends %s to p%d", subject, e.Message, sender())
	}
	return "time passes"
}

// timerText names a timer.
func timerText(t uint8, name string) string {
	if name == "" {
		return fmt.Sprint("timer ", t)
	}
	return name + " timer"
}

// plural writes a number with the word that goes with it.
func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// enumerated joins words as in "a, b and c".
func enumerated(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " and " + words[last]
}

// processNames writes processes as "p0, p1 and p2".
func processNames(list []int) string {
	var names []string
	for _, q := range list {
		names = append(names, fmt.Sprintf("p%d", q))
	}
	return enumerated(names)
}

// capital makes the first letter a capital one, unless the word names a process or a
// message.
func capital(text string) string {
	word, _, _ := strings.Cut(text, " ")
	if isWord := !strings.ContainsFunc(word, func(r rune) bool { return r < 'a' || r > 'z' }); !isWord {
		return text
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

// wrapped breaks a text into lines of at most so many columns, as far as its words
// allow.
func wrapped(text string, columns int) []string {
	lines := []string{""}
	for i, word := range strings.Fields(text) {
		last := &lines[len(lines)-1]
		switch {
		case i == 0:
			*last = word
		case width(*last)+1+width(word) > columns:
			lines = append(lines, word)
		default:
			*last += " " + word
		}
	}
	return lines
}

// distinct returns the texts without repetitions, in the order in which they first occur.
func distinct(list []string) []string {
	var once []string
	for _, text := range list {
		if !slices.Contains(once, text) {
			once = append(once, text)
		}
	}
	return once
}
