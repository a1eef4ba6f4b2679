module github.com/interrex/interrex/protocols/real/etcdraft

go 1.26.0

replace github.com/interrex/interrex => ../../..

require (
	github.com/google/go-cmp v0.7.0
	github.com/interrex/interrex v0.0.0-00010101000000-000000000000
	go.etcd.io/etcd/raft/v3 v3.5.35
	go.etcd.io/raft/v3 v3.7.0
	google.golang.org/protobuf v1.36.12
)

require (
	github.com/gogo/protobuf v1.3.2 // indirect
	github.com/golang/protobuf v1.5.4 // indirect
)
