// Package v36 runs go.etcd.io/raft/v3 v3.6.
package v36
