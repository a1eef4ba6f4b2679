// Package v35 runs go.etcd.io/etcd/raft/v3 v3.5.
package v35
