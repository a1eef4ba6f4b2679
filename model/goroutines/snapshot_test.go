package goroutines_test

import (
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/interrex/interrex/checker"
	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/goroutines"
	"github.com/interrex/interrex/properties"
)

// A passer passes a number on for ever, plus its identity modulo five. The process with identity 1 begins, and has won while its last number is 0.
type passer struct {
	mu   sync.Mutex
	last int
	code passingOn
}

// passingOn is how passers are started.
type passingOn struct {
	snaps  bool
	timers bool // the number goes on after so many seconds
}

func (c passingOn) start(e *goroutines.Endpoint) goroutines.Process {
	p := &passer{last: 4, code: c}
	go p.run(e)
	process := goroutines.Process{Observe: p.status}
	if c.snaps {
		process.Snapshot = p.snapshot
	}
	return process
}

func (p *passer) run(e *goroutines.Endpoint) {
	if e.ID() == 1 {
		e.Send(0, 0)
	}
	for {
		select {
		case <-e.Context().Done():
			return
		case d := <-e.Inbox():
			n := d.Value.(int)
			if p.code.timers {
				go func() { // which no snapshot has
					select {
					case <-e.Context().Done():
					case <-time.After(time.Duration(n) * time.Second):
						e.Send(0, (n+1)%3)
					}
				}()
				continue
			}
			p.mu.Lock()
			p.last = n
			p.mu.Unlock()
			e.Send(0, (n+int(e.ID()))%5)
		}
	}
}

func (p *passer) status() model.Status {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.last == 0 {
		return model.Status{Role: model.Won}
	}
	return model.Status{}
}

func (p *passer) snapshot() any {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.last
}

// passers returns the code of passers.
func passers(c passingOn) goroutines.Code {
	return goroutines.Code{Name: "passer", Needs: model.Needs{Topologies: []model.Topology{model.UnidirectionalRing}, Knowledge: model.KnowID}, Start: c.start}
}

// passing is the same as a model.
type passing struct{}

// at is a local state of it: started, and the last number.
type at struct {
	started bool
	last    int
}

func (passing) Init(model.Self) at { return at{last: 4} }
func (passing) Ready(_ model.Self, s at) model.Spontaneous {
	return model.Spontaneous{Wake: !s.started}
}
func (passing) Step(p *model.Process[int], s at, in model.Input[int]) at {
	if !s.started && p.ID() == 1 {
		p.Send(0, 0)
	}
	s.started = true
	if in.Kind == model.Receive {
		s.last = in.Msg
		p.Send(0, (in.Msg+int(p.ID()))%5)
	}
	return s
}
func (passing) Observe(_ model.Self, s at) model.Status {
	if s.started && s.last == 0 {
		return model.Status{Role: model.Won}
	}
	return model.Status{}
}
func (passing) Name() string { return "passing" }
func (passing) Needs() model.Needs {
	return model.Needs{Topologies: []model.Topology{model.UnidirectionalRing}, Knowledge: model.KnowID}
}

// TestSnapshot compares code that goes on for ever, with a snapshot that is the local state of its model, with that: the search is complete,
// with the same counts, verdicts and shortest lengths.
func TestSnapshot(t *testing.T) {
	list := []properties.Property{properties.Uniqueness(), properties.LeaderReachable(), properties.Elected()}
	for n := 2; n <= 4; n++ {
		a := algorithm(t, passers(passingOn{snaps: true}))
		got, want := check(t, system(t, a, ring(n)), list...), check(t, system(t, passing{}, ring(n)), list...)
		if !got.Complete || got.Configurations != want.Configurations || got.Events != want.Events || got.Depth != want.Depth {
			t.Errorf("n = %d: complete %t, %d configurations, %d events, depth %d; the model has %d, %d, %d", n, got.Complete,
				got.Configurations, got.Events, got.Depth, want.Configurations, want.Events, want.Depth)
		}
		for i, v := range got.Verdicts {
			if w := want.Verdicts[i]; v.Result != w.Result || length(v) != length(w) {
				t.Errorf("n = %d: %s is %v in %d events, of the model %v in %d", n, list[i].Name, v.Result, length(v), w.Result, length(w))
			}
		}
		if c := a.Counts(); c.Merged == 0 || c.Histories > 13*n {
			t.Errorf("n = %d: %d steps were merged, %d local states", n, c.Merged, c.Histories)
		}
	}
}

