//go:build raft34

// Package v34 runs go.etcd.io/etcd/raft v3.4.
package v34
