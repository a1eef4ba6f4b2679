package explicit

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/interrex/interrex/checker/internal/compose"
	"github.com/interrex/interrex/checker/internal/engine"
	"github.com/interrex/interrex/checker/internal/visited"
	"github.com/interrex/interrex/checker/reason"
	"github.com/interrex/interrex/properties"
)

// A sharing is what one part of a search that several processes share knows of the others. Each part owns some configurations: those whose left
// halves have some hashes. It meets and expands these only, and tells their owners of the other successors, at the end of a level. After that all
// parts tell each other how far they are. So they take the same decisions, and all work that follows is done by all.
type sharing struct {
	peers       engine.Peers
	budget      *engine.Budget
	part, parts int
	translator  *compose.Translator
	found       []outbox     // by part: the successors that it owns, of the level that is expanded
	here, all   standing     // of this part, and of all together, after the last level
	tally       func() tally // of this part
}

// standing is how far a part is, or all parts together.
type standing struct {
	Met, Next, Frontier    int64 // configurations: met, of the next level, of the level that was expanded
	Configurations, Events int64 // expanded
	Tally                  savedTally
	Stopped                reason.Reason // why one stops
}

// isShared reports whether the search for a question is shared. The state of a monitor is a value that comes from no step, and so is a
// mark of a configuration where a LeadsTo is pending.
func isShared(q engine.Question) bool {
	return monitorOf(q.Properties) == nil && !slices.ContainsFunc(q.Properties, func(p properties.Property) bool { return p.Form == properties.LeadsTo })
}

// unshared returns the answer to a question for which no search is shared.
func unshared(q engine.Question) (a engine.Answer) {
	a.Stop = reason.Reason{Cause: reason.NotShared}
	for range q.Properties {
		a.Findings = append(a.Findings, open(a.Stop))
	}
	return a
}

// newSharing returns the sharing of a search over a machine that has searched nothing; nil: nobody shares it.
func newSharing(peers engine.Peers, b *engine.Budget, m *compose.Machine) *sharing {
	if peers == nil {
		return nil
	}
	x := &sharing{peers: peers, budget: b}
	x.part, x.parts = peers.Parts()
	x.translator = m.Translate(x.parts)
	return x.again()
}

// again returns the sharing of another search over the same machine.
func (x *sharing) again() *sharing {
	if x == nil {
		return nil
	}
	return &sharing{peers: x.peers, budget: x.budget, part: x.part, parts: x.parts, translator: x.translator, found: make([]outbox, x.parts)}
}

// owns reports whether this part owns a configuration.
func (x *sharing) owns(s compose.State) bool {
	return x == nil || x.translator.Owner(s.Left()) == x.part
}

// divert lets w, the only writer to the visited set, pass by configurations that other parts own.
func (x *sharing) divert(w *visited.Writer) {
	if x == nil {
		return
	}
	w.Divert(func(b visited.Block) bool {
		to := x.translator.Owner(uint32(b.Number >> 26))
		if to == x.part {
			return false
		}
		x.found[to].add(b)
		return true
	})
}

// bytes returns the memory of the successors that others own.
func (x *sharing) bytes() (sum int64) {
	if x == nil {
		return 0
	}
	for i := range x.found {
		sum += x.found[i].bytes()
	}
	return sum
}

// deliver tells the owners of successors of them, and adds those that others have found for this part to w.
func (x *sharing) deliver(w *visited.Writer) error {
	lists, err := x.exchange(func(tell func(to int, blocks []visited.Block)) {
		for i := range x.found {
			tell(i, x.found[i].take())
		}
	})
	for _, list := range lists {
		visited.AddAll(w, list)
	}
	return err
}

// shareSet returns the configurations that here returns in this part or another.
func (x *sharing) shareSet(here func() *visited.Set) (*visited.Set, error) {
	var set *visited.Set
	lists, err := x.exchange(func(tell func(to int, blocks []visited.Block)) {
		set = here()
		keys := slices.Sorted(set.All())
		var blocks []visited.Block
		for _, key := range keys {
			blocks = visited.Append(blocks, key, false)
		}
		for i := range x.parts {
			tell(i, blocks)
		}
	})
	for _, list := range lists {
		for _, s := range list {
			set.Add(uint64(s))
		}
	}
	return set, err
}

