package validate

import (
	"slices"

	"github.com/interrex/interrex/model"
)

// Record returns the log that the processes of an execution write who log
// everything. Events that no process notices (a message that is lost, a link that is
// cut, a tick) have no line, and neither have wake-ups before the first event. A loop is
// recorded once.
func Record(x model.Execution) []Line {
	var lines []Line
	ticks := 0
	for i, y := range x.Steps {
		lines = append(lines, Lines(x.System, x.At(i), y, ticks)...)
		if y.Event.Kind == model.Tick {
			ticks++
		}
	}
	return lines
}

// Lines returns the lines that processes write of y, an event of c: one, or in a
// round one of each process that is up. In timing bounded so many ticks came before.
func Lines(s *model.System, c model.Configuration, y model.Successor, ticks int) []Line {
	var lines []Line
	for _, p := range writers(s, c, y.Event) {
		lines = append(lines, lineOf(s, c, y, p, ticks))
	}
	return lines
}

// writers returns the processes that write a line of an event of c: all that
// take a turn in a round, none of an event that no process notices.
func writers(s *model.System, c model.Configuration, e model.Event) []int {
	switch {
	case e.Kind.IsUnnoticed():
		return nil
	case !isRound(e):
		return []int{e.Process}
	}
	var list []int
	for p := range s.Network().N {
		if !c.Down[p] {
			list = append(list, p)
		}
	}
	return list
}

// isRound reports whether e is a round, or a crash within one.
func isRound(e model.Event) bool {
	return e.Kind == model.Round || e.Within && e.During == model.Round
}

// lineOf returns the whole line that process p writes of y, an event of c after so many ticks.
func lineOf(s *model.System, c model.Configuration, y model.Successor, p, ticks int) Line {
	e := y.Event
	l := Line{Process: p, Name: e.Name, Sends: []Send{}, Status: StatusOf(s.Status(y.Next, p))}
	if s.Network().Timing == model.Bounded {
		l.Time = new(ticks)
	}
	kind := e.Kind
	switch {
	case isRound(e):
		kind = model.Round
		l.Wakes = new(slices.Contains(e.Wakes, p))
	case e.Within:
		kind = e.During
	case kind == model.Duplicate:
		kind = model.Receive
	}
	l.Event = kind.String()
	if e.Within && e.Process == p {
		l.Event, l.During = model.Crash.String(), kind.String()
	}
	switch kind {
	case model.Receive:
		l.Port, l.Message, l.From = new(int(e.Port)), e.Message, sender(s, p, e.Port)
	case model.Suspect:
		l.Port = new(int(e.Port))
	case model.Timeout:
		l.Timer = new(int(e.Timer))
	case model.Invoke:
		l.Operation = new(e.Operation)
	}
	if e.Choices != nil && kind != model.Round {
		l.Choices = e.Choices
	}
	for _, sent := range y.Sends {
		if link := s.Links()[sent.Link]; link.From == p {
			l.Sends = append(l.Sends, Send{new(int(link.FromPort)), new(link.To), sent.Message})
		}
	}
	return l
}

// sender returns the process whose messages arrive on port q of p.
func sender(s *model.System, p int, q model.Port) *int {
	for _, link := range s.Links() {
		if link.To == p && link.ToPort == q {
			return new(link.From)
		}
	}
	return nil
}

// StatusOf returns a status in full. Of a process that is down or has failed an
// observer sees nothing else.
func StatusOf(st model.Status) *Status {
	switch {
	case st.Failed:
		return &Status{Failed: new(true)}
	case st.Down:
		return &Status{Down: new(true)}
	}
	return &Status{Role: st.Role.String(), Leader: new(st.Leader), Term: new(st.Term), Halted: new(st.Halted), Bounded: new(st.Bounded), Aside: new(st.Aside), Own: ownJSON(st.Own)}
}
