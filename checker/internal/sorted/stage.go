package sorted

import (
	"slices"

	"github.com/interrex/interrex/checker/internal/diagram"
	"github.com/interrex/interrex/model"
)

// pass takes the events of a space, from the least progress to the greatest. A stage takes those of a range of
// progress, until they add nothing; then it forgets.
type pass struct {
	*space
	*layout
	accounts *accounts
	sets     *diagram.Reach // of this stage
	all      diagram.Set    // the configurations that the events taken so far lead to
	rest     []event        // the events that may follow
	stage    int            // about how many events the next one takes
	fixed    int            // the same for all stages; 0: the search chooses
	peak     int
	idle     func(work int64)                      // is called now and then, with the work since the last call: vertices that were made, or as much
	limit    func(sets *diagram.Reach)             // bounds the memory of diagrams
	doubts   func(before, after model.Status) bool // whether it is to be known if a status changes so
	doubtful map[step]bool                         // the changes of that kind that occur
}

// run takes all events.
func (w *pass) run() {
	w.doubtful = map[step]bool{}
	w.open()
	w.all = w.initial()
	w.rest, w.stage = w.events, firstStage
	w.forget()
	for len(w.rest) > 0 {
		taken := w.next()
		before := w.size()
		w.idle(int64(4 * taken))
		for _, e := range w.groups(w.rest[:taken]) {
			w.sets.Add(e)
		}
		w.all = w.sets.Saturate(w.all)
		w.sets.Hold(w.all)
		w.doubt(w.rest[:taken])
		w.rest = w.rest[taken:]
		grown := w.size()
		_, peak := w.sets.Live()
		w.peak = max(w.peak, peak)
		w.forget()
		w.adapt(before, grown)
	}
}

// step is a change of a status.
type step struct{ before, after model.Status }

// doubt notes the doubtful changes of a stage.
func (w *pass) doubt(events []event) {
	for _, e := range events {
		s := step{w.processes[e.process].status[e.from], w.processes[e.process].status[e.to]}
		if !w.doubts(s.before, s.after) || w.doubtful[s] {
			continue
		}
		if w.sets.Image(w.all, w.groups([]event{e})[0]) != diagram.Empty {
			w.doubtful[s] = true
		}
	}
}

// The sizes of stages, in events, and the growth of a diagram at which they get smaller or larger.
const (
	firstStage   = 16
	growsMuch    = 2
	growsLittle  = 1.25
	shareOfRest  = 16      // a stage has no more than that part of the events that are left
	smallDiagram = 1 << 10 // nodes: such a diagram may grow as it likes
)

// adapt chooses the size of the next stage by how much the diagram has grown in the last one.
func (w *pass) adapt(before, grown int) {
	switch growth := float64(grown) / float64(max(before, smallDiagram)); {
	case growth > growsMuch:
		w.stage = max(1, w.stage/2)
	case growth < growsLittle:
		w.stage *= 2
	}
}

// next returns how many events the next stage takes: all or none of those with the same progress.
func (w *pass) next() int {
	taken := min(w.stage, max(firstStage, len(w.rest)/shareOfRest))
	if w.fixed > 0 {
		taken = w.fixed
	}
	taken = min(taken, len(w.rest))
	for taken < len(w.rest) && w.rest[taken].progress == w.rest[taken-1].progress {
		taken++
	}
	return taken
}

// open makes the diagrams of the next stage.
func (w *pass) open() {
	w.sets = diagram.NewReach(w.levels)
	w.sets.Confirm = func(int, uint32) {}
	made := int64(0)
	sets := w.sets
	sets.Idle = func() {
		w.idle(sets.Made() - made)
		made = sets.Made()
	}
	w.limit(sets)
}

// size returns how many nodes the set of configurations has.
func (w *pass) size() (count int) {
	w.sets.Walk(w.all, func(diagram.Set) { count++ })
	return count
}

// groups returns the events of the diagram that stand for these.
func (w *pass) groups(events []event) (list []*diagram.Event) {
	type key struct{ process, take, sends, charge int32 }
	groups := map[key]map[uint32][]uint32{}
	writes := map[writing]*write{}
	for _, e := range events {
		k := key{e.process, e.take, e.sends, e.charge}
		moves := groups[k]
		if moves == nil {
			moves = map[uint32][]uint32{}
			groups[k] = moves
			list = append(list, &diagram.Event{Effects: w.effects(e, moves, writes)})
		}
		moves[uint32(e.from)] = append(moves[uint32(e.from)], uint32(e.to))
	}
	return list
}

// effects returns the effects of an event on the levels, from the highest. Those on its process are moves.
func (w *pass) effects(e event, moves map[uint32][]uint32, writes map[writing]*write) []diagram.Effect {
	adds := map[int][]int32{}
	for _, m := range w.lists.of(e.sends) {
		level := w.level(w.signals[m])
		adds[level] = append(adds[level], m)
	}
	taken := 0
	if e.take >= 0 {
		taken = w.level(w.signals[e.take])
	}
	var list []diagram.Effect
	for level := w.levels; level > 0; level-- {
		add, adds := adds[level]
		switch {
		case level == w.at[e.process]:
			list = append(list, diagram.Effect{Level: level, Next: func(v uint32) []uint32 { return moves[v] }})
		case level == w.account && e.charge != 0:
			list = append(list, diagram.Effect{Level: level, Next: w.accounts.effect(e.charge)})
		case adds || level == taken:
			k := writing{level, -1, w.contents.set(add)}
			if level == taken {
				k.take = e.take
			}
			if writes[k] == nil {
				writes[k] = &write{contents: w.contents, take: k.take, add: w.contents.of(k.add), next: map[uint32][]uint32{}}
			}
			list = append(list, diagram.Effect{Level: level, Next: writes[k].apply, Sure: k.take < 0})
		}
	}
	return list
}

// writing names a write.
type writing struct {
	level int
	take  int32
	add   int32
}

// write is the effect of an event on a level of signals: it needs the one that it takes, if there is one, and adds others.
type write struct {
	contents *vectors
	take     int32 // -1: none
	add      []int32
	next     map[uint32][]uint32
}

func (f *write) apply(value uint32) []uint32 {
	if next, ok := f.next[value]; ok {
		return next
	}
	list := f.contents.of(int32(value))
	var next []uint32
	if _, has := slices.BinarySearch(list, f.take); has || f.take < 0 {
		next = []uint32{uint32(f.contents.set(slices.Concat(list, f.add)))}
	}
	f.next[value] = next
	return next
}

// effect returns the effect of an entry on the values of accounts.
func (a *accounts) effect(number int32) func(value uint32) []uint32 {
	memo := map[uint32][]uint32{}
	return func(value uint32) []uint32 {
		next, ok := memo[value]
		if !ok {
			if after, covered := a.after(value, a.entries.All[number]); covered {
				next = []uint32{after}
			}
			memo[value] = next
		}
		return next
	}
}
