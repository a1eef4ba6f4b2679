// Package etcdraft checks etcd's raft, the code itself: servers that run a
// RawNode on a MemoryStorage, under every interleaving of a network of the
// model.
//
// It is a module of its own, so that the dependencies of raft are not those of
// interrex.
package etcdraft
