// Package afapb is the wire format of document 003, generated from afa.proto.
//
// To make it again, install protoc (Debian: protobuf-compiler); the plugins are
// tools of this module:
//
//	go -C cmd/interrexd generate ./internal/afapb
package afapb

//go:generate sh -c "protoc --plugin=protoc-gen-go=$(go tool -n protoc-gen-go) --plugin=protoc-gen-go-grpc=$(go tool -n protoc-gen-go-grpc) --go_out=. --go_opt=paths=source_relative --go-grpc_out=. --go-grpc_opt=paths=source_relative afa.proto"
