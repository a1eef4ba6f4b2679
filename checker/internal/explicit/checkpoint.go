package explicit

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/interrex/interrex/checker/internal/disk"
	"github.com/interrex/interrex/checker/internal/engine"
	"github.com/interrex/interrex/checker/reason"
	"github.com/interrex/interrex/model"
)

// Saved is what a checkpoint says about a search to people.
type Saved struct {
	Request        []string // of engine.Saving
	Name           string
	Depth          int    // of the level that is to be expanded
	Configurations int64  // that were expanded
	Prefix         string `json:"-"` // of the names of files, in the folder
}

// SavedIn returns the searches of which a folder has checkpoints.
func SavedIn(files disk.Files) (list []Saved, err error) {
	names, err := files.List()
	if err != nil {
		return nil, err
	}
	slices.Sort(names)
	for _, name := range names {
		prefix, is := strings.CutSuffix(name, checkpointName)
		if !is {
			continue
		}
		c, err := read(files, name)
		if err != nil {
			return nil, err
		}
		c.Prefix = prefix
		list = append(list, c.Saved)
	}
	return list, nil
}

// read reads a checkpoint.
func read(files disk.Files, name string) (*checkpoint, error) {
	data, err := disk.Get(files, name)
	if err != nil {
		return nil, err
	}
	c := new(checkpoint)
	if err := json.Unmarshal(data, c); err != nil {
		return nil, &disk.Error{Doing: "read", Path: files.Path(name), Err: err}
	}
	return c, nil
}

// A checkpoint is what a pass knows at the end of a level, when its search is on disk.
type checkpoint struct {
	Saved
	Question              string // of the pass
	Events                int64
	Frontier              int64
	Turned                bool
	Expanded, Bytes, Disk int64 // of the budget
	Sum                   uint64
	LogBytes              int64
	LogSum                uint32
	Set                   disk.State

	Tally    savedTally
	Met      []mask
	Decided  mask
	Settled  mask
	Tried    []int64
	Paths    []savedPath
	Alone    []savedAlone
	Failure  savedPath
	FailMet  bool
	FailKind engine.Outcome
}

type savedTally struct {
	Mask      mask
	Terminals bool
	Triggered mask
}

// savedPath is a path, if it is known.
type savedPath struct {
	Known  bool
	Start  int
	Events []string
}

// savedAlone is a search for an Eventually alone that has refuted it.
type savedAlone struct {
	Property int
	Counts   engine.Counts
	Path     savedPath
}

// levels returns how many levels there are.
func (c *checkpoint) levels() int { return c.Depth + 1 }

// questionText says what the search of a pass depends on, besides the request.
func (p *pass) questionText() string {
	var names []string
	for _, x := range p.question.Properties {
		names = append(names, x.Name)
	}
	return fmt.Sprintf("%s, symmetry %t, confluent %t", strings.Join(names, ", "), p.question.Reduction.Symmetry != nil, p.question.Reduction.Confluent != nil)
}

// differs says how the search that was saved differs from the one of a pass; "": not at all.
func (c *checkpoint) differs(request []string, p *pass) string {
	if of := p.budget.Saving.Name; c.Name != of {
		return fmt.Sprintf("it is of %s, not of %s", c.Name, of)
	}
	if !slices.Equal(c.Request, request) {
		return fmt.Sprintf("another program or request has saved it: %q there, %q here", c.Request, request)
	}
	if now := p.questionText(); c.Question != now {
		return fmt.Sprintf("it is a search for %s, not for %s", c.Question, now)
	}
	return ""
}

// checkpoint returns what the pass knows now. The machine has a sum over its states.
func (p *pass) checkpoint(sum uint64) *checkpoint {
	s, t := p.search, p.sum()
	c := &checkpoint{
		Saved:    Saved{Request: p.budget.Saving.Request, Name: p.budget.Saving.Name, Depth: s.depth, Configurations: s.configurations},
		Question: p.questionText(), Events: s.events, Frontier: s.frontier, Turned: s.seen.IsTurned(),
		Expanded: p.budget.Expanded() - p.saver.expanded, Bytes: p.budget.Peak(), Disk: p.budget.MostOnDisk(), Sum: sum, Set: p.saver.out.State(),
		Tally: savedTally{t.mask, t.terminals, t.triggered}, Met: slices.Clone(p.met), Decided: p.decided, Settled: p.sights.settled, Tried: slices.Clone(p.tried),
		FailMet: p.answer.Failure.Met, FailKind: p.answer.Failure.Outcome,
	}
	for i, x := range p.paths {
		c.Paths = append(c.Paths, saved(x))
		if q := p.alone[i]; q != nil {
			c.Alone = append(c.Alone, savedAlone{i, q.search.counts(), saved(q.paths[0])})
		}
	}
	c.Failure = saved(path{known: c.FailKind == engine.Found, start: p.answer.Failure.Start, schedule: p.answer.Failure.Lasso.Stem})
	return c
}

func saved(x path) savedPath {
	s := savedPath{Known: x.known && x.err == nil, Start: x.start}
	for _, e := range x.schedule {
		s.Events = append(s.Events, e.String())
	}
	return s
}

// path returns a path that was saved.
func (s savedPath) path() (path, error) {
	x := path{known: s.Known, start: s.Start}
	for _, text := range s.Events {
		e, err := model.ParseEvent(text)
		if err != nil {
			return x, err
		}
		x.schedule = append(x.schedule, e)
	}
	return x, nil
}

// restore gives the pass what it knew at a checkpoint, when its search has the levels.
func (p *pass) restore(c *checkpoint) (err error) {
	s := p.search
	s.depth, s.configurations, s.events, s.frontier = c.Depth, c.Configurations, c.Events, c.Frontier
	p.budget.Expand(c.Expanded)
	p.budget.Raise(c.Bytes)
	p.budget.OnDisk(c.Disk)
	p.tallies[0] = tally{mask: c.Tally.Mask, terminals: c.Tally.Terminals, triggered: c.Tally.Triggered}
	p.met, p.decided, p.sights.settled = c.Met, c.Decided, c.Settled
	if len(c.Paths) != len(p.paths) || len(c.Tried) != len(p.tried) || len(c.Met) != c.Depth {
		return p.saver.refuse("its parts do not belong together")
	}
	copy(p.tried, c.Tried)
	for i, x := range c.Paths {
		if p.paths[i], err = x.path(); err != nil {
			return err
		}
	}
	failure, err := c.Failure.path()
	p.answer.Failure = engine.Finding{Outcome: c.FailKind, Met: c.FailMet, Start: failure.start, Lasso: model.Lasso{Stem: failure.schedule}}
	for _, a := range c.Alone {
		if err == nil {
			err = p.restoreAlone(a)
		}
	}
	return err
}

// restoreAlone restores a search for a property alone, which has refuted it.
func (p *pass) restoreAlone(a savedAlone) (err error) {
	q := p.avoid(a.Property)
	q.search.configurations, q.search.events, q.search.depth = a.Counts.Configurations, a.Counts.Events, a.Counts.Depth
	q.search.stopped = reason.Reason{Cause: reason.AllDecided}
	q.tallies[0].mask = 1
	q.paths[0], err = a.Path.path()
	p.alone[a.Property] = q
	return err
}
