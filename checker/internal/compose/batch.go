package compose

import (
	"encoding/binary"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/properties"
)

// atom is the part of a batch that one leaf receives.
type atom struct {
	leaf    int
	payload int // the number of a puts (for a process) or of a charge (for the environment)
}

// puts is the part of a batch for the leaf of a process: messages, and a condition
// on whether the process is down.
type puts struct {
	guard   guard
	entries []put
	fell    model.PortSet // in timing bounded: the ports whose process goes down
	rose    model.PortSet // ... comes back
	across  model.PortSet // of guard dividing: the ports that lead to the other group, from now on
	rooms   [][]put       // where events wait for places: the messages for which there must be places, in each outcome of the step
}

type guard uint8

const (
	noGuard guard = iota
	whileDown
	whileUp
	ticking   // no condition: a tick
	overtakes // all messages overtake those in front of them, or the process is down
	dividing  // no condition: the network divides, or is whole again
)

// put is an entry added to a channel of a leaf.
type put struct {
	slot  int // of the leaf's channels
	entry entry
}

// charge is the part of a batch for the leaf of the environment.
type charge struct {
	cost        model.Faults
	start       bool
	observation properties.Observation
	observed    bool
}

// batches numbers the batches. Batch 0 is empty.
type batches struct {
	numbers map[string]uint32
	atoms   [][]atom // by batch; the atoms of a batch are ordered by leaf
	puts    []puts
	putIDs  map[string]int
	charges []charge
	charged map[charge]int
	grow    func(bytes int64)
}

func newBatches() *batches {
	return &batches{numbers: map[string]uint32{"": 0}, atoms: [][]atom{nil},
		putIDs: map[string]int{}, charged: map[charge]int{}}
}

// number returns the number of the batch with these atoms, which must be ordered
// by leaf.
func (b *batches) number(atoms []atom) uint32 {
	var key []byte
	for _, a := range atoms {
		key = binary.AppendUvarint(binary.AppendUvarint(key, uint64(a.leaf)), uint64(a.payload))
	}
	n, ok := b.numbers[string(key)]
	if !ok {
		n = uint32(len(b.atoms))
		if n > batchMask {
			panic("compose: too many batches")
		}
		b.numbers[string(key)] = n
		b.atoms = append(b.atoms, append([]atom(nil), atoms...))
		b.grow(int64(len(key)+16*len(atoms)) + bytesPerName + bytesPerList)
	}
	return n
}

// split returns the part of a batch for leaves lo..hi-1, and the rest.
func (b *batches) split(batch uint32, lo, hi int) (inside, outside uint32) {
	var in, out []atom
	for _, a := range b.atoms[batch] {
		if lo <= a.leaf && a.leaf < hi {
			in = append(in, a)
		} else {
			out = append(out, a)
		}
	}
	return b.number(in), b.number(out)
}

// payload returns the payload of a batch for one leaf. The batch must have one.
func (b *batches) payload(batch uint32, leaf int) int {
	for _, a := range b.atoms[batch] {
		if a.leaf == leaf {
			return a.payload
		}
	}
	panic("compose: a batch was pushed to a leaf that it has no atom for")
}

func (b *batches) putsNumber(p puts) int {
	key := []byte{byte(p.guard)}
	if p.fell|p.rose != 0 {
		key[0] |= 1 << 7
		key = binary.AppendUvarint(binary.AppendUvarint(key, uint64(p.fell)), uint64(p.rose))
	}
	if len(p.rooms) > 0 {
		key[0] |= 1 << 6
		key = binary.AppendUvarint(key, uint64(len(p.rooms)))
		for _, room := range p.rooms {
			key = appendEntries(binary.AppendUvarint(key, uint64(len(room))), room)
		}
	}
	if p.guard == dividing {
		key = binary.AppendUvarint(key, uint64(p.across))
	}
	key = appendEntries(key, p.entries)
	n, ok := b.putIDs[string(key)]
	if !ok {
		n = len(b.puts)
		b.putIDs[string(key)] = n
		b.puts = append(b.puts, p)
		b.grow(int64(len(key)+16*len(p.entries)) + bytesPerName + bytesPerList)
	}
	return n
}

func appendEntries(key []byte, list []put) []byte {
	for _, x := range list {
		key = binary.AppendUvarint(binary.AppendUvarint(key, uint64(x.slot)), uint64(x.entry))
	}
	return key
}

func (b *batches) chargeNumber(c charge) int {
	n, ok := b.charged[c]
	if !ok {
		n = len(b.charges)
		b.charged[c] = n
		b.charges = append(b.charges, c)
	}
	return n
}
