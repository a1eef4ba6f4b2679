// Code generated from v36/replica.go by go test -update; DO NOT EDIT.

//go:build raft34

package v34

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"go.etcd.io/etcd/raft"
	"go.etcd.io/etcd/raft/raftpb"

	"github.com/interrex/interrex/protocols/real/etcdraft"
)

// A replica is a RawNode, its storage, and the Ready that it has handed out last.
type replica struct {
	raw     *raft.RawNode
	storage *storage
	members raftpb.ConfState // as far as applied
	handed  raft.Ready
	dirty   bool // the last Ready is not saved
}

// storage knows the configuration of index 0.
type storage struct {
	*raft.MemoryStorage
	members raftpb.ConfState
}

func (s *storage) InitialState() (raftpb.HardState, raftpb.ConfState, error) {
	hard, pb, err := s.MemoryStorage.InitialState()
	if len(pb.Voters) == 0 {
		pb = s.members
	}
	return hard, pb, err
}

// New returns a replica.
func (Library) New(id int, members etcdraft.Members, disk etcdraft.Disk, c etcdraft.Config) etcdraft.Replica {
	s := &storage{MemoryStorage: raft.NewMemoryStorage(), members: confState(members)}
	if disk.Snapshot != nil {
		must(s.ApplySnapshot(snapshot(*disk.Snapshot)))
	}
	must(s.SetHardState(raftpb.HardState{Term: uint64(disk.Term), Vote: uint64(disk.Vote), Commit: uint64(disk.Commit)}))
	must(s.Append(entries(disk.Entries)))
	size, reads := uint64(math.MaxUint64), raft.ReadOnlySafe
	if c.OneEntry {
		size = 0
	}
	if c.LeaseReads {
		reads = raft.ReadOnlyLeaseBased
	}
	_, start, err := s.InitialState()
	must(err)
	raw, err := raft.NewRawNode(&raft.Config{
		ID: uint64(id), ElectionTick: 3, HeartbeatTick: 1, Storage: s, MaxSizePerMsg: size, MaxCommittedSizePerReady: math.MaxUint64, MaxInflightMsgs: 256,
		Logger: silent{}, PreVote: c.PreVote, CheckQuorum: c.CheckQuorum, ReadOnlyOption: reads,
	})
	must(err)
	return &replica{raw: raw, storage: s, members: start}
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

// Step gives the replica a message. Errors, as of a message that is dropped,
// are part of its work.
func (r *replica) Step(message string) {
	var pb raftpb.Message
	must(pb.Unmarshal([]byte(message)))
	_ = r.raw.Step(pb)
}

func (r *replica) Campaign()           { _ = r.raw.Campaign() }
func (r *replica) Propose(data string) { _ = r.raw.Propose([]byte(data)) }
func (r *replica) Change(text string)  { _ = r.raw.ProposeConfChange(change(text)) }
func (r *replica) Read(context string) { r.raw.ReadIndex([]byte(context)) }
func (r *replica) Beat()               { r.raw.Tick() }
func (r *replica) Transfer(to int)     { r.raw.TransferLeader(uint64(to)) }
func (r *replica) Unreachable(id int)  { r.raw.ReportUnreachable(uint64(id)) }

func (r *replica) Snapshot(id int, failed bool) {
	status := raft.SnapshotFinish
	if failed {
		status = raft.SnapshotFailure
	}
	r.raw.ReportSnapshot(uint64(id), status)
}

func (r *replica) Ready() (b etcdraft.Batch, ok bool) {
	if !r.raw.HasReady() {
		return b, false
	}
	r.handed, r.dirty = r.raw.Ready(), true
	b.Disk = r.written()
	b.Restored = !raft.IsEmptySnap(r.handed.Snapshot)
	b.Save = b.Restored || !raft.IsEmptyHardState(r.handed.HardState) || len(r.handed.Entries) > 0
	b.Committed = neutral(r.handed.CommittedEntries)
	for _, pb := range r.handed.Messages {
		data, err := pb.Marshal()
		must(err)
		b.Messages = append(b.Messages, etcdraft.Message{To: int(pb.To), Bytes: string(data), Text: text(pb)})
	}
	for _, s := range r.handed.ReadStates {
		b.Answers = append(b.Answers, etcdraft.Answer{Context: string(s.RequestCtx), Index: int(s.Index)})
	}
	return b, true
}

func text(pb raftpb.Message) string {
	f := etcdraft.Fields{Type: pb.Type.String()[len("Msg"):], From: int(pb.From), To: int(pb.To), Term: pb.Term, LogTerm: pb.LogTerm, Index: pb.Index,
		Commit: pb.Commit, Reject: pb.Reject, RejectHint: pb.RejectHint, Context: string(pb.Context)}
	switch pb.Type {
	case raftpb.MsgReadIndex, raftpb.MsgReadIndexResp:
		f.Context += string(pb.Entries[0].Data)
	case raftpb.MsgSnap:
		s := parsed(pb.Snapshot)
		f.Snapshot = &s
	default:
		f.Entries = neutral(pb.Entries)
	}
	return f.String()
}

func (r *replica) Save() {
	if !raft.IsEmptySnap(r.handed.Snapshot) {
		must(r.storage.ApplySnapshot(r.handed.Snapshot))
		r.members = r.handed.Snapshot.Metadata.ConfState
	}
	if h := r.handed.HardState; !raft.IsEmptyHardState(h) {
		must(r.storage.SetHardState(h))
	}
	must(r.storage.Append(r.handed.Entries))
	r.dirty = false
}

func (r *replica) Apply(e etcdraft.Entry) { r.members = *r.raw.ApplyConfChange(change(e.Change)) }

func (r *replica) Compact(index int, applied []etcdraft.Entry) {
	data, err := json.Marshal(applied)
	must(err)
	_, err = r.storage.CreateSnapshot(uint64(index), &r.members, data)
	must(err)
	must(r.storage.Compact(uint64(index)))
}

func (r *replica) Advance() {
	r.raw.Advance(r.handed)
	r.handed, r.dirty = raft.Ready{}, false
}

func (r *replica) Disk() etcdraft.Disk {
	pb, _, err := r.storage.InitialState()
	must(err)
	d := etcdraft.Disk{Term: int(pb.Term), Vote: int(pb.Vote), Commit: int(pb.Commit)}
	s, err := r.storage.Snapshot()
	must(err)
	if !raft.IsEmptySnap(s) {
		neutral := parsed(s)
		d.Snapshot = &neutral
	}
	first, err := r.storage.FirstIndex()
	must(err)
	last, err := r.storage.LastIndex()
	must(err)
	if last >= first {
		list, err := r.storage.Entries(first, last+1, math.MaxUint64)
		must(err)
		d.Entries = neutral(list)
	}
	return d
}

// written returns the contents of the storage once the last Ready is saved.
func (r *replica) written() etcdraft.Disk {
	d := r.Disk()
	if !r.dirty {
		return d
	}
	if !raft.IsEmptySnap(r.handed.Snapshot) {
		s := parsed(r.handed.Snapshot)
		d.Snapshot, d.Entries = &s, nil
	}
	if pb := r.handed.HardState; !raft.IsEmptyHardState(pb) {
		d.Term, d.Vote, d.Commit = int(pb.Term), int(pb.Vote), int(pb.Commit)
	}
	return d.After(neutral(r.handed.Entries))
}

func (r *replica) State() etcdraft.State {
	status := r.raw.Status()
	pb := status.HardState
	s := etcdraft.State{Term: int(pb.Term), Lead: int(status.Lead), Log: r.written().Log(), Members: members(r.members).String()}
	switch status.RaftState {
	case raft.StateLeader:
		s.Role = etcdraft.Leader
	case raft.StateCandidate, raft.StatePreCandidate:
		s.Role = etcdraft.Candidate
	}
	for id, progress := range status.Progress {
		s.Behind = s.Behind || id != status.ID && progress.Next <= progress.Match
		if progress.State.String() == "StateSnapshot" {
			s.Restoring = append(s.Restoring, int(id))
		}
	}
	slices.Sort(s.Restoring)
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
