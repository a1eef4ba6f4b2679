// Package clientgo checks the leader election of k8s.io/client-go/tools/leaderelection,
// the code itself, with its goroutines, contexts and timers: controllers and operators
// of Kubernetes elect their leaders with it. The electors run in package goroutines, and
// reach a modelled API server through a LeasesGetter of this package.
//
// It is a module of its own, so that the dependencies of client-go are not those of
// interrex. A go.mod file selects the release.
package clientgo
