package explicit

import (
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
	sets        []*visited.Set // by part: the successors that it owns, of the level that is expanded; nil: of this part
	writers     []*visited.Writer
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
	y := &sharing{peers: x.peers, budget: x.budget, part: x.part, parts: x.parts, translator: x.translator}
	for i := range y.parts {
		var set *visited.Set
		var writer *visited.Writer
		if i != y.part {
			set = visited.New()
			writer = set.NewWriter()
		}
		y.sets, y.writers = append(y.sets, set), append(y.writers, writer)
	}
	return y
}

// owns reports whether this part owns a configuration.
func (x *sharing) owns(s compose.State) bool {
	return x == nil || x.translator.Owner(s.Left(), x.parts) == x.part
}

// add adds successors: those that this part owns to w, others to those of their owners.
func (x *sharing) add(w *visited.Writer, list []compose.State) {
	if x == nil {
		visited.AddAll(w, list)
		return
	}
	for len(list) > 0 {
		n, left := 1, list[0].Left()
		for n < len(list) && list[n].Left() == left {
			n++
		}
		visited.AddAll(x.writerOf(w, left), list[:n])
		list = list[n:]
	}
}

// addBlocks is add for blocks, which are not turned.
func (x *sharing) addBlocks(w *visited.Writer, list []visited.Block) {
	if x == nil {
		w.AddBlocks(list)
		return
	}
	for len(list) > 0 {
		n, left := 1, list[0].Number>>26
		for n < len(list) && list[n].Number>>26 == left {
			n++
		}
		x.writerOf(w, uint32(left)).AddBlocks(list[:n])
		list = list[n:]
	}
}

// writerOf returns the writer for configurations with a left state; w is that of this part.
func (x *sharing) writerOf(w *visited.Writer, left uint32) *visited.Writer {
	if of := x.translator.Owner(left, x.parts); of != x.part {
		return x.writers[of]
	}
	return w
}

// bytes returns the memory of the successors that others own.
func (x *sharing) bytes() (sum int64) {
	if x == nil {
		return 0
	}
	for _, s := range x.sets {
		if s != nil {
			sum += s.Bytes() + visited.BytesPerWriter
		}
	}
	return sum
}

// deliver tells the owners of successors of them, and returns those that others have found for this part.
func (x *sharing) deliver() (list []compose.State, err error) {
	return x.exchange(func(tell func(to int, blocks []visited.Block)) {
		for i, set := range x.sets {
			var blocks []visited.Block
			if set != nil {
				x.writers[i].Flush()
				blocks = sorted(set)
			}
			tell(i, blocks)
		}
	})
}

// shareSet returns the configurations that here returns in this part or another.
func (x *sharing) shareSet(here func() *visited.Set) (*visited.Set, error) {
	var set *visited.Set
	list, err := x.exchange(func(tell func(to int, blocks []visited.Block)) {
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
	for _, s := range list {
		set.Add(uint64(s))
	}
	return set, err
}

// sorted empties a set, and returns what it had in ascending order.
func sorted(set *visited.Set) []visited.Block {
	blocks := set.Take()
	sortBlocks(blocks, make([]visited.Block, len(blocks)))
	return blocks
}

// exchange is one exchange of configurations. If it is cut short in one part, it is in all: then it panics with the reason. So all parts do
// the same afterwards.
func (x *sharing) exchange(say func(tell func(to int, blocks []visited.Block))) (list []compose.State, err error) {
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
		list, err = x.hear(in)
		return err
	})
	if err == nil {
		_, err = x.swap(cut, make([][]byte, x.parts))
	}
	return list, err
}

// hear returns the configurations that all others have told.
func (x *sharing) hear(in [][]byte) (list []compose.State, err error) {
	for i, data := range in {
		if i == x.part {
			continue
		}
		more, err := x.translator.Decode(i, data)
		if err != nil {
			return nil, fmt.Errorf("part %d of %d: %w", i+1, x.parts, err)
		}
		list = append(list, more...)
	}
	return list, nil
}

// swap exchanges messages, unless some part was cut short: then it panics with the reason of the first of these.
func (x *sharing) swap(cut reason.Reason, out [][]byte) (in [][]byte, err error) {
	head, err := json.Marshal(cut)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", engine.ErrInternal, err)
	}
	for i := range out {
		out[i] = append(append(append([]byte(nil), head...), 0), out[i]...)
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
		if in[i], err = unheaded(data, &of); err != nil {
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

// unheaded reads the head of a message, which ends with a byte of 0, and returns the rest.
func unheaded(data []byte, head any) ([]byte, error) {
	for i, b := range data {
		if b == 0 {
			return data[i+1:], json.Unmarshal(data[:i], head)
		}
	}
	return nil, fmt.Errorf("%w: a message without a head", engine.ErrInternal)
}

// agree tells the others how far this part is, and sets how far all are together.
func (x *sharing) agree(here standing) error {
	data, err := json.Marshal(here)
	if err != nil {
		return fmt.Errorf("%w: %w", engine.ErrInternal, err)
	}
	out := make([][]byte, x.parts)
	for i := range out {
		out[i] = data
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
