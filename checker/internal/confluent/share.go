package confluent

import (
	"encoding/binary"
	"slices"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/compiled"
)

// Renaming is a renaming of processes that changes nothing, with the images of ports, local states
// and messages. ok says whether the image is known.
type Renaming interface {
	Process(p int) int
	Port(p int, q model.Port) model.Port
	Ports(p int, set model.PortSet) model.PortSet
	Slot(p, i int) int // which channel into the renamed process the i-th one into p is
	Local(p int, l compiled.Local) (to compiled.Local, ok bool)
	Message(m compiled.Message) (to compiled.Message, ok bool)
}

// Share says that each message, local state and status met in one process is met after each renaming
// too, and that each claim relied upon is relied upon after it. A delivery is then confluent after all
// compositions of the renamings or after none, and so is a process closed. All that predicates of
// events see is seen then, as events are met under some names only.
func (d *Deliveries) Share(renamings []Renaming) {
	d.renamings = renamings
	d.sight.seeSteps()
}

// deliveriesOf returns the images of a delivery under renamings, with itself.
func (d *Deliveries) deliveriesOf(x Delivery) []Delivery {
	if len(d.renamings) == 0 {
		return []Delivery{x}
	}
	if list, ok := d.orbits[x]; ok {
		return list
	}
	list, listed := []Delivery{x}, map[Delivery]bool{x: true}
	for i := 0; i < len(list); i++ {
		d.poll()
		for _, r := range d.renamings {
			if y, ok := after(r, list[i]); ok && !listed[y] {
				listed[y] = true
				list = append(list, y)
			}
		}
	}
	for _, y := range list {
		d.orbits[y] = list
	}
	d.bytes.Add(int64(len(list)) * 2 * bytesPerClaim)
	return list
}

// after returns the image of a delivery under a renaming.
func after(r Renaming, x Delivery) (Delivery, bool) {
	local, ok := r.Local(x.Process, x.Local)
	msg := x.Msg
	if ok && msg >= 0 {
		msg, ok = r.Message(msg)
	}
	x.Port, x.Due.ports = r.Port(x.Process, x.Port), r.Ports(x.Process, x.Due.ports)
	x.Process, x.Local, x.Msg = r.Process(x.Process), local, msg
	return x, ok
}

// localsOf returns deliveries of nothing in the local states that one is after renamings.
func (d *Deliveries) localsOf(p int, l compiled.Local) []Delivery {
	return d.deliveriesOf(Delivery{Process: p, Local: l, Msg: -1})
}

// processesOf returns the images of a process under renamings, with itself.
func (d *Deliveries) processesOf(p int) []int {
	list := []int{p}
	for i := 0; i < len(list); i++ {
		for _, r := range d.renamings {
			if q := r.Process(list[i]); !slices.Contains(list, q) {
				list = append(list, q)
			}
		}
	}
	return list
}

// headsOf returns the images of the heads of the channels into a process under renamings, with themselves.
func (d *Deliveries) headsOf(heads []Delivery) [][]Delivery {
	list, listed := [][]Delivery{heads}, map[string]bool{nameOf(heads): true}
	for i := 0; i < len(list); i++ {
		d.poll()
		for _, r := range d.renamings {
			if to, ok := headsAfter(r, list[i]); ok && !listed[nameOf(to)] {
				listed[nameOf(to)] = true
				list = append(list, to)
			}
		}
	}
	return list
}

// nameOf returns a text that only equal lists have.
func nameOf(heads []Delivery) string {
	var name []byte
	for _, x := range heads {
		for _, n := range [...]uint64{uint64(x.Process), uint64(x.Local), uint64(x.Port), uint64(x.Msg + 1), uint64(x.Ticks), uint64(x.Due.timers), uint64(x.Due.ports)} {
			name = binary.AppendUvarint(name, n)
		}
	}
	return string(name)
}

// headsAfter returns the image of the heads of the channels into a process under a renaming.
func headsAfter(r Renaming, heads []Delivery) (to []Delivery, ok bool) {
	to = make([]Delivery, len(heads))
	for i, x := range heads {
		if to[r.Slot(x.Process, i)], ok = after(r, x); !ok {
			return nil, false
		}
	}
	return to, true
}
