//go:build !raft37

package v36

import (
	"fmt"
	"math"

	"go.etcd.io/raft/v3"
	"go.etcd.io/raft/v3/raftpb"

	"github.com/interrex/interrex/model/realcode/etcdraft"
)

// Library is this version.
type Library struct{}

// LeaveOut is explained at [etcdraft.Library].
func (Library) LeaveOut() []string {
	return []string{"raft.raft.logger", "raft.raft.tick", "raft.raft.step", "raft.raft.randomizedElectionTimeout",
		"raft.raftLog.logger", "raft.unstable.logger", "raft.MemoryStorage.callStats"}
}

// A replica is a RawNode, its storage, and what it has handed out last.
type replica struct {
	raw     *raft.RawNode
	storage *storage
	handed  raft.Ready
	dirty   bool
}

// storage knows who votes.
type storage struct {
	*raft.MemoryStorage
	voters []uint64
}

func (s *storage) InitialState() (raftpb.HardState, raftpb.ConfState, error) {
	hard, _, err := s.MemoryStorage.InitialState()
	return hard, raftpb.ConfState{Voters: s.voters}, err
}

// New returns a replica.
func (Library) New(id, n int, disk etcdraft.Disk, o etcdraft.Options) etcdraft.Replica {
	s := &storage{MemoryStorage: raft.NewMemoryStorage()}
	for v := range n {
		s.voters = append(s.voters, uint64(v+1))
	}
	must(s.SetHardState(hardState(disk)))
	must(s.Append(entries(disk.Entries)))
	size := uint64(math.MaxUint64)
	if o.OneEntry {
		size = 0
	}
	raw, err := raft.NewRawNode(&raft.Config{
		ID: uint64(id), ElectionTick: 3, HeartbeatTick: 1, Storage: s, MaxSizePerMsg: size, MaxCommittedSizePerReady: math.MaxUint64, MaxInflightMsgs: 256,
		Logger: silent{}, PreVote: o.PreVote, CheckQuorum: o.CheckQuorum,
	})
	must(err)
	return &replica{raw: raw, storage: s}
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func hardState(d etcdraft.Disk) raftpb.HardState {
	return raftpb.HardState{Term: uint64(d.Term), Vote: uint64(d.Vote), Commit: uint64(d.Commit)}
}

func entries(list []etcdraft.Entry) (all []raftpb.Entry) {
	for _, e := range list {
		entry := raftpb.Entry{Term: uint64(e.Term), Index: uint64(e.Index)}
		if e.Data != "" {
			entry.Data = []byte(e.Data)
		}
		all = append(all, entry)
	}
	return all
}

func neutral(list []raftpb.Entry) (all []etcdraft.Entry) {
	for _, e := range list {
		all = append(all, etcdraft.Entry{Term: int(e.Term), Index: int(e.Index), Data: string(e.Data)})
	}
	return all
}

// Step gives the replica a message. Errors, as of a message that is dropped,
// are part of its work.
func (r *replica) Step(message string) {
	var m raftpb.Message
	must(m.Unmarshal([]byte(message)))
	_ = r.raw.Step(m)
}

func (r *replica) Campaign()           { _ = r.raw.Campaign() }
func (r *replica) Propose(data string) { _ = r.raw.Propose([]byte(data)) }
func (r *replica) Beat()               { r.raw.Tick() }
func (r *replica) Transfer(to int)     { r.raw.TransferLeader(uint64(to)) }
func (r *replica) Unreachable(id int)  { r.raw.ReportUnreachable(uint64(id)) }

func (r *replica) Ready() (b etcdraft.Batch, ok bool) {
	if !r.raw.HasReady() {
		return b, false
	}
	r.handed, r.dirty = r.raw.Ready(), true
	b.Disk = r.disk()
	if h := r.handed.HardState; !raft.IsEmptyHardState(h) {
		b.Save, b.Disk.Term, b.Disk.Vote, b.Disk.Commit = true, int(h.Term), int(h.Vote), int(h.Commit)
	}
	b.Save = b.Save || len(r.handed.Entries) > 0
	b.Disk = b.Disk.After(neutral(r.handed.Entries))
	b.Committed = neutral(r.handed.CommittedEntries)
	for _, m := range r.handed.Messages {
		data, err := m.Marshal()
		must(err)
		b.Messages = append(b.Messages, etcdraft.Message{To: int(m.To), Bytes: string(data), Text: text(m)})
	}
	return b, true
}

func text(m raftpb.Message) string {
	return etcdraft.Fields{Type: m.Type.String()[len("Msg"):], From: int(m.From), To: int(m.To), Term: m.Term, LogTerm: m.LogTerm, Index: m.Index,
		Commit: m.Commit, Reject: m.Reject, RejectHint: m.RejectHint, Context: string(m.Context), Entries: neutral(m.Entries)}.String()
}

func (r *replica) Save() {
	if h := r.handed.HardState; !raft.IsEmptyHardState(h) {
		must(r.storage.SetHardState(h))
	}
	must(r.storage.Append(r.handed.Entries))
}

func (r *replica) Advance() {
	r.raw.Advance(r.handed)
	r.handed, r.dirty = raft.Ready{}, false
}

// disk returns what the storage holds.
func (r *replica) disk() etcdraft.Disk {
	hard, _, err := r.storage.InitialState()
	must(err)
	d := etcdraft.Disk{Term: int(hard.Term), Vote: int(hard.Vote), Commit: int(hard.Commit)}
	last, err := r.storage.LastIndex()
	must(err)
	if last > 0 {
		list, err := r.storage.Entries(1, last+1, math.MaxUint64)
		must(err)
		d.Entries = neutral(list)
	}
	return d
}

func (r *replica) State() etcdraft.State {
	status := r.raw.Status()
	s := etcdraft.State{Term: int(status.Term), Lead: int(status.Lead)}
	switch status.RaftState {
	case raft.StateLeader:
		s.Role = etcdraft.Leader
	case raft.StateCandidate, raft.StatePreCandidate:
		s.Role = etcdraft.Candidate
	}
	for id, progress := range status.Progress {
		s.Behind = s.Behind || id != status.ID && progress.Next <= progress.Match
	}
	d := r.disk()
	if r.dirty {
		d = d.After(neutral(r.handed.Entries))
	}
	s.Log = d.Entries
	return s
}

// silent is a logger that says nothing and panics where it is to.
type silent struct{}

func (silent) Debug(...any)              {}
func (silent) Debugf(string, ...any)     {}
func (silent) Error(...any)              {}
func (silent) Errorf(string, ...any)     {}
func (silent) Info(...any)               {}
func (silent) Infof(string, ...any)      {}
func (silent) Warning(...any)            {}
func (silent) Warningf(string, ...any)   {}
func (silent) Fatal(v ...any)            { panic(fmt.Sprint(v...)) }
func (silent) Fatalf(f string, v ...any) { panic(fmt.Sprintf(f, v...)) }
func (silent) Panic(v ...any)            { panic(fmt.Sprint(v...)) }
func (silent) Panicf(f string, v ...any) { panic(fmt.Sprintf(f, v...)) }
