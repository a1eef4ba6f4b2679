//go:build raft37

package v37

// Library is this version.
type Library struct{}

// LeaveOut is explained at [etcdraft.Library]. Data that protobuf keeps beside the fields of a message is left out too: the size that was last computed, and a
// pointer to the type.
func (Library) LeaveOut() []string {
	list := []string{"raft.raft.logger", "raft.raft.tick", "raft.raft.step", "raft.raft.randomizedElectionTimeout",
		"raft.raftLog.logger", "raft.unstable.logger", "raft.MemoryStorage.callStats"}
	for _, message := range []string{"Entry", "HardState", "Message", "Snapshot", "SnapshotMetadata", "ConfState"} {
		list = append(list, "raftpb."+message+".state", "raftpb."+message+".sizeCache")
	}
	return list
}
