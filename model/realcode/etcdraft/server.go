package etcdraft

import (
	"fmt"
	"slices"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/realcode"
)

// The timers of a server: each triggers an input of the library.
const (
	Campaigning  uint8 = iota // the election timeout
	Proposing                 // a client's request
	Beating                   // the heartbeat timeout
	Transferring              // a request to transfer leadership to the next server
	Unreaching                // the transport reports that the next server cannot be reached
)

// Application is how the application around the library handles what it is
// handed. The first two are what raft's documentation allows.
type Application int

// The applications. Those after ApplyFirst are wrong on purpose.
const (
	Proper      Application = iota // persists, sends, applies
	ApplyFirst                     // applies, persists, sends: committed entries are applied in parallel
	SendFirst                      // sends, persists, applies
	VoteLost                       // does not persist the vote
	EntriesLost                    // does not persist the entries
)

// Options bound a system.
type Options struct {
	MaxTerm     int  // no campaign in this term and later
	MaxLog      int  // no proposal when the log is this long
	Beats       int  // heartbeats of each server, since its start
	Transfers   int  // requests to transfer leadership, to each server since its start
	Unreachable int  // reports that a server cannot be reached, to each leader since its start
	OneEntry    bool // messages hold one entry at most
	PreVote     bool
	CheckQuorum bool
	Application Application
	Granularity realcode.Granularity
	LeaveOut    []string // besides those of the library
}

// Code returns servers on a library: one for each identity 1..n, on a network
// whose ports are the identities in order.
func Code(l Library, o Options) realcode.Code {
	return realcode.Code{
		Name:        "etcdraft",
		Needs:       model.Needs{Topologies: []model.Topology{model.CompleteByID}, MaxN: 7, Knowledge: model.KnowID | model.KnowN},
		LeaveOut:    append(append([]string{"etcdraft.server.options"}, l.LeaveOut()...), o.LeaveOut...),
		Nil:         realcode.NilIsEmpty,
		Granularity: o.Granularity,
		New: func(p realcode.Place, disk string) realcode.Object {
			d, err := ParseDisk(disk)
			if err != nil {
				panic(err)
			}
			return &server{options: o, id: int(p.ID), n: p.N, replica: l.New(int(p.ID), p.N, d, o)}
		},
	}
}

// A server is a replica and the application around it.
type server struct {
	options          Options
	id, n            int
	replica          Replica
	batch            Batch // that is being handled
	applied          []Entry
	beats, transfers int
	reports          int // that a server cannot be reached
}

// What a server is told when an effect has been carried out.
const (
	saved   = "saved"
	apply   = "apply"
	advance = "advance"
)

// Take is the loop around the library.
func (s *server) Take(in realcode.Input) []realcode.Effect {
	switch {
	case in.Done == saved:
		s.replica.Save()
		return nil
	case in.Done == apply:
		s.applied = append(s.applied, s.batch.Committed...)
		return nil
	case in.Done == advance:
		s.replica.Advance()
		s.batch = Batch{}
	case in.Kind == model.Receive:
		s.replica.Step(in.Msg.Bytes)
	default:
		s.trigger(in.Timer)
	}
	return s.pump()
}

func (s *server) trigger(timer uint8) {
	switch timer {
	case Campaigning:
		s.replica.Campaign()
	case Proposing:
		s.replica.Propose(string(rune('a' + s.id - 1)))
	case Beating:
		s.beats++
		s.replica.Beat()
	case Transferring:
		s.transfers++
		s.replica.Transfer(s.id%s.n + 1)
	case Unreaching:
		s.reports++
		s.replica.Unreachable(s.id%s.n + 1)
	}
}

// pump returns what is to be done with the next batch, if there is one.
func (s *server) pump() []realcode.Effect {
	b, ok := s.replica.Ready()
	if !ok {
		return nil
	}
	s.batch = b
	var save, send, applied []realcode.Effect
	if b.Save {
		e := realcode.Persist(s.written(b.Disk).String())
		e.Done = saved
		save = append(save, e)
	}
	for _, m := range b.Messages {
		send = append(send, realcode.Send(model.Port(m.To-1), realcode.Message{Bytes: m.Bytes, Text: m.Text}))
	}
	if len(b.Committed) > 0 {
		applied = append(applied, realcode.Call(apply))
	}
	order := [][]realcode.Effect{save, send, applied}
	switch s.options.Application {
	case ApplyFirst:
		order = [][]realcode.Effect{applied, save, send}
	case SendFirst:
		order = [][]realcode.Effect{send, save, applied}
	}
	return append(slices.Concat(order...), realcode.Call(advance))
}

// written returns what the application writes of what it is to write.
func (s *server) written(d Disk) Disk {
	switch s.options.Application {
	case VoteLost:
		d.Vote = 0
	case EntriesLost:
		d.Entries, d.Commit = nil, 0
	}
	return d
}

// Ready says which inputs are within the bounds.
func (s *server) Ready() model.Spontaneous {
	state := s.replica.State()
	var timers []uint8
	leads := state.Role == Leader
	if !leads && state.Term < s.options.MaxTerm {
		timers = append(timers, Campaigning)
	}
	if leads && len(state.Log) < s.options.MaxLog {
		timers = append(timers, Proposing)
	}
	if leads && s.beats < s.options.Beats {
		timers = append(timers, Beating)
	}
	if leads && s.transfers < s.options.Transfers {
		timers = append(timers, Transferring)
	}
	if leads && s.reports < s.options.Unreachable {
		timers = append(timers, Unreaching)
	}
	return model.Spontaneous{Timers: model.Timers(timers...)}
}

// Observe packs what is seen into a status: see [Seen].
func (s *server) Observe() model.Status {
	state := s.replica.State()
	role := []model.Role{model.Undecided, model.Candidate, model.Won}[state.Role]
	return model.Status{Role: role, Term: state.Term, Leader: pack(state, s.applied), Bounded: state.Term >= s.options.MaxTerm, Aside: state.Behind}
}

// String is short: a chart shows it.
func (s *server) String() string {
	state := s.replica.State()
	text := fmt.Sprintf("%s:t%d", []string{"follower", "candidate", "leader"}[state.Role], state.Term)
	for _, e := range state.Log {
		text += fmt.Sprintf(",%d%s", e.Term, e.Data)
	}
	return fmt.Sprintf("%s:applied%d", text, len(s.applied))
}
