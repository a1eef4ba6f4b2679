//go:build !raft37

package v36

// Library is this version.
type Library struct{}

// LeaveOut is explained at [etcdraft.Library].
func (Library) LeaveOut() []string {
	return []string{"raft.raft.logger", "raft.raft.tick", "raft.raft.step", "raft.raft.randomizedElectionTimeout",
		"raft.raftLog.logger", "raft.unstable.logger", "raft.MemoryStorage.callStats"}
}
