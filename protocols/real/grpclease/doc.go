// Package grpclease checks a service that is written as gRPC services are: a server that
// gives a lease to one client at a time, and clients. It is the recipe for code over
// gRPC, in two ways. Over connections, gRPC itself runs, with its HTTP/2, and dials and
// listens through an endpoint of package goroutines. Over calls, the generated code runs,
// and each remote procedure call is a call of an endpoint.
//
// It is a module of its own, so that the dependencies of gRPC are not those of interrex.
package grpclease
