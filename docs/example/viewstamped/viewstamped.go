// Package viewstamped is the view change of Viewstamped Replication: B. Liskov and J. Cowling, Viewstamped replication
// revisited (MIT-CSAIL-TR-2012-021), sections 4.1 and 4.2. Replicas may take their primary for crashed at any time; the recovery of
// replicas and the transfer of state are left out, and so are clients. docs/examples.md quotes it.
package viewstamped

import (
	"fmt"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/values"
	"github.com/interrex/interrex/properties"
)

// A Log has operations, of which some are committed.
type Log struct {
	Ops    values.Seq[uint8] // each is one more than the view of the primary that proposed it
	Commit int
}

// covers reports whether a log has all committed operations of another one.
func (l Log) covers(other Log) bool {
	return other.Commit <= l.Ops.Len() && l.Ops.HasPrefix(other.committed().Ops)
}

// committed returns the committed part of a log.
func (l Log) committed() Log { return Log{l.Ops.Slice(0, min(l.Commit, l.Ops.Len())), l.Commit} }

func (l Log) String() string { return fmt.Sprintf("%v/%d", l.Ops, l.Commit) }

// A Replica is the status of a replica that an observer sees.
type Replica struct {
	View     uint8
	Changing bool // it waits for the view to start
	Primary  bool // of its view
	Log      Log
}

// State is the local state of a replica.
type State struct {
	Replica
	Normal   uint8         // the last view that was not changing
	Oks      model.PortSet // who has the whole log, of those that a primary asks
	Starts   model.PortSet // who else changes to the view
	Changes  model.PortSet // whose logs a new primary has
	Best     Log           // of these
	BestView uint8         // in which view it was the log of a replica
}

// A Kind is the kind of a message.
type Kind uint8

// The kinds of messages, with the names of the report.
const (
	Prepare Kind = iota
	PrepareOK
	StartViewChange
	DoViewChange
	StartView
)

// Message is a message. PREPARE has the whole log, of which the last operation is new, and PREPAREOK only its length.
type Message struct {
	Kind         Kind
	View, Normal uint8
	Log          Log
	Length       int
}

func (m Message) String() string {
	name := [...]string{"PREPARE", "PREPAREOK", "STARTVIEWCHANGE", "DOVIEWCHANGE", "STARTVIEW"}[m.Kind]
	switch m.Kind {
	case StartViewChange:
		return fmt.Sprintf("%s(v=%d)", name, m.View)
	case PrepareOK:
		return fmt.Sprintf("%s(v=%d,n=%d)", name, m.View, m.Length)
	case DoViewChange:
		return fmt.Sprintf("%s(v=%d,%v,v'=%d)", name, m.View, m.Log, m.Normal)
	}
	return fmt.Sprintf("%s(v=%d,%v)", name, m.View, m.Log)
}

// Algorithm is the program of each of three replicas or more.
type Algorithm struct {
	Views int // how many there are at most. The primary of a view has one operation for its log.

	// The planted faults:
	Longest bool // a new primary takes a longest log, of any view
	Few     bool // one log is enough for it
	Short   bool // a replica sends a new primary the committed operations only
	Stale   bool // a primary counts PREPAREOK for an earlier log of its view
}

// Needs says that port q leads to the process with the q-th smallest identity.
func (Algorithm) Needs() model.Needs {
	return model.Needs{Knowledge: model.KnowID, Topologies: []model.Topology{model.CompleteByID}}
}

// InputNames names the events that replicas start of their own.
func (Algorithm) InputNames() model.InputNames {
	return model.InputNames{Wake: "operation", Timers: [8]string{"primary"}}
}

// Init returns the state of a replica in view 0.
func (Algorithm) Init(p model.Self) State { return State{Replica: Replica{Primary: primary(p, 0)}} }

// Observe shows the replica.
func (Algorithm) Observe(_ model.Self, s State) model.Status { return model.Status{Own: s.Replica} }

// primary reports whether a process is the primary of a view.
func primary(p model.Self, view uint8) bool { return int(p.ID()) == 1+int(view)%p.Ports() }

// Ready says that a primary may be given an operation, and that the others may wait for it in vain.
func (a Algorithm) Ready(_ model.Self, s State) (r model.Spontaneous) {
	r.Wake = s.Primary && !s.Changing && s.Log.Commit == s.Log.Ops.Len() && !s.proposed()
	if !s.Primary && int(s.View) < a.Views-1 {
		r.Timers = model.Timers(0)
	}
	return r
}

// proposed reports whether the log has the operation of this view.
func (s State) proposed() bool { return s.Log.Ops.Has(s.View + 1) }

