// Package hashicorpraft checks github.com/hashicorp/raft, the code itself, with its
// goroutines, channels and timers: Consul, Nomad and Vault replicate their data with it.
// The servers run in package goroutines, and reach each other through a raft.Transport of
// this package. They are searched exhaustively, and at random in one bubble.
//
// It is a module of its own, so that the dependencies of raft are not those of interrex.
// A go.mod file selects the release.
package hashicorpraft
