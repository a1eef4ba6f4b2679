// Code generated from v36/convert.go by go test -update; DO NOT EDIT.

//go:build raft34

package v34

import (
	"encoding/json"

	"go.etcd.io/etcd/raft/raftpb"

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
			entry.Type = raftpb.EntryConfChangeV2
		default:
			var err error
			entry.Type, entry.Data, err = raftpb.MarshalConfChange(change(e.Change))
			must(err)
		}
		all = append(all, entry)
	}
	return all
}

func neutral(list []raftpb.Entry) (all []etcdraft.Entry) {
	for _, e := range list {
		entry := etcdraft.Entry{Term: int(e.Term), Index: int(e.Index)}
		switch e.Type {
		case raftpb.EntryConfChange:
			var c raftpb.ConfChange
			must(c.Unmarshal(e.Data))
			entry.Change = described(c.AsV2(), etcdraft.Simple)
		case raftpb.EntryConfChangeV2:
			var c raftpb.ConfChangeV2
			must(c.Unmarshal(e.Data))
			entry.Change = described(c, transitions[c.Transition])
			if len(e.Data) == 0 {
				entry.Change = etcdraft.AutoLeave
			}
		default:
			entry.Data = string(e.Data)
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

func described(c raftpb.ConfChangeV2, t etcdraft.Transition) string {
	d := etcdraft.Change{Transition: t}
	for _, step := range c.Changes {
		d.Steps = append(d.Steps, etcdraft.Step{Kind: kinds[step.Type], Server: int(step.NodeID)})
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

func members(c raftpb.ConfState) etcdraft.Members {
	return etcdraft.Members{Voters: c.Voters, Learners: c.Learners, Outgoing: c.VotersOutgoing, Next: c.LearnersNext, AutoLeave: c.AutoLeave}
}

func snapshot(s etcdraft.Snapshot) raftpb.Snapshot {
	data, err := json.Marshal(s.Applied)
	must(err)
	return raftpb.Snapshot{Data: data, Metadata: raftpb.SnapshotMetadata{Index: uint64(s.Index), Term: uint64(s.Term), ConfState: confState(s.Members)}}
}

func parsed(s raftpb.Snapshot) etcdraft.Snapshot {
	m := s.Metadata
	p := etcdraft.Snapshot{Index: int(m.Index), Term: int(m.Term), Members: members(m.ConfState)}
	must(json.Unmarshal(s.Data, &p.Applied))
	return p
}
