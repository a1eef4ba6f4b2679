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
			entry.Type = raftpb.EntryConfChangeV2.Enum()
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
	for _, e := range list {
		entry := etcdraft.Entry{Term: int(e.GetTerm()), Index: int(e.GetIndex())}
		switch e.GetType() {
		case raftpb.EntryConfChange:
			var c raftpb.ConfChange
			must(proto.Unmarshal(e.GetData(), &c))
			entry.Change = described(c.AsV2(), etcdraft.Simple)
		case raftpb.EntryConfChangeV2:
			var c raftpb.ConfChangeV2
			must(proto.Unmarshal(e.GetData(), &c))
			entry.Change = described(&c, transitions[c.GetTransition()])
			if len(e.GetData()) == 0 {
				entry.Change = etcdraft.AutoLeave
			}
		default:
			entry.Data = string(e.GetData())
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

func described(c *raftpb.ConfChangeV2, t etcdraft.Transition) string {
	d := etcdraft.Change{Transition: t}
	for _, step := range c.GetChanges() {
		d.Steps = append(d.Steps, etcdraft.Step{Kind: kinds[step.GetType()], Server: int(step.GetNodeId())})
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

func members(c *raftpb.ConfState) etcdraft.Members {
	return etcdraft.Members{Voters: c.GetVoters(), Learners: c.GetLearners(), Outgoing: c.GetVotersOutgoing(), Next: c.GetLearnersNext(), AutoLeave: c.GetAutoLeave()}
}

func snapshot(s etcdraft.Snapshot) *raftpb.Snapshot {
	data, err := json.Marshal(s.Applied)
	must(err)
	return &raftpb.Snapshot{Data: data, Metadata: &raftpb.SnapshotMetadata{Index: new(uint64(s.Index)), Term: new(uint64(s.Term)), ConfState: confState(s.Members)}}
}

func parsed(s *raftpb.Snapshot) etcdraft.Snapshot {
	m := s.GetMetadata()
	p := etcdraft.Snapshot{Index: int(m.GetIndex()), Term: int(m.GetTerm()), Members: members(m.GetConfState())}
	must(json.Unmarshal(s.GetData(), &p.Applied))
	return p
}