// exchange is one exchange of configurations. If it is cut short in one part, it is in all: then it panics with the reason. So all parts do
// the same afterwards.
func (x *sharing) exchange(say func(tell func(to int, blocks []visited.Block))) (lists [][]compose.State, err error) {
	out := make([][]byte, x.parts)
	cut, err := engine.Guard(func() error {
		say(func(to int, blocks []visited.Block) { out[to] = x.translator.Encode(to, blocks) })
		return nil
	})
	if err != nil {
		return nil, err
	}
	in, err := x.swap(cut, out)
	if err != nil {
		return nil, err
	}
	cut, err = engine.Guard(func() (err error) {
		lists, err = x.hear(in)
		return err
	})
	if err == nil {
		_, err = x.swap(cut, make([][]byte, x.parts))
	}
	return lists, err
}

// hear returns the configurations that each other part has told.
func (x *sharing) hear(in [][]byte) (lists [][]compose.State, err error) {
	for i, data := range in {
		if i == x.part {
			continue
		}
		list, err := x.translator.Decode(i, data)
		if err != nil {
			return nil, fmt.Errorf("part %d of %d: %w", i+1, x.parts, err)
		}
		lists = append(lists, list)
	}
	return lists, nil
}

// swap exchanges messages, unless some part was cut short: then it panics with the reason of the first of these.
func (x *sharing) swap(cut reason.Reason, out [][]byte) (in [][]byte, err error) {
	end, err := json.Marshal(cut)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", engine.ErrInternal, err)
	}
	for i := range out {
		out[i] = append(append(out[i], 0), end...)
	}
	if in, err = x.peers.Exchange(x.budget.Context(), out); err != nil {
		if x.budget.Context().Err() != nil {
			x.budget.Poll() // it is over: this panics
		}
		return nil, err
	}
	if len(in) != x.parts {
		return nil, fmt.Errorf("%w: %d of %d parts have answered", engine.ErrInternal, len(in), x.parts)
	}
	in[x.part] = out[x.part]
	first := reason.Reason{}
	for i, data := range in {
		var of reason.Reason
		if in[i], err = withoutEnd(data, &of); err != nil {
			return nil, fmt.Errorf("part %d of %d: %w", i+1, x.parts, err)
		}
		if first == (reason.Reason{}) {
			first = of
		}
	}
	if first != (reason.Reason{}) {
		x.budget.Halt(first)
	}
	return in, nil
}

// withoutEnd reads the end of a message, which comes after the last byte of 0, and returns the rest.
func withoutEnd(data []byte, end any) ([]byte, error) {
	at := bytes.LastIndexByte(data, 0)
	if at < 0 {
		return nil, fmt.Errorf("%w: a message without an end", engine.ErrInternal)
	}
	return data[:at], json.Unmarshal(data[at+1:], end)
}

// agree tells the others how far this part is, and sets how far all are together.
func (x *sharing) agree(here standing) error {
	data, err := json.Marshal(here)
	if err != nil {
		return fmt.Errorf("%w: %w", engine.ErrInternal, err)
	}
	out := make([][]byte, x.parts)
	for i := range out {
		out[i] = slices.Clone(data)
	}
	in, err := x.swap(reason.Reason{}, out)
	if err != nil {
		return err
	}
	before := x.all.Configurations - x.here.Configurations
	x.here, x.all = here, standing{}
	for i, data := range in {
		var of standing
		if err := json.Unmarshal(data, &of); err != nil {
			return fmt.Errorf("part %d of %d: %w", i+1, x.parts, err)
		}
		x.all.add(of)
	}
	x.budget.Expand(x.all.Configurations - x.here.Configurations - before) // those of others
	return nil
}

// add adds how far a part is.
func (s *standing) add(of standing) {
	s.Met += of.Met
	s.Next += of.Next
	s.Frontier += of.Frontier
	s.Configurations += of.Configurations
	s.Events += of.Events
	s.Tally.Mask |= of.Tally.Mask
	s.Tally.Triggered |= of.Tally.Triggered
	s.Tally.Terminals = s.Tally.Terminals || of.Tally.Terminals
	if s.Stopped == (reason.Reason{}) {
		s.Stopped = of.Stopped
	}
}
