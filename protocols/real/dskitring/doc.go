// Package dskitring checks the hash ring of grafana/dskit, the code itself: each
// member holds a ring.Desc, as the members of Loki, Mimir and Tempo do, and gossips its changes. The library promises that merging is idempotent,
// commutative and associative; the property is their meaning for members.
//
// It is a module of its own, so that the dependencies of dskit are not those of
// interrex.
package dskitring