// Step is the algorithm.
func (a Algorithm) Step(p *model.Process[Message], s State, in model.Input[Message]) State {
	m := in.Msg
	switch {
	case in.Kind == model.Wake:
		s.Log.Ops = s.Log.Ops.Append(s.View + 1)
		return s.ask(p, Prepare)
	case in.Kind == model.Timeout:
		return s.change(p, s.View+1)
	case m.Kind == Prepare:
		if m.View == s.View { // it has started: STARTVIEW came first
			return s.accept(p, in.Port, m)
		}
	case m.Kind == StartView:
		if m.View == s.View {
			s.Changing, s.Normal = false, s.View
			return s.accept(p, in.Port, m)
		}
	case m.Kind == PrepareOK:
		if m.View == s.View && (m.Length == s.Log.Ops.Len() || a.Stale) {
			if s.Oks = s.Oks.With(in.Port); s.Oks.Len() == p.Ports()/2 {
				s.Log.Commit = s.Log.Ops.Len()
			}
		}
	default:
		if m.View > s.View {
			s = s.change(p, m.View)
		}
		if m.View == s.View {
			return a.collect(p, s, in.Port, m)
		}
	}
	return s
}

// ask sends a log to the other replicas, a majority of which must have it before its operations are committed.
func (s State) ask(p *model.Process[Message], kind Kind) State {
	s.Oks = 0
	tell(p, Message{Kind: kind, View: s.View, Log: s.Log})
	return s
}

// accept takes the log of the primary.
func (s State) accept(p *model.Process[Message], primary model.Port, m Message) State {
	s.Log = m.Log
	p.Send(primary, Message{Kind: PrepareOK, View: m.View, Length: m.Log.Ops.Len()})
	return s
}

// change begins the change to a later view.
func (s State) change(p *model.Process[Message], view uint8) State {
	tell(p, Message{Kind: StartViewChange, View: view})
	return State{Replica: Replica{View: view, Changing: true, Primary: primary(p.Self, view), Log: s.Log}, Normal: s.Normal}
}

// collect is the step of a replica that hears of the change to its view.
func (a Algorithm) collect(p *model.Process[Message], s State, from model.Port, m Message) State {
	if m.Kind == StartViewChange {
		if s.Starts = s.Starts.With(from); s.Starts.Len() == p.Ports()/2 && s.Changing {
			log := s.Log
			if a.Short {
				log = log.committed()
			}
			p.Send(model.Port(int(s.View)%p.Ports()), Message{Kind: DoViewChange, View: s.View, Normal: s.Normal, Log: log})
		}
		return s
	}
	if s.Changes == 0 || a.better(m, s) {
		s.Best.Ops, s.BestView = m.Log.Ops, m.Normal
	}
	s.Best.Commit = max(s.Best.Commit, m.Log.Commit)
	s.Changes = s.Changes.With(from)
	if s.Changes.Len() > p.Ports()/2 && s.Changing || a.Few && s.Changing {
		s.Changing, s.Normal, s.Log = false, s.View, s.Best
		return s.ask(p, StartView)
	}
	return s
}

// better reports whether a log is a better one to start a view with.
func (a Algorithm) better(m Message, s State) bool {
	longer := m.Log.Ops.Len() > s.Best.Ops.Len()
	return m.Normal == s.BestView && longer || m.Normal > s.BestView && !a.Longest || a.Longest && longer
}

// tell sends a message to all others.
func tell(p *model.Process[Message], m Message) {
	for q := range p.Ports() {
		if q != int(p.ID())-1 {
			p.Send(model.Port(q), m)
		}
	}
}

// Network returns a network of n replicas, whose links keep the order of messages.
func Network(n int) model.Network {
	net := model.Network{Topology: model.CompleteByID, N: n}
	for p := range n {
		net.IDs = append(net.IDs, model.ID(p+1))
	}
	return net
}

// Kept says that no committed operation is lost: the primary of each later view has all of them.
func Kept() properties.Property {
	type committed struct {
		Log  Log // with the most operations committed
		View uint8
		Lost bool
	}
	return properties.NewAlways("kept", "the primary of each later view has all committed operations",
		properties.Watch(func(model.View) committed { return committed{} },
			func(seen committed, o properties.Observation) committed {
				own, _ := properties.OwnOf[Replica](o.After)
				if !own.Primary || own.Changing {
					return seen
				}
				seen.Lost = seen.Lost || own.View >= seen.View && !own.Log.covers(seen.Log)
				if own.Log.Commit > seen.Log.Commit {
					seen.Log, seen.View = own.Log, own.View
				}
				return seen
			},
			func(seen committed) bool { return !seen.Lost }))
}

// Agreement says that no two replicas have different committed operations at one place.
func Agreement() properties.Property {
	return properties.NewAlways("agreement", "no two replicas have different operations committed at one place",
		properties.Both(func(a, b Replica) bool { return a.Log.Commit > b.Log.Commit || b.Log.covers(a.Log) }))
}

// Ends says that each change of view ends with one that starts.
func Ends() properties.Property {
	return properties.NewLeadsTo("ends", "each change of view ends",
		properties.Every(func(r Replica) bool { return r.Changing }),
		properties.Every(func(r Replica) bool { return !r.Changing }))
}
