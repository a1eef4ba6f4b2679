// Package leasepb is the interface of a service that gives leases, generated from lease.proto.
//
// To make it again, install protoc (Debian: protobuf-compiler); the plugins are
// tools of this module:
//
//	go -C protocols/real/grpclease generate ./leasepb
package leasepb

//go:generate sh -c "protoc --plugin=protoc-gen-go=$(go tool -n protoc-gen-go) --plugin=protoc-gen-go-grpc=$(go tool -n protoc-gen-go-grpc) --go_out=. --go_opt=paths=source_relative --go-grpc_out=. --go-grpc_opt=paths=source_relative lease.proto"
