package etcdraft

import (
	"fmt"
	"slices"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/realcode"
)

// A Cluster is servers on a library.
type Cluster struct {
	library Library
	config  Config
}

// New returns servers on a library. The error names the wrong field of c.
func New(l Library, c Config) (*Cluster, error) {
	if err := c.check(); err != nil {
		return nil, fmt.Errorf("etcdraft: %w", err)
	}
	return &Cluster{library: l, config: c}, nil
}

// Code returns the code of the servers: one for each identity 1..n, on a network
// whose ports are the identities in order.
func (c *Cluster) Code() realcode.Code {
	return realcode.Code{
		Name: "etcdraft",
		Needs: model.Needs{Topologies: []model.Topology{model.CompleteByID}, MinN: c.config.servers(), MaxN: 7,
			Knowledge: model.KnowID | model.KnowN},
		LeaveOut:    slices.Concat([]string{"etcdraft.server.cluster"}, c.library.LeaveOut(), c.config.untraced(), c.config.LeaveOut),
		Nil:         realcode.NilIsEmpty,
		Granularity: c.config.Granularity,
		New: func(p realcode.Place, disk string) realcode.Object {
			d, err := ParseDisk(disk)
			if err != nil {
				panic(err)
			}
			return c.start(int(p.ID), p.N, d)
		},
	}
}

// start returns a server that starts from a disk.
func (c *Cluster) start(id, n int, d Disk) *server {
	s := &server{cluster: c, id: id, n: n, replica: c.library.New(id, c.config.members(n), d, c.config), reads: d.Reads}
	s.led = c.config.Patient && d.Vote == id
	if d.Snapshot != nil {
		s.applied = slices.Clone(d.Snapshot.Applied)
	}
	return s
}
