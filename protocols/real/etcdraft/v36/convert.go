//go:build !raft37

package v36

import (
	"encoding/json"

	"go.etcd.io/raft/v3/raftpb"

	"github.com/interrex/interrex/protocols/real/etcdraft"
)

func entries(list []etcdraft.Entry) (all []raftpb.Entry) {
	for _, e := range list {
		entry := raftpb.Entry{Term: uint64(e.Term), Index: uint64(e.Index)}
		if e.Data != "" {
			entry.Data = []byte(e.Data)
		}
		switch e.Change {
		case "":
		case etcdraft.AutoLeave:
			kind := raftpb.EntryConfChangeV2
			entry.Type = kind
		default:
			kind, data, err := raftpb.MarshalConfChange(change(e.Change))
			must(err)
			entry.Type, entry.Data = kind, data
		}
		all = append(all, entry)
	}
	return all
}

func neutral(list []raftpb.Entry) (all []etcdraft.Entry) {
	for _, pb := range list {
		entry := etcdraft.Entry{Term: int(pb.Term), Index: int(pb.Index)}
		switch data := pb.Data; pb.Type {
		case raftpb.EntryConfChange:
			var pb raftpb.ConfChange
			must(pb.Unmarshal(data))
			entry.Change = described(pb.AsV2(), etcdraft.Simple)
		case raftpb.EntryConfChangeV2:
			var pb raftpb.ConfChangeV2
			must(pb.Unmarshal(data))
			entry.Change = described(pb, transitions[pb.Transition])
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

func described(pb raftpb.ConfChangeV2, t etcdraft.Transition) string {
	d := etcdraft.Change{Transition: t}
	for _, pb := range pb.Changes {
		d.Steps = append(d.Steps, etcdraft.Step{Kind: kinds[pb.Type], Server: int(pb.NodeID)})
	}
	return d.String()
}

// change reads a change, which has been checked.
func change(text string) raftpb.ConfChangeI {
	c, err := etcdraft.ParseChange(text)
	must(err)
	var v2 raftpb.ConfChangeV2
	for t, neutral := range transitions {
		if neutral == c.Transition {
			v2.Transition = t
		}
	}
	for _, step := range c.Steps {
		for kind, letter := range kinds {
			if letter == step.Kind {
				v2.Changes = append(v2.Changes, raftpb.ConfChangeSingle{Type: kind, NodeID: uint64(step.Server)})
			}
		}
	}
	if c.Transition == etcdraft.Simple {
		return raftpb.ConfChange{Type: v2.Changes[0].Type, NodeID: v2.Changes[0].NodeID}
	}
	return v2
}

func confState(m etcdraft.Members) raftpb.ConfState {
	return raftpb.ConfState{Voters: m.Voters, Learners: m.Learners, VotersOutgoing: m.Outgoing, LearnersNext: m.Next, AutoLeave: m.AutoLeave}
}

func members(pb raftpb.ConfState) etcdraft.Members {
	return etcdraft.Members{Voters: pb.Voters, Learners: pb.Learners, Outgoing: pb.VotersOutgoing, Next: pb.LearnersNext, AutoLeave: pb.AutoLeave}
}

func snapshot(s etcdraft.Snapshot) raftpb.Snapshot {
	data, err := json.Marshal(s.Applied)
	must(err)
	return raftpb.Snapshot{Data: data, Metadata: raftpb.SnapshotMetadata{Index: uint64(s.Index), Term: uint64(s.Term), ConfState: confState(s.Members)}}
}

func parsed(pb raftpb.Snapshot) etcdraft.Snapshot {
	s := about(pb.Metadata)
	must(json.Unmarshal(pb.Data, &s.Applied))
	return s
}

func about(pb raftpb.SnapshotMetadata) etcdraft.Snapshot {
	return etcdraft.Snapshot{Index: int(pb.Index), Term: int(pb.Term), Members: members(pb.ConfState)}
}
