package etcdraft

import (
	"fmt"
	"strings"

	"github.com/interrex/interrex/properties"
)

// LinearizableReads says that the index which answers a read is not below what
// any server had applied when the read began.
func (c *Cluster) LinearizableReads() properties.Property {
	return watched("linearizable-reads", "A read is served from what every server had applied when it began, at least.", reading{}, misread,
		func(r reading, o properties.Observation) reading { return r.next(o, SeenOf(o.Before), SeenOf(o.After)) })
}

// reading is the state of the monitor of reads.
type reading struct {
	applied int    // the most that was applied anywhere
	floors  string // of the reads without answer, each "process.read=index "
}

// misread is the state of the monitor after an answer that will not do.
var misread = reading{applied: -1}

func (r reading) next(o properties.Observation, before, after Seen) reading {
	if o.Before.Down || o.After.Down { // a crash ends the reads
		r.drop(o.Process)
		return r
	}
	for read := before.Begun + 1; read <= after.Begun; read++ {
		r.floors += fmt.Sprintf("%d.%d=%d ", o.Process, read, r.applied)
	}
	if news, grows := strings.CutPrefix(after.Answers, before.Answers); grows {
		for _, answer := range strings.Fields(news) {
			var read, index int
			fmt.Sscanf(answer, "%d:%d", &read, &index)
			if !r.served(o.Process, read, index) {
				return misread
			}
		}
	}
	r.applied = max(r.applied, len(after.Applied.entries()))
	return r
}

// served takes a read off the list, and reports whether its answer will do.
func (r *reading) served(process, read, index int) bool {
	list := strings.Fields(r.floors)
	r.floors = ""
	will := true
	for _, floor := range list {
		name, value, _ := strings.Cut(floor, "=")
		var least int
		fmt.Sscan(value, &least)
		if name == fmt.Sprintf("%d.%d", process, read) {
			will = index >= least
			continue
		}
		r.floors += floor + " "
	}
	return will
}

// drop takes the reads of a process off the list.
func (r *reading) drop(process int) {
	list := strings.Fields(r.floors)
	r.floors = ""
	for _, floor := range list {
		if !strings.HasPrefix(floor, fmt.Sprintf("%d.", process)) {
			r.floors += floor + " "
		}
	}
}
