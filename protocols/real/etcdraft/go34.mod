module github.com/interrex/interrex/protocols/real/etcdraft

go 1.26.0

replace github.com/interrex/interrex => ../../..

require (
	github.com/cockroachdb/datadriven v1.0.2
	github.com/google/go-cmp v0.7.0
	github.com/interrex/interrex v0.0.0-00010101000000-000000000000
	go.etcd.io/etcd/raft/v3 v3.5.35
	go.etcd.io/raft/v3 v3.6.0
	google.golang.org/protobuf v1.36.12
)

require (
	github.com/davecgh/go-spew v1.1.1 // indirect
	github.com/gogo/protobuf v1.3.2 // indirect
	github.com/golang/protobuf v1.5.4 // indirect
	github.com/pmezard/go-difflib v1.0.0 // indirect
	github.com/stretchr/testify v1.10.0 // indirect
	go.etcd.io/etcd v0.5.0-alpha.5.0.20200910180754-dd1b699fc489
	gopkg.in/yaml.v3 v3.0.1 // indirect
)
