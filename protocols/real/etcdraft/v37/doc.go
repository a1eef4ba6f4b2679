// Package v37 runs go.etcd.io/raft/v3 v3.7, whose messages are pointers.
package v37
