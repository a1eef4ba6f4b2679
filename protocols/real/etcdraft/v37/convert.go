// Code generated from v36/convert.go by go test -update; DO NOT EDIT.

//go:build raft37

package v37

import (
	"encoding/json"

	"go.etcd.io/raft/v3/raftpb"
	"google.golang.org/protobuf/proto"

	"github.com/interrex/interrex/protocols/real/etcdraft"
)

func entries(list []etcdraft.Entry) (all []*raftpb.Entry) {
	for _, e := range list {
		entry := &raftpb.Entry{Term: new(uint64(e.Term)), Index: new(uint64(e.Index))}
		if e.Data != "" {
			entry.Data = []byte(e.Data)
		}
		switch e.Change {
		case "":
		case etcdraft.AutoLeave:
			kind := raftpb.EntryConfChangeV2
			entry.Type = &kind
		default:
			kind, data, err := raftpb.MarshalConfChange(change(e.Change))
			must(err)
			entry.Type, entry.Data = &kind, data
		}
		all = append(all, entry)
	}
	return all
}

func neutral(list []*raftpb.Entry) (all []etcdraft.Entry) {
	for _, pb := range list {
		entry := etcdraft.Entry{Term: int(pb.GetTerm()), Index: int(pb.GetIndex())}
		switch data := pb.GetData(); pb.GetType() {
		case raftpb.EntryConfChange:
			pb := new(raftpb.ConfChange)
			must(proto.Unmarshal(data, pb))
			entry.Change = described(pb.AsV2(), etcdraft.Simple)
		case raftpb.EntryConfChangeV2:
			pb := new(raftpb.ConfChangeV2)
			must(proto.Unmarshal(data, pb))
			entry.Change = described(pb, transitions[pb.GetTransition()])
			if len(data) == 0 {
				entry.Change = etcdraft.AutoLeave
			}
		default:
			entry.Data = string(data)
		}
		all = append(all, entry)
	}
	return all
}

var (
	transitions = map[raftpb.ConfChangeTransition]etcdraft.Transition{raftpb.ConfChangeTransitionAuto: etcdraft.Auto,
		raftpb.ConfChangeTransitionJointImplicit: etcdraft.Implicit, raftpb.ConfChangeTransitionJointExplicit: etcdraft.Explicit}
	kinds = map[raftpb.ConfChangeType]byte{raftpb.ConfChangeAddNode: 'v', raftpb.ConfChangeAddLearnerNode: 'l', raftpb.ConfChangeRemoveNode: 'r'}
)

func described(pb *raftpb.ConfChangeV2, t etcdraft.Transition) string {
	d := etcdraft.Change{Transition: t}
	for _, pb := range pb.GetChanges() {
		d.Steps = append(d.Steps, etcdraft.Step{Kind: kinds[pb.GetType()], Server: int(pb.GetNodeId())})
	}
	return d.String()
}

// change reads a change, which has been checked.
func change(text string) raftpb.ConfChangeI {
	c, err := etcdraft.ParseChange(text)
	must(err)
	v2 := new(raftpb.ConfChangeV2)
	for t, neutral := range transitions {
		if neutral == c.Transition {
			v2.Transition = &t
		}
	}
	for _, step := range c.Steps {
		for kind, letter := range kinds {
			if letter == step.Kind {
				v2.Changes = append(v2.Changes, &raftpb.ConfChangeSingle{Type: &kind, NodeId: new(uint64(step.Server))})
			}
		}
	}
	if c.Transition == etcdraft.Simple {
		return &raftpb.ConfChange{Type: v2.Changes[0].Type, NodeId: v2.Changes[0].NodeId}
	}
	return v2
}

func confState(m etcdraft.Members) *raftpb.ConfState {
	return &raftpb.ConfState{Voters: m.Voters, Learners: m.Learners, VotersOutgoing: m.Outgoing, LearnersNext: m.Next, AutoLeave: &m.AutoLeave}
}

func members(pb *raftpb.ConfState) etcdraft.Members {
	return etcdraft.Members{Voters: pb.GetVoters(), Learners: pb.GetLearners(), Outgoing: pb.GetVotersOutgoing(), Next: pb.GetLearnersNext(), AutoLeave: pb.GetAutoLeave()}
}

func snapshot(s etcdraft.Snapshot) *raftpb.Snapshot {
	data, err := json.Marshal(s.Applied)
	must(err)
	return &raftpb.Snapshot{Data: data, Metadata: &raftpb.SnapshotMetadata{Index: new(uint64(s.Index)), Term: new(uint64(s.Term)), ConfState: confState(s.Members)}}
}

func parsed(pb *raftpb.Snapshot) etcdraft.Snapshot {
	s := about(pb.GetMetadata())
	must(json.Unmarshal(pb.GetData(), &s.Applied))
	return s
}

func about(pb *raftpb.SnapshotMetadata) etcdraft.Snapshot {
	return etcdraft.Snapshot{Index: int(pb.GetIndex()), Term: int(pb.GetTerm()), Members: members(pb.GetConfState())}
}
