package sorted

import (
	"github.com/interrex/interrex/checker/internal/diagram"
	"github.com/interrex/interrex/model"
)

// layout has the levels of diagrams: one for each process, one for the signals to each port, and at the
// bottom one for the budgets and the states of the monitors. As in package symbolic, a process is
// above the signals between it and the processes before it.
type layout struct {
	levels   int
	at       []int    // by process
	ports    [][]int  // by process and port: the level of the signals to it
	process  []int    // by level: its process, -1: none
	port     []bool   // by level: it has signals
	account  int      // the level of the budgets and monitors, 0: there are none
	contents *vectors // the values of the levels of signals: lists of them
}

func (x *space) lay(accounted bool) *layout {
	s := x.system
	y := &layout{contents: newVectors(), ports: make([][]int, len(x.processes)), at: make([]int, len(x.processes)),
		process: []int{-1}, port: []bool{false}}
	add := func(process int, port bool) int {
		y.levels++
		y.process, y.port = append(y.process, process), append(y.port, port)
		return y.levels
	}
	if accounted {
		y.account = add(-1, false)
	}
	for p := range x.processes {
		y.ports[p] = make([]int, s.Semantics().Ports(p))
	}
	for p := range x.processes {
		for q := range p + 1 {
			for _, at := range [][2]int{{p, q}, {q, p}} {
				for port := range model.Port(s.Semantics().Ports(at[0])) {
					if y.ports[at[0]][port] == 0 && s.Peer(at[0], port) == at[1] {
						y.ports[at[0]][port] = add(-1, true)
					}
				}
			}
		}
		y.at[p] = add(p, false)
	}
	return y
}

// level returns the level of a signal.
func (y *layout) level(s signal) int { return y.ports[s.process][s.port] }

// initial returns the set of the initial configurations.
func (w *pass) initial() diagram.Set {
	sum := diagram.Empty
	for _, start := range w.starts {
		values := make([]uint32, w.levels)
		sent := make([][]int32, w.levels+1)
		c := start.Initial()
		send := func(m int32) {
			level := w.level(w.signals[m])
			sent[level] = append(sent[level], m)
		}
		for p, q := range w.processes {
			l := q.numbers[w.localOf(c, p)]
			values[w.at[p]-1] = uint32(l)
			for _, m := range q.answers[l] {
				send(m)
			}
			if c.Down[p] {
				for _, m := range w.news(p) {
					send(m)
				}
			}
		}
		for ch, channel := range c.Channels {
			for _, e := range channel {
				send(w.signal(signal{w.system.Semantics().Channels()[ch].To, e.Port, w.tables.Message(e.Msg)}))
			}
		}
		for level, list := range sent {
			if len(list) > 0 {
				values[level-1] = uint32(w.contents.set(list))
			}
		}
		if w.account > 0 {
			values[w.account-1] = w.accounts.begin(start)
		}
		sum = w.sets.Held(w.sets.Union(sum, w.sets.Held(w.sets.Path(values))))
	}
	return sum
}
