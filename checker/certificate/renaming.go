package certificate

import (
	"fmt"
	"slices"

	"github.com/interrex/interrex/model"
)

// image is the outcome of an event after a renaming, with the features of the event
// that must agree.
type image struct {
	to         *vertex
	process    int
	kind       model.Kind
	within     bool
	obligatory bool
	sends      int
}

// keeps returns the flaw of a renaming that changes something in v: the renamed configuration
// must enable the same events, which lead to the renamed configurations, and the properties must see the
// same.
func (a *audit) keeps(v *vertex, which int) error {
	r := &a.certificate.Renamings[which]
	flaw := func(format string, args ...any) error {
		return v.flaw(fmt.Sprintf("the processes are renamed to %v", r.Image), format, args...)
	}
	to, unknown := a.imageOf(v, which)
	switch {
	case unknown != "":
		return flaw("what %s becomes is not known", unknown)
	case slices.Contains(a.starts, v) && !slices.Contains(a.starts, to):
		return flaw("it is initial, but not so after that")
	}
	a.result.Renamings++
	if how := a.judgeApart(v, to); how != "" {
		return flaw("%s", how)
	}
	left := map[image]int{}
	for _, e := range a.next(to) {
		left[image{e.to, e.event.Process, e.event.Kind, e.event.Within, e.obligatory, len(e.sends)}]++
	}
	for _, e := range a.next(v) {
		a.result.Renamings++
		next, unknown := a.imageOf(e.to, which)
		if unknown != "" {
			return flaw("%v: what %s becomes is not known", e.event, unknown)
		}
		x := image{next, renamedProcess(r, e.event.Process), e.event.Kind, e.event.Within, e.obligatory, len(e.sends)}
		if left[x]--; left[x] < 0 {
			return flaw("%v: no such event leads to the renamed configuration", e.event)
		}
		if how := a.stepsDiffer(v, e.to, to, next); how != "" {
			return flaw("%v: %s", e.event, how)
		}
	}
	if len(v.edges) != len(to.edges) {
		return flaw("%d events become %d", len(v.edges), len(to.edges))
	}
	return nil
}

// judgeApart says which property tells a configuration and the renamed one apart, "" if none does.
func (a *audit) judgeApart(v, to *vertex) string {
	after := a.judged(to)
	for i, x := range a.judged(v) {
		if y := after[i]; x != y {
			return fmt.Sprintf("a property (%d) tells the names apart: %v and %v", i, x, y)
		}
	}
	return ""
}

func renamedProcess(r *Renaming, p int) int {
	if p < 0 { // a tick, or a division
		return p
	}
	return r.Image[p]
}

// imageOf returns v after a renaming, or names a part of it without an image.
func (a *audit) imageOf(v *vertex, which int) (to *vertex, unknown string) {
	if v.images == nil {
		v.images = make([]*vertex, len(a.certificate.Renamings))
	}
	if v.images[which] == nil {
		v.images[which], unknown = a.renamed(v, &a.certificate.Renamings[which])
	}
	return v.images[which], unknown
}

// renamed returns v after a renaming, or names a part of it without an image.
func (a *audit) renamed(v *vertex, r *Renaming) (to *vertex, unknown string) {
	c := v.Configuration
	d := c
	d.Locals, d.Down, d.Channels = make([]any, len(c.Locals)), make([]bool, len(c.Down)), make([][]model.Envelope, len(c.Channels))
	for p, q := range r.Image {
		d.Down[q] = c.Down[p]
		if c.Locals[p] == nil {
			continue
		}
		local, ok := r.Locals[p][c.Locals[p]]
		if !ok {
			return nil, fmt.Sprintf("the local state %v of p%d", c.Locals[p], p)
		}
		d.Locals[q] = local
	}
	for ch, list := range c.Channels {
		renamed, ok := a.renamedMessages(list, a.system.Semantics().Channels()[ch].To, r)
		if !ok {
			return nil, fmt.Sprintf("a message in %v", list)
		}
		d.Channels[a.renamedChannel(ch, r)] = renamed
	}
	if c.Traitors != nil {
		d.Traitors = make([]bool, len(c.Traitors))
		for p, q := range r.Image {
			d.Traitors[q] = c.Traitors[p]
		}
	}
	d.Cut, d.Divided = a.renamedLinks(c.Cut, r), a.renamedLinks(c.Divided, r)
	if c.Failures != nil {
		d.Failures = make([]string, len(c.Failures))
		for p, q := range r.Image {
			d.Failures[q] = c.Failures[p]
		}
	}
	if c.Clocks != nil {
		d.Clocks = make([][]model.Clock, len(c.Clocks))
		for p, q := range r.Image {
			d.Clocks[q] = renamedClocks(c.Clocks[p], r.Ports[p])
		}
	}
	monitor := v.monitor
	if a.monitor != nil {
		monitor = a.monitor.Renamed(monitor, r.Image)
	}
	before := len(a.vertices)
	to = a.vertex(d, monitor)
	if len(a.vertices) > before {
		to.from, to.by, to.start = v.from, v.by, v.start
	}
	return to, ""
}

// renamedMessages returns messages to process p after a renaming; ok says whether it is known.
func (a *audit) renamedMessages(list []model.Envelope, p int, r *Renaming) (to []model.Envelope, ok bool) {
	for _, e := range list {
		if e.Msg, ok = r.Messages[e.Msg]; !ok {
			return nil, false
		}
		e.Port = r.Ports[p][e.Port]
		to = append(to, e)
	}
	a.system.Network().Order.Sort(to)
	return to, true
}

// renamedLinks returns a set of links after a renaming; nil: there is none.
func (a *audit) renamedLinks(links []bool, r *Renaming) []bool {
	if links == nil {
		return nil
	}
	to := make([]bool, len(links))
	for i, is := range links {
		to[a.renamedLink(i, r)] = is
	}
	return to
}

// renamedLink returns which link the i-th one is after a renaming.
func (a *audit) renamedLink(i int, r *Renaming) int {
	l := a.system.Links()[i]
	return a.system.Semantics().OutLink(r.Image[l.From], r.Ports[l.From][l.FromPort])
}

// renamedChannel returns which channel the i-th one is after a renaming.
func (a *audit) renamedChannel(i int, r *Renaming) int {
	channel := a.system.Semantics().Channels()[i]
	if channel.Link < 0 {
		return a.system.Semantics().InChannels(r.Image[channel.To])[0]
	}
	return a.system.Semantics().ChannelOfLink(a.renamedLink(channel.Link, r))
}

// renamedClocks returns the clocks of a process after a renaming of its ports, in their order.
func renamedClocks(list []model.Clock, ports []model.Port) []model.Clock {
	to := slices.Clone(list)
	for i, k := range to {
		if k.Kind == model.Suspect {
			to[i].Port = ports[k.Port]
		}
	}
	slices.SortStableFunc(to, func(a, b model.Clock) int {
		if a.Kind == model.Suspect && b.Kind == model.Suspect {
			return int(a.Port - b.Port)
		}
		return 0
	})
	return to
}