// TestSnapshotInChild says that snapshots of bubbles in a child merge as those in this process.
func TestSnapshotInChild(t *testing.T) {
	here, inChild := algorithm(t, passers(passingOn{snaps: true})), passers(passingOn{snaps: true})
	inChild.Child = "snapshot"
	there := algorithm(t, inChild)
	got, want := check(t, system(t, there, ring(3))), check(t, system(t, here, ring(3)))
	if got.Configurations != want.Configurations || !got.Complete || there.Counts().Merged != here.Counts().Merged {
		t.Errorf("%d configurations, complete %t, %d merged; here %d, %d", got.Configurations, got.Complete, there.Counts().Merged, want.Configurations, here.Counts().Merged)
	}
}

// TestSnapshotSeesTimers says that two histories are two local states if different timers run, though the snapshots are equal: in each configuration
// the same may happen as without a snapshot.
func TestSnapshotSeesTimers(t *testing.T) {
	var reports [2]checker.Report
	var counts [2]goroutines.Counts
	for i, snaps := range []bool{false, true} {
		c := passers(passingOn{snaps: snaps, timers: true})
		c.Time, c.Steps, c.Ahead = goroutines.Ticks, 3, 4*time.Second
		net := ring(2)
		net.Timing, net.Wake = model.Bounded, model.WakeSet{All: true}
		a := algorithm(t, c)
		reports[i] = check(t, system(t, a, net), properties.NewAlways("quiet", "nobody sends 2", func(v model.View) bool { return true }))
		counts[i] = a.Counts()
	}
	if counts[1].Merged == 0 || counts[1].Histories >= counts[0].Histories {
		t.Errorf("with a snapshot %+v, without %+v", counts[1], counts[0])
	}
	if reports[0].Depth != reports[1].Depth || !reports[1].Complete {
		t.Errorf("depth %d with a snapshot, %d without", reports[1].Depth, reports[0].Depth)
	}
	blind := passers(passingOn{snaps: true, timers: true})
	blind.Time, blind.Steps, blind.Ahead = goroutines.Ticks, 3, time.Nanosecond
	network := ring(2)
	network.Timing, network.Wake = model.Bounded, model.WakeSet{All: true}
	a := algorithm(t, blind)
	check(t, system(t, a, network))
	if a.Counts().Histories >= counts[1].Histories {
		t.Errorf("%d local states if no time passes ahead, %d if it does: the timers make no difference", a.Counts().Histories, counts[1].Histories)
	}
}

// TestSnapshotsThatDoNotSuit says which snapshots are errors.
func TestSnapshotsThatDoNotSuit(t *testing.T) {
	for want, start := range map[string]func(e *goroutines.Endpoint) goroutines.Process{
		"Snapshot lets 1s pass; allowed: to return at once": func(*goroutines.Endpoint) goroutines.Process {
			return goroutines.Process{Snapshot: func() any { time.Sleep(time.Second); return 1 }}
		},
		"is a func, which has no fingerprint": func(*goroutines.Endpoint) goroutines.Process {
			return goroutines.Process{Snapshot: func() any { return func() {} }}
		},
		"it has connections, and a Snapshot; allowed: one of both": func(e *goroutines.Endpoint) goroutines.Process {
			go func() {
				if c, err := e.Dial(e.Context(), 0); err == nil {
					defer c.Close()
				}
			}()
			return goroutines.Process{Snapshot: func() any { return 1 }}
		},
	} {
		c := passers(passingOn{})
		c.Start = start
		r, err := checker.Check(t.Context(), system(t, algorithm(t, c), ring(2)), checker.Options{Search: checker.Search{Reduce: checker.NoReduction}})
		said := ""
		if err != nil {
			said = err.Error()
		}
		for _, v := range r.Verdicts {
			if v.Execution != nil {
				said += v.Execution.IllFormed()
			}
		}
		if !strings.Contains(said, want) {
			t.Errorf("said %q, want %q", said, want)
		}
	}
}
