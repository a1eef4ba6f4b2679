// Package linkpb is the generated code of link.proto. To make it again:
//
//	go -C cmd/interrexd generate ./internal/linkpb
//
// protoc comes from the package protobuf-compiler; go.mod pins both plugins.
package linkpb

//go:generate sh -c "protoc --plugin=protoc-gen-go=$(go tool -n protoc-gen-go) --plugin=protoc-gen-go-grpc=$(go tool -n protoc-gen-go-grpc) --go_out=. --go_opt=paths=source_relative --go-grpc_out=. --go-grpc_opt=paths=source_relative link.proto"
